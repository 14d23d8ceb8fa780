//! Quantities of a robot's state, and the state needed to compute them over time.

use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// Radius of curvature of a straight path, m, and maximum reported radius.
pub const STRAIGHT: f64 = 1e9;

/// A quantity of a robot's state; the number is its index in [`Motion`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quantity {
    X,
    Y,
    Z,
    Roll,
    Pitch,
    Yaw,
    Vx,
    Vy,
    Vz,
    Speed,
    Wz,
    Path,
    Radius,
}

impl Quantity {
    /// All quantities with names and units, in the order of their numbers.
    pub const ALL: [(&str, &str, Quantity); 13] = [
        ("x", "m", Quantity::X),
        ("y", "m", Quantity::Y),
        ("z", "m", Quantity::Z),
        ("roll", "rad", Quantity::Roll),
        ("pitch", "rad", Quantity::Pitch),
        ("yaw", "rad", Quantity::Yaw),
        ("vx", "m/s", Quantity::Vx),
        ("vy", "m/s", Quantity::Vy),
        ("vz", "m/s", Quantity::Vz),
        ("speed", "m/s", Quantity::Speed),
        ("wz", "rad/s", Quantity::Wz),
        ("path", "m", Quantity::Path),
        ("radius", "m", Quantity::Radius),
    ];

    /// SI unit.
    pub fn unit(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The quantities of one robot as of the last step; the next step needs nothing else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Motion {
    values: [f64; Quantity::ALL.len()],
    /// Whether a step has been taken.
    begun: bool,
}

impl Motion {
    /// Value of a quantity, in its unit.
    pub fn get(&self, quantity: Quantity) -> f64 {
        self.values[quantity as usize]
    }

    /// Updates the quantities with the state after a further period `dt` (s).
    pub fn step(&mut self, state: &BodyState, dt: f64) {
        let [x, y, z]: [f64; 3] = state.pose.translation.vector.into();
        let [vx, vy, vz]: [f64; 3] = state.linear_velocity.into();
        let (roll, pitch, _) = state.pose.rotation.euler_angles();
        let (yaw, path, radius) = if self.begun {
            let last_yaw = self.get(Quantity::Yaw);
            let distance = math::hypot(x - self.get(Quantity::X), y - self.get(Quantity::Y));
            let last = [self.get(Quantity::Vx), self.get(Quantity::Vy)];
            (
                last_yaw + wrap_angle(state.yaw() - last_yaw),
                self.get(Quantity::Path) + distance,
                radius(last, [vx, vy], dt),
            )
        } else {
            (state.yaw(), 0.0, STRAIGHT)
        };
        let (speed, wz) = (math::hypot(vx, vy), state.angular_velocity.z);
        self.values = [x, y, z, roll, pitch, yaw, vx, vy, vz, speed, wz, path, radius];
        self.begun = true;
    }
}

/// speed³/|v × a| (m) half a period ago, where the mean of the two velocities (m/s) approximates v and their difference
/// a·dt; the product v × a·dt is that of the two velocities.
fn radius(last: [f64; 2], now: [f64; 2], dt: f64) -> f64 {
    let speed = math::hypot(last[0] + now[0], last[1] + now[1]) / 2.0;
    let turned = (last[0] * now[1] - last[1] * now[0]).abs() / dt;
    if turned > 0.0 { (math::powi(speed, 3) / turned).min(STRAIGHT) } else { STRAIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn quantities_stand_at_their_numbers() {
        for (index, (name, _, quantity)) in Quantity::ALL.into_iter().enumerate() {
            assert_eq!(quantity as usize, index, "{name}");
        }
    }

    #[test]
    fn a_state_is_reported_in_world_axes() {
        let pose = Pose::from_parts(Vec3::new(1.0, -2.0, 3.0).into(), Rotation::from_euler_angles(0.3, -0.2, 2.5));
        let (linear_velocity, angular_velocity) = (Vec3::new(3.0, -4.0, 0.5), Vec3::new(0.1, 0.2, -0.7));
        let mut motion = Motion::default();
        motion.step(&BodyState { pose, linear_velocity, angular_velocity }, 0.01);
        let expected = [1.0, -2.0, 3.0, 0.3, -0.2, 2.5, 3.0, -4.0, 0.5, 5.0, -0.7, 0.0, STRAIGHT];
        for ((name, _, quantity), expected) in Quantity::ALL.into_iter().zip(expected) {
            assert!((motion.get(quantity) - expected).abs() < 1e-12, "{name} is {}", motion.get(quantity));
        }
    }

    /// Two and a half turns to the right or left on a circle of radius 2 m, in 1000 steps of 0.01 s.
    fn circle(sense: f64) -> Motion {
        let mut motion = Motion::default();
        let rate = sense * 2.5 * TAU / 10.0;
        for step in 0..=1000 {
            let angle = rate * 0.01 * f64::from(step);
            let (sin, cos) = angle.sin_cos();
            let pose = Pose::new(Vec3::new(2.0 * cos, 2.0 * sin, 0.1 * angle), Vec3::z() * angle);
            let linear_velocity = Vec3::new(-sin, cos, 0.1) * (2.0 * rate);
            motion.step(&BodyState { pose, linear_velocity, ..BodyState::default() }, 0.01);
        }
        motion
    }

    #[test]
    fn on_a_circle_yaw_goes_on_and_path_and_radius_are_those_of_the_circle() {
        for sense in [1.0, -1.0] {
            let motion = circle(sense);
            assert!((motion.get(Quantity::Yaw) - sense * 2.5 * TAU).abs() < 1e-9);
            assert!((motion.get(Quantity::Path) - 10.0 * TAU / 2.0).abs() < 1e-3, "{}", motion.get(Quantity::Path));
            assert!((motion.get(Quantity::Radius) - 2.0).abs() < 1e-3, "{}", motion.get(Quantity::Radius));
        }
    }

    #[test]
    fn neither_rest_nor_a_straight_path_has_a_radius() {
        for speed in [0.0, 1.5] {
            let mut motion = Motion::default();
            let linear_velocity = Vec3::new(speed, 0.0, 0.3);
            (0..3).for_each(|_| motion.step(&BodyState { linear_velocity, ..BodyState::default() }, 0.01));
            assert_eq!(motion.get(Quantity::Radius), STRAIGHT);
        }
        assert_eq!(radius([1.0, 0.0], [1.0, 1e-14], 0.01), STRAIGHT, "a nearly straight path counts as straight");
    }
}
