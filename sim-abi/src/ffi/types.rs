//! Plain data that crosses the boundary.
//!
//! [`Vec3`], [`Quat`], [`Pose`], [`BodyState`] and [`RandomState`] are mathematics and never change. The others may grow:
//! records ([`Record`](super::views::Record)) stand in arrays that say how far apart they are, the rest
//! ([`Growing`](super::views::Growing)) begins with its size. The C header is made from these definitions.

use super::views::Text;
use abi_stable::StableAbi;
use std::ffi::c_void;

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

/// One joint.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = JointStateLayout)))]
#[sabi(missing_field(panic))]
pub struct JointState {
    /// Angle (rad) or travel (m).
    pub position: f64,
    /// Rate (rad/s or m/s).
    pub velocity: f64,
    /// Torque (N·m) or force (N) that its drive applied over the last tick, along the axis.
    #[sabi(last_prefix_field)]
    pub effort: f64,
}

/// Memory of one random stream; the core owns it, so that snapshots and replay cover it.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomState {
    /// State words of the generator.
    pub words: [u64; 4],
}

/// What surrounds a body during one dynamics step.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = EnvironmentLayout)))]
#[sabi(missing_field(panic))]
pub struct Environment {
    /// Size of this struct, bytes.
    pub size: usize,
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
    /// 1: all ground of the scene is horizontal planes, so nobody need ask how high it is; 0: it may rise and fall.
    pub level_ground: u32,
    /// Reserved, 0.
    #[sabi(last_prefix_field)]
    pub reserved: u32,
}

/// How a mount moves in the world. A sensor gets it where joints move its mount against the body.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = MountMotionLayout)))]
#[sabi(missing_field(panic))]
pub struct MountMotion {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Velocity of the mount's origin, world axes, m/s.
    pub velocity: Vec3,
    /// Angular velocity of the mount, world axes, rad/s.
    pub angular_velocity: Vec3,
    /// Acceleration of the mount's origin over the last tick, without gravity, world axes, m/s².
    pub acceleration: Vec3,
    /// Angular acceleration of the mount over the last tick, world axes, rad/s².
    #[sabi(last_prefix_field)]
    pub angular_acceleration: Vec3,
}

/// One ray of a batch.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = RayLayout)))]
#[sabi(missing_field(panic))]
pub struct Ray {
    /// Start, world axes, m.
    pub origin: Vec3,
    /// Unit direction, world axes.
    pub direction: Vec3,
    /// Reach, m.
    #[sabi(last_prefix_field)]
    pub max_distance: f64,
}

/// What a ray or a moved shape met. Without a hit `distance` is infinite and `object` is [`NO_OBJECT`].
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = HitLayout)))]
#[sabi(missing_field(panic))]
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
    #[sabi(last_prefix_field)]
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
#[sabi(kind(Prefix(prefix_ref = FilterLayout)))]
#[sabi(missing_field(panic))]
pub struct Filter {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Category bits; an object counts when it shares one.
    pub categories: u32,
    /// 1: objects that never move count.
    pub fixed: u8,
    /// 1: robots and movable objects count.
    pub moving: u8,
    /// 1: the asking robot's own body counts too.
    pub own_body: u8,
    /// Reserved, 0.
    #[sabi(last_prefix_field)]
    pub reserved: u8,
}

/// Shape that a query moves through the world.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = ProbeShapeLayout)))]
#[sabi(missing_field(panic))]
pub struct ProbeShape {
    /// Size of this struct, bytes.
    pub size: usize,
    /// 0 sphere (`extent.x` radius), 1 box (`extent` half extents), 2 cylinder, 3 capsule (axis z; `extent.x` radius,
    /// `extent.z` half height or half length), m.
    pub kind: u32,
    /// Reserved, 0.
    pub reserved: u32,
    /// Measures as `kind` says.
    #[sabi(last_prefix_field)]
    pub extent: Vec3,
}

/// What supports something from below.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = GroundLayout)))]
#[sabi(missing_field(panic))]
pub struct Ground {
    /// Height of the surface, m; minus infinity where there is none.
    pub height: f64,
    /// Unit normal of the surface, world axes.
    pub normal: Vec3,
    /// Coulomb friction coefficient of the surface.
    pub friction: f64,
    /// Index of the object, or [`NO_OBJECT`].
    pub object: u32,
    /// Its category bits.
    #[sabi(last_prefix_field)]
    pub category: u32,
}

impl Default for Ground {
    fn default() -> Self {
        let normal = Vec3 { x: 0.0, y: 0.0, z: 1.0 };
        Self { height: f64::NEG_INFINITY, normal, friction: 0.0, object: NO_OBJECT, category: 0 }
    }
}

/// Medium at a point.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = MediumLayout)))]
#[sabi(missing_field(panic))]
pub struct Medium {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Density, kg/m³.
    pub density: f64,
    /// Dynamic viscosity, Pa·s.
    pub viscosity: f64,
    /// Height of the free surface above the point, m; infinite where there is none.
    pub surface_height: f64,
    /// Velocity of the medium, world axes, m/s.
    #[sabi(last_prefix_field)]
    pub flow: Vec3,
}

/// Contact of a robot.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = ContactLayout)))]
#[sabi(missing_field(panic))]
pub struct Contact {
    /// Point, world axes, m.
    pub point: Vec3,
    /// Unit normal, from the other body towards the robot.
    pub normal: Vec3,
    /// Overlap found before correction, m.
    pub depth: f64,
    /// Normal impulse on the robot over the last tick, N·s; 0 or more.
    pub impulse: f64,
    /// Friction impulse on the robot over the last tick, world axes, N·s.
    pub friction: Vec3,
    /// The other object.
    pub object: u32,
    /// Its category bits.
    #[sabi(last_prefix_field)]
    pub category: u32,
}

/// Beacon of the scene.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = BeaconLayout)))]
#[sabi(missing_field(panic))]
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
    #[sabi(last_prefix_field)]
    pub cone: f64,
}

/// Light of the scene or of a robot.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = LightLayout)))]
#[sabi(missing_field(panic))]
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
    #[sabi(last_prefix_field)]
    pub owner: u32,
}

/// Message that reached the asking robot.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, Default, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = MessageLayout)))]
#[sabi(missing_field(panic))]
pub struct Message {
    /// Index of the sending robot.
    pub sender: u32,
    /// Channel it was sent on.
    pub channel: u32,
    /// Where it was sent from, world axes, m.
    pub origin: Vec3,
    /// Number of words.
    pub words: u32,
    /// Reserved, 0.
    #[sabi(last_prefix_field)]
    pub reserved: u32,
}

/// Image that a camera sensor asks for.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug, PartialEq)]
#[sabi(kind(Prefix(prefix_ref = ImageRequestLayout)))]
#[sabi(missing_field(panic))]
pub struct ImageRequest {
    /// Size of this struct, bytes.
    pub size: usize,
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
    /// Reserved, 0.
    #[sabi(last_prefix_field)]
    pub reserved: u32,
}

impl ImageRequest {
    /// Format: red, green, blue, opacity, 8 bits each, encoded as sRGB.
    pub const COLOR: u32 = 0;
    /// Format: distance along the optical axis, m, f32 little-endian; infinity where nothing is nearer than `far`.
    pub const DEPTH: u32 = 1;
    /// Largest width and height, pixels.
    pub const MAX_SIDE_PIXELS: u32 = 8192;
}

/// What a call came to: [`DONE`], [`FAILED`] or [`NOTHING`].
pub type Status = i32;
/// The call has done what it should.
pub const DONE: Status = 0;
/// The call has failed and has said why.
pub const FAILED: Status = 1;
/// There is nothing to be given: a component without a state to save.
pub const NOTHING: Status = 2;

/// Why a call failed.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
#[sabi(kind(Prefix(prefix_ref = FaultRecordLayout)))]
#[sabi(missing_field(panic))]
pub struct FaultRecord {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What went wrong, in one sentence.
    pub message: Text,
    /// What to do, or empty.
    pub help: Text,
    /// `file:line` or `file:line:column` in the plugin's source, or empty.
    pub place: Text,
    /// Number of its [`Cause`](crate::fault::Cause), in the order of that list.
    pub cause: u32,
    /// Reserved, 0.
    #[sabi(last_prefix_field)]
    pub reserved: u32,
}

/// [`FaultRecord::cause`]: what the message says, and nothing more special.
pub const CAUSE_REPORTED: u32 = 0;
/// [`FaultRecord::cause`]: the component panicked.
pub const CAUSE_PANIC: u32 = 1;
/// [`FaultRecord::cause`]: the parameters cannot be used though each fits its schema.
pub const CAUSE_PARAMETERS: u32 = 2;
/// [`FaultRecord::cause`]: the robot lacks what the component needs.
pub const CAUSE_BINDING: u32 = 3;
/// [`FaultRecord::cause`]: another number of values than a channel has.
pub const CAUSE_CHANNELS: u32 = 4;
/// [`FaultRecord::cause`]: the scene does not grant a right that the component needs.
pub const CAUSE_GRANT: u32 = 5;
/// [`FaultRecord::cause`]: the process has ended that the component runs in. Only the host says so.
pub const CAUSE_PROCESS: u32 = 6;

/// Pointer to a component instance; only the plugin that made it looks inside. Whoever holds one sees to it that no two
/// calls of an instance run at a time.
pub type Instance = *mut c_void;

/// Tells the host which call it is asked in. It belongs to the thread and to the duration of that call: the host answers
/// nobody else. A raw pointer makes it neither `Send` nor `Sync`.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct HostContext {
    /// The host's.
    pub thread_token: *const c_void,
    /// The host's number of the component.
    pub caller: u64,
}

super::views::may_grow! {
    Ray RayLayout: Record;
    Hit HitLayout: Record;
    Contact ContactLayout: Record;
    Beacon BeaconLayout: Record;
    Light LightLayout: Record;
    Message MessageLayout: Record;
    JointState JointStateLayout: Record;
    Ground GroundLayout: Record;
    Environment EnvironmentLayout: Growing up_to reserved: u32;
    MountMotion MountMotionLayout: Growing;
    Filter FilterLayout: Growing up_to reserved: u8;
    ProbeShape ProbeShapeLayout: Growing up_to extent: Vec3;
    Medium MediumLayout: Growing up_to flow: Vec3;
    ImageRequest ImageRequestLayout: Growing up_to reserved: u32;
    FaultRecord FaultRecordLayout: Growing up_to reserved: u32;
}

macro_rules! sized_defaults {
    ($($name:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        $(
            impl Default for $name {
                fn default() -> Self {
                    Self { size: size_of::<Self>(), $($field: $value),* }
                }
            }
        )*
    };
}

const ZERO: Vec3 = Vec3 { x: 0.0, y: 0.0, z: 0.0 };

sized_defaults! {
    Environment {
        gravity: ZERO,
        density: 0.0,
        viscosity: 0.0,
        surface_height: f64::INFINITY,
        density_above: 0.0,
        flow: ZERO,
        external_force: ZERO,
        external_torque: ZERO,
        level_ground: 1,
        reserved: 0,
    }
    MountMotion { velocity: ZERO, angular_velocity: ZERO, acceleration: ZERO, angular_acceleration: ZERO }
    Filter { categories: u32::MAX, fixed: 1, moving: 1, own_body: 0, reserved: 0 }
    ProbeShape { kind: 0, reserved: 0, extent: ZERO }
    Medium { density: 0.0, viscosity: 0.0, surface_height: f64::INFINITY, flow: ZERO }
    ImageRequest { pose: Pose::default(), width: 0, height: 0, field_of_view: 0.0, near: 0.0, far: 0.0, format: ImageRequest::COLOR,
        reserved: 0 }
    FaultRecord { message: Text::EMPTY, help: Text::EMPTY, place: Text::EMPTY, cause: 0, reserved: 0 }
}

/// Level of a log line. It crosses the boundary as its number, [`LOG_ERROR`] … [`LOG_DEBUG`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// Level of a log line: the user must act.
pub const LOG_ERROR: u32 = 0;
/// Level of a log line: the result may differ from expectation.
pub const LOG_WARN: u32 = 1;
/// Level of a log line: what is told once per run.
pub const LOG_INFO: u32 = 2;
/// Level of a log line: what is told per event.
pub const LOG_DEBUG: u32 = 3;

impl LogLevel {
    /// Its number at the boundary.
    pub const fn number(self) -> u32 {
        match self {
            LogLevel::Error => LOG_ERROR,
            LogLevel::Warn => LOG_WARN,
            LogLevel::Info => LOG_INFO,
            LogLevel::Debug => LOG_DEBUG,
        }
    }

    /// The level with a number; what is beyond the known ones is as little urgent as can be.
    pub const fn from_number(number: u32) -> Self {
        match number {
            LOG_ERROR => LogLevel::Error,
            LOG_WARN => LogLevel::Warn,
            LOG_INFO => LogLevel::Info,
            _ => LogLevel::Debug,
        }
    }
}

/// Answer to an [`ImageRequest`]. It crosses the boundary as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Answer to an [`ImageRequest`]: the buffer holds the image.
pub const IMAGE_DRAWN: u32 = 0;
/// Answer to an [`ImageRequest`]: nothing in this run draws images.
pub const IMAGE_NO_RENDERER: u32 = 1;
/// Answer to an [`ImageRequest`]: the buffer does not fit width × height × 4 bytes.
pub const IMAGE_WRONG_SIZE: u32 = 2;
/// Answer to an [`ImageRequest`]: the request cannot be a camera.
pub const IMAGE_WRONG_REQUEST: u32 = 3;

impl ImageStatus {
    /// Its number at the boundary.
    pub const fn number(self) -> u32 {
        match self {
            ImageStatus::Drawn => IMAGE_DRAWN,
            ImageStatus::NoRenderer => IMAGE_NO_RENDERER,
            ImageStatus::WrongSize => IMAGE_WRONG_SIZE,
            ImageStatus::WrongRequest => IMAGE_WRONG_REQUEST,
        }
    }

    /// The status with a number; an unknown one says that there is no image.
    pub const fn from_number(number: u32) -> Self {
        match number {
            IMAGE_DRAWN => ImageStatus::Drawn,
            IMAGE_WRONG_SIZE => ImageStatus::WrongSize,
            IMAGE_WRONG_REQUEST => ImageStatus::WrongRequest,
            _ => ImageStatus::NoRenderer,
        }
    }
}

#[cfg(test)]
mod tests;
