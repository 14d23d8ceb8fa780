//! Deadlines for waiting on the process of a library.

use crate::platform::Effort;
use std::time::{Duration, Instant};

/// A wait for a process.
pub(super) struct Wait {
    process: u32,
    started: Instant,
    deadline: Duration,
    /// Time allowed.
    allowed: Duration,
    prolonged: u32,
    /// Time and CPU usage of the process, sampled after a short wait.
    before: Option<(Duration, Effort)>,
}

impl Wait {
    /// How often the deadline is extended for a process that is starved of CPU time.
    const MAX_PROLONGED: u32 = 2;

    pub(super) fn new(process: u32, deadline: Duration) -> Self {
        Self { process, started: Instant::now(), deadline, allowed: deadline, prolonged: 0, before: None }
    }

    /// Time to sleep before the next check; `None` if the deadline has passed.
    pub(super) fn left(&mut self) -> Option<Duration> {
        let elapsed = self.started.elapsed();
        let moment = self.deadline / 8;
        if elapsed < moment {
            return Some(moment - elapsed);
        }
        let before = self.before.unwrap_or_else(|| {
            // This thread may have been starved of CPU time, too.
            self.allowed = self.allowed.max(elapsed + moment);
            (elapsed, Effort::of(self.process))
        });
        self.before = Some(before);
        let left = self.allowed.saturating_sub(elapsed);
        if !left.is_zero() {
            return Some(left.min(moment));
        }
        // If other programs keep the processor busy, the process could not have been faster.
        let starved = Effort::of(self.process).is_starved_since(&before.1, elapsed - before.0);
        if !starved || self.prolonged >= Self::MAX_PROLONGED {
            return None;
        }
        (self.allowed, self.prolonged) = (self.allowed + self.deadline, self.prolonged + 1);
        Some(moment)
    }
}
