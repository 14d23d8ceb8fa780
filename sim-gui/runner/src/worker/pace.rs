//! Pacing of simulated time.

use crate::command::Speed;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Keeps simulated time at a multiple of real time, never ahead of it.
pub(super) struct Pace {
    speed: Speed,
    /// A real time and the corresponding simulated time, s.
    anchor: (Instant, f64),
}

impl Default for Pace {
    fn default() -> Self {
        Self { speed: Speed::Factor(1.0), anchor: (Instant::now(), 0.0) }
    }
}

impl Pace {
    /// A run that is further behind than this does not catch up: after a brief load on the computer, robots must not race.
    const MAX_LAG: Duration = Duration::from_millis(100);

    /// The requested speed.
    pub(super) fn speed(&self) -> Speed {
        self.speed
    }

    /// Sets the speed, starting at a simulated time (s).
    pub(super) fn set(&mut self, speed: Speed, time: f64) {
        self.speed = speed;
        self.restart(time);
    }

    /// Anchors a simulated time (s) to now.
    pub(super) fn restart(&mut self, time: f64) {
        self.anchor = (Instant::now(), time);
    }

    /// Time to wait until a simulated time (s) is due.
    pub(super) fn left(&mut self, time: f64) -> Duration {
        let Some(factor) = self.speed.factor() else { return Duration::ZERO };
        let (from, start) = self.anchor;
        let due = from + Duration::from_secs_f64(((time - start) / factor).max(0.0));
        let now = Instant::now();
        if now > due + Self::MAX_LAG {
            self.anchor = (now, time);
        }
        due.saturating_duration_since(now)
    }
}

/// Real-time factor over the last second.
#[derive(Default)]
pub(super) struct RealTimeFactor {
    /// Real times and simulated times, s.
    samples: VecDeque<(Instant, f64)>,
}

impl RealTimeFactor {
    const SPAN: Duration = Duration::from_secs(1);
    const SAMPLES: u32 = 16;

    /// Time is paused, or has jumped.
    pub(super) fn clear(&mut self) {
        self.samples.clear();
    }

    /// Records the simulated time of the run, s.
    pub(super) fn note(&mut self, now: Instant, time: f64) {
        let apart = Self::SPAN / Self::SAMPLES;
        if self.samples.back().is_some_and(|(last, _)| now - *last < apart) {
            return;
        }
        while self.samples.front().is_some_and(|(first, _)| now - *first > Self::SPAN) {
            self.samples.pop_front();
        }
        self.samples.push_back((now, time));
    }

    /// Simulated seconds per second, at a simulated time of the run, s.
    pub(super) fn now(&self, now: Instant, time: f64) -> f64 {
        let Some((since, from)) = self.samples.front() else { return 0.0 };
        let seconds = (now - *since).as_secs_f64();
        if seconds > 0.0 { (time - from).max(0.0) / seconds } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_far_behind_starts_over_instead_of_racing() {
        let mut pace = Pace { speed: Speed::Factor(10.0), anchor: (Instant::now() - Duration::from_secs(5), 0.0) };
        assert_eq!(pace.left(1.0), Duration::ZERO, "it was due long ago");
        let left = pace.left(2.0);
        assert!(left > Duration::from_millis(50) && left <= Duration::from_millis(100), "{left:?}");
    }

    #[test]
    fn the_factor_is_that_of_the_last_second() {
        let mut factor = RealTimeFactor::default();
        let start = Instant::now();
        // One second of real time, then one at three times its speed.
        let at = |n: u32| start + Duration::from_millis(n.into());
        (0..=1000).step_by(10).for_each(|n| factor.note(at(n), f64::from(n) / 1000.0));
        assert!((factor.now(at(1000), 1.0) - 1.0).abs() < 0.05);
        (1000..=2000).step_by(10).for_each(|n| factor.note(at(n), 1.0 + f64::from(n - 1000) * 3.0 / 1000.0));
        let fast = factor.now(at(2000), 4.0);
        assert!((fast - 3.0).abs() < 0.15, "{fast}");
        factor.clear();
        assert_eq!(factor.now(at(2000), 4.0), 0.0);
    }
}
