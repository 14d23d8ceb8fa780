//! Compilers of third-party sources. They start programs, so their system calls have a deny list; files and connections are
//! restricted by Landlock as for libraries.

use super::super::bounds::Confined;
use super::calls::restrict_programs;
use super::linux::{close_inherited, end_with_parent};
use super::sandbox::{DEVICES, LOADER, allow, limit_process};
use landlock::{ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetError, Scope};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, Signal, getppid, kill_current_process_group, pidfd_open};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::Command;

/// Runs a confined program and returns its exit status. `within` runs this executable with the arguments that make it confine itself
/// and become the program. This whole process group is ended when the process `parent` ends.
///
/// # Errors
/// When it cannot be started.
pub(in super::super) fn attend_tool(parent: u32, mut within: Command) -> io::Result<u8> {
    let number = |pid: u32| Pid::from_raw(pid.cast_signed()).ok_or(io::ErrorKind::InvalidInput);
    let pid = number(parent)?;
    let gone = pidfd_open(pid, PidfdFlags::empty())?;
    if getppid() != Some(pid) {
        return Err(io::ErrorKind::NotFound.into());
    }
    let mut child = within.spawn()?;
    let done = pidfd_open(number(child.id())?, PidfdFlags::empty())?;
    loop {
        let mut events = [PollFd::new(&gone, PollFlags::IN), PollFd::new(&done, PollFlags::IN)];
        // Fails if interrupted by a signal; the loop then polls again.
        let _ = poll(&mut events, None);
        let [gone, done] = [0, 1].map(|event: usize| !events[event].revents().is_empty());
        if gone {
            // The group ends, including this process.
            let _ = kill_current_process_group(Signal::KILL);
        }
        if done {
            let status = child.wait()?;
            // As a shell reports that a signal has ended a program.
            let code = status.code().unwrap_or(128 + status.signal().unwrap_or(0));
            return Ok(u8::try_from(code).unwrap_or(u8::MAX));
        }
    }
}

/// Confines this process and becomes the tool.
///
/// # Errors
/// When it cannot be confined or started; does not return otherwise.
pub(in super::super) fn become_tool(parent: u32, bounds: &Confined, mut tool: Command) -> io::Error {
    let confined = || -> Result<(), String> {
        end_with_parent(parent).map_err(|error| error.to_string())?;
        limit_process(bounds.memory, Some(bounds.longest_file)).map_err(|error| format!("limits: {error}"))?;
        restrict_files(bounds).map_err(|error| format!("Landlock: {error}"))?;
        restrict_programs(false, false).map_err(|error| format!("seccomp: {error}"))
    };
    close_inherited();
    match confined() {
        Ok(()) => tool.exec(),
        Err(error) => io::Error::other(error),
    }
}

/// System folders with programs and their dependencies. Other files in `/etc` may be secret.
const PROGRAMS: [&str; 6] = ["/bin", "/sbin", "/usr", "/etc/alternatives", "/etc/ld.so.conf", "/etc/ld.so.conf.d"];

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
    for folder in &bounds.writes {
        rules = allow(rules, folder, AccessFs::from_all(ABI::V5) & !devices)?;
    }
    rules.restrict_self().map(drop)
}
