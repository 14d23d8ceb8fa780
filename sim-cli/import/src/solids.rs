//! Traverses the world's node tree: groups, solids and their visuals.

use super::Table;
use super::fields::Fields;
use super::findings::described;
use super::frame::{Frame, Pose};
use super::geometry::{Form, is_geometry};
use super::lights::{Lamp, is_light};
use super::names::name_of;
use super::shapes::{Part, PlacedShape, write_color};
use super::{MAX_VISITS, Work};
use nalgebra::Vector3;
use serde_json::{Value, json};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::scene::check_value::MAX_COORDINATE;
use sim_vrml::NodeRef;
use std::rc::Rc;

/// A node that has not been visited yet.
struct Task {
    place: NodeRef,
    frame: Frame,
    /// Whether it is nested in another node, not at the top level of the file.
    grouped: bool,
    /// The solid that it belongs to.
    body: Option<usize>,
    /// Label of its shapes.
    label: Rc<str>,
}

/// A solid, or a shape outside any solid.
pub(super) struct Body {
    pub(super) place: NodeRef,
    pub(super) label: Rc<str>,
    pub(super) frame: Frame,
    pub(super) visuals: Vec<Part>,
    pub(super) bounds: Vec<Part>,
    physics: Option<NodeRef>,
    locked: bool,
    notes: String,
    tags: Vec<String>,
}

impl Body {
    /// A locked body with one part, both visual and collider.
    pub(super) fn standing(place: NodeRef, label: Rc<str>, frame: Frame, part: Part) -> Self {
        let (visuals, bounds) = (vec![part.clone()], vec![part]);
        Self { place, label, frame, visuals, bounds, physics: None, locked: true, notes: String::new(), tags: vec![] }
    }
}

/// Node types of robots.
const ROBOTS: [&str; 4] = ["Robot", "Supervisor", "DifferentialWheels", "CustomRobot"];

/// Webots' name for a robot without a name.
const UNNAMED: &str = "robot";

/// Joint node types, and parts of joints.
const JOINTS: [&str; 12] = [
    "HingeJoint",
    "Hinge2Joint",
    "SliderJoint",
    "BallJoint",
    "Joint",
    "Servo",
    "Track",
    "RotationalMotor",
    "LinearMotor",
    "Brake",
    "PositionSensor",
    "Propeller",
];

/// Sensor and actuator node types of robots.
const DEVICES: [&str; 31] = [
    "Accelerometer",
    "Altimeter",
    "Camera",
    "Charger",
    "Compass",
    "Connector",
    "Display",
    "DistanceSensor",
    "Emitter",
    "GPS",
    "Gripper",
    "Gyro",
    "InertialUnit",
    "LED",
    "Lidar",
    "LightSensor",
    "Microphone",
    "Pen",
    "Radar",
    "Radio",
    "RangeFinder",
    "Receiver",
    "Skin",
    "Speaker",
    "TouchSensor",
    "VacuumGripper",
    "VacuumCup",
    "Muscle",
    "SolidReference",
    "Device",
    "Motor",
];

/// Visible nodes without a surface.
const LINES: [&str; 3] = ["PointSet", "IndexedLineSet", "Text"];

impl<'w> Work<'w> {
    /// Traverses the whole tree and creates its objects. Returns viewpoints with their frames: they may follow a robot that comes
    /// later in the file.
    pub(super) fn solids(&mut self) -> Vec<(NodeRef, Frame)> {
        let (mut bodies, mut views) = (Vec::new(), Vec::new());
        let label: Rc<str> = "shape".into();
        let mut lamps: Vec<Lamp> = Vec::new();
        let task = |place: &NodeRef| Task {
            place: *place,
            frame: Frame::identity(),
            grouped: false,
            body: None,
            label: label.clone(),
        };
        let is_info = |place: &&NodeRef| self.world.node(place.id).kind == "WorldInfo";
        let mut tasks: Vec<Task> = self.world.roots.iter().filter(|place| !is_info(place)).rev().map(task).collect();
        while let Some(task) = tasks.pop() {
            if !self.visits(task.place) {
                return views;
            }
            let kind = self.world.node(task.place.id).kind.as_str();
            match kind {
                "WorldInfo" => self.world_info(task.place),
                "Background" => self.background(task.place),
                "Viewpoint" => views.push((task.place, task.frame)),
                "Group" | "Transform" | "Pose" | "Collision" | "Anchor" | "Billboard" | "LOD" | "Switch" | "Slot" => {
                    self.group(&task, &mut tasks);
                }
                "Solid" => self.solid(&task, &mut tasks, &mut bodies),
                "Shape" => self.shape_node(&task, &mut bodies),
                kind if is_light(kind) => lamps.push(Lamp {
                    place: task.place,
                    frame: task.frame,
                    name: self.label(task.place),
                    around: Some(task.label.clone()).filter(|label| **label != *"shape"),
                    body: task.body,
                    grouped: task.grouped,
                }),
                kind if self.is_floor(kind) => {
                    let floor = self.floor(task.place, &task.frame);
                    bodies.extend(floor);
                }
                kind if ROBOTS.contains(&kind) => self.robot(&task),
                _ => self.leave_unknown(task.place),
            }
        }
        let carriers: Vec<Option<(String, Pose)>> = bodies.iter().map(|body| self.objects_of(body)).collect();
        lamps.iter().for_each(|lamp| self.light(lamp, lamp.body.and_then(|body| carriers[body].as_ref())));
        self.falling(&bodies, &carriers);
        views
    }

    /// Label of a node: its name, or else its DEF.
    fn label(&self, place: NodeRef) -> Option<Rc<str>> {
        let node = self.world.node(place.id);
        let name = node.field("name").and_then(|field| match &field.value {
            sim_vrml::Value::Texts(texts) => texts.first().filter(|name| !name.trim().is_empty()),
            _ => None,
        });
        name.or(node.def.as_ref()).map(|name| name.as_str().into())
    }

    /// Leaves out an unsupported node, with the reason.
    pub(super) fn leave_unknown(&mut self, place: NodeRef) {
        let kind = self.world.node(place.id).kind.as_str();
        let is = |list: &[&str]| list.contains(&kind);
        let behaves = [
            "Script",
            "TimeSensor",
            "PlaneSensor",
            "SphereSensor",
            "CylinderSensor",
            "ProximitySensor",
            "VisibilitySensor",
        ];
        let why = if is(&JOINTS) {
            "joints and motors are not supported in objects: create a robot model".to_string()
        } else if is(&DEVICES) {
            "sensors and actuators belong to robots: mount them there".to_string()
        } else if let Some(why) = surroundings(kind) {
            why
        } else if is(&LINES) {
            "points, lines and text are not supported".to_string()
        } else if is(&behaves) || kind.ends_with("Interpolator") {
            "scripts and events of VRML97 are not supported".to_string()
        } else if kind == "Inline" {
            "import its file separately, and include the scene".to_string()
        } else if kind.ends_with("Texture") {
            "textures are not supported".to_string()
        } else if self.is_instance(kind) {
            "PROTO instances are not supported: replace it with its nodes, in Webots with Convert to Base Node(s)"
                .to_string()
        } else {
            "nodes of this type are not supported".to_string()
        };
        self.leave(place, why);
    }

    /// The frame inside a node, computed from its fields.
    pub(super) fn inside(&mut self, fields: &mut Fields<'w>, frame: &Frame, scaled: bool) -> Frame {
        let vector = |numbers: [f64; 3]| Vector3::from(numbers);
        let shift = vector(fields.exact(self, "translation", [0.0; 3]));
        let turn = Frame::turn(fields.rotation(self, "rotation", [0.0, 0.0, 1.0, 0.0]));
        let placed = frame.then(&Frame::shift(shift));
        if !scaled {
            return placed.then(&turn);
        }
        let center = vector(fields.exact(self, "center", [0.0; 3]));
        let mut scale = vector(fields.exact(self, "scale", [1.0; 3]));
        if scale.iter().any(|factor| *factor == 0.0) {
            fields.refuse(self, "scale", "three nonzero factors".to_string());
            scale = Vector3::repeat(1.0);
        }
        let along = fields.rotation(self, "scaleOrientation", [0.0, 0.0, 1.0, 0.0]);
        let back = Frame::turn([along[0], along[1], along[2], -along[3]]);
        let middle = turn.then(&Frame::turn(along)).then(&Frame::scale(scale)).then(&back);
        placed.then(&Frame::shift(center)).then(&middle).then(&Frame::shift(-center))
    }

    /// Visits a node whose children are imported as they are.
    fn group(&mut self, task: &Task, tasks: &mut Vec<Task>) {
        let mut fields = Fields::of(self, task.place);
        let label = self.label(task.place).unwrap_or_else(|| task.label.clone());
        let kind = fields.node.kind.as_str();
        let frame = match kind {
            "Transform" | "Pose" => self.inside(&mut fields, &task.frame, kind == "Transform"),
            _ => task.frame,
        };
        let children: Vec<NodeRef> = match kind {
            "LOD" => fields.nodes(self, "level").first().copied().into_iter().collect(),
            "Switch" => {
                let choice = fields.number(self, "whichChoice", -1.0);
                let choices = fields.nodes(self, "choice");
                let chosen = (choice >= 0.0 && choice.fract() == 0.0).then(|| choices.get(choice as usize)).flatten();
                chosen.copied().into_iter().collect()
            }
            "Slot" => fields.one(self, "endPoint").into_iter().collect(),
            _ => fields.nodes(self, "children").to_vec(),
        };
        if kind == "Billboard" {
            self.leave_value(task.place, "axisOfRotation", "billboards are not supported".to_string());
            fields.field("axisOfRotation");
        }
        let ignored = [
            "bboxCenter",
            "bboxSize",
            "translationStep",
            "rotationStep",
            "isPickable",
            "range",
            "center",
            "collide",
            "type",
            "name",
        ];
        fields.done(self, &ignored);
        self.push(tasks, &children, frame, task.body, &label);
    }

    /// Pushes nodes onto the stack, the first one on top.
    fn push(&self, tasks: &mut Vec<Task>, nodes: &[NodeRef], frame: Frame, body: Option<usize>, label: &Rc<str>) {
        let task = |place: &NodeRef| Task { place: *place, frame, grouped: true, body, label: label.clone() };
        tasks.extend(nodes.iter().rev().map(task));
    }

    /// Imports a robot, replaced by a model if one is specified.
    fn robot(&mut self, task: &Task) {
        let node = self.world.node(task.place.id);
        let name = node.field("name").and_then(|field| match &field.value {
            sim_vrml::Value::Texts(texts) => texts.first().map(String::as_str),
            _ => None,
        });
        let mut names: Vec<&'w str> = [name, node.def.as_deref()].into_iter().flatten().collect();
        if names.is_empty() && self.is_webots() {
            names.push(UNNAMED);
        }
        let mut fields = Fields::of(self, task.place);
        let scaled = fields.has("scale");
        let frame = self.inside(&mut fields, &task.frame, scaled);
        let pose = self.pose(&frame);
        self.known.extend(names.first());
        let wanted = self.models.iter().position(|(name, _, _)| names.contains(name));
        let Some(wanted) = wanted else {
            let [x, y, z] = super::frame::tidy(pose.position).map(|number| (number * 1e3).round() / 1e3);
            let place = format!("({x}, {y}, {z})");
            let name = names.first().copied().unwrap_or("NAME");
            self.leave(task.place, format!("robots need a model: --robot '{name}=MODEL' places one at {place} m"));
            return;
        };
        let (asked, model, used) = &mut self.models[wanted];
        *used = true;
        let (asked, model) = (*asked, *model);
        if pose.position.amax() > MAX_COORDINATE || !pose.position.iter().all(|part| part.is_finite()) {
            let expected = format!("sizes and distances from {least} to {most} m", least = 1e-9, most = 1e9);
            let why = "the shape is too large, too small, or too far away".to_string();
            self.leave_broken(task.place, why, expected);
            return;
        }
        self.leave_held(task.place, model);
        let taken = self.names.take(names.first().copied().unwrap_or(asked));
        names.iter().for_each(|name| _ = self.placed.entry(name).or_insert_with(|| taken.clone()));
        let mut robot = Table::from_iter([("name".to_string(), json!(taken)), ("model".to_string(), json!(model))]);
        pose.write(&mut robot);
        self.robots.push(Value::Object(robot));
    }

    /// Reports the contents of a robot that the model replacing it does not have.
    fn leave_held(&mut self, place: NodeRef, model: &str) {
        let node = self.world.node(place.id);
        let (mut parts, mut seen) = (Vec::<(&str, usize)>::new(), 0);
        let mut nodes = vec![place];
        while let Some(inner) = nodes.pop().filter(|_| seen < MAX_VISITS) {
            seen += 1;
            let inner = self.world.node(inner.id);
            let kind = inner.kind.as_str();
            if JOINTS.contains(&kind) || DEVICES.contains(&kind) {
                match parts.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, count)) => *count += 1,
                    None => parts.push((kind, 1)),
                }
            }
            for field in inner.fields.iter().rev() {
                if let sim_vrml::Value::Nodes(list) = &field.value {
                    nodes.extend(list.iter().rev());
                }
            }
        }
        let controller = node.field("controller").and_then(|field| match &field.value {
            sim_vrml::Value::Texts(texts) => texts.first().filter(|text| !text.is_empty()),
            _ => None,
        });
        let short = |text: &str| -> String { text.chars().take(60).collect() };
        let controller = controller.map(|name| format!("controller \"{}\"", short(name)));
        let parts = parts.iter().map(|(kind, count)| match count {
            1 => format!("`{kind}`"),
            count => format!("{count} `{kind}`"),
        });
        let held: Vec<String> = controller.into_iter().chain(parts).collect();
        if held.is_empty() {
            return;
        }
        let message = format!("the contents of {node} are left out", node = described(node));
        let help = format!("the parts and the controller of `{model}` replace them");
        let finding = Diagnostic::warning(Code::ImportLeftOut, message).with_found(held.join(", ")).with_help(help);
        self.left_out.push(self.at(node.span, finding));
    }

    fn solid(&mut self, task: &Task, tasks: &mut Vec<Task>, bodies: &mut Vec<Body>) {
        let mut fields = Fields::of(self, task.place);
        let label = self.label(task.place).unwrap_or_else(|| "solid".into());
        let frame = self.inside(&mut fields, &task.frame, true);
        let children = fields.nodes(self, "children");
        let bounds = fields.one(self, "boundingObject").map(|place| self.bounds(place, &frame)).unwrap_or_default();
        let mut physics = fields.one(self, "physics");
        let around = task.body.filter(|body| bodies[*body].physics.is_some());
        if let (Some(inner), Some(_)) = (physics, task.body) {
            let why = match around {
                Some(_) => "its solid is part of another one: the mass of the outer one is used".to_string(),
                None => "its solid is part of another one, which is fixed".to_string(),
            };
            self.leave(inner, why);
            physics = None;
        }
        if let Some(immersion) = fields.field("immersionProperties").and(fields.one(self, "immersionProperties")) {
            self.leave_unknown(immersion);
        }
        let notes = fields.text(self, "description").unwrap_or_default().to_string();
        let tags = fields.text(self, "model").map(name_of).into_iter().collect();
        let locked = fields.flag(self, "locked", false);
        fields.field("name");
        self.contact_material(&mut fields);
        // These fields only affect the world editor and recognition by cameras.
        fields.done(self, &["translationStep", "rotationStep", "recognitionColors", "isPickable"]);
        // A solid nested in a moving body is part of that body.
        let body = around.unwrap_or_else(|| {
            let body = Body {
                place: task.place,
                label: label.clone(),
                frame,
                visuals: vec![],
                bounds: vec![],
                physics,
                locked,
                notes,
                tags,
            };
            bodies.push(body);
            bodies.len() - 1
        });
        bodies[body].bounds.extend(bounds);
        self.push(tasks, children, frame, Some(body), &label);
    }

    /// The parts of a bounding object.
    fn bounds(&mut self, place: NodeRef, frame: &Frame) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut tasks = vec![(place, None, *frame)];
        while let Some((place, shape, frame)) = tasks.pop() {
            if !self.visits(place) {
                break;
            }
            let mut fields = Fields::of(self, place);
            match fields.node.kind.as_str() {
                kind if is_geometry(kind) => parts.extend(self.part(place, shape, &frame, [0.8, 0.8, 0.8, 1.0])),
                "Shape" => tasks.extend(fields.one(self, "geometry").map(|geometry| (geometry, Some(place), frame))),
                kind @ ("Group" | "Transform" | "Pose") => {
                    let inner =
                        if kind == "Group" { frame } else { self.inside(&mut fields, &frame, kind == "Transform") };
                    let children = fields.nodes(self, "children");
                    fields.done(self, &["translationStep", "rotationStep", "isPickable"]);
                    tasks.extend(children.iter().rev().map(|child| (*child, None, inner)));
                }
                _ => self.leave_unknown(place),
            }
        }
        parts
    }

    fn part(&mut self, node: NodeRef, shape: Option<NodeRef>, frame: &Frame, color: [f64; 4]) -> Option<Part> {
        let def = [Some(node), shape].into_iter().flatten().find_map(|place| self.world.node(place.id).def.as_deref());
        self.geometry(node).map(|geometry| Part { node, def: def.map(Rc::from), geometry, frame: *frame, color })
    }

    fn shape_node(&mut self, task: &Task, bodies: &mut Vec<Body>) {
        let mut fields = Fields::of(self, task.place);
        let appearance = fields.one(self, "appearance");
        let color = self.color(appearance);
        let geometry = fields.one(self, "geometry");
        // Shadows are the same for all objects, and picking is up to the GUI.
        fields.done(self, &["castShadows", "isPickable"]);
        let Some(node) = geometry else { return };
        if !is_geometry(&self.world.node(node.id).kind) {
            self.leave_unknown(node);
            return;
        }
        let Some(part) = self.part(node, Some(task.place), &task.frame, color) else { return };
        match task.body {
            Some(body) => bodies[body].visuals.push(part),
            None => {
                let label = self.label(task.place).unwrap_or_else(|| task.label.clone());
                let (notes, tags) = (String::new(), vec![]);
                let frame = task.frame;
                bodies.push(Body {
                    place: task.place,
                    label,
                    frame,
                    visuals: vec![part],
                    bounds: vec![],
                    physics: None,
                    locked: false,
                    notes,
                    tags,
                });
            }
        }
    }

    /// Creates the objects of a body. Returns the name and pose of the one that moves.
    fn objects_of(&mut self, body: &Body) -> Option<(String, Pose)> {
        let visuals: Vec<PlacedShape> = body.visuals.iter().filter_map(|part| self.placed(part, false)).collect();
        let bounds: Vec<PlacedShape> = body.bounds.iter().filter_map(|part| self.placed(part, true)).collect();
        if let Some(massive) = body.physics.and_then(|physics| self.massive(physics, &visuals, &bounds)) {
            return Some(self.movable(body, &visuals, &bounds, massive));
        }
        self.fixed(body, &visuals, &bounds);
        None
    }

    /// Reads the contact material of a solid, which only selects contact properties.
    pub(super) fn contact_material(&mut self, fields: &mut Fields<'w>) {
        if fields.text(self, "contactMaterial").is_some_and(|material| material != "default") {
            let why = "objects have a single friction and restitution, independent of the other material".to_string();
            self.leave_value(fields.place, "contactMaterial", why);
        }
    }

    /// Warns about objects that fall forever: there is a movable body without any fixed collider below it.
    fn falling(&mut self, bodies: &[Body], carriers: &[Option<(String, Pose)>]) {
        let weightless = self.scene.get("run").and_then(|run| run["gravity"][2].as_f64()).is_some_and(|z| z >= 0.0);
        if weightless || carriers.iter().all(Option::is_none) {
            return;
        }
        let whole = Pose { rotation: nalgebra::Matrix3::identity(), position: Vector3::zeros() };
        let mut below: Vec<[Vector3<f64>; 2]> = Vec::new();
        for (body, _) in bodies.iter().zip(carriers).filter(|(_, carrier)| carrier.is_none()) {
            for part in &body.bounds {
                let mesh = self.triangles(part, &whole);
                let Some(first) = mesh.points.first() else { continue };
                let [mut low, mut high] =
                    mesh.points.iter().fold([*first; 2], |[low, high], point| [low.inf(point), high.sup(point)]);
                if matches!(part.geometry.form, Form::Rectangle(_)) {
                    // Planes are infinite.
                    (low.x, low.y, high.x, high.y) = (f64::MIN, f64::MIN, f64::MAX, f64::MAX);
                }
                below.push([low, high]);
            }
        }
        let is_held = |at: &Vector3<f64>| {
            below.iter().any(|[low, high]| {
                (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y) && low.z <= at.z
            })
        };
        let mut free = bodies.iter().zip(carriers).filter_map(|(body, carrier)| Some((body, carrier.as_ref()?)));
        if let Some((body, (name, _))) = free.find(|(_, (_, pose))| !is_held(&pose.position)) {
            let message = format!("`{name}` falls endlessly: no floor below it");
            let help = "add a fixed object below it, such as one with the shape `Plane`";
            let finding = Diagnostic::warning(Code::ImportLeftOut, message).with_help(help);
            self.left_out.push(self.at(self.world.node(body.place.id).span, finding));
        }
    }

    /// Creates an object of a body with this shape.
    pub(super) fn object(&mut self, body: &Body, placed: &PlacedShape, pose: &Pose) -> Table {
        let name = self.names.take(&body.label);
        let shape = self.written(placed, &name);
        let mut object = self.named(body, name, shape);
        pose.write(&mut object);
        write_color(placed.color, &mut object);
        object
    }

    /// Creates an object with the properties of its body.
    pub(super) fn named(&self, body: &Body, name: String, shape: Value) -> Table {
        let mut object = Table::from_iter([("name".to_string(), json!(name)), ("shape".to_string(), shape)]);
        if body.locked {
            object.insert("locked".into(), json!(true));
        }
        if !body.tags.is_empty() {
            object.insert("tags".into(), json!(body.tags));
        }
        if !body.notes.is_empty() {
            object.insert("notes".into(), json!(body.notes));
        }
        object
    }
}

/// The reason why a node describing the environment is left out.
fn surroundings(kind: &str) -> Option<String> {
    Some(match kind {
        "Fog" => "fog is not supported".to_string(),
        "Sound" | "AudioClip" => "sound is not supported".to_string(),
        "NavigationInfo" => "navigation settings are not supported".to_string(),
        "Fluid" | "ImmersionProperties" => "use `media`, such as water, for the dynamics of robots".to_string(),
        "Damping" => "objects are slowed down only by contacts".to_string(),
        "LensFlare" => "lens flares are not supported".to_string(),
        "TexturedBackground" => "the sky has two colors: `view.background` and `view.horizon`".to_string(),
        "TexturedBackgroundLight" => {
            "the sky does not emit light: add a lamp, such as one of kind `Ambient`".to_string()
        }
        _ => return None,
    })
}

/// Makes an object without collisions that only cameras detect.
pub(super) fn decorative(object: &mut Table) {
    object.insert("collides".into(), json!(false));
    object.insert("detectable".into(), json!(false));
}
