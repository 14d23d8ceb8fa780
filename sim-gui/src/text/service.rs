//! Words about services that show how they are.

use super::{Text, text};

pub const CANCEL: Text = text("file-cancel");

/// How a service is, for screen readers.
pub fn state(name: &str, text: &str) -> String {
    say!("service-state", name, text)
}

/// How much of a task is done.
pub fn progress(name: &str, done: f64, whole: f64) -> String {
    let percent = (done / whole * 100.0).floor();
    say!("service-progress", name, percent)
}

/// What ends a task, for screen readers.
pub fn cancel_task(name: &str) -> String {
    say!("service-cancel", name)
}
