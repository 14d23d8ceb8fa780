//! Files changed by other programs.

use super::{Text, text};

pub const ACTION: Text = text("changed-files-action");
pub const NO_FILE: Text = text("changed-files-no-file");
pub const RELOAD: Text = text("common-reload");
pub const RELOAD_HELP: Text = text("changed-files-reload-help");
pub const RELOAD_UNSAVED_HELP: Text = text("changed-files-reload-unsaved-help");
pub const MERGE: Text = text("changed-files-merge");
pub const MERGE_HELP: Text = text("changed-files-merge-help");
pub const KEEP: Text = text("changed-files-keep");
pub const KEEP_HELP: Text = text("changed-files-keep-help");
pub const ALWAYS: Text = text("changed-files-always");
pub const ALWAYS_HELP: Text = text("changed-files-always-help");
pub const RELOADED: Text = text("changed-files-reloaded");
pub const RELOADED_OVER: Text = text("changed-files-reloaded-over");
pub const MERGED: Text = text("changed-files-merged");
pub const NOT_MERGED: Text = text("changed-files-not-merged");
pub const NOT_WATCHED: Text = text("changed-files-not-watched");
pub const NOT_WATCHED_HELP: Text = text("changed-files-not-watched-help");

pub fn changed(names: &[String]) -> String {
    /// Maximum number of file names listed.
    const NAMED: usize = 3;
    let (first, more) = (names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", "), names.len() > NAMED);
    match more {
        true => say!("changed-files-changed-more", first),
        false => say!("changed-files-changed", first, count = names.len()),
    }
}

pub fn deleted(file: &str) -> String {
    say!("changed-files-deleted", file)
}
