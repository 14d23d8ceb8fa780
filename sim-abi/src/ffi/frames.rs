//! What each kind gets in one call: views into memory that the core owns.
//!
//! A frame begins with its size; fields are appended within a major version. The core makes it for one call.

use super::host::{HostApi, ServiceApi, WorldApi};
use super::types::*;
use super::views::{Rows, RowsMut, View, ViewMut};
use abi_stable::StableAbi;

/// What every call has.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = CallFrameLayout)))]
#[sabi(missing_field(panic))]
pub struct CallFrame {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Functions of the host.
    pub host: *const HostApi,
    /// First argument of the functions of the host, the world and services.
    pub context: HostContext,
    /// Ticks completed before this call.
    pub tick: u64,
    /// `tick` times the scene's step, s.
    pub time: f64,
    /// Time since this component's previous call, i.e. its period, s.
    pub period: f64,
    /// The component's random streams, in the order in which it declared them; the first is its own without a name.
    pub random: ViewMut<RandomState>,
    /// Values that the component publishes, in the order in which it declared them.
    #[sabi(last_prefix_field)]
    pub published: ViewMut<f64>,
}

/// Frame of a controller step.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ControllerFrameLayout)))]
#[sabi(missing_field(panic))]
pub struct ControllerFrame {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every call has.
    pub call: *const CallFrame,
    /// Readings of the robot's sensors.
    pub readings: View<f64>,
    /// Commands of the robot's actuators.
    #[sabi(last_prefix_field)]
    pub commands: ViewMut<f64>,
}

/// Frame of a sensor reading.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = SensorFrameLayout)))]
#[sabi(missing_field(panic))]
pub struct SensorFrame {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every call has.
    pub call: *const CallFrame,
    /// Questions to the world.
    pub world: *const WorldApi,
    /// State of the robot at the end of the last tick.
    pub body: *const BodyState,
    /// Acceleration of the robot's origin over the last tick, world axes, m/s².
    pub acceleration: Vec3,
    /// Angular acceleration over the last tick, world axes, rad/s².
    pub angular_acceleration: Vec3,
    /// Gravitational acceleration, world axes, m/s².
    pub gravity: Vec3,
    /// `body_from_sensor` now: a sensor on a joint turns with it.
    pub mount: Pose,
    /// The robot's joints.
    pub joints: Rows<JointState>,
    /// The sensor's channels, to be written.
    #[sabi(last_prefix_field)]
    pub output: ViewMut<f64>,
    /// How the mount moves; null where it is fixed to the body and moves with it as a rigid body.
    pub motion: *const MountMotion,
    /// Values of the sensor's scan, to be written; empty without [`ScanData`](crate::declare::ScanData).
    pub scan: ViewMut<f64>,
}

/// Frame of an actuator step.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ActuatorFrameLayout)))]
#[sabi(missing_field(panic))]
pub struct ActuatorFrame {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every call has.
    pub call: *const CallFrame,
    /// The actuator's commands.
    pub commands: View<f64>,
    /// The robot's joints at the end of the last tick.
    pub joints: Rows<JointState>,
    /// The actuator's effects, to be written.
    #[sabi(last_prefix_field)]
    pub effects: ViewMut<f64>,
}

/// Frame of a dynamics step.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = DynamicsFrameLayout)))]
#[sabi(missing_field(panic))]
pub struct DynamicsFrame {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every call has.
    pub call: *const CallFrame,
    /// Questions to the world as it stood at the end of the last tick, contacts of the robot among them.
    pub world: *const WorldApi,
    /// State of the body: in as it was, out as it is after the step.
    pub body: *mut BodyState,
    /// The memory that the dynamics declared, in and out.
    pub memory: ViewMut<f64>,
    /// Effects of all the robot's actuators.
    pub effects: View<f64>,
    /// `body_from_mount` now of each effect, in the order of the request's effects: a thruster on a joint turns with it. Of
    /// an effect on a link or a joint it is `body_from_link` of that link, or of the link that the joint moves.
    pub mounts: View<Pose>,
    /// The robot's joints, in and out.
    pub joints: RowsMut<JointState>,
    /// What surrounds the body.
    #[sabi(last_prefix_field)]
    pub environment: *const Environment,
}

/// Frame of a service's calls.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ServiceFrameLayout)))]
#[sabi(missing_field(panic))]
pub struct ServiceFrame {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every call has.
    pub call: *const CallFrame,
    /// Questions to the world.
    pub world: *const WorldApi,
    /// What a service may do.
    #[sabi(last_prefix_field)]
    pub service: *const ServiceApi,
}

super::views::may_grow! {
    CallFrame CallFrameLayout: Growing up_to published: ViewMut<f64>;
    ControllerFrame ControllerFrameLayout: Growing up_to commands: ViewMut<f64>;
    SensorFrame SensorFrameLayout: Growing up_to output: ViewMut<f64>;
    ActuatorFrame ActuatorFrameLayout: Growing up_to effects: ViewMut<f64>;
    DynamicsFrame DynamicsFrameLayout: Growing up_to environment: usize;
    ServiceFrame ServiceFrameLayout: Growing up_to service: usize;
}
