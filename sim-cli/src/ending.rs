//! How runs end, in words. Recordings and documents have the English.

use sim_core::recording::Ending;
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

/// How the file of a recording ends.
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

/// A file that was closed, and has places that cannot be read.
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
