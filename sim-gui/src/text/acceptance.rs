//! Acceptance conditions.

use super::{Text, text};
use sim_core::engine::Outcome;

pub const PANEL: Text = text("acceptance-panel");
pub const NONE: Text = text("acceptance-none");
pub const SELECT: Text = text("acceptance-select");
pub const GO_THERE: Text = text("acceptance-go-there");
pub const RECORDING: Text = text("acceptance-recording");
/// Column titles: condition, status, time and observed value.
pub const COLUMNS: [Text; 4] = [
    text("acceptance-columns-1"),
    text("acceptance-columns-2"),
    text("acceptance-columns-3"),
    text("acceptance-columns-4"),
];

pub fn count(met: usize, all: usize) -> String {
    say!("acceptance-count", met, all)
}

pub fn outcome(outcome: Outcome, ended: bool) -> Text {
    match outcome {
        Outcome::Passed => text("acceptance-met"),
        Outcome::Failed if ended => text("acceptance-missed"),
        Outcome::Failed => text("acceptance-not-met"),
    }
}

/// A time in the run, s.
pub fn moment(seconds: f64) -> String {
    say!("acceptance-moment", seconds = format!("{seconds:.3}"))
}

/// Label of the button with a condition's name.
pub fn show(condition: &str) -> String {
    say!("acceptance-show", condition)
}

/// Label of the button that goes to a time.
pub fn go_to(condition: &str) -> String {
    say!("acceptance-go-to", condition)
}
