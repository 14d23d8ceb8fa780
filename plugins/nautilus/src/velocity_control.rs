//! Motion at given velocities.

use crate::toolkit::{DepthLaw, ThrusterParams, VelocityLaw, reached};
use sim_abi::prelude::*;

/// Parameters of the velocity control.
#[params]
pub struct VelocityControlParams {
    /// Rows of time (s) and velocity along x and y (m/s), in the order of time; the target is zero before the first.
    #[param(default = vec![[0.0, 3.0, 0.0]])]
    targets: Vec<[f64; 3]>,
    /// Control units per m/s of velocity error.
    #[param(default = 10.0, unit = "s/m", min = 0.0)]
    k: f64,
    /// Control law of the vertical motors.
    depth: DepthLaw,
    /// How the motors are commanded.
    thrusters: ThrusterParams,
}

/// Tracks a sequence of target velocities.
pub struct VelocityControl {
    targets: Vec<[f64; 3]>,
    law: VelocityLaw,
}

impl Controller for VelocityControl {
    type Params = VelocityControlParams;

    fn new(params: VelocityControlParams, robot: &mut ControllerSetup) -> Result<Self> {
        let VelocityControlParams { targets, k, depth, thrusters } = params;
        if let Some(row) = targets.windows(2).position(|rows| rows[1][0] <= rows[0][0]) {
            let (before, after) = (targets[row][0], targets[row + 1][0]);
            let message = format!("target {} begins at {after} s, not after the previous one at {before} s", row + 2);
            return Err(Fault::new(message).help("sort the rows by time").because(Cause::Parameters));
        }
        Ok(Self { targets, law: VelocityLaw::bind(robot, k, thrusters, depth)? })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let row = self.targets.iter().rev().find(|[time, _, _]| reached(io, *time));
        let target = row.map_or([0.0; 2], |[_, x, y]| [*x, *y]);
        self.law.drive(io, target);
        Ok(())
    }

    save_fields!(law.velocity.last, law.vehicle.held);

    fn datasheet() -> Datasheet {
        crate::datasheet("nautilus/velocity-control")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Basin, Pool, Sense};
    use crate::toolkit::tests::{MOTORS, commands, robot};

    fn build(params: Value) -> Result<ControllerRig<VelocityControl>> {
        robot(params, &[])
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn velocity_control_conforms() {
        testing::conformance::controller(|| build(Value::Null).unwrap(), &MOTORS);
    }

    /// NA-44: Controllers derive velocity from differences of GPS readings; in the first step it is 0.
    #[test]
    fn the_velocity_is_the_difference_of_positions_and_zero_at_first() {
        let mut rig = build(json!({"targets": [], "k": 2.0})).unwrap();
        rig.read("gps", &[4.0, 5.0, -1.0]);
        rig.step().unwrap();
        assert_eq!((rig.published("velocity_x"), rig.published("velocity_y")), (0.0, 0.0));
        rig.read("gps", &[4.02, 4.99, -1.0]);
        rig.step().unwrap();
        assert!((rig.published("velocity_x") - 2.0).abs() < 1e-9 && (rig.published("velocity_y") + 1.0).abs() < 1e-9);
        // globalMove(−4, 2)
        let plane = commands(&rig);
        let close = plane.iter().zip([-2.0, -6.0, -6.0, -2.0]).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(close, "{plane:?}");
    }

    /// NA-44: Controllers derive velocity from differences of GPS readings; in the first step it is 0.
    #[test]
    fn the_velocity_is_the_speed_of_that_steps_position_update() {
        let mut basin = basin(json!([[0.0, 3.0, 5.0]]));
        for _ in 0..200 {
            let before = basin.swimmers[0].body.velocity;
            basin.step();
            basin.step();
            let rig = &basin.swimmers[0].rig;
            assert!((rig.published("velocity_x") - before[0]).abs() < 1e-9);
            assert!((rig.published("velocity_y") - before[1]).abs() < 1e-9);
        }
    }

    /// NA-42: Records contain the values that the controller read or published, without reading sensors again.
    #[test]
    fn what_is_published_is_from_the_last_step_and_reads_no_sensor_again() {
        let mut rig = build(Value::Null).unwrap().stepped();
        rig.read("gps", &[1.0, 0.0, -1.0]);
        assert_eq!((rig.published("velocity_x"), rig.published("target_x")), (0.0, 3.0));
    }

    /// NA-40: Each robot has its own controller instance with private memory, called once per step.
    #[test]
    fn two_robots_with_the_same_controller_are_independent() {
        let (mut first, mut second) = (build(Value::Null).unwrap().stepped(), build(Value::Null).unwrap().stepped());
        first.read("gps", &[0.01, 0.0, -1.0]);
        first.step().unwrap();
        second.step().unwrap();
        assert!((first.published("velocity_x") - 1.0).abs() < 1e-9);
        assert_eq!(second.published("velocity_x"), 0.0);
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn targets_change_at_their_times_and_are_zero_before() {
        let mut rig = build(json!({"targets": [[0.01, 1, 2], [0.03, -1, 0]]})).unwrap();
        let targets = [(0.0, 0.0), (1.0, 2.0), (1.0, 2.0), (-1.0, 0.0), (-1.0, 0.0)];
        for target in targets {
            rig.step().unwrap();
            assert_eq!((rig.published("target_x"), rig.published("target_y")), target);
        }
    }

    /// NA-46: Seven controllers ship as plugins, with parameters that the file sets.
    #[test]
    fn targets_out_of_order_are_refused() {
        let fault = build(json!({"targets": [[0, 1, 0], [2, 1, 0], [2, 3, 0]]})).err().unwrap();
        assert_eq!(fault.message(), "target 3 begins at 2 s, not after the previous one at 2 s");
        assert_eq!(fault.cause(), Cause::Parameters);
        assert!(build(json!({"targets": [[0, 1]]})).is_err());
    }

    #[test]
    fn a_restored_control_knows_the_velocity_at_once() {
        let mut first = build(Value::Null).unwrap().stepped();
        let mut second = build(Value::Null).unwrap();
        second.restore(&first.save().unwrap().unwrap()).unwrap();
        for rig in [&mut first, &mut second] {
            rig.read("gps", &[0.01, 0.0, -1.0]);
            rig.step().unwrap();
        }
        assert!(commands(&first) == commands(&second) && second.published("velocity_x") > 0.9);
    }

    fn basin(targets: Value) -> Basin<VelocityControl> {
        let params = |_| json!({"targets": targets});
        Basin::new(Pool::empty(), Sense::Nothing, &[[0.0, 0.0, -1.0]], params)
    }

    /// Velocities after each of 1,000 steps, m/s, and the last position.
    fn run(targets: Value) -> (Vec<[f64; 2]>, [f64; 3]) {
        let mut basin = basin(targets);
        let velocities = (0..1000).map(|_| {
            basin.step();
            let [x, y, _] = basin.swimmers[0].body.velocity;
            [x, y]
        });
        (velocities.collect(), basin.swimmers[0].body.position)
    }

    fn peak(velocities: &[[f64; 2]]) -> f64 {
        velocities.iter().fold(0.0, |peak, [x, _]| f64::max(peak, *x))
    }

    /// NA-EX4: Velocity control reaches 3 m/s, settles within 2 s and ends slightly below the target.
    #[test]
    fn the_velocity_overshoots_settles_and_stays_slightly_below() {
        let (velocities, _) = run(json!([[0.0, 3.0, 0.0]]));
        let (peak, last) = (peak(&velocities), velocities[999][0]);
        let settled = velocities.iter().rposition(|[x, _]| (x / last - 1.0).abs() > 0.02).unwrap();
        let settled = (settled + 1) as f64 * 0.01;
        assert!((peak - 3.527).abs() < 0.001, "peak {peak} m/s");
        assert!((last - 2.947).abs() < 0.001, "final {last} m/s");
        assert!((settled - 0.88).abs() < 0.015, "settled after {settled} s");
        assert!(velocities.iter().all(|[_, y]| *y == 0.0));
    }

    /// NA-EX4: Velocity control reaches 3 m/s, settles within 2 s and ends slightly below the target.
    #[test]
    fn the_second_overshoot_is_smaller() {
        let (velocities, _) = run(json!([[0.0, 3.0, 0.0], [5.0, 5.0, 0.0]]));
        let (second, last) = (peak(&velocities) - 5.0, velocities[999][0]);
        assert!((second - 0.327).abs() < 0.001, "second overshoot {second} m/s");
        assert!((last - 4.936).abs() < 0.001, "final {last} m/s");
    }

    /// NA-EX4: Velocity control reaches 3 m/s, settles within 2 s and ends slightly below the target.
    #[test]
    fn both_axes_keep_their_ratio() {
        let (velocities, place) = run(json!([[0.0, 3.0, 5.0]]));
        let [x, y] = velocities[999];
        assert!((x - 2.964).abs() < 0.001 && (y - 4.941).abs() < 0.001, "{x}, {y}");
        assert!((place[1] / place[0] - 5.0 / 3.0).abs() < 1e-4, "{place:?}");
    }
}
