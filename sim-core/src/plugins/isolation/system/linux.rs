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

/// Memory that two processes share; neither can change its size.
pub(in super::super) struct Memory<T: Common>(NonNull<T>);

// SAFETY: what lies there is atomic.
unsafe impl<T: Common> Send for Memory<T> {}
// SAFETY: as above.
unsafe impl<T: Common> Sync for Memory<T> {}

impl<T: Common> Memory<T> {
    /// New memory, and the file by which another process finds it.
    pub(in super::super) fn new() -> io::Result<(Self, OwnedFd)> {
        let file = memfd_create(c"lanes", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        ftruncate(&file, size_of::<T>() as u64)?;
        // Who makes it smaller would take it from the other.
        fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        Ok((Self::of(&file)?, file))
    }

    /// The memory behind a file of [`Memory::new`].
    fn of(file: &OwnedFd) -> io::Result<Self> {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: new memory of this process at a place that the system chooses; the file is as long.
        let place = unsafe { mmap(std::ptr::null_mut(), size_of::<T>(), access, MapFlags::SHARED, file, 0)? };
        let place = NonNull::new(place.cast()).ok_or_else(|| io::Error::other("no memory"))?;
        Ok(Self(place))
    }

    /// The memory that the parent of this process has given it as standard input, which is nothing from then on.
    pub(in super::super) fn of_parent() -> io::Result<Self> {
        let file = io::stdin().as_fd().try_clone_to_owned()?;
        let memory = Self::of(&file)?;
        rustix::stdio::dup2_stdin(std::fs::File::open("/dev/null")?)?;
        Ok(memory)
    }

    pub(in super::super) fn shared(&self) -> &T {
        // SAFETY: the memory is mapped until this is dropped, and is atomic throughout.
        unsafe { self.0.as_ref() }
    }
}

impl<T: Common> Drop for Memory<T> {
    fn drop(&mut self) {
        // SAFETY: mapped by `of` with this size, and nobody borrows it any more. An error leaves the memory where it is.
        let _ = unsafe { munmap(self.0.as_ptr().cast(), size_of::<T>()) };
    }
}

/// Sleeps until somebody wakes this word, if it is still as it was `seen`; at most for so long.
pub(in super::super) fn sleep(word: &AtomicU32, seen: u32, at_most: Option<Duration>) {
    let time = at_most.map(|time| futex::Timespec {
        tv_sec: time.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: time.subsec_nanos().into(),
    });
    // Whatever wakes it, the word is looked at again.
    let _ = futex::wait(word, futex::Flags::empty(), seen, time.as_ref());
}

/// Wakes whoever sleeps for this word.
pub(in super::super) fn wake(word: &AtomicU32) {
    // There is nothing to be done where it fails: whoever sleeps looks again after a time.
    let _ = futex::wake(word, futex::Flags::empty(), u32::MAX);
}

/// This process ends with its parent, the process of this number, from now on.
///
/// # Errors
/// When the parent has ended already, or the system refuses it.
pub(in super::super) fn end_with_parent(parent: u32) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let now = getppid().map_or(0, |parent| parent.as_raw_nonzero().get().unsigned_abs());
    if now == parent { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
}

/// Closes all files but standard input and output: those that whoever has started the program has left open are none of the business
/// of somebody else's code. To be called before this process has opened any.
pub(in super::super) fn close_inherited() {
    // SAFETY: this process has opened none of them, so nobody in it uses them. Where the kernel is too old for it (before 5.9) they
    // stay open.
    let _ = unsafe { nix::libc::close_range(3, nix::libc::c_uint::MAX, 0) };
}

/// A process that was started.
pub(in super::super) struct Started {
    child: Child,
    process: OwnedFd,
    output: PipeReader,
}

/// What ends a process from outside.
pub(in super::super) struct End(OwnedFd);

impl End {
    /// Ends it, if it is still there.
    pub(in super::super) fn now(&self) {
        let _ = pidfd_send_signal(&self.0, Signal::KILL);
    }
}

/// Starts `PROGRAM COMMAND PARENT`, with the number of this process, and with this file as standard input. To be called on the thread
/// that will wait for it: the process ends with that thread.
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
    // The command holds the writing end of the pipe, too.
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
    /// Number of the process.
    pub(in super::super) fn number(&self) -> u32 {
        self.child.id()
    }
}

/// How a process has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum How {
    /// With a status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
}

impl Started {
    /// Hands on what the process writes until it has ended. What programs write that it has started is not waited for.
    pub(in super::super) fn attend(mut self, mut heard: impl FnMut(&[u8])) -> How {
        /// Pieces that are read when the process has ended: more than fit into a pipe.
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
                // It fails where a signal has interrupted it; then it is asked again.
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
        // What it has started ends with it. Its number belongs to nobody else before it has been waited for.
        if let Some(group) = Pid::from_raw(self.child.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        match self.child.wait() {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => How::Exit(code),
                (None, signal) => How::Signal(signal.unwrap_or(0)),
            },
            Err(_) => How::Exit(0),
        }
    }
}

/// Name of a signal.
pub(in super::super) fn signal_name(signal: i32) -> String {
    use nix::sys::signal::Signal as Known;
    Known::try_from(signal).map_or_else(|_| format!("signal {signal}"), |known| known.as_str().to_string())
}
