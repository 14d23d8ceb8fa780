//! A program in two processes: one works, with libraries of other people in it; its parent supervises it. The parent runs none
//! of their code, so none can take from it what it has to say: how the work has ended, and in which call.
//!
//! Unix alone has this; on other systems the program works in one process.

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

pub use graphics::leave_desktop_alone;
pub use memory::release_after_start;
#[cfg(not(unix))]
pub use other::{Worker, split};
#[cfg(unix)]
pub use unix::{Worker, split};

/// Why data cannot be written: a library has closed what they go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl std::fmt::Display for Closed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a plugin has closed it")
    }
}

impl std::error::Error for Closed {}

/// What this process is.
pub enum Process {
    /// The one that works.
    Worker(Worker),
    /// Its parent, when the worker has ended.
    Supervisor(Ended),
}

/// How the worker has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It has said that it is done.
    Concluded {
        /// Its status.
        status: u8,
        /// Standard output and standard error are no longer what they were: what was said last is lost.
        mute: bool,
    },
    /// Somebody has asked for it; with the calls that did not return.
    Interrupted(Vec<String>),
    /// It was ended before it was done.
    Early(Early),
}

/// An end before the work was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Early {
    /// How.
    pub how: How,
    /// The call that ended it, or all calls that ran then: one of them, or none, did. Empty texts have no name.
    pub calls: Vec<String>,
    /// The step that was computed.
    pub step: u64,
    /// Recordings that hold what happened until then.
    pub recordings: Vec<PathBuf>,
}

/// How a process ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// With a status.
    Exit(i32),
    /// By a signal of this name, such as `SIGSEGV`.
    Signal(&'static str),
}

/// Calls that have not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The calls.
    pub calls: Vec<String>,
    /// For how long.
    pub time: Duration,
    /// The step that is computed.
    pub step: u64,
}
