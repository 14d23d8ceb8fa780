//! The log.

use super::{Text, text};

/// Source of log lines about plugins.
pub const OF_PLUGINS: Text = text("log-of-plugins");
pub const ERROR: Text = text("log-error");
pub const WARNING: Text = text("log-warning");
pub const INFO: Text = text("log-info");
pub const DEBUG: Text = text("log-debug");

pub const LEVEL: Text = text("log-level");
pub const FILTER: Text = text("log-filter");
pub const CLEAR: Text = text("common-clear");
pub const NOTHING: Text = text("log-nothing");
pub const SHOW_HIDDEN: Text = text("log-show-hidden");
pub const ROBOT: Text = text("common-robot");
pub const PART: Text = text("log-part");
pub const EVERY: Text = text("log-every");
pub const COPY: Text = text("common-copy");
pub const COPY_HELP: Text = text("log-copy-help");
pub const COPY_LINE: Text = text("common-copy-line");
pub const EXPORT: Text = text("log-export");
pub const EXPORT_HELP: Text = text("log-export-help");
pub const EXPORT_FAILED: Text = text("log-export-failed");
/// The message filter.
pub const TEXT: Text = text("log-text");

/// Name of a log level.
pub fn level(level: sim_abi::ffi::types::LogLevel) -> Text {
    use sim_abi::ffi::types::LogLevel;
    match level {
        LogLevel::Error => ERROR,
        LogLevel::Warn => WARNING,
        LogLevel::Info => INFO,
        LogLevel::Debug => DEBUG,
    }
}

pub fn dropped(count: u64) -> String {
    say!("log-dropped", count)
}

/// Number of hidden lines, and the filters that hide them.
pub fn hidden(count: usize, filters: &str) -> String {
    say!("log-hidden", count, filters)
}

pub fn installed(from: &str, to: &str) -> String {
    say!("log-installed", from, to)
}

pub fn digest(tick: u64, digest: &str) -> String {
    say!("log-digest", tick, digest)
}

/// What could not be migrated from the run to a changed scene.
pub fn restarted(names: &str) -> String {
    say!("log-begin-anew", names)
}

pub fn built(seconds: f64) -> String {
    say!("log-built", seconds = format!("{seconds:.2}"))
}

pub fn select(robot: &str) -> String {
    say!("log-select", robot)
}
