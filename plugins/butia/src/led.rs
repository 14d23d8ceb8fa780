//! A light-emitting diode.

use crate::module::{check, done, hot_plug, int, unfit};
use sim_abi::prelude::*;

/// Brightest setting.
const FULL: f64 = 255.0;

/// Parameters of an LED.
#[params]
pub struct LedParams {
    /// Red, green and blue of its light, each 0 … 1.
    #[param(default = [1.0, 0.15, 0.1], unit = "1")]
    color: [f64; 3],
    /// Intensity when it is on; 1 is a reference lamp.
    #[param(default = 0.5, unit = "1", min = 0.0, max = 100.0)]
    intensity: f64,
}

/// A single-color light, initially off.
pub struct Led {
    color: [f64; 3],
    intensity: f64,
    light: EffectOut,
}

impl Actuator for Led {
    type Params = LedParams;

    fn new(params: LedParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let LedParams { color, intensity } = params;
        if !color.iter().all(|share| (0.0..=1.0).contains(share)) {
            return Err(unfit(format!("`color` is {color:?}"), "use red, green and blue, each 0 … 1"));
        }
        setup.command(Channel::new("light", "1").range(0.0, FULL).help("0 off, 255 fully on"));
        Ok(Self { color, intensity, light: setup.effect(EffectKind::Light) })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let [red, green, blue] = self.color;
        let intensity = self.intensity * io.commands()[0] / FULL;
        io.effect(self.light).copy_from_slice(&[red, green, blue, intensity]);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let on = FunctionValue::int("on").range(0.0, 1.0);
        let light = FunctionValue::int("light").range(0.0, FULL);
        hot_plug("led")
            .label("bobot.lua", "setLight")
            .function(Function::new("turn").parameter(on).result(done()).help("1 turns it on, 0 off"))
            .function(Function::new("setLight").parameter(light).result(done()).help("0 off, 255 fully on"))
    }

    fn call(&mut self, function: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        let argument = int(arguments, 0) as f64;
        match function {
            "turn" => commands[0] = argument * FULL,
            "setLight" => commands[0] = argument,
            _ => {}
        }
        Ok(1.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig(params: Value) -> ActuatorRig<Led> {
        ActuatorRig::new(params, &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| rig(Value::Null));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn it_shines_in_its_color_when_turned_on() {
        let mut led = rig(json!({"color": [0.0, 1.0, 0.25], "intensity": 2.0}));
        assert_eq!(led.call("turn", &[json!(1)]).unwrap(), json!(1));
        let commands = led.commands.clone();
        assert_eq!(led.act(&commands).unwrap(), [0.0, 1.0, 0.25, 2.0]);
        assert_eq!(led.call("setLight", &[json!(51)]).unwrap(), json!(1));
        let commands = led.commands.clone();
        assert_eq!(led.act(&commands).unwrap()[3], 0.4);
        assert_eq!(led.act(&[0.0]).unwrap()[3], 0.0);
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn other_values_are_refused_without_effect() {
        let mut led = rig(Value::Null);
        for (function, argument) in [("turn", json!(7)), ("turn", json!("1")), ("setLight", json!(256))] {
            assert!(led.call(function, &[argument]).is_err());
        }
        assert_eq!(led.commands, [0.0]);
        assert_eq!(led.call("getVersion", &[]).unwrap(), json!(1));
    }

    #[test]
    fn a_color_beyond_its_range_is_refused() {
        let fault = ActuatorRig::<Led>::new(json!({"color": [1.0, 2.0, 0.0]}), &[]).err().unwrap();
        assert_eq!((fault.message(), fault.cause()), ("`color` is [1.0, 2.0, 0.0]", Cause::Parameters));
    }
}
