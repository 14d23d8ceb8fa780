//! How the acceptance conditions of the scene stand.

use crate::text;
use egui::{Grid, Ui};
use sim_core::engine::{Outcome, Verdict};
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

    /// Shows how many conditions are met, and each of them on a click.
    pub fn show(&self, ui: &mut Ui, ended: bool) {
        if self.verdicts.is_empty() {
            return;
        }
        let met = self.verdicts.iter().filter(|verdict| verdict.outcome == Outcome::Met).count();
        ui.menu_button(text::acceptance::count(met, self.verdicts.len()), |ui| {
            Grid::new("conditions").num_columns(3).spacing([12.0, 2.0]).show(ui, |ui| {
                for verdict in &self.verdicts {
                    let color = match verdict.outcome {
                        Outcome::Met => ui.visuals().text_color(),
                        Outcome::Missed if ended => ui.visuals().error_fg_color,
                        Outcome::Missed => ui.visuals().weak_text_color(),
                    };
                    ui.label(&verdict.name);
                    ui.colored_label(color, text::acceptance::outcome(verdict.outcome, ended));
                    ui.label(&verdict.seen);
                    ui.end_row();
                }
            });
        });
        ui.separator();
    }
}
