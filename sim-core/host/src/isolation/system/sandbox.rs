//! Sandbox of a library's process on Linux: resource limits, file access by Landlock, system calls by seccomp.
//!
//! System calls have an allow list; all others fail with "operation not permitted". A service that may start programs has a deny
//! list instead ([`calls`]).

use super::super::bounds::{Bounds, Permissions};
use super::calls::{self, Calls, Outcome, argument, filter, one_of, refused, unknown};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use nix::libc;
use rustix::process::{DumpableBehavior, Resource, Rlimit, getrlimit, set_dumpable_behavior, setrlimit};
use seccompiler::{SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Is, SeccompCondition, SeccompRule};
use std::path::Path;

/// Protections that this system lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Missing {
    /// File access is not restricted.
    pub(in super::super) files: bool,
    /// Truncating files is not restricted, although reading and writing is.
    pub(in super::super) lengths: bool,
    /// System calls are not restricted.
    pub(in super::super) calls: bool,
}

/// The protections that this system lacks, determined without confining this process.
pub(in super::super) fn missing() -> Missing {
    let lacks = |abi| {
        let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        strict.handle_access(AccessFs::from_all(abi)).and_then(Ruleset::create).is_err()
    };
    let calls = rustix::thread::secure_computing_mode().is_err();
    let files = lacks(ABI::V1);
    Missing { files, lengths: !files && lacks(ABI::V3), calls }
}

/// Confines this process permanently. Call it while the process has one thread.
///
/// # Errors
/// When the system refuses a restriction that it supports, as text.
pub(in super::super) fn confine(bounds: &Bounds) -> Result<(), String> {
    let missing = missing();
    limit(bounds).map_err(|error| format!("limits: {error}"))?;
    if !missing.files {
        restrict_files(bounds).map_err(|error| format!("Landlock: {error}"))?;
    }
    if !missing.calls {
        restrict_calls(bounds.permissions).map_err(|error| format!("seccomp: {error}"))?;
    }
    Ok(())
}

/// Sets the resource limits of the process.
fn limit(bounds: &Bounds) -> rustix::io::Result<()> {
    /// Maximum number of open files.
    const FILES: u64 = 256;
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    if !bounds.permissions.programs {
        at_most(Resource::Nofile, FILES)?;
    }
    limit_process(bounds.memory, (!bounds.permissions.files).then_some(bounds.longest_file))
}

/// Sets limits for a process and its child processes: memory and maximum file size, bytes.
pub(super) fn limit_process(memory: u64, longest_file: Option<u64>) -> rustix::io::Result<()> {
    /// Address space in addition to the memory limit: the program's code, and the allocator's reservations for each thread.
    const CODE: u64 = 8 << 30;
    rustix::thread::set_no_new_privs(true)?;
    at_most(Resource::Core, 0)?;
    at_most(Resource::Data, memory)?;
    at_most(Resource::As, memory.saturating_add(CODE))?;
    longest_file.map_or(Ok(()), |longest| at_most(Resource::Fsize, longest))
}

/// Sets a limit of this process. A lower limit set by the system or the user stays, since limits cannot be raised.
fn at_most(resource: Resource, most: u64) -> rustix::io::Result<()> {
    let most = getrlimit(resource).maximum.map_or(most, |known| known.min(most));
    setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
}

/// Folders that the dynamic loader searches for libraries.
pub(super) const LOADER: [&str; 9] = [
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/nix/store",
    "/etc/ld.so.cache",
];

/// Files required for connections to other machines: names of hosts and services.
const NETWORK: [&str; 8] = [
    "/etc/resolv.conf",
    "/run/systemd/resolve",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/nsswitch.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/ssl",
];

/// World-readable devices.
pub(super) const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/urandom"];

/// Restricts file access to the allowed files.
fn restrict_files(bounds: &Bounds) -> Result<(), RulesetError> {
    let Permissions { network, files, programs } = bounds.permissions;
    let mut rules = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    rules = rules.scope(Scope::from_all(ABI::V6))?;
    if !files {
        rules = rules.handle_access(AccessFs::from_all(ABI::V5))?;
    }
    if !network {
        rules = rules.handle_access(AccessNet::from_all(ABI::V4))?;
    }
    let mut rules = rules.create()?;
    if !files {
        let (read, run) = (AccessFs::ReadFile | AccessFs::ReadDir, AccessFs::Execute | AccessFs::ReadFile);
        let run = run | AccessFs::ReadDir;
        let system = LOADER.iter().map(Path::new).chain(bounds.search.iter().map(|folder| &**folder));
        for folder in system.chain([bounds.library.as_path()]) {
            rules = allow(rules, folder, run)?;
        }
        if let Some(folder) = &bounds.folder {
            rules = allow(rules, folder, read)?;
        }
        for device in DEVICES {
            rules = allow(rules, Path::new(device), AccessFs::ReadFile | AccessFs::WriteFile)?;
        }
        for file in NETWORK.iter().filter(|_| network) {
            rules = allow(rules, Path::new(file), read)?;
        }
        if programs || bounds.reads_all {
            rules = allow(rules, Path::new("/"), run)?;
        }
    }
    rules.restrict_self().map(drop)
}

/// Allows access to a folder or file; a path that does not exist needs no rule.
pub(super) fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(place) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(ABI::V5) };
    rules.add_rule(PathBeneath::new(place, access))
}

/// Restricts system calls to the allowed ones.
fn restrict_calls(permissions: Permissions) -> Outcome<()> {
    if permissions.programs {
        return calls::restrict_programs(permissions.network, permissions.files);
    }
    let newer = Calls::from([(libc::SYS_clone3, Vec::new())]);
    let newer = filter(newer, SeccompAction::Allow, unknown())?;
    let main = filter(allowed(permissions)?, refused(), SeccompAction::Allow)?;
    [newer, main].iter().try_for_each(|filter| seccompiler::apply_filter(filter))
}

/// System calls allowed for every process: its own memory, threads, time, and files that it may open.
const ALWAYS: &[i64] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_lseek,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_openat,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_readlinkat,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_fadvise64,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_futex,
    libc::SYS_membarrier,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_times,
    libc::SYS_getrusage,
    libc::SYS_getrandom,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_clone3,
];

/// Older variants of some of them, which exist on one architecture only.
#[cfg(target_arch = "x86_64")]
const OLDER: &[i64] = &[
    libc::SYS_open,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_time,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[i64] = &[];

/// Calls required for connections to other programs.
const SOCKETS: &[i64] = &[
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
    libc::SYS_getsockopt,
    libc::SYS_setsockopt,
    libc::SYS_sendto,
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_recvmmsg,
    libc::SYS_shutdown,
];

/// Calls required to write files.
const FILES: &[i64] = &[
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_ftruncate,
    libc::SYS_truncate,
    libc::SYS_fallocate,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_utimensat,
    libc::SYS_flock,
    libc::SYS_umask,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_copy_file_range,
    libc::SYS_sendfile,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_rm_watch,
];

/// Older variants.
#[cfg(target_arch = "x86_64")]
const OLDER_FILES: &[i64] = &[
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_chmod,
    libc::SYS_creat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER_FILES: &[i64] = &[];

/// `ioctl` requests about a file itself: whether it is a terminal, the number of readable bytes, non-blocking mode.
const QUESTIONS: &[u64] = &[libc::TCGETS, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX, libc::FIONCLEX];

/// `ioctl` requests for serial ports and pseudo-terminals.
const LINES: &[u64] = &[
    libc::TCSETS,
    libc::TCSETSW,
    libc::TCSETSF,
    libc::TCFLSH,
    libc::TCSBRK,
    libc::TCSBRKP,
    libc::TIOCOUTQ,
    libc::TIOCMGET,
    libc::TIOCMSET,
    libc::TIOCMBIS,
    libc::TIOCMBIC,
    libc::TIOCEXCL,
    libc::TIOCNXCL,
    libc::TIOCGPTN,
    libc::TIOCSPTLCK,
    libc::TIOCGPTPEER,
    libc::TCGETS2,
    libc::TCSETS2,
    libc::TCSETSW2,
    libc::TCSETSF2,
];

/// The allowed system calls of a process that does not start programs.
fn allowed(permissions: Permissions) -> Outcome<Calls> {
    let mut calls: Calls = ALWAYS.iter().chain(OLDER).map(|call| (*call, Vec::new())).collect();
    // Private memory only: shared memory is not counted toward the limit of any process.
    let own = argument(3, Is::MaskedEq(0xf), libc::MAP_PRIVATE.unsigned_abs().into())?;
    calls.insert(libc::SYS_mmap, vec![SeccompRule::new(vec![own])?]);
    let thread = libc::CLONE_THREAD.unsigned_abs().into();
    calls.insert(libc::SYS_clone, vec![SeccompRule::new(vec![argument(0, Is::MaskedEq(thread), thread)?])?]);
    // Signals to itself, as sent by `abort` and `raise`.
    calls.insert(libc::SYS_tgkill, one_of(0, &[std::process::id().into()])?);
    // Without owners of files, to which the system would send signals.
    let descriptors =
        [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC, libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_SETFL];
    calls.insert(libc::SYS_fcntl, one_of(1, &descriptors.map(|what| what.unsigned_abs().into()))?);
    let names = [libc::PR_SET_NAME, libc::PR_GET_NAME];
    calls.insert(libc::SYS_prctl, one_of(0, &names.map(|what| what.unsigned_abs().into()))?);
    // Its own limits may be read but not set.
    let reads = SeccompCondition::new(2, Length::Qword, Is::Eq, 0)?;
    calls.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![reads])?]);
    let mut questions = QUESTIONS.to_vec();
    if permissions.network {
        calls.extend(SOCKETS.iter().map(|call| (*call, Vec::new())));
        // No Unix sockets of local programs.
        let families = [libc::AF_INET, libc::AF_INET6];
        calls.insert(libc::SYS_socket, one_of(0, &families.map(|family| family.unsigned_abs().into()))?);
    }
    if permissions.files {
        calls.extend(FILES.iter().chain(OLDER_FILES).map(|call| (*call, Vec::new())));
        calls.insert(libc::SYS_fcntl, Vec::new());
        questions.extend(LINES);
    }
    calls.insert(libc::SYS_ioctl, one_of(1, &questions)?);
    Ok(calls)
}
