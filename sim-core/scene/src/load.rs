//! Loads a scene: reading, merging, overriding, decoding, validating.

use std::path::{Path, PathBuf};

use nalgebra::Isometry3;

use super::decode::{Field, FileRef};
use super::merge::{Merged, Merger, Origin, SceneFile};
use super::model::{Condition, Current, Paint, Point, Posed, Profile, Region, Scene};
use super::packs::{ScenePacks, is_of_pack};
use super::recover::{self, Recovery};
use super::text::{self, Format, Kind, Node, Sources, Span};
use super::{path, validate};
use crate::schema::Problem;
use sim_diagnostics::{Diagnostic, Diagnostics};
use sim_files::packs::InstalledPack;

/// Overrides from the command line.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Assignments `PATH=VALUE`, applied in order after merging; see [`super::set_value`].
    pub set: Vec<String>,
    /// Files that replace the scene's first, second … include, or are included in addition.
    pub maps: Vec<PathBuf>,
    /// Store of the packs that the scene references. Default: the user's store.
    pub packs: Option<PathBuf>,
    /// Whether to ignore the scene's lock file.
    pub unlocked: bool,
    /// Whether the scene is from a recording, with the list of its packs as a lock file next to it.
    pub recorded: bool,
    /// Whether to return a scene with errors, without its invalid parts and with the errors among its warnings.
    pub with_errors: bool,
}

/// A merged scene with the places of all its parts.
#[derive(Clone, Debug)]
pub struct LoadedScene {
    /// The merged scene; `include` is empty.
    pub scene: Scene,
    /// Source files, the main file first.
    pub files: Vec<SceneFile>,
    /// Findings that do not keep the scene from running.
    pub warnings: Diagnostics,
    /// Comment at the start of the main file, with its comment marks.
    pub head_comment: String,
    /// Base folder of the paths in the scene.
    pub folder: Option<PathBuf>,
    packs: ScenePacks,
    tree: Node,
    sources: Sources,
    recovery: Recovery,
}

/// Readable part of a scene that may have errors.
#[derive(Clone, Debug)]
pub struct Partly {
    /// Its file and all included files, missing ones too.
    pub files: Vec<PathBuf>,
    /// The scene without its invalid parts, with all findings, errors included; `None` if its syntax does not permit it.
    pub loaded: Option<LoadedScene>,
}

impl Scene {
    /// Reads a scene file and everything it includes.
    ///
    /// # Errors
    /// All problems, each with its place.
    pub fn load(path: impl AsRef<Path>) -> Result<LoadedScene, Diagnostics> {
        Self::load_with(path, &LoadOptions::default())
    }

    /// As [`Scene::load`], with overrides from the command line.
    ///
    /// # Errors
    /// All problems, each with its place.
    pub fn load_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<LoadedScene, Diagnostics> {
        let path = path.as_ref();
        let mut merger = merger(Some(path), options);
        let merged = merger.file(path, "", None);
        let folder = path.parent().map(Path::to_path_buf);
        finish(merger, merged, folder, options)
    }

    /// Reads as much as possible of a scene file that may have errors, for example to watch its files until it is fixed.
    pub fn load_partly(path: impl AsRef<Path>, options: &LoadOptions) -> Partly {
        let path = path.as_ref();
        let mut merger = merger(Some(path), options);
        let merged = merger.file(path, "", None);
        let files = std::mem::take(&mut merger.wanted);
        let loaded = gathered(merger, merged, path.parent().map(Path::to_path_buf), &options.set).ok();
        Partly { files, loaded }
    }

    /// Reads a scene from a text in place of the content of the file at `path`, such as a text being edited; includes and file
    /// references are relative to that file's folder.
    ///
    /// # Errors
    /// All problems, each with its place.
    pub fn load_text(text: &str, path: impl AsRef<Path>) -> Result<LoadedScene, Diagnostics> {
        let path = path.as_ref();
        let mut merger = merger(Some(path), &LoadOptions::default());
        let merged = merger.text_of_file(text.to_owned(), path, "", None);
        finish(merger, merged, path.parent().map(Path::to_path_buf), &LoadOptions::default())
    }

    /// Reads a scene that is not from a file, such as standard input; detects JSON and falls back to RON. `name` is used in
    /// messages; includes and file references are relative to `folder`.
    ///
    /// # Errors
    /// All problems, each with its place.
    pub fn load_stream(
        bytes: Vec<u8>,
        name: &str,
        folder: &Path,
        options: &LoadOptions,
    ) -> Result<LoadedScene, Diagnostics> {
        let mut merger = merger(None, options);
        let merged = merger.stream(bytes, name, folder);
        finish(merger, merged, Some(folder.to_path_buf()), options)
    }

    /// Reads a scene from a text; `name` is the file name in messages. Includes are not supported.
    ///
    /// # Errors
    /// All problems, each with its place.
    pub fn parse(text: &str, format: Format, name: &str) -> Result<LoadedScene, Diagnostics> {
        Self::parse_with(text, format, name, &LoadOptions::default())
    }

    /// As [`Scene::parse`], with overrides from the command line; `maps` are ignored.
    ///
    /// # Errors
    /// All problems, each with its place.
    pub fn parse_with(
        text: &str,
        format: Format,
        name: &str,
        options: &LoadOptions,
    ) -> Result<LoadedScene, Diagnostics> {
        let mut merger = merger(None, &LoadOptions { maps: Vec::new(), ..options.clone() });
        let merged = merger.text(text.to_owned(), format, name, Origin::Nowhere, "");
        finish(merger, merged, None, options)
    }

    /// Formats the scene as readable RON; fields with their default value are omitted.
    ///
    /// `head` is a comment (with its comment marks) for the start of the file, or empty.
    pub fn to_ron(&self, head: &str) -> String {
        let body = text::to_ron(&self.encode());
        if head.is_empty() { body } else { format!("{head}\n{body}") }
    }
}

/// Merger for a scene of this file.
fn merger(scene: Option<&Path>, options: &LoadOptions) -> Merger {
    let packs = ScenePacks::of_scene(scene.filter(|_| !options.unlocked), options.packs.clone(), options.recorded);
    Merger { maps: options.maps.clone(), packs, ..Merger::default() }
}

fn finish(
    merger: Merger,
    merged: Option<Merged>,
    folder: Option<PathBuf>,
    options: &LoadOptions,
) -> Result<LoadedScene, Diagnostics> {
    let loaded = gathered(merger, merged, folder, &options.set)?;
    if loaded.warnings.has_errors() && !options.with_errors { Err(loaded.warnings) } else { Ok(loaded) }
}

/// The scene with all findings; an error if there is no scene.
fn gathered(
    mut merger: Merger,
    merged: Option<Merged>,
    folder: Option<PathBuf>,
    set: &[String],
) -> Result<LoadedScene, Diagnostics> {
    let Some(merged) = merged else {
        merger.findings.sort();
        return Err(merger.findings);
    };
    let Merged { entries, span, mut frames, bounds_frame } = merged;
    let mut tree = Node { span, kind: Kind::Table(entries) };
    for assignment in set {
        merger.prefixes.push(String::new());
        if let Err(findings) = path::set_value(&mut tree, &mut merger.sources, assignment) {
            merger.findings.append(findings);
        }
    }
    let Merger { sources, prefixes, files, mut findings, mut packs, incomplete, unread, .. } = merger;
    let (scene, mut recovery) = recover::decode(&mut tree, &mut frames, (&sources, &prefixes), &unread, &mut findings);
    let Some(mut scene) = scene else {
        findings.sort();
        return Err(findings);
    };
    if incomplete {
        recovery.lose_names();
    }
    for (section, frames) in &frames {
        place_section(&mut scene, section, frames);
    }
    place_bounds(&mut scene, &bounds_frame);
    scene.resolve_all_shapes();
    if let Err((number, finding)) = packs.settle(&scene.packs) {
        let path = number.map_or_else(|| "packs".to_owned(), |number| format!("packs[{number}]"));
        // A finding about the lock file has its own place.
        let finding = match finding.file {
            Some(_) => finding,
            None => sources.locate(finding, path::find(&tree, &path).node.span).with_path(recovery.as_written(&path)),
        };
        findings.push(finding);
    }
    validate::validate(&scene, &tree, &sources, (folder.as_deref(), &packs), &mut recovery, &mut findings);
    let head_comment = sources.files().first().map_or("", |file| text::head_comment(&file.text)).to_owned();
    findings.sort();
    let warnings = findings;
    Ok(LoadedScene { scene, files, warnings, head_comment, folder, packs, tree, sources, recovery })
}

impl LoadedScene {
    /// Name of the scene, or of its file.
    pub fn title(&self) -> String {
        let file = self.files.first().map_or("", |file| file.name.as_str());
        if self.scene.name.is_empty() { file.to_string() } else { self.scene.name.clone() }
    }

    /// Place of a value such as `robots[2].dynamics.params.mass`, or of the deepest part of that path that is written: file, byte
    /// range, line and column.
    pub fn locate(&self, path: &str) -> Span {
        path::find(&self.tree, path).node.span
    }

    /// Whether the whole path is written in the scene.
    pub fn is_written(&self, path: &str) -> bool {
        path::find(&self.tree, path).complete
    }

    /// Adds place and path of a value to a diagnostic.
    pub fn at(&self, path: &str, diagnostic: Diagnostic) -> Diagnostic {
        self.sources.locate(diagnostic, self.locate(path)).with_path(self.recovery.as_written(path))
    }

    /// Adds place and path to a diagnostic about the name of a field, not its value.
    pub fn at_key(&self, path: &str, diagnostic: Diagnostic) -> Diagnostic {
        let found = path::find(&self.tree, path);
        let span = found.key_span.filter(|_| found.complete).unwrap_or(found.node.span);
        self.sources.locate(diagnostic, span).with_path(self.recovery.as_written(path))
    }

    /// Whether a finding only follows from an invalid part of the scene that has been reported.
    pub fn is_consequence(&self, finding: &Diagnostic) -> bool {
        self.recovery.is_consequence(finding)
    }

    /// Converts schema problems of a value to findings with their places; `base` is the path of the value, such as
    /// `robots[2].dynamics.params`.
    pub fn findings(&self, base: &str, problems: &[Problem]) -> Diagnostics {
        let finding = |problem: &Problem| {
            let dot = if problem.path.is_empty() || problem.path.starts_with('[') { "" } else { "." };
            let path = format!("{base}{dot}{}", problem.path);
            match problem.is_about_name() {
                true => self.at_key(&path, problem.to_diagnostic()),
                false => self.at(&path, problem.to_diagnostic()),
            }
        };
        problems.iter().map(finding).collect()
    }

    /// Pack versions of the scene by name: those that it references, and their dependencies.
    pub fn packs(&self) -> &[InstalledPack] {
        self.packs.chosen()
    }

    /// Whether a lock file lists these packs; components of other packs are then not used.
    pub fn has_locked_packs(&self) -> bool {
        self.packs.is_locked()
    }

    /// Path on disk of a file that the scene references.
    ///
    /// A path into a pack that the scene lacks is returned unchanged; it is reported when the scene is read.
    pub fn resolve(&self, file: &FileRef) -> PathBuf {
        if is_of_pack(&file.0) {
            return self.packs.file(&file.0).unwrap_or_else(|_| file.0.clone().into());
        }
        self.folder.as_deref().unwrap_or(Path::new("")).join(&file.0)
    }

    /// The merged scene as written, each part with its place; the main file has index 0.
    pub fn tree(&self) -> &Node {
        &self.tree
    }

    /// Texts that the places refer to.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Formats the merged scene as readable RON, with the head comment of its main file.
    pub fn to_ron(&self) -> String {
        self.scene.to_ron(&self.head_comment)
    }
}

/// Transforms included elements from the frame of their file to that of the scene.
fn place_section(scene: &mut Scene, section: &str, frames: &[Isometry3<f64>]) {
    fn each<T>(items: &mut [T], frames: &[Isometry3<f64>], place: impl Fn(&mut T, &Isometry3<f64>)) {
        for (item, frame) in items.iter_mut().zip(frames) {
            if *frame != Isometry3::identity() {
                place(item, frame);
            }
        }
    }
    fn unless_carried(item: &mut impl Posed, parent: bool, frame: &Isometry3<f64>) {
        if !parent {
            item.place_in(frame);
        }
    }
    match section {
        "objects" => each(&mut scene.objects, frames, |item, frame| unless_carried(item, item.parent.is_some(), frame)),
        "beacons" => each(&mut scene.beacons, frames, |item, frame| unless_carried(item, item.parent.is_some(), frame)),
        "lights" => each(&mut scene.lights, frames, |item, frame| unless_carried(item, item.parent.is_some(), frame)),
        "notes" => each(&mut scene.notes, frames, |item, frame| unless_carried(item, item.parent.is_some(), frame)),
        "robots" => each(&mut scene.robots, frames, Posed::place_in),
        "fleets" => each(&mut scene.fleets, frames, Posed::place_in),
        "routes" => each(&mut scene.routes, frames, |route, frame| {
            route.poses.iter_mut().for_each(|pose| pose.place_in(frame));
        }),
        "media" => each(&mut scene.media, frames, |medium, frame| {
            match &mut medium.region {
                Region::Everywhere => {}
                Region::Box(region) => region.place_in(frame),
                Region::Below(height) => *height += frame.translation.z,
            }
            turn_current(&mut medium.current, frame);
        }),
        "acceptance" => each(&mut scene.acceptance, frames, place_condition),
        "paint" => {
            if let Some(floor) = &mut scene.floor {
                each(&mut floor.paint, frames, place_paint);
            }
        }
        _ => {}
    }
}

fn turn_current(current: &mut Current, frame: &Isometry3<f64>) {
    let turn = |x: f64, y: f64, z: f64| -> [f64; 3] { (frame.rotation * nalgebra::Vector3::new(x, y, z)).into() };
    match current {
        Current::Uniform([x, y, z]) => *current = Current::Uniform(turn(*x, *y, *z)),
        Current::Profile(Profile(rows)) => {
            for row in rows {
                let [x, y, z] = turn(row[1], row[2], row[3]);
                *row = [row[0], x, y, z];
            }
        }
    }
}

fn place_condition(condition: &mut Condition, frame: &Isometry3<f64>) {
    let moved = |at: &Point| Point((frame * nalgebra::Point3::from(at.0)).into());
    match condition {
        Condition::PoseWithin(condition) => {
            condition.at = moved(&condition.at);
            condition.yaw = condition.yaw.map(|yaw| yaw + frame.rotation.euler_angles().2);
        }
        Condition::ReachedBy(condition) => condition.at = moved(&condition.at),
        Condition::Passes(condition) => {
            (condition.from, condition.to) = (moved(&condition.from), moved(&condition.to));
            condition.yaw = condition.yaw.map(|yaw| yaw + frame.rotation.euler_angles().2);
        }
        Condition::NoCollision(_)
        | Condition::InBounds(_)
        | Condition::ValueWithin(_)
        | Condition::ServiceValueWithin(_) => {}
    }
}

fn place_paint(paint: &mut Paint, frame: &Isometry3<f64>) {
    let moved = |[x, y]: [f64; 2]| {
        let moved = frame * nalgebra::Point3::new(x, y, 0.0);
        [moved.x, moved.y]
    };
    match paint {
        Paint::Polygon(polygon) => polygon.points.iter_mut().for_each(|point| *point = moved(*point)),
        Paint::Stroke(stroke) => stroke.points.iter_mut().for_each(|point| *point = moved(*point)),
        Paint::Disc(disc) => disc.at = moved(disc.at),
        Paint::Image(image) => {
            image.at = moved(image.at);
            image.yaw += frame.rotation.euler_angles().2;
        }
    }
}

/// Bounds stay axis-aligned: the bounding box of the transformed corners.
fn place_bounds(scene: &mut Scene, frame: &Isometry3<f64>) {
    let Some(bounds) = scene.bounds.as_mut().filter(|_| *frame != Isometry3::identity()) else {
        return;
    };
    let (min, max) = (bounds.min, bounds.max);
    (bounds.min, bounds.max) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for corner in 0..8 {
        let pick = |axis: usize| {
            if corner >> axis & 1 == 0 { min[axis] } else { max[axis] }
        };
        let moved = frame * nalgebra::Point3::new(pick(0), pick(1), pick(2));
        for axis in 0..3 {
            bounds.min[axis] = bounds.min[axis].min(moved[axis]);
            bounds.max[axis] = bounds.max[axis].max(moved[axis]);
        }
    }
}
