//! Imports Webots worlds and VRML97 files as scenes. Anything that a scene cannot express is left out and reported.

#![forbid(unsafe_code)]

mod extrusion;
mod fields;
mod files;
mod findings;
mod frame;
#[cfg(test)]
mod fuzz;
mod geometry;
mod header;
mod lights;
mod mesh;
mod names;
mod physics;
mod protos;
mod shapes;
mod shared;
mod solids;
mod swept;
mod wording;

use fields::Fields;
use findings::LeftOut;
use frame::{Frame, Pose, y_up};
use geometry::Geometry;
use mesh::Mesh;
use nalgebra::{Matrix3, Vector3};
use names::Names;
use serde_json::{Value, json};
use shared::Shared;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::scene::decode::Field as _;
use sim_core::scene::text::{Format, Printer, Sources};
use sim_core::scene::{FORMAT_VERSION, LoadedScene, Scene};
pub use sim_vrml::{Dialect, MAX_BYTES};
use sim_vrml::{NodeId, NodeRef, World};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Input and output paths of an import.
#[derive(Clone, Copy, Debug)]
pub struct Paths<'a> {
    /// The world file, as the user named it.
    pub world: &'a Path,
    /// The scene file. Files that the world references are named relative to its folder.
    pub scene: &'a Path,
    /// Name of the mesh folder next to the scene.
    pub meshes: &'a str,
}

/// A world converted to a scene.
#[derive(Debug)]
pub struct Imported {
    /// Format of the world.
    pub dialect: Dialect,
    /// The formatted text of the scene, after a comment that lists what was left out.
    pub text: String,
    /// The scene.
    pub loaded: LoadedScene,
    /// Files for the mesh folder: name and content.
    pub meshes: Vec<(String, String)>,
    /// Mesh files that the world references; they must not be changed.
    pub read: Vec<PathBuf>,
    /// Warnings about the parts left out, in file order.
    pub left_out: Diagnostics,
}

/// Converts a world to a scene. Each entry of `robots` is the name of a robot of the world (its `name`, or else its DEF) and the id
/// of the robot model that replaces it.
///
/// # Errors
/// All errors of the file with their locations, and names in `robots` that the world does not contain.
pub fn import(bytes: &[u8], paths: Paths, robots: &[(String, String)]) -> Result<Imported, Diagnostics> {
    let name = paths.world.display().to_string();
    let (text, other) = decoded(bytes);
    let text: Arc<str> = text.into();
    let readable = if bytes.starts_with(GZIP) { bytes } else { text.as_bytes() };
    let world = sim_vrml::parse(readable).map_err(|error| wording::refused(&error, &name, text.clone()))?;
    let mut work = Work::new(&world, &name, text.clone(), paths, robots);
    if let Some(span) = other {
        let message = "the file is not UTF-8: it was read as Latin-1";
        let help = "save it as UTF-8 if letters in names are wrong";
        work.left_out.push(work.at(span, Diagnostic::warning(Code::ImportLeftOut, message).with_help(help)));
    }
    work.go_through();
    let read = std::mem::take(&mut work.read);
    let (scene, meshes, left_out) = work.finish()?;
    let text = json!(scene).to_string();
    // The values have been checked, with locations in the world; findings from here on have no location.
    let parsed = Scene::parse(&text, Format::Json, &paths.scene.display().to_string());
    let loaded =
        parsed.map_err(|findings| findings.iter().map(|finding| placeless(finding, &name)).collect::<Diagnostics>())?;
    let text = format!("{}\n{}", head(paths.world, &loaded.scene, world.dialect, &left_out), written(&loaded.scene));
    Ok(Imported { dialect: world.dialect, text, loaded, meshes, read, left_out })
}

/// First bytes of a gzip file.
const GZIP: &[u8] = b"\x1f\x8b";

/// The text of a file. If it is not UTF-8, it is decoded as Latin-1; also returns the span of the first byte that is not UTF-8.
fn decoded(bytes: &[u8]) -> (String, Option<sim_vrml::Span>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.into(), None),
        Err(_) if bytes.starts_with(GZIP) => (String::from_utf8_lossy(bytes).into(), None),
        Err(error) => {
            let start = bytes[..error.valid_up_to()].iter().map(|byte| if byte.is_ascii() { 1 } else { 2 }).sum();
            (bytes.iter().map(|byte| char::from(*byte)).collect(), Some(sim_vrml::Span { start, end: start + 2 }))
        }
    }
}

/// The formatted text of a scene. Angles that are multiples of a quarter turn are written in degrees.
fn written(scene: &Scene) -> String {
    let given = |node: &sim_core::scene::text::Node, field: &str| match &node.kind {
        sim_core::scene::text::Kind::Number(angle) if ["rpy", "yaw"].contains(&field) => {
            let quarters = angle.as_f64()? / std::f64::consts::FRAC_PI_2;
            let whole = quarters != 0.0 && quarters.fract() == 0.0 && quarters.abs() <= 4.0;
            whole.then(|| format!("deg({})", quarters * 90.0))
        }
        _ => None,
    };
    let printer = Printer { given: &given, ..Printer::new(Format::Ron) };
    printer.broken(&scene.encode(), "", "") + "\n"
}

/// A finding about the generated scene, without its location there.
fn placeless(finding: &Diagnostic, name: &str) -> Diagnostic {
    let mut finding = finding.clone();
    (finding.file, finding.place) = (Some(name.to_string()), None);
    finding
}

/// The comment at the head of a scene.
fn head(world: &Path, scene: &Scene, dialect: Dialect, left_out: &Diagnostics) -> String {
    let file = world.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut lines = vec![format!("// Imported from {} ({dialect}).", one_line(&file))];
    for robot in &scene.robots {
        let model = robot.model.id.as_ref().map_or("its model", |id| id.0.as_str());
        lines.push(format!(
            "// Robot {}: driven by the controller of {model}, if any, unless its field `controller` specifies \
             another one.",
            robot.name
        ));
    }
    if !left_out.is_empty() {
        lines.push("// Left out:".into());
    }
    for finding in left_out {
        let place = finding.place.map_or_else(String::new, |place| format!("{}:{}: ", place.line, place.column));
        let parts = [Some(&finding.message), finding.found.as_ref(), finding.expected.as_ref(), finding.help.as_ref()];
        let said: Vec<String> = parts.into_iter().flatten().map(|part| one_line(part)).collect();
        lines.push(format!("// - {place}{}", said.join("; ")));
    }
    lines.join("\n")
}

/// A text without line breaks and control characters.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A table of the scene. Fields keep the order of the scene format.
type Table = serde_json::Map<String, Value>;

/// An empty scene.
fn empty_scene() -> Table {
    Table::from_iter([("format_version".to_string(), json!(FORMAT_VERSION))])
}

/// Limit of visited nodes, counting each USE again: a short file can expand exponentially.
const MAX_VISITS: usize = 100_000;

/// Limit of vertices of one shape (that of scenes for extrusions), and of all extrusions of a file.
const MAX_CORNERS: usize = 1_000_000;
const MAX_SWEPT: usize = 8 * MAX_CORNERS;

/// Limit of vertices of a non-convex face or a cross-section: triangulation takes quadratic time.
const MAX_EARS: usize = 10_000;

/// Limit of points of all distorted, merged or reused meshes and grids.
const MAX_POINTS: usize = 2_000_000;

/// Limit of the text of all meshes, bytes.
const MAX_MESH_BYTES: usize = 512 << 20;

/// Friction and restitution of contacts if a Webots world does not specify them.
const FRICTION: f64 = 1.0;
const BOUNCE: f64 = 0.5;

/// The scene, its mesh files, and the warnings about parts left out.
type Finished = (Table, Vec<(String, String)>, Diagnostics);

/// An import.
struct Work<'w> {
    world: &'w World,
    paths: Paths<'w>,
    sources: Sources,
    file: u32,
    /// Rotation from the axes of the file to those of the scene.
    axes: Matrix3<f64>,
    names: Names,
    /// Fields of the scene except its lists.
    scene: Table,
    objects: Vec<Value>,
    lights: Vec<Value>,
    robots: Vec<Value>,
    /// Robots of the command line, and whether the world contains them.
    models: Vec<(&'w str, &'w str, bool)>,
    /// Robots of the world that became robots of the scene: name or DEF → name in the scene.
    placed: HashMap<&'w str, String>,
    /// Names of all robots of the world, for suggestions.
    known: Vec<&'w str>,
    /// Friction and restitution of all objects, if the world specifies them.
    material: Option<Value>,
    /// Geometries read so far.
    geometries: HashMap<NodeId, Option<Rc<Geometry>>>,
    /// Nodes for the world's header that are already used.
    headers: HashSet<&'static str>,
    shared: Shared,
    meshes: Vec<(String, String)>,
    mesh_names: Names,
    mesh_bytes: usize,
    /// Mesh files that the world references.
    read: Vec<PathBuf>,
    /// Files of meshes that are not distorted.
    mesh_files: HashMap<NodeId, String>,
    left_out: Diagnostics,
    /// Nodes left out, before equal reasons are merged.
    left: Vec<LeftOut>,
    reported: HashSet<(NodeId, &'static str)>,
    /// Fields whose values have been reported as invalid.
    refused: HashSet<(NodeId, String)>,
    /// Whether a geometry is being read, and whether it had an invalid value since this was reset.
    in_geometry: bool,
    spoilt: bool,
    errors: Diagnostics,
    visits: usize,
    points: usize,
    /// Vertices of all extrusions.
    swept: usize,
}

impl<'w> Work<'w> {
    fn new(world: &'w World, name: &str, text: Arc<str>, paths: Paths<'w>, models: &'w [(String, String)]) -> Self {
        let mut sources = Sources::default();
        let file = sources.add(name, None, text);
        Self {
            world,
            paths,
            sources,
            file,
            axes: y_up(),
            names: Names::default(),
            scene: empty_scene(),
            objects: Vec::new(),
            lights: Vec::new(),
            robots: Vec::new(),
            models: models.iter().map(|(name, model)| (name.as_str(), model.as_str(), false)).collect(),
            placed: HashMap::new(),
            known: Vec::new(),
            material: None,
            geometries: HashMap::new(),
            headers: HashSet::new(),
            shared: Shared::default(),
            meshes: Vec::new(),
            mesh_names: Names::default(),
            mesh_bytes: 0,
            read: Vec::new(),
            mesh_files: HashMap::new(),
            left_out: Diagnostics::new(),
            left: Vec::new(),
            refused: HashSet::new(),
            in_geometry: false,
            spoilt: false,
            reported: HashSet::new(),
            errors: Diagnostics::new(),
            visits: 0,
            points: 0,
            swept: 0,
        }
    }

    /// Converts the whole world.
    fn go_through(&mut self) {
        self.keep_files();
        let z_up = self.world.dialect.has_z_up();
        self.axes = match self.coordinate_system() {
            Some("ENU") => Matrix3::identity(),
            Some(_) => y_up(),
            None if z_up => Matrix3::identity(),
            None => y_up(),
        };
        for proto in self.world.protos.iter().filter(|proto| !proto.external) {
            let message = format!("the definition of the PROTO `{name}` is left out", name = proto.name);
            let help = "only nodes of VRML97 and Webots are supported";
            self.left_out.push(self.at(proto.span, Diagnostic::warning(Code::ImportLeftOut, message).with_help(help)));
        }
        for route in &self.world.routes {
            let message = "a ROUTE is left out";
            let help = "scripts and events of VRML97 are not supported";
            self.left_out.push(self.at(*route, Diagnostic::warning(Code::ImportLeftOut, message).with_help(help)));
        }
        let roots = self.world.roots.iter().filter(|place| self.world.node(place.id).kind == "WorldInfo");
        // Its contact properties apply to all objects.
        roots.for_each(|info| self.world_info(*info));
        if self.is_webots() && self.material.is_none() {
            // If no node specifies contact properties, Webots uses the defaults of the node.
            self.material = Some(json!({"friction": FRICTION, "restitution": BOUNCE}));
        }
        let views = self.solids();
        views.iter().for_each(|(view, frame)| self.viewpoint(*view, frame));
        for (name, model, used) in std::mem::take(&mut self.models) {
            if !used {
                let option = format!("--robot '{name}={model}'");
                if self.placed.contains_key(name) {
                    let message = format!("duplicate model for the robot `{name}`");
                    let help = "leave one of them out; a name and a DEF may refer to the same robot";
                    let finding = Diagnostic::error(Code::ConfigConflict, message).with_found(option).with_help(help);
                    self.errors.push(finding);
                    continue;
                }
                let finding = Diagnostic::error(Code::ConfigValue, format!("unknown robot `{name}` of the world"))
                    .with_found(option)
                    .with_nearest_of(name, self.known.iter().copied());
                let known = self.known.join(", ");
                self.errors.push(match known.is_empty() {
                    true => finding.with_expected("nothing: the world does not contain robots"),
                    false => finding.with_expected(known),
                });
            }
        }
    }

    /// The coordinate system of the world.
    fn coordinate_system(&mut self) -> Option<&'w str> {
        let is_info = |place: &&NodeRef| self.world.node(place.id).kind == "WorldInfo";
        let info = *self.world.roots.iter().find(is_info)?;
        let mut fields = Fields::of(self, info);
        let text = fields.text(self, "coordinateSystem")?;
        // Up (`U`) is the y axis or the z axis.
        if !["ENU", "NUE", "EUN"].contains(&text) {
            fields.refuse(self, "coordinateSystem", "\"ENU\", \"NUE\" or \"EUN\"".to_string());
            return None;
        }
        Some(text)
    }

    /// Finishes the import.
    ///
    /// # Errors
    /// All errors of the import.
    fn finish(mut self) -> Result<Finished, Diagnostics> {
        self.errors.sort();
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        self.collect_findings();
        self.left_out.sort();
        let shapes = self.shared.settle(&mut self.objects);
        for (name, list) in
            [("shapes", shapes), ("objects", self.objects), ("lights", self.lights), ("robots", self.robots)]
        {
            if !list.is_empty() {
                self.scene.insert(name.into(), Value::Array(list));
            }
        }
        Ok((self.scene, self.meshes, self.left_out))
    }

    /// Whether the world is a Webots world.
    fn is_webots(&self) -> bool {
        self.world.dialect != Dialect::Vrml97
    }

    /// Counts a visited node. Returns false if the limit is exceeded.
    fn visits(&mut self, place: NodeRef) -> bool {
        self.visits += 1;
        if self.visits == MAX_VISITS {
            let message = "the file repeats its nodes too often";
            let expected = format!("at most {MAX_VISITS} nodes, including each repetition by USE");
            let finding = Diagnostic::error(Code::ImportValue, message).with_expected(expected);
            self.errors.push(self.at(place.span, finding));
        }
        self.visits < MAX_VISITS
    }

    /// Counts points that are stored or written again. Returns false if the limit is exceeded.
    fn affords(&mut self, place: NodeRef, points: usize) -> bool {
        let before = self.points;
        self.points = self.points.saturating_add(points);
        if self.points > MAX_POINTS && before <= MAX_POINTS {
            let expected =
                format!("at most {MAX_POINTS} points of meshes and grids that are distorted, merged or reused");
            self.fail(place, "the shapes of the file are too large".to_string(), expected);
        }
        self.points <= MAX_POINTS
    }

    /// Pose in the scene of an object without scaling whose own axes are those of the file.
    fn pose(&self, frame: &Frame) -> Pose {
        let turned = self.axes * frame.linear() * self.axes.transpose();
        let rotation = frame::decomposed(&turned).map_or_else(Matrix3::identity, |(rotation, _, _)| rotation);
        Pose { rotation, position: self.axes * frame.origin() }
    }

    /// A direction in the frame of the scene.
    fn direction(&self, frame: &Frame, direction: [f64; 3]) -> Vector3<f64> {
        self.axes * frame.linear() * Vector3::from(direction)
    }

    /// Adds a mesh to the mesh folder. Returns its path, as the scene references it.
    fn mesh_file(&mut self, place: NodeRef, name: &str, parts: &[(Rc<Mesh>, [f64; 4])]) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c.to_ascii_lowercase() } else { '-' };
        let stem = self.mesh_names.take(&name.chars().map(plain).collect::<String>());
        let (obj, mtl) = mesh::to_obj(parts, &format!("{stem}.mtl"));
        let before = self.mesh_bytes;
        self.mesh_bytes += obj.len();
        if self.mesh_bytes > MAX_MESH_BYTES {
            if before <= MAX_MESH_BYTES {
                let expected = format!("at most {MAX_MESH_BYTES} bytes in total");
                self.fail(place, "the meshes of the file are too large".to_string(), expected);
            }
            return String::new();
        }
        self.meshes.push((format!("{stem}.obj"), obj));
        self.meshes.extend(mtl.map(|mtl| (format!("{stem}.mtl"), mtl)));
        format!("{}/{stem}.obj", self.paths.meshes)
    }

    /// Sets a field of a table of the scene, such as `view`.
    fn set(&mut self, table: &str, field: &str, value: Value) {
        let entry = self.scene.entry(table).or_insert_with(|| json!({}));
        entry[field] = value;
    }
}
