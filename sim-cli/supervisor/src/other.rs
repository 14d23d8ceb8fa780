//! A single process, on systems without `fork`.

use crate::{PendingCalls, Process};
use std::io::{self, Write};
use std::time::Duration;

/// The worker.
pub struct Worker;

impl Worker {
    /// Writes data to standard output.
    ///
    /// # Errors
    /// I/O errors.
    pub fn write(&self, data: &[u8]) -> io::Result<()> {
        let mut output = io::stdout();
        output.write_all(data)?;
        output.flush()
    }

    /// Whether the end was requested; always none, since the worker must handle signals itself.
    pub fn asked(&self) -> Option<bool> {
        None
    }

    /// From now on, the worker ends by itself on request.
    pub fn listen(&self) {}

    /// Like [`Worker::listen`]; the worker must observe the limit itself.
    pub fn listen_with_limit(&self, _: Duration) {}

    /// Reports completion with this exit status.
    pub fn conclude(&self, _: u8) {}
}

/// Continues in this process.
///
/// # Errors
/// Never.
pub fn split(
    _: Option<Duration>,
    _: impl Fn(&PendingCalls) + Send + 'static,
    _: impl FnOnce(&io::Error),
) -> io::Result<Process> {
    Ok(Process::Worker(Worker))
}
