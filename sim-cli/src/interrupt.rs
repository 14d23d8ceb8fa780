//! Ctrl-C: the first ends the run properly, the second at once. A supervisor sees to both where there is one.

use crate::exit::Exit;
use crate::worker;
use sim_core::diagnostic::{Code, Diagnostic};
use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Begins to listen for Ctrl-C and the system's request to end.
///
/// # Errors
/// When the system refuses.
pub fn listen() -> Result<(), Diagnostic> {
    if let Some(worker) = worker::worker() {
        worker.listen();
        return Ok(());
    }
    let handler = || {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(i32::from(Exit::Interrupted.status()));
        }
    };
    // Also where Ctrl-C is ignored, as in the background of a script: the request to end comes by the same way.
    match ctrlc::set_handler(handler) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => {
            let message = say!("interrupt-not-caught", "Ctrl-C cannot be caught, it will end the run at once");
            Err(Diagnostic::warning(Code::ConfigOutput, message).with_found(error.to_string()))
        }
    }
}

/// Whether the run is to end.
pub fn asked() -> bool {
    worker::worker().and_then(sim_supervisor::Worker::asked).unwrap_or_else(|| ASKED.load(Ordering::Relaxed))
}
