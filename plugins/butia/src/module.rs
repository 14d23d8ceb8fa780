//! Shared code of all modules: their names in the robot's protocol, raw values, and call arguments.

use sim_abi::prelude::*;

/// Step of raw values: inputs have 10 bits, left-aligned in 16.
pub const STEP: f64 = 64.0;
/// Maximum raw value: 1023 steps.
pub const LARGEST: f64 = 1023.0 * STEP;
/// Name of the function that returns raw values.
pub const RAW: &str = "getRaw";
/// The protocol's inverted reading is this value minus the raw value.
const TURNED: i64 = 65_536;
/// Value returned for a lost reading.
const LOST: i64 = -1;

/// Data sheet of a module that plugs into one of the robot's ports.
pub fn hot_plug(name: &str) -> Datasheet {
    named(name, "hot-plug").plug("butia")
}

/// Data sheet of a module that is part of the board.
pub fn openable(name: &str) -> Datasheet {
    named(name, "openable")
}

fn named(name: &str, kind: &str) -> Datasheet {
    let version = FunctionValue::int("version");
    let sheet = Datasheet::default().label("bobot.module", name).label("bobot.kind", kind);
    sheet.function(Function::new("getVersion").result(version).help("version of the module"))
}

/// The function of most sensors.
pub fn get_value(help: &str) -> Function {
    Function::new("getValue").result(FunctionValue::int("par1")).help(help)
}

/// Adds the function behind `getValue` in the dialect of the Lua bobot-server, for modules where that returns the raw
/// value and PyBot's returns another one.
pub fn with_raw(sheet: Datasheet, help: &str) -> Datasheet {
    let function = Function::new(RAW).result(FunctionValue::int("par1")).help(help);
    sheet.label("bobot.raw", RAW).function(function)
}

/// A result that reports success.
pub fn done() -> FunctionValue {
    FunctionValue::int("par1")
}

/// The channel of a raw value.
pub fn raw_channel(help: &str) -> Channel {
    Channel::new("raw", "1").range(0.0, LARGEST).help(help)
}

/// Nearest raw value that 10 bits can represent; halves are rounded up.
pub fn quantised(raw: f64) -> f64 {
    // A rounding error just below a half counts as a half.
    ((raw / STEP + 0.5 + 1e-9).floor() * STEP).clamp(0.0, LARGEST)
}

/// Raw value of a reading; `None` for a lost reading, which noise marks by a negative value.
pub fn valid_reading(reading: f64) -> Option<f64> {
    (reading >= 0.0).then(|| quantised(reading))
}

/// Result of a module that returns raw values unchanged.
pub fn plain(reading: f64) -> Value {
    valid_reading(reading).map_or(LOST, |raw| raw as i64).into()
}

/// Result of a module whose raw values the protocol inverts: 65536 − raw.
pub fn turned(reading: f64) -> Value {
    valid_reading(reading).map_or(LOST, |raw| TURNED - raw as i64).into()
}

/// Result for a lost reading.
pub fn lost() -> Value {
    LOST.into()
}

/// Rejects a call whose arguments do not match the function in number, type or range.
pub fn check(sheet: &Datasheet, name: &str, arguments: &[Value]) -> Result {
    let Some(function) = sheet.functions.iter().find(|function| function.name == name) else {
        let known: Vec<&str> = sheet.functions.iter().map(|function| function.name.as_str()).collect();
        return Err(Fault::new(format!("unknown function `{name}`")).help(format!("functions: {}", known.join(", "))));
    };
    let parameters = if function.calibrates { &[] } else { function.parameters.as_slice() };
    let wanted = if function.calibrates { 1 } else { parameters.len() };
    if arguments.len() != wanted {
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        return Err(Fault::new(format!("`{name}` takes {wanted} arguments, not {}", arguments.len()))
            .help(format!("arguments: {}", if wanted == 0 { "none".into() } else { names.join(", ") })));
    }
    parameters.iter().zip(arguments).try_for_each(|(parameter, argument)| fits(name, parameter, argument))
}

fn fits(function: &str, parameter: &FunctionValue, argument: &Value) -> Result {
    let number = argument.as_f64();
    let typed = match parameter.kind.as_str() {
        "int" => whole(argument).is_some(),
        "float" => number.is_some(),
        "bool" => argument.is_boolean(),
        _ => argument.is_string(),
    };
    let (low, high) = (parameter.min.unwrap_or(f64::NEG_INFINITY), parameter.max.unwrap_or(f64::INFINITY));
    if typed && number.is_none_or(|number| (low..=high).contains(&number)) {
        return Ok(());
    }
    let range = if low.is_finite() || high.is_finite() { format!(" {low} … {high}") } else { String::new() };
    Err(Fault::new(format!("`{}` of `{function}` is {argument}", parameter.name))
        .help(format!("wanted: {}{range}", parameter.kind)))
}

fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_f64().filter(|number| number.fract() == 0.0).map(|number| number as i64))
}

/// An argument that [`check`] accepted as an integer; 0 if missing.
pub fn int(arguments: &[Value], place: usize) -> i64 {
    arguments.get(place).and_then(whole).unwrap_or_default()
}

/// An argument that [`check`] accepted as a number; 0 if missing.
pub fn float(arguments: &[Value], place: usize) -> f64 {
    arguments.get(place).and_then(Value::as_f64).unwrap_or_default()
}

/// Rows of a table of measurements, as passed to a calibration function; at least one.
pub fn rows<const COLUMNS: usize>(arguments: &[Value]) -> Result<Vec<[f64; COLUMNS]>> {
    let row = |row: &Value| -> Option<[f64; COLUMNS]> {
        let numbers: Option<Vec<f64>> = row.as_array()?.iter().map(Value::as_f64).collect();
        numbers?.try_into().ok()
    };
    let table: Option<Vec<_>> =
        arguments.first().and_then(Value::as_array).map(|list| list.iter().map(row).collect()).unwrap_or_default();
    table.filter(|table| !table.is_empty()).ok_or_else(|| {
        Fault::new("the measurements are not a table").help(format!("pass at least one row of {COLUMNS} numbers"))
    })
}

/// Error for parameters that contradict each other or fail a check beyond the range of one number.
#[track_caller]
pub fn unfit(message: String, help: &'static str) -> Fault {
    Fault::new(message).help(help).because(Cause::Parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_values_are_multiples_of_64_rounded_half_up_in_ten_bits() {
        let found = [-1.0, 0.0, 31.9, 32.0, 95.9, 96.0, 65_439.9, 65_440.0, 70_000.0].map(quantised);
        assert_eq!(found, [0.0, 0.0, 0.0, 64.0, 64.0, 128.0, 65_408.0, 65_472.0, 65_472.0]);
    }

    /// BU-37: Each sensor can have Gaussian noise, bias, dropouts and quantization from a seed.
    #[test]
    fn a_lost_reading_is_answered_with_minus_one() {
        assert_eq!((plain(-1.0), turned(-1.0)), (json!(-1), json!(-1)));
        assert_eq!((plain(130.0), turned(130.0)), (json!(128), json!(65_408)));
        assert_eq!((plain(0.0), turned(0.0)), (json!(0), json!(65_536)));
    }

    /// BU-37: Each sensor can have Gaussian noise, bias, dropouts and quantization from a seed.
    #[test]
    fn what_is_answered_to_noise_has_its_mean_and_its_sigma() {
        use sim_abi::ffi::types::RandomState;
        let (sigma, clean, count) = (1000.0, 32_768.0, 10_000);
        let mut state = RandomState::derive(7, &["noise"]);
        let mut random = sim_abi::random::Random::from_state(&mut state);
        let answer = |reading: f64| plain(reading).as_f64().unwrap();
        let answers: Vec<f64> = (0..count).map(|_| answer(clean + sigma * random.normal())).collect();
        let mean = answers.iter().sum::<f64>() / f64::from(count);
        let spread = (answers.iter().map(|a| (a - mean).powi(2)).sum::<f64>() / f64::from(count)).sqrt();
        assert!((mean - clean).abs() < 3.0 * sigma / f64::from(count).sqrt(), "{mean}");
        assert!((spread / sigma - 1.0).abs() < 0.03, "{spread}");
    }

    #[test]
    fn arguments_of_another_number_type_or_range_are_refused() {
        let pin = FunctionValue::int("pin").range(1.0, 8.0);
        let sheet =
            openable("hackp").function(Function::new("write").parameter(pin).parameter(FunctionValue::int("value")));
        let refused = |name: &str, arguments: Value| {
            check(&sheet, name, arguments.as_array().unwrap()).err().map(|fault| fault.message().to_string())
        };
        assert_eq!(refused("write", json!([1, 0])), None);
        assert_eq!(refused("write", json!([8.0, 0])), None, "a whole number however it is written");
        assert_eq!(refused("write", json!([1])).unwrap(), "`write` takes 2 arguments, not 1");
        assert_eq!(refused("write", json!([9, 0])).unwrap(), "`pin` of `write` is 9");
        assert_eq!(refused("write", json!([1, "a"])).unwrap(), "`value` of `write` is \"a\"");
        assert_eq!(refused("write", json!([1, 0.5])).unwrap(), "`value` of `write` is 0.5");
        assert_eq!(refused("wrte", json!([])).unwrap(), "unknown function `wrte`");
        assert_eq!(refused("getVersion", json!([])), None);
    }

    #[test]
    fn a_table_has_as_many_numbers_in_each_row_as_it_has_columns() {
        assert_eq!(rows::<2>(&[json!([[1, 2.5], [3, 4]])]).unwrap(), [[1.0, 2.5], [3.0, 4.0]]);
        for wrong in [json!([]), json!([[1]]), json!([[1, "2"]]), json!(3)] {
            assert!(rows::<2>(&[wrong]).is_err());
        }
    }
}
