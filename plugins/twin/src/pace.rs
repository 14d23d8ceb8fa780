//! Checks that simulated time keeps pace with real time, as the other end of a channel expects.

use sim_abi::prelude::*;
use std::time::Instant;

/// Maximum lead of simulated time over real time, s.
const AHEAD: f64 = 1.0;

/// Compares simulated time with real time since a channel was opened.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// When it was opened, in real time and in simulated time, s.
    opened: Option<(Instant, f64)>,
    has_warned: bool,
}

impl Pace {
    /// Records that the channel was opened at this simulated time, s.
    pub fn opened(&mut self, time: f64, now: Instant) {
        self.opened = Some((now, time));
    }

    /// Records that the channel was closed.
    pub fn closed(&mut self) {
        self.opened = None;
    }

    /// Warns once if simulated time runs ahead; the message contains `consequence`.
    pub fn check(&mut self, io: &ServiceIo, consequence: &str) {
        if let Some(ahead) = self.warning(io.time(), Instant::now()) {
            let text =
                format!("simulated time is {ahead:.1} s ahead of real time: {consequence}; run with `--speed 1`");
            io.log(LogLevel::Warn, text);
        }
    }

    /// Returns the lead of simulated time over real time, s, if it deserves a warning; only once.
    fn warning(&mut self, time: f64, now: Instant) -> Option<f64> {
        let (real, simulated) = self.opened.filter(|_| !self.has_warned)?;
        let ahead = time - simulated - now.saturating_duration_since(real).as_secs_f64();
        self.has_warned = ahead > AHEAD;
        self.has_warned.then_some(ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn simulated_time_far_ahead_is_reported_once() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        assert_eq!(pace.warning(100.0, start), None, "no channel yet");
        pace.opened(100.0, start);
        for (time, real) in [(100.0, 0.0), (110.0, 10.0), (110.99, 10.0), (111.0, 60.0)] {
            assert_eq!(pace.warning(time, after(real)), None, "{time} s after {real} s");
        }
        pace.closed();
        assert_eq!(pace.warning(500.0, after(61.0)), None, "no open channel");
        pace.opened(500.0, after(61.0));
        assert_eq!(pace.warning(501.0, after(61.0)), None);
        let ahead = pace.warning(502.5, after(61.5)).unwrap();
        assert!((ahead - 2.0).abs() < 1e-6, "{ahead} s");
        assert_eq!(pace.warning(600.0, after(61.6)), None, "already reported");
        pace.opened(600.0, after(62.0));
        assert_eq!(pace.warning(700.0, after(62.0)), None, "already reported");
    }
}
