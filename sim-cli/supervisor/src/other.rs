//! One process, where there is no `fork`.

use crate::{Process, Standing};
use std::io::{self, Write};
use std::time::Duration;

/// The process that works.
pub struct Worker;

impl Worker {
    /// Writes data to standard output.
    ///
    /// # Errors
    /// Of the system.
    pub fn write(&self, data: &[u8]) -> io::Result<()> {
        let mut output = io::stdout();
        output.write_all(data)?;
        output.flush()
    }

    /// Whether somebody has asked for the end; none, since the worker has to listen itself.
    pub fn asked(&self) -> Option<bool> {
        None
    }

    /// From now on the work ends by itself when it is asked to.
    pub fn listen(&self) {}

    /// As [`Worker::listen`]; the work has to see to the time itself.
    pub fn listen_within(&self, _: Duration) {}

    /// The work is done, with this status.
    pub fn conclude(&self, _: u8) {}
}

/// Goes on in this process.
///
/// # Errors
/// Never.
pub fn split(
    _: Option<Duration>,
    _: impl Fn(&Standing) + Send + 'static,
    _: impl FnOnce(&io::Error),
) -> io::Result<Process> {
    Ok(Process::Worker(Worker))
}
