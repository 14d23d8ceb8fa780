//! Modules that measure a user-set quantity: resistance, temperature, voltage, and the general inputs A, B and C.

use crate::module::{check, float, get_value, hot_plug, lost, plain, quantised, raw_channel, valid_reading};
use sim_abi::params::Params;
use sim_abi::prelude::*;
use std::marker::PhantomData;

/// Resistor in series with the measured one, Ω.
const SERIES: f64 = 6800.0;
/// Supply voltage of the board, V.
const SUPPLY: f64 = 5.0;
/// Full scale of 16 bits.
const FULL: f64 = 65_536.0;

/// The quantity measured by an input, and its representation in the protocol.
pub trait Quantity: Send + 'static {
    /// Its parameters.
    type Params: Params;
    /// Name of the module.
    const MODULE: &'static str;
    /// Description of the set value and the returned value.
    const HELP: &'static str;
    /// Maximum value that can be set.
    const LARGEST: f64;

    /// Initial value.
    fn start(params: &Self::Params) -> f64;

    /// Unrounded raw value.
    fn raw(value: f64) -> f64;

    /// Value returned for a raw value; `None`: the raw value itself.
    fn to_unit(raw: f64) -> Option<f64>;
}

/// An input whose value is a parameter until the user sets another one.
pub struct Analog<Q: Quantity> {
    value: f64,
    quantity: PhantomData<fn() -> Q>,
}

impl<Q: Quantity> Sensor for Analog<Q> {
    type Params = Q::Params;

    fn new(params: Q::Params, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(raw_channel("reading of the board, in steps of 64"));
        Ok(Self { value: Q::start(&params), quantity: PhantomData })
    }

    fn sense(&mut self, _: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading[0] = quantised(Q::raw(self.value));
        Ok(())
    }

    save_fields!(value);

    fn datasheet() -> Datasheet {
        let mut value = get_value(Q::HELP);
        if Q::to_unit(0.0).is_some() {
            value.results = vec![FunctionValue::float("par1")];
        }
        let wanted = FunctionValue::float("value").range(0.0, Q::LARGEST);
        let set = Function::new("set").parameter(wanted).help(format!("sets the measured value: {}", Q::HELP)).manual();
        hot_plug(Q::MODULE).function(value).function(set)
    }

    fn call(&mut self, function: &str, arguments: &[Value], reading: &[f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        Ok(match function {
            "getVersion" => 1.into(),
            "getValue" => match valid_reading(reading[0]) {
                None => lost(),
                Some(raw) => Q::to_unit(raw).map_or_else(|| plain(raw), Value::from),
            },
            _ => {
                self.value = float(arguments, 0);
                Value::Null
            }
        })
    }
}

/// Voltage at the input, truncated to thousandths, V.
fn volts(raw: f64) -> f64 {
    millivolts(raw) / 1000.0
}

fn millivolts(raw: f64) -> f64 {
    (raw * SUPPLY / FULL * 1000.0).floor()
}

macro_rules! quantity {
    (
        $(#[$doc:meta])* $name:ident, $params:ident: $module:tt, $help:tt, default $default:tt, unit $unit:tt, max $max:tt,
        raw $raw:expr, to_unit $to_unit:expr
    ) => {
        $(#[$doc])*
        #[params]
        pub struct $params {
            /// Measured value until another one is set manually.
            #[param(default = $default, unit = $unit, min = 0.0, max = $max)]
            value: f64,
        }

        $(#[$doc])*
        pub struct $name;

        impl Quantity for $name {
            type Params = $params;
            const MODULE: &'static str = $module;
            const HELP: &'static str = $help;
            const LARGEST: f64 = $max;

            fn start(params: &$params) -> f64 {
                params.value
            }

            fn raw(value: f64) -> f64 {
                $raw(value)
            }

            fn to_unit(raw: f64) -> Option<f64> {
                $to_unit(raw)
            }
        }
    };
}

quantity! {
    /// A resistance: raw/65536 = R/(R + 6800 Ω).
    Resistance, ResistanceParams: "res", "resistance, Ω", default 6800.0, unit "Ω", max 6_956_400.0,
    raw |ohms: f64| FULL * ohms / (ohms + SERIES), to_unit |raw: f64| Some(raw * SERIES / (FULL - raw))
}
quantity! {
    /// A temperature: 10 mV per degree.
    Temperature, TemperatureParams: "temp", "temperature, °C", default 25.0, unit "°C", max 499.5,
    raw |celsius: f64| celsius * 0.01 / SUPPLY * FULL, to_unit |raw: f64| Some(millivolts(raw) / 10.0)
}
quantity! {
    /// A voltage.
    Voltage, VoltageParams: "volt", "voltage, V", default 2.5, unit "V", max 4.995,
    raw |volts: f64| volts / SUPPLY * FULL, to_unit |raw: f64| Some(volts(raw))
}
quantity! {
    /// The general input A.
    SensorA, SensorAParams: "modSenA", "raw value", default 0.0, unit "1", max 65_472.0,
    raw |raw: f64| raw, to_unit |_: f64| None
}
quantity! {
    /// The general input B.
    SensorB, SensorBParams: "modSenB", "raw value", default 0.0, unit "1", max 65_472.0,
    raw |raw: f64| raw, to_unit |_: f64| None
}
quantity! {
    /// The general input C.
    SensorC, SensorCParams: "modSenC", "raw value", default 0.0, unit "1", max 65_472.0,
    raw |raw: f64| raw, to_unit |_: f64| None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig<Q: Quantity>() -> SensorRig<Analog<Q>> {
        let mut rig = SensorRig::new(Value::Null).unwrap();
        rig.sense().unwrap();
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(rig::<Resistance>);
        testing::conformance::sensor(rig::<Temperature>);
        testing::conformance::sensor(rig::<Voltage>);
        testing::conformance::sensor(rig::<SensorA>);
        testing::conformance::sensor(rig::<SensorB>);
        testing::conformance::sensor(rig::<SensorC>);
    }

    fn answer<Q: Quantity>(raw: f64) -> String {
        let mut rig = rig::<Q>();
        rig.reading = vec![raw];
        rig.call("getValue", &[]).unwrap().to_string()
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn raw_values_are_answered_in_the_units_of_the_module() {
        assert_eq!(answer::<Resistance>(32_768.0), "6800.0");
        assert_eq!(answer::<Voltage>(32_768.0), "2.5");
        assert_eq!(answer::<Temperature>(3264.0), "24.9");
        assert_eq!(answer::<SensorA>(3264.0), "3264");
        assert_eq!(answer::<SensorC>(3295.0), "3264", "a multiple of 64");
        assert_eq!((answer::<Resistance>(-1.0), answer::<SensorB>(-1.0)), ("-1".into(), "-1".into()));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn what_is_set_is_what_is_answered() {
        let mut resistance = rig::<Resistance>();
        assert_eq!(resistance.call("getValue", &[]).unwrap(), json!(6800.0));
        resistance.call("set", &[json!(0)]).unwrap();
        resistance.sense().unwrap();
        assert_eq!(resistance.call("getValue", &[]).unwrap(), json!(0.0));
        assert_eq!(rig::<Temperature>().call("getValue", &[]).unwrap(), json!(24.9));
        assert_eq!(rig::<Voltage>().call("getValue", &[]).unwrap(), json!(2.5));
        let mut general = rig::<SensorB>();
        general.call("set", &[json!(6400)]).unwrap();
        assert_eq!(general.sense().unwrap(), [6400.0]);
        assert_eq!(general.call("getVersion", &[]).unwrap(), json!(1));
        assert!(general.call("set", &[json!(-1)]).is_err() && general.call("turn", &[]).is_err());
    }

    #[test]
    fn the_largest_values_still_have_a_raw_value_of_their_own() {
        for (raw, largest) in [
            (Resistance::raw(Resistance::LARGEST), 65_472.0),
            (Temperature::raw(Temperature::LARGEST), 65_472.0),
            (Voltage::raw(Voltage::LARGEST), 65_472.0),
        ] {
            assert_eq!(quantised(raw), largest);
        }
    }

    #[test]
    fn what_was_set_survives_a_reload() {
        let mut old = rig::<Temperature>();
        old.call("set", &[json!(40)]).unwrap();
        let mut new = rig::<Temperature>();
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(new.sense().unwrap(), old.sense().unwrap());
    }

    #[test]
    fn the_sheet_names_the_module_and_keeps_the_slider_from_the_protocol() {
        let sheet = <Analog<SensorA> as Sensor>::datasheet();
        assert_eq!((sheet.plug.as_deref(), sheet.labels["bobot.module"].as_str()), (Some("butia"), "modSenA"));
        let of_protocol: Vec<_> = sheet.functions.iter().filter(|f| !f.manual).map(|f| f.name.as_str()).collect();
        assert_eq!(of_protocol, ["getVersion", "getValue"]);
    }
}
