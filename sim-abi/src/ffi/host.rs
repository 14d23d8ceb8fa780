//! Functions that the host offers during a call.
//!
//! Prefix types: a later minor version appends fields after the marked one, and an older host answers their accessors
//! with `None`.

use super::types::*;
use abi_stable::StableAbi;
use abi_stable::std_types::{RSlice, RSliceMut, RStr, RString};

/// Offered to every kind.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = HostApiRef)))]
#[sabi(missing_field(option))]
pub struct HostApi {
    /// Writes one line to the run's log under the component's name.
    pub log: extern "C" fn(HostContext, LogLevel, RStr<'_>),
    /// Codes of the keys the operator holds down, in the order they were pressed.
    pub keys: extern "C" fn(HostContext) -> RSlice<'static, u32>,
    /// Value of a named operator axis, −1 … 1; 0 when nobody moves it.
    #[sabi(last_prefix_field)]
    pub axis: extern "C" fn(HostContext, RStr<'_>) -> f64,
}

/// The world as a sensor or a service may ask about it.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = WorldApiRef)))]
#[sabi(missing_field(option))]
pub struct WorldApi {
    /// Distances along unit directions given in the frame of `pose`, infinite where nothing is met within `reach`.
    pub cast_fan: extern "C" fn(HostContext, &Pose, RSlice<'_, Vec3>, f64, Filter, RSliceMut<'_, f64>),
    /// First hit of every ray.
    pub cast_rays: extern "C" fn(HostContext, RSlice<'_, Ray>, Filter, RSliceMut<'_, Hit>),
    /// First hit of a shape moved from `pose` along a unit direction.
    pub cast_shape: extern "C" fn(HostContext, &ProbeShape, &Pose, &Vec3, f64, Filter) -> Hit,
    /// Nearest surface to a point within a radius; the distance is 0 inside a solid.
    pub nearest: extern "C" fn(HostContext, &Vec3, f64, Filter) -> Hit,
    /// Object whose solid holds the point, or [`NO_OBJECT`].
    pub object_at: extern "C" fn(HostContext, &Vec3, Filter) -> u32,
    /// Name of an object, or empty.
    pub object_name: extern "C" fn(HostContext, u32) -> RStr<'static>,
    /// Contacts of the asking robot at the end of the last tick.
    pub contacts: extern "C" fn(HostContext) -> RSlice<'static, Contact>,
    /// Medium at a point.
    pub medium: extern "C" fn(HostContext, &Vec3) -> Medium,
    /// Color of the floor under a point: red, green, blue, each 0 … 1.
    pub ground_color: extern "C" fn(HostContext, &Vec3) -> Vec3,
    /// All beacons.
    pub beacons: extern "C" fn(HostContext) -> RSlice<'static, Beacon>,
    /// All lights, the scene's first, then those that robots carried at the end of the last tick.
    pub lights: extern "C" fn(HostContext) -> RSlice<'static, Light>,
    /// Messages that robots within range sent during the last tick, by sender.
    pub messages: extern "C" fn(HostContext) -> RSlice<'static, Message<'static>>,
    /// Draws what a camera sees into the buffer.
    #[sabi(last_prefix_field)]
    pub image: extern "C" fn(HostContext, &ImageRequest, RSliceMut<'_, u8>) -> ImageStatus,
}

/// What a service may do beyond asking. Every call checks the grants of the scene.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = ServiceApiRef)))]
#[sabi(missing_field(option))]
pub struct ServiceApi {
    /// Number of robots, in scene order.
    pub robot_count: extern "C" fn(HostContext) -> u32,
    /// True state of a robot.
    pub robot_state: extern "C" fn(HostContext, u32) -> ValueResult<BodyState>,
    /// The robot's telemetry of the last completed tick; the layout message says what each value is.
    pub telemetry: extern "C" fn(HostContext, u32) -> ValueResult<RSlice<'static, f64>>,
    /// Moves a robot (grant `edit`).
    pub set_robot_state: extern "C" fn(HostContext, u32, &BodyState) -> CallResult,
    /// Applies a force (N) and a torque (N·m), world axes, at a robot's origin during the next tick (grant `edit`).
    pub apply_wrench: extern "C" fn(HostContext, u32, &Vec3, &Vec3) -> CallResult,
    /// Writes one command value (robot, telemetry index, value), held until the next write (grant `command`).
    pub set_command: extern "C" fn(HostContext, u32, u32, f64) -> CallResult,
    /// Calls a function that a component offers (robot, component, function, arguments as JSON) and returns JSON.
    pub call: extern "C" fn(HostContext, u32, RStr<'_>, RStr<'_>, RStr<'_>) -> ValueResult<RString>,
    /// A request as a JSON message (`{"request": …}`), see [`crate::service::Request`].
    pub request: extern "C" fn(HostContext, RStr<'_>) -> ValueResult<RString>,
    /// Contacts of a robot at the end of this tick.
    #[sabi(last_prefix_field)]
    pub contacts: extern "C" fn(HostContext, u32) -> ValueResult<RSlice<'static, Contact>>,
}
