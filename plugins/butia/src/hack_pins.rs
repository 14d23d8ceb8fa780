//! Eight free pins of the board: module `hackp`.

use crate::module::{check, done, int, openable};
use sim_abi::prelude::*;

/// Number of pins, numbered from 1.
const PINS: usize = 8;

/// Pins that read levels set by the user or output their commands. All are inputs at the start.
pub struct HackPins {
    /// Which pins are inputs.
    inputs: [bool; PINS],
    /// Levels set by the user.
    levels: [bool; PINS],
}

impl Actuator for HackPins {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        for pin in 1..=PINS {
            setup.command(Channel::new(format!("pin_{pin}"), "1").range(0.0, 1.0).exact().help("level of an output"));
        }
        Ok(Self { inputs: [true; PINS], levels: [false; PINS] })
    }

    fn act(&mut self, _: &mut ActuatorIo) -> Result {
        Ok(())
    }

    save_fields!(inputs, levels);

    fn datasheet() -> Datasheet {
        let pin = |name: &str| Function::new(name).parameter(FunctionValue::int("pin").range(1.0, PINS as f64));
        let (mode, value) = (FunctionValue::int("mode").range(0.0, 1.0), FunctionValue::int("value").range(0.0, 1.0));
        openable("hackp")
            .function(pin("setMode").parameter(mode.clone()).result(done()).help("0 makes a pin an output, 1 an input"))
            .function(pin("getMode").result(mode).help("0 output, 1 input"))
            .function(pin("write").parameter(value.clone()).result(done()).help("sets the level of an output"))
            .function(pin("read").result(value.clone()).help("level of a pin"))
            .function(pin("put").parameter(value).manual().help("applies a level to an input"))
    }

    fn call(&mut self, function: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        if function == "getVersion" {
            return Ok(2.into());
        }
        let (number, value) = (int(arguments, 0), int(arguments, 1) == 1);
        let pin = number as usize - 1;
        let input = self.inputs[pin];
        Ok(match function {
            "setMode" => {
                self.inputs[pin] = value;
                1.into()
            }
            "getMode" => i64::from(input).into(),
            "write" if input => {
                let help = format!("make it an output with setMode {number} 0");
                return Err(Fault::new(format!("pin {number} is an input")).help(help));
            }
            "write" => {
                commands[pin] = f64::from(u8::from(value));
                3.into()
            }
            "read" => i64::from(if input { self.levels[pin] } else { commands[pin] >= 0.5 }).into(),
            _ => {
                self.levels[pin] = value;
                Value::Null
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig() -> ActuatorRig<HackPins> {
        ActuatorRig::new(Value::Null, &[]).unwrap()
    }

    fn call(rig: &mut ActuatorRig<HackPins>, function: &str, arguments: Value) -> Option<Value> {
        rig.call(function, arguments.as_array().unwrap()).ok()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(rig);
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn a_pin_is_an_input_until_it_is_made_an_output() {
        let mut pins = rig();
        assert_eq!(call(&mut pins, "getMode", json!([3])), Some(json!(1)));
        assert_eq!(call(&mut pins, "write", json!([3, 1])), None, "an input cannot be written");
        assert_eq!(call(&mut pins, "read", json!([3])), Some(json!(0)));
        assert_eq!(call(&mut pins, "put", json!([3, 1])), Some(Value::Null));
        assert_eq!(call(&mut pins, "read", json!([3])), Some(json!(1)));
        assert_eq!(call(&mut pins, "setMode", json!([3, 0])), Some(json!(1)));
        assert_eq!(call(&mut pins, "read", json!([3])), Some(json!(0)));
        assert_eq!(call(&mut pins, "write", json!([3, 1])), Some(json!(3)));
        assert_eq!((call(&mut pins, "read", json!([3])), pins.commands[2]), (Some(json!(1)), 1.0));
        assert_eq!(call(&mut pins, "getMode", json!([3])), Some(json!(0)));
        assert_eq!(call(&mut pins, "getVersion", json!([])), Some(json!(2)));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn other_pins_modes_and_levels_are_refused() {
        let mut pins = rig();
        for (function, arguments) in [
            ("read", json!([0])),
            ("read", json!([9])),
            ("setMode", json!([1, 2])),
            ("write", json!([1])),
            ("f", json!([])),
        ] {
            assert_eq!(call(&mut pins, function, arguments), None, "{function}");
        }
    }

    #[test]
    fn modes_and_levels_survive_a_reload() {
        let mut old = rig();
        call(&mut old, "setMode", json!([1, 0]));
        call(&mut old, "put", json!([2, 1]));
        let mut new = rig();
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(
            (call(&mut new, "getMode", json!([1])), call(&mut new, "read", json!([2]))),
            (Some(json!(0)), Some(json!(1)))
        );
    }
}
