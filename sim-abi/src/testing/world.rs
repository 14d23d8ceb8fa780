//! The world of a rig: what a component can query and a service can change.

use super::solid::TestSolid;
use crate::fault::Fault;
use crate::ffi::types::{Beacon, Contact, DONE, HostContext, Light, LogLevel, Medium, Status, Vec3};
use crate::math::{BodyState as NaBodyState, Vec3 as NaVec3};
use crate::service::{Request, RobotLayout};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::VecDeque;

/// A message received by the robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestMessage {
    /// Index of the sending robot.
    pub sender: u32,
    /// Channel it was sent on.
    pub channel: u32,
    /// Origin of the message, world axes, m.
    pub origin: Vec3,
    /// Words.
    pub words: Vec<f64>,
}

/// A robot as seen by services. It does not move on its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestRobot {
    /// Name, parts and channels: the reply to a service's layout request.
    pub layout: RobotLayout,
    /// True state.
    pub state: NaBodyState,
    /// Telemetry of the last tick, and the commands set by a service.
    pub telemetry: Vec<f64>,
    /// Sum of the forces applied to it since the last step, N, world axes.
    pub force: NaVec3,
    /// Sum of the torques, N·m, world axes.
    pub torque: NaVec3,
    /// Contacts.
    pub contacts: Vec<Contact>,
    /// Functions of its components: component, function, and result.
    pub functions: Vec<(String, String, Value)>,
    /// Calls: component, function, arguments.
    pub calls: Vec<(String, String, Vec<Value>)>,
}

impl TestRobot {
    /// A robot without parts, at rest at the origin.
    pub fn new(name: &str) -> Self {
        Self { layout: RobotLayout { name: name.into(), ..RobotLayout::default() }, ..Self::default() }
    }

    /// Range of the command at a telemetry index, if there is a command.
    pub(super) fn command(&self, index: usize) -> Option<[f64; 2]> {
        let actuators = self.layout.parts.iter().filter(|part| part.kind == "actuator");
        let mut commands = actuators.flat_map(|part| (part.offset..).zip(&part.channels));
        let (_, channel) = commands.find(|(place, _)| *place == index)?;
        Some([channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY)])
    }
}

/// A small world for tests: planes, spheres and boxes for queries, robots for services, and everything else that a component
/// can query.
#[derive(Clone, Debug)]
pub struct TestWorld {
    /// Planes: a point and the unit normal on the free side. They match filters for fixed and for moving bodies.
    pub planes: Vec<(NaVec3, NaVec3)>,
    /// Spheres: center and radius, m. Filtered like planes.
    pub spheres: Vec<(NaVec3, f64)>,
    /// Boxes and spheres that move, belong to the component's robot, or have categories.
    pub solids: Vec<TestSolid>,
    /// Medium, the same everywhere.
    pub medium: Medium,
    /// Coulomb friction coefficient of planes as ground.
    pub friction: f64,
    /// Color of the floor for x below 0, and elsewhere.
    pub floor: [[f64; 3]; 2],
    /// Whether cameras get images: red increases from left to right and green from top to bottom; the distance is 1 m in the
    /// first row and increases by 1 m per row.
    pub draws: bool,
    /// Contacts of the robot.
    pub contacts: Vec<Contact>,
    /// Beacons.
    pub beacons: Vec<Beacon>,
    /// Lights.
    pub lights: Vec<Light>,
    /// Messages received.
    pub messages: Vec<TestMessage>,
    /// Keys that the operator holds down.
    pub keys: Vec<u32>,
    /// Operator axes by name.
    pub axes: Vec<(String, f64)>,
    /// Lines that the component logged.
    pub log: RefCell<Vec<(LogLevel, String)>>,
    /// Robots that a service can observe and change, in index order.
    pub robots: RefCell<Vec<TestRobot>>,
    /// Permissions of a service.
    pub grants: Vec<String>,
    /// Components that a service sees as loaded.
    pub components: Vec<crate::declare::ComponentInfo>,
    /// External input of a service in a replay, one list per call; `None` in a normal run.
    pub replayed: RefCell<Option<VecDeque<Vec<String>>>>,
    /// Requests of a service that were granted. They have no other effect.
    pub requests: RefCell<Vec<Request>>,
    /// Reason why the last call failed.
    pub(super) failed: RefCell<Option<Fault>>,
}

impl Default for TestWorld {
    fn default() -> Self {
        Self {
            planes: Vec::new(),
            spheres: Vec::new(),
            solids: Vec::new(),
            medium: Medium { density: 1.204, viscosity: 1.8e-5, ..Medium::default() },
            friction: 0.8,
            floor: [[1.0; 3]; 2],
            draws: true,
            contacts: Vec::new(),
            beacons: Vec::new(),
            lights: Vec::new(),
            messages: Vec::new(),
            keys: Vec::new(),
            axes: Vec::new(),
            log: RefCell::new(Vec::new()),
            robots: RefCell::new(Vec::new()),
            grants: Vec::new(),
            components: Vec::new(),
            replayed: RefCell::default(),
            requests: RefCell::new(Vec::new()),
            failed: RefCell::new(None),
        }
    }
}

impl TestWorld {
    /// Result of a step.
    pub(super) fn ended(&self, status: Status) -> crate::Result {
        match (self.failed.take(), status) {
            (None, DONE) => Ok(()),
            (Some(fault), _) => Err(fault),
            (None, _) => Err(Fault::new("it failed without a message")),
        }
    }
}

/// World of a context.
pub(super) fn world<'a>(context: HostContext) -> &'a TestWorld {
    // SAFETY: rigs hand out contexts only for the duration of a call, while they borrow the world.
    unsafe { &*context.thread_token.cast::<TestWorld>() }
}
