//! How runs end, in words. Recordings and documents have the English.

use sim_core::diagnostic::Sentence;
use sim_core::recording::Ending;

/// As long as it was to be.
pub fn completed() -> Sentence {
    say!("ending-completed", "completed")
}

/// Ctrl-C.
pub fn interrupted() -> Sentence {
    say!("ending-interrupted", "interrupted")
}

/// A service has stopped it.
pub fn stopped(reason: impl sim_text::Told) -> Sentence {
    say!("ending-stopped", "stopped: {reason}", reason = reason.part())
}

/// It could not go on.
pub fn failed(reason: impl sim_text::Told) -> Sentence {
    say!("ending-failed", "failed: {reason}", reason = reason.part())
}

/// What a recording says of its end.
pub fn of_words(words: &str) -> Sentence {
    match words.split_once(": ") {
        Some(("stopped", reason)) => stopped(reason),
        Some(("failed", reason)) => failed(reason),
        _ if words == &*completed() => completed(),
        _ if words == &*interrupted() => interrupted(),
        _ => words.into(),
    }
}

/// How the file of a recording ends.
pub fn of_file(ending: &Ending) -> Sentence {
    match ending {
        Ending::Complete => say!("ending-closed", "it was closed properly"),
        Ending::Truncated { at } => {
            let at = at.to_string();
            say!("ending-cut-off", "it was cut off: the last whole record ends at byte {at}", at)
        }
        Ending::Damaged { at } => {
            say!("ending-unreadable", "nothing can be read from byte {at} on", at = at.to_string())
        }
    }
}

/// A file that was closed, and has places that cannot be read.
pub fn of_damaged(places: usize) -> Sentence {
    say!(
        "ending-damaged",
        [
            "it was closed properly, but is damaged in {places} place",
            "it was closed properly, but is damaged in {places} places"
        ],
        places
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_recording_are_known_again() {
        for ending in [completed(), interrupted(), stopped("the goal is reached"), failed("a: b")] {
            let known = of_words(&ending);
            assert_eq!((&known, format!("{known:?}")), (&ending, format!("{ending:?}")));
        }
        assert_eq!(of_words("lost: all"), "lost: all");
    }

    #[test]
    fn the_end_of_a_file_is_told_as_the_core_does() {
        for ending in [Ending::Complete, Ending::Truncated { at: 7 }, Ending::Damaged { at: 1_000_000 }] {
            assert_eq!(of_file(&ending), ending.to_string());
        }
    }
}
