//! A robot as data: links, joints, mounts, and what drives it unless the scene says otherwise.
//!
//! A robot model plugin returns a [`RobotModelSpec`]; a RON file or a URDF file in a pack gives the same data. Unknown fields are
//! ignored, as in all messages, so that a later version may add some; who reads files written by people refuses them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where a frame sits in its parent's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// Origin, m.
    #[serde(default)]
    pub at: [f64; 3],
    /// Roll, pitch and yaw about the parent's fixed axes, applied in this order, rad: R = Rz(yaw)·Ry(pitch)·Rx(roll).
    #[serde(default)]
    pub rpy: [f64; 3],
}

impl Placement {
    /// At a point, axes parallel to the parent's.
    pub const fn at(x: f64, y: f64, z: f64) -> Self {
        Self { at: [x, y, z], rpy: [0.0; 3] }
    }

    /// The same point, turned by roll, pitch and yaw (rad).
    pub const fn turned(mut self, roll: f64, pitch: f64, yaw: f64) -> Self {
        self.rpy = [roll, pitch, yaw];
        self
    }

    /// As an isometry: `parent_from_frame`.
    pub fn isometry(&self) -> crate::math::Pose {
        let [x, y, z] = self.at;
        let [roll, pitch, yaw] = self.rpy;
        crate::math::Pose::from_parts(
            nalgebra::Translation3::new(x, y, z),
            nalgebra::UnitQuaternion::from_euler_angles(roll, pitch, yaw),
        )
    }
}

/// Geometry of a collision shape or of a drawing, centred on its own frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Geometry {
    /// Box with full edge lengths, m.
    Box {
        /// Lengths along x, y and z, m.
        size: [f64; 3],
    },
    /// Sphere.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// Cylinder about z.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Full height, m.
        height: f64,
    },
    /// Capsule about z.
    Capsule {
        /// Radius, m.
        radius: f64,
        /// Length of the cylindrical part, m.
        length: f64,
    },
    /// Ellipsoid whose axes are those of its frame. It collides as the convex hull of points of its surface.
    Ellipsoid {
        /// Semi-axes along x, y and z, m.
        radii: [f64; 3],
    },
    /// Triangles of an OBJ, STL, glTF or COLLADA file.
    Mesh {
        /// Path, relative to the model's file, or `package://…`.
        file: String,
        /// Factor along each axis.
        #[serde(default = "unit_scale")]
        scale: [f64; 3],
    },
}

fn unit_scale() -> [f64; 3] {
    [1.0; 3]
}

/// A collision shape of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollisionShape {
    /// `link_from_shape`.
    #[serde(default)]
    pub placement: Placement,
    /// Geometry.
    pub geometry: Geometry,
}

/// A drawing of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Visual {
    /// `link_from_visual`.
    #[serde(default)]
    pub placement: Placement,
    /// Geometry.
    pub geometry: Geometry,
    /// Red, green, blue, opacity, each 0 … 1.
    #[serde(default = "grey")]
    pub color: [f32; 4],
    /// Whether it takes the color that a scene gives the robot. Where no visual of a model does, all take it.
    #[serde(default)]
    pub paint: bool,
}

fn grey() -> [f32; 4] {
    [0.6, 0.6, 0.62, 1.0]
}

/// Mass, centre of mass and inertia.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MassProperties {
    /// Mass, kg.
    #[serde(default)]
    pub mass: f64,
    /// Centre of mass in the frame they are given in, m.
    #[serde(default)]
    pub center: [f64; 3],
    /// Inertia about the centre of mass, axes of the same frame: xx, yy, zz, xy, xz, yz, kg·m².
    #[serde(default)]
    pub inertia: [f64; 6],
}

/// A rigid part of a robot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Name, unique within the robot.
    pub name: String,
    /// Mass properties in the link's frame.
    #[serde(default)]
    pub mass: MassProperties,
    /// Collision shapes.
    #[serde(default)]
    pub collision: Vec<CollisionShape>,
    /// Drawings; empty: the collision shapes are drawn.
    #[serde(default)]
    pub visual: Vec<Visual>,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum JointMotion {
    /// Not at all.
    #[default]
    Fixed,
    /// Turns within limits, rad.
    Revolute,
    /// Turns without limit, rad.
    Continuous,
    /// Slides within limits, m.
    Prismatic,
    /// In a way that this version does not know; a model with such a joint is refused.
    Unknown,
}

/// Tells a joint to follow another one: its position is multiplier · (position of the other) + offset, within its limits.
///
/// The core moves such a joint after each step, whatever the dynamics. What it carries weighs, but does not brake the other
/// joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mimic {
    /// Name of the joint that it follows.
    pub joint: String,
    /// Factor, in units of this joint (rad or m) per unit of the other.
    #[serde(default = "unit_multiplier")]
    pub multiplier: f64,
    /// Position where that of the other is 0, rad or m.
    #[serde(default)]
    pub offset: f64,
}

fn unit_multiplier() -> f64 {
    1.0
}

/// Connection of two links.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// Name, unique within the robot.
    pub name: String,
    /// Link it hangs on.
    pub parent: String,
    /// Link that it carries.
    pub child: String,
    /// `parent_from_joint` at position 0.
    #[serde(default)]
    pub placement: Placement,
    /// How it moves.
    #[serde(default)]
    pub motion: JointMotion,
    /// Axis in the joint's frame; made a unit vector on load.
    #[serde(default = "along_z")]
    pub axis: [f64; 3],
    /// Lowest and highest position, rad or m.
    #[serde(default)]
    pub limits: Option<[f64; 2]>,
    /// Largest speed, rad/s or m/s.
    #[serde(default)]
    pub max_velocity: Option<f64>,
    /// Position at the start, rad or m; of a joint that follows another one it comes from that.
    #[serde(default)]
    pub initial: f64,
    /// The joint that it follows; none: it moves on its own.
    #[serde(default)]
    pub mimic: Option<Mimic>,
}

impl Default for Joint {
    /// A fixed joint without names, its axis along z as in a file that does not say.
    fn default() -> Self {
        Self {
            name: String::new(),
            parent: String::new(),
            child: String::new(),
            placement: Placement::default(),
            motion: JointMotion::Fixed,
            axis: along_z(),
            limits: None,
            max_velocity: None,
            initial: 0.0,
            mimic: None,
        }
    }
}

fn along_z() -> [f64; 3] {
    [0.0, 0.0, 1.0]
}

/// A component and its parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ComponentRef {
    /// Component id, `family/name`.
    pub id: String,
    /// Parameters; what is left out takes its default.
    #[serde(default)]
    pub params: Value,
}

impl ComponentRef {
    /// A component with its default parameters.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), params: Value::Null }
    }

    /// A component with parameters.
    pub fn with(id: impl Into<String>, params: Value) -> Self {
        Self { id: id.into(), params }
    }
}

/// A sensor or an actuator on a robot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mount {
    /// Name, unique among the robot's sensors and actuators.
    pub name: String,
    /// Component id.
    pub component: String,
    /// Its parameters.
    #[serde(default)]
    pub params: Value,
    /// Link it sits on; empty: the root link.
    #[serde(default)]
    pub link: String,
    /// `link_from_mount`.
    #[serde(default)]
    pub placement: Placement,
    /// Period, s; none: what the component asks for, else every tick.
    #[serde(default)]
    pub period: Option<f64>,
    /// Port that it is plugged into; empty: none.
    #[serde(default)]
    pub port: String,
    /// Errors of measurement of a sensor, with the fields that `noise` has in a scene; null: none.
    #[serde(default)]
    pub noise: Value,
}

/// A connector of a robot that takes one sensor or actuator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Port {
    /// Name, unique among the robot's ports.
    pub name: String,
    /// Kind of plug that it takes ([`crate::declare::Datasheet::plug`]); empty: any.
    #[serde(default)]
    pub kind: String,
}

/// A whole robot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RobotModelSpec {
    /// Version of this data's format.
    #[serde(default = "one")]
    pub format_version: u32,
    /// Name shown to people.
    pub name: String,
    /// One sentence.
    #[serde(default)]
    pub description: String,
    /// Links; the first is the root, whose frame is the robot's own.
    pub links: Vec<Link>,
    /// Joints.
    #[serde(default)]
    pub joints: Vec<Joint>,
    /// Sensors.
    #[serde(default)]
    pub sensors: Vec<Mount>,
    /// Actuators.
    #[serde(default)]
    pub actuators: Vec<Mount>,
    /// Ports that sensors and actuators are plugged into.
    #[serde(default)]
    pub ports: Vec<Port>,
    /// Dynamics unless the scene names another.
    #[serde(default)]
    pub dynamics: Option<ComponentRef>,
    /// Controller unless the scene names another.
    #[serde(default)]
    pub controller: Option<ComponentRef>,
    /// Height of the root frame above the floor the robot stands on, m.
    #[serde(default)]
    pub standing_height: f64,
}

impl Default for RobotModelSpec {
    /// No links yet, of the present format version.
    fn default() -> Self {
        Self {
            format_version: one(),
            name: String::new(),
            description: String::new(),
            links: Vec::new(),
            joints: Vec::new(),
            sensors: Vec::new(),
            actuators: Vec::new(),
            ports: Vec::new(),
            dynamics: None,
            controller: None,
            standing_height: 0.0,
        }
    }
}

fn one() -> u32 {
    1
}
