//! Mesh files that a world references: the scene references them too, so they must not be overwritten.

use super::Work;
use sim_vrml::{Node, Value};
use std::path::{Path, PathBuf};

/// The folder of a file.
pub(super) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl Work<'_> {
    /// Reserves the names of the files that the world reads if new meshes go to the same folder.
    pub(super) fn keep_files(&mut self) {
        let meshes = folder_of(self.paths.scene).join(self.paths.meshes).canonicalize().ok();
        let named = self.world.nodes().iter().filter_map(address);
        self.read = named.map(|address| folder_of(self.paths.world).join(address)).collect();
        self.read.retain(|file| file.is_file());
        self.read.sort();
        self.read.dedup();
        let Some(meshes) = meshes else { return };
        let is_there = |file: &Path| {
            let real = |path: &Path| path.canonicalize().ok();
            real(folder_of(file)).as_ref() == Some(&meshes) || real(file).is_some_and(|file| folder_of(&file) == meshes)
        };
        let there: Vec<PathBuf> = self.read.iter().filter(|file| is_there(file)).cloned().collect();
        for file in there {
            self.keep_name(&file);
            // Its material files may have different names.
            let named = sim_core::mesh::load(&file, [1.0; 3]).map(|read| read.files).unwrap_or_default();
            for other in named.iter().map(|other| folder_of(&file).join(other)).filter(|other| is_there(other)) {
                self.keep_name(&other);
                self.read.push(other);
            }
        }
    }

    /// Reserves the name of a file, and of its target if it is a link. Names are case-insensitive.
    fn keep_name(&mut self, file: &Path) {
        let real = file.canonicalize().ok();
        for stem in [Some(file), real.as_deref()].into_iter().flatten().filter_map(Path::file_stem) {
            self.mesh_names.keep(stem.to_string_lossy().to_ascii_lowercase());
        }
    }
}

/// The file that a geometry node references.
fn address(node: &Node) -> Option<&str> {
    let url = node.field("url").filter(|_| ["Mesh", "CadShape"].contains(&node.kind.as_str()))?;
    match &url.value {
        Value::Texts(texts) => texts.first().map(String::as_str),
        _ => None,
    }
}
