//! Ctrl-C: the first ends the run cleanly, the second immediately. The supervisor handles both, if there is one.

use crate::exit::Exit;
use crate::worker;
use sim_core::diagnostic::{Code, Diagnostic};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Starts handling Ctrl-C and termination requests of the system.
///
/// # Errors
/// If the system does not allow it.
pub fn listen() -> Result<(), Diagnostic> {
    listen_for(None)
}

/// Like [`listen`]; the program is terminated if it has not ended within `limit` after the request.
///
/// # Errors
/// If the system does not allow it.
pub fn listen_with_limit(limit: Duration) -> Result<(), Diagnostic> {
    listen_for(Some(limit))
}

fn listen_for(limit: Option<Duration>) -> Result<(), Diagnostic> {
    if let Some(worker) = worker::worker() {
        limit.map_or_else(|| worker.listen(), |limit| worker.listen_with_limit(limit));
        // Without a supervisor, it must handle the signals itself.
        if worker.asked().is_some() {
            return Ok(());
        }
    }
    let end = || std::process::exit(i32::from(Exit::Interrupted.status()));
    let handler = move || {
        if ASKED.swap(true, Ordering::SeqCst) {
            end();
        }
        if let Some(limit) = limit {
            let late = move || {
                std::thread::sleep(limit);
                end();
            };
            // Without the thread there is no limit; a second request ends the program.
            let _ = std::thread::Builder::new().name("limit".into()).spawn(late);
        }
    };
    // Also when Ctrl-C is ignored, as in a background job of a script: the termination request uses the same handler.
    match ctrlc::set_handler(handler) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => {
            let message = "Ctrl-C cannot be handled: it will end the run immediately";
            Err(Diagnostic::warning(Code::ConfigOutput, message).with_found(error.to_string()))
        }
    }
}

/// Whether the end of the run was requested.
pub fn asked() -> bool {
    worker::worker().and_then(sim_supervisor::Worker::asked).unwrap_or_else(|| ASKED.load(Ordering::Relaxed))
}
