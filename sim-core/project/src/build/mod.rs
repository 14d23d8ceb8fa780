//! Builds projects in the background, with compiler messages that have locations, and a library as the result.

mod cargo;
mod confinement;
mod messages;
mod run;
mod tools;

pub use confinement::Confinement;
pub use messages::{BuildMessage, Place};
pub use run::{Build, BuildEnd, Progress};
pub use tools::cargo;

use std::path::{Path, PathBuf};

/// How a project is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builder {
    /// `cargo build`.
    Cargo,
    /// `make`.
    Make,
    /// `cmake -B build`, then `cmake --build build`.
    CMake,
}

/// A folder that can be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildProject {
    /// The folder.
    pub folder: PathBuf,
    /// How to build it.
    pub builder: Builder,
    /// Whether Cargo builds for distribution: with the optimizations of its profile `release`, and without debug information.
    pub release: bool,
    /// Confinement of the build; `None` if it has the user's permissions.
    pub confinement: Option<Confinement>,
}

impl BuildProject {
    /// The project that a file belongs to: the nearest ancestor folder with a `Cargo.toml`, a `Makefile` or a `CMakeLists.txt`.
    pub fn of(file: &Path) -> Option<Self> {
        let file = std::path::absolute(file).ok()?;
        file.ancestors().skip(1).find_map(Self::at)
    }

    /// The project in a folder itself.
    pub fn at(folder: &Path) -> Option<Self> {
        let has = |name: &str| folder.join(name).is_file();
        // The C templates have both; Windows has no `make`.
        let builder = match (has("Cargo.toml"), has("Makefile"), has("CMakeLists.txt")) {
            (true, ..) => Builder::Cargo,
            (_, true, cmake) if !(cfg!(windows) && cmake) => Builder::Make,
            (.., true) => Builder::CMake,
            _ => return None,
        };
        Some(Self { folder: folder.to_path_buf(), builder, release: false, confinement: None })
    }

    /// Its name: that of its folder.
    pub fn name(&self) -> String {
        self.folder.file_name().unwrap_or(self.folder.as_os_str()).to_string_lossy().into_owned()
    }

    /// The commands that build it, in order.
    fn commands(&self) -> Vec<Vec<String>> {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        match self.builder {
            Builder::Cargo if self.release => {
                let (strip, paths) = ("profile.release.strip=\"debuginfo\"", self.without_paths());
                let build = ["cargo", "build", "--release", "--config", strip, "--config", &paths];
                vec![words(&[&build[..], &["--message-format=json"]].concat())]
            }
            Builder::Cargo => vec![words(&["cargo", "build", "--message-format=json"])],
            Builder::Make => vec![words(&["make"])],
            Builder::CMake => vec![words(&["cmake", "-B", "build"]), words(&["cmake", "--build", "build"])],
        }
    }

    /// Cargo option that removes the builder's local paths from a library; panic messages would reveal them.
    fn without_paths(&self) -> String {
        let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let cargo = cargo.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
        let folder = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        let folders = [cargo.map(|cargo| (cargo, "cargo")), Some((folder, "crate"))];
        let flags = folders.into_iter().flatten().map(|(folder, name)| {
            let folder = folder.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"--remap-path-prefix={folder}={name}\"")
        });
        format!("build.rustflags=[{}]", flags.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn a_file_belongs_to_the_nearest_folder_that_can_be_built() {
        let temp_dir = tempfile::tempdir().unwrap();
        let (outer, inner) = (temp_dir.path().join("outer"), temp_dir.path().join("outer/inner"));
        std::fs::create_dir_all(inner.join("src")).unwrap();
        let file = inner.join("src/lib.rs");
        assert_eq!(BuildProject::of(&file), None);
        std::fs::write(outer.join("Makefile"), "").unwrap();
        let found = BuildProject::of(&file).unwrap();
        assert_eq!((found.folder.as_path(), found.builder), (&*outer, Builder::Make));
        std::fs::write(inner.join("Cargo.toml"), "").unwrap();
        let found = BuildProject::of(&file).unwrap();
        assert_eq!((found.folder.as_path(), found.builder, found.name().as_str()), (&*inner, Builder::Cargo, "inner"));
    }
}
