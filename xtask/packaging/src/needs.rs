//! System dependencies of programs and libraries, read from their files.

use crate::{Result, at};
use object::elf::FileHeader64;
use object::read::elf::{Dyn, FileHeader, SectionHeader};
use object::{Endianness, elf};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Libraries that the dynamic loader must find, and the Debian packages that provide them.
const LINKED: &[(&str, &str)] =
    &[("ld-linux", "libc6"), ("libc.so", "libc6"), ("libm.so", "libc6"), ("libgcc_s.so", "libgcc-s1")];

/// Libraries that rendering and windows open at run time: the name in the executable, and the package.
const OPENED: &[(&str, &str)] = &[
    ("libEGL.so.1", "libegl1"),
    ("libX11-xcb.so.1", "libx11-xcb1"),
    ("libX11.so.6", "libx11-6"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libXi.so.6", "libxi6"),
    ("libXrandr.so.2", "libxrandr2"),
    ("libvulkan.so.1", "libvulkan1"),
    ("libvulkan.so.1", "mesa-vulkan-drivers"),
    ("libwayland-client.so.0", "libwayland-client0"),
    ("libwayland-egl.so.1", "libwayland-egl1"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
];

/// Dependencies of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Names of required libraries.
    linked: BTreeSet<String>,
    /// The newest glibc version required.
    glibc: (u32, u32),
    /// Packages of optional libraries, opened if available.
    opened: BTreeSet<&'static str>,
}

impl Needs {
    /// Adds the dependencies of a program or library.
    ///
    /// # Errors
    /// If the file cannot be read or is not a 64-bit ELF file.
    pub fn add(&mut self, file: &Path) -> Result {
        let bytes = fs::read(file).map_err(at(file))?;
        self.read(&bytes).map_err(|error| format!("{}: {error}", file.display()))?;
        let has = |name: &str| memmem(&bytes, name.as_bytes());
        self.opened.extend(OPENED.iter().filter(|(name, _)| has(name)).map(|(_, package)| package));
        Ok(())
    }

    fn read(&mut self, bytes: &[u8]) -> object::Result<()> {
        let header = FileHeader64::<Endianness>::parse(bytes)?;
        let endian = header.endian()?;
        let sections = header.sections(endian, bytes)?;
        for section in sections.iter() {
            if let Some((entries, strings)) = section.dynamic(endian, bytes)? {
                let strings = sections.strings(endian, bytes, strings)?;
                for entry in entries.iter().filter(|entry| entry.tag(endian) == elf::DT_NEEDED) {
                    self.linked.insert(String::from_utf8_lossy(entry.string(endian, strings)?).into_owned());
                }
            }
        }
        if let Some((mut needed, strings)) = sections.gnu_verneed(endian, bytes)? {
            let strings = sections.strings(endian, bytes, strings)?;
            while let Some((_, mut versions)) = needed.next()? {
                while let Some(version) = versions.next()? {
                    let name = String::from_utf8_lossy(version.name(endian, strings)?).into_owned();
                    self.glibc = self.glibc.max(glibc(&name).unwrap_or_default());
                }
            }
        }
        Ok(())
    }

    /// The required Debian packages, in the syntax of control files.
    ///
    /// # Errors
    /// If the package of a library is not known.
    pub fn depends(&self) -> Result<String> {
        let mut packages = BTreeSet::new();
        for name in &self.linked {
            let known = LINKED.iter().find(|(start, _)| name.starts_with(start));
            let (_, package) = known.ok_or_else(|| {
                format!("{name} is required; add its package to `LINKED` in xtask/packaging/src/needs.rs")
            })?;
            packages.insert(match (*package, self.glibc) {
                ("libc6", (major, minor)) => format!("libc6 (>= {major}.{minor})"),
                (package, _) => package.to_owned(),
            });
        }
        Ok(packages.into_iter().collect::<Vec<_>>().join(", "))
    }

    /// The recommended Debian packages: those for windows, which machines without a display do not need, and the certificates for
    /// checking pack servers.
    pub fn optional_packages(&self) -> String {
        ["ca-certificates"].into_iter().chain(self.opened.iter().copied()).collect::<Vec<_>>().join(", ")
    }
}

/// Parses `GLIBC_2.34`.
fn glibc(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.strip_prefix("GLIBC_")?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

fn memmem(bytes: &[u8], wanted: &[u8]) -> bool {
    let first = wanted[0];
    let mut rest = bytes;
    while let Some(place) = rest.iter().position(|byte| *byte == first) {
        if rest[place..].starts_with(wanted) {
            return true;
        }
        rest = &rest[place + 1..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_the_c_library_are_compared_by_their_numbers() {
        assert_eq!(
            [glibc("GLIBC_2.4"), glibc("GLIBC_2.34"), glibc("GLIBC_2.2.5")],
            [Some((2, 4)), Some((2, 34)), Some((2, 2))]
        );
        assert_eq!([glibc("GLIBC_PRIVATE"), glibc("GCC_3.0")], [None, None]);
    }

    #[cfg(all(target_os = "linux", target_pointer_width = "64", target_env = "gnu"))]
    #[test]
    fn the_dependencies_of_a_program_are_found() {
        let mut needs = Needs::default();
        needs.add(&std::env::current_exe().unwrap()).unwrap();
        assert!(needs.linked.contains("libc.so.6") && needs.glibc >= (2, 2), "{needs:?}");
        let depends = needs.depends().unwrap();
        assert!(depends.starts_with(&format!("libc6 (>= 2.{})", needs.glibc.1)), "{depends}");
        needs.linked.insert("libunheard-of.so.1".into());
        assert!(needs.depends().unwrap_err().contains("libunheard-of.so.1"));
        assert!(needs.add(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml").as_path()).is_err());
    }
}
