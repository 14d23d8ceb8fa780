//! What differs between systems: names of libraries, folders, the machine.

use std::path::{Path, PathBuf};

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

/// The user's data folder, where plugins of their own may lie.
pub(crate) fn user_data() -> Option<PathBuf> {
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
