//! Unsaved work saved for crash recovery.

pub use super::generated::recovery::*;
use sim_edit::Original;

pub fn state(minutes: u64, original: Original, unapplied: bool) -> String {
    let ago = match minutes {
        0 => NOW.into(),
        1..=119 => super::generated::recovery::minutes(minutes),
        120..=2879 => hours(minutes / 60),
        _ => days(minutes / 1440),
    };
    let file = match original {
        Original::Unchanged => FILE_UNCHANGED,
        Original::Changed => FILE_CHANGED,
        Original::Missing => FILE_MISSING,
        Original::Never => FILE_NEVER,
    };
    match unapplied {
        true => state_unapplied(ago, file),
        false => super::generated::recovery::state(ago, file),
    }
}
