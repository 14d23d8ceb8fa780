//! How runs and recordings end, in words.

use sim_core::words::counted;
use std::fmt::Display;

/// As long as it was to be.
pub fn completed() -> String {
    "completed".to_string()
}

/// Ctrl-C.
pub fn interrupted() -> String {
    "interrupted".to_string()
}

/// A service has stopped it.
pub fn stopped(reason: impl Display) -> String {
    format!("stopped: {reason}")
}

/// It could not go on.
pub fn failed(reason: impl Display) -> String {
    format!("failed: {reason}")
}

/// A file that was closed, and has places that cannot be read.
pub fn of_damaged(places: usize) -> String {
    format!("it was closed properly, but is damaged in {places}", places = counted(places, "place"))
}
