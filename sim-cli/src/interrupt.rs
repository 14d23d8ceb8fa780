//! Ctrl-C: the first ends the run properly, the second at once. A supervisor sees to both where there is one.

use crate::exit::Exit;
use crate::worker;
use sim_core::diagnostic::{Code, Diagnostic};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

static ASKED: AtomicBool = AtomicBool::new(false);

/// Begins to listen for Ctrl-C and the system's request to end.
///
/// # Errors
/// When the system refuses.
pub fn listen() -> Result<(), Diagnostic> {
    listen_for(None)
}

/// As [`listen`]; the program is ended where it has not ended so long after it was asked to.
///
/// # Errors
/// When the system refuses.
pub fn listen_within(limit: Duration) -> Result<(), Diagnostic> {
    listen_for(Some(limit))
}

fn listen_for(limit: Option<Duration>) -> Result<(), Diagnostic> {
    if let Some(worker) = worker::worker() {
        limit.map_or_else(|| worker.listen(), |limit| worker.listen_within(limit));
        // Where nobody supervises it, it has to listen itself.
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
            // Without a thread there is no limit; a second request ends the program.
            let _ = std::thread::Builder::new().name("limit".into()).spawn(late);
        }
    };
    // Also where Ctrl-C is ignored, as in the background of a script: the request to end comes by the same way.
    match ctrlc::set_handler(handler) {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => {
            let message = "Ctrl-C cannot be caught, it will end the run at once";
            Err(Diagnostic::warning(Code::ConfigOutput, message).with_found(error.to_string()))
        }
    }
}

/// Whether the run is to end.
pub fn asked() -> bool {
    worker::worker().and_then(sim_supervisor::Worker::asked).unwrap_or_else(|| ASKED.load(Ordering::Relaxed))
}
