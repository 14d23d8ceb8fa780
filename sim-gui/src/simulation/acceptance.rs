//! Status of the scene's acceptance conditions.

use sim_core::engine::Verdict;
use sim_runner::{Command, Frame, RunState, Runner, Structure};
use std::time::{Duration, Instant};

/// Polling interval while the simulation runs.
const PERIOD: Duration = Duration::from_millis(500);

/// The latest verdicts.
#[derive(Default)]
pub struct Acceptance {
    verdicts: Vec<Verdict>,
    /// Time of the last request, and the tick shown then.
    asked: Option<(Instant, u64)>,
}

impl Acceptance {
    /// Stores new verdicts.
    pub fn update(&mut self, verdicts: Vec<Verdict>) {
        self.verdicts = verdicts;
    }

    /// Requests new verdicts if the run has advanced. Returns when to call again.
    pub fn follow(&mut self, frame: &Frame, structure: &Structure, runner: &Runner) -> Option<Duration> {
        let judged = structure.scene.as_ref().is_some_and(|loaded| !loaded.scene.acceptance.is_empty());
        if !judged || !matches!(frame.state, RunState::Paused | RunState::Playing | RunState::Ended(_)) {
            *self = Self::default();
            return None;
        }
        let now = Instant::now();
        let left = match self.asked {
            Some((_, tick)) if tick == frame.tick => return None,
            Some((when, _)) => PERIOD.saturating_sub(now - when),
            None => Duration::ZERO,
        };
        if left.is_zero() {
            self.asked = Some((now, frame.tick));
            runner.send(Command::Verdicts);
        }
        Some(left)
    }

    /// The latest verdicts.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }
}
