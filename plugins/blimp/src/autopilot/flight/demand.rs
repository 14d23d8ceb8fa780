//! Force and moment demands in each state.

use super::Flight;
use crate::autopilot::course::{Kind, Target};
use crate::autopilot::laws::{Along, Demand, Gains, Motion};
use crate::autopilot::memory::{Memory, State};
use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

/// Minimum forward force on the path to a detour, N.
const CRUISE: f64 = 0.004;
/// Force below which a position counts as held, N.
const DEAD_BAND: f64 = 0.0008;
/// Horizontal distance from the end of the mission within which the blimp keeps its heading, m: turning toward a nearby
/// point would make it circle.
const PARKED: f64 = 0.5;
/// Hysteresis between flying forward and backward to a point, rad.
const REVERSAL: f64 = 0.3;
/// Weight of a new turn rate in the filter, and the maximum turn rate, rad/s.
const TURNING: (f64, f64) = (0.1, 0.8);

impl Flight {
    /// Returns the demand on the motors.
    pub(super) fn demand(&self, memory: &mut Memory, motion: &Motion, dt: f64) -> Demand {
        let params = &self.params;
        let along = memory.leg.along(motion);
        match memory.state {
            State::SeekAngle => {
                let gains = &params.seek_angle;
                let heading = memory.leg.course().unwrap_or(motion.yaw);
                Demand {
                    forward: -gains.brake * motion.forward(),
                    up: gains.up(motion, memory.leg.from[2], 0.0, params.trim),
                    left: gains.left(motion, heading, 0.0, 0.0),
                }
            }
            State::Advance => self.along(&params.advance, memory, motion, &along, dt),
            State::Dock if memory.is_last() => self.along(&params.dock, memory, motion, &along, dt),
            State::Dock => self.back(&params.dock, memory, motion, &along),
            State::Hold | State::Blocked => self.hold(memory, motion, dt),
            State::Rest | State::Manual => Demand::default(),
        }
    }

    fn along(&self, gains: &Gains, memory: &mut Memory, motion: &Motion, along: &Along, dt: f64) -> Demand {
        let course = memory.leg.course().unwrap_or(motion.yaw);
        let is_detour = matches!(memory.stack.last(), Some(Target { kind: Kind::Detour(_), .. }));
        let mut forward = gains.along(motion, along.ahead);
        if is_detour && along.ahead > 0.0 {
            forward = forward.max(CRUISE);
        }
        memory.integrals[0] += along.left * dt;
        let heading = gains.heading(course, along, memory.integrals[0]);
        memory.integrals[1] += wrap_angle(heading - motion.yaw) * dt;
        Demand {
            forward,
            up: gains.up(
                motion,
                memory.leg.height(along.ahead),
                memory.leg.climb(motion, along.ahead),
                self.params.trim,
            ),
            left: gains.left(motion, heading, 0.0, memory.integrals[1]),
        }
    }

    /// Flies along a leg tail first.
    fn back(&self, gains: &Gains, memory: &Memory, motion: &Motion, along: &Along) -> Demand {
        let course = memory.leg.course().unwrap_or(motion.yaw + PI);
        Demand {
            forward: gains.along(motion, -along.ahead),
            up: gains.up(motion, memory.leg.height(along.ahead), 0.0, self.params.trim),
            left: gains.left(motion, gains.heading(course, along, 0.0) + PI, 0.0, 0.0),
        }
    }

    /// Holds the end of the leg: a force toward it, along which the nose or the tail points.
    fn hold(&self, memory: &mut Memory, motion: &Motion, dt: f64) -> Demand {
        let gains = &self.params.hold;
        let (sin, cos) = math::sin_cos(motion.yaw);
        let pivot = self.params.pivot * motion.yaw_rate;
        let place = memory.leg.to;
        let force = [
            gains.hold * (place[0] - motion.at[0]) - gains.hold_speed * (motion.velocity[0] - pivot * sin),
            gains.hold * (place[1] - motion.at[1]) - gains.hold_speed * (motion.velocity[1] + pivot * cos),
        ];
        let up = gains.up(motion, place[2], 0.0, self.params.trim);
        let holding = &mut memory.holding;
        holding.time += dt;
        let requested = memory.stack.last().and_then(|target| target.heading);
        let size = math::hypot(force[0], force[1]);
        let distance = math::hypot(place[0] - motion.at[0], place[1] - motion.at[1]);
        let is_held = size < DEAD_BAND || memory.stack.is_empty() && distance < PARKED;
        let heading = if is_held {
            requested.or(holding.heading).unwrap_or(motion.yaw)
        } else {
            let demanded = math::atan2(force[1], force[0]);
            let deviation = wrap_angle(demanded - motion.yaw).abs();
            holding.reverse =
                if holding.reverse { deviation > FRAC_PI_2 - REVERSAL } else { deviation > FRAC_PI_2 + REVERSAL };
            if holding.reverse { wrap_angle(demanded + PI) } else { demanded }
        };
        let turned = holding.heading.map_or(0.0, |last| wrap_angle(heading - last));
        // A jump to the other end of the blimp is not a turn.
        let rate = if dt > 0.0 && turned.abs() < FRAC_PI_2 { (turned / dt).clamp(-TURNING.1, TURNING.1) } else { 0.0 };
        holding.rate += TURNING.0 * (rate - holding.rate);
        holding.heading = Some(heading);
        let forward = if size < DEAD_BAND { 0.0 } else { force[0] * cos + force[1] * sin };
        Demand { forward, up, left: gains.left(motion, heading, holding.rate, 0.0) }
    }
}
