//! Texts that describe how runs and recordings ended.

use sim_core::words::counted;
use std::fmt::Display;

/// The run reached its duration.
pub fn completed() -> String {
    "completed".to_string()
}

/// The run was interrupted by Ctrl-C.
pub fn interrupted() -> String {
    "interrupted".to_string()
}

/// A service stopped the run.
pub fn stopped(reason: impl Display) -> String {
    format!("stopped: {reason}")
}

/// The run could not continue.
pub fn failed(reason: impl Display) -> String {
    format!("failed: {reason}")
}

/// A file that was closed properly, but has unreadable parts.
pub fn of_damaged(places: usize) -> String {
    format!("complete, but damaged in {places}", places = counted(places, "place"))
}
