//! The robot under construction: its model with the scene's changes, as currently defined in the document.

use super::body::{self, Body};
use nalgebra::Isometry3;
use sim_abi::declare::Kind;
use sim_abi::model::{Joint, JointMotion, Mount, Placement, Port, RobotModelSpec};
use sim_core::model::{Kinematics, initial_positions, normalize};
use sim_core::scene::{JointPlace, ModelUse, Part, is_member};
use sim_edit::{Document, Section, Target};
use sim_runner::PluginList;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The type of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// A sensor.
    Sensor,
    /// An actuator.
    Actuator,
}

impl Sort {
    /// The kind of its components.
    pub fn kind(self) -> Kind {
        match self {
            Self::Sensor => Kind::Sensor,
            Self::Actuator => Kind::Actuator,
        }
    }

    /// The scene field with such parts.
    pub fn field(self) -> &'static str {
        match self {
            Self::Sensor => "sensors",
            Self::Actuator => "actuators",
        }
    }
}

/// A sensor or an actuator.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its type.
    pub sort: Sort,
    /// Name in the robot.
    pub name: String,
    /// Component id.
    pub component: String,
    /// Index of its link.
    pub link: usize,
    /// `robot_from_part` with the joints at their initial positions.
    pub pose: Isometry3<f64>,
    /// Its port, or empty.
    pub port: String,
    /// Parameters from the model.
    pub below: serde_json::Value,
    /// Whether it is part of the model.
    pub of_model: bool,
}

/// A movable joint.
#[derive(Clone, Debug)]
pub struct Turning {
    /// Name.
    pub name: String,
    /// Initial `robot_from_joint`.
    pub pose: Isometry3<f64>,
    /// Index of its parent link.
    pub parent: usize,
    /// Type of motion.
    pub motion: JointMotion,
    /// Axis in the robot's frame.
    pub axis: nalgebra::Vector3<f64>,
    /// Whether the scene sets its pose.
    pub written: bool,
}

/// A robot as defined by model and scene.
pub struct Robot {
    /// Name.
    pub name: String,
    /// The target of edits: the robot, or its fleet.
    pub target: Target,
    /// Component id of the model; `None` for a model file.
    pub model: Option<String>,
    /// The model with the joint poses of the scene.
    pub spec: RobotModelSpec,
    /// Sensors, then actuators.
    pub pieces: Vec<Piece>,
    /// Movable joints.
    pub joints: Vec<Turning>,
    /// Parts of the model that the scene removes.
    pub removed: Vec<String>,
    /// Its top view.
    pub body: Body,
    /// Initial `robot_from_link`.
    links: Vec<Isometry3<f64>>,
    /// Names in use, including those of removed parts.
    taken: Vec<String>,
}

/// The definition of a robot or fleet in the scene.
struct Written<'a> {
    model: &'a ModelUse,
    sensors: &'a BTreeMap<String, Part>,
    actuators: &'a BTreeMap<String, Part>,
    remove: &'a [String],
    joints: &'a BTreeMap<String, JointPlace>,
}

/// The fields that a robot and a fleet have in common.
macro_rules! written {
    ($of:expr) => {
        Written {
            model: &$of.model,
            sensors: &$of.sensors,
            actuators: &$of.actuators,
            remove: &$of.remove,
            joints: &$of.joints,
        }
    };
}

impl Robot {
    /// The robot with this name; `None` if the document does not have it, or if the links of the model do not form a tree.
    pub fn new(document: &Document, name: &str, model: &Arc<RobotModelSpec>) -> Option<Self> {
        let scene = document.scene()?;
        let (target, written) = match scene.robots.iter().find(|robot| robot.name == name) {
            Some(robot) => (Target::robot(name), written!(robot)),
            None => {
                let fleet = scene.fleets.iter().find(|fleet| is_member(&fleet.prefix, fleet.count, name))?;
                (Target::fleet(&*fleet.prefix), written!(fleet))
            }
        };
        let mut spec = (**model).clone();
        for joint in &mut spec.joints {
            if let Some(place) = written.joints.get(&joint.name) {
                joint.placement = moved(joint.placement, place);
                joint.initial = place.start.unwrap_or(joint.initial);
            }
        }
        normalize(&mut spec);
        let links = Kinematics::new(&spec).ok()?.root_from_link(&initial_positions(&spec));
        let number = |link: &str| match link {
            "" => Some(0),
            name => spec.links.iter().position(|link| link.name == name),
        };
        let joints = spec.joints.iter().filter(|joint| joint.motion != JointMotion::Fixed).filter_map(|joint| {
            let parent = number(&joint.parent)?;
            let pose = links[parent] * joint.placement.isometry();
            let sits = |place: &JointPlace| place.at.is_some() || place.rpy.is_some() || place.yaw.is_some();
            let written = written.joints.get(&joint.name).is_some_and(sits);
            let Joint { name, motion, axis, .. } = joint;
            let axis = pose.rotation * nalgebra::Vector3::from(*axis);
            Some(Turning { name: name.clone(), pose, parent, motion: *motion, axis, written })
        });
        let joints = joints.collect();
        let mut pieces = Vec::new();
        for (sort, mounts, changes) in
            [(Sort::Sensor, &spec.sensors, written.sensors), (Sort::Actuator, &spec.actuators, written.actuators)]
        {
            let remaining = mounts.iter().filter(|mount| !written.remove.contains(&mount.name));
            let added = changes.keys().filter(|name| mounts.iter().all(|mount| mount.name != **name));
            let added = added.map(|name| Mount { name: name.clone(), ..Mount::default() });
            let added: Vec<Mount> = added.collect();
            for (mount, of_model) in
                remaining.map(|mount| (mount, true)).chain(added.iter().map(|mount| (mount, false)))
            {
                let below = mount.params.clone();
                let mount = match changes.get(&mount.name) {
                    Some(part) => changed(mount.clone(), part, &spec),
                    None => mount.clone(),
                };
                let link = number(&mount.link).unwrap_or(0);
                let pose = links[link] * mount.placement.isometry();
                let Mount { name, component, port, .. } = mount;
                pieces.push(Piece { sort, name, component, link, pose, port, below, of_model });
            }
        }
        let mounts = spec.sensors.iter().chain(&spec.actuators).map(|mount| mount.name.clone());
        let taken = mounts.chain(written.sensors.keys().chain(written.actuators.keys()).cloned()).collect();
        let body = Body::new(&spec, &links);
        let removed = written.remove.to_vec();
        let model = written.model.id.as_ref().map(ToString::to_string);
        Some(Self { name: name.to_owned(), target, model, spec, pieces, joints, removed, body, links, taken })
    }

    /// The description of its model, in the current language if the library has a translation.
    pub fn description<'a>(&'a self, plugins: &'a PluginList) -> &'a str {
        let said = &self.spec.description;
        self.model.as_ref().map_or(said, |id| plugins.say(Kind::Robot.word(), id, said))
    }

    /// A part by name.
    pub fn piece(&self, name: &str) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.name == name)
    }

    /// A movable joint by name.
    pub fn joint(&self, name: &str) -> Option<&Turning> {
        self.joints.iter().find(|joint| joint.name == name)
    }

    /// Initial `robot_from_link` of a link by index.
    pub fn link(&self, link: usize) -> Isometry3<f64> {
        self.links.get(link).copied().unwrap_or_else(Isometry3::identity)
    }

    /// Name of a link by index, as scenes write it; `None` for the first one.
    pub fn link_name(&self, link: usize) -> Option<&str> {
        self.spec.links.get(link).filter(|_| link > 0).map(|link| link.name.as_str())
    }

    /// An unused part name: `wanted`, or with a number.
    pub fn free_name(&self, wanted: &str) -> String {
        let is_free = |name: &str| self.taken.iter().all(|taken| taken != name);
        if is_free(wanted) {
            return wanted.to_owned();
        }
        let base = wanted.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        let base = if base.is_empty() { wanted } else { base };
        let name = |number: u32| format!("{base}-{number}");
        (2..).map(name).find(|name| is_free(name)).unwrap_or_default()
    }

    /// Unoccupied ports that accept this type of plug.
    pub fn free_ports(&self, plug: &str, but: Option<&str>) -> impl Iterator<Item = &Port> {
        let plug = plug.to_owned();
        let but = but.map(str::to_owned);
        self.spec.ports.iter().filter(move |port| {
            let others = self.pieces.iter().filter(|piece| Some(&piece.name) != but.as_ref());
            fits(port, &plug) && others.into_iter().all(|piece| piece.port != port.name)
        })
    }

    /// The axle formed by two continuous joints with lateral axes: their positions, left one first.
    pub fn axle(&self) -> Option<[[f64; 2]; 2]> {
        let wheels: Vec<&Turning> =
            self.joints.iter().filter(|joint| joint.motion == JointMotion::Continuous).collect();
        let [one, other] = wheels.as_slice() else { return None };
        let is_lateral = |joint: &Turning| joint.axis.y.abs() > 0.999;
        if !is_lateral(one) || !is_lateral(other) {
            return None;
        }
        let place = |joint: &Turning| [joint.pose.translation.x, joint.pose.translation.y];
        let (left, right) = if place(one)[1] >= place(other)[1] { (one, other) } else { (other, one) };
        Some([place(left), place(right)])
    }

    /// Distance of a point on the plane from the body, m; 0 inside it.
    pub fn outside(&self, point: [f64; 2]) -> f64 {
        body::distance(&self.body.outline, point)
    }

    /// Whether the edited target is a fleet.
    pub fn is_fleet(&self) -> bool {
        self.target.section == Section::Fleets
    }
}

/// Whether a port accepts a plug.
pub fn fits(port: &Port, plug: &str) -> bool {
    port.kind.is_empty() || port.kind == plug
}

/// A mount of the model with the scene's changes.
fn changed(mut mount: Mount, part: &Part, spec: &RobotModelSpec) -> Mount {
    if let Some(id) = &part.id {
        mount.component.clone_from(&id.0);
    }
    if let Some(other) = &part.mount
        && let Some(other) = spec.sensors.iter().chain(&spec.actuators).find(|mount| mount.name == *other)
    {
        (mount.link, mount.placement) = (other.link.clone(), other.placement);
    }
    if let Some(link) = &part.link {
        mount.link.clone_from(link);
        mount.placement = Placement::default();
    }
    if let Some(at) = part.at {
        mount.placement.at = at;
    }
    if let Some(rpy) = part.rpy.or(part.yaw.map(|yaw| [0.0, 0.0, yaw])) {
        mount.placement.rpy = rpy;
    }
    if let Some(port) = &part.port {
        mount.port.clone_from(port);
    }
    mount
}

/// A placement of the model with the scene's changes.
fn moved(mut placement: Placement, written: &JointPlace) -> Placement {
    placement.at = written.at.unwrap_or(placement.at);
    placement.rpy = written.rpy.or(written.yaw.map(|yaw| [0.0, 0.0, yaw])).unwrap_or(placement.rpy);
    placement
}
