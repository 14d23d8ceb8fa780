//! Unsaved work saved for crash recovery.

use super::{Text, text};
use sim_edit::Original;

pub const ACTION: Text = text("recovery-action");
pub const TITLE: Text = text("recovery-title");
pub const HELP: Text = text("recovery-help");
pub const RECOVER: Text = text("recovery-recover");
pub const RECOVER_HELP: Text = text("recovery-recover-help");
pub const DISCARD: Text = text("common-discard");
pub const LATER: Text = text("recovery-later");
pub const LATER_HELP: Text = text("recovery-later-help");
pub const LATER_FOR_ALL: Text = text("recovery-later-for-all");
pub const NONE: Text = text("recovery-none");
pub const WORKS: Text = text("recovery-works");
pub const FAILED_HELP: Text = text("recovery-failed-help");
pub const UNREADABLE: Text = text("recovery-unreadable");
pub const UNREADABLE_HELP: Text = text("recovery-unreadable-help");

pub const NO_THREAD: Text = text("recovery-no-thread");
pub const NO_THREAD_HELP: Text = text("recovery-no-thread-help");

pub fn state(minutes: u64, original: Original, unapplied: bool) -> String {
    let ago = match minutes {
        0 => text("recovery-now").into(),
        1..=119 => say!("recovery-minutes", count = minutes),
        120..=2879 => say!("recovery-hours", count = minutes / 60),
        _ => say!("recovery-days", count = minutes / 1440),
    };
    let file = match original {
        Original::Unchanged => text("recovery-file-unchanged"),
        Original::Changed => text("recovery-file-changed"),
        Original::Missing => text("recovery-file-missing"),
        Original::Never => text("recovery-file-never"),
    };
    match unapplied {
        true => say!("recovery-state-unapplied", ago, file),
        false => say!("recovery-state", ago, file),
    }
}

pub fn unreadable(file: &str, reason: &str) -> String {
    say!("recovery-unreadable-of", file, reason)
}

pub fn discard_help(days: u64) -> String {
    say!("recovery-discard-help", days)
}

pub fn discarded(place: &str, days: u64) -> String {
    say!("recovery-discarded", place, days)
}

pub fn failed(reason: &str) -> String {
    say!("recovery-failed", reason)
}
