//! Panels of services.

use super::{Text, text};

pub const CANCEL: Text = text("file-cancel");
pub const TITLE: Text = text("section-services");
pub const NONE: Text = text("service-none");
pub const SELECT_HELP: Text = text("service-select-help");
pub const ALERT_HELP: Text = text("service-alert-help");

/// Accessible label of a service's name, which selects it.
pub fn select(service: &str) -> String {
    say!("service-select", service)
}

/// A warning of a service.
pub fn alert(service: &str, name: &str, text: &str) -> String {
    say!("service-alert", service, name, text)
}

/// Current activities of a service.
pub fn doing(service: &str, doing: &str) -> String {
    say!("service-doing", service, doing)
}

/// Number of additional warnings.
pub fn more(count: usize) -> String {
    say!("service-more", count)
}

/// Accessible label of a service state.
pub fn state(name: &str, text: &str) -> String {
    say!("service-state", name, text)
}

/// Progress of a task.
pub fn progress(name: &str, done: f64, whole: f64) -> String {
    let percent = (done / whole * 100.0).floor();
    say!("service-progress", name, percent)
}

/// Accessible label of the button that cancels a task.
pub fn cancel_task(name: &str) -> String {
    say!("service-cancel", name)
}
