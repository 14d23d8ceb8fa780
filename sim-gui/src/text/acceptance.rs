//! Acceptance conditions.

use super::Text;
pub use super::generated::acceptance::*;
use sim_core::engine::Outcome;

/// Column titles: condition, status, time and observed value.
pub const COLUMNS: [Text; 4] = [COLUMNS_1, COLUMNS_2, COLUMNS_3, COLUMNS_4];

pub fn outcome(outcome: Outcome, ended: bool) -> Text {
    match outcome {
        Outcome::Passed => MET,
        Outcome::Failed if ended => MISSED,
        Outcome::Failed => NOT_MET,
    }
}

/// A time in the run, s.
pub fn moment(seconds: f64) -> String {
    super::generated::acceptance::moment(format!("{seconds:.3}"))
}
