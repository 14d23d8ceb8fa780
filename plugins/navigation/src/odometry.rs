//! Dead reckoning.

use sim_abi::prelude::*;
use std::f64::consts::PI;

/// Parameters of the odometry.
#[params]
pub struct OdometryParams {
    /// Assumed radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 1e-4)]
    wheel_radius: f64,
    /// Assumed distance between the wheels.
    #[param(default = 0.14, unit = "m", min = 1e-4)]
    track: f64,
    /// Joint of the left wheel.
    #[param(default = "left_wheel".to_string())]
    left: String,
    /// Joint of the right wheel.
    #[param(default = "right_wheel".to_string())]
    right: String,
}

/// Position and heading relative to the start, integrated from the rotation of two wheels: slip and wrong dimensions
/// cause drift.
pub struct Odometry {
    wheel_radius: f64,
    track: f64,
    joints: [JointIndex; 2],
    count: Count,
}

/// Integrated state: the pose (m, rad) and the wheels' angles at the last reading (rad).
type Count = ([f64; 3], [f64; 2]);

impl Sensor for Odometry {
    type Params = OdometryParams;

    fn new(params: OdometryParams, setup: &mut SensorSetup) -> Result<Self> {
        let names = [&params.left, &params.right];
        let joints = [setup.joint(names[0])?, setup.joint(names[1])?];
        let start = |name: &str| setup.joints().iter().find(|joint| joint.name == name).map_or(0.0, |j| j.initial);
        let count = ([0.0; 3], names.map(|name| start(name)));
        setup.channel(Channel::new("x", "m").frame("odometry"));
        setup.channel(Channel::new("y", "m").frame("odometry"));
        setup.channel(Channel::new("yaw", "rad").range(-PI, PI).frame("odometry"));
        Ok(Self { wheel_radius: params.wheel_radius, track: params.track, joints, count })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let ([x, y, yaw], last) = self.count;
        let now = self.joints.map(|joint| io.joint(joint).position);
        let [left, right] = [0, 1].map(|wheel| self.wheel_radius * (now[wheel] - last[wheel]));
        let turn = (right - left) / self.track;
        // Chord of the arc driven at constant speeds since the last reading, at half of the turn.
        let half = 0.5 * turn;
        let sinc = if half.abs() < 1e-4 { 1.0 - half * half / 6.0 } else { math::sin(half) / half };
        let chord = 0.5 * (left + right) * sinc;
        let (sin, cos) = math::sin_cos(yaw + half);
        self.count = ([x + chord * cos, y + chord * sin, wrap_angle(yaw + turn)], now);
        reading.copy_from_slice(&self.count.0);
        Ok(())
    }

    save_fields!(count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::close;

    fn robot() -> SensorRig<Odometry> {
        let joint = |name: &str, initial| Joint { name: name.into(), initial, ..Joint::default() };
        let params = json!({"wheel_radius": 0.02, "track": 0.1});
        let mut rig =
            SensorRig::mounted(params, Placement::default(), &[joint("left_wheel", 1.0), joint("right_wheel", 2.0)])
                .unwrap();
        (rig.joints[0].position, rig.joints[1].position) = (1.0, 2.0);
        rig
    }

    /// Turns the wheels by these angles (rad) between readings.
    fn drive(rig: &mut SensorRig<Odometry>, left: f64, right: f64, readings: usize) -> Vec<f64> {
        for _ in 0..readings {
            rig.joints[0].position += left / readings as f64;
            rig.joints[1].position += right / readings as f64;
            rig.sense().unwrap();
        }
        rig.sense().unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(robot);
    }

    #[test]
    fn it_starts_at_zero_wherever_the_joints_start() {
        assert_eq!(robot().sense().unwrap(), [0.0; 3]);
    }

    #[test]
    fn straight_lines_spins_and_arcs_are_counted_exactly_at_any_rate() {
        for readings in [1, 7, 1000] {
            close(&drive(&mut robot(), 10.0, 10.0, readings), &[0.2, 0.0, 0.0]);
            close(&drive(&mut robot(), -5.0, 5.0, readings), &[0.0, 0.0, 2.0]);
            // Arc of radius 0.05 · (r + l)/(r − l) = 0.15 m over 1 rad.
            let arc = [0.15 * 1.0_f64.sin(), 0.15 * (1.0 - 1.0_f64.cos()), 1.0];
            close(&drive(&mut robot(), 5.0, 10.0, readings), &arc);
        }
    }

    #[test]
    fn a_square_closes() {
        let mut rig = robot();
        let quarter = 0.25 * PI * 0.1 / 0.02;
        for _ in 0..4 {
            drive(&mut rig, 30.0, 30.0, 10);
            drive(&mut rig, -quarter, quarter, 10);
        }
        close(&rig.sense().unwrap(), &[0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_restored_count_goes_on() {
        let (mut first, mut second) = (robot(), robot());
        drive(&mut first, 3.0, 8.0, 5);
        second.restore(&first.save().unwrap().unwrap()).unwrap();
        second.joints = first.joints.clone();
        assert_eq!(drive(&mut first, 1.0, 2.0, 3), drive(&mut second, 1.0, 2.0, 3));
    }
}
