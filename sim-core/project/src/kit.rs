//! The SDK: the contract's crate with its dependencies, which is copied into a component's crate.

use crate::Refused;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::installation;
use std::io;
use std::path::{Path, PathBuf};

/// Path dependency in the manifest of a crate with its own copy of the SDK.
pub(crate) const WITHIN: &str = "sdk/sim-abi";

/// Contents of an SDK, in addition to its manifest: folders with all their content, and files.
const FOLDERS: &[&str] = &["sim-abi/src", "sim-abi/derive/src"];
const FILES: &[&str] = &["Cargo.toml", "sim-abi/Cargo.toml", "sim-abi/derive/Cargo.toml"];

/// Copies this installation's SDK to the folder `sdk` of a crate, replacing the current one. `sdk` is the folder of the SDK's
/// crate `sim-abi`. Default: next to the program.
///
/// # Errors
/// A folder that is not a crate with its own copy of the SDK, no SDK that can be copied, and I/O errors.
pub fn renew(folder: &Path, sdk: Option<&Path>) -> Result<(), Refused> {
    let shipped = check_crate(folder).and_then(|()| Kit::shipped(sdk));
    put(&shipped.map_err(Refused::Request)?, folder).map_err(Refused::Writing)
}

/// Whether the manifest of a crate takes the SDK from the crate's folder `sdk`.
pub fn takes_kit(folder: &Path) -> bool {
    check_crate(folder).is_ok()
}

/// Location of the SDK.
#[derive(Debug, PartialEq)]
pub enum Kit {
    /// A self-contained folder, which can be copied anywhere: next to the program, as created by `cargo xtask build`.
    Shipped(PathBuf),
    /// The crate `sim-abi` in the simulator's source tree, which does not build on its own.
    Source(PathBuf),
}

impl Kit {
    /// The folder of an SDK that can be copied, as found by [`Kit::find`].
    ///
    /// # Errors
    /// No SDK, or only that in the source tree.
    pub fn shipped(sdk: Option<&Path>) -> Result<PathBuf, Diagnostic> {
        match Self::find(sdk)? {
            Self::Shipped(folder) => Ok(folder),
            Self::Source(folder) => Err(source_only(&folder)),
        }
    }

    /// Finds the SDK: as specified, or else next to the program, or else in the source tree that the program was built
    /// from.
    ///
    /// # Errors
    /// Not found in any of these folders.
    pub fn find(sdk: Option<&Path>) -> Result<Self, Diagnostic> {
        let candidates = match sdk {
            Some(folder) => vec![folder.to_path_buf(), folder.join("sim-abi")],
            None => {
                let shipped = installation::shipped_folders("sdk").into_iter().map(|kit| kit.join("sim-abi"));
                let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("..").join("sim-abi");
                shipped.chain([source]).collect()
            }
        };
        let is_sdk = |folder: &&PathBuf| has_line(folder, "name = \"sim-abi\"");
        let found = candidates.iter().find(is_sdk).and_then(|folder| folder.canonicalize().ok());
        let found = found.ok_or_else(|| {
            let tried: Vec<String> = candidates.iter().map(|folder| folder.display().to_string()).collect();
            let folders = tried.join("; ");
            Diagnostic::error(Code::ConfigValue, "the crate `sim-abi`, a dependency of the new crate, was not found")
                .with_expected("a folder with its Cargo.toml")
                .with_found(format!("not in: {folders}"))
                .with_help("specify it with `--sdk PATH`; releases contain it as `sdk/sim-abi`")
        })?;
        let parent = found.parent().map(Path::to_path_buf).unwrap_or_default();
        let stands_alone = has_line(&parent, "members = [\"sim-abi\", \"sim-abi/derive\"]");
        Ok(if stands_alone { Self::Shipped(parent) } else { Self::Source(found) })
    }
}

/// Whether the manifest in a folder contains a line.
fn has_line(folder: &Path, wanted: &str) -> bool {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| line.trim() == wanted)
}

fn source_only(folder: &Path) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, "the SDK in the source tree of the simulator cannot be copied")
        .with_file(folder.display().to_string())
        .with_expected("the folder `sdk` of a release")
        .with_help(
            "run the program in `target/dist`, created by `cargo xtask build`, or specify an SDK with `--sdk PATH`",
        )
}

/// Checks that a crate takes the SDK from its folder `sdk`.
fn check_crate(folder: &Path) -> Result<(), Diagnostic> {
    let file = folder.join("Cargo.toml");
    let manifest = std::fs::read_to_string(&file);
    let found = match &manifest {
        Ok(text) if text.lines().any(|line| !line.trim_start().starts_with('#') && line.contains(WITHIN)) => {
            return Ok(());
        }
        Ok(_) => "a crate with another source of it".to_string(),
        Err(error) => error.to_string(),
    };
    let line = format!("`sim-abi = {{ path = \"{WITHIN}\" }}`");
    Err(Diagnostic::error(Code::ConfigValue, "not a crate with its own SDK")
        .with_file(file.display().to_string())
        .with_expected(format!("a Cargo.toml with {line}"))
        .with_found(found)
        .with_help("specify the folder of a crate created by `sim new`, or add this dependency; nothing was changed"))
}

/// Copies an SDK to the folder `sdk` of a crate. An existing one stays until the copy is complete.
pub(crate) fn put(kit: &Path, folder: &Path) -> Result<(), Diagnostic> {
    let (target, fresh) = (folder.join("sdk"), folder.join(".sdk-new"));
    copy_kit(kit, &fresh)
        .and_then(|()| if target.exists() { std::fs::remove_dir_all(&target) } else { Ok(()) })
        .and_then(|()| std::fs::rename(&fresh, &target))
        .map_err(|error| {
            Diagnostic::error(Code::ConfigOutput, "the SDK could not be copied")
                .with_file(target.display().to_string())
                .with_found(error.to_string())
                .with_help("check that the folder is writable and the disk is not full")
        })
}

/// Copies an SDK to a folder, without build output.
///
/// # Errors
/// I/O errors.
pub fn copy_kit(kit: &Path, target: &Path) -> io::Result<()> {
    if target.exists() {
        std::fs::remove_dir_all(target)?;
    }
    for part in FOLDERS {
        copy_tree(&kit.join(part), &target.join(part))?;
    }
    for part in FILES {
        std::fs::copy(kit.join(part), target.join(part))?;
    }
    for entry in kit.read_dir()? {
        let name = entry?.file_name();
        if name.to_string_lossy().starts_with("LICENSE") {
            std::fs::copy(kit.join(&name), target.join(&name))?;
        }
    }
    std::fs::write(target.join("README.md"), include_str!("../templates/kit/README.md"))
}

fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in from.read_dir()? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path.is_dir() { copy_tree(&path, &to.join(name))? } else { std::fs::copy(&path, to.join(name)).map(drop)? }
    }
    Ok(())
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// An SDK in the form of the real one.
    pub fn kit(folder: &Path, content: &str) -> PathBuf {
        for part in FOLDERS {
            std::fs::create_dir_all(folder.join(part)).unwrap();
            std::fs::write(folder.join(part).join("lib.rs"), content).unwrap();
        }
        let write = |path: &str, text: &str| std::fs::write(folder.join(path), text).unwrap();
        write("Cargo.toml", "[workspace]\nmembers = [\"sim-abi\", \"sim-abi/derive\"]\n");
        write("sim-abi/Cargo.toml", "[package]\nname = \"sim-abi\"\n");
        write("sim-abi/derive/Cargo.toml", "[package]\nname = \"sim-abi-derive\"\n");
        write("Cargo.lock", "# versions\n");
        write("LICENSE-MIT", "as you like\n");
        std::fs::create_dir_all(folder.join("target")).unwrap();
        write("target/large", "built artifacts");
        folder.join("sim-abi")
    }

    #[test]
    fn only_the_sdk_of_a_crate_is_replaced() {
        let temp_dir = tempfile::tempdir().unwrap();
        let (old, new) = (kit(&temp_dir.path().join("old"), "old"), kit(&temp_dir.path().join("new"), "new"));
        let folder = temp_dir.path().join("mine");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("Cargo.toml"), "[dependencies]\nsim-abi = { path = \"sdk/sim-abi\" }\n").unwrap();
        renew(&folder, Some(&old)).unwrap();
        std::fs::write(folder.join("sdk/sim-abi/src/gone.rs"), "").unwrap();
        renew(&folder, Some(&new)).unwrap();
        for part in ["sdk/sim-abi/src/lib.rs", "sdk/sim-abi/derive/src/lib.rs"] {
            assert_eq!(std::fs::read_to_string(folder.join(part)).unwrap(), "new", "{part}");
        }
        let names = |folder: &Path| {
            let mut names: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names(&folder), ["Cargo.toml", "sdk"]);
        assert_eq!(names(&folder.join("sdk")), ["Cargo.toml", "LICENSE-MIT", "README.md", "sim-abi"]);
        assert_eq!(names(&folder.join("sdk/sim-abi/src")), ["lib.rs"]);
    }

    #[test]
    fn a_folder_that_is_no_crate_of_an_author_is_refused() {
        let temp_dir = tempfile::tempdir().unwrap();
        let sdk = kit(&temp_dir.path().join("kit"), "");
        assert!(matches!(renew(&temp_dir.path().join("nowhere"), Some(&sdk)), Err(Refused::Request(_))));
        std::fs::write(temp_dir.path().join("Cargo.toml"), "# sdk/sim-abi\n[dependencies]\nserde = \"1\"\n").unwrap();
        assert!(matches!(renew(temp_dir.path(), Some(&sdk)), Err(Refused::Request(_))));
        assert!(!temp_dir.path().join("sdk").exists());
    }

    #[test]
    fn the_source_tree_is_distinguished_from_an_sdk() {
        let temp_dir = tempfile::tempdir().unwrap();
        let sdk = kit(temp_dir.path(), "");
        assert_eq!(Kit::find(Some(&sdk)).unwrap(), Kit::Shipped(temp_dir.path().canonicalize().unwrap()));
        assert_eq!(Kit::find(Some(temp_dir.path())).unwrap(), Kit::Shipped(temp_dir.path().canonicalize().unwrap()));
        assert!(matches!(Kit::find(None).unwrap(), Kit::Source(folder) if folder.ends_with("sim-abi")));
    }
}
