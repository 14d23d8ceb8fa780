//! Finds libraries near a scene that are outside the plugin folders, such as a component that the user has just built.

use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::files::read_regular;
use sim_core::pack_manifest;
use sim_core::plugins::PluginHost;
use std::collections::BTreeMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

/// Maximum number of folders to search.
const MAX_FOLDERS: usize = 200;
/// Maximum number of libraries to search.
const MAX_LIBRARIES: usize = 10;
/// Maximum size of a library to search, bytes.
const MAX_SIZE: u64 = 64 << 20;

/// Adds a hint to findings about unknown components if a library near the scene's folder provides the component, outside the folders
/// that the host has searched.
pub fn helped(findings: Diagnostics, host: &PluginHost, scene: Option<&Path>) -> Diagnostics {
    let searched: Vec<PathBuf> = host.folders().iter().filter_map(|folder| folder.path.canonicalize().ok()).collect();
    with_help(findings, &searched, scene)
}

fn with_help(findings: Diagnostics, searched: &[PathBuf], scene: Option<&Path>) -> Diagnostics {
    let mut known: BTreeMap<String, Option<PathBuf>> = BTreeMap::new();
    let mut helped = |finding: Diagnostic| {
        // The message contains the id: "no plugin defines the controller `acme.rover/drive`".
        let message = finding.message.to_string();
        let id = message.split('`').nth(1).filter(|_| finding.code == Code::PluginUnknownComponent);
        let (Some(id), Some(scene)) = (id, scene) else { return finding };
        let library = known.entry(id.to_owned()).or_insert_with(|| with(scene, searched, id));
        match library.as_deref().and_then(help) {
            Some(help) => finding.with_help(help),
            None => finding,
        }
    };
    findings.into_iter().map(&mut helped).collect()
}

fn help(library: &Path) -> Option<String> {
    let here = std::env::current_dir().unwrap_or_default();
    let shown = |path: &Path| path.strip_prefix(&here).unwrap_or(path).display().to_string();
    Some(format!(
        "`--plugins {folder}` adds the folder of {library}, which contains it",
        folder = shown(library.parent()?),
        library = shown(library)
    ))
}

/// The library near a scene's folder that contains an id.
fn with(scene: &Path, searched: &[PathBuf], id: &str) -> Option<PathBuf> {
    let scene = scene.canonicalize().ok()?;
    // The root of a pack is the parent folder of its scenes; any other parent folder may be unrelated.
    let is_pack = |folder: &&Path| folder.join(pack_manifest::FILE).is_file();
    let around = std::iter::once(scene.as_path()).chain(scene.parent().filter(is_pack));
    let places = around.flat_map(|folder| std::iter::once(folder.to_path_buf()).chain(folders(folder)));
    let built = ["target/release", "target/debug", "plugins"];
    let files = places
        .take(MAX_FOLDERS)
        .flat_map(|place| built.map(|built| place.join(built)))
        .filter(|folder| !searched.contains(folder))
        .flat_map(|folder| libraries(&folder));
    let has_it = |file: &PathBuf| read_regular(file, MAX_SIZE).is_ok_and(|bytes| has(&bytes, id.as_bytes()));
    files.take(MAX_LIBRARIES).find(has_it)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MAX_FOLDERS);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.is_dir()).collect()
}

fn libraries(folder: &Path) -> Vec<PathBuf> {
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(DLL_PREFIX) && name.ends_with(DLL_SUFFIX)
    };
    entries(folder).into_iter().filter(is_library).collect()
}

/// Whether `bytes` contains `wanted`.
fn has(bytes: &[u8], wanted: &[u8]) -> bool {
    !wanted.is_empty() && bytes.windows(wanted.len()).any(|part| part == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_built_near_the_scene_is_suggested_for_an_unknown_component() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let (scenes, built) = (root.join("scenes"), root.join("drive/target/release"));
        std::fs::create_dir_all(&scenes).unwrap();
        std::fs::create_dir_all(&built).unwrap();
        std::fs::write(root.join(pack_manifest::FILE), "").unwrap();
        let library = built.join(format!("{DLL_PREFIX}drive{DLL_SUFFIX}"));
        std::fs::write(&library, b"\0acme.rover/drive\0").unwrap();
        let unknown = |id: &str| {
            Diagnostic::error(Code::PluginUnknownComponent, format!("no plugin defines the controller `{id}`"))
        };
        let helped_by = |id: &str, searched: &[PathBuf]| {
            with_help(unknown(id).into(), searched, Some(&scenes)).iter().next().unwrap().to_string()
        };
        let helped = |id: &str| helped_by(id, &[]);
        let hint = helped("acme.rover/drive");
        assert!(hint.contains(&format!("`--plugins {}`", built.display())), "{hint}");
        assert!(!helped("acme.rover/other").contains("--plugins"));
        assert!(!helped_by("acme.rover/drive", &[built]).contains("--plugins"), "the folder is already searched");
    }
}
