//! Creates both processes by `fork`: the supervisor needs no second program startup and shares the worker's memory.

use crate::{ExitReport, ExitStatus, PendingCalls, Process, WorkerEnd, signals};
use nix::errno::Errno;
use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, fork, getppid};
use sim_core::activity::{self, Activity, ActivitySnapshot};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// Interval at which the supervisor checks the worker.
const LOOK: Duration = Duration::from_millis(200);

/// Time limit for a call to return after the end was requested.
const GRACE: Duration = Duration::from_secs(2);

/// The same limit while services are notified of the end: a robot may have to be stopped.
const GRACE_OF_STOPS: Duration = Duration::from_secs(10);

/// Shared memory of both processes. All-zero bytes are a valid value.
#[repr(C)]
struct Shared {
    activity: Activity,
    /// Number of requests to end.
    asked: AtomicU32,
    /// Whether the worker ends by itself on request.
    listens: AtomicBool,
    /// Time limit for the worker to end, ms; 0 for no limit.
    limit: AtomicU64,
    /// The worker's status + 1; 0 while it is running.
    concluded: AtomicU32,
    /// Whether the worker's output was lost.
    mute: AtomicBool,
}

/// The worker process.
pub struct Worker {
    shared: &'static Shared,
    data: Output,
    messages: Output,
}

/// An output that a library could close; its descriptor may then refer to another file.
struct Output {
    file: File,
    identity: (u64, u64),
}

impl Output {
    /// Duplicates the descriptor of an output.
    fn of(output: impl AsFd) -> io::Result<Self> {
        let file = File::from(output.as_fd().try_clone_to_owned()?);
        let identity = identity(&file)?;
        Ok(Self { file, identity })
    }

    /// Whether the descriptor still refers to the same file.
    fn is_there(&self) -> bool {
        identity(&self.file).is_ok_and(|identity| identity == self.identity)
    }
}

/// Device and inode number of a file.
fn identity(file: &File) -> io::Result<(u64, u64)> {
    file.metadata().map(|metadata| (metadata.dev(), metadata.ino()))
}

impl Worker {
    /// Writes data to the original standard output of the program. Output of libraries goes to standard error, so that it does not
    /// mix with the data.
    ///
    /// # Errors
    /// I/O errors, or if a library has closed the output.
    pub fn write(&self, data: &[u8]) -> io::Result<()> {
        if self.data.is_there() { (&self.data.file).write_all(data) } else { Err(io::Error::other(crate::Closed)) }
    }

    /// Whether the end was requested; none if the worker must handle signals itself.
    pub fn asked(&self) -> Option<bool> {
        Some(self.shared.asked.load(SeqCst) > 0)
    }

    /// From now on, the worker ends by itself on request; before, the supervisor kills it.
    pub fn listen(&self) {
        self.shared.listens.store(true, SeqCst);
    }

    /// Like [`Worker::listen`], but the supervisor kills the worker if it has not ended within `limit` after a request.
    pub fn listen_with_limit(&self, limit: Duration) {
        let limit = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        self.shared.limit.store(limit.max(1), SeqCst);
        self.listen();
    }

    /// Reports completion with this exit status.
    pub fn conclude(&self, status: u8) {
        self.shared.mute.store(!(self.data.is_there() && self.messages.is_there()), SeqCst);
        self.shared.concluded.store(u32::from(status) + 1, SeqCst);
    }
}

/// Splits this process. Returns immediately in the worker, and in the supervisor when the worker has ended. A library call that does
/// not return is reported once to `report`, after `patience`; a worker that fails to start calls `refused`. Call this while the program
/// is single-threaded.
///
/// # Errors
/// If the system cannot provide a process, memory or a temporary file.
pub fn split(
    patience: Option<Duration>,
    report: impl Fn(&PendingCalls) + Send + 'static,
    refused: impl FnOnce(&io::Error),
) -> io::Result<Process> {
    let shared = share()?;
    let names = tempfile::tempfile()?;
    let own = std::process::id();
    // Otherwise the worker could be running before its supervisor handles interrupts.
    let held = signals::block_signals()?;
    // SAFETY: this process is single-threaded, so no lock is held by another thread.
    match unsafe { fork() }? {
        ForkResult::Child => match work(shared, names, own) {
            Ok(worker) => {
                drop(held);
                Ok(Process::Worker(worker))
            }
            Err(error) => {
                // The parent waits for it: it must not continue alone.
                refused(&error);
                std::process::exit(1);
            }
        },
        ForkResult::Parent { child } => {
            heed_interrupts(child, shared)?;
            drop(held);
            Ok(Process::Supervisor(supervise(child, shared, names, patience, report)?))
        }
    }
}

/// Allocates memory that is shared with a child.
fn share() -> io::Result<&'static Shared> {
    let size = std::num::NonZeroUsize::new(size_of::<Shared>()).expect("invariant: it has fields");
    let (access, kind) = (ProtFlags::PROT_READ | ProtFlags::PROT_WRITE, MapFlags::MAP_SHARED);
    // SAFETY: new memory that is never unmapped; it is page-aligned and zeroed.
    Ok(unsafe { mmap_anonymous(None, size, access, kind)?.cast::<Shared>().as_ref() })
}

fn work(shared: &'static Shared, names: File, parent: u32) -> io::Result<Worker> {
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
    if getppid().as_raw().unsigned_abs() != parent {
        // The parent ended before that was set.
        std::process::exit(1);
    }
    signals::leave_interrupts()?;
    signals::note_ends()?;
    let (data, messages) = (Output::of(io::stdout())?, Output::of(io::stderr())?);
    nix::unistd::dup2_stdout(io::stderr())?;
    activity::share(&shared.activity, names);
    Ok(Worker { shared, data, messages })
}

/// A first interrupt is left to a worker that listens. A second one, or the first if it does not listen, kills the worker.
fn heed_interrupts(child: Pid, shared: &'static Shared) -> io::Result<()> {
    let asked = ctrlc::set_handler(move || {
        let again = shared.asked.fetch_add(1, SeqCst) > 0;
        if again || !shared.listens.load(SeqCst) {
            let _ = kill(child, Signal::SIGKILL);
        }
    });
    asked.map_err(io::Error::other)
}

fn supervise(
    child: Pid,
    shared: &'static Shared,
    names: File,
    patience: Option<Duration>,
    report: impl Fn(&PendingCalls) + Send + 'static,
) -> io::Result<WorkerEnd> {
    let names = std::sync::Arc::new(names);
    let shared_names = names.clone();
    let watch = move || Watch { child, shared, names: &shared_names, patience }.run(report);
    std::thread::Builder::new().name("watchdog".into()).spawn(watch)?;
    crate::release_after_start();
    let status = loop {
        match waitpid(child, None) {
            Err(Errno::EINTR) => {}
            status => break status?,
        }
    };
    let exit = match status {
        WaitStatus::Signaled(_, signal, _) => ExitStatus::Signal(signal.as_str()),
        WaitStatus::Exited(_, status) => ExitStatus::Exit(status),
        _ => ExitStatus::Exit(0),
    };
    Ok(ended(exit, shared, &names))
}

fn ended(exit: ExitStatus, shared: &Shared, names: &File) -> WorkerEnd {
    let concluded = shared.concluded.load(SeqCst).checked_sub(1);
    if let (ExitStatus::Exit(_), Some(status)) = (&exit, concluded) {
        let status = u8::try_from(status).unwrap_or(u8::MAX);
        return WorkerEnd::Concluded { status, mute: shared.mute.load(SeqCst) };
    }
    let names = read(names);
    let seen = shared.activity.snapshot();
    if exit == ExitStatus::Signal("SIGKILL") && shared.asked.load(SeqCst) > 0 {
        return WorkerEnd::Interrupted(words(&names, seen.calls()));
    }
    let calls = match seen.ended_by() {
        Some(call) => words(&names, [call]),
        None => words(&names, seen.calls()),
    };
    let recordings = activity::recordings_of(&names).map(PathBuf::from).collect();
    WorkerEnd::Early(ExitReport { status: exit, calls, step: seen.step, recordings })
}

/// Names of calls; an empty string for an unnamed call.
fn words(names: &str, calls: impl IntoIterator<Item = u64>) -> Vec<String> {
    let calls = calls.into_iter();
    calls.map(|call| activity::name_of(names, call).unwrap_or_default().to_string()).collect()
}

/// Reads a whole file, independently of the position of its other descriptors.
fn read(file: &File) -> String {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
    match file.read_exact_at(&mut bytes, 0) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => String::new(),
    }
}

/// Watchdog for calls that do not return.
struct Watch<'a> {
    child: Pid,
    shared: &'static Shared,
    names: &'a File,
    patience: Option<Duration>,
}

impl Watch<'_> {
    /// Whether a worker that was requested to end at this time has exceeded the limit.
    fn is_late(&self, asked: Instant) -> bool {
        let limit = self.shared.limit.load(SeqCst);
        limit > 0 && asked.elapsed() >= Duration::from_millis(limit)
    }

    /// Checks until the program ends.
    fn run(&self, report: impl Fn(&PendingCalls)) {
        let mut first = (ActivitySnapshot::default(), Instant::now());
        let mut is_reported = false;
        let mut asked = None;
        loop {
            std::thread::sleep(LOOK);
            if self.shared.asked.load(SeqCst) > 0 && self.is_late(*asked.get_or_insert_with(Instant::now)) {
                let _ = kill(self.child, Signal::SIGKILL);
            }
            let seen = self.shared.activity.snapshot();
            let calls: Vec<u64> = seen.unchanged_calls(&first.0).collect();
            if calls.is_empty() {
                first = (seen, Instant::now());
                is_reported = false;
                continue;
            }
            let time = first.1.elapsed();
            let grace = if seen.is_stopping() { GRACE_OF_STOPS } else { GRACE };
            if asked.is_some() && time >= grace {
                let _ = kill(self.child, Signal::SIGKILL);
            }
            if !is_reported && self.patience.is_some_and(|patience| time >= patience) {
                is_reported = true;
                report(&PendingCalls { calls: words(&read(self.names), calls), time, step: seen.step });
            }
        }
    }
}
