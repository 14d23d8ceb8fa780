//! Services: components that are not limited to one robot's sensors and actuators.
//!
//! Examples: a supervisor, a bridge to another program, a recorder, a water current. A scene lists every service and grants its
//! permissions; any other access is rejected with a fault that names the missing grant.

use crate::call::{Call, Common, common_methods, shares};
use crate::declare::{ComponentInfo, Datasheet, Function};
use crate::fault::{Cause, Fault, Result};
use crate::ffi::frames::ServiceFrame;
use crate::ffi::host::ServiceApi;
use crate::ffi::reply::{Answer, Reply};
use crate::ffi::types::{Contact, HostContext, Status};
use crate::ffi::views::{RowsMut, Text, ViewMut};
use crate::math::{BodyState, Vec3};
use crate::panel::Panel;
use crate::params::Params;
use crate::world::World;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A component with read access to the whole world and write access as granted by the scene.
pub trait Service: Sized + Send + 'static {
    /// Parameters. Use [`NoParams`](crate::params::NoParams) for none.
    type Params: Params;

    /// Creates a service.
    fn new(params: Self::Params, setup: &mut ServiceSetup) -> Result<Self>;

    /// Called once before the first tick. Add objects or open ports here.
    fn start(&mut self, _io: &mut ServiceIo) -> Result {
        Ok(())
    }

    /// Called at the end of every tick.
    fn step(&mut self, io: &mut ServiceIo) -> Result;

    /// Called once at the end of the run.
    fn stop(&mut self, _io: &mut ServiceIo) -> Result {
        Ok(())
    }

    common_methods!();

    /// Called between ticks while the run waits, if the service [requested it](ServiceSetup::set_idle_period): until the next tick is due
    /// in real time, while paused, and before the first tick. Simulated time does not advance. A bridge serves its clients here.
    fn idle(&mut self, _io: &mut ServiceIo) -> Result {
        Ok(())
    }

    /// Called instead of [`Service::start`] when a [persistent](ServiceSetup::persist) service is migrated to a changed scene or a new run:
    /// indices of robots, parts and channels may differ, and the clock may be back at 0.
    fn changed(&mut self, _io: &mut ServiceIo) -> Result {
        Ok(())
    }

    /// Executes one of [`Service::functions`].
    fn call(&mut self, function: &str, _arguments: &[Value]) -> Result<Value> {
        Err(Fault::new(format!("unknown function `{function}`")))
    }
}

/// Setup of a service.
#[derive(Clone, Debug, Default)]
pub struct ServiceSetup(pub(crate) Common);

impl ServiceSetup {
    /// Names of the robots, in index order.
    pub fn robots(&self) -> &[String] {
        &self.0.request.robots
    }

    /// Names of the scene's routes; [`ServiceIo::routes`] returns them with their poses during the run.
    pub fn routes(&self) -> &[String] {
        &self.0.request.routes
    }

    /// Whether the scene grants a permission, spelled as in scenes: `Edit`, `Command`, `Network`, `Files`, `Programs`.
    pub fn granted(&self, grant: &str) -> bool {
        self.0.request.grants.iter().any(|g| g == grant)
    }

    /// Whether a recorded run is being replayed or only viewed. The service must then not open sockets or access anything outside the
    /// simulation; the input of the recorded run comes from [`ServiceIo::external_input`].
    pub fn replayed(&self) -> bool {
        self.0.request.replayed
    }

    /// Requests [`Service::idle`] at least this often while the run waits, in seconds of real time.
    pub fn set_idle_period(&mut self, period: f64) {
        self.0.declaration.idle = Some(period);
    }

    /// Keeps the instance and its open resources when robots, their parts or channels change during the run, and when the run restarts;
    /// [`Service::changed`] is called then. Default: a new instance is created, because a service may store indices of robots and channels.
    pub fn persist(&mut self) {
        self.0.declaration.persistent = true;
    }

    /// Returns an error unless the scene grants this permission.
    #[track_caller]
    pub fn require(&self, grant: &str) -> Result {
        if self.granted(grant) {
            return Ok(());
        }
        Err(Fault::new(format!("the scene does not grant `{grant}` to this service"))
            .help(format!("add it to the `grants` of the service: grants: [{grant}]"))
            .because(Cause::Grant))
    }
}

shares!(ServiceSetup, 0: Common);

/// Requests that are too rare to need their own function. Minor versions may add some; a host that does not support one returns a fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case")]
pub enum Request {
    /// Parts and channels of a robot; returns a [`RobotLayout`].
    Layout {
        /// Index of the robot.
        robot: u32,
    },
    /// Adds an object, given as in a scene file (grant `Edit`), after this tick's services have run.
    AddObject {
        /// The object, as JSON.
        object: Value,
    },
    /// Removes an object by name (grant `Edit`), after this tick's services have run.
    RemoveObject {
        /// Its name.
        name: String,
    },
    /// Moves a movable object (grant `Edit`). To move a fixed object, remove it and add it again.
    MoveObject {
        /// Its name.
        name: String,
        /// New state.
        state: ObjectState,
    },
    /// Ends the run after this tick; the reason goes into the summary.
    Stop {
        /// Reason.
        reason: String,
    },
    /// Holds or releases a robot's controller (grant `Command`). While it is held, the controller is not called and all commands of the
    /// robot are neutral, as with an empty battery, whatever else sets them.
    HoldController {
        /// Index of the robot.
        robot: u32,
        /// Whether it is held.
        held: bool,
    },
    /// Recreates a robot's controller with its current parameters (grant `Command`), after this tick's services have run. Its state is
    /// lost; a failed controller is restarted.
    RestartController {
        /// Index of the robot.
        robot: u32,
    },
    /// Sets the keys that the operator holds down (grant `Command`).
    Keys {
        /// Key codes, in the order in which they were pressed.
        keys: Vec<u32>,
    },
    /// Sets an operator axis (grant `Command`).
    Axis {
        /// Its name.
        name: String,
        /// −1 … 1.
        value: f64,
    },
    /// Input from outside the simulation since the last step, see [`ServiceIo::external_input`]; returns a list of lines. Only in `start`
    /// and `step`.
    ExternalInput {
        /// The input, in order.
        lines: Vec<String>,
    },
    /// Names and poses of all objects.
    Objects,
    /// Names of the bodies that a shape would overlap, in scene order. Bodies without solid surfaces and mere touching contacts do not
    /// count.
    Overlaps {
        /// The shape.
        shape: OverlapShape,
        /// Center of the shape, m.
        at: [f64; 3],
        /// Orientation of the shape; normalized on receipt.
        #[serde(default)]
        quaternion: Orientation,
        /// Depth up to which an overlap is ignored, m, ≥ 0.
        depth: f64,
    },
    /// All loaded components, used or not; returns a list of [`ComponentInfo`].
    Components,
    /// All routes of the scene as it was built; returns a list of [`Route`](crate::route::Route).
    Routes,
    /// Contacts that a robot would have along a path; returns a list of [`LegContact`](crate::route::LegContact), sorted by leg and by
    /// position along the leg. See [`ServiceIo::leg_contacts`].
    LegContacts {
        /// Index of the robot.
        robot: u32,
        /// Consecutive poses: x and y, m, and heading, rad.
        poses: Vec<[f64; 3]>,
    },
    /// Replaces the service's panel in the window; see [`PanelPublisher`]. Functions that the panel disables
    /// are not called.
    Panel {
        /// The whole panel.
        panel: Panel,
    },
}

/// A shape in [`Request::Overlaps`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverlapShape {
    /// A box.
    Box {
        /// Edge lengths along x, y and z, m.
        size: [f64; 3],
    },
    /// A sphere.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// A cylinder about z.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Full height, m.
        height: f64,
    },
}

/// State of an object, in requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObjectState {
    /// Position of the origin, m.
    pub at: [f64; 3],
    /// Orientation; normalized on receipt.
    #[serde(default)]
    pub quaternion: Orientation,
    /// Velocity of the origin, world axes, m/s.
    #[serde(default)]
    pub velocity: [f64; 3],
    /// Angular velocity, world axes, rad/s.
    #[serde(default)]
    pub angular_velocity: [f64; 3],
}

/// A quaternion with named fields.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Orientation {
    /// Imaginary part along x.
    pub x: f64,
    /// Imaginary part along y.
    pub y: f64,
    /// Imaginary part along z.
    pub z: f64,
    /// Real part.
    pub w: f64,
}

impl Default for Orientation {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }
    }
}

impl From<BodyState> for ObjectState {
    fn from(state: BodyState) -> Self {
        let q = state.pose.rotation.quaternion();
        Self {
            at: state.pose.translation.vector.into(),
            quaternion: Orientation { x: q.i, y: q.j, z: q.k, w: q.w },
            velocity: state.linear_velocity.into(),
            angular_velocity: state.angular_velocity.into(),
        }
    }
}

impl From<ObjectState> for BodyState {
    fn from(state: ObjectState) -> Self {
        let Orientation { x, y, z, w } = state.quaternion;
        let rotation = crate::math::Rotation::new_normalize(crate::math::na::Quaternion::new(w, x, y, z));
        Self {
            pose: crate::math::Pose::from_parts(Vec3::from(state.at).into(), rotation),
            linear_velocity: state.velocity.into(),
            angular_velocity: state.angular_velocity.into(),
        }
    }
}

/// One part of a robot, in a [`RobotLayout`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LayoutPart {
    /// `sensor`, `actuator`, `dynamics` or `controller`; `robot` for the model's movable joints.
    pub kind: String,
    /// Name within the robot.
    pub name: String,
    /// Component id; for joints, the name of the model.
    pub component: String,
    /// Telemetry index of the first reading or command.
    pub offset: usize,
    /// Channels from `offset` on.
    pub channels: Vec<crate::declare::Channel>,
    /// Telemetry index of the first published value.
    pub published_offset: usize,
    /// Published channels, from `published_offset` on.
    pub published: Vec<crate::declare::Channel>,
    /// Functions that the part offers.
    pub functions: Vec<Function>,
    /// Coverage of a sensor, in its mount's frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<crate::declare::Coverage>,
    /// Drawings over the views; they refer to published values by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawings: Vec<crate::drawing::Drawing>,
    /// Names of the sensors that a controller has bound; `None` if its library does not report them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<Vec<String>>,
    /// Mount of a sensor or an actuator: `body_from_mount`, or `link_from_mount` if `link` is set.
    #[serde(default)]
    pub mount: crate::model::Placement,
    /// Index of the link that carries it, if the robot has moving links.
    #[serde(default)]
    pub link: Option<u32>,
    /// Port that it is plugged into, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub port: String,
}

/// Layout of a robot's telemetry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RobotLayout {
    /// Name of the robot.
    pub name: String,
    /// Number of telemetry values.
    pub len: usize,
    /// Its parts.
    pub parts: Vec<LayoutPart>,
    /// Ports, used or free.
    #[serde(default)]
    pub ports: Vec<crate::model::Port>,
    /// Name of the route that the scene assigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    /// Properties from the scene, such as those listed in the model's data sheet.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub properties: serde_json::Map<String, Value>,
}

/// The world during a service's step.
pub struct ServiceIo<'a> {
    call: Call<'a>,
    world: World<'a>,
    api: &'a ServiceApi,
    context: HostContext,
    /// Whether a recorded run is being replayed.
    replayed: bool,
}

impl<'a> ServiceIo<'a> {
    /// Wraps a frame.
    ///
    /// # Safety
    /// As for a [controller](crate::controller::ControllerIo::of).
    pub(crate) unsafe fn of(frame: &'a ServiceFrame, replayed: bool) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            let call = Call::of(frame.call);
            let context = call.context();
            Self { world: World::of(&*frame.world, context), api: &*frame.service, context, call, replayed }
        }
    }

    /// Queries of the world.
    pub fn world(&self) -> World<'a> {
        self.world
    }

    /// Number of robots.
    pub fn robot_count(&self) -> u32 {
        // SAFETY: the host's function, in the call that it was made for; everything lent to it lives as long as the call. The same holds
        // for the other functions.
        unsafe { (self.api.robot_count)(self.context) }
    }

    /// Returns the true state of a robot.
    pub fn robot_state(&self, robot: u32) -> Result<BodyState> {
        let mut state = crate::ffi::types::BodyState::default();
        // SAFETY: as in `robot_count`.
        Answer::of(|reply| unsafe { (self.api.robot_state)(self.context, robot, &mut state, reply) })?;
        Ok(state.into())
    }

    /// Copies a robot's telemetry at the end of the last tick into `values`; see [`ServiceIo::layout`] for its layout.
    pub fn telemetry(&self, robot: u32, values: &mut Vec<f64>) -> Result {
        let mut count = 0;
        loop {
            let (out, length) = (ViewMut::of(values), &mut count);
            // SAFETY: as in `robot_count`.
            Answer::of(|reply| unsafe { (self.api.telemetry)(self.context, robot, 0, out, length, reply) })?;
            let fits = count <= values.len();
            values.resize(count, 0.0);
            if fits {
                return Ok(());
            }
        }
    }

    /// Returns one telemetry value at the end of the last tick; `None` if the index is out of range.
    pub fn telemetry_value(&self, robot: u32, index: usize) -> Result<Option<f64>> {
        let (mut count, mut number) = (0, [f64::NAN]);
        let (out, length) = (ViewMut::of(&mut number), &mut count);
        // SAFETY: as in `robot_count`.
        Answer::of(|reply| unsafe { (self.api.telemetry)(self.context, robot, index, out, length, reply) })?;
        Ok((index < count).then_some(number[0]))
    }

    /// Copies a robot's contacts at the end of this tick into `contacts`; [`World::object_name`] returns the names of the other bodies.
    pub fn contacts(&self, robot: u32, contacts: &mut Vec<Contact>) -> Result {
        let mut count = 0;
        loop {
            let (out, length) = (RowsMut::of(contacts), &mut count);
            // SAFETY: as in `robot_count`.
            Answer::of(|reply| unsafe { (self.api.contacts)(self.context, robot, 0, out, length, reply) })?;
            let fits = count <= contacts.len();
            contacts.resize(count, Contact::default());
            if fits {
                return Ok(());
            }
        }
    }

    /// Moves a robot (grant `Edit`).
    pub fn set_robot_state(&mut self, robot: u32, state: BodyState) -> Result {
        let state = state.into();
        // SAFETY: as in `robot_count`.
        done(|reply| unsafe { (self.api.set_robot_state)(self.context, robot, &state, reply) })
    }

    /// Applies a force (N) and a torque (N·m), world axes, at a robot's origin during the next tick (grant `Edit`).
    pub fn apply_wrench(&mut self, robot: u32, force: Vec3, torque: Vec3) -> Result {
        let (force, torque) = (force.into(), torque.into());
        // SAFETY: as in `robot_count`.
        done(|reply| unsafe { (self.api.apply_wrench)(self.context, robot, &force, &torque, reply) })
    }

    /// Writes the command at a telemetry index (grant `Command`); it holds until the next write.
    pub fn set_command(&mut self, robot: u32, index: u32, number: f64) -> Result {
        // SAFETY: as in `robot_count`.
        done(|reply| unsafe { (self.api.set_command)(self.context, robot, index, number, reply) })
    }

    /// Calls a function that a component of a robot offers (grant `Command`).
    pub fn call_component(
        &mut self,
        robot: u32,
        component: &str,
        function: &str,
        arguments: &[Value],
    ) -> Result<Value> {
        let arguments = serde_json::to_string(arguments)?;
        let [component, function, arguments] = [component, function, &arguments].map(Text::text);
        // SAFETY: as in `robot_count`.
        let answer = Answer::text_of(|reply| unsafe {
            (self.api.call)(self.context, robot, component, function, arguments, reply)
        })?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// Passes input from outside the simulation (a socket, a serial line) through the host and returns the input to process. In a normal
    /// run this is the given input, which is also recorded. In a [replay](ServiceSetup::replayed) it is the input that this service passed
    /// in the same tick of the recorded run, and the given input is ignored. This makes runs with external input reproducible.
    ///
    /// Call this once per step, even without input: `let lines = io.external_input(received)?`. In a normal run, an empty call is free.
    ///
    /// # Errors
    /// In `idle` and `stop`, which are not part of a tick.
    pub fn external_input(&mut self, lines: Vec<String>) -> Result<Vec<String>> {
        if lines.is_empty() && !self.replayed {
            return Ok(lines);
        }
        Ok(serde_json::from_value(self.request(&Request::ExternalInput { lines })?)?)
    }

    /// Sends a request.
    pub fn request(&mut self, request: &Request) -> Result<Value> {
        let text = serde_json::to_string(request)?;
        let text = Text::text(&text);
        // SAFETY: as in `robot_count`.
        let answer = Answer::text_of(|reply| unsafe { (self.api.request)(self.context, text, reply) })?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// Returns all routes of the scene as it was built.
    pub fn routes(&mut self) -> Result<Vec<crate::route::Route>> {
        Ok(serde_json::from_value(self.request(&Request::Routes)?)?)
    }

    /// Returns the contacts that a robot would have on its path through these poses (x and y, m, and heading, rad). The motion between
    /// poses is the one its [controller declared](crate::controller::ControllerSetup::follows_routes), at the robot's current height.
    /// Checks all solid bodies except ground and ceilings, with the scene's margins, and other robots at their current poses. The robot is
    /// a bounding box plus margin. An empty list means that the path is clear.
    ///
    /// # Errors
    /// If the robot does not exist, or a number is not finite or too large.
    pub fn leg_contacts(&mut self, robot: u32, poses: &[[f64; 3]]) -> Result<Vec<crate::route::LegContact>> {
        Ok(serde_json::from_value(self.request(&Request::LegContacts { robot, poses: poses.into() })?)?)
    }

    /// Returns all loaded components, used or not.
    pub fn components(&mut self) -> Result<Vec<ComponentInfo>> {
        Ok(serde_json::from_value(self.request(&Request::Components)?)?)
    }

    /// Returns the parts and channels of a robot.
    pub fn layout(&mut self, robot: u32) -> Result<RobotLayout> {
        Ok(RobotLayout::read(self.request(&Request::Layout { robot })?)?)
    }
}

fn done(call: impl FnOnce(*const Reply) -> Status) -> Result {
    Answer::of(call).map(drop)
}

shares!(ServiceIo<'a>, call: Call<'a>);

/// Publishes a panel whenever it changes. A service keeps one and calls [`PanelPublisher::show`] in each step and each
/// [idle](Service::idle) call.
#[derive(Clone, Debug, Default)]
pub struct PanelPublisher {
    shown: Option<Panel>,
}

impl PanelPublisher {
    /// Publishes a panel if it differs from the last one.
    ///
    /// # Errors
    /// If the host does not support panels, or rejects this one because it is too large or names unknown functions.
    pub fn show(&mut self, panel: Panel, io: &mut ServiceIo) -> Result {
        if self.shown.as_ref() == Some(&panel) {
            return Ok(());
        }
        io.request(&Request::Panel { panel: panel.clone() })?;
        self.shown = Some(panel);
        Ok(())
    }
}
