//! Archives the SDK and the C examples of a minor version of the plugin ABI for the tests, which keep building plugins with them.

use crate::dist;
use crate::run::{Result, at, done, root, say, target};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes `tests/archive/sim-abi-MAJOR.MINOR.tar.gz`. The same SDK gives the same bytes.
pub fn write() -> Result {
    let module = root().join("sim-abi/src/ffi/module.rs");
    let version = version(&fs::read_to_string(&module).map_err(at(&module))?)
        .ok_or_else(|| format!("{}: no ABI_MAJOR and ABI_MINOR", module.display()))?;
    let kit = target().join("archive").join("kit");
    if kit.exists() {
        fs::remove_dir_all(&kit).map_err(at(&kit))?;
    }
    dist::kit(&kit)?;
    dist::copy_tree(&root().join("examples").join("c"), &kit.join("examples"))?;
    let folder = root().join("tests").join("archive");
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    let file = folder.join(format!("sim-abi-{version}.tar.gz"));
    pack(&kit, &file)?;
    say(format!("{}: the SDK of ABI {version}", file.display()));
    Ok(())
}

/// Packs a folder reproducibly: sorted names, no times, no owners.
fn pack(folder: &Path, file: &Path) -> Result {
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=ustar", "--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=u=rwX,go=rX", "--use-compress-program=gzip --no-name --best"]);
    tar.arg("--file").arg(file).arg("--directory").arg(folder).arg(".");
    done(&mut tar)
}

/// The ABI version `MAJOR.MINOR`, parsed from its source.
fn version(source: &str) -> Option<String> {
    let number = |name: &str| {
        let line = source.lines().find_map(|line| line.strip_prefix(&format!("pub const {name}: u32 = ")))?;
        line.strip_suffix(';')?.parse::<u32>().ok()
    };
    Some(format!("{}.{}", number("ABI_MAJOR")?, number("ABI_MINOR")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_the_contract_is_found_in_its_source_and_nowhere_else() {
        let source = "/// Major.\npub const ABI_MAJOR: u32 = 2;\n/// Minor.\npub const ABI_MINOR: u32 = 17;\n";
        assert_eq!(version(source).as_deref(), Some("2.17"));
        assert_eq!(version("pub const ABI_MAJOR: u32 = 2;\n"), None);
        let module = fs::read_to_string(root().join("sim-abi/src/ffi/module.rs")).unwrap();
        assert!(version(&module).is_some());
    }

    #[test]
    fn the_same_content_gives_the_same_archive_whenever_it_was_written() {
        let dir = target().join("archive").join("tests");
        let _ = fs::remove_dir_all(&dir);
        let archives = ["one", "two"].map(|name| {
            let folder = dir.join(name);
            fs::create_dir_all(folder.join("src")).unwrap();
            let mut files = ["Cargo.toml", "src/lib.rs"];
            if name == "two" {
                files.reverse();
            }
            for file in files {
                fs::write(folder.join(file), file).unwrap();
            }
            let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
            if name == "two" {
                fs::File::options().append(true).open(folder.join("Cargo.toml")).unwrap().set_modified(old).unwrap();
            }
            let archive = dir.join(format!("{name}.tar.gz"));
            pack(&folder, &archive).unwrap();
            fs::read(archive).unwrap()
        });
        assert!(!archives[0].is_empty());
        assert_eq!(archives[0], archives[1]);
    }
}
