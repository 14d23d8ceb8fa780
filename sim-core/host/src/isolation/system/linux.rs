//! Linux: shared memory, waiting, and processes.

use super::Common;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use rustix::process::{
    Pid, PidfdFlags, Signal, getppid, kill_process_group, pidfd_open, pidfd_send_signal,
    set_parent_process_death_signal,
};
use rustix::thread::futex;
use std::io::{self, PipeReader, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Memory shared by two processes; neither can change its size.
pub(in super::super) struct Memory<T: Common>(NonNull<T>);

// SAFETY: the content is atomic.
unsafe impl<T: Common> Send for Memory<T> {}
// SAFETY: as above.
unsafe impl<T: Common> Sync for Memory<T> {}

impl<T: Common> Memory<T> {
    /// New memory, and the file through which another process maps it.
    pub(in super::super) fn new() -> io::Result<(Self, OwnedFd)> {
        let file = memfd_create(c"lanes", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        ftruncate(&file, size_of::<T>() as u64)?;
        // Shrinking it would unmap it from the other process.
        fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        Ok((Self::of(&file)?, file))
    }

    /// Maps the memory behind a file of [`Memory::new`].
    fn of(file: &OwnedFd) -> io::Result<Self> {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: new memory of this process at an address chosen by the system; the file has this length.
        let place = unsafe { mmap(std::ptr::null_mut(), size_of::<T>(), access, MapFlags::SHARED, file, 0)? };
        let place = NonNull::new(place.cast()).ok_or_else(|| io::Error::other("no memory"))?;
        Ok(Self(place))
    }

    /// The memory passed by the parent as standard input, which is replaced by `/dev/null`.
    pub(in super::super) fn of_parent() -> io::Result<Self> {
        let file = io::stdin().as_fd().try_clone_to_owned()?;
        let memory = Self::of(&file)?;
        rustix::stdio::dup2_stdin(std::fs::File::open("/dev/null")?)?;
        Ok(memory)
    }

    pub(in super::super) fn shared(&self) -> &T {
        // SAFETY: the memory is mapped until this is dropped, and all of it is atomic.
        unsafe { self.0.as_ref() }
    }
}

impl<T: Common> Drop for Memory<T> {
    fn drop(&mut self) {
        // SAFETY: mapped by `of` with this size, and no longer borrowed. On error, the memory stays mapped.
        let _ = unsafe { munmap(self.0.as_ptr().cast(), size_of::<T>()) };
    }
}

/// Sleeps until this word is woken, if its value is still `seen`; at most for `at_most`.
pub(in super::super) fn sleep(word: &AtomicU32, seen: u32, at_most: Option<Duration>) {
    let time = at_most.map(|time| futex::Timespec {
        tv_sec: time.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    });
    // The caller checks the word again after any wakeup.
    let _ = futex::wait(word, futex::Flags::empty(), seen, time.as_ref());
}

/// Wakes the threads that sleep on this word.
pub(in super::super) fn wake(word: &AtomicU32) {
    // Ignore errors: sleeping threads check again after a time.
    let _ = futex::wake(word, futex::Flags::empty(), u32::MAX);
}

/// Makes this process end with its parent, which has this ID.
///
/// # Errors
/// When the parent has already ended, or the system refuses.
pub(in super::super) fn end_with_parent(parent: u32) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let now = getppid().map_or(0, |parent| parent.as_raw_nonzero().get().unsigned_abs());
    if now == parent { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
}

/// Closes all files except standard input, output and error: inherited files must not be accessible to third-party code. Call it
/// before this process opens any file.
pub(in super::super) fn close_inherited() {
    // SAFETY: this process has not opened any of them, so they are not in use. On kernels before 5.9 they stay open.
    let _ = unsafe { nix::libc::close_range(3, nix::libc::c_uint::MAX, 0) };
}

/// A started process.
pub(in super::super) struct Started {
    child: Child,
    process: OwnedFd,
    output: PipeReader,
}

/// Handle to kill a process.
pub(in super::super) struct End(OwnedFd);

impl End {
    /// Kills it if it still exists.
    pub(in super::super) fn now(&self) {
        let _ = pidfd_send_signal(&self.0, Signal::KILL);
    }
}

/// Starts `PROGRAM COMMAND PARENT`, with this process's ID and with `input` as standard input. Call it on the thread that will wait
/// for the process, which ends with that thread.
pub(in super::super) fn start(
    program: &Path,
    command: &str,
    input_file: impl Into<OwnedFd>,
    variables: &[(String, String)],
    stay: bool,
) -> io::Result<(Started, End)> {
    let (output, input) = io::pipe()?;
    let mut process = Command::new(program);
    process
        .arg(command)
        .arg(std::process::id().to_string())
        .stdin(Stdio::from(input_file.into()))
        .stdout(input.try_clone()?)
        .stderr(input);
    process.env_clear().envs(variables.iter().map(|(name, value)| (name, value))).process_group(0);
    if !stay {
        process.current_dir("/");
    }
    let mut child = process.spawn()?;
    // The command also holds the write end of the pipe.
    drop(process);
    let opened = Pid::from_raw(child.id().cast_signed())
        .ok_or_else(|| io::Error::other("no process"))
        .and_then(|pid| Ok(pidfd_open(pid, PidfdFlags::empty())?));
    let handle = opened.and_then(|handle| Ok((handle.try_clone()?, handle)));
    match handle {
        Ok((end, process)) => Ok((Started { child, process, output }, End(end))),
        Err(error) => {
            let (_, _) = (child.kill(), child.wait());
            Err(error)
        }
    }
}

impl Started {
    /// Process ID.
    pub(in super::super) fn number(&self) -> u32 {
        self.child.id()
    }
}

/// How a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum ExitStatus {
    /// With an exit status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
}

impl Started {
    /// Forwards the output of the process until it ends. Does not wait for output of programs that it has started.
    pub(in super::super) fn attend(mut self, mut heard: impl FnMut(&[u8])) -> ExitStatus {
        /// Number of chunks to read after the process has ended: more than a pipe holds.
        const LAST: usize = 64;
        let mut buffer = [0; 8 << 10];
        let (mut open, mut after) = (true, 0);
        while after < LAST {
            let ended = {
                let mut events = [
                    PollFd::new(&self.process, PollFlags::IN),
                    PollFd::new(&self.output, if open { PollFlags::IN } else { PollFlags::empty() }),
                ];
                let asked = if open { 2 } else { 1 };
                // Fails if interrupted by a signal; the loop then polls again.
                let _ = poll(&mut events[..asked], None);
                let output = events[1].revents();
                if open && !output.is_empty() {
                    match (&self.output).read(&mut buffer) {
                        Ok(0) => open = false,
                        Ok(length) => heard(&buffer[..length]),
                        Err(error) => open = error.kind() == io::ErrorKind::Interrupted,
                    }
                    after += usize::from(!events[0].revents().is_empty());
                    false
                } else {
                    !events[0].revents().is_empty()
                }
            };
            if ended {
                break;
            }
        }
        // Its child processes end with it. Its ID is not reused before it is waited for.
        if let Some(group) = Pid::from_raw(self.child.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        match self.child.wait() {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => ExitStatus::Exit(code),
                (None, signal) => ExitStatus::Signal(signal.unwrap_or(0)),
            },
            Err(_) => ExitStatus::Exit(0),
        }
    }
}

/// Name of a signal.
pub(in super::super) fn signal_name(signal: i32) -> String {
    use nix::sys::signal::Signal as Known;
    Known::try_from(signal).map_or_else(|_| format!("signal {signal}"), |known| known.as_str().to_string())
}
