//! System dependencies and their installation.

use crate::run::{Result, done, say};
use std::path::Path;
use std::process::{Command, Stdio};

/// A dependency that Cargo does not provide.
pub struct Need {
    /// Name for messages.
    what: &'static str,
    /// Debian and Ubuntu packages that provide it.
    packages: &'static [&'static str],
    /// Whether it is installed.
    present: fn() -> bool,
}

/// Dependencies of the build.
pub const BUILD: &[Need] = &[Need {
    what: "a C compiler with a linker (`cc`)",
    packages: &["gcc", "libc6-dev"],
    // On Windows, the linker is part of the tools that Rust itself requires.
    present: || cfg!(windows) || answers("cc", "--version"),
}];

/// Dependencies of the tests: a compiler for C and C++ plugins; for rendering, a software renderer on machines without a GPU and
/// a virtual display on machines without a screen.
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
        what: "a virtual display (`Xvfb`) with the X11 libraries of the window",
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
        what: "a tool for keyboard and pointer input (`xdotool`)",
        packages: &["xdotool"],
        present: || !cfg!(target_os = "linux") || answers("xdotool", "--version"),
    },
];

/// Dependencies of the package test, which installs packages in an isolated system.
pub const BARE: &[Need] = &[Need {
    what: "tools that create bare systems (`debootstrap`) and packages (`dpkg-deb`)",
    packages: &["debootstrap", "dpkg"],
    present: || Path::new("/usr/sbin/debootstrap").exists() && answers("dpkg-deb", "--version"),
}];

/// Libraries that a window opens at run time.
const X11: [&str; 5] = ["libX11-xcb.so.1", "libXcursor.so.1", "libXi.so.6", "libxkbcommon-x11.so.0", "libXrandr.so.2"];

/// Whether the system's dynamic loader finds a library.
fn has_library(name: &str) -> bool {
    let list =
        Command::new("ldconfig").arg("-p").output().or_else(|_| Command::new("/sbin/ldconfig").arg("-p").output());
    list.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).contains(name))
}

/// Whether a Vulkan driver is installed.
fn has_vulkan() -> bool {
    let folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
    let known = |folder: &&str| std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    folders.iter().any(known) || std::env::var_os("VK_DRIVER_FILES").is_some()
}

/// Whether a program can be run.
fn answers(program: &str, argument: &str) -> bool {
    let mut run = Command::new(program);
    run.arg(argument).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    run.status().is_ok_and(|status| status.success())
}

/// Checks that all dependencies are installed; on Debian and Ubuntu, lists the missing ones and installs them.
pub fn prepare(needs: &[Need]) -> Result {
    let missing: Vec<&Need> = needs.iter().filter(|need| !(need.present)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let what = missing.iter().map(|need| need.what).collect::<Vec<_>>().join(", ");
    let packages: Vec<&str> = missing.iter().flat_map(|need| need.packages).copied().collect();
    if !Path::new("/etc/debian_version").exists() {
        return Err(format!(
            "missing: {what}. Install it with the package manager of the system (on Debian: {}) and try again.",
            packages.join(" ")
        ));
    }
    say(format!("missing: {what}; installing the packages: {}", packages.join(" ")));
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages.as_slice()].concat())?;
    match missing.iter().find(|need| !(need.present)()) {
        None => Ok(()),
        Some(need) => Err(format!("the packages are installed, but {} still does not work", need.what)),
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
