//! Estimates position and velocity from noisy positions: predicts the motion from the motor commands and corrects it
//! with each reading.

use super::laws::{MASSES, Motion};
use crate::standard::Motor;
use sim_abi::prelude::*;

/// Drag coefficients forward, left and up, N·s²/m².
const DRAGS: [f64; 3] = [0.07, 0.28, 0.22];

/// A sensor reading.
pub struct Reading {
    /// Position, m.
    pub at: [f64; 3],
    /// Yaw, counterclockwise from x, rad.
    pub yaw: f64,
    /// Time since the last reading, s.
    pub dt: f64,
}

/// Returns the motion at a reading. `bandwidth` is the tracking bandwidth of the estimate, rad/s; 0 uses the measured
/// positions and their differences as velocity. `commands` are those of the front, bottom and tail motors since the
/// last reading; `weight` is the net weight in air, N.
///
/// The correction is a critically damped second-order filter (E. Brookner, *Tracking and Kalman Filtering Made Easy*,
/// 1998, section 1.2.6). The prediction is the planar and vertical motion of the level vehicle.
pub fn observed(last: &Motion, reading: &Reading, bandwidth: f64, commands: [f64; 3], weight: f64) -> Motion {
    let Reading { yaw, dt, .. } = *reading;
    let yaw_rate = wrap_angle(yaw - last.yaw) / dt;
    if bandwidth <= 0.0 {
        let velocity = std::array::from_fn(|axis| (reading.at[axis] - last.at[axis]) / dt);
        return Motion { at: reading.at, velocity, yaw, yaw_rate };
    }
    let forgetting = math::exp(-bandwidth * dt);
    let [of_place, of_velocity] = [1.0 - forgetting * forgetting, (1.0 - forgetting) * (1.0 - forgetting)];
    let predicted = predicted(last, yaw, yaw_rate, dt, commands, weight);
    let (mut at, mut velocity) = (last.at, predicted);
    for axis in 0..3 {
        let expected = last.at[axis] + (last.velocity[axis] + predicted[axis]) / 2.0 * dt;
        let error = reading.at[axis] - expected;
        at[axis] = expected + of_place * error;
        velocity[axis] += of_velocity * error / dt;
    }
    Motion { at, velocity, yaw, yaw_rate }
}

/// Velocity after a time, m/s, world axes.
fn predicted(last: &Motion, yaw: f64, yaw_rate: f64, dt: f64, commands: [f64; 3], weight: f64) -> [f64; 3] {
    let (sin, cos) = math::sin_cos(last.yaw);
    let [vx, vy, up] = last.velocity;
    let [forward, left] = [vx * cos + vy * sin, vy * cos - vx * sin];
    let drag = |axis: usize, speed: f64| DRAGS[axis] * speed.abs() * speed;
    let [front, bottom, tail] = commands;
    let push = [
        Motor::FRONT.force(front) + MASSES[1] * left * yaw_rate - drag(0, forward),
        Motor::TAIL.force(tail) - MASSES[0] * forward * yaw_rate - drag(1, left),
        -Motor::BOTTOM.force(bottom) - weight - drag(2, up),
    ];
    let [forward, left, up] =
        [(forward, 0), (left, 1), (up, 2)].map(|(speed, axis)| speed + push[axis] / MASSES[axis] * dt);
    let (sin, cos) = math::sin_cos(yaw);
    [forward * cos - left * sin, forward * sin + left * cos, up]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_noise_and_bandwidth_velocity_is_the_difference_of_positions() {
        let last = Motion { at: [1.0, 2.0, 3.0], velocity: [9.0; 3], yaw: 3.1, yaw_rate: 0.0 };
        let reading = Reading { at: [1.1, 2.0, 2.9], yaw: -3.1, dt: 0.1 };
        let motion = observed(&last, &reading, 0.0, [1.0; 3], 0.01);
        assert_eq!(motion.at, reading.at);
        let expected = [1.0, 0.0, -1.0];
        assert!(motion.velocity.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{motion:?}");
        assert!((motion.yaw_rate - (std::f64::consts::TAU - 6.2) / 0.1).abs() < 1e-9);
    }

    /// Ground-truth motion of a level vehicle after a time, integrated in small steps.
    fn moved(mut motion: Motion, commands: [f64; 3], weight: f64, yaw_rate: f64, dt: f64) -> Motion {
        const PARTS: u32 = 100;
        let part = dt / f64::from(PARTS);
        for _ in 0..PARTS {
            let yaw = motion.yaw + yaw_rate * part;
            let velocity = predicted(&motion, yaw, yaw_rate, part, commands, weight);
            let at =
                std::array::from_fn(|axis| motion.at[axis] + (motion.velocity[axis] + velocity[axis]) / 2.0 * part);
            motion = Motion { at, velocity, yaw, yaw_rate };
        }
        motion
    }

    #[test]
    fn the_prediction_is_the_motion_that_is_solved() {
        // Forward at half of 40 mN against drag: v = v∞ tanh(t / τ); the bottom motor carries the weight.
        let rest = Motion { at: [0.0; 3], velocity: [0.0; 3], yaw: std::f64::consts::FRAC_PI_2, yaw_rate: 0.0 };
        let [x, y, z] = moved(rest, [0.5, -0.010 / 0.045, 0.0], 0.010, 0.0, 3.2).velocity;
        let limit = (0.020_f64 / 0.07).sqrt();
        let expected = limit * (3.2 * 0.020 / (0.217 * limit)).tanh();
        assert!(x.abs() < 1e-9 && z.abs() < 1e-9 && (y - expected).abs() < 1e-3, "{x} {y} {z}, not {expected}");
    }

    /// BL-S2: With noise and other starts, 20 of 20 flights dock within 450 s.
    #[test]
    fn the_estimate_keeps_up_with_a_vehicle_that_turns_and_averages_noise() {
        let commands = [0.6, -0.3, 0.1];
        let rest = Motion { at: [1.0, 2.0, 3.0], velocity: [0.0; 3], yaw: 0.5, yaw_rate: 0.0 };
        // Readings with an error of one centimeter, alternating between sides.
        for (noise, within) in [(0.0, 2e-3), (0.01, 6e-3)] {
            let (mut truth, mut estimate) = (rest, rest);
            let mut worst = 0.0_f64;
            for cycle in 0..600 {
                truth = moved(truth, commands, 0.010, 0.15, 0.032);
                let off = if cycle % 2 == 0 { noise } else { -noise };
                let reading = Reading { at: truth.at.map(|place| place + off), yaw: truth.yaw, dt: 0.032 };
                estimate = observed(&estimate, &reading, 1.0, commands, 0.010);
                let error = (0..3).map(|axis| (estimate.velocity[axis] - truth.velocity[axis]).abs());
                worst = error.fold(worst, f64::max);
            }
            assert!(worst < within, "{noise} m of noise: {worst} m/s, while differences would be off by 0.6 m/s");
        }
    }
}
