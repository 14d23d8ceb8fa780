//! Resolves file references in a robot's data: relative paths, `file://` and `package://`.

use crate::model_error::{ModelError, Report};
use sim_diagnostics::nearest;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Searches packages near the robot's file, in given folders and in `ROS_PACKAGE_PATH`, in this order.
#[derive(Clone, Debug, Default)]
pub struct PackageResolver {
    file: PathBuf,
    packages: Vec<PathBuf>,
    environment: Vec<PathBuf>,
    known: BTreeMap<String, PathBuf>,
}

impl PackageResolver {
    /// For the references in `file`; `packages` are folders of packages, or packages themselves.
    pub fn new(file: &Path, packages: &[PathBuf]) -> Self {
        Self::with_environment(file, packages, std::env::var_os("ROS_PACKAGE_PATH"))
    }

    /// As [`new`](Self::new), with this value instead of the environment variable `ROS_PACKAGE_PATH`.
    pub fn with_environment(file: &Path, packages: &[PathBuf], environment: Option<OsString>) -> Self {
        let environment = environment.map(|paths| std::env::split_paths(&paths).collect()).unwrap_or_default();
        let file = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
        Self { file, packages: packages.to_vec(), environment, known: BTreeMap::new() }
    }

    /// Adds known files for exact references, which take precedence over any search.
    pub fn with_known(self, known: BTreeMap<String, PathBuf>) -> Self {
        Self { known, ..self }
    }

    /// Resolves a reference to an existing file. On failure, the error lists all searched places.
    pub fn resolve(&self, name: &str) -> Result<PathBuf, ModelError> {
        if let Some(known) = self.known.get(name) {
            return Ok(known.clone());
        }
        // Windows writes folders with backslashes; a file whose name contains backslashes takes precedence.
        if name.contains('\\') && !self.folder().join(name).is_file() {
            return self.resolve(&name.replace('\\', "/"));
        }
        if let Some(rest) = name.strip_prefix("package://").or(name.strip_prefix("model://")) {
            return self.in_package(name, rest);
        }
        if let Some((scheme, _)) = name.split_once("://").filter(|(scheme, _)| *scheme != "file") {
            let report = Report::new(format!("`{scheme}://` is not supported")).found(name);
            let report = report.expected("a path, file://… or package://…");
            return Err(ModelError::Unsupported(Box::new(report.help("store the file next to the robot file"))));
        }
        let path = self.folder().join(name.strip_prefix("file://").unwrap_or(name));
        if path.is_file() {
            return Ok(tidy(&path));
        }
        let mut report = Report::new(format!("file `{name}` not found")).found(name);
        report = report.help(format!("searched: {path}", path = tidy(&path).display()));
        report.nearest = near_file(&path);
        Err(ModelError::Unresolved(Box::new(report)))
    }

    /// Finds a file of a missing package as if the package were the folder of the robot's file or one of its parents, for
    /// packages that were copied under another name.
    #[cfg(feature = "urdf")]
    pub(super) fn beside(&self, name: &str) -> Option<PathBuf> {
        /// Number of parent folders: a robot's file is in `urdf/` or `robots/urdf/` of its package.
        const LEVELS: usize = 3;
        let name = name.replace('\\', "/");
        let rest = name.strip_prefix("package://").or(name.strip_prefix("model://"))?;
        let (_, inside) = rest.trim_start_matches('/').split_once('/')?;
        let found =
            self.folder().ancestors().take(LEVELS).map(|folder| folder.join(inside)).find(|path| path.is_file());
        found.map(|path| tidy(&path))
    }

    fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new("/"))
    }

    fn in_package(&self, name: &str, rest: &str) -> Result<PathBuf, ModelError> {
        // Three slashes, as in `file:///`, are common.
        let rest = rest.trim_start_matches('/');
        let (package, inside) = rest.split_once('/').unwrap_or((rest, ""));
        if package.is_empty() || inside.is_empty() {
            let report = Report::new("incomplete package path").found(name);
            return Err(ModelError::Value(Box::new(report.expected("package://package/folder/file"))));
        }
        let (mut searched, mut without) = (BTreeSet::new(), Vec::new());
        let mut places = Vec::new();
        for folder in self.places() {
            // A folder may be reached through several paths.
            if !searched.insert(folder.clone()) {
                continue;
            }
            for found in packages_at(&folder, package) {
                let path = found.join(inside);
                if path.is_file() {
                    return Ok(tidy(&path));
                }
                without.push(path);
            }
            places.push(folder);
        }
        let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
        let searched = format!("searched: {}", places.join(", "));
        let report = match without.first() {
            Some(path) => {
                let mut report = Report::new(format!("file `{inside}` not found in package `{package}`"));
                report.nearest = near_file(path);
                report.help(format!("tried {path}; {searched}", path = path.display()))
            }
            None => Report::new(format!("package `{package}` not found"))
                .help(format!("add its parent folder with the packages option or to ROS_PACKAGE_PATH; {searched}")),
        };
        Err(ModelError::Unresolved(Box::new(report.found(name))))
    }

    /// Folders that may contain packages at or below them.
    fn places(&self) -> impl Iterator<Item = PathBuf> {
        let above = self.folder().ancestors();
        above.chain(self.packages.iter().chain(&self.environment).map(PathBuf::as_path)).map(tidy)
    }
}

/// Packages with this name at a folder: the folder itself, its subfolder with that name, or a subfolder with that name in
/// its `package.xml`; sorted by name.
fn packages_at(folder: &Path, package: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if folder.file_name().is_some_and(|name| name == package) || states_name(folder, package) {
        found.push(folder.to_path_buf());
    }
    let named = folder.join(package);
    if named.is_dir() {
        found.push(named);
    }
    let inside = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut inside: Vec<PathBuf> = inside.filter(|path| states_name(path, package)).collect();
    inside.sort();
    found.extend(inside);
    found
}

#[cfg(not(feature = "urdf"))]
fn states_name(_: &Path, _: &str) -> bool {
    false
}

/// Whether the folder's `package.xml` contains this name.
#[cfg(feature = "urdf")]
fn states_name(folder: &Path, package: &str) -> bool {
    use crate::model_error::{read_file, utf8};
    let manifest = folder.join("package.xml");
    if !manifest.is_file() {
        return false;
    }
    let root = read_file(&manifest)
        .and_then(|bytes| utf8(&bytes, &manifest).and_then(|text| super::xml::parse(text, &manifest)));
    root.is_ok_and(|root| root.first("name").is_some_and(|name| name.text == package))
}

/// The file in the same folder with the most similar name.
fn near_file(path: &Path) -> Option<String> {
    let entries = std::fs::read_dir(path.parent()?).ok()?.flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    nearest(&path.file_name()?.to_string_lossy(), names.iter().map(String::as_str)).map(str::to_string)
}

/// Normalizes a path: removes `.`, and `..` after a name.
fn tidy(path: &Path) -> PathBuf {
    use std::path::Component::{CurDir, Normal, ParentDir};
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            CurDir => {}
            ParentDir if matches!(tidy.components().next_back(), Some(Normal(_))) => {
                tidy.pop();
            }
            other => tidy.push(other),
        }
    }
    tidy
}
