//! Idle controller.

use sim_abi::prelude::*;

/// Does nothing and binds nothing; the motors keep their neutral commands.
pub struct Idle;

impl Controller for Idle {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut ControllerSetup) -> Result<Self> {
        Ok(Self)
    }

    fn step(&mut self, _: &mut ControllerIo) -> Result {
        Ok(())
    }

    fn datasheet() -> Datasheet {
        crate::datasheet("nautilus/idle")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolkit::tests::{MOTORS, commands, robot};

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn idle_conforms_and_leaves_the_motors_alone() {
        testing::conformance::controller(|| robot::<Idle>(Value::Null, &[]).unwrap(), &MOTORS);
        let rig = robot::<Idle>(Value::Null, &[]).unwrap().stepped();
        assert_eq!(commands(&rig), [0.0; 6]);
        ControllerRig::<Idle>::with(&[], &[]).stepped();
    }
}
