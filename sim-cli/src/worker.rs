//! The process that works, of two; the other one supervises it.

use sim_supervisor::Worker;
use std::io::{Result, Write};
use std::sync::OnceLock;

/// The process that works, if this is one.
static WORKER: OnceLock<Worker> = OnceLock::new();

/// The process that works, if this is one with a supervisor.
pub fn worker() -> Option<&'static Worker> {
    WORKER.get()
}

/// From now on this process is the one that works.
pub fn begin(worker: Worker) -> &'static Worker {
    WORKER.get_or_init(|| worker)
}

/// Writes data for whoever reads standard output, with a line's end.
///
/// # Errors
/// Of the system; and where a plugin has closed what data go to.
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
