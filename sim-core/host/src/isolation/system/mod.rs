//! Platform-specific code: shared memory, waiting, processes, and their permissions. Each supported platform has a module like the
//! one for Linux.

#[cfg(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod calls;
#[cfg(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod linux;
#[cfg(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod sandbox;
#[cfg(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tools;
#[cfg(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) use linux::*;
#[cfg(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) use sandbox::{Missing, confine, missing};
#[cfg(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(super) use tools::{attend_tool, become_tool};

#[cfg(not(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod other;
#[cfg(not(all(
    feature = "isolation",
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
pub(super) use other::*;

/// Whether this platform can isolate libraries.
pub(super) const SUPPORTED: bool =
    cfg!(all(feature = "isolation", target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")));

/// Content of memory shared by two processes.
///
/// # Safety
/// All zero bytes are a valid value, and so is anything written by another process: the type consists of atomic
/// numbers.
pub(super) unsafe trait Common: Sync + 'static {}
