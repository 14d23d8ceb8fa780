//! `cargo xtask package`: builds the release packages.

use crate::dist::{self, Profile};
use crate::run::{Result, at, cargo, done, say, target};
use std::fs;
use std::path::{Path, PathBuf};

/// The output folder; Cargo uses `target/package` for packaged crates.
pub fn folder() -> PathBuf {
    target().join("packages")
}

/// Builds a release and packages it. The packaging program is separate because it depends on crates.
pub fn make() -> Result {
    let dist = dist::folder();
    dist::assemble(Profile::Release, &dist)?;
    vendor(&dist.join("sdk"))?;
    let mut packaging = cargo(&["run", "--quiet", "--release", "--package", "sim-packaging", "--"]);
    done(packaging.arg(dist).arg(folder()))?;
    say(format!("{}: the downloads", folder().display()));
    Ok(())
}

/// Packages the crates for crates.io, in the order of publication, and builds them from the archives, as their users would.
pub fn crates(built: bool) -> Result {
    let mut package = cargo(&["package", "--quiet", "--allow-dirty"]);
    CRATES.iter().for_each(|name| _ = package.args(["--package", name]));
    if !built {
        // Without network access.
        package.args(["--no-verify", "--offline"]);
    }
    done(&mut package)
}

/// The crates for crates.io.
const CRATES: [&str; 2] = ["sim-abi-derive", "sim-abi"];

/// Folder in the SDK with the sources of all its dependencies.
const VENDOR: &str = "vendor";

/// Vendors the dependencies of the SDK, so that components build offline. `vendor/offline.toml` is the Cargo configuration for this.
fn vendor(sdk: &Path) -> Result {
    let folder = sdk.join(VENDOR);
    done(cargo(&["vendor", "--quiet", VENDOR]).current_dir(sdk).stdout(std::process::Stdio::null()))?;
    // Libraries for Windows, 100 MB; Cargo still requires the packages.
    if !cfg!(windows) {
        for package in ["winapi-i686-pc-windows-gnu", "winapi-x86_64-pc-windows-gnu"] {
            let libraries = folder.join(package).join("lib");
            if libraries.exists() {
                fs::remove_dir_all(&libraries).map_err(at(&libraries))?;
            }
        }
    }
    // Cargo resolves the path relative to the parent folder.
    let text = format!(
        "# cargo --config PATH-OF-THIS-FILE build --offline\n\n[source.crates-io]\nreplace-with = \"simulator\"\n\n\
         [source.simulator]\ndirectory = \"{VENDOR}\"\n"
    );
    let file = folder.join("offline.toml");
    fs::write(&file, text).map_err(at(&file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    #[test]
    fn the_contract_is_ready_for_the_registry() {
        crates(false).unwrap();
        for (name, folder) in [("sim-abi", "sim-abi"), ("sim-abi-derive", "sim-abi/derive")] {
            let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
            for field in [
                "description",
                "documentation",
                "readme",
                "keywords",
                "categories",
                "include",
                "license",
                "rust-version",
            ] {
                assert!(manifest.lines().any(|line| line.starts_with(field)), "missing {field} in {name}");
            }
            for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
                assert!(root().join(folder).join(file).is_file(), "missing {file} in {name}");
            }
            let license = |place: &str| fs::read(root().join(place).join("LICENSE-APACHE")).unwrap();
            assert_eq!(license(folder), license("."), "the license of {name} differs from that of the workspace");
            let archive = target().join("package").join(format!("{name}-{}.crate", env!("CARGO_PKG_VERSION")));
            assert!(archive.is_file(), "{}", archive.display());
        }
    }
}
