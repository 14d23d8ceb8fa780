//! Control laws: from the current and the desired motion to forces and a moment.
//!
//! Forces in N along the nose (x) and upward; the moment in N·m, positive to the left. They are divided by each motor's
//! thrust in that direction.

use crate::standard::Motor;
use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// Mass including the added mass of the air, forward, left and up, kg.
pub const MASSES: [f64; 3] = [0.217, 0.313, 0.313];
/// Lever arm of the tail motor, m.
const TAIL_ARM: f64 = 0.484;
/// Saturation of the distance along a leg, m.
const MAX_LEG_DISTANCE: f64 = 3.2;
/// Maximum heading correction toward a leg, rad.
const BEND: f64 = 0.6;
/// Saturation of the altitude error, m.
const CLIMB: f64 = 0.6;
/// Yaw damping of the vehicle, which a turn must overcome, N·m·s.
const YAW_DAMPING: f64 = 0.0079;

/// Gains of a state. Forces in N, moments in N·m.
#[params]
#[derive(Clone, Debug, PartialEq)]
pub struct Gains {
    /// Upward force per meter of altitude error.
    #[param(default = 0.1127, unit = "N/m", min = 0.0)]
    pub altitude: f64,
    /// Vertical damping force per climb rate.
    #[param(default = 0.3756, unit = "N·s/m", min = 0.0)]
    pub climb: f64,
    /// Forward force per meter of distance along the leg.
    #[param(default = 0.030, unit = "N/m", min = 0.0)]
    pub distance: f64,
    /// Forward damping force per speed.
    #[param(default = 0.16, unit = "N·s/m", min = 0.0)]
    pub brake: f64,
    /// Yaw moment per heading error.
    #[param(default = 0.060, unit = "N·m", min = 0.0)]
    pub heading: f64,
    /// Yaw damping moment per yaw rate.
    #[param(default = 0.060, unit = "N·m·s", min = 0.0)]
    pub turn: f64,
    /// Yaw moment per integrated heading error.
    #[param(default = 0.0, unit = "N·m/s", min = 0.0)]
    pub heading_integral: f64,
    /// Heading correction per meter of cross-track error.
    #[param(default = 0.5, unit = "rad/m", min = 0.0)]
    pub cross_track: f64,
    /// Heading correction per cross-track speed.
    #[param(default = 1.0, unit = "rad·s/m", min = 0.0)]
    pub cross_speed: f64,
    /// Heading correction per integrated cross-track error.
    #[param(default = 0.0, unit = "rad/(m·s)", min = 0.0)]
    pub cross_integral: f64,
    /// Position-hold force per meter.
    #[param(default = 0.016, unit = "N/m", min = 0.0)]
    pub hold: f64,
    /// Position-hold force per speed of the pivot point.
    #[param(default = 0.125, unit = "N·s/m", min = 0.0)]
    pub hold_speed: f64,
}

/// Demand on the motors: forward and upward force, N; moment to the left, N·m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    pub forward: f64,
    pub up: f64,
    pub left: f64,
}

impl Demand {
    /// Commands of the front, bottom and tail motors.
    pub fn commands(&self) -> [f64; 3] {
        [
            Motor::FRONT.command(self.forward),
            Motor::BOTTOM.command(-self.up),
            Motor::TAIL.command(-self.left / TAIL_ARM),
        ]
    }
}

/// Motion derived from the sensors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Motion {
    /// Position, m.
    pub at: [f64; 3],
    /// Velocity in world axes, m/s.
    pub velocity: [f64; 3],
    /// Yaw, counterclockwise from x, rad.
    pub yaw: f64,
    /// Yaw rate, rad/s.
    pub yaw_rate: f64,
}

impl Motion {
    /// Speed along the nose, m/s.
    pub fn forward(&self) -> f64 {
        let (sin, cos) = math::sin_cos(self.yaw);
        self.velocity[0] * cos + self.velocity[1] * sin
    }

    pub fn speed(&self) -> f64 {
        Vec3::from(self.velocity).norm()
    }
}

/// A leg of the path, from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Leg {
    /// Start, m.
    pub from: [f64; 3],
    /// End, m.
    pub to: [f64; 3],
}

/// Position relative to a leg: distance to its end, offset to the left of it, m, and speed to the left, m/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Along {
    pub ahead: f64,
    pub left: f64,
    pub left_speed: f64,
}

impl Leg {
    /// Direction of the leg seen from above, counterclockwise from x, rad; `None` for a leg of zero length.
    pub fn course(&self) -> Option<f64> {
        let [x, y] = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        (math::hypot(x, y) > 1e-6).then(|| math::atan2(y, x))
    }

    pub fn along(&self, motion: &Motion) -> Along {
        let (sin, cos) = self.course().map_or((0.0, 1.0), math::sin_cos);
        let [x, y] = [self.to[0] - motion.at[0], self.to[1] - motion.at[1]];
        let [vx, vy, _] = motion.velocity;
        Along { ahead: x * cos + y * sin, left: x * sin - y * cos, left_speed: vy * cos - vx * sin }
    }

    /// Climb rate that keeps to the straight line at the current speed along it, m/s. Without it, a blimp that climbs
    /// at 0.15 m/s would lag by half a meter.
    pub fn climb(&self, motion: &Motion, ahead: f64) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|axis| self.to[axis] - self.from[axis]);
        let length = math::hypot(x, y);
        if !(0.0..=length).contains(&ahead) || length <= 1e-6 {
            return 0.0;
        }
        z / length * (motion.velocity[0] * x + motion.velocity[1] * y) / length
    }

    /// Height of the straight line at a distance from its end, m.
    pub fn height(&self, ahead: f64) -> f64 {
        let length = math::hypot(self.to[0] - self.from[0], self.to[1] - self.from[1]);
        let part = if length > 1e-6 { (ahead / length).clamp(0.0, 1.0) } else { 0.0 };
        self.to[2] + (self.from[2] - self.to[2]) * part
    }
}

impl Gains {
    /// Upward force that tracks a height (m) that changes at a rate (m/s), with a trim (N).
    pub fn up(&self, motion: &Motion, height: f64, rate: f64, trim: f64) -> f64 {
        self.altitude * (height - motion.at[2]).clamp(-CLIMB, CLIMB) - self.climb * (motion.velocity[2] - rate) + trim
    }

    /// Moment that tracks a heading (rad) that changes at a rate (rad/s).
    pub fn left(&self, motion: &Motion, heading: f64, rate: f64, integral: f64) -> f64 {
        let error = wrap_angle(heading - motion.yaw);
        self.heading * error - self.turn * (motion.yaw_rate - rate)
            + YAW_DAMPING * rate
            + self.heading_integral * integral
    }

    /// Forward force along a leg, `ahead` meters before its end.
    pub fn along(&self, motion: &Motion, ahead: f64) -> f64 {
        self.distance * ahead.clamp(-MAX_LEG_DISTANCE, MAX_LEG_DISTANCE) - self.brake * motion.forward()
    }

    /// Heading that leads back to a leg.
    pub fn heading(&self, course: f64, along: &Along, integral: f64) -> f64 {
        let bend = self.cross_track * along.left + self.cross_speed * along.left_speed + self.cross_integral * integral;
        course - bend.clamp(-BEND, BEND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn still(at: [f64; 3], yaw: f64) -> Motion {
        Motion { at, velocity: [0.0; 3], yaw, yaw_rate: 0.0 }
    }

    /// BL-29: Three motors thrust forward, sideways and vertically; a positive vertical command pushes down.
    #[test]
    fn forces_are_divided_by_what_each_motor_gives_in_its_direction() {
        let commands = |forward, up, left| Demand { forward, up, left }.commands();
        let near = |found: [f64; 3], expected: [f64; 3]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}, not {expected:?}");
        };
        near(commands(0.020, 0.0, 0.0), [0.5, 0.0, 0.0]);
        near(commands(-0.0225, 0.0, 0.0), [-0.5, 0.0, 0.0]);
        // Positive commands of the bottom motor push down.
        near(commands(0.0, -0.0125, 0.0), [0.0, 0.5, 0.0]);
        near(commands(0.0, 0.010, 0.0), [0.0, -0.010 / 0.045, 0.0]);
        // For a left turn, the tail moves right.
        near(commands(0.0, 0.0, 0.484 * 0.025), [0.0, 0.0, -1.0]);
        near(commands(0.0, 0.0, -0.484 * 0.015), [0.0, 0.0, 0.5]);
        near(commands(9.0, f64::NAN, -9.0), [1.0, 0.0, 1.0]);
    }

    /// BL-38: Forward thrust follows the horizontal distance to the destination and brakes before arrival.
    #[test]
    fn the_force_along_a_leg_follows_its_horizontal_length_and_brakes() {
        let leg = Leg { from: [0.0; 3], to: [3.0, 4.0, 1.0] };
        let course = leg.course().unwrap();
        let gains = Gains::default();
        let at = |part: f64| still([3.0 * part, 4.0 * part, 0.0], course);
        assert!((leg.along(&at(0.0)).ahead - 5.0).abs() < 1e-12);
        assert!((gains.along(&at(0.6), leg.along(&at(0.6)).ahead) - 0.030 * 2.0).abs() < 1e-12);
        // Beyond 3.2 m, the force saturates; past the end, it reverses; a fast approach to the end brakes.
        assert!((gains.along(&at(0.0), 5.0) - 0.030 * 3.2).abs() < 1e-12);
        assert!(gains.along(&at(1.1), leg.along(&at(1.1)).ahead) < 0.0);
        let fast = Motion { velocity: [0.3, 0.4, 0.0], ..at(0.7) };
        assert!(gains.along(&fast, leg.along(&fast).ahead) < 0.0);
    }

    /// BL-37: The reference altitude follows the straight line of the leg.
    #[test]
    fn the_height_is_that_of_the_straight_line() {
        let leg = Leg { from: [0.0, 0.0, 2.0], to: [0.0, 10.0, 3.0] };
        for (ahead, height) in [(10.0, 2.0), (5.0, 2.5), (0.0, 3.0), (-1.0, 3.0), (12.0, 2.0)] {
            assert!((leg.height(ahead) - height).abs() < 1e-12);
        }
    }

    /// BL-37: The reference altitude follows the straight line of the leg.
    #[test]
    fn the_climb_rate_is_that_of_the_leg_at_the_present_speed() {
        let leg = Leg { from: [0.0, 0.0, 2.0], to: [3.0, 4.0, 3.0] };
        let motion = Motion { velocity: [0.3, 0.4, 0.0], ..still([0.0; 3], 0.0) };
        for (ahead, rate) in [(2.0, 0.1), (-0.1, 0.0), (5.1, 0.0)] {
            assert!((leg.climb(&motion, ahead) - rate).abs() < 1e-12);
        }
        assert_eq!(Leg { from: [1.0; 3], to: [1.0; 3] }.climb(&motion, 0.0), 0.0);
    }

    /// BL-39: Heading and cross-track control bring the blimp back to the leg within 0.15 m.
    #[test]
    fn the_heading_bends_back_to_the_leg_by_six_tenths_at_most() {
        let leg = Leg { from: [0.0; 3], to: [10.0, 0.0, 0.0] };
        let heading = |y: f64| Gains::default().heading(0.0, &leg.along(&still([2.0, y, 0.0], 0.0)), 0.0);
        // Left of the leg, it turns right.
        assert!((heading(0.5) + 0.25).abs() < 1e-12 && (heading(-0.5) - 0.25).abs() < 1e-12);
        assert_eq!([heading(9.0), heading(-9.0)], [-0.6, 0.6]);
    }

    /// BL-26: Orientation angles are always wrapped into one turn, from −π to π.
    #[test]
    fn angles_differ_by_less_than_half_a_turn() {
        let left = |heading: f64, yaw: f64| Gains::default().left(&still([0.0; 3], yaw), heading, 0.0, 0.0) / 0.060;
        assert!((left(3.1, -3.1) - (6.2 - std::f64::consts::TAU)).abs() < 1e-9);
        assert!((wrap_angle(3.1 - -3.1) + 0.083185307).abs() < 1e-9);
    }
}
