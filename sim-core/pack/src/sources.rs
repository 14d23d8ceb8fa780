//! Sources in packs, from the author's folder to the archive.

use crate::compile::{cargo, not_built};
use crate::tree::{below, names, put, unreadable};
use serde_json::Value;
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Folders of a crate that are not sources: the SDK, which comes with the program, and build output.
const LEFT_OUT: [&str; 4] = ["build", "plugins", "sdk", "target"];

/// Folder in a crate with the sources of its dependencies.
pub const VENDOR: &str = "vendor";

/// Adds the files of a crate's sources to a list. `vendored` specifies whether vendored crates are part of them.
///
/// # Errors
/// Links, and I/O errors.
pub fn files(
    pack: &Path,
    name: &str,
    vendored: bool,
    files: &mut Vec<String>,
    findings: &mut Diagnostics,
) -> Result<(), Diagnostic> {
    let folder = pack.join(name);
    for entry in names(&folder).map_err(|error| unreadable(&folder, &error))? {
        let (path, is_folder) = (format!("{name}/{entry}"), folder.join(&entry).is_dir());
        match is_folder {
            true if entry == VENDOR && vendored => below(pack, &path, true, files, findings)?,
            true if entry == VENDOR || LEFT_OUT.contains(&entry.as_str()) || entry.starts_with('.') => {}
            true => below(pack, &path, false, files, findings)?,
            false if entry.starts_with('.') => {}
            false => files.push(path),
        }
    }
    Ok(())
}

/// Copies the dependencies of the crate `name` of a pack into `staging`, except those in the SDK.
///
/// # Errors
/// A dependency that is not part of the pack; Cargo errors.
pub fn vendor(pack: &Path, name: &str, staging: &Path) -> Result<(), Diagnostic> {
    let folder = pack.join(name);
    if !folder.join("Cargo.toml").is_file() {
        return Ok(());
    }
    let metadata = cargo(&folder, &["metadata", "--format-version", "1"])
        .map_err(|error| not_built(pack, name).with_found(error))?;
    let metadata: Value = serde_json::from_str(&metadata).unwrap_or_default();
    let needed = needed(&metadata, &folder).map_err(|elsewhere| {
        let expected = "crates from a registry, and the SDK in the folder `sdk`";
        not_built(pack, name).with_expected(expected).with_found(elsewhere)
    })?;
    if needed.is_empty() {
        return Ok(());
    }
    let apart = tempfile::tempdir().map_err(|error| unreadable(&folder, &error))?;
    let all = apart.path().join(VENDOR);
    let to = all.to_string_lossy().into_owned();
    cargo(&folder, &["vendor", "--quiet", "--versioned-dirs", "--respect-source-config", &to])
        .map_err(|error| not_built(pack, name).with_found(error))?;
    for one in needed {
        let mut files = Vec::new();
        let mut findings = Diagnostics::new();
        below(&all, &one, true, &mut files, &mut findings)?;
        for file in files {
            put(&all.join(&file), staging, &format!("{name}/{VENDOR}/{file}"))?;
        }
    }
    Ok(())
}

/// The dependencies of a crate as `name-version`, except those of the contract's crate in its folder `sdk`.
///
/// # Errors
/// The folder of a dependency outside of the crate.
fn needed(metadata: &Value, folder: &Path) -> Result<Vec<String>, String> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let (folder, kit) = (real(folder), real(&folder.join("sdk")));
    let mut packages: BTreeMap<String, (String, Option<PathBuf>)> = BTreeMap::new();
    for package in list(&metadata["packages"]) {
        let place = real(Path::new(&text(&package["manifest_path"])));
        let local = package["source"].is_null().then_some(place);
        let name = format!("{}-{}", text(&package["name"]), text(&package["version"]));
        packages.insert(text(&package["id"]), (name, local));
    }
    let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        needs.insert(text(&node["id"]), list(&node["dependencies"]).iter().map(text).collect());
    }
    let is_of_kit = |id: &String| matches!(packages.get(id), Some((_, Some(place))) if place.starts_with(&kit));
    let mut with_kit: BTreeSet<String> = BTreeSet::new();
    let mut open: Vec<String> = packages.keys().filter(|id| is_of_kit(id)).cloned().collect();
    while let Some(id) = open.pop() {
        if with_kit.insert(id.clone()) {
            open.extend(needs.get(&id).cloned().unwrap_or_default());
        }
    }
    let mut needed = Vec::new();
    for (_, (name, local)) in packages.iter().filter(|(id, _)| !with_kit.contains(*id)) {
        match local {
            None => needed.push(name.clone()),
            Some(place) if place.starts_with(&folder) => {}
            Some(place) => return Err(place.display().to_string()),
        }
    }
    Ok(needed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_the_kit_needs_does_not_come_with_a_pack_and_crates_elsewhere_are_refused() {
        let staging = tempfile::tempdir().unwrap();
        let folder = staging.path().canonicalize().unwrap().join("drive");
        std::fs::create_dir_all(folder.join("sdk")).unwrap();
        let package = |name: &str, place: Option<PathBuf>| {
            json!({"id": name, "name": name, "version": "1.0.0",
                "source": if place.is_some() { Value::Null } else { json!("registry") },
                "manifest_path": place.unwrap_or_else(|| "/registry/Cargo.toml".into())})
        };
        let node = |id: &str, needs: &[&str]| json!({"id": id, "dependencies": needs});
        let metadata = |other: PathBuf| {
            json!({
                "packages": [
                    package("drive", Some(folder.join("Cargo.toml"))),
                    package("sim-abi", Some(folder.join("sdk/sim-abi/Cargo.toml"))),
                    package("serde", None), package("pid", None), package("parts", Some(other)),
                ],
                "resolve": {"nodes": [
                    node("drive", &["sim-abi", "serde", "pid", "parts"]), node("sim-abi", &["serde"]), node("pid", &["serde"]),
                ]},
            })
        };
        assert_eq!(needed(&metadata(folder.join("parts/Cargo.toml")), &folder).unwrap(), ["pid-1.0.0"]);
        assert_eq!(needed(&metadata("/elsewhere/Cargo.toml".into()), &folder).unwrap_err(), "/elsewhere/Cargo.toml");
    }
}
