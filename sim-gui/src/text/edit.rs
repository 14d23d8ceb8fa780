//! Editing.

pub use super::generated::edit::*;

/// Robots and objects were placed in the run.
pub fn placed(first: &str, others: usize) -> String {
    match others {
        0 => super::generated::edit::placed(first),
        others => placed_more(first, others),
    }
}

/// Why a field was rejected: the error, and the accepted values.
pub fn refused(wrong: &str, range: &str) -> String {
    let accepted = super::form::accepted(range);
    super::generated::edit::refused(accepted, wrong)
}
