//! How long the process of a library is waited for.

use crate::plugins::platform::Effort;
use std::time::{Duration, Instant};

/// Waiting for a process to do something.
pub(super) struct Wait {
    process: u32,
    started: Instant,
    deadline: Duration,
    /// How long it may take.
    allowed: Duration,
    prolonged: u32,
    /// What the process had computed when it was waited for a moment.
    before: Option<(Duration, Effort)>,
}

impl Wait {
    /// How often the deadline of a process is prolonged that others keep from the processor.
    const MOST_PROLONGED: u32 = 2;

    pub(super) fn new(process: u32, deadline: Duration) -> Self {
        Self { process, started: Instant::now(), deadline, allowed: deadline, prolonged: 0, before: None }
    }

    /// How long to sleep before this is asked again; none when it is too late.
    pub(super) fn left(&mut self) -> Option<Duration> {
        let elapsed = self.started.elapsed();
        let moment = self.deadline / 8;
        if elapsed < moment {
            return Some(moment - elapsed);
        }
        let before = self.before.unwrap_or_else(|| {
            // This thread may have been kept from the processor, too.
            self.allowed = self.allowed.max(elapsed + moment);
            (elapsed, Effort::of(self.process))
        });
        self.before = Some(before);
        let left = self.allowed.saturating_sub(elapsed);
        if !left.is_zero() {
            return Some(left.min(moment));
        }
        // Where other programs have the processor, the process could not do better.
        let starved = Effort::of(self.process).is_starved_since(&before.1, elapsed - before.0);
        if !starved || self.prolonged >= Self::MOST_PROLONGED {
            return None;
        }
        (self.allowed, self.prolonged) = (self.allowed + self.deadline, self.prolonged + 1);
        Some(moment)
    }
}
