//! What each kind gets in one call: views into memory that the core owns.

use super::host::{HostApiRef, ServiceApiRef, WorldApiRef};
use super::types::*;
use abi_stable::StableAbi;
use abi_stable::std_types::{RSlice, RSliceMut};

/// Common part of every frame.
#[repr(C)]
#[derive(StableAbi)]
pub struct CallFrame<'a> {
    /// Functions of the host.
    pub host: HostApiRef,
    /// Their first argument.
    pub context: HostContext,
    /// Time of the call.
    pub clock: Clock,
    /// The component's random streams, in the order in which it declared them.
    pub random: RSliceMut<'a, RandomState>,
    /// Values that the component publishes, in the order in which it declared them.
    pub published: RSliceMut<'a, f64>,
}

/// Frame of a controller step.
#[repr(C)]
#[derive(StableAbi)]
pub struct ControllerFrame<'a> {
    /// Common part.
    pub call: CallFrame<'a>,
    /// Readings of the robot's sensors.
    pub readings: RSlice<'a, f64>,
    /// Commands of the robot's actuators.
    pub commands: RSliceMut<'a, f64>,
}

/// Frame of a sensor reading.
#[repr(C)]
#[derive(StableAbi)]
pub struct SensorFrame<'a> {
    /// Common part.
    pub call: CallFrame<'a>,
    /// Queries.
    pub world: WorldApiRef,
    /// Their first argument.
    pub world_context: HostContext,
    /// State of the robot at the end of the last tick.
    pub body: &'a BodyState,
    /// Acceleration of the robot's origin over the last tick, world axes, m/s².
    pub acceleration: Vec3,
    /// Angular acceleration over the last tick, world axes, rad/s².
    pub angular_acceleration: Vec3,
    /// Gravitational acceleration, world axes, m/s².
    pub gravity: Vec3,
    /// `body_from_sensor` now: a sensor on a joint turns with it.
    pub mount: Pose,
    /// The robot's joints.
    pub joints: RSlice<'a, JointState>,
    /// The sensor's channels, to be written.
    pub output: RSliceMut<'a, f64>,
}

/// Frame of an actuator step.
#[repr(C)]
#[derive(StableAbi)]
pub struct ActuatorFrame<'a> {
    /// Common part.
    pub call: CallFrame<'a>,
    /// The actuator's commands.
    pub commands: RSlice<'a, f64>,
    /// The robot's joints at the end of the last tick.
    pub joints: RSlice<'a, JointState>,
    /// The actuator's effects, to be written.
    pub effects: RSliceMut<'a, f64>,
}

/// Frame of a dynamics step.
#[repr(C)]
#[derive(StableAbi)]
pub struct DynamicsFrame<'a> {
    /// Common part.
    pub call: CallFrame<'a>,
    /// State of the body: in as it was, out as it is after the step.
    pub body: &'a mut BodyState,
    /// The memory that the dynamics declared, in and out.
    pub memory: RSliceMut<'a, f64>,
    /// Effects of all the robot's actuators.
    pub effects: RSlice<'a, f64>,
    /// The robot's joints, in and out.
    pub joints: RSliceMut<'a, JointState>,
    /// What surrounds the body.
    pub environment: &'a Environment,
}

/// Frame of a service step.
#[repr(C)]
#[derive(StableAbi)]
pub struct ServiceFrame<'a> {
    /// Common part.
    pub call: CallFrame<'a>,
    /// Queries.
    pub world: WorldApiRef,
    /// What a service may do.
    pub service: ServiceApiRef,
    /// First argument of both.
    pub world_context: HostContext,
}
