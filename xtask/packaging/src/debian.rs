//! The package for Debian and its derivatives.

use crate::needs::Needs;
use crate::tree::{Item, NAME, Tree, gzip};
use crate::{Result, TIME, at, done};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Maintainer of the package.
const MAINTAINER: &str = "The Simwright authors <simwright@localhost>";

/// Debian's name of an architecture; none if it is not supported.
pub fn architecture(of: &str) -> Option<&'static str> {
    match of {
        "x86_64" => Some("amd64"),
        "aarch64" => Some("arm64"),
        "riscv64" => Some("riscv64"),
        _ => None,
    }
}

/// A package to build.
pub struct Package {
    tree: Tree,
    version: String,
    architecture: &'static str,
    needs: Needs,
}

impl Package {
    /// Arranges the files as Debian requires.
    ///
    /// # Errors
    /// If the architecture is not supported, or files cannot be read.
    pub fn new(tree: &Tree, version: &str, architecture_of: &str) -> Result<Self> {
        let architecture =
            architecture(architecture_of).ok_or_else(|| format!("unknown Debian architecture: {architecture_of}"))?;
        let mut needs = Needs::default();
        let is_code = |path: &str| path.starts_with("lib/");
        for item in tree.items().filter(|(path, _)| is_code(path)).map(|(_, item)| item) {
            if let Item::Copy { from, .. } = item {
                needs.add(from)?;
            }
        }
        let mut tree = tree.clone();
        tree.rename("share/zsh/site-functions/", "share/zsh/vendor-completions/");
        tree.add(format!("share/doc/{NAME}/copyright"), Item::Made(include_bytes!("../files/copyright").to_vec()));
        let changes = format!(
            "{NAME} ({version}) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n \
             -- {MAINTAINER}  Tue, 01 Jan 1980 00:00:00 +0000\n"
        );
        let changes = gzip(changes.as_bytes()).map_err(|error| error.to_string())?;
        tree.add(format!("share/doc/{NAME}/changelog.gz"), Item::Made(changes));
        tree.rename("", "usr/");
        Ok(Self { tree, version: version.to_owned(), architecture, needs })
    }

    /// Name of its file.
    pub fn file_name(&self) -> String {
        format!("{NAME}_{}_{}.deb", self.version, self.architecture)
    }

    /// Content of the file `control`.
    fn control(&self) -> Result<String> {
        let mut bytes = 0;
        for (_, item) in self.tree.items() {
            bytes += item.content()?.len().div_ceil(4096) * 4096;
        }
        let mut fields = vec![
            ("Package", NAME.to_owned()),
            ("Version", self.version.clone()),
            ("Architecture", self.architecture.to_owned()),
            ("Maintainer", MAINTAINER.to_owned()),
            ("Installed-Size", (bytes / 1024).to_string()),
            ("Depends", self.needs.depends()?),
            ("Recommends", self.needs.optional_packages()),
            ("Section", "science".to_owned()),
            ("Priority", "optional".to_owned()),
        ];
        fields.retain(|(_, value)| !value.is_empty());
        let mut text: String = fields.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
        text.push_str(
            "Description: robot simulator in which every part of a robot is a plugin\n \
             Scenes with one robot or thousands, with identical results on every run.\n \
             Models, dynamics, sensors, actuators, controllers and services are libraries\n \
             behind one stable interface, distributed in packs. With a window,\n \
             recordings, and an SDK for plugin authors.\n",
        );
        Ok(text)
    }

    /// Builds the package in the folder `to`, using a staging folder that is recreated.
    ///
    /// # Errors
    /// If writing fails, or `dpkg-deb` does.
    #[cfg(unix)]
    pub fn build(&self, dir: &Path, to: &Path) -> Result<PathBuf> {
        if dir.exists() {
            fs::remove_dir_all(dir).map_err(at(dir))?;
        }
        self.tree.write(dir)?;
        let control = dir.join("DEBIAN");
        fs::create_dir(&control).map_err(at(&control))?;
        let file = control.join("control");
        fs::write(&file, self.control()?).map_err(at(&file))?;
        let file = to.join(self.file_name());
        let mut build = Command::new("dpkg-deb");
        build.args(["--root-owner-group", "-Zxz", "--build"]).arg(dir).arg(&file);
        done(build.env("SOURCE_DATE_EPOCH", TIME.to_string()))?;
        fs::remove_dir_all(dir).map_err(at(dir))?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Layout, tests::dist};

    /// A package with a small program of the system instead of ours.
    fn package(dir: &Path) -> Package {
        let folder = dist(&dir.join("dist"));
        for file in ["sim", "sim-nautilus", "plugins/libplugin_scout.so"] {
            fs::copy("/bin/sh", folder.join(file)).unwrap();
        }
        Package::new(&Tree::of_folder(&folder, Layout::Prefix, "").unwrap(), "1.2.3", "x86_64").unwrap()
    }

    #[cfg(all(target_os = "linux", target_pointer_width = "64", target_env = "gnu"))]
    #[test]
    fn the_control_file_says_what_the_package_is_and_needs() {
        let dir = tempfile::tempdir().unwrap();
        let package = package(dir.path());
        assert_eq!(package.file_name(), "sim_1.2.3_amd64.deb");
        let control = package.control().unwrap();
        let value = |field: &str| {
            let line = control.lines().find_map(|line| line.strip_prefix(&format!("{field}: ")));
            line.unwrap_or_else(|| panic!("no {field} in\n{control}")).to_owned()
        };
        assert_eq!([value("Package"), value("Version"), value("Architecture")], ["sim", "1.2.3", "amd64"]);
        assert!(value("Depends").contains("libc6 (>= 2."), "{control}");
        assert!(value("Installed-Size").parse::<u32>().unwrap() > 100, "{control}");
        assert!(value("Description").len() < 80);
        // Continuation lines start with a space and are not empty.
        let (_, rest) = control.split_once("Description: ").unwrap();
        assert!(rest.lines().skip(1).all(|line| line.starts_with(' ') && line.len() < 81), "{control}");
        let paths: Vec<&str> = package.tree.items().map(|(path, _)| path).collect();
        for wanted in ["usr/bin/sim", "usr/share/doc/sim/copyright", "usr/share/zsh/vendor-completions/_sim"] {
            assert!(paths.contains(&wanted), "{wanted} in {paths:?}");
        }
        assert!(paths.iter().all(|path| path.starts_with("usr/")), "{paths:?}");
        assert!(architecture("mips").is_none());
    }

    #[cfg(all(target_os = "linux", target_pointer_width = "64", target_env = "gnu"))]
    #[test]
    fn a_package_is_the_same_whenever_it_is_built() {
        if Command::new("dpkg-deb").arg("--version").output().is_err() {
            return; // Systems without it have no use for the package.
        }
        let dir = tempfile::tempdir().unwrap();
        let built = ["one", "two"].map(|name| {
            let to = dir.path().join(name);
            fs::create_dir(&to).unwrap();
            package(&to).build(&to.join("tree"), &to).unwrap()
        });
        assert_eq!(fs::read(&built[0]).unwrap(), fs::read(&built[1]).unwrap());
        let list = Command::new("dpkg-deb").arg("--contents").arg(&built[0]).output().unwrap();
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        assert!(list.contains("./usr/bin/sim -> ../lib/sim/sim") && list.contains("root/root"), "{list}");
        assert!(!dir.path().join("one/tree").exists());
    }
}
