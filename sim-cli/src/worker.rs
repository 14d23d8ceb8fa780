//! The worker process, as opposed to its supervisor.

use sim_supervisor::Worker;
use std::io::{Result, Write};
use std::sync::OnceLock;

/// The worker, if this process is one.
static WORKER: OnceLock<Worker> = OnceLock::new();

/// The worker, if this process is supervised.
pub fn worker() -> Option<&'static Worker> {
    WORKER.get()
}

/// Makes this process the worker.
pub fn begin(worker: Worker) -> &'static Worker {
    WORKER.get_or_init(|| worker)
}

/// Writes a line of data to standard output.
///
/// # Errors
/// I/O errors, or if a plugin has closed the output.
pub fn write_data(text: &str) -> Result<()> {
    let line = format!("{text}\n");
    match worker() {
        Some(worker) => worker.write(line.as_bytes()),
        None => {
            let mut output = std::io::stdout();
            output.write_all(line.as_bytes())?;
            output.flush()
        }
    }
}
