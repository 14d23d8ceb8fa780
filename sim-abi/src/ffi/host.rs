//! Functions that the host offers during a call.
//!
//! Each table begins with its size; functions are appended within a major version. The host answers the call's own thread
//! while the call runs; from another thread, or later, it answers like an empty world and stops the component.

use super::reply::Reply;
use super::types::*;
use super::views::{Rows, RowsMut, Text, View, ViewMut};
use abi_stable::StableAbi;

/// Offered to every kind.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = HostApiLayout)))]
#[sabi(missing_field(panic))]
pub struct HostApi {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Writes one line to the run's log under the component's name, with a level ([`LOG_ERROR`] …).
    pub log: unsafe extern "C" fn(context: HostContext, level: u32, line: Text),
    /// Codes of the keys the operator holds down, in the order they were pressed; returns how many there are.
    pub keys: unsafe extern "C" fn(context: HostContext, out: ViewMut<u32>) -> usize,
    /// Value of a named operator axis, −1 … 1; 0 when nobody moves it.
    pub axis: unsafe extern "C" fn(context: HostContext, name: Text) -> f64,
    /// Says why the call is about to return [`FAILED`]; nothing else may be asked afterwards.
    #[sabi(last_prefix_field)]
    pub fail: unsafe extern "C" fn(context: HostContext, why: *const FaultRecord),
}

/// The world as a component may ask about it. Lists are asked for from an index on; each answer is their whole length.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = WorldApiLayout)))]
#[sabi(missing_field(panic))]
pub struct WorldApi {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Distances along unit directions given in the frame of the pose, infinite where nothing is met within the max_distance (m).
    pub cast_fan: unsafe extern "C" fn(
        context: HostContext,
        pose: *const Pose,
        directions: View<Vec3>,
        max_distance: f64,
        filter: *const Filter,
        distances: ViewMut<f64>,
    ),
    /// First hit of every ray.
    pub cast_rays:
        unsafe extern "C" fn(context: HostContext, rays: Rows<Ray>, filter: *const Filter, hits: RowsMut<Hit>),
    /// First hit of a shape that is moved from the pose along a unit direction (world axes), at most so far (m).
    pub cast_shape: unsafe extern "C" fn(
        context: HostContext,
        shape: *const ProbeShape,
        pose: *const Pose,
        direction: *const Vec3,
        max_distance: f64,
        filter: *const Filter,
        hit: RowsMut<Hit>,
    ),
    /// Nearest surface to a point within a radius (m); the distance is 0 inside a solid.
    pub nearest: unsafe extern "C" fn(
        context: HostContext,
        point: *const Vec3,
        radius: f64,
        filter: *const Filter,
        hit: RowsMut<Hit>,
    ),
    /// Object whose solid holds the point, or [`NO_OBJECT`].
    pub object_at: unsafe extern "C" fn(context: HostContext, point: *const Vec3, filter: *const Filter) -> u32,
    /// Name of an object; returns its length, 0 where there is no such object.
    pub object_name: unsafe extern "C" fn(context: HostContext, object: u32, out: ViewMut<u8>) -> usize,
    /// Contacts of the asking robot at the end of the last tick, from an index on.
    pub contacts: unsafe extern "C" fn(context: HostContext, first: usize, out: RowsMut<Contact>) -> usize,
    /// Medium at a point.
    pub medium: unsafe extern "C" fn(context: HostContext, point: *const Vec3, out: *mut Medium),
    /// What supports something at these points: the first ground at or below each.
    pub ground: unsafe extern "C" fn(context: HostContext, points: View<Vec3>, out: RowsMut<Ground>),
    /// Color of the floor under a point: red, green, blue, each 0 … 1.
    pub ground_color: unsafe extern "C" fn(context: HostContext, point: *const Vec3) -> Vec3,
    /// All beacons, from an index on.
    pub beacons: unsafe extern "C" fn(context: HostContext, first: usize, out: RowsMut<Beacon>) -> usize,
    /// All lights, from an index on: the scene's first, then those that robots carried at the end of the last tick.
    pub lights: unsafe extern "C" fn(context: HostContext, first: usize, out: RowsMut<Light>) -> usize,
    /// Messages that robots within range sent during the last tick, by sender, from an index on.
    pub messages: unsafe extern "C" fn(context: HostContext, first: usize, out: RowsMut<Message>) -> usize,
    /// Words of the message with an index; returns how many there are.
    pub message_words: unsafe extern "C" fn(context: HostContext, message: usize, out: ViewMut<f64>) -> usize,
    /// Draws what a camera sees into the buffer; the answer is [`IMAGE_DRAWN`] or why not.
    #[sabi(last_prefix_field)]
    pub image: unsafe extern "C" fn(context: HostContext, request: *const ImageRequest, out: ViewMut<u8>) -> u32,
}

/// What a service may do. What changes the world checks the grants of the scene; reading and ending the run need none. A `count`
/// must not be null.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ServiceApiLayout)))]
#[sabi(missing_field(panic))]
pub struct ServiceApi {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Number of robots, in scene order.
    pub robot_count: unsafe extern "C" fn(context: HostContext) -> u32,
    /// True state of a robot.
    pub robot_state:
        unsafe extern "C" fn(context: HostContext, robot: u32, out: *mut BodyState, reply: *const Reply) -> Status,
    /// The robot's telemetry of the last completed tick, from an index on, and how many values there are; the layout message
    /// says what each value is.
    pub telemetry: unsafe extern "C" fn(
        context: HostContext,
        robot: u32,
        first: usize,
        out: ViewMut<f64>,
        count: *mut usize,
        reply: *const Reply,
    ) -> Status,
    /// Moves a robot (grant `Edit`).
    pub set_robot_state:
        unsafe extern "C" fn(context: HostContext, robot: u32, state: *const BodyState, reply: *const Reply) -> Status,
    /// Applies a force (N) and a torque (N·m), world axes, at a robot's origin during the next tick (grant `Edit`).
    pub apply_wrench: unsafe extern "C" fn(
        context: HostContext,
        robot: u32,
        force: *const Vec3,
        torque: *const Vec3,
        reply: *const Reply,
    ) -> Status,
    /// Writes one command value (robot, telemetry index, value), held until the next write (grant `Command`).
    pub set_command:
        unsafe extern "C" fn(context: HostContext, robot: u32, index: u32, value: f64, reply: *const Reply) -> Status,
    /// Calls a function that a component offers (robot, component, function, arguments as a JSON list); answers with JSON.
    pub call: unsafe extern "C" fn(
        context: HostContext,
        robot: u32,
        component: Text,
        function: Text,
        arguments: Text,
        reply: *const Reply,
    ) -> Status,
    /// A request as a JSON message (`{"request": …}`), see [`crate::service::Request`]; answers with JSON.
    pub request: unsafe extern "C" fn(context: HostContext, request: Text, reply: *const Reply) -> Status,
    /// Contacts of a robot at the end of this tick, from an index on, and how many there are.
    #[sabi(last_prefix_field)]
    pub contacts: unsafe extern "C" fn(
        context: HostContext,
        robot: u32,
        first: usize,
        out: RowsMut<Contact>,
        count: *mut usize,
        reply: *const Reply,
    ) -> Status,
}

super::views::may_grow! {
    HostApi HostApiLayout: Growing up_to fail: usize;
    WorldApi WorldApiLayout: Growing up_to image: usize;
    ServiceApi ServiceApiLayout: Growing up_to contacts: usize;
}
