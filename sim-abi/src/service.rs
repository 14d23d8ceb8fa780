//! Services: what needs more than a robot's sensors and actuators.
//!
//! A supervisor, a bridge to another program, a recorder, a current. A scene names every service and grants what it may
//! do; what is not granted is refused with a fault that says so.

use crate::call::{Call, Common};
use crate::declare::{ComponentInfo, Datasheet, Function};
use crate::fault::{Cause, Fault, Result};
use crate::ffi::frames::ServiceFrame;
use crate::ffi::host::ServiceApi;
use crate::ffi::reply::{Answer, Reply};
use crate::ffi::types::{Contact, HostContext, Status};
use crate::ffi::views::{RowsMut, Text, ViewMut};
use crate::math::{BodyState, Vec3};
use crate::params::Params;
use crate::world::World;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::{Deref, DerefMut};

/// Sees the whole world and may change what the scene grants.
pub trait Service: Sized + Send + 'static {
    /// Parameters; [`NoParams`](crate::params::NoParams) if there are none.
    type Params: Params;

    /// Makes a service.
    fn new(params: Self::Params, setup: &mut ServiceSetup) -> Result<Self>;

    /// Called once before the first tick: the place to add objects or to open a port.
    fn start(&mut self, _io: &mut ServiceIo) -> Result {
        Ok(())
    }

    /// Called at the end of every tick.
    fn step(&mut self, io: &mut ServiceIo) -> Result;

    /// Called once at the end of the run.
    fn stop(&mut self, _io: &mut ServiceIo) -> Result {
        Ok(())
    }

    /// State to carry over a reload, a snapshot or a replay; see [`crate::state`].
    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    /// Takes over a saved state.
    fn restore(&mut self, _bytes: &[u8]) -> Result {
        Ok(())
    }

    /// Called between ticks while the run waits, if the service has [asked for it](ServiceSetup::set_idle_period): until the next
    /// tick is due in real time, while it is paused, and before its first tick. The clock stands still. Here a bridge
    /// answers its clients.
    fn idle(&mut self, _io: &mut ServiceIo) -> Result {
        Ok(())
    }

    /// Called instead of [`Service::start`] when a service that [stays](ServiceSetup::persist) has been taken over into a
    /// changed scene or a new run: robots may have other numbers, parts and channels, and the clock may be back at 0.
    fn changed(&mut self, _io: &mut ServiceIo) -> Result {
        Ok(())
    }

    /// What may be known of it without making one.
    fn datasheet() -> Datasheet {
        Datasheet::default()
    }

    /// Functions that other services and the window may call between ticks; those of the data sheet unless an instance has
    /// others.
    fn functions(&self) -> Vec<Function> {
        Self::datasheet().functions
    }

    /// Answers a call of one of [`Service::functions`].
    fn call(&mut self, function: &str, _arguments: &[Value]) -> Result<Value> {
        Err(Fault::new(format!("there is no function `{function}`")))
    }
}

/// Set-up of a service.
#[derive(Clone, Debug, Default)]
pub struct ServiceSetup(pub(crate) Common);

impl ServiceSetup {
    /// Names of the robots, in the order of their indices.
    pub fn robots(&self) -> &[String] {
        &self.0.request.robots
    }

    /// Names of the routes of the scene, as [`ServiceIo::routes`] tells them with their poses while it runs.
    pub fn routes(&self) -> &[String] {
        &self.0.request.routes
    }

    /// Whether the scene grants something, spelled as in scenes: `Edit`, `Command`, `Network`, `Files`, `Programs`.
    pub fn granted(&self, grant: &str) -> bool {
        self.0.request.grants.iter().any(|g| g == grant)
    }

    /// Whether a recorded run is done again, or only looked at: the service opens no socket then, and nothing else of the world
    /// outside. What it has heard in the recorded run it gets from [`ServiceIo::external_input`].
    pub fn replayed(&self) -> bool {
        self.0.request.replayed
    }

    /// Asks for [`Service::idle`] at least this often in real time, s, while the run waits.
    pub fn set_idle_period(&mut self, period: f64) {
        self.0.declaration.idle = Some(period);
    }

    /// Keeps the instance, with everything that it holds open, when robots, their parts or their channels change while it
    /// runs, and when the run goes back to its start: [`Service::changed`] is called then. Without it a new instance is
    /// made, because a service may know robots and channels by number.
    pub fn persist(&mut self) {
        self.0.declaration.persistent = true;
    }

    /// Fails unless the scene grants something.
    #[track_caller]
    pub fn require(&self, grant: &str) -> Result {
        if self.granted(grant) {
            return Ok(());
        }
        Err(Fault::new(format!("the scene does not grant `{grant}` to this service"))
            .help(format!("add it to the service's `grants` in the scene, as in grants: [{grant}]"))
            .because(Cause::Grant))
    }
}

impl Deref for ServiceSetup {
    type Target = Common;
    fn deref(&self) -> &Common {
        &self.0
    }
}

impl DerefMut for ServiceSetup {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.0
    }
}

/// Requests that are too rare to need a function of their own. New ones may come in a minor version; a host that does not
/// know one answers with a fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case")]
pub enum Request {
    /// Parts and channels of a robot; the answer is a [`RobotLayout`].
    Layout {
        /// Index of the robot.
        robot: u32,
    },
    /// Adds an object given as in a scene file (grant `Edit`), after the services of this tick have run.
    AddObject {
        /// The object, as JSON.
        object: Value,
    },
    /// Removes an object by name (grant `Edit`), after the services of this tick have run.
    RemoveObject {
        /// Its name.
        name: String,
    },
    /// Puts a movable object somewhere (grant `Edit`). What is fixed is removed and added instead.
    MoveObject {
        /// Its name.
        name: String,
        /// Where to, and how fast.
        state: ObjectState,
    },
    /// Ends the run after this tick; the reason goes into the summary.
    Stop {
        /// Why.
        reason: String,
    },
    /// Holds the controller of a robot or lets it go (grant `Command`). While it is held the controller is not called and all
    /// commands of the robot are neutral, whoever sets them: as with an empty battery.
    HoldController {
        /// Index of the robot.
        robot: u32,
        /// Whether it is held.
        held: bool,
    },
    /// Makes the controller of a robot anew with the parameters that it has (grant `Command`), after the services of this tick have
    /// run. What it knew is gone; one that had failed gets a new start.
    RestartController {
        /// Index of the robot.
        robot: u32,
    },
    /// Sets the keys that the operator holds down (grant `Command`).
    Keys {
        /// Codes, in the order they were pressed.
        keys: Vec<u32>,
    },
    /// Sets an operator axis (grant `Command`).
    Axis {
        /// Its name.
        name: String,
        /// −1 … 1.
        value: f64,
    },
    /// What has come from outside the simulation since the last step, see [`ServiceIo::external_input`]; the answer is a list of lines.
    /// In `start` and `step` alone.
    ExternalInput {
        /// What has come, in order.
        lines: Vec<String>,
    },
    /// Names of all objects, with their poses.
    Objects,
    /// Asks which bodies a shape would overlap; the answer is a list of their names, in scene order. Bodies without solid
    /// surfaces do not count, nor does what is only touched.
    Overlaps {
        /// The shape.
        shape: OverlapShape,
        /// Where its middle would be, m.
        at: [f64; 3],
        /// How it would be turned; made a unit quaternion.
        #[serde(default)]
        quaternion: Orientation,
        /// Overlaps up to this depth do not count, m, 0 or more.
        depth: f64,
    },
    /// All components that are loaded, used or not; the answer is a list of [`ComponentInfo`].
    Components,
    /// All routes of the scene as it was built; the answer is a list of [`Route`](crate::route::Route).
    Routes,
    /// Whether a robot has room on its way; the answer is a list of [`LegContact`](crate::route::LegContact), leg after leg, and on
    /// each in the order in which they are met. See [`ServiceIo::leg_contacts`].
    LegContacts {
        /// Index of the robot.
        robot: u32,
        /// Poses one after the other: x and y, m, and the heading, rad.
        poses: Vec<[f64; 3]>,
    },
    /// What the window shows of the service from now on, in place of what it showed before; see [`PanelPublisher`](crate::panel::PanelPublisher).
    /// Functions that the panel refuses are not called.
    Panel {
        /// All of it.
        panel: crate::panel::Panel,
    },
}

/// A shape in [`Request::Overlaps`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverlapShape {
    /// A box.
    Box {
        /// Its edges along x, y and z, m.
        size: [f64; 3],
    },
    /// A sphere.
    Sphere {
        /// Its radius, m.
        radius: f64,
    },
    /// A cylinder about z.
    Cylinder {
        /// Its radius, m.
        radius: f64,
        /// Its whole height, m.
        height: f64,
    },
}

/// State of an object, in requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObjectState {
    /// Position of its origin, m.
    pub at: [f64; 3],
    /// Orientation; made a unit quaternion.
    #[serde(default)]
    pub quaternion: Orientation,
    /// Velocity of its origin, world axes, m/s.
    #[serde(default)]
    pub velocity: [f64; 3],
    /// Angular velocity, world axes, rad/s.
    #[serde(default)]
    pub angular_velocity: [f64; 3],
}

/// A quaternion, named by field.
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
    /// `sensor`, `actuator`, `dynamics` or `controller`, or `robot` for the joints of the model that move.
    pub kind: String,
    /// Name within the robot.
    pub name: String,
    /// Component id; of the joints, the name of the model.
    pub component: String,
    /// Readings or commands: index of the first in the telemetry, and the channels.
    pub offset: usize,
    /// Channels at that place.
    pub channels: Vec<crate::declare::Channel>,
    /// Index of the first published value, and the channels.
    pub published_offset: usize,
    /// Published values at that place.
    pub published: Vec<crate::declare::Channel>,
    /// Functions it offers.
    pub functions: Vec<Function>,
    /// What a sensor covers, in its mount's frame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<crate::declare::Coverage>,
    /// What it draws over the views; names count among its published values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawings: Vec<crate::drawing::Drawing>,
    /// Names of the sensors that a controller has bound; none where its library does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<Vec<String>>,
    /// Where a sensor or an actuator sits: `body_from_mount`, or `link_from_mount` where there is a `link`.
    #[serde(default)]
    pub mount: crate::model::Placement,
    /// Index of the link that carries it, for robots that show links that move.
    #[serde(default)]
    pub link: Option<u32>,
    /// Port that it is plugged into, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub port: String,
}

/// What each value of a robot's telemetry is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RobotLayout {
    /// Name of the robot.
    pub name: String,
    /// Number of telemetry values.
    pub len: usize,
    /// Its parts.
    pub parts: Vec<LayoutPart>,
    /// Its ports, taken or not.
    #[serde(default)]
    pub ports: Vec<crate::model::Port>,
    /// Name of the route that the scene gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    /// Properties that the scene gives it, such as those of its model's data sheet.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub properties: serde_json::Map<String, Value>,
}

/// The world during a service's step.
pub struct ServiceIo<'a> {
    call: Call<'a>,
    world: World<'a>,
    api: &'a ServiceApi,
    context: HostContext,
    /// A recorded run is done again.
    replayed: bool,
}

impl<'a> ServiceIo<'a> {
    /// Works on a frame.
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

    /// Questions to the world.
    pub fn world(&self) -> World<'a> {
        self.world
    }

    /// Number of robots.
    pub fn robot_count(&self) -> u32 {
        // SAFETY: the host's function, in the call that it was made for; all that it is lent lives as long as the call. The
        // same holds for the other functions.
        unsafe { (self.api.robot_count)(self.context) }
    }

    /// True state of a robot.
    pub fn robot_state(&self, robot: u32) -> Result<BodyState> {
        let mut state = crate::ffi::types::BodyState::default();
        // SAFETY: as in `robot_count`.
        Answer::of(|reply| unsafe { (self.api.robot_state)(self.context, robot, &mut state, reply) })?;
        Ok(state.into())
    }

    /// Telemetry of a robot at the end of the last tick, into `values`; [`ServiceIo::layout`] says what each value is.
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

    /// One value of a robot's telemetry at the end of the last tick; none beyond its end.
    pub fn telemetry_value(&self, robot: u32, index: usize) -> Result<Option<f64>> {
        let (mut count, mut number) = (0, [f64::NAN]);
        let (out, length) = (ViewMut::of(&mut number), &mut count);
        // SAFETY: as in `robot_count`.
        Answer::of(|reply| unsafe { (self.api.telemetry)(self.context, robot, index, out, length, reply) })?;
        Ok((index < count).then_some(number[0]))
    }

    /// Contacts of a robot at the end of this tick, into `contacts`; [`World::object_name`] names the other bodies.
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

    /// Writes the command at a telemetry index; it holds until the next write (grant `Command`).
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

    /// Passes what has come from outside the simulation (a socket, a serial line) through the host, and returns what the service
    /// is to take for it. In a usual run these are the lines that are given; recordings keep them. When a recording is
    /// [replayed](ServiceSetup::replayed), they are those that this service has given in this tick of the recorded run, whatever
    /// is given now. So a run that depends on them can be done again.
    ///
    /// To be called once in a step, also with nothing: `let lines = io.external_input(received)?`. In a usual run, nothing costs nothing.
    ///
    /// # Errors
    /// In `idle` and `stop`, which belong to no tick.
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

    /// All routes of the scene as it was built.
    pub fn routes(&mut self) -> Result<Vec<crate::route::Route>> {
        Ok(serde_json::from_value(self.request(&Request::Routes)?)?)
    }

    /// What a robot would touch on its way from each of these poses (x and y, m, and the heading, rad) to the next one, as it moves by
    /// the word of [its controller](crate::controller::ControllerSetup::follows_routes), at the height at which it stands. Looked at
    /// are all solid things but ground and ceilings, with the margins that the scene gives them, and other robots where they are now.
    /// The robot is a box around it with its margin. Empty: it has room.
    ///
    /// # Errors
    /// When there is no such robot, or a number is not finite or too large.
    pub fn leg_contacts(&mut self, robot: u32, poses: &[[f64; 3]]) -> Result<Vec<crate::route::LegContact>> {
        Ok(serde_json::from_value(self.request(&Request::LegContacts { robot, poses: poses.into() })?)?)
    }

    /// All components that are loaded, used or not.
    pub fn components(&mut self) -> Result<Vec<ComponentInfo>> {
        Ok(serde_json::from_value(self.request(&Request::Components)?)?)
    }

    /// Parts and channels of a robot.
    pub fn layout(&mut self, robot: u32) -> Result<RobotLayout> {
        Ok(RobotLayout::read(self.request(&Request::Layout { robot })?)?)
    }
}

fn done(call: impl FnOnce(*const Reply) -> Status) -> Result {
    Answer::of(call).map(drop)
}

impl<'a> Deref for ServiceIo<'a> {
    type Target = Call<'a>;
    fn deref(&self) -> &Call<'a> {
        &self.call
    }
}

impl DerefMut for ServiceIo<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.call
    }
}
