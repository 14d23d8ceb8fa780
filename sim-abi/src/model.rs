//! A robot as data: links, joints, mounts, and its default dynamics and controller.
//!
//! A robot model plugin returns a [`RobotModelSpec`]; RON and URDF files in a pack provide the same data. Unknown fields are
//! ignored, as in all messages, so that later versions may add some; readers of hand-written files reject them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Pose of a frame in its parent's frame.
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

    /// The same point, rotated by roll, pitch and yaw (rad).
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

/// Geometry of a collision shape or of a visual, centered on its own frame.
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
    /// Ellipsoid along the axes of its frame. Collides as the convex hull of points on its surface.
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

/// A visual of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Visual {
    /// `link_from_visual`.
    #[serde(default)]
    pub placement: Placement,
    /// Geometry.
    pub geometry: Geometry,
    /// Red, green, blue, opacity, each 0 … 1.
    #[serde(default = "gray")]
    pub color: [f32; 4],
    /// Whether it takes the robot's color from the scene. If no visual of a model does, all take it.
    #[serde(default)]
    pub paint: bool,
}

fn gray() -> [f32; 4] {
    [0.6, 0.6, 0.62, 1.0]
}

/// Mass, center of mass and inertia.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MassProperties {
    /// Mass, kg.
    #[serde(default)]
    pub mass: f64,
    /// Center of mass, in the frame of these properties, m.
    #[serde(default)]
    pub center: [f64; 3],
    /// Inertia about the center of mass, axes of the same frame: xx, yy, zz, xy, xz, yz, kg·m².
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
    /// Visuals. Default: the collision shapes.
    #[serde(default)]
    pub visual: Vec<Visual>,
}

/// Type of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum JointMotion {
    /// Does not move.
    #[default]
    Fixed,
    /// Rotates within limits, rad.
    Revolute,
    /// Rotates without limits, rad.
    Continuous,
    /// Slides within limits, m.
    Prismatic,
    /// A type that this version does not know; a model with such a joint is rejected.
    Unknown,
}

/// Couples a joint to another one: its position is multiplier · (position of the other) + offset, within its limits.
///
/// The core moves such a joint after each step, whatever the dynamics. Its load has weight, but exerts no reaction on the other
/// joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mimic {
    /// Name of the joint to follow.
    pub joint: String,
    /// Factor, in units of this joint (rad or m) per unit of the other.
    #[serde(default = "unit_multiplier")]
    pub multiplier: f64,
    /// Position while the other is at 0, rad or m.
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
    /// Parent link.
    pub parent: String,
    /// Child link.
    pub child: String,
    /// `parent_from_joint` at position 0.
    #[serde(default)]
    pub placement: Placement,
    /// Type.
    #[serde(default)]
    pub motion: JointMotion,
    /// Axis in the joint's frame; normalized on load.
    #[serde(default = "along_z")]
    pub axis: [f64; 3],
    /// Minimum and maximum position, rad or m.
    #[serde(default)]
    pub limits: Option<[f64; 2]>,
    /// Maximum speed, rad/s or m/s.
    #[serde(default)]
    pub max_velocity: Option<f64>,
    /// Initial position, rad or m; that of a mimic joint follows from the other joint.
    #[serde(default)]
    pub initial: f64,
    /// Joint to follow. Default: the joint moves independently.
    #[serde(default)]
    pub mimic: Option<Mimic>,
}

impl Default for Joint {
    /// A fixed, unnamed joint about z, as in a file that omits these fields.
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
    /// Parameters; omitted ones take their defaults.
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
    /// Link that carries it. Default: the root link.
    #[serde(default)]
    pub link: String,
    /// `link_from_mount`.
    #[serde(default)]
    pub placement: Placement,
    /// Period, s. Default: the component's own, otherwise every tick.
    #[serde(default)]
    pub period: Option<f64>,
    /// Port that it is plugged into; empty: none.
    #[serde(default)]
    pub port: String,
    /// Noise of a sensor, with the fields of `noise` in a scene; null: none.
    #[serde(default)]
    pub noise: Value,
}

/// A connector of a robot that takes one sensor or actuator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Port {
    /// Name, unique among the robot's ports.
    pub name: String,
    /// Kind of plug that it accepts ([`crate::declare::Datasheet::plug`]); empty: any.
    #[serde(default)]
    pub kind: String,
}

/// A whole robot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RobotModelSpec {
    /// Version of the data format.
    #[serde(default = "one")]
    pub format_version: u32,
    /// Display name.
    pub name: String,
    /// One sentence.
    #[serde(default)]
    pub description: String,
    /// Links; the first is the root, whose frame is the robot's frame.
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
    /// Ports for sensors and actuators.
    #[serde(default)]
    pub ports: Vec<Port>,
    /// Default dynamics; the scene may override it.
    #[serde(default)]
    pub dynamics: Option<ComponentRef>,
    /// Default controller; the scene may override it.
    #[serde(default)]
    pub controller: Option<ComponentRef>,
    /// Height of the root frame above the floor while standing, m.
    #[serde(default)]
    pub standing_height: f64,
}

impl Default for RobotModelSpec {
    /// No links, current format version.
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
