//! Parameters of a component: a serde struct with units, ranges, defaults and help.

mod types;

use crate::fault::{Cause, Fault, Result, nearest};
pub use serde;
use serde_json::Value;
pub use types::{Definitions, ParamType};
#[doc(hidden)]
pub use types::{Field, choice, object};

/// A struct of parameters. The attribute [`params`](macro@crate::params) implements it.
pub trait Params: serde::Serialize + serde::de::DeserializeOwned + ParamType + Default + Send + 'static {
    /// Rejects values outside the declared ranges with the parameter, its value and the range.
    fn check(&self) -> Result;
}

/// No parameters.
#[crate::params]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoParams {}

/// JSON schema of a parameter struct, with units under `x-unit`.
pub fn schema_of<P: Params>() -> Value {
    types::root::<P>()
}

/// Reads parameters from JSON: missing ones take their defaults, unknown or out-of-range ones are rejected.
pub fn read<P: Params>(value: &Value) -> Result<P> {
    let empty = Value::Object(serde_json::Map::new());
    let value = if value.is_null() { &empty } else { value };
    let params: P = P::deserialize(value).map_err(|error| explain::<P>(value, &error).because(Cause::Parameters))?;
    params.check().map_err(|fault| fault.because(Cause::Parameters))?;
    Ok(params)
}

fn explain<P: Params>(value: &Value, error: &serde_json::Error) -> Fault {
    let schema = schema_of::<P>();
    let known: Vec<&str> = schema
        .get("properties")
        .and_then(Value::as_object)
        .map(|properties| properties.keys().map(String::as_str).collect())
        .unwrap_or_default();
    let stranger = value.as_object().and_then(|object| object.keys().find(|key| !known.contains(&key.as_str())));
    match stranger {
        Some(name) => {
            let help = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "the component takes no parameters".to_string(),
                None => format!("parameters: {}", known.join(", ")),
            };
            Fault::new(format!("unknown parameter `{name}`")).help(help)
        }
        None => Fault::new(format!("invalid parameters: {error}")),
    }
}

#[doc(hidden)]
pub fn out_of_range(name: &str, value: f64, min: Option<f64>, max: Option<f64>, unit: &str) -> Fault {
    let range = match (min, max) {
        (Some(min), Some(max)) => format!("{min} … {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => "finite".to_string(),
    };
    let unit = if unit.is_empty() || unit == "1" { String::new() } else { format!(" {unit}") };
    Fault::new(format!("parameter `{name}` is {value}{unit}, outside its range"))
        .help(format!("accepted: {range}{unit}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Test parameters.
    #[crate::params]
    #[derive(Debug, PartialEq)]
    struct Cruise {
        /// Wheel speed on a free path.
        #[param(default = 8.0, unit = "rad/s", min = 0.0, max = 30.0)]
        speed: f64,
        /// How many rays look ahead.
        #[param(default = 3, min = 1)]
        rays: u32,
        #[param(default = vec![0.5, 1.0])]
        steps: Vec<f64>,
        #[param(default = [0.1, 0.2], unit = "m", min = 0.001, max = 10.0)]
        size: [f64; 2],
        label: String,
    }

    #[test]
    fn each_number_of_an_array_keeps_to_the_range() {
        assert_eq!(read::<Cruise>(&json!({"size": [10.0, 0.001]})).unwrap().size, [10.0, 0.001]);
        for size in [json!([0.0, 1.0]), json!([1.0, 10.5])] {
            let refused = read::<Cruise>(&json!({"size": size})).unwrap_err().to_string();
            assert!(refused.contains("parameter `size` is") && refused.contains("0.001 … 10 m"), "{refused}");
        }
    }

    #[test]
    fn absent_parameters_take_their_defaults() {
        let read: Cruise = read(&json!({"rays": 5})).unwrap();
        assert_eq!(read, Cruise { speed: 8.0, rays: 5, steps: vec![0.5, 1.0], size: [0.1, 0.2], label: String::new() });
        assert_eq!(super::read::<Cruise>(&Value::Null).unwrap(), Cruise::default());
    }

    #[test]
    fn the_schema_carries_unit_range_default_and_help() {
        let schema = schema_of::<Cruise>();
        let speed = &schema["properties"]["speed"];
        assert_eq!(speed["x-unit"], "rad/s");
        assert_eq!(speed["minimum"], json!(0.0));
        assert_eq!(speed["maximum"], json!(30.0));
        assert_eq!(speed["default"], json!(8.0));
        assert_eq!(speed["description"], "Wheel speed on a free path.");
        assert_eq!(schema["additionalProperties"], json!(false));
        assert_eq!(schema["properties"]["steps"]["default"], json!([0.5, 1.0]));
    }

    #[test]
    fn a_value_out_of_range_is_refused_with_the_range() {
        let fault = read::<Cruise>(&json!({"speed": 31.0})).unwrap_err();
        assert_eq!(fault.message(), "parameter `speed` is 31 rad/s, outside its range");
        assert_eq!(fault.advice(), "accepted: 0 … 30 rad/s");
        assert_eq!(fault.cause(), Cause::Parameters);
        assert!(read::<Cruise>(&json!({"rays": 0})).is_err());
    }

    #[test]
    fn an_unknown_parameter_is_refused_with_the_nearest_name() {
        let fault = read::<Cruise>(&json!({"sped": 1.0})).unwrap_err();
        assert_eq!((fault.message(), fault.advice()), ("unknown parameter `sped`", "did you mean `speed`?"));
    }

    /// Choices of a test.
    #[crate::params]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    enum Action {
        #[default]
        Report,
        PutBack,
    }

    /// Parameters with a choice.
    #[crate::params]
    #[derive(Debug, PartialEq)]
    struct Fence {
        /// What to do.
        action: Action,
        /// What to do afterwards.
        #[param(default = Action::PutBack)]
        then: Action,
    }

    #[test]
    fn choices_are_named_in_the_schema_and_strangers_are_refused_with_them() {
        let fence: Fence = read(&json!({"action": "put_back"})).unwrap();
        assert_eq!(fence, Fence { action: Action::PutBack, then: Action::PutBack });
        let property = &schema_of::<Fence>()["properties"]["action"];
        assert_eq!(property["enum"], json!(["report", "put_back"]));
        assert_eq!((&property["default"], &property["description"]), (&json!("report"), &json!("What to do.")));
        let fault = read::<Fence>(&json!({"action": "shoot"})).unwrap_err();
        assert!(fault.message().contains("`report` or `put_back`"), "{fault}");
    }

    #[test]
    fn a_wrong_type_is_refused() {
        let fault = read::<Cruise>(&json!({"speed": "fast"})).unwrap_err();
        assert!(fault.message().contains("invalid type") && fault.cause() == Cause::Parameters, "{fault}");
    }
}
