//! A service that reduces signals of a run to single numbers: how far, how fast, when, how often.
//!
//! `monitor/measures` publishes one value per measure, under the name of the measure:
//!
//! ```text
//! (name: "measures", id: "monitor/measures", params: (measures: [
//!     (name: "greatest_depth", of: [("anna.z", -1)], kind: Max),
//!     (name: "apart", of: [("anna.gps.x", 1), ("bert.gps.x", -1)], absolute: true, kind: Min, from: 5),
//!     (name: "sinking_speed", of: [("anna.vz", -1)], kind: First,
//!         when: (of: [("anna.z", 1)], level: -1, direction: Falls, delay: 0.5)),
//!     (name: "depth_to_spare", of: [("greatest_depth", -1)], offset: 30),
//! ]))
//! ```
//!
//! # Signals
//!
//! A signal is a sum of terms, each a name and a factor. A name is one of
//!
//! - `robot.part.channel`: a reading (with noise), a command or a published value,
//! - `robot.` and one of `x`, `y`, `z` (m), `roll`, `pitch`, `yaw` (rad), `vx`, `vy`, `vz`, `speed` (m/s), `wz`
//!   (rad/s), `path`, `radius` (m): the true state of the robot's origin in world axes, where `yaw` goes on beyond ±π,
//!   `speed` is that in the horizontal plane, `path` the way in that plane since the first step, and `radius` the
//!   radius of curvature of this way between the last two steps, 1e9 m where it is straight, at rest, and at the first
//!   step,
//! - `time` (s),
//! - the name of an earlier measure: its value in this step.
//!
//! # Samples
//!
//! The service takes a sample of each signal whenever it runs: at the end of each tick, or at the end of every so many
//! if the scene gives it a period. States are those of this moment; readings were taken at the beginning of the tick or
//! before, so a reading is one step behind the state, or more if its sensor has a period. A sample that is not finite
//! does not count.
//!
//! A sample counts if its time is from `from` to `until`, both included, and, with `when`, if it is due. Of samples at
//! a passage none is interpolated: a signal passes its level at the first sample beyond it, if it was on the other side
//! before; samples on the level itself belong to neither side. A trigger that passes its level at the time t makes the
//! first sample due that is not before t + `delay`; without delay, that of the same step. Triggers watch their signal
//! from the first step on, also outside `from` … `until`. Crossings, rises, time above the level and linearity are
//! those of the samples that count, as if there were no others.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod measures;
mod motion;
mod passing;
mod signal;
mod tally;

use measures::Measures;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Reduces signals of a run to single numbers: extremes, means, times, counts.
    service "monitor/measures" = Measures;
}
