//! The text editor.

use super::{Text, text};

pub const TITLE: Text = text("editor-title");
pub const UNTITLED: Text = text("editor-untitled");
pub const NO_FILE: Text = text("editor-no-file");
pub const NEW: Text = text("editor-new");
pub const NEW_HELP: Text = text("editor-new-help");
pub const OPEN: Text = text("editor-open");
pub const OPEN_HELP: Text = text("editor-open-help");
pub const SAVE: Text = text("editor-save");
pub const SAVE_HELP: Text = text("editor-save-help");
pub const SAVE_AS: Text = text("editor-save-as");
pub const SAVE_AS_HELP: Text = text("editor-save-as-help");
pub const REVERT: Text = text("editor-revert");
pub const REVERT_HELP: Text = text("editor-revert-help");
pub const SAME: Text = text("editor-same");
pub const FIND: Text = text("editor-find");
pub const FIND_HELP: Text = text("editor-find-help");
pub const FIND_HINT: Text = text("editor-find-hint");
pub const NEXT: Text = text("editor-next");
pub const NEXT_HELP: Text = text("editor-next-help");
pub const PREVIOUS: Text = text("editor-previous");
pub const PREVIOUS_HELP: Text = text("editor-previous-help");
pub const CASE: Text = text("editor-case");
pub const CASE_HELP: Text = text("editor-case-help");
pub const WORD: Text = text("editor-word");
pub const WORD_HELP: Text = text("editor-word-help");
pub const NOT_FOUND: Text = text("editor-not-found");
pub const REPLACE_MORE: Text = text("editor-replace-more");
pub const REPLACE_MORE_HELP: Text = text("editor-replace-more-help");
pub const REPLACE_HINT: Text = text("editor-replace-hint");
pub const REPLACE: Text = text("editor-replace");
pub const REPLACE_HELP: Text = text("editor-replace-help");
pub const REPLACE_ALL: Text = text("editor-replace-all");
pub const REPLACE_ALL_HELP: Text = text("editor-replace-all-help");
pub const RELOAD: Text = text("common-reload");
pub const RELOAD_HELP: Text = text("editor-reload-help");
pub const RELOAD_UNSAVED_HELP: Text = text("editor-reload-unsaved-help");
pub const KEEP: Text = text("editor-keep");
pub const KEEP_HELP: Text = text("editor-keep-help");
pub const SAVE_ALL: Text = text("editor-save-all");
pub const THROW_AWAY: Text = text("editor-throw-away");
pub const EDIT_HELP: Text = text("editor-edit-help");

/// Label of a file's text field.
pub fn name(file: &str) -> String {
    say!("editor-name", file)
}

pub fn close(file: &str) -> String {
    say!("editor-close", file)
}

pub fn found(count: usize) -> String {
    say!("editor-found", count)
}

pub fn found_at(at: usize, count: usize) -> String {
    say!("editor-found-at", at, count)
}

pub fn changed(file: &str) -> String {
    say!("editor-changed", file)
}

pub fn deleted(file: &str) -> String {
    say!("editor-deleted", file)
}

pub fn reverted(file: &str) -> String {
    say!("editor-reverted", file)
}

pub fn unsaved(file: &str) -> String {
    say!("editor-unsaved", file)
}

pub fn all_unsaved(count: usize, files: &str) -> String {
    say!("editor-all-unsaved", count, files)
}

/// Label of the button that opens a file.
pub fn edit(file: &str) -> String {
    say!("editor-edit", file)
}
