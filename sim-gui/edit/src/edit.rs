//! The edits: all changes that a user can make to a scene.

use std::collections::BTreeMap;

use nalgebra::{Isometry3, Point3};
use serde_json::Value;
use sim_core::scene::decode::Field;
use sim_core::scene::text::Node;
use sim_core::scene::{ComponentId, ComponentUse, ControllerUse, ModelUse, Object, Posed, Shape};

use crate::extent::world_box;
use crate::node::decoded;
use crate::pose_text::write_pose;
use crate::surroundings::Surroundings;
use crate::target::{Section, Target};

/// A thing to be inserted: an element of a section. A name in use gets a number; a missing name is generated.
#[derive(Clone, Debug)]
pub struct Thing {
    pub(crate) section: Section,
    pub(crate) node: Node,
}

impl Thing {
    /// An element of a section.
    pub fn new(section: Section, thing: &impl Field) -> Thing {
        Thing { section, node: thing.encode() }
    }

    /// An element of a section from plain data, as serialized by serde; the name may be missing.
    pub fn from_json(section: Section, value: &Value) -> Thing {
        Thing { section, node: Node::from_json(value) }
    }

    /// The thing at a pose in the frame of its parent, rounded to 1e-6 as for pointer input. Things without a pose are unchanged.
    pub fn at(mut self, pose: &Isometry3<f64>) -> Thing {
        let Thing { section, node } = &mut self;
        if section.has_pose() {
            for key in ["at", "rpy", "yaw"] {
                crate::node::remove(node, key);
            }
            // An included file without a pose is written as a plain string.
            crate::node::lengthen(node, "file");
            write_pose(node, section.fields(), &Isometry3::identity(), pose);
        }
        self
    }

    /// Minimum and maximum corner of an object's bounding box, in the frame of its parent, m. `None` for other things and for
    /// objects whose size is defined in another file.
    pub fn bounds(&self) -> Option<[Point3<f64>; 2]> {
        let object = (self.section == Section::Objects).then(|| decoded::<Object>(&self.node))??;
        let bounds = world_box(Some(&object.shape), &object.pose()).map(Point3::from);
        (bounds[0] != bounds[1]).then_some(bounds)
    }
}

/// How to treat things that are attached to a deleted thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// Delete them, and everything attached to them.
    Delete,
    /// Keep them at their world poses, attached to the parent of the deleted thing.
    Keep,
}

/// How to treat script lines, conditions and the camera's `follow` that refer to a deleted robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum References {
    /// Refuse to delete while there are any.
    Refuse,
    /// Delete them, too. A condition on several robots loses only the names of deleted robots.
    Remove,
}

/// A world axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Forward.
    X = 0,
    /// To the left.
    Y = 1,
    /// Up.
    Z = 2,
}

/// The sides that are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// The sides with the minimum coordinates.
    Min,
    /// The centers.
    Center,
    /// The sides with the maximum coordinates.
    Max,
}

/// World bounding boxes (minimum and maximum corner, m) of things whose size the document does not know: robots and meshes. Not
/// needed for objects with primitive shapes; any other missing thing counts as a point.
pub type Boxes = BTreeMap<Target, [[f64; 3]; 2]>;

/// A resized object.
#[derive(Clone, Debug, PartialEq)]
pub struct Resized {
    /// The object.
    pub target: Target,
    /// Its new shape, of the same type as before.
    pub shape: Shape,
    /// Its new world pose, if that changes, too.
    pub pose: Option<Isometry3<f64>>,
}

/// A change to the poses of a route.
#[derive(Clone, Debug, PartialEq)]
pub enum RouteChange {
    /// Append these poses. Numbers are rounded to 1e-6.
    Append(Vec<sim_abi::route::RoutePose>),
    /// Insert a pose halfway between this one, counted from 0, and the previous one; before the first one, a copy of it.
    InsertBefore(usize),
    /// Remove this pose. Removing the last one deletes the route, and robots stop following it.
    Remove(usize),
    /// Remove this many poses from the start; removing all of them deletes the route.
    Keep(usize),
}

/// A slot that holds a component.
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

/// One change that a user makes to a scene.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Insert things.
    Insert(Vec<Thing>),
    /// Delete things.
    Delete {
        /// The things.
        targets: Vec<Target>,
        /// How to treat the things attached to them.
        carried: Carried,
        /// How to treat references to them.
        references: References,
    },
    /// Duplicate things under new names. Included things and fleet members can be duplicated, too.
    Duplicate {
        /// The things.
        targets: Vec<Target>,
        /// Offset of the copies from the originals, world frame, m.
        offset: [f64; 3],
    },
    /// Paste a text from [`crate::Document::copy`] or user-written parts of a scene, as RON or JSON.
    Paste {
        /// The text.
        text: String,
        /// Offset, m.
        offset: [f64; 3],
    },
    /// Move things to world poses. Numbers are rounded to 1e-6.
    Move(Vec<(Target, Isometry3<f64>)>),
    /// Move one pose of a route. Numbers are rounded to 1e-6.
    MovePose {
        /// The route.
        route: Target,
        /// Index of the pose, from 0.
        number: usize,
        /// The new pose.
        pose: Isometry3<f64>,
    },
    /// Insert a new route and, if a robot is given, make it follow the route.
    NewRoute {
        /// The route.
        route: sim_abi::route::Route,
        /// The robot or fleet.
        robot: Option<Target>,
    },
    /// Add or remove poses of a route.
    ChangeRoute {
        /// The route.
        route: Target,
        /// The change.
        change: RouteChange,
    },
    /// Resize objects.
    Resize(Vec<Resized>),
    /// Align things along a world axis.
    Align {
        /// The things.
        targets: Vec<Target>,
        /// The axis along which they move.
        axis: Axis,
        /// The sides to align.
        to: Alignment,
        /// Bounding boxes that the document does not know.
        sizes: Boxes,
    },
    /// Make the distances between adjacent centers equal. The outermost things stay.
    Distribute {
        /// The things.
        targets: Vec<Target>,
        /// The axis along which they move.
        axis: Axis,
        /// Bounding boxes that the document does not know.
        sizes: Boxes,
    },
    /// Set a field by its path: `shape.size`, `material.friction`, `poses[2].at`, `run.dt`. Default values are not written.
    /// Setting the name renames.
    Set {
        /// The element. Default: the scene itself.
        target: Option<Target>,
        /// Path of the field.
        path: String,
        /// The value. Default: reset the field.
        value: Option<Node>,
    },
    /// Set several fields of one element in one step, each as [`Edit::Set`].
    SetAll {
        /// The element.
        target: Target,
        /// Field paths with their values; `None` resets the field.
        fields: Vec<(String, Option<Node>)>,
        /// Label, for menus and messages: "Move range of anna".
        label: String,
    },
    /// Rename something and update all references in the file.
    Rename {
        /// The thing.
        target: Target,
        /// The new name (prefix of a fleet).
        name: String,
    },
    /// Select the controller of a robot or fleet. Default: the model's controller.
    Controller {
        /// The robot or fleet.
        target: Target,
        /// The component and its parameters.
        to: Option<ControllerUse>,
    },
    /// Select the dynamics of a robot, fleet or object. Default: the model's dynamics.
    Dynamics {
        /// The robot, fleet or object.
        target: Target,
        /// The component and its parameters.
        to: Option<ComponentUse>,
    },
    /// Select the model of a robot or fleet.
    Model {
        /// The robot or fleet.
        target: Target,
        /// The component or file, and its parameters.
        to: ModelUse,
    },
    /// Set one parameter of a component.
    Parameter {
        /// The thing with the component.
        target: Target,
        /// The slot of the component.
        slot: Slot,
        /// Name of the parameter.
        name: String,
        /// The value. Default: the component's default.
        value: Option<Value>,
        /// The component in effect, if the model has selected the controller or dynamics: the scene must name a component to set
        /// its parameters.
        id: Option<ComponentId>,
    },
    /// Lock things against changes, or unlock them.
    Lock {
        /// The things.
        targets: Vec<Target>,
        /// Whether they are locked.
        locked: bool,
    },
    /// Cut an opening into a wall, as for a door: the wall ends at the opening, a second wall continues behind it, and a third
    /// one fills the space above it.
    CutOpening {
        /// The wall.
        wall: Target,
        /// Start and end of the opening, m along the wall from its first end.
        between: [f64; 2],
        /// Height of the opening, m, clamped to the height of the wall.
        height: f64,
    },
    /// Replace a fleet by its robots, with the same names, poses and parameters.
    Dissolve {
        /// Prefix of the fleet.
        fleet: String,
    },
    /// Replace the surroundings of the scene by those of a file: objects, beacons, lights, water, air and floor, including locked
    /// ones. Robots and their attached things, routes, services, conditions and notes stay. New things whose names are in use get
    /// a number (`door.001`). Includes that provide only surroundings are removed.
    ReplaceSurroundings(Surroundings),
    /// Replace the whole text, as from a text editor. The only edit that an invalid document accepts.
    ReplaceText(String),
}

/// The label of [`Edit::ReplaceText`].
pub(crate) fn edit_text() -> String {
    "Edit text".to_string()
}

impl Edit {
    /// Sets a field from plain data; see [`Edit::Set`].
    pub fn set(target: Option<Target>, path: impl Into<String>, value: impl Into<Value>) -> Edit {
        Edit::Set { target, path: path.into(), value: Some(Node::from_json(&value.into())) }
    }

    /// Resets a field to its default; see [`Edit::Set`].
    pub fn reset(target: Option<Target>, path: impl Into<String>) -> Edit {
        Edit::Set { target, path: path.into(), value: None }
    }

    /// Deletes things with everything attached to them; refused if anything refers to them.
    pub fn delete(targets: Vec<Target>) -> Edit {
        Edit::Delete { targets, carried: Carried::Delete, references: References::Refuse }
    }

    /// Key that consecutive edits must share to be merged into one undo step.
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
            // All other edits are never merged.
            _ => String::new(),
        }
    }
}
