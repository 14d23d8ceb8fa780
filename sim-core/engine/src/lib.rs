//! The engine: builds a world from a scene and plugins, and steps it in ticks.
//!
//! ```text
//! sense → control → actuate → move    each mover for itself, on all cores        mover_step
//! collide                             contacts, corrections                      collide
//! serve                               signals, services, faults, acceptance      signals, services, acceptance
//! ```
//!
//! After the first tick the loop does not allocate (`tests/engine/tests/suite/allocation.rs`). Nothing here reads a clock, the environment or a
//! global random generator during a tick, and no result depends on the order of a hash map.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

// Embedding: building a simulation, handles, views, reports.
mod builder;
mod handles;
mod robot_view;
mod service_report;
mod sink;
mod takeover;

// Changes of a run from outside: edits, other components, another scene, snapshots.
mod build;
mod difference;
mod session;
mod snapshot;

// The loop of ticks and what happens once per tick.
mod acceptance;
mod between_ticks;
mod ending;
mod restart;
mod run;
mod run_report;
mod script;
mod serve;
mod signals;
mod stray_calls;

// Services.
mod clear_spaces;
mod clearance;
mod external_input;
mod functions;
mod object_changes;
mod overlaps;
mod service_context;
mod service_requests;
mod services;

// Collisions.
mod ccd;
mod collide;
mod squeeze;
mod wheels;

// The step of each mover.
mod advance;
mod backup;
mod body_state;
pub mod collected;
mod command_limits;
mod component_call;
mod host_functions;
mod layout;
mod mover_dynamics;
mod mover_step;
pub mod prefetch;
mod prefetch_movers;
mod rigid_body;
mod robot_calls;

// Data: movers, the world and its bodies.
mod articulation;
mod bounds;
mod data_folder;
mod fault;
mod log;
mod media;
mod mover;
mod noise;
mod object_bodies;
mod program;
mod shapes;
mod solids;
mod threads;
mod tick;
mod visuals;
mod world;

pub use acceptance::{Outcome, Verdict};
pub use between_ticks::{BodyContact, Placement};
pub use build::{BuildOptions, Built, Progress, robot_model};
pub use builder::SimulationBuilder;
pub use clearance::{Clearance, ClearanceError, PathChecker, PathPose, blocked_routes};
pub use command_limits::LimitedCommand;
pub use ending::Finished;
pub use external_input::{ExternalLines, Replayed};
pub use fault::{Fault, refusal};
pub use handles::{ActuatorHandle, ChannelHandle, RobotHandle, RobotKey, SensorHandle};
pub use layout::{TelemetryChannel, joint_path};
pub use log::LogLine;
pub use media::Media;
pub use object_changes::ObjectChanges;
pub use program::{ControlInput, ControlOutput};
pub use robot_view::{RobotReport, RobotView};
pub use service_report::ServiceReport;
pub use session::{MigrationReport, PersistentServices, Reloaded, Removed};
pub use sink::Sink;
pub use snapshot::Snapshot;
pub use visuals::of_paint as paint_visuals;
pub use visuals::{Form, LinkPoses, Prism, Terrain, Visual, of_object as object_visuals};
pub use world::{BodyInfo, ImageSource, KeptClear, Operator, World, category};

use acceptance::{Acceptance, Inputs};
use collide::Collider;
use command_limits::CommandSource;
use mover::{Motion, Mover};
use object_changes::RunObjects;
use run_report::RunReport;
use script::Script;
use service_context::ServiceEffects;
use services::ServiceSlot;
use sha2::{Digest, Sha256};
use sim_abi::math::BodyState;
use sim_files::digest::hex;
use std::path::PathBuf;
use std::sync::Arc;
use tick::Tick;

/// What distinguishes a simulation from others of the same scene.
struct RunSetup {
    /// Number of this simulation in the program, by which handles refer to it.
    id: u64,
    /// Seed of all random streams.
    seed: u64,
    /// Folder that contains the data folders of the components.
    data_folder: PathBuf,
}

/// A running world.
pub struct Simulation {
    setup: RunSetup,
    /// The coming tick: its number is that of the ticks completed.
    clock: Tick,
    /// The start functions of the services have been called.
    started: bool,
    world: World,
    movers: Vec<Mover>,
    /// One per mover.
    motions: Vec<Motion>,
    /// Number of robots, which are the first movers.
    robots: usize,
    collider: Collider,
    links: visuals::Links,
    services: Vec<ServiceSlot>,
    effects: ServiceEffects,
    objects: RunObjects,
    script: Script,
    acceptance: Acceptance,
    report: RunReport,
    restarts: restart::Restarts,
    /// Number of components of the program that had made stray calls when this simulation last checked for its own.
    stray_calls: u64,
    sinks: Vec<Box<dyn Sink>>,
    pool: Option<rayon::ThreadPool>,
}

impl Simulation {
    /// Ticks completed.
    pub fn tick(&self) -> u64 {
        self.clock.number
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// Step, s.
    pub fn dt(&self) -> f64 {
        self.clock.dt
    }

    /// Seed of all random streams.
    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// The world at the end of the last tick.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Keys and axes of the operator; change them between ticks.
    pub fn operator(&mut self) -> &mut Operator {
        &mut self.world.operator
    }

    /// Sets the renderer for camera sensors.
    pub fn set_images(&mut self, images: Arc<dyn ImageSource>) {
        self.world.images = Some(images);
        self.forget_readings_ahead();
    }

    /// Computes the poses of links that move relative to their body, which the run itself does not need. Call it before drawing the world;
    /// for cameras the engine does so.
    pub fn update_links(&mut self) {
        self.links.follow(&self.movers, &mut self.world.links);
    }

    /// Number of robots.
    pub fn robot_count(&self) -> usize {
        self.robots
    }

    /// Reports of all robots, in scene order.
    pub fn robots(&self) -> impl Iterator<Item = RobotReport<'_>> {
        self.movers[..self.robots].iter().map(Mover::report)
    }

    /// Robots and movable objects that have left the bounds of the scene, with the time at which they left, s; in scene order.
    pub fn out_of_bounds(&self) -> impl Iterator<Item = (&str, f64)> {
        self.movers.iter().filter_map(|mover| Some((&*mover.identity.name, mover.statistics.out_of_bounds?)))
    }

    /// Name and true state of every movable object of the scene, in scene order.
    pub fn movable_objects(&self) -> impl Iterator<Item = (&str, BodyState)> {
        self.movers[self.robots..].iter().map(|mover| (&*mover.identity.name, mover.motion.state.into()))
    }

    /// Index of a robot by name.
    pub fn robot_index(&self, name: &str) -> Option<usize> {
        self.movers[..self.robots].iter().position(|mover| &*mover.identity.name == name)
    }

    /// Pairs of bodies that began to touch in the last tick, by name; without ground.
    pub fn new_contacts(&self) -> impl Iterator<Item = (&str, &str)> {
        let name = |body: u32| &*self.world.bodies[body as usize].name;
        self.collider.begun().iter().map(move |(a, b)| (name(*a), name(*b)))
    }

    /// Number of times any two bodies began to touch, without ground.
    pub fn collisions(&self) -> u64 {
        self.report.collisions
    }

    /// All faults so far.
    pub fn faults(&self) -> &[Fault] {
        &self.report.faults
    }

    /// The first clamped command of each robot, regardless of its source, in order of time.
    pub fn first_limited(&self) -> &[LimitedCommand] {
        &self.report.limited
    }

    /// Takes the lines that components have written since the last call.
    pub fn take_log(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.report.log)
    }

    /// The reason if a service has ended the run.
    pub fn stopped(&self) -> Option<&str> {
        self.report.stopped.as_deref()
    }

    /// Whether the acceptance conditions hold so far; at the end of a run, whether they passed.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.acceptance.verdicts(Inputs { movers: &self.movers, services: &self.services }, self.time())
    }

    /// Digest of the states of all bodies and joints: equal for equal runs, regardless of the number of threads. For hidden state (memory,
    /// random streams, readings) use [`Simulation::digest`].
    pub fn state_hash(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.clock.number.to_le_bytes());
        for mover in &self.movers {
            let (p, q) = (mover.motion.state.pose.position, mover.motion.state.pose.orientation);
            let (v, w) = (mover.motion.state.linear_velocity, mover.motion.state.angular_velocity);
            for number in [p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z] {
                hash.update(number.to_bits().to_le_bytes());
            }
            for number in mover.joints.states.iter().flat_map(|joint| [joint.position, joint.velocity]) {
                hash.update(number.to_bits().to_le_bytes());
            }
        }
        hex(&hash.finalize()[..16])
    }

    /// Calls a function that a component of a robot exposes.
    ///
    /// # Errors
    /// If the robot, component or function does not exist, or the function rejects the arguments.
    pub fn call(
        &mut self,
        robot: impl RobotKey,
        component: &str,
        function: &str,
        arguments: &[serde_json::Value],
    ) -> Result<serde_json::Value, sim_abi::Fault> {
        let robot = robot.index_in(self).map_err(|unknown| sim_abi::Fault::new(unknown.headline()))?;
        let coming = self.clock;
        let mut source = CommandSource { name: None, time: coming.time(), limited: &mut self.report.limited };
        self.movers[robot].call(component, function, arguments, &self.world, coming, &mut source)
    }

    /// Folder that contains the data folders of the components; it exists once a component has written to its own.
    pub fn data_folder(&self) -> &std::path::Path {
        &self.setup.data_folder
    }
}
