//! Words of unsaved work that is kept and offered after a crash.

use sim_core::words::counted;
use sim_edit::Original;

pub const ACTION: &str = "Recover unsaved work …";
pub const TITLE: &str = "Unsaved work";
pub const HELP: &str = "The program ended without saving this. What is neither recovered nor discarded is offered again at the next start.";
pub const RECOVER: &str = "Recover";
pub const RECOVER_HELP: &str = "Opens it with its unsaved changes.";
pub const DISCARD: &str = "Discard";
pub const LATER: &str = "Later";
pub const LATER_HELP: &str = "Leaves it where it is: File → Recover unsaved work … lists it again.";
pub const LATER_FOR_ALL: &str = "Later for all";
pub const NONE: &str = "No earlier run has left unsaved work.";
pub const WORKS: &str = "Unsaved changes are kept again for the case of a crash.";
pub const FAILED_HELP: &str = "it is tried again until it succeeds; save your work meanwhile";
pub const UNREADABLE: &str = "unsaved work cannot be read";
pub const UNREADABLE_HELP: &str =
    "the text may be found in the file with a text editor; discard it when it is not needed";

pub const NO_THREAD: &str = "the system starts no thread that keeps unsaved changes";
pub const NO_THREAD_HELP: &str = "raise the system's limit of threads, or end other programs";

pub fn state(minutes: u64, original: Original, unapplied: bool) -> String {
    let ago = match minutes {
        0 => "Kept less than a minute ago".to_string(),
        1..=119 => format!("Kept {} ago", counted(minutes, "minute")),
        120..=2879 => format!("Kept {} ago", counted(minutes / 60, "hour")),
        _ => format!("Kept {} ago", counted(minutes / 1440, "day")),
    };
    let file = match original {
        Original::Unchanged => "its file is as it was",
        Original::Changed => "its file has been changed since",
        Original::Missing => "its file is gone",
        Original::Never => "it has no file yet",
    };
    let unapplied = if unapplied { "; with text that was not applied" } else { "" };
    format!("{ago}; {file}{unapplied}.")
}

pub fn unreadable(file: &str, reason: &str) -> String {
    format!("{file} cannot be read: {reason}")
}

pub fn discard_help(days: u64) -> String {
    format!("Moves it to a folder in which it is kept for {}.", counted(days, "day"))
}

pub fn discarded(place: &str, days: u64) -> String {
    format!(
        "moved to {place}, where it is kept for {}; moved back one folder, it is offered again",
        counted(days, "day")
    )
}

pub fn failed(reason: &str) -> String {
    format!("unsaved changes cannot be kept for the case of a crash: {reason}")
}
