//! Worker threads.

use crate::diagnostic::{Code, Diagnostic};

/// Worker threads for a number that a person gives, where 0 takes all cores; none for one thread.
///
/// # Errors
/// When the system does not start them.
pub(super) fn thread_pool(wanted: usize) -> Result<Option<rayon::ThreadPool>, Diagnostic> {
    let threads = match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        count => count,
    };
    if threads == 1 {
        return Ok(None);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("sim-{n}")).build();
    pool.map(Some).map_err(|error| {
        Diagnostic::error(Code::ConfigValue, format!("{threads} threads cannot be started"))
            .with_found(error.to_string())
            .with_help("use `--threads 1`")
    })
}
