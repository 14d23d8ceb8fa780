//! Splits a program into two processes: a worker, which runs third-party libraries, and its parent, which supervises it. The
//! supervisor runs no third-party code, so it can always report how the worker ended, and in which call.
//!
//! Unix only; on other systems, the program runs in a single process.

#![deny(missing_docs)]

mod graphics;
mod memory;
#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod unix;

use std::path::PathBuf;
use std::time::Duration;

pub use graphics::disable_device_selection;
pub use memory::release_after_start;
#[cfg(not(unix))]
pub use other::{Worker, split};
#[cfg(unix)]
pub use unix::{Worker, split};

/// Write error: a library has closed the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl std::fmt::Display for Closed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a plugin closed it")
    }
}

impl std::error::Error for Closed {}

/// Role of this process.
pub enum Process {
    /// The worker.
    Worker(Worker),
    /// The parent, after the worker has ended.
    Supervisor(WorkerEnd),
}

/// How the worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEnd {
    /// It reported completion.
    Concluded {
        /// Its status.
        status: u8,
        /// Standard output or standard error was closed or redirected: the last output is lost.
        mute: bool,
    },
    /// On request; with the calls that did not return.
    Interrupted(Vec<String>),
    /// Before it had completed.
    Early(ExitReport),
}

/// An exit before completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitReport {
    /// How the process ended.
    pub status: ExitStatus,
    /// The call that ended it. If unknown, all running calls, of which at most one ended it. Empty strings are unnamed calls.
    pub calls: Vec<String>,
    /// The simulation step in progress.
    pub step: u64,
    /// Recordings that contain the run until then.
    pub recordings: Vec<PathBuf>,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// With an exit status.
    Exit(i32),
    /// By a signal, such as `SIGSEGV`.
    Signal(&'static str),
}

/// Calls that have not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingCalls {
    /// The calls.
    pub calls: Vec<String>,
    /// Elapsed time.
    pub time: Duration,
    /// The simulation step in progress.
    pub step: u64,
}
