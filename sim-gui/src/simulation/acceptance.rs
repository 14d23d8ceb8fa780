//! How the acceptance conditions of the scene stand.

use sim_core::engine::Verdict;
use sim_runner::{Command, Frame, RunState, Runner, Structure};
use std::time::{Duration, Instant};

/// How often the simulation is asked while time runs.
const PERIOD: Duration = Duration::from_millis(500);

/// What the simulation has said of the conditions the last time.
#[derive(Default)]
pub struct Acceptance {
    verdicts: Vec<Verdict>,
    /// When it was asked the last time, and the tick that was shown then.
    asked: Option<(Instant, u64)>,
}

impl Acceptance {
    /// Forgets what was said: the scene is another one.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Takes what the simulation says.
    pub fn hear(&mut self, verdicts: Vec<Verdict>) {
        self.verdicts = verdicts;
    }

    /// Asks the simulation where the run has gone on since the last time. Returns when to look again.
    pub fn follow(&mut self, frame: &Frame, structure: &Structure, runner: &Runner) -> Option<Duration> {
        let judged = structure.scene.as_ref().is_some_and(|loaded| !loaded.scene.acceptance.is_empty());
        if !judged || !matches!(frame.state, RunState::Paused | RunState::Playing | RunState::Ended(_)) {
            self.forget();
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

    /// What the simulation has said the last time.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }
}
