use sim_abi::prelude::*;

struct Avoid {
    range: Input,
    wheels: [Output; 2],
}
impl Controller for Avoid {
    type Params = NoParams;
    fn new(_: NoParams, robot: &mut ControllerSetup) -> Result<Self> {
        let wheels = robot.outputs(["left_wheel", "right_wheel"])?;
        let range = robot.sensor("range")?;
        Ok(Self { range, wheels })
    }
    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let near = [0, 1, 7].iter().any(|ray| io.read(self.range)[*ray] < 0.2); // the forward-facing rays
        io.write(self.wheels[0], &[6.0])?; // rad/s
        io.write(self.wheels[1], &[if near { -6.0 } else { 6.0 }])
    }
}
sim_abi::export! {
    /// Drives, and turns right while an obstacle is close ahead.
    controller "my/{{name}}" = Avoid;
}
#[test]
fn it_turns_right_at_a_near_obstacle() {
    let rig =
        || ControllerRig::<Avoid>::with(&[("range", &[0.1; 8])], &["left_wheel", "right_wheel"]);
    testing::conformance::controller(rig, &["left_wheel", "right_wheel"]);
    assert_eq!(rig().stepped().command("right_wheel"), [-6.0]);
}
