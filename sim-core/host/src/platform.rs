//! Platform-specific details: library names, folders, the machine.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// Suffix of a shared library's file name.
pub(super) const SUFFIX: &str = if cfg!(target_os = "windows") {
    "dll"
} else if cfg!(target_os = "macos") {
    "dylib"
} else {
    "so"
};

/// Whether a file is a library by its name. Names that begin with a dot belong to unfinished copies.
pub(super) fn is_library(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    !hidden && path.extension().is_some_and(|extension| extension == SUFFIX)
}

/// The platform that this program was built for, for display.
pub(super) fn host() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// Folders for private copies of libraries, best first: in memory if the system has such a folder, then on disk.
pub(super) fn copy_folders() -> Vec<PathBuf> {
    let memory = PathBuf::from("/dev/shm");
    let memory = (cfg!(target_os = "linux") && memory.is_dir()).then_some(memory);
    memory.into_iter().chain([std::env::temp_dir()]).collect()
}

/// Whether a file belongs to the user of this process or to the system administrator. Always true if the platform does not
/// report owners.
pub(super) fn is_own(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let user = nix::unistd::geteuid().as_raw();
        std::fs::metadata(file).is_ok_and(|data| data.uid() == user || data.uid() == 0)
    }
    #[cfg(not(unix))]
    file.exists()
}

/// CPU usage of a process so far; zero if the platform does not report it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effort {
    /// CPU time of its threads.
    time: Duration,
    /// Whether one of its threads is runnable, or blocked on disk I/O.
    wants: bool,
}

impl Effort {
    /// CPU usage of a process, from Linux's `/proc/PID/task/TID/stat` (proc_pid_stat(5)).
    pub(super) fn of(process: u32) -> Self {
        let tasks =
            if cfg!(target_os = "linux") { std::fs::read_dir(format!("/proc/{process}/task")).ok() } else { None };
        let stats = tasks
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
        let threads = stats.filter_map(|stat| Self::in_stat(&stat));
        threads.fold(Self::default(), |all, one| Self { time: all.time + one.time, wants: all.wants | one.wants })
    }

    /// Whether the process is runnable now and has received less than half of the CPU time since `before`: other processes keep
    /// the processor busy.
    pub(super) fn is_starved_since(&self, before: &Self, time: Duration) -> bool {
        self.wants && self.time.saturating_sub(before.time) < time / 2
    }

    /// CPU usage of one thread.
    fn in_stat(stat: &str) -> Option<Self> {
        /// Unit of the times in that file, the same for every program.
        const TICKS_PER_SECOND: u32 = 100;
        // The preceding name may contain spaces and parentheses.
        let (_, fields) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let ticks = |number: usize| fields.get(number)?.parse::<u32>().ok();
        let wants = ["R", "D"].contains(fields.first()?);
        // Fields 14 and 15 of the file; the first two have been removed.
        let (user, system) = (ticks(11)?, ticks(12)?);
        Some(Self { time: Duration::from_secs(1) * (user + system) / TICKS_PER_SECOND, wants })
    }
}

/// Identity of a file, and its modification times, ns since 1970; `None` if the platform does not report them.
pub(super) fn identity(file: &std::fs::Metadata) -> Option<(Vec<u64>, Vec<u64>)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let time = |seconds: i64, nanoseconds: i64| {
            u64::try_from(seconds).ok()?.checked_mul(1_000_000_000)?.checked_add(u64::try_from(nanoseconds).ok()?)
        };
        let times = [time(file.mtime(), file.mtime_nsec())?, time(file.ctime(), file.ctime_nsec())?];
        Some((vec![file.dev(), file.ino(), file.size()], times.to_vec()))
    }
    #[cfg(windows)]
    {
        use std::os::windows::fs::MetadataExt;
        /// From 1601 to 1970, in units of 100 ns.
        const EPOCH: u64 = 116_444_736_000_000_000;
        let times = [file.last_write_time(), file.creation_time()];
        let times = times.map(|time| time.checked_sub(EPOCH)?.checked_mul(100));
        Some((vec![file.file_size()], vec![times[0]?, times[1]?]))
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = file;
        None
    }
}

/// Name of the missing library in an error message of the dynamic loader.
pub(super) fn missing_dependency(message: &str) -> Option<String> {
    // glibc: "libfoo.so.1: cannot open shared object file: …"; musl: "Error loading shared library libfoo.so: …";
    // macOS: "Library not loaded: @rpath/libfoo.dylib".
    if let Some(position) = message.find(": cannot open shared object file") {
        return message[..position].rsplit(' ').next().map(str::to_string);
    }
    for marker in ["Error loading shared library ", "Library not loaded: "] {
        if let Some(rest) = message.split(marker).nth(1) {
            return rest.split([':', '\n']).next().map(|name| name.trim().to_string());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_starved_that_wants_to_run_and_may_not() {
        let stat = |state: &str, user: u32| {
            format!("71 (a (b) c) {state} 1 71 1 0 -1 4194304 90 0 0 0 {user} 20 0 0 20 0 1 0 9")
        };
        let effort = |state, user| Effort::in_stat(&stat(state, user)).unwrap();
        let starved =
            |state, user, time| effort(state, user).is_starved_since(&effort("S", 130), Duration::from_millis(time));
        assert_eq!(effort("R", 130).time, Duration::from_millis(1500));
        assert!(starved("R", 180, 1001), "500 ms of 1001 ms");
        assert!(starved("D", 130, 1000), "the system reads for it");
        assert!(!starved("R", 180, 1000), "half of the time");
        assert!(!starved("S", 130, 1000), "it waits for something else");
        for wrong in ["", "71 (a) R 1", "71 a R 1 71 1 0 -1 4194304 90 0 0 0 130 20"] {
            assert_eq!(Effort::in_stat(wrong), None, "{wrong}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_busy_process_is_starved_when_it_has_run_for_a_small_part_of_its_time() {
        let mut busy = std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        let start = std::time::Instant::now();
        let busy_id = busy.id();
        let starved = |time| Effort::of(busy_id).is_starved_since(&Effort::default(), time);
        while !starved(Duration::from_secs(1_000_000)) && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let (long, no_time) = (starved(Duration::from_secs(1_000_000)), starved(Duration::ZERO));
        busy.kill().unwrap();
        busy.wait().unwrap();
        assert!(long && !no_time);
        assert!(!starved(Duration::from_secs(1_000_000)), "it has ended");
    }
}
