//! Plain data that crosses the boundary on the hot path.
//!
//! These layouts are frozen within an ABI major version: one added field would refuse every older plugin. What may grow
//! goes through the prefix types of [`super::host`] and [`super::module`], or through the JSON messages of
//! [`crate::declare`].

use abi_stable::StableAbi;
use abi_stable::std_types::{RBox, RResult, RString};

/// Cartesian vector: metres, metres per second, newtons … as the field that holds it says.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3 {
    /// Component along x.
    pub x: f64,
    /// Component along y.
    pub y: f64,
    /// Component along z.
    pub z: f64,
}

/// Unit quaternion, named by field, never by position.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
pub struct Quat {
    /// Imaginary part along x.
    pub x: f64,
    /// Imaginary part along y.
    pub y: f64,
    /// Imaginary part along z.
    pub z: f64,
    /// Real part.
    pub w: f64,
}

impl Default for Quat {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }
    }
}

/// Position and orientation of one frame in another.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Origin, metres.
    pub position: Vec3,
    /// Rotation.
    pub orientation: Quat,
}

/// Pose and velocity of a body's origin.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyState {
    /// `world_from_body`.
    pub pose: Pose,
    /// Velocity of the body's origin, world axes, m/s.
    pub linear_velocity: Vec3,
    /// Angular velocity, world axes, rad/s.
    pub angular_velocity: Vec3,
}

/// Position and velocity of one joint: radians and rad/s, or metres and m/s for a prismatic one.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct JointState {
    /// Angle (rad) or travel (m).
    pub position: f64,
    /// Rate (rad/s or m/s).
    pub velocity: f64,
}

/// Memory of one random stream; the core owns it, so that snapshots and replay cover it.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomState {
    /// State words of the generator.
    pub words: [u64; 4],
}

/// Simulated time of a call.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Ticks completed before this call.
    pub tick: u64,
    /// `tick` times the scene's step, s.
    pub time: f64,
    /// Time since this component's previous call, i.e. its period, s.
    pub period: f64,
}

/// What surrounds a body during one dynamics step.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Environment {
    /// Gravitational acceleration, world axes, m/s².
    pub gravity: Vec3,
    /// Density of the medium at the body's origin, kg/m³.
    pub density: f64,
    /// Dynamic viscosity of the medium, Pa·s.
    pub viscosity: f64,
    /// Height of the medium's free surface, m; infinite where there is none.
    pub surface_height: f64,
    /// Density of what lies above the free surface, kg/m³.
    pub density_above: f64,
    /// Velocity of the medium (current or wind), world axes, m/s.
    pub flow: Vec3,
    /// Sum of the forces that services apply at the body's origin, world axes, N.
    pub external_force: Vec3,
    /// Sum of the torques that services apply, about the body's origin, world axes, N·m.
    pub external_torque: Vec3,
    /// Height of the support under the body, m; minus infinity where there is none.
    pub ground_height: f64,
    /// Normal of that support, world axes.
    pub ground_normal: Vec3,
    /// Coulomb friction coefficient of that support.
    pub ground_friction: f64,
}

/// One ray of a batch.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Ray {
    /// Start, world axes, m.
    pub origin: Vec3,
    /// Unit direction, world axes.
    pub direction: Vec3,
    /// Reach, m.
    pub reach: f64,
}

/// What a ray or a moved shape met. Without a hit `distance` is infinite and `object` is [`NO_OBJECT`].
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance along the ray, m.
    pub distance: f64,
    /// Point met, world axes, m.
    pub point: Vec3,
    /// Unit normal of the surface met, world axes.
    pub normal: Vec3,
    /// Index of the object met.
    pub object: u32,
    /// Its category bits.
    pub category: u32,
}

/// `object` of a [`Hit`] that met nothing.
pub const NO_OBJECT: u32 = u32::MAX;

impl Default for Hit {
    fn default() -> Self {
        Self {
            distance: f64::INFINITY,
            point: Vec3::default(),
            normal: Vec3::default(),
            object: NO_OBJECT,
            category: 0,
        }
    }
}

/// What a query takes notice of.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// Category bits; an object counts when it shares one.
    pub categories: u32,
    /// 1: objects that never move count.
    pub fixed: u8,
    /// 1: robots and movable objects count.
    pub moving: u8,
    /// 1: the asking robot's own body counts too.
    pub own_body: u8,
    /// Reserved, 0.
    pub reserved: u8,
}

impl Default for Filter {
    fn default() -> Self {
        Self { categories: u32::MAX, fixed: 1, moving: 1, own_body: 0, reserved: 0 }
    }
}

/// Shape that a query moves through the world.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
pub struct ProbeShape {
    /// 0 sphere (`size.x` radius), 1 box (`size` half extents), 2 cylinder, 3 capsule (axis z; `size.x` radius,
    /// `size.z` half height or half length), m.
    pub kind: u32,
    /// Measures as `kind` says.
    pub size: Vec3,
}

/// Medium at a point.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Medium {
    /// Density, kg/m³.
    pub density: f64,
    /// Dynamic viscosity, Pa·s.
    pub viscosity: f64,
    /// Height of the free surface above the point, m; infinite where there is none.
    pub surface_height: f64,
    /// Velocity of the medium, world axes, m/s.
    pub flow: Vec3,
}

/// Contact of the asking robot.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// Point, world axes, m.
    pub point: Vec3,
    /// Unit normal, from the other body towards the robot.
    pub normal: Vec3,
    /// Overlap found before correction, m.
    pub depth: f64,
    /// Normal impulse that corrected the velocity, N·s.
    pub impulse: f64,
    /// The other object.
    pub object: u32,
    /// Its category bits.
    pub category: u32,
}

/// Beacon of the scene.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Beacon {
    /// Index in the scene, in file order.
    pub id: u32,
    /// Index of its kind in the scene's list of beacon kinds.
    pub kind: u32,
    /// `world_from_beacon`; it emits along its local −z when its cone is limited.
    pub pose: Pose,
    /// Range, m.
    pub range: f64,
    /// Full angle of its cone, rad; 2π for all directions.
    pub cone: f64,
}

/// Light of the scene or of a robot.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    /// Position, world axes, m; for a directional light the unit direction it shines along.
    pub position: Vec3,
    /// Red, green, blue, each 0 … 1.
    pub color: Vec3,
    /// Intensity, 1 for a lamp of reference.
    pub intensity: f64,
    /// Attenuation 1 / (a + b·r + c·r²) as (a, b, c).
    pub attenuation: Vec3,
    /// Radius beyond which it does not shine, m.
    pub radius: f64,
    /// 0 point, 1 directional, 2 ambient.
    pub kind: u32,
    /// Robot that carries it, or [`NO_OBJECT`].
    pub owner: u32,
}

/// Message that reached the asking robot.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct Message<'a> {
    /// Index of the sending robot.
    pub sender: u32,
    /// Channel it was sent on.
    pub channel: u32,
    /// Where it was sent from, world axes, m.
    pub origin: Vec3,
    /// Words of the message.
    pub words: abi_stable::std_types::RSlice<'a, f64>,
}

/// Image that a camera sensor asks for.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
pub struct ImageRequest {
    /// `world_from_camera`: x forward, y left, z up.
    pub pose: Pose,
    /// Columns, pixels.
    pub width: u32,
    /// Rows, pixels.
    pub height: u32,
    /// Horizontal field of view, rad.
    pub field_of_view: f64,
    /// Nearest distance drawn, m.
    pub near: f64,
    /// Farthest distance drawn, m.
    pub far: f64,
    /// [`ImageRequest::COLOR`] or [`ImageRequest::DEPTH`]. Rows run from the top, columns from the left.
    pub format: u32,
}

impl ImageRequest {
    /// Format: red, green, blue, opacity, 8 bits each, encoded as sRGB.
    pub const COLOR: u32 = 0;
    /// Format: distance along the optical axis, m, f32 little-endian; infinity where nothing is nearer than `far`.
    pub const DEPTH: u32 = 1;
    /// Largest width and height, pixels.
    pub const MOST_PIXELS: u32 = 8192;
}

/// Answer to an [`ImageRequest`].
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageStatus {
    /// The buffer holds the image.
    Drawn,
    /// Nothing in this run draws images.
    NoRenderer,
    /// The buffer does not fit width × height × 4 bytes.
    WrongSize,
    /// The request cannot be a camera: too many pixels, an angle of view that is none, distances out of order, or numbers
    /// that are not finite.
    WrongRequest,
}

/// Level of a log line.
#[repr(u8)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    /// The user must act.
    Error,
    /// The result may differ from expectation.
    Warn,
    /// Once per run.
    Info,
    /// Per event.
    Debug,
}

/// Why a call failed.
#[repr(C)]
#[derive(StableAbi, Clone, Debug, Default)]
pub struct FaultValue {
    /// Number of its [`Cause`](crate::fault::Cause), in the order of that list.
    pub cause: u8,
    /// What went wrong, in one sentence.
    pub message: RString,
    /// What to do, or empty.
    pub help: RString,
    /// `file:line:column` in the plugin's source, or empty.
    pub place: RString,
}

/// Result of a call without a value.
pub type CallResult = RResult<(), RBox<FaultValue>>;
/// Result of a call with a value.
pub type ValueResult<T> = RResult<T, RBox<FaultValue>>;

/// Pointer to a component instance; only the plugin that made it looks inside.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct Instance(pub *mut ());

// SAFETY: the traits for authors require `Send + Sync`, and the host calls an instance from one thread at a time.
unsafe impl Send for Instance {}
// SAFETY: as above.
unsafe impl Sync for Instance {}

/// Pointer that belongs to the host; a plugin only hands it back.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct HostContext(pub *const ());

// SAFETY: the host makes contexts that may be used from the thread that runs the call.
unsafe impl Send for HostContext {}
// SAFETY: as above.
unsafe impl Sync for HostContext {}
