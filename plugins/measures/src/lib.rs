//! A service that reduces signals of a run to single numbers: distances, speeds, times, counts.
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
//!   (rad/s), `path`, `radius` (m): the true state of the robot's origin in world axes, where `yaw` is unwrapped beyond
//!   ±π, `speed` is horizontal, `path` is the horizontal distance traveled since the first step, and `radius` is the
//!   radius of curvature of the horizontal path between the last two steps, 1e9 m if it is straight, at rest, and at
//!   the first step,
//! - `time` (s),
//! - the name of an earlier measure: its value in this step.
//!
//! # Samples
//!
//! The service samples each signal whenever it runs: at the end of each tick, or of every n-th tick if the scene sets a
//! period. States are current; readings were taken at the start of the tick or earlier, so a reading lags the state by
//! one step, or more if its sensor has a period. Non-finite samples are ignored.
//!
//! A sample counts if its time is from `from` to `until`, inclusive, and, with `when`, if it is due. Crossings are not
//! interpolated: a signal crosses its level at the first sample beyond it, if it was on the other side before; samples
//! on the level itself belong to neither side. A trigger whose signal crosses its level at the time t makes the first
//! sample at or after t + `delay` due; without delay, that of the same step. Triggers watch their signal from the first
//! step on, even outside `from` … `until`. Crossings, rises, time above the level and linearity are computed from the
//! counted samples only.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod measures;
mod motion;
mod passing;
mod signal;
mod tally;

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// Reduces signals of a run to single numbers: extremes, means, times, counts.
    service "monitor/measures" = measures::Measures;
}
