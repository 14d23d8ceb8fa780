//! Worker threads.

use sim_diagnostics::{Code, Diagnostic};

/// A thread pool for a requested number of threads, where 0 uses all cores; `None` for one thread.
///
/// # Errors
/// If the system cannot start them.
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
        Diagnostic::error(Code::ConfigValue, format!("cannot start {threads} threads"))
            .with_found(error.to_string())
            .with_help("use `--threads 1`")
    })
}
