//! Building from the window, and creating components.

use super::{Text, text};

pub const BUILD: Text = text("build-build");
pub const BUILD_HELP: Text = text("build-help");
pub const RUNS: Text = text("build-runs");
pub const NO_PROJECT: Text = text("build-no-project");
pub const CANCEL: Text = text("build-cancel");
pub const CANCEL_HELP: Text = text("build-cancel-help");
pub const HIDE: Text = text("build-hide");
pub const HIDE_HELP: Text = text("build-hide-help");
pub const WHOLE: Text = text("build-whole");
pub const WHOLE_HELP: Text = text("build-whole-help");

pub const NEW_TITLE: Text = text("build-new-title");
pub const NEW_NAME: Text = text("build-new-name");
pub const NEW_KIND: Text = text("build-new-kind");
pub const NEW_LANGUAGE: Text = text("build-new-language");
pub const NEW_FOLDER: Text = text("build-new-folder");
pub const NEW_FOLDER_HELP: Text = text("build-new-folder-help");
pub const NEW_MAKE: Text = text("build-new-make");

/// Progress of a build: finished crates and elapsed time, s.
pub fn running(name: &str, done: usize, seconds: u64) -> String {
    say!("build-running", name, done, seconds)
}

pub fn built(name: &str, seconds: u64) -> String {
    say!("build-built", name, seconds)
}

pub fn built_with(name: &str, count: usize) -> String {
    say!("build-built-with", name, count)
}

pub fn failed(name: &str, count: usize) -> String {
    say!("build-failed", name, count)
}

pub fn canceled(name: &str) -> String {
    say!("build-canceled", name)
}

/// What will happen to the folder of a new component.
pub fn new_where(folder: &str) -> String {
    say!("build-new-where", folder)
}

pub fn made(folder: &str) -> String {
    say!("build-made", folder)
}

pub fn this_machine(source: &str) -> String {
    say!("build-this-machine", source)
}
