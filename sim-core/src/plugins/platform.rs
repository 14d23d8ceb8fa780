//! What differs between systems: names of libraries, folders, the machine.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// Ending of a shared library's file name.
pub(super) const SUFFIX: &str = if cfg!(target_os = "windows") {
    "dll"
} else if cfg!(target_os = "macos") {
    "dylib"
} else {
    "so"
};

/// Whether a file is a library by its name. Names that begin with a dot are those of unfinished copies.
pub(super) fn is_library(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    !hidden && path.extension().is_some_and(|extension| extension == SUFFIX)
}

/// The machine this program was built for, as people write it.
pub(super) fn host() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// Folders for private copies of libraries, best first: memory where the system has a folder for that, else the disk.
pub(super) fn copy_folders() -> Vec<PathBuf> {
    let memory = PathBuf::from("/dev/shm");
    let memory = (cfg!(target_os = "linux") && memory.is_dir()).then_some(memory);
    memory.into_iter().chain([std::env::temp_dir()]).collect()
}

/// Whether a file belongs to the user of this process, or to the administrator of the system. Where the system tells no owner,
/// it does.
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

/// The user's folder of the simulator, for what is to stay: plugins, files of components, what a window remembers. None where
/// the system names no place for it. It need not be there.
pub fn user_folder() -> Option<PathBuf> {
    Some(user_data()?.join("robot-sim"))
}

fn user_data() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(target_os = "windows") {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    }
}

/// The user's folder for what can be made again.
pub(super) fn user_cache() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(target_os = "windows") {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))
    }
}

/// Whether a process that has existed for so long wants to run, and has been given less than half of that time: others keep the
/// processor busy. False where the system does not tell.
pub(super) fn starved(process: u32, for_so_long: Duration) -> bool {
    let stat =
        if cfg!(target_os = "linux") { std::fs::read_to_string(format!("/proc/{process}/stat")).ok() } else { None };
    stat.and_then(|stat| run_time(&stat)).is_some_and(|time| time < for_so_long / 2)
}

/// How long a process has run that wants to run now, by Linux's `/proc/PID/stat` (proc_pid_stat(5)); none for one that waits.
fn run_time(stat: &str) -> Option<Duration> {
    /// Of the times in that file, to every program.
    const TICKS_PER_SECOND: u32 = 100;
    // The name before it may hold spaces and brackets.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |number: usize| fields.get(number)?.parse::<u32>().ok();
    let wants = *fields.first()? == "R";
    // Fields 14 and 15 of the file, of which the first two are gone.
    let (user, system) = (ticks(11)?, ticks(12)?);
    wants.then(|| Duration::from_secs(1) * (user + system) / TICKS_PER_SECOND)
}

/// What tells a file from all others, and when it was changed, ns since 1970; none where the system cannot tell.
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

/// Name of the library that the system's loader missed, out of its message.
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
        assert_eq!(run_time(&stat("R", 130)), Some(Duration::from_millis(1500)));
        assert_eq!(run_time(&stat("S", 130)), None, "it waits for something else");
        for wrong in ["", "71 (a) R 1", "71 a R 1 71 1 0 -1 4194304 90 0 0 0 130 20"] {
            assert_eq!(run_time(wrong), None, "{wrong}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_busy_process_is_starved_when_it_has_run_for_a_small_part_of_its_time() {
        let mut busy = std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        let start = std::time::Instant::now();
        while !starved(busy.id(), Duration::from_secs(1_000_000)) && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let (long, no_time) = (starved(busy.id(), Duration::from_secs(1_000_000)), starved(busy.id(), Duration::ZERO));
        busy.kill().unwrap();
        busy.wait().unwrap();
        assert!(long && !no_time);
        assert!(!starved(busy.id(), Duration::from_secs(1_000_000)), "it has ended");
    }
}
