//! Compilers for the sources of somebody else. They start programs, so their system calls have a list of what is refused; files and
//! connections are allowed by Landlock as for libraries.

use super::super::bounds::{Confined, Doors};
use super::sandbox::{Calls, DEVICES, LOADER, allow, filter, forbidden, limit_process, refused};
use landlock::{ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetError, Scope};
use nix::libc;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, getppid, kill_current_process_group, pidfd_open};
use seccompiler::{SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompRule};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

/// Whether this system keeps signals within the processes that Landlock has confined together.
fn keeps_signals() -> bool {
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    strict.scope(Scope::Signal).and_then(Ruleset::create).is_ok()
}

/// Runs a tool within bounds; its exit status. All of this process group is ended when the process `parent` has ended.
///
/// # Errors
/// When it cannot be confined or started.
pub(in super::super) fn run_tool(parent: u32, bounds: Confined, mut tool: Command) -> io::Result<u8> {
    let pid = Pid::from_raw(parent.cast_signed()).ok_or(io::ErrorKind::InvalidInput)?;
    let gone = pidfd_open(pid, PidfdFlags::empty())?;
    if getppid() != Some(pid) {
        return Err(io::ErrorKind::NotFound.into());
    }
    // Bounds are those of a thread and of what it starts. This thread has to be able to end the others.
    let work = std::thread::spawn(move || {
        let status = confine_tools(&bounds).map_err(io::Error::other).and_then(|()| tool.status());
        match status {
            // As a shell tells that a signal has ended a program.
            Ok(status) => std::process::exit(status.code().unwrap_or(128 + status.signal().unwrap_or(0))),
            Err(error) => error,
        }
    });
    while !work.is_finished() {
        let wait = Timespec { tv_sec: 1, tv_nsec: 0 };
        let mut events = [PollFd::new(&gone, PollFlags::IN)];
        if poll(&mut events, Some(&wait)).is_ok_and(|count| count > 0) {
            // The group ends with this process in it.
            let _ = kill_current_process_group(Signal::KILL);
        }
    }
    Err(work.join().unwrap_or_else(|_| io::ErrorKind::Other.into()))
}

/// Folders of the system with programs, and what these need. What is in `/etc` beside that may be secret.
const PROGRAMS: [&str; 6] = ["/bin", "/sbin", "/usr", "/etc/alternatives", "/etc/ld.so.conf", "/etc/ld.so.conf.d"];

/// Confines this thread, for good.
fn confine_tools(bounds: &Confined) -> Result<(), String> {
    limit_process(bounds.memory, Some(bounds.longest_file)).map_err(|error| format!("limits: {error}"))?;
    restrict_files(bounds).map_err(|error| format!("Landlock: {error}"))?;
    restrict_calls().map_err(|error| format!("seccomp: {error}"))
}

fn restrict_files(bounds: &Confined) -> Result<(), RulesetError> {
    let rules = Ruleset::default().set_compatibility(CompatLevel::BestEffort).scope(Scope::from_all(ABI::V6))?;
    let rules = rules.handle_access(AccessFs::from_all(ABI::V5))?.handle_access(AccessNet::from_all(ABI::V4))?;
    let mut rules = rules.create()?;
    let run = AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir;
    let system = LOADER.iter().chain(&PROGRAMS).map(Path::new);
    for place in system.chain(bounds.reads.iter().map(|place| &**place)) {
        rules = allow(rules, place, run)?;
    }
    for device in DEVICES {
        rules = allow(rules, Path::new(device), AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    let devices = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::IoctlDev;
    rules = allow(rules, &bounds.writes, AccessFs::from_all(ABI::V5) & !devices)?;
    rules.restrict_self().map(drop)
}

/// Who may read a file and when it was changed is not kept by Landlock.
const PROPERTIES: &[i64] = &[
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_utimensat,
];

/// Leaving the group, by which all are ended, and what concerns other processes.
const OTHERS: &[i64] = &[
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_pidfd_open,
    libc::SYS_setpriority,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
    libc::SYS_setrlimit,
];

/// Signals, where Landlock does not keep those within a group of tools that are sent in it.
const SIGNALS: &[i64] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
];

/// Changes of rights. They do nothing and say that they have: compilers copy files with theirs and give up otherwise.
const RIGHTS: &[i64] = &[libc::SYS_fchmod, libc::SYS_fchmodat];

/// Older forms of them, which one kind of machine has.
#[cfg(target_arch = "x86_64")]
const OLDER: (&[i64], &[i64]) =
    (&[libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat], &[libc::SYS_chmod]);
#[cfg(not(target_arch = "x86_64"))]
const OLDER: (&[i64], &[i64]) = (&[], &[]);

fn restrict_calls() -> Result<(), seccompiler::Error> {
    /// Newer form of `fchmodat`, which the library of the system does without where it does not exist.
    const FCHMODAT2: i64 = 452;
    let list = |calls: &[&[i64]]| -> Calls { calls.concat().into_iter().map(|call| (call, Vec::new())).collect() };
    let mut calls = forbidden(Doors { programs: true, ..Doors::default() });
    // Two ends of a connection within these processes.
    calls.remove(&libc::SYS_socketpair);
    calls.extend(list(&[PROPERTIES, OTHERS, OLDER.0]));
    if !keeps_signals() {
        calls.extend(list(&[SIGNALS]));
    }
    // Limits are read, none is set.
    let sets = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)?;
    calls.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![sets])?]);
    let nothing = filter(list(&[RIGHTS, OLDER.1]), SeccompAction::Allow, SeccompAction::Errno(0))?;
    let unknown = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let newer = filter(list(&[&[libc::SYS_clone3, FCHMODAT2]]), SeccompAction::Allow, unknown)?;
    let main = filter(calls, SeccompAction::Allow, refused())?;
    [newer, nothing, main].iter().try_for_each(|filter| seccompiler::apply_filter(filter))
}
