//! What the system must have, and how it gets it.

use crate::run::{Result, done, say};
use std::path::Path;
use std::process::{Command, Stdio};

/// Something that Cargo cannot bring.
pub struct Need {
    /// What it is, for people.
    what: &'static str,
    /// Packages of Debian and Ubuntu that have it.
    packages: &'static [&'static str],
    /// Whether it is there.
    present: fn() -> bool,
}

/// What building asks for.
pub const BUILD: &[Need] = &[Need {
    what: "a C compiler that links (`cc`)",
    packages: &["gcc", "libc6-dev"],
    // On Windows the linker belongs to the tools without which Rust itself cannot be installed.
    present: || cfg!(windows) || answers("cc", "--version"),
}];

/// What tests ask for: those of plugins in C and C++ a compiler, and those that draw, on a machine without graphics card, a
/// program that does it, and without screen a display in memory.
pub const TEST: &[Need] = &[
    Need {
        what: "a C++ compiler (`c++`) and `make`",
        packages: &["g++", "make"],
        present: || cfg!(windows) || (answers("c++", "--version") && answers("make", "--version")),
    },
    Need {
        what: "a Vulkan driver",
        packages: &["libvulkan1", "mesa-vulkan-drivers"],
        present: || !cfg!(target_os = "linux") || has_vulkan(),
    },
    Need {
        what: "an OpenGL driver",
        packages: &["libegl1", "libgl1-mesa-dri"],
        present: || !cfg!(target_os = "linux") || has_library("libEGL.so.1"),
    },
    Need {
        what: "a display in memory (`Xvfb`) with what windows need of X11",
        packages: &["xvfb", "libx11-xcb1", "libxcursor1", "libxi6", "libxkbcommon-x11-0", "libxrandr2"],
        present: || {
            !cfg!(target_os = "linux") || (answers("Xvfb", "-help") && X11.iter().all(|name| has_library(name)))
        },
    },
    Need {
        what: "a registry for packs (`docker-registry`)",
        packages: &["docker-registry"],
        present: || !cfg!(target_os = "linux") || answers("docker-registry", "--version"),
    },
    Need {
        what: "a program that presses keys and moves the pointer (`xdotool`)",
        packages: &["xdotool"],
        present: || !cfg!(target_os = "linux") || answers("xdotool", "--version"),
    },
];

/// What a test of packages asks for, which installs them in a system of its own.
pub const BARE: &[Need] = &[Need {
    what: "a program that makes a bare system (`debootstrap`) and one that makes packages (`dpkg-deb`)",
    packages: &["debootstrap", "dpkg"],
    present: || Path::new("/usr/sbin/debootstrap").exists() && answers("dpkg-deb", "--version"),
}];

/// Libraries that a window opens at run time.
const X11: [&str; 5] = ["libX11-xcb.so.1", "libXcursor.so.1", "libXi.so.6", "libxkbcommon-x11.so.0", "libXrandr.so.2"];

/// Whether the system's loader knows a library.
fn has_library(name: &str) -> bool {
    let list =
        Command::new("ldconfig").arg("-p").output().or_else(|_| Command::new("/sbin/ldconfig").arg("-p").output());
    list.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).contains(name))
}

/// Whether a driver has made itself known to Vulkan's loader.
fn has_vulkan() -> bool {
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
    let known = |folder: &&str| std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    folders.iter().any(known) || std::env::var_os("VK_DRIVER_FILES").is_some()
}

/// Whether a program can be started.
fn answers(program: &str, argument: &str) -> bool {
    let mut run = Command::new(program);
    run.arg(argument).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    run.status().is_ok_and(|status| status.success())
}

/// Sees to it that everything is there; on Debian and Ubuntu it installs what is missing, after saying what.
pub fn prepare(needs: &[Need]) -> Result {
    let missing: Vec<&Need> = needs.iter().filter(|need| !(need.present)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let what = missing.iter().map(|need| need.what).collect::<Vec<_>>().join(", ");
    let packages: Vec<&str> = missing.iter().flat_map(|need| need.packages).copied().collect();
    if !Path::new("/etc/debian_version").exists() {
        return Err(format!(
            "this system lacks {what}. Install it with the system's package manager (on Debian: {}) and start again.",
            packages.join(" ")
        ));
    }
    say(format!("this system lacks {what}; installing the packages: {}", packages.join(" ")));
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages.as_slice()].concat())?;
    match missing.iter().find(|need| !(need.present)()) {
        None => Ok(()),
        Some(need) => Err(format!("the packages are installed, but {} still does not answer", need.what)),
    }
}

fn apt(arguments: &[&str]) -> Result {
    let identity =
        Command::new("id").arg("-u").output().map_err(|error| format!("`id -u` cannot be started: {error}"))?;
    let root = String::from_utf8_lossy(&identity.stdout).trim() == "0";
    let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
    if !root {
        command.arg("apt-get");
    }
    done(command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}
