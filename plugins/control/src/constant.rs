//! Constant commands.

use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Parameters of the constant command.
#[params]
pub struct ConstantParams {
    /// Commands in SI units, by the actuator's name (its first channel) or as `actuator.channel`.
    commands: BTreeMap<String, f64>,
}

/// Writes the same commands at every step.
pub struct Constant(Vec<(Output, f64)>);

impl Controller for Constant {
    type Params = ConstantParams;

    fn new(params: ConstantParams, robot: &mut ControllerSetup) -> Result<Self> {
        let bound = params.commands.iter().map(|(name, value)| Ok((robot.actuator(name)?, *value)));
        Ok(Self(bound.collect::<Result<_>>()?))
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        for (output, value) in &self.0 {
            io.set(*output, *value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn robot(params: Value) -> Result<ControllerRig<Constant>> {
        ControllerRig::robot().actuator("left", 1).actuator("led", 4).params(params).build()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::controller(|| robot(json!({"commands": {"left": 1.0}})).unwrap(), &["left"]);
    }

    #[test]
    fn constant_commands_reach_the_named_actuators_and_channels() {
        let mut rig = robot(json!({"commands": {"left": 2.5, "led.value_3": 1.0}})).unwrap();
        rig.step().unwrap();
        assert_eq!((rig.command("left"), rig.command("led")), (&[2.5][..], &[0.0, 0.0, 0.0, 1.0][..]));
    }

    #[test]
    fn an_unknown_actuator_is_refused_with_the_known_ones() {
        let fault = robot(json!({"commands": {"leftt": 1.0}})).err().unwrap();
        assert_eq!(fault.advice(), "did you mean `left`? known: left, led");
    }
}
