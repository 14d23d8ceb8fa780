//! Editing.

use super::{Text, text};

pub const NOTHING_SELECTED: Text = text("common-nothing-selected");
pub const NOTHING_TO_UNDO: Text = text("edit-nothing-to-undo");
pub const NOTHING_TO_REDO: Text = text("edit-nothing-to-redo");
pub const NOT_A_PART: Text = text("edit-not-a-part");
pub const DELETE_USERS: Text = text("edit-delete-users");
pub const DELETE_CARRIED: Text = text("edit-delete-carried");
pub const KEEP_CARRIED: Text = text("edit-keep-carried");

pub fn carries(name: &str, carried: &str) -> String {
    say!("edit-carries", name, carried)
}

/// Robots were deleted.
pub fn deleted_robots(count: usize) -> String {
    say!("edit-deleted-robots", count)
}

/// Robots and objects were placed in the run.
pub fn placed(first: &str, others: usize) -> String {
    match others {
        0 => say!("edit-placed", first),
        others => say!("edit-placed-more", first, others),
    }
}

/// Why a field was rejected: the error, and the accepted values.
pub fn refused(wrong: &str, range: &str) -> String {
    let accepted = say!("form-accepted", range);
    say!("edit-refused", wrong, accepted)
}

pub fn undone(label: &str) -> String {
    say!("edit-undone", label)
}

pub fn redone(label: &str) -> String {
    say!("edit-redone", label)
}
