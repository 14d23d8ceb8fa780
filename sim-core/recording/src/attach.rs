//! Attachments of a recording, so that it can be run again and drawn without the original files: the scene, and every file that
//! it, its robots and their meshes reference.

use super::info::SceneFile;
use super::{Recording, RecordingError, Result};
use sim_diagnostics::{Code, Diagnostic, Diagnostics};
use sim_files::packs::{Lock, Locked, SCHEME, lock_file};
use sim_model::UrdfOptions;
use sim_model::mesh;
use sim_scene::{FileRef, LoadedScene, Object, Paint, Scene, Shape};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Total size above which a warning is issued, bytes.
const LARGE: u64 = 64 << 20;
/// Maximum total size of the attachments, bytes: a reader has to hold them in memory.
const LIMIT: u64 = 1 << 30;

/// File name of the scene when a recording is unpacked to a folder, unless one of its files has that name.
const UNPACKED: &str = "recorded.ron";

/// Attachments of a recording.
#[derive(Clone, Debug, Default)]
pub struct Attached {
    /// The merged scene. Files next to or below it keep their names; others are referenced by the names of their copies.
    pub scene_text: String,
    /// All files, without duplicates.
    pub files: Vec<SceneFile>,
    /// Canonical paths of the original files.
    pub sources: Vec<PathBuf>,
    /// Warnings about files that cannot be attached, or about their total size.
    pub warnings: Diagnostics,
}

/// Collects the files of a scene; `options` are those used to read its models.
pub fn attach(loaded: &LoadedScene, options: &UrdfOptions) -> Attached {
    attach_with(loaded, options, &[])
}

/// As [`attach`], for a run that uses components of these packs in addition to those that the scene lists.
pub(super) fn attach_with(loaded: &LoadedScene, options: &UrdfOptions, used: &[Locked]) -> Attached {
    gather(loaded, options, used, LARGE, LIMIT)
}

fn gather(loaded: &LoadedScene, options: &UrdfOptions, used: &[Locked], large: u64, limit: u64) -> Attached {
    let mut scene = loaded.scene.clone();
    let mut store = Store { options, limit, ..Store::new(options) };
    for file in file_refs(&mut scene) {
        // This also turns `maps/../a.stl` into `a.stl`: an unpacked scene lacks the folder `maps`. Files of packs get a folder.
        let wanted = match file.0.strip_prefix(SCHEME) {
            Some(path) => inside("packs", path),
            None => inside("", &file.0),
        };
        if let Some(name) = store.add(&loaded.resolve(file), wanted, Place::Free) {
            file.0 = name;
        }
    }
    let largest = store.files.iter().max_by_key(|file| file.bytes.len());
    if let Some(largest) = largest.filter(|_| store.total > large) {
        let megabytes = |bytes: u64| format!("{} MB", bytes.div_ceil(1 << 20));
        let warning = Diagnostic::warning(
            Code::RecordingFiles,
            format!("the recording contains {total} of scene files", total = megabytes(store.total)),
        )
        .with_found(format!("`{name}` with {len}", name = largest.name, len = megabytes(largest.bytes.len() as u64)))
        .with_help("use meshes with fewer triangles, or images with fewer pixels");
        store.warnings.push(warning);
    }
    let Store { mut files, names, warnings, .. } = store;
    let lock = Lock::of_packs(loaded.packs()).with(used);
    if !lock.packs.is_empty() {
        scene.packs = lock.packs.iter().map(Locked::requirement).collect();
        files.push(SceneFile::new(lock_file(Path::new(UNPACKED)).display().to_string(), lock.to_text().into_bytes()));
    }
    let sources = names.into_keys().collect();
    Attached { scene_text: scene.to_ron(&loaded.head_comment), files, sources, warnings }
}

/// All file references of a scene.
fn file_refs(scene: &mut Scene) -> Vec<&mut FileRef> {
    let mut files = Vec::new();
    let shared = scene.shapes.iter_mut().map(|shared| &mut shared.shape);
    files.extend(shared.chain(scene.objects.iter_mut().flat_map(Object::shapes_mut)).filter_map(Shape::file_mut));
    let paint = scene.floor.iter_mut().flat_map(|floor| &mut floor.paint);
    files.extend(paint.filter_map(|paint| match paint {
        Paint::Image(image) => Some(&mut image.file),
        _ => None,
    }));
    let robots = scene.robots.iter_mut().map(|robot| &mut robot.model);
    let models = robots.chain(scene.fleets.iter_mut().map(|fleet| &mut fleet.model));
    files.extend(models.filter_map(|model| model.file.as_mut()));
    files
}

/// All files that a scene references, without duplicates, sorted by name: meshes, images and models.
pub fn named_files(loaded: &LoadedScene) -> Vec<PathBuf> {
    let scene = &loaded.scene;
    let own = scene.objects.iter().flat_map(|object| object.shapes().map(|(_, shape)| shape));
    let shared = scene.shapes.iter().map(|shared| &shared.shape);
    let shapes = shared.chain(own).filter_map(|shape| Some(shape.file()?.1));
    let paint = scene.floor.iter().flat_map(|floor| &floor.paint).filter_map(|paint| match paint {
        Paint::Image(image) => Some(&image.file),
        _ => None,
    });
    let models = scene.robots.iter().map(|robot| &robot.model).chain(scene.fleets.iter().map(|fleet| &fleet.model));
    let names: BTreeSet<&str> =
        shapes.chain(paint).chain(models.filter_map(|model| model.file.as_ref())).map(|file| file.0.as_str()).collect();
    names.into_iter().map(|name| loaded.resolve(&FileRef(name.to_owned()))).collect()
}

/// Resolves a name relative to a folder within the scene's folder; `None` if it leads outside.
fn inside(folder: &str, name: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in Path::new(folder).components().chain(Path::new(name).components()) {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether the copy of a file can be renamed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Its references are updated to the name of the copy.
    Free,
    /// It is found by its name alone.
    Fixed,
}

struct Store<'a> {
    options: &'a UrdfOptions,
    limit: u64,
    files: Vec<SceneFile>,
    /// Names of the copies by the canonical path of the file.
    names: BTreeMap<PathBuf, Vec<String>>,
    total: u64,
    outside: usize,
    warnings: Diagnostics,
}

impl<'a> Store<'a> {
    fn new(options: &'a UrdfOptions) -> Self {
        let (files, names) = (Vec::new(), BTreeMap::new());
        Self { options, limit: LIMIT, files, names, total: 0, outside: 0, warnings: Diagnostics::default() }
    }

    /// Adds a file and the files that it references; returns the name of its copy.
    fn add(&mut self, path: &Path, wanted: Option<String>, place: Place) -> Option<String> {
        let true_path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let known = self.names.get(&true_path).map_or(&[][..], Vec::as_slice);
        let fits = |name: &&String| place == Place::Free || wanted.as_ref() == Some(*name);
        if let Some(name) = known.iter().find(fits) {
            return Some(name.clone());
        }
        let taken = |name: &String| self.files.iter().any(|file| file.name == *name);
        let free = wanted.filter(|name| !taken(name));
        if place == Place::Fixed && free.is_none() {
            self.leave_out(path, "its path is outside of the recording's folder, or already used");
            return None;
        }
        let length = std::fs::metadata(path).map_or(0, |file| file.len());
        if self.total + length > self.limit {
            self.leave_out(path, format!("total file size above {limit} MB", limit = self.limit >> 20));
            return None;
        }
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.leave_out(path, error.to_string());
                return None;
            }
        };
        let name = free.unwrap_or_else(|| {
            self.outside += 1;
            let base = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            format!("outside/{}/{base}", self.outside)
        });
        self.total += bytes.len() as u64;
        self.names.entry(true_path).or_default().push(name.clone());
        let index = self.files.len();
        self.files.push(SceneFile::new(name.clone(), bytes));
        match extension(path).as_str() {
            "urdf" | "xml" | "ron" => self.files[index].references = self.add_named_by_model(path, &name),
            "obj" | "gltf" | "glb" => self.add_named_by_mesh(path, &name),
            _ => {}
        }
        Some(name)
    }

    /// Adds the meshes of a robot; returns the names of the copies by the names in the robot's file.
    fn add_named_by_model(&mut self, path: &Path, name: &str) -> BTreeMap<String, String> {
        // An unreadable file has already kept the simulation from being built, so there is nothing to report.
        let Ok(model) = sim_model::load(path, self.options) else { return BTreeMap::new() };
        let mut references = BTreeMap::new();
        for (text, file) in model.files {
            let wanted = match text.split_once("://") {
                None => inside(folder_of(name), &text),
                Some(("package", rest)) => inside("packages", rest).filter(|place| place.starts_with("packages/")),
                Some(_) => None,
            };
            references.extend(self.add(&file, wanted, Place::Free).map(|copy| (text, copy)));
        }
        references
    }

    /// Adds materials and buffers of a mesh.
    fn add_named_by_mesh(&mut self, path: &Path, name: &str) {
        let Ok(mesh) = mesh::load(path, [1.0; 3]) else { return };
        let folder = path.parent().unwrap_or(Path::new(""));
        for file in mesh.files {
            let wanted = file.to_str().and_then(|file| inside(folder_of(name), file));
            self.add(&folder.join(&file), wanted, Place::Fixed);
        }
    }

    fn leave_out(&mut self, path: &Path, reason: impl Into<String>) {
        let warning = Diagnostic::warning(Code::RecordingFiles, "a file of the scene is not in the recording")
            .with_file(path.display().to_string())
            .with_found(reason)
            .with_help("keep the file: a replay needs it");
        self.warnings.push(warning);
    }
}

fn extension(path: &Path) -> String {
    path.extension().map(|text| text.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// The scene of a recording with its files, unpacked to a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// The scene file.
    pub scene: PathBuf,
    /// Options for reading models so that they find the recorded meshes.
    pub models: UrdfOptions,
}

impl Recording {
    /// Unpacks the scene and its files to a folder, which should be empty.
    ///
    /// Fails if a file cannot be written, is outside of the folder, or differs from the recorded content.
    pub fn unpack(&self, folder: &Path) -> Result<Unpacked> {
        let info = self.info();
        let damaged = |cause: String| RecordingError::Files { file: self.path().to_owned(), cause };
        let write = |path: &Path, bytes: &[u8]| {
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            folder.and_then(|()| std::fs::write(path, bytes)).map_err(RecordingError::io(path, "write"))
        };
        if info.scene_text.is_empty() {
            let cause = "the scene is missing or damaged, so it cannot be drawn or replayed".to_string();
            return Err(damaged(cause));
        }
        let mut models = UrdfOptions::default();
        for file in &info.scene_files {
            if inside("", &file.name).is_none() || Path::new(&file.name).components().any(|c| c == Component::ParentDir)
            {
                return Err(damaged(format!("a file outside of the scene folder: `{name}`", name = file.name)));
            }
            if !file.is_intact() {
                return Err(damaged(format!("the file `{name}` differs from the recorded one", name = file.name)));
            }
            write(&folder.join(&file.name), &file.bytes)?;
            let known = file.references.iter().filter(|(_, copy)| info.scene_files.iter().any(|f| f.name == **copy));
            let known: BTreeMap<_, _> = known.map(|(text, copy)| (text.clone(), folder.join(copy))).collect();
            if !known.is_empty() {
                models.known.insert(folder.join(&file.name), known);
            }
        }
        let taken = |name: &String| info.scene_files.iter().any(|file| inside("", &file.name).as_ref() == Some(name));
        let mut name = String::from(UNPACKED);
        while taken(&name) {
            name.insert(0, '_');
        }
        let scene = folder.join(name);
        write(&scene, info.scene_text.as_bytes())?;
        Ok(Unpacked { scene, models })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn much_is_warned_of_and_too_much_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        std::fs::write(folder.path().join("small.obj"), mesh).unwrap();
        std::fs::write(folder.path().join("big.obj"), format!("{mesh}# {}\n", "-".repeat(1000))).unwrap();
        let scene = r#"(format_version: 1, objects: [(name: "a", shape: Mesh(file: "small.obj")), (name: "b", shape: Mesh(file: "big.obj"))])"#;
        std::fs::write(folder.path().join("scene.ron"), scene).unwrap();
        let loaded = Scene::load(folder.path().join("scene.ron")).unwrap();
        assert_eq!(named_files(&loaded), ["big.obj", "small.obj"].map(|name| folder.path().join(name)));
        let gathered = |large, limit| gather(&loaded, &UrdfOptions::default(), &[], large, limit);
        let (fine, much, too_much) = (gathered(5000, 5000), gathered(500, 5000), gathered(500, 500));
        assert!(fine.warnings.is_empty() && fine.files.len() == 2);
        let text = much.warnings.to_string();
        assert!(much.files.len() == 2 && text.contains("`big.obj`") && text.contains("RC006"), "{text}");
        let text = too_much.warnings.to_string();
        assert!(too_much.files.len() == 1 && text.contains("big.obj") && text.contains("keep the file"), "{text}");
    }

    #[test]
    fn paths_do_not_lead_out_of_the_folder() {
        assert_eq!(inside("a/b", "../c.stl").as_deref(), Some("a/c.stl"));
        assert_eq!(inside("", "./c.stl").as_deref(), Some("c.stl"));
        for name in ["../c.stl", "/c.stl", "a/../../c.stl", "", "."] {
            assert_eq!(inside("", name), None, "{name}");
        }
    }
}
