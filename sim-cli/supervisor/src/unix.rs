//! The two processes, by `fork`: the supervisor costs no second start of the program, and shares its memory.

use crate::{Early, Ended, How, Process, Standing, signals};
use nix::errno::Errno;
use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, fork, getppid};
use sim_core::activity::{self, Activity, Seen};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// How often the supervisor looks at what the worker does.
const LOOK: Duration = Duration::from_millis(200);

/// How long a call may go on after the end was asked for.
const GRACE: Duration = Duration::from_secs(2);

/// How long, where it tells a service that the run ends: a robot may have to be stopped.
const GRACE_OF_STOPS: Duration = Duration::from_secs(10);

/// What both processes see. All bytes zero are a valid value.
#[repr(C)]
struct Shared {
    activity: Activity,
    /// How often the end was asked for.
    asked: AtomicU32,
    /// Whether the worker ends by itself when asked to.
    listens: AtomicBool,
    /// How long it may take to end, ms; 0 where it may take as long as it needs.
    limit: AtomicU64,
    /// The worker's status and one; 0 before it is done.
    concluded: AtomicU32,
    /// Whether the worker could not say something to the end.
    mute: AtomicBool,
}

/// The process that works.
pub struct Worker {
    shared: &'static Shared,
    data: Output,
    messages: Output,
}

/// A file that a library could close: its descriptor may then lead elsewhere.
struct Output {
    file: File,
    identity: (u64, u64),
}

impl Output {
    /// Another descriptor of an output.
    fn of(output: impl AsFd) -> io::Result<Self> {
        let file = File::from(output.as_fd().try_clone_to_owned()?);
        let identity = identity(&file)?;
        Ok(Self { file, identity })
    }

    /// Whether it is still what it was.
    fn is_there(&self) -> bool {
        identity(&self.file).is_ok_and(|identity| identity == self.identity)
    }
}

/// Device and number of a file.
fn identity(file: &File) -> io::Result<(u64, u64)> {
    file.metadata().map(|metadata| (metadata.dev(), metadata.ino()))
}

impl Worker {
    /// Writes data to what the program was given as standard output. What a library prints goes to standard error, so that it
    /// does not get between the data.
    ///
    /// # Errors
    /// Of the system, and where a library has closed it.
    pub fn write(&self, data: &[u8]) -> io::Result<()> {
        if self.data.is_there() { (&self.data.file).write_all(data) } else { Err(io::Error::other(crate::Closed)) }
    }

    /// Whether somebody has asked for the end; none where the worker has to listen itself.
    pub fn asked(&self) -> Option<bool> {
        Some(self.shared.asked.load(SeqCst) > 0)
    }

    /// From now on the work ends by itself when it is asked to; before, its supervisor ends it.
    pub fn listen(&self) {
        self.shared.listens.store(true, SeqCst);
    }

    /// As [`Worker::listen`]; it is ended by its supervisor where it has not ended so long after it was asked to.
    pub fn listen_within(&self, limit: Duration) {
        let limit = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        self.shared.limit.store(limit.max(1), SeqCst);
        self.listen();
    }

    /// The work is done, with this status.
    pub fn conclude(&self, status: u8) {
        self.shared.mute.store(!(self.data.is_there() && self.messages.is_there()), SeqCst);
        self.shared.concluded.store(u32::from(status) + 1, SeqCst);
    }
}

/// Goes on in two processes. The worker returns at once, the supervisor when the worker has ended. A call into a library that
/// does not return is `told` once, after `patience`; a worker that cannot begin is `refused`. To be called while the program has one
/// thread.
///
/// # Errors
/// When the system refuses a process, memory or a temporary file.
pub fn split(
    patience: Option<Duration>,
    told: impl Fn(&Standing) + Send + 'static,
    refused: impl FnOnce(&io::Error),
) -> io::Result<Process> {
    let shared = share()?;
    let names = tempfile::tempfile()?;
    let own = std::process::id();
    // Otherwise the worker may be at work before its supervisor hears an interrupt.
    let held = signals::hold()?;
    // SAFETY: this process has one thread, so no lock is held by another one.
    match unsafe { fork() }? {
        ForkResult::Child => match work(shared, names, own) {
            Ok(worker) => {
                drop(held);
                Ok(Process::Worker(worker))
            }
            Err(error) => {
                // Its parent waits for it: it must not go on alone.
                refused(&error);
                std::process::exit(1);
            }
        },
        ForkResult::Parent { child } => {
            heed_interrupts(child, shared)?;
            drop(held);
            Ok(Process::Supervisor(supervise(child, shared, names, patience, told)?))
        }
    }
}

/// Memory that a child shares.
fn share() -> io::Result<&'static Shared> {
    let size = std::num::NonZeroUsize::new(size_of::<Shared>()).expect("invariant: it has fields");
    let (access, kind) = (ProtFlags::PROT_READ | ProtFlags::PROT_WRITE, MapFlags::MAP_SHARED);
    // SAFETY: new memory, which is never given back; it begins at a page and is all zeros.
    Ok(unsafe { mmap_anonymous(None, size, access, kind)?.cast::<Shared>().as_ref() })
}

fn work(shared: &'static Shared, names: File, parent: u32) -> io::Result<Worker> {
    #[cfg(target_os = "linux")]
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
    if getppid().as_raw().unsigned_abs() != parent {
        // The parent was ended before that was set.
        std::process::exit(1);
    }
    signals::leave_interrupts()?;
    signals::note_ends()?;
    let (data, messages) = (Output::of(io::stdout())?, Output::of(io::stderr())?);
    nix::unistd::dup2_stdout(io::stderr())?;
    activity::share(&shared.activity, names);
    Ok(Worker { shared, data, messages })
}

/// An interrupt is left to a worker that listens; a second one, or the first where nobody listens, ends the worker.
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
    told: impl Fn(&Standing) + Send + 'static,
) -> io::Result<Ended> {
    let names = std::sync::Arc::new(names);
    let looking = names.clone();
    let look = move || Watch { child, shared, names: &looking, patience }.look(told);
    std::thread::Builder::new().name("watchdog".into()).spawn(look)?;
    crate::release_after_start();
    let status = loop {
        match waitpid(child, None) {
            Err(Errno::EINTR) => {}
            status => break status?,
        }
    };
    let how = match status {
        WaitStatus::Signaled(_, signal, _) => How::Signal(signal.as_str()),
        WaitStatus::Exited(_, status) => How::Exit(status),
        _ => How::Exit(0),
    };
    Ok(ended(how, shared, &names))
}

fn ended(how: How, shared: &Shared, names: &File) -> Ended {
    let concluded = shared.concluded.load(SeqCst).checked_sub(1);
    if let (How::Exit(_), Some(status)) = (&how, concluded) {
        let status = u8::try_from(status).unwrap_or(u8::MAX);
        return Ended::Concluded { status, mute: shared.mute.load(SeqCst) };
    }
    let names = read(names);
    let seen = shared.activity.see();
    if how == How::Signal("SIGKILL") && shared.asked.load(SeqCst) > 0 {
        return Ended::Interrupted(words(&names, seen.calls()));
    }
    let calls = match seen.ended_by() {
        Some(call) => words(&names, [call]),
        None => words(&names, seen.calls()),
    };
    let recordings = activity::recordings_of(&names).map(PathBuf::from).collect();
    Ended::Early(Early { how, calls, step: seen.step, recordings })
}

/// What calls are; nothing for one without a name.
fn words(names: &str, calls: impl IntoIterator<Item = u64>) -> Vec<String> {
    let calls = calls.into_iter();
    calls.map(|call| activity::name_of(names, call).unwrap_or_default().to_string()).collect()
}

/// A whole file, wherever its other owner writes.
fn read(file: &File) -> String {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
    match file.read_exact_at(&mut bytes, 0) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => String::new(),
    }
}

/// What looks for calls that do not return.
struct Watch<'a> {
    child: Pid,
    shared: &'static Shared,
    names: &'a File,
    patience: Option<Duration>,
}

impl Watch<'_> {
    /// Whether a worker that was asked then should have ended by now.
    fn is_late(&self, asked: Instant) -> bool {
        let limit = self.shared.limit.load(SeqCst);
        limit > 0 && asked.elapsed() >= Duration::from_millis(limit)
    }

    /// Looks until the program ends.
    fn look(&self, told: impl Fn(&Standing)) {
        let mut first = (Seen::default(), Instant::now());
        let mut silent = true;
        let mut asked = None;
        loop {
            std::thread::sleep(LOOK);
            if self.shared.asked.load(SeqCst) > 0 && self.is_late(*asked.get_or_insert_with(Instant::now)) {
                let _ = kill(self.child, Signal::SIGKILL);
            }
            let seen = self.shared.activity.see();
            let calls: Vec<u64> = seen.standing(&first.0).collect();
            if calls.is_empty() {
                first = (seen, Instant::now());
                silent = true;
                continue;
            }
            let time = first.1.elapsed();
            let grace = if seen.is_stopping() { GRACE_OF_STOPS } else { GRACE };
            if asked.is_some() && time >= grace {
                let _ = kill(self.child, Signal::SIGKILL);
            }
            if silent && self.patience.is_some_and(|patience| time >= patience) {
                silent = false;
                told(&Standing { calls: words(&read(self.names), calls), time, step: seen.step });
            }
        }
    }
}
