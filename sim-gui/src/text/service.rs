//! Panels of services.

pub use super::generated::service::*;

/// Progress of a task.
pub fn progress(name: &str, done: f64, whole: f64) -> String {
    let percent = (done / whole * 100.0).floor();
    super::generated::service::progress(name, percent)
}
