//! The log.

use super::Text;
pub use super::generated::log::*;

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

pub fn built(seconds: f64) -> String {
    super::generated::log::built(format!("{seconds:.2}"))
}
