//! Words of files that other programs change.

use super::{Text, text};
use sim_text::Sentence;

pub const ACTION: Text = text("foreign-action");
pub const NO_FILE: Text = text("foreign-no-file");
pub const RELOAD: Text = text("common-reload");
pub const RELOAD_HELP: Text = text("foreign-reload-help");
pub const RELOAD_UNSAVED_HELP: Text = text("foreign-reload-unsaved-help");
pub const MERGE: Text = text("foreign-merge");
pub const MERGE_HELP: Text = text("foreign-merge-help");
pub const KEEP: Text = text("foreign-keep");
pub const KEEP_HELP: Text = text("foreign-keep-help");
pub const ALWAYS: Text = text("foreign-always");
pub const ALWAYS_HELP: Text = text("foreign-always-help");
pub const RELOADED: Text = text("foreign-reloaded");
pub const RELOADED_OVER: Text = text("foreign-reloaded-over");
pub const MERGED: Text = text("foreign-merged");
pub const NOT_MERGED: Text = text("foreign-not-merged");
pub const NOT_WATCHED: Text = text("foreign-not-watched");
pub const NOT_WATCHED_HELP: Text = text("foreign-not-watched-help");

pub fn changed(names: &[String]) -> String {
    /// Files that are named, at most.
    const NAMED: usize = 3;
    let (first, more) = (names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", "), names.len() > NAMED);
    match more {
        true => say!("foreign-changed-more", first),
        false => say!("foreign-changed", first, count = names.len()),
    }
}

pub fn deleted(file: &str) -> Sentence {
    tell!("foreign-deleted", file)
}
