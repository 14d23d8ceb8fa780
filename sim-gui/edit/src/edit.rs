//! The edits: what a person can do to a scene.

use std::collections::BTreeMap;

use nalgebra::{Isometry3, Point3, Vector3};
use serde_json::Value;
use sim_core::scene::decode::Field;
use sim_core::scene::text::Node;
use sim_core::scene::{
    Beacon, ComponentId, ComponentUse, Condition, ControllerUse, Fleet, Include, Input, Light, Medium, ModelUse, Note,
    Object, Paint, Posed, Robot, Route, Service, Shape,
};

use crate::commands::decoded;
use crate::draft::Draft;
use crate::extent::world_box;
use crate::files::surroundings::Surroundings;
use crate::refusal::Refusal;
use crate::target::{Section, Target};

/// Something that can be inserted. A name that is taken gets a number; a missing one is made up.
#[derive(Clone, Debug)]
pub enum Thing {
    /// An object.
    Object(Object),
    /// A robot.
    Robot(Robot),
    /// Many robots.
    Fleet(Fleet),
    /// A beacon.
    Beacon(Beacon),
    /// A lamp.
    Light(Light),
    /// Water or air.
    Medium(Medium),
    /// A world service.
    Service(Service),
    /// A list of poses.
    Route(Route),
    /// A text at a place.
    Note(Note),
    /// A line of the operator's script.
    Input(Input),
    /// A condition.
    Condition(Condition),
    /// Something painted on the floor.
    Paint(Paint),
    /// A file to be merged.
    Include(Include),
    /// An element of a section as it would be written; the name may be missing.
    Raw(Section, Node),
}

impl Thing {
    /// An element of a section from plain data, in the form that serde gives the scene's types; the name may be
    /// missing.
    pub fn from_json(section: Section, value: &Value) -> Thing {
        Thing::Raw(section, Node::from_json(value))
    }

    /// The thing at a pose in the frame that it is written in, with numbers rounded to a millionth, as for what a
    /// pointing device gives. Things without a place of their own stay as they are.
    pub fn at(self, pose: &Isometry3<f64>) -> Thing {
        let (section, mut node) = self.to_node();
        if section.has_pose() {
            for key in ["at", "rpy", "yaw"] {
                crate::node::remove(&mut node, key);
            }
            // An included file is written as text alone until it has a place.
            crate::node::lengthen(&mut node, "file");
            crate::commands::write_pose(&mut node, section.fields(), &Isometry3::identity(), pose);
        }
        Thing::Raw(section, node)
    }

    /// Lowest and highest corner of the box around an object, in the frame that it is written in, m; none for other things
    /// and for objects whose size stands in another file.
    pub fn bounds(&self) -> Option<[Point3<f64>; 2]> {
        let (section, node) = self.to_node();
        let object = (section == Section::Objects).then(|| decoded::<Object>(&node))??;
        let bounds = world_box(Some(&object.shape), &object.pose()).map(Point3::from);
        (bounds[0] != bounds[1]).then_some(bounds)
    }

    pub(crate) fn to_node(&self) -> (Section, Node) {
        match self {
            Thing::Object(thing) => (Section::Objects, thing.encode()),
            Thing::Robot(thing) => (Section::Robots, thing.encode()),
            Thing::Fleet(thing) => (Section::Fleets, thing.encode()),
            Thing::Beacon(thing) => (Section::Beacons, thing.encode()),
            Thing::Light(thing) => (Section::Lights, thing.encode()),
            Thing::Medium(thing) => (Section::Media, thing.encode()),
            Thing::Service(thing) => (Section::Services, thing.encode()),
            Thing::Route(thing) => (Section::Routes, thing.encode()),
            Thing::Note(thing) => (Section::Notes, thing.encode()),
            Thing::Input(thing) => (Section::Inputs, thing.encode()),
            Thing::Condition(thing) => (Section::Acceptance, thing.encode()),
            Thing::Paint(thing) => (Section::Paint, thing.encode()),
            Thing::Include(thing) => (Section::Includes, thing.encode()),
            Thing::Raw(section, node) => (*section, node.clone()),
        }
    }
}

/// What becomes of things that are carried by something that is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// They go, too, and what they carry.
    Delete,
    /// They keep their place in the world, carried by what carried the deleted thing.
    Keep,
}

/// What becomes of lines of the script, conditions and the camera's follow that name a deleted robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum References {
    /// Nothing is deleted while there are any.
    Refuse,
    /// They go, too. A condition about several robots loses only the names of those that go.
    Remove,
}

/// An axis of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Forward.
    X = 0,
    /// To the left.
    Y = 1,
    /// Up.
    Z = 2,
}

/// Which sides are lined up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// The sides with the smallest coordinates.
    Min,
    /// The middles.
    Centre,
    /// The sides with the largest coordinates.
    Max,
}

/// World boxes (smallest and largest corner, m) of things whose size the document does not know: robots and meshes.
/// Objects of simple shape need none; what is unknown counts as a point.
pub type Boxes = BTreeMap<Target, [[f64; 3]; 2]>;

/// An object of another size.
#[derive(Clone, Debug, PartialEq)]
pub struct Resized {
    /// The object.
    pub target: Target,
    /// Its shape, of the same kind as before.
    pub shape: Shape,
    /// Its pose in the world, where it is another one, too.
    pub pose: Option<Isometry3<f64>>,
}

/// Which poses a route gets or loses.
#[derive(Clone, Debug, PartialEq)]
pub enum RouteChange {
    /// It goes on through these. Numbers are rounded to a millionth.
    Append(Vec<sim_abi::route::RoutePose>),
    /// Another one in the middle of the way to this one, counted from 0; before the first one, a copy of it.
    InsertBefore(usize),
    /// This one goes. With the last one the route goes, too, and no robot follows it any more.
    Remove(usize),
    /// All but the first so many go; with all of them the route goes, too.
    Keep(usize),
}

/// A place where a component is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The controller of a robot or fleet.
    Controller,
    /// The dynamics of a robot, fleet or object.
    Dynamics,
    /// The model of a robot or fleet.
    Model,
    /// A sensor of a robot or fleet, by its name.
    Sensor(String),
    /// An actuator of a robot or fleet, by its name.
    Actuator(String),
    /// A service.
    Service,
}

/// One thing that a person does to a scene.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Puts new things into the scene.
    Insert(Vec<Thing>),
    /// Takes things out.
    Delete {
        /// Which.
        targets: Vec<Target>,
        /// What becomes of what they carry.
        carried: Carried,
        /// What becomes of what names them.
        references: References,
    },
    /// Makes copies with fresh names. Included things and members of fleets can be duplicated, too.
    Duplicate {
        /// Of which things.
        targets: Vec<Target>,
        /// Where the copies stand, relative to the originals, in the world, m.
        offset: [f64; 3],
    },
    /// Puts in what [`crate::Document::copy`] gave, or a part of a scene that a person wrote, as RON or JSON.
    Paste {
        /// The text.
        text: String,
        /// How far everything is moved, m.
        offset: [f64; 3],
    },
    /// Puts things at poses of the world. Numbers are rounded to a millionth.
    Move(Vec<(Target, Isometry3<f64>)>),
    /// Puts one pose of a route somewhere. Numbers are rounded to a millionth.
    MovePose {
        /// The route.
        route: Target,
        /// Which of its poses, from 0.
        number: usize,
        /// The pose.
        pose: Isometry3<f64>,
    },
    /// Puts a new route into the scene, which a robot follows from now on, if one is given.
    NewRoute {
        /// The route.
        route: sim_abi::route::Route,
        /// The robot or fleet.
        robot: Option<Target>,
    },
    /// Changes which poses a route has.
    ChangeRoute {
        /// The route.
        route: Target,
        /// How.
        change: RouteChange,
    },
    /// Gives objects other sizes.
    Resize(Vec<Resized>),
    /// Lines things up along an axis of the world.
    Align {
        /// Which.
        targets: Vec<Target>,
        /// Along which axis they move.
        axis: Axis,
        /// Which of their sides.
        to: Alignment,
        /// Sizes that the document does not know.
        sizes: Boxes,
    },
    /// Makes the distances between neighbours' centres equal; the outermost ones stay.
    Distribute {
        /// Which.
        targets: Vec<Target>,
        /// Along which axis they move.
        axis: Axis,
        /// Sizes that the document does not know.
        sizes: Boxes,
    },
    /// Lets things be carried by an object or robot, or by nothing. They keep their places in the world.
    Attach {
        /// Which.
        targets: Vec<Target>,
        /// Name of what carries them.
        parent: Option<String>,
    },
    /// Sets a field by its path: `shape.size`, `material.friction`, `poses[2].at`, `run.dt`. A value that is the
    /// default is left out. Setting the name renames.
    Set {
        /// The element; the scene itself without.
        target: Option<Target>,
        /// Path of the field.
        path: String,
        /// The value; without, the field goes back to its default.
        value: Option<Node>,
    },
    /// Sets several fields of one element in one step; each as [`Edit::Set`] does.
    SetAll {
        /// The element.
        target: Target,
        /// Paths of fields with their values; without a value a field goes back to its default.
        fields: Vec<(String, Option<Node>)>,
        /// What is done, for menus and messages: "Move range of anna".
        label: String,
    },
    /// Gives something another name; everything in the file that names it follows.
    Rename {
        /// What.
        target: Target,
        /// Its new name (prefix of a fleet).
        name: String,
    },
    /// Chooses the controller of a robot or fleet; the model's own without.
    Controller {
        /// The robot or fleet.
        target: Target,
        /// The component and its parameters.
        to: Option<ControllerUse>,
    },
    /// Chooses the dynamics of a robot, fleet or object; the model's own without.
    Dynamics {
        /// The robot, fleet or object.
        target: Target,
        /// The component and its parameters.
        to: Option<ComponentUse>,
    },
    /// Chooses the model of a robot or fleet.
    Model {
        /// The robot or fleet.
        target: Target,
        /// The component or file, and its parameters.
        to: ModelUse,
    },
    /// Sets one parameter of a component.
    Parameter {
        /// What uses the component.
        target: Target,
        /// Where it uses it.
        slot: Slot,
        /// Name of the parameter.
        name: String,
        /// Its value; the component's default without.
        value: Option<Value>,
        /// The component in effect, for a controller or dynamics that the model has chosen: the scene must name what
        /// it gives parameters to.
        id: Option<ComponentId>,
    },
    /// Locks objects against changes, or unlocks them.
    Lock {
        /// Which.
        targets: Vec<Target>,
        /// Whether they shall be locked.
        locked: bool,
    },
    /// Shows or hides objects.
    Show {
        /// Which.
        targets: Vec<Target>,
        /// Whether they shall be drawn.
        visible: bool,
    },
    /// Cuts an opening into a wall, as for a door: the wall ends where it begins, another wall goes on behind it, and a third
    /// one closes what is above it.
    CutOpening {
        /// The wall.
        wall: Target,
        /// Where the opening begins and ends, m along the wall from its first end.
        between: [f64; 2],
        /// How high the opening is, m; as high as the wall where that is lower.
        height: f64,
    },
    /// Writes the robots of a fleet one by one, with the same names, poses and parameters.
    Dissolve {
        /// Prefix of the fleet.
        fleet: String,
    },
    /// Puts the surroundings of a file in the place of those of the scene: objects, beacons, lamps, water, air and floor, also
    /// locked ones. Robots and what they carry, routes, services, conditions and notes stay. Names that are taken by what stays
    /// get a number (`door.001`). An included file that brings nothing but surroundings is not included any more.
    ReplaceSurroundings(Surroundings),
    /// Replaces the whole text, as from a text editor. The only edit that a document with mistakes takes.
    ReplaceText(String),
}

/// The name of [`Edit::ReplaceText`].
pub(crate) fn edit_text() -> String {
    "Edit text".to_string()
}

impl Edit {
    /// Sets a field from plain data; see [`Edit::Set`].
    pub fn set(target: Option<Target>, path: impl Into<String>, value: impl Into<Value>) -> Edit {
        Edit::Set { target, path: path.into(), value: Some(Node::from_json(&value.into())) }
    }

    /// Takes a field back to its default; see [`Edit::Set`].
    pub fn reset(target: Option<Target>, path: impl Into<String>) -> Edit {
        Edit::Set { target, path: path.into(), value: None }
    }

    /// Deletes things with all that they carry, unless something names them.
    pub fn delete(targets: Vec<Target>) -> Edit {
        Edit::Delete { targets, carried: Carried::Delete, references: References::Refuse }
    }

    /// What successive edits must have in common to become one step of undo.
    pub(crate) fn coalescing_key(&self) -> String {
        match self {
            Edit::Set { target, path, .. } => format!("set {target:?} {path}"),
            Edit::Parameter { target, slot, name, .. } => format!("parameter {target:?} {slot:?} {name}"),
            Edit::Move(poses) => {
                let targets: Vec<_> = poses.iter().map(|(target, _)| target).collect();
                format!("move {targets:?}")
            }
            Edit::Controller { target, .. } => format!("controller {target:?}"),
            Edit::Dynamics { target, .. } => format!("dynamics {target:?}"),
            Edit::Model { target, .. } => format!("model {target:?}"),
            Edit::ReplaceText(_) => "text".into(),
            // The others differ each time.
            _ => String::new(),
        }
    }

    /// Makes the edit in the draft; gives its label.
    pub(crate) fn carry_out(&self, draft: &mut Draft<'_>) -> Result<String, Refusal> {
        match self {
            Edit::Insert(things) => draft.insert(things),
            Edit::Delete { targets, carried, references } => draft.delete(targets, *carried, *references),
            Edit::Duplicate { targets, offset } => draft.duplicate(targets, Vector3::from(*offset)),
            Edit::Paste { text, offset } => draft.paste(text, Vector3::from(*offset)),
            Edit::Move(poses) => draft.move_to(poses),
            Edit::MovePose { route, number, pose } => draft.move_pose(route, *number, pose),
            Edit::NewRoute { route, robot } => draft.new_route(route, robot.as_ref()),
            Edit::ChangeRoute { route, change } => draft.change_route(route, change),
            Edit::Resize(things) => draft.resize(things),
            Edit::Align { targets, axis, to, sizes } => draft.align(targets, *axis, *to, sizes),
            Edit::Distribute { targets, axis, sizes } => draft.distribute(targets, *axis, sizes),
            Edit::Attach { targets, parent } => draft.attach(targets, parent.as_deref()),
            Edit::Set { target, path, value } => draft.set(target.as_ref(), path, value.as_ref()),
            Edit::SetAll { target, fields, label } => draft.set_all(target, fields, label),
            Edit::Rename { target, name } => draft.rename(target, name),
            Edit::Controller { target, to } => draft.set_controller(target, to.as_ref()),
            Edit::Dynamics { target, to } => draft.set_dynamics(target, to.as_ref()),
            Edit::Model { target, to } => draft.set_model(target, to),
            Edit::Parameter { target, slot, name, value, id } => {
                draft.set_parameter(target, slot, (name, value.as_ref()), id.as_ref())
            }
            Edit::Lock { targets, locked } => draft.lock(targets, *locked),
            Edit::Show { targets, visible } => draft.show(targets, *visible),
            Edit::CutOpening { wall, between, height } => draft.cut_opening(wall, *between, *height),
            Edit::Dissolve { fleet } => draft.dissolve(fleet),
            Edit::ReplaceSurroundings(new) => draft.replace_surroundings(new),
            Edit::ReplaceText(_) => Ok(edit_text()),
        }
    }
}
