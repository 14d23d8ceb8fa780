//! System calls of programs started by third-party code: a deny list, since the needs of those programs are unknown. Calls newer than
//! this list are refused, too.

use landlock::{CompatLevel, Compatible, Ruleset, RulesetAttr, Scope};
use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Is, SeccompCondition, SeccompFilter,
    SeccompRule, sock_filter,
};
use std::collections::BTreeMap;

/// Rules by the number of the system call; an empty list matches all arguments.
pub(super) type Calls = BTreeMap<i64, Vec<SeccompRule>>;

pub(super) type Outcome<T> = Result<T, seccompiler::Error>;

/// A filter for this architecture: `otherwise` applies to all calls that do not match `calls`, `then` to those that do.
pub(super) fn filter(calls: Calls, otherwise: SeccompAction, then: SeccompAction) -> Outcome<BpfProgram> {
    let machine = std::env::consts::ARCH.try_into()?;
    Ok(SeccompFilter::new(calls, otherwise, then, machine)?.try_into()?)
}

/// "Operation not permitted".
pub(super) fn refused() -> SeccompAction {
    SeccompAction::Errno(libc::EPERM.unsigned_abs())
}

/// "Function not implemented": callers fall back to the older system call.
pub(super) fn unknown() -> SeccompAction {
    SeccompAction::Errno(libc::ENOSYS.unsigned_abs())
}

/// Matches an argument of a system call, counted from 0.
pub(super) fn argument(number: u8, is: Is, value: u64) -> Outcome<SeccompCondition> {
    Ok(SeccompCondition::new(number, Length::Dword, is, value)?)
}

/// One rule for each of these values of an argument.
pub(super) fn one_of(number: u8, values: &[u64]) -> Outcome<Vec<SeccompRule>> {
    let rule = |value: &u64| Ok(SeccompRule::new(vec![argument(number, Is::Eq, *value)?])?);
    values.iter().map(rule).collect()
}

/// The first number after these lists, of a call added in Linux 6.6. Calls of other ABIs on the same processor have still higher
/// numbers.
const UNKNOWN: u32 = 452;

/// A filter that reports calls with unknown numbers as not implemented.
fn newer() -> BpfProgram {
    let step = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    let allowed = libc::SECCOMP_RET_ALLOW;
    let refused = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs();
    vec![
        // The number of the call comes first.
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, UNKNOWN),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, refused),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, allowed),
    ]
}

/// Other processes, the system itself, and ways to bypass filters.
const FORBIDDEN: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_open_by_handle_at,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_fanotify_init,
];

/// Permissions and times of files, which Landlock does not protect.
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

/// Leaving the process group, through which all are ended; access to other processes; shared memory and message queues without a
/// file, which outlive the processes.
const OTHERS: &[i64] = &[
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_pidfd_open,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setaffinity,
    libc::SYS_setrlimit,
    libc::SYS_inotify_add_watch,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
];

/// Signals, unless Landlock keeps them within the confined group of processes.
const SIGNALS: &[i64] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
];

/// Connections. Socket pairs within these processes are allowed, unless they can send elsewhere.
const CONNECTIONS: &[i64] = &[libc::SYS_socket, libc::SYS_bind, libc::SYS_connect, libc::SYS_listen];

/// Changes of file modes. They do nothing and report success: compilers copy files with their modes and give up otherwise.
const RIGHTS: &[i64] = &[libc::SYS_fchmod, libc::SYS_fchmodat];

/// Older variants, which exist on one architecture only.
#[cfg(target_arch = "x86_64")]
const OLDER: (&[i64], &[i64]) =
    (&[libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat], &[libc::SYS_chmod]);
#[cfg(not(target_arch = "x86_64"))]
const OLDER: (&[i64], &[i64]) = (&[], &[]);

/// Confines the system calls of this thread and of the programs that it starts. `network` and `files` specify what Landlock
/// leaves open.
pub(super) fn restrict_programs(network: bool, files: bool) -> Outcome<()> {
    let list = |calls: &[&[i64]]| -> Calls { calls.concat().into_iter().map(|call| (call, Vec::new())).collect() };
    let mut calls = list(&[FORBIDDEN, OTHERS]);
    if !network {
        calls.extend(list(&[CONNECTIONS]));
        let kinds = [libc::SOCK_DGRAM, libc::SOCK_RAW];
        let kind = |kind: &i32| argument(1, Is::MaskedEq(0xf), kind.unsigned_abs().into());
        let kinds: Vec<SeccompRule> =
            kinds.iter().map(|one| Ok(SeccompRule::new(vec![kind(one)?])?)).collect::<Outcome<_>>()?;
        calls.insert(libc::SYS_socketpair, kinds);
    }
    if !files {
        calls.extend(list(&[PROPERTIES, OLDER.0]));
    }
    if !keeps_signals() {
        calls.extend(list(&[SIGNALS]));
    }
    // Limits may be read but not set.
    let sets = SeccompCondition::new(2, Length::Qword, Is::Ne, 0)?;
    calls.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![sets])?]);
    // Processes in new namespaces have permissions there that they do not have here.
    let apart = [
        libc::CLONE_NEWNS,
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
    ];
    let apart = apart.map(|flag| u64::from(flag.unsigned_abs()));
    let apart = apart.iter().map(|flag| Ok(SeccompRule::new(vec![argument(0, Is::MaskedEq(*flag), *flag)?])?));
    calls.insert(libc::SYS_clone, apart.collect::<Outcome<_>>()?);
    let mut filters = vec![newer(), filter(list(&[&[libc::SYS_clone3]]), SeccompAction::Allow, unknown())?];
    if !files {
        filters.push(filter(list(&[RIGHTS, OLDER.1]), SeccompAction::Allow, SeccompAction::Errno(0))?);
    }
    filters.push(filter(calls, SeccompAction::Allow, refused())?);
    filters.iter().try_for_each(|filter| seccompiler::apply_filter(filter))
}

/// Whether this system keeps signals within the processes confined together by Landlock.
fn keeps_signals() -> bool {
    let strict = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
    strict.scope(Scope::Signal).and_then(Ruleset::create).is_ok()
}
