//! The tree of the world: groups, solids and what is drawn of them.

use super::Table;
use super::Work;
use super::fields::Fields;
use super::frame::{Frame, Pose};
use super::geometry::is_geometry;
use super::lights::is_light;
use super::names::name_of;
use super::shapes::{Part, Placed, write_color};
use nalgebra::Vector3;
use serde_json::{Value, json};
use sim_vrml::NodeRef;
use std::rc::Rc;

/// A node that has not been looked at yet.
struct Task {
    place: NodeRef,
    frame: Frame,
    /// The solid that it belongs to.
    body: Option<usize>,
    /// What its shapes are called.
    label: Rc<str>,
}

/// A solid, or a shape that belongs to none.
pub(super) struct Body {
    pub(super) label: Rc<str>,
    pub(super) frame: Frame,
    pub(super) visuals: Vec<Part>,
    pub(super) bounds: Vec<Part>,
    physics: Option<NodeRef>,
    locked: bool,
    notes: String,
    tags: Vec<String>,
}

/// Nodes that stand for robots.
const ROBOTS: [&str; 4] = ["Robot", "Supervisor", "DifferentialWheels", "CustomRobot"];

/// Nodes that are joints, or parts of them.
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

/// Sensors and actuators of robots.
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

/// What surrounds a world.
const SURROUNDINGS: [&str; 9] = [
    "Fog",
    "Sound",
    "AudioClip",
    "NavigationInfo",
    "Fluid",
    "ImmersionProperties",
    "Damping",
    "LensFlare",
    "TexturedBackgroundLight",
];

/// What is drawn and has no surface.
const LINES: [&str; 3] = ["PointSet", "IndexedLineSet", "Text"];

impl<'w> Work<'w> {
    /// Goes through the whole tree and makes its objects. Views are returned with their frames: they may follow a robot that
    /// stands further down.
    pub(super) fn solids(&mut self) -> Vec<(NodeRef, Frame)> {
        let (mut bodies, mut views) = (Vec::new(), Vec::new());
        let label: Rc<str> = "shape".into();
        let task = |place: &NodeRef| Task { place: *place, frame: Frame::identity(), body: None, label: label.clone() };
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
                kind if is_light(kind) => {
                    let around = Some(task.label.clone()).filter(|label| **label != *"shape");
                    let label = self.label(task.place).or(around).unwrap_or_else(|| "light".into());
                    self.light(task.place, &task.frame, &label);
                }
                kind if ROBOTS.contains(&kind) => self.robot(&task),
                _ => self.leave_unknown(task.place),
            }
        }
        bodies.into_iter().for_each(|body| self.objects_of(&body));
        views
    }

    /// What a node is called: its name, or else its DEF.
    fn label(&self, place: NodeRef) -> Option<Rc<str>> {
        let node = self.world.node(place.id);
        let name = node.field("name").and_then(|field| match &field.value {
            sim_vrml::Value::Texts(texts) => texts.first().filter(|name| !name.trim().is_empty()),
            _ => None,
        });
        name.or(node.def.as_ref()).map(|name| name.as_str().into())
    }

    /// Leaves a node out that is not understood, and says why.
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
            say!("import-why-joint", "objects have no joints and motors: make a robot model of it")
        } else if is(&DEVICES) {
            say!("import-why-device", "sensors and actuators belong to robots: mount them there")
        } else if is(&SURROUNDINGS) {
            say!("import-why-surroundings", "scenes have media and lights instead")
        } else if is(&LINES) {
            say!("import-why-lines", "points, lines and letters are no bodies")
        } else if is(&behaves) || kind.ends_with("Interpolator") {
            say!("import-why-behaviour", "nothing in a scene moves by scripts and events of VRML97")
        } else if kind == "Inline" {
            say!("import-why-inline", "import its file by itself, and include the scene")
        } else if kind.ends_with("Texture") {
            say!("import-why-texture", "objects have a color and no textures")
        } else if self.world.protos.iter().any(|proto| proto.name == kind) {
            say!(
                "import-why-instance",
                "it is an instance of a PROTO, which is not read: put the nodes that it stands for in its place, in Webots with \
                 Convert to Base Node(s)"
            )
        } else {
            say!("import-why-unknown", "nodes of this type are not understood here")
        };
        self.leave(place, why);
    }

    /// The frame inside a node, from its fields.
    fn inside(&mut self, fields: &mut Fields<'w>, frame: &Frame, scaled: bool) -> Frame {
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
            fields.refuse(self, "scale", say!("import-scale", "three factors that are not 0"));
            scale = Vector3::repeat(1.0);
        }
        let along = fields.rotation(self, "scaleOrientation", [0.0, 0.0, 1.0, 0.0]);
        let back = Frame::turn([along[0], along[1], along[2], -along[3]]);
        let middle = turn.then(&Frame::turn(along)).then(&Frame::scale(scale)).then(&back);
        placed.then(&Frame::shift(center)).then(&middle).then(&Frame::shift(-center))
    }

    /// A node whose children are taken as they are.
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
            self.leave_value(
                task.place,
                "axisOfRotation",
                say!("import-why-billboard", "nothing turns toward whoever looks"),
            );
            fields.field("axisOfRotation");
        }
        let silent = [
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
        fields.done(self, &silent);
        self.push(tasks, &children, frame, task.body, &label);
    }

    /// Puts nodes on the list, the first on top.
    fn push(&self, tasks: &mut Vec<Task>, nodes: &[NodeRef], frame: Frame, body: Option<usize>, label: &Rc<str>) {
        tasks.extend(nodes.iter().rev().map(|place| Task { place: *place, frame, body, label: label.clone() }));
    }

    /// A robot: a model in its place, if one is given.
    fn robot(&mut self, task: &Task) {
        let node = self.world.node(task.place.id);
        let name = node.field("name").and_then(|field| match &field.value {
            sim_vrml::Value::Texts(texts) => texts.first().map(String::as_str),
            _ => None,
        });
        let names: Vec<&'w str> = [name, node.def.as_deref()].into_iter().flatten().collect();
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
            self.leave(
                task.place,
                say!(
                    "import-why-robot",
                    "robots are models here: --robot '{name}=MODEL' puts one at {place} m",
                    name,
                    place
                ),
            );
            return;
        };
        let (asked, model, used) = &mut self.models[wanted];
        *used = true;
        let (asked, model) = (*asked, *model);
        if pose.position.amax() > 1e9 {
            let expected =
                say!("import-size-expected", "sizes and distances from {least} to {most} m", least = 1e-9, most = 1e9);
            self.fail(task.place, say!("import-size", "the shape is too large, too small, or too far away"), expected);
        }
        let taken = self.names.take(names.first().copied().unwrap_or(asked));
        names.iter().for_each(|name| _ = self.placed.entry(name).or_insert_with(|| taken.clone()));
        let mut robot = Table::from_iter([("name".to_string(), json!(taken)), ("model".to_string(), json!(model))]);
        pose.write(&mut robot);
        self.robots.push(Value::Object(robot));
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
                Some(_) => say!("import-why-part", "its solid is part of another one, whose mass counts"),
                None => say!("import-why-fixed", "its solid is part of another one, which stands still"),
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
        if fields.text(self, "contactMaterial").is_none_or(|material| material == "default") {
            fields.field("contactMaterial");
        } else {
            self.leave_value(
                task.place,
                "contactMaterial",
                say!("import-why-contact", "objects have one friction and one restitution, whatever touches them"),
            );
        }
        // For whoever edits the world, and for cameras that recognise what they see.
        fields.done(self, &["translationStep", "rotationStep", "recognitionColors", "isPickable"]);
        // What is fixed to a body that moves is part of it.
        let body = around.unwrap_or_else(|| {
            let body =
                Body { label: label.clone(), frame, visuals: vec![], bounds: vec![], physics, locked, notes, tags };
            bodies.push(body);
            bodies.len() - 1
        });
        bodies[body].bounds.extend(bounds);
        self.push(tasks, children, frame, Some(body), &label);
    }

    /// The bodies of a bounding object.
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
        // Shadows are the same for all objects, and who clicks on what is the matter of the window.
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

    /// The objects of a body.
    fn objects_of(&mut self, body: &Body) {
        let visuals: Vec<Placed> = body.visuals.iter().filter_map(|part| self.placed(part, false)).collect();
        let bounds: Vec<Placed> = body.bounds.iter().filter_map(|part| self.placed(part, true)).collect();
        if let Some(massive) = body.physics.and_then(|physics| self.massive(physics, &visuals, &bounds)) {
            self.movable(body, &visuals, &bounds, massive);
            return;
        }
        self.fixed(body, &visuals, &bounds);
    }

    /// An object of a body with this shape.
    pub(super) fn object(&mut self, body: &Body, placed: &Placed, pose: &Pose) -> Table {
        let name = self.names.take(&body.label);
        let shape = self.written(placed, &name);
        let mut object = self.named(body, name, shape);
        pose.write(&mut object);
        write_color(placed.color, &mut object);
        object
    }

    /// An object with what a body says of itself.
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

/// An object that nothing bumps into and no sensor but a camera sees.
pub(super) fn decorative(object: &mut Table) {
    object.insert("collides".into(), json!(false));
    object.insert("sensed".into(), json!(false));
}
