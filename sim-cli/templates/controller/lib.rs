use sim_abi::prelude::*;

struct Avoid { range: Input, left: Output, right: Output }

impl Controller for Avoid {
    type Params = NoParams;
    fn new(_: NoParams, robot: &mut ControllerSetup) -> Result<Self> {
        let (left, right) = (robot.actuator("left_wheel")?, robot.actuator("right_wheel")?);
        Ok(Self { range: robot.sensor("range")?, left, right })
    }
    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let near = io.read(self.range).iter().any(|distance| *distance < 0.2);
        io.set(self.left, 6.0); // rad/s
        io.set(self.right, if near { -6.0 } else { 6.0 });
        Ok(())
    }
}
sim_abi::export! {
    /// Drives ahead and turns right while something is near.
    controller "my/{{name}}" = Avoid;
}
#[test]
fn it_turns_right_when_something_is_near() {
    let robot = || ControllerRig::<Avoid>::robot().sensor("range", &[0.1]).actuator("left_wheel", 1);
    let robot = || robot().actuator("right_wheel", 1).build().unwrap();
    testing::conformance::controller(robot, &["left_wheel", "right_wheel"]);
    let mut rig = robot();
    rig.step().unwrap();
    assert_eq!((rig.command("left_wheel")[0], rig.command("right_wheel")[0]), (6.0, -6.0));
}
