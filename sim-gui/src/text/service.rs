//! Words about services that show how they are.

use super::{Text, text};

pub const CANCEL: Text = text("file-cancel");
pub const TITLE: Text = text("section-services");
pub const NONE: Text = text("service-none");
pub const SELECT_HELP: Text = text("service-select-help");
pub const ALERT_HELP: Text = text("service-alert-help");

/// What the name of a service is called, which selects it.
pub fn select(service: &str) -> String {
    say!("service-select", service)
}

/// What a service warns of.
pub fn alert(service: &str, name: &str, text: &str) -> String {
    say!("service-alert", service, name, text)
}

/// What a service is doing.
pub fn doing(service: &str, doing: &str) -> String {
    say!("service-doing", service, doing)
}

/// How many more warnings there are.
pub fn more(count: usize) -> String {
    say!("service-more", count)
}

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
