//! Robot packs as seen by scenes and the plugin host: names, installed packs, and version resolution.
//!
//! A pack is a folder with a description (`pack.ron`), libraries, models, scenes and other files that were published together. The
//! crate `sim-pack` builds, checks and installs packs; this module only reads them.

mod installed;
mod lock;
mod name;
mod solve;

pub use installed::{BuiltLibrary, Installed, InstalledPack, Installs, Signer, folder};
pub use lock::{LOCK_ENDING, Lock, Locked, lock_file};
pub use name::{PackName, Requirement};
pub use semver::{Version, VersionReq};
pub use solve::{Candidate, Demand, Unsolved, solve};

/// URI scheme for files of packs in scenes: `pack:publisher/name/path`.
pub const SCHEME: &str = "pack:";

/// The publisher of the packs that ship with the program.
pub const OWN_PUBLISHER: &str = "sim";

/// The target triple that this program was built for.
pub fn target() -> String {
    let system = match std::env::consts::OS {
        "linux" if cfg!(target_env = "musl") => "unknown-linux-musl",
        "linux" => "unknown-linux-gnu",
        "macos" => "apple-darwin",
        "windows" if cfg!(target_env = "gnu") => "pc-windows-gnu",
        "windows" => "pc-windows-msvc",
        other => return format!("{}-unknown-{other}", std::env::consts::ARCH),
    };
    format!("{}-{system}", std::env::consts::ARCH)
}
