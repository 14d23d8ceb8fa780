//! Acceptance conditions.

use sim_core::engine::Outcome;
use sim_core::words::counted;

pub const PANEL: &str = "Results";
pub const NONE: &str = "The scene has no acceptance conditions. Insert one with Ctrl+I, `condition`.";
pub const SELECT: &str = "Click to select what it is about and to see it.";
pub const GO_THERE: &str = "Click to go there: the run begins again and goes on to this moment.";
pub const RECORDING: &str = "End the recording first: the run begins again to go there.";
/// What a condition is, how it stands, when that came about, and what was seen.
pub const COLUMNS: [&str; 4] = ["Condition", "Result", "Moment", "Seen"];

pub fn count(met: usize, all: usize) -> String {
    format!("{met} of {} met", counted(all, "condition"))
}

pub fn outcome(outcome: Outcome, ended: bool) -> &'static str {
    match outcome {
        Outcome::Met => "met",
        Outcome::Missed if ended => "missed",
        Outcome::Missed => "not met so far",
    }
}

/// A moment of the run, s.
pub fn moment(seconds: f64) -> String {
    format!("{seconds:.3} s")
}

/// What the button of a condition's name is called.
pub fn show(condition: &str) -> String {
    format!("Show what {condition} is about")
}

/// What the button of a moment is called.
pub fn go_to(condition: &str) -> String {
    format!("Go to the moment of {condition}")
}
