//! Controllers for robots with two wheels.

#![forbid(unsafe_code)]

use sim_abi::prelude::*;

/// Parameters of the constant command.
#[params]
struct ConstantParams {
    /// Command written to the first channel of each actuator, by the actuator's name.
    commands: std::collections::BTreeMap<String, f64>,
}

/// Writes the same commands at every step.
struct Constant(Vec<(Output, f64)>);

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

sim_abi::export! {
    /// Writes the same commands at every step.
    controller "control/constant" = Constant;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_commands_reach_the_named_actuators() {
        let mut rig = ControllerRig::<Constant>::robot()
            .actuator("left", 1)
            .actuator("right", 1)
            .params(json!({"commands": {"right": 2.5}}))
            .build()
            .unwrap();
        rig.step().unwrap();
        assert_eq!((rig.command("left"), rig.command("right")), (&[0.0][..], &[2.5][..]));
    }

    #[test]
    fn an_unknown_actuator_is_refused_with_the_known_ones() {
        let rig = ControllerRig::<Constant>::robot().actuator("left", 1).params(json!({"commands": {"leftt": 1.0}}));
        let fault = rig.build().err().unwrap();
        assert_eq!(fault.advice(), "did you mean `left`?");
    }
}
