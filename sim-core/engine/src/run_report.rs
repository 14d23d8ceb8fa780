//! What a run has to report.

use super::command_limits::LimitedCommand;
use super::fault::Fault;
use super::log::LogLine;

/// Events of a run so far.
pub(super) struct RunReport {
    /// All faults.
    pub(super) faults: Vec<Fault>,
    /// Lines that components have written and that were not taken yet.
    pub(super) log: Vec<LogLine>,
    /// The first clamped command of each robot. Capacity: one entry per robot.
    pub(super) limited: Vec<LimitedCommand>,
    /// Number of times any two bodies began to touch, without ground.
    pub(super) collisions: u64,
    /// The reason if a service has ended the run.
    pub(super) stopped: Option<String>,
}

impl RunReport {
    /// Without events, for this number of robots.
    pub(super) fn of_robots(robots: usize) -> Self {
        let limited = Vec::with_capacity(robots);
        Self { faults: Vec::new(), log: Vec::new(), limited, collisions: 0, stopped: None }
    }
}
