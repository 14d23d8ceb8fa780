//! The scene as a whole: header, run settings, routes and notes.

use super::pose::{Point, one_orientation, posed};
use super::{
    Beacon, Color, Condition, Fleet, Floor, Group, Input, Light, Medium, Object, Posed, Robot, Service, SharedShape,
};
use crate::check_value::{Extension, NameForm, Range, above, at_least, value_range};
use crate::decode::{ComponentId, Decoder, FileRef, Properties, Segment, defaults};
use crate::text::Node;
use sim_diagnostics::marks;
use sim_diagnostics::{Code, Diagnostic};
use sim_files::packs::Requirement;

record! {
    /// A whole scene.
    struct Scene is "a scene" {
        /// Version of the format; this program writes 1.
        format_version: u32;
        /// Short name, for titles and recordings.
        name: String = String::new();
        /// Description of the scene, in one or two sentences.
        description: String = String::new();
        /// Packs that the scene needs, with version requirements: `"publisher/name@^1.2"`.
        packs: Vec<Requirement> = Vec::new();
        /// Files whose content is merged into this scene; empty in a loaded scene.
        include: Vec<Include> = Vec::new();
        /// Run settings.
        run: Run = Run::default();
        /// Box outside of which robots and movable objects are out of bounds.
        bounds: Option<Bounds> = None;
        /// The ground. Default: none.
        floor: Option<Floor> = None;
        /// Shapes that objects share: `shape: Named("…")`.
        shapes: Vec<SharedShape> = Vec::new();
        /// Groups of objects with common switches.
        groups: Vec<Group> = Vec::new();
        /// Static and movable objects.
        objects: Vec<Object> = Vec::new();
        /// Beacons that sensors can locate.
        beacons: Vec<Beacon> = Vec::new();
        /// Lights.
        lights: Vec<Light> = Vec::new();
        /// Water and air; where regions overlap, the first in the list applies.
        media: Vec<Medium> = Vec::new();
        /// Individual robots.
        robots: Vec<Robot> = Vec::new();
        /// Groups of identical robots.
        fleets: Vec<Fleet> = Vec::new();
        /// World services such as bridges and supervisors.
        services: Vec<Service> = Vec::new();
        /// Ids of components to use from other libraries instead of the installation's.
        replace: Vec<ComponentId> = Vec::new();
        /// Scripted operator input.
        inputs: Vec<Input> = Vec::new();
        /// Named lists of poses.
        routes: Vec<Route> = Vec::new();
        /// Text labels at a position.
        notes: Vec<Note> = Vec::new();
        /// Acceptance conditions of the run.
        acceptance: Vec<Condition> = Vec::new();
        /// Background and first view of the window.
        view: View = View::default();
        /// Free properties for plugins and tools.
        properties: Properties = Properties::new();
    }
}

impl Scene {
    /// Ids of [`Scene::replace`] as strings.
    pub fn replaced(&self) -> Vec<String> {
        self.replace.iter().map(|id| id.0.clone()).collect()
    }

    /// An empty scene with the current format version.
    pub fn new(name: &str) -> Scene {
        let version = Node::from_json(&serde_json::json!(crate::FORMAT_VERSION));
        let node = Node::table(vec![("format_version", version), ("name", Node::text(name))]);
        let sources = crate::text::Sources::default();
        crate::decode::Field::decode(&node, &mut Decoder::new(&sources, &[]))
            .expect("invariant: only the version and name of a scene are required")
    }
}

record! {
    /// A file that is merged into the scene.
    struct Include is "an include" {
        /// The file, relative to the folder of the including file.
        file: FileRef => Extension(&["ron", "json"]);
        /// Position of the included content, m.
        at: Point = Point::default();
        /// Roll, pitch, yaw of the included content, rad.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
    }
    short file;
    verify one_orientation;
}

posed!(Include);

record! {
    /// How to run the scene.
    struct Run is "run settings" {
        /// Time step, s.
        dt: f64 = 0.01 => Run::DT;
        /// Simulated time after which the run ends, s. Default: never.
        duration: Option<f64> = None => Run::DURATION;
        /// Seed of every random stream.
        seed: u64 = 0;
        /// Worker threads; 0 uses all cores. The result does not depend on it.
        threads: u32 = 0 => value_range(0.0, f64::from(Run::MAX_THREADS), "threads");
        /// Simulated seconds per real second. Default: as fast as possible.
        speed: Option<f64> = None => Run::SPEED;
        /// Gravitational acceleration, m/s².
        gravity: [f64; 3] = [0.0, 0.0, -9.81] => value_range(-1e3, 1e3, "m/s²");
        /// Contact model.
        contacts: Contacts = Contacts::Solid;
    }
}

choice! {
    /// Contact model.
    enum Contacts is "a contact model" {
        /// Bodies stop or push each other. Bodies at rest touch without overlap.
        Solid,
        /// Bodies stop or push each other and keep half a millimeter apart, so that nothing overlaps.
        NoOverlap,
        /// Bodies pass through each other; contacts are detected, counted and reported by sensors.
        DetectOnly,
    }
}

impl Run {
    /// Valid range of the step.
    pub const DT: Range = value_range(1e-6, 1.0, "s");
    /// Valid range of the duration.
    pub const DURATION: Range = above(0.0, "s");
    /// Valid range of the speed.
    pub const SPEED: Range = value_range(1e-3, 1e6, "");
    /// Maximum number of worker threads.
    pub const MAX_THREADS: u32 = 1024;

    /// Number of steps of `dt` (s) in a duration (s).
    pub fn ticks(duration: f64, dt: f64) -> u64 {
        // A duration that is a multiple of the step, up to rounding, takes no extra step.
        (duration / dt - 1e-6).ceil().max(0.0) as u64
    }
}

impl Default for Run {
    fn default() -> Self {
        defaults()
    }
}

record! {
    /// An axis-parallel box.
    struct Bounds is "bounds" {
        /// Corner with the smallest coordinates, m.
        min: [f64; 3];
        /// Corner with the largest coordinates, m.
        max: [f64; 3];
    }
    verify bounds_have_volume;
}

fn bounds_have_volume(bounds: &Bounds, node: &Node, decoder: &mut Decoder<'_>) {
    let axes = ["x", "y", "z"];
    if let Some(axis) = (0..3).find(|axis| bounds.min[*axis] >= bounds.max[*axis]) {
        let message = format!("`min` is not below `max` along {of}", of = axes[axis]);
        let diagnostic = Diagnostic::error(Code::SceneRange, message)
            .with_expected(format!("a value above {least}", least = bounds.min[axis]))
            .with_found(bounds.max[axis].to_string());
        match node.get("max") {
            Some(max) => {
                decoder.inside(Segment::Key("max".into()), |decoder| decoder.report_element(max, axis, diagnostic))
            }
            None => decoder.report(node, diagnostic),
        }
    }
}

record! {
    /// A named list of poses.
    struct Route is "a route" {
        /// Unique among routes.
        name: String => NameForm;
        /// The poses in order.
        poses: Vec<RoutePose>;
        /// Whether the last pose leads back to the first.
        closed: bool = false;
        /// Color. Default: that of all routes.
        color: Option<Color> = None;
        /// Notes.
        notes: String = String::new();
    }
}

record! {
    /// A pose of a route.
    struct RoutePose is "a pose of a route" {
        /// Position, m; `(x, y)` means `(x, y, 0)`.
        at: Point = Point::default();
        /// Roll, pitch, yaw, rad.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
        /// Speed on the leg to it, m/s. Default: the speed of the robot that follows the route.
        speed: Option<f64> = None => above(0.0, "m/s");
        /// Dwell time, s.
        dwell: f64 = 0.0 => at_least(0.0, "s");
    }
    verify one_orientation;
}

posed!(RoutePose);

impl Route {
    /// Display color: red, green, blue, opacity, each 0 … 1.
    pub fn drawn_color(&self) -> [f32; 4] {
        self.color.map_or(marks::ROUTE, |color| color.0.map(|part| part as f32))
    }

    /// The route in the form that components receive.
    pub fn for_components(&self) -> sim_abi::route::Route {
        let poses = self.poses.iter().map(|pose| {
            let placed = pose.pose();
            sim_abi::route::RoutePose {
                at: placed.translation.vector.into(),
                yaw: placed.rotation.euler_angles().2,
                speed: pose.speed,
                dwell: pose.dwell,
            }
        });
        sim_abi::route::Route { name: self.name.clone(), poses: poses.collect(), closed: self.closed }
    }
}

record! {
    /// A text at a place.
    struct Note is "a note" {
        /// The text.
        text: String;
        /// Position, m.
        at: Point = Point::default();
        /// Roll, pitch, yaw, rad.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
        /// Parent object or robot; `at` is then in its frame.
        parent: Option<String> = None;
    }
    verify one_orientation;
}

posed!(Note);

record! {
    /// Background and first view of the window.
    struct View is "a view" {
        /// Color of the sky.
        background: Color = Color::opaque(0.4, 0.7, 1.0);
        /// Color of the sky at the horizon. Default: a lighter shade of `background`.
        horizon: Option<Color> = None;
        /// Position of the camera, m. Default: the whole scene is in view.
        camera: Option<[f64; 3]> = None;
        /// Point that the camera looks at, m.
        look_at: [f64; 3] = [0.0; 3];
        /// Vertical field of view, rad.
        field_of_view: f64 = 0.8 => value_range(0.01, 3.1, "rad");
        /// Robot that the camera follows.
        follow: Option<String> = None;
        /// Maximum drawing distance, m.
        far: f64 = 1000.0 => at_least(0.1, "m");
    }
}

impl Default for View {
    fn default() -> Self {
        defaults()
    }
}
