//! Texts that describe how a run ended. Recordings and JSON documents use them in English.

use sim_core::recording::Ending;
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

/// State of the end of a recording file.
pub fn of_file(ending: &Ending) -> String {
    match ending {
        Ending::Complete => "it was closed properly".to_string(),
        Ending::Truncated { at } => {
            let at = at.to_string();
            format!("it was cut off: the last whole record ends at byte {at}")
        }
        Ending::Damaged { at } => {
            format!("nothing can be read from byte {at} on")
        }
    }
}

/// A file that was closed properly, but has unreadable parts.
pub fn of_damaged(places: usize) -> String {
    format!("it was closed properly, but is damaged in {places}", places = counted(places, "place"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_file_is_told_as_the_core_does() {
        for ending in [Ending::Complete, Ending::Truncated { at: 7 }, Ending::Damaged { at: 1_000_000 }] {
            assert_eq!(of_file(&ending), ending.to_string());
        }
    }
}
