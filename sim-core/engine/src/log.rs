//! Log lines of components, and the limit on their number.

use super::Simulation;
use sim_abi::ffi::types::LogLevel;
use std::cell::Cell;
use std::sync::Arc;

/// A line that a component wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// Simulated time at the start of the tick, s.
    pub time: f64,
    /// Robot, or empty for a service.
    pub robot: Arc<str>,
    /// Component that wrote it.
    pub component: Arc<str>,
    /// Level.
    pub level: LogLevel,
    /// Its text.
    pub text: String,
}

impl LogLine {
    /// A line of the engine about the whole run.
    pub(super) fn of_engine(time: f64, level: LogLevel, text: String) -> Self {
        Self { time, robot: Arc::from(""), component: Arc::from("engine"), level, text }
    }
}

/// Maximum number of lines that a component may write per second of simulated time; the rest is counted.
pub const MAX_LINES: u32 = 1000;

/// Log lines of a component in the current second of simulated time.
#[derive(Debug, Default)]
pub(super) struct LogLimit {
    second: Cell<u64>,
    lines: Cell<u32>,
    /// Number of dropped lines not reported yet.
    left_out: Cell<u64>,
}

impl LogLimit {
    /// Whether a line may be written at this time (s). Counts the line either way.
    pub(super) fn admits(&self, time: f64) -> bool {
        let second = time.max(0.0) as u64;
        if self.second.replace(second) != second {
            self.lines.set(0);
        }
        if self.lines.get() < MAX_LINES {
            self.lines.set(self.lines.get() + 1);
            return true;
        }
        self.left_out.set(self.left_out.get() + 1);
        false
    }

    /// The report on dropped lines, returned once.
    pub(super) fn left_out(&self) -> Option<String> {
        let count = self.left_out.take();
        (count > 0).then(|| format!("{count} more lines dropped: limit is {MAX_LINES} per second of simulated time"))
    }
}

impl Simulation {
    /// Reports how many log lines were dropped.
    pub(super) fn report_left_out(&mut self) {
        let time = self.time();
        let no_robot: Arc<str> = Arc::from("");
        let movers = self
            .movers
            .iter()
            .flat_map(|mover| mover.components.origins().map(move |origin| (&mover.identity.name, origin)));
        let services = self.services.iter().map(|service| (&no_robot, &*service.slot.origin));
        for (robot, origin) in movers.chain(services) {
            if let Some(text) = origin.log_limit.left_out() {
                let (robot, component) = (robot.clone(), origin.name.clone());
                self.report.log.push(LogLine { time, robot, component, level: LogLevel::Warn, text });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_so_many_lines_and_the_rest_is_counted() {
        let log_limit = LogLimit::default();
        let admitted = |time: f64| (0..1500).filter(|_| log_limit.admits(time)).count();
        assert_eq!(admitted(0.1), 1000);
        assert_eq!(admitted(0.9), 0);
        assert!(log_limit.left_out().unwrap().starts_with("2000 more lines"));
        assert_eq!(log_limit.left_out(), None);
        assert_eq!(admitted(1.0), 1000);
        assert!(log_limit.left_out().unwrap().starts_with("500 more lines"));
    }
}
