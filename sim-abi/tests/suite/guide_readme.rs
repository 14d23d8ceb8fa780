use sim_abi::prelude::*;

struct Forward {
    left: Output,
    right: Output,
}

impl Controller for Forward {
    type Params = NoParams;
    fn new(_: NoParams, robot: &mut ControllerSetup) -> Result<Self> {
        Ok(Self { left: robot.actuator("left_wheel")?, right: robot.actuator("right_wheel")? })
    }
    fn step(&mut self, io: &mut ControllerIo) -> Result {
        io.set(self.left, 4.0);
        io.set(self.right, 4.0);
        Ok(())
    }
}

sim_abi::export! {
    /// Drives straight ahead.
    controller "my/forward" = Forward;
}

#[test]
fn both_wheels_turn() {
    let mut rig =
        ControllerRig::<Forward>::robot().actuator("left_wheel", 1).actuator("right_wheel", 1).build().unwrap();
    rig.step().unwrap();
    assert_eq!(rig.command("left_wheel"), rig.command("right_wheel"));
    assert_eq!(rig.command("left_wheel"), [4.0]);
}
