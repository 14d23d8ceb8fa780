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

mod acceptance;
mod advance;
mod articulation;
mod backup;
mod between_ticks;
mod body_state;
mod bounds;
mod build;
mod builder;
mod ccd;
mod clear_spaces;
mod clearance;
pub mod collected;
mod collide;
mod command_limits;
mod component_call;
mod data_folder;
mod difference;
mod ending;
mod external_input;
mod fault;
mod functions;
mod handles;
mod host_functions;
mod layout;
mod log_limit;
mod media;
mod migrate;
mod migrate_objects;
mod mover;
mod mover_dynamics;
mod mover_step;
mod noise;
mod overlaps;
pub mod prefetch;
mod prefetch_movers;
mod program;
mod reload;
mod restart;
mod rigid_body;
mod robot_calls;
mod robot_view;
mod script;
mod service_context;
mod service_report;
mod service_requests;
mod services;
mod shapes;
mod signals;
mod sink;
mod snapshot;
mod solids;
mod squeeze;
mod stray_calls;
mod takeover;
mod threads;
mod tick;
mod visuals;
mod wheels;
mod world;

pub use acceptance::{Outcome, Verdict};
pub use between_ticks::{BodyContact, ObjectChanges, Placement};
pub use build::{BuildOptions, Built, Progress, robot_model};
pub use builder::SimulationBuilder;
pub use clearance::{Clearance, ClearanceError, PathChecker, PathPose};
pub use command_limits::LimitedCommand;
pub use ending::Finished;
pub use external_input::{ExternalLines, Replayed};
pub use fault::{Fault, refusal};
pub use handles::{ActuatorHandle, ChannelHandle, RobotHandle, RobotKey, SensorHandle};
pub use layout::{TelemetryChannel, joint_path};
pub use media::Media;
pub use migrate::{MigrationReport, PersistentServices, Removed};
pub use program::{ControlInput, ControlOutput};
pub use reload::Reloaded;
pub use robot_view::RobotView;
pub use service_report::ServiceReport;
pub use sink::Sink;
pub use snapshot::Snapshot;
pub use visuals::of_paint as paint_visuals;
pub use visuals::{Form, LinkPoses, Prism, Terrain, Visual, of_object as object_visuals};
pub use world::{BodyInfo, ImageSource, KeptClear, Operator, World, category};

use acceptance::{Acceptance, Inputs};
use between_ticks::Changer;
use collide::Collider;
use command_limits::CommandSource;
use external_input::ExternalInputs;
use mover::{Incident, Motion, Mover};
use script::{Act, Script};
use service_context::{Deferred, Phase, ServiceEffects};
use services::ServiceSlot;
use sha2::{Digest, Sha256};
use sim_abi::ffi::types::LogLevel;
use sim_abi::math::BodyState;
use sim_diagnostics::{Code, Diagnostic};
use sim_files::digest::hex;
use sim_geometry::GeometryError;
use std::sync::Arc;
use tick::Tick;

/// A line that a component wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// Simulated time at the start of the tick, s.
    pub time: f64,
    /// Robot, or empty for a service.
    pub robot: Arc<str>,
    /// Component that wrote it.
    pub component: Arc<str>,
    /// Level.
    pub level: LogLevel,
    /// Its text.
    pub text: String,
}

/// State and statistics of one robot so far.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotReport<'a> {
    /// Its name.
    pub name: &'a str,
    /// True state.
    pub state: BodyState,
    /// Distance traveled, m.
    pub distance: f64,
    /// Number of times it began to touch anything but ground.
    pub collisions: u64,
    /// Number of commands that were out of range and were clamped, regardless of their source.
    pub clamped_commands: u64,
    /// Its controller has failed, or it was halted: commands stay neutral.
    pub halted: bool,
    /// Time at which it left the bounds of the scene, s; `None` if it has not.
    pub out_of_bounds: Option<f64>,
}

/// A running world.
pub struct Simulation {
    /// Number of this simulation in the program, by which handles refer to it.
    id: u64,
    world: World,
    movers: Vec<Mover>,
    motions: Vec<Motion>,
    robots: usize,
    services: Vec<ServiceSlot>,
    collider: Collider,
    acceptance: Acceptance,
    script: Vec<Script>,
    next_script: usize,
    tick: u64,
    dt: f64,
    seed: u64,
    pool: Option<rayon::ThreadPool>,
    faults: Vec<Fault>,
    log: Vec<LogLine>,
    /// Capacity: one entry per robot.
    limited: Vec<LimitedCommand>,
    deferred: Vec<Deferred>,
    stopped: Option<String>,
    collisions: u64,
    started: bool,
    object_source: build::ObjectSource,
    links: visuals::Links,
    object_changes: ObjectChanges,
    placements: Vec<Placement>,
    external_inputs: ExternalInputs,
    /// Folder that contains the data folders of the components.
    data_folder: std::path::PathBuf,
    /// Number of components of the program that had made stray calls when this simulation last checked for its own.
    stray_calls: u64,
    restarts: restart::Restarts,
    sinks: Vec<Box<dyn Sink>>,
}

impl Simulation {
    /// Ticks completed.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.tick as f64 * self.dt
    }

    /// Step, s.
    pub fn dt(&self) -> f64 {
        self.dt
    }

    /// Seed of all random streams.
    pub fn seed(&self) -> u64 {
        self.seed
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
        self.collisions
    }

    /// All faults so far.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The first clamped command of each robot, regardless of its source, in order of time.
    pub fn first_limited(&self) -> &[LimitedCommand] {
        &self.limited
    }

    /// Takes the lines that components have written since the last call.
    pub fn take_log(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.log)
    }

    /// The reason if a service has ended the run.
    pub fn stopped(&self) -> Option<&str> {
        self.stopped.as_deref()
    }

    /// Whether the acceptance conditions hold so far; at the end of a run, whether they passed.
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.acceptance.verdicts(Inputs { movers: &self.movers, services: &self.services }, self.time())
    }

    /// Digest of the states of all bodies and joints: equal for equal runs, regardless of the number of threads. For hidden state (memory,
    /// random streams, readings) use [`Simulation::digest`].
    pub fn state_hash(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(self.tick.to_le_bytes());
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

    /// Calls the start functions of the services. Otherwise the first step does so.
    pub fn start(&mut self) {
        if !std::mem::replace(&mut self.started, true) {
            self.serve(Phase::Start);
        }
    }

    /// Interval in real time at which a service wants to run while the simulation waits, s; `None` if no service does.
    pub fn idle_period(&self) -> Option<f64> {
        let wanting = self.services.iter().filter(|service| !service.slot.stopped);
        wanting.filter_map(|service| service.slot.instance.declaration().idle).min_by(f64::total_cmp)
    }

    /// Lets services with an idle period work between ticks. Nothing moves, and the clock stops. Call it while waiting, e.g. for the time
    /// of the next tick or while paused. Returns whether a service did or printed something.
    pub fn idle(&mut self) -> bool {
        self.idle_period().is_some() && {
            self.start();
            self.serve(Phase::Idle)
        }
    }

    /// Runs ticks until `until` returns true; it is called after every tick.
    ///
    /// # Errors
    /// If a [sink](Sink) fails, or the geometry of the world cannot be updated, which is a bug in the core.
    pub fn run(&mut self, until: impl FnMut(&mut Simulation) -> bool + Send) -> Result<(), Diagnostic> {
        self.start();
        // Inside the pool nothing is handed over per tick, so a running simulation does not allocate.
        match self.pool.take() {
            None => self.run_here(until),
            Some(pool) => {
                let result = pool.install(|| self.run_here(until));
                self.pool = Some(pool);
                result
            }
        }
    }

    fn run_here(&mut self, mut until: impl FnMut(&mut Simulation) -> bool) -> Result<(), Diagnostic> {
        loop {
            self.one_tick()?;
            self.feed_sinks()?;
            if until(self) {
                return Ok(());
            }
        }
    }

    /// Runs one tick.
    ///
    /// # Errors
    /// As for [`Simulation::run`].
    pub fn step(&mut self) -> Result<(), Diagnostic> {
        self.steps(1)
    }

    /// Runs `count` ticks.
    ///
    /// # Errors
    /// As for [`Simulation::run`].
    pub fn steps(&mut self, count: u64) -> Result<(), Diagnostic> {
        if count == 0 {
            return Ok(());
        }
        let last = self.tick + count;
        self.run(|simulation| simulation.tick >= last)
    }

    fn one_tick(&mut self) -> Result<(), Diagnostic> {
        sim_files::activity::step(self.tick);
        self.placements.retain(|placement| placement.tick > self.tick);
        self.external_inputs.received.retain(|lines| lines.tick > self.tick);
        self.play_script();
        let tick = Tick { number: self.tick, dt: self.dt };
        // `install` has moved us to a thread of the pool, so the parallel calls below use it.
        let in_pool = self.pool.is_none() && rayon::current_thread_index().is_some();
        let parallel = in_pool && advance::is_worth_sharing(&self.movers);
        advance::advance_all(&mut self.movers, &mut self.motions, &self.world, tick, parallel);
        let (movers, motions) = (&mut self.movers, &mut self.motions);
        self.collider.run(movers, motions, &mut self.world, self.dt, parallel).map_err(|error| geometry(&error))?;
        sim_geometry::spin::serially(parallel, || self.conclude_tick());
        Ok(())
    }

    /// Work once per tick, after all bodies have reached their final poses.
    fn conclude_tick(&mut self) {
        self.collisions += self.collider.begun().len() as u64;
        self.release_seen_keys();
        let signalling = self.motions.iter().zip(&self.movers).filter(|(motion, _)| motion.signals);
        signals::collect(signalling.map(|(_, mover)| mover), &self.movers, &mut self.world);
        self.world.media.advance(self.dt);
        if *self.world.drawn.get_mut() {
            self.update_links();
        }
        self.serve(Phase::Step);
        self.gather();
        self.stop_stray_callers();
        self.tick += 1;
        self.restart_components();
        let time = self.time();
        self.acceptance.update(Inputs { movers: &self.movers, services: &self.services }, time);
    }

    /// Releases keys that were pressed for less than a controller's period, once each controller has seen them.
    fn release_seen_keys(&mut self) {
        let operators = || self.world.robot_operators.iter().chain([&self.world.operator]);
        if operators().all(|operator| operator.recent.is_empty()) {
            return;
        }
        let periods = self.movers.iter().filter_map(|mover| Some(mover.components.controller.as_ref()?.every));
        let longest = periods.max().unwrap_or(1);
        let world = &mut self.world;
        world.robot_operators.iter_mut().chain([&mut world.operator]).for_each(|operator| operator.seen(longest));
    }

    fn play_script(&mut self) {
        while let Some(script) = self.script.get(self.next_script).filter(|script| script.tick <= self.tick) {
            let world = &mut self.world;
            match script.robot {
                Some(robot) => script.act.play(&mut world.robot_operators[robot]),
                None => world.robot_operators.iter_mut().chain([&mut world.operator]).for_each(|o| script.act.play(o)),
            }
            self.next_script += 1;
        }
    }

    /// Calls the services that are due. Returns whether one of them did or printed something.
    fn serve(&mut self, phase: Phase) -> bool {
        if self.services.is_empty() {
            return false;
        }
        let mut any = false;
        let tick = Tick { number: self.tick, dt: self.dt };
        for service in &mut self.services {
            let due = match phase {
                Phase::Start => !std::mem::replace(&mut service.started, true),
                Phase::Step => (self.tick + 1).is_multiple_of(u64::from(service.slot.every)),
                Phase::Stop => service.started,
                Phase::Idle => service.slot.instance.declaration().idle.is_some(),
            };
            if service.slot.stopped || !due {
                continue;
            }
            let effects = ServiceEffects {
                deferred: &mut self.deferred,
                limited: &mut self.limited,
                placements: &mut self.placements,
                external_inputs: &mut self.external_inputs,
            };
            let (fault, acted) = services::run(service, phase, &mut self.world, &mut self.movers, effects, tick);
            any |= acted || fault.is_some();
            self.faults.extend(fault);
            if let Some(reason) = service.take_back() {
                self.log.push(migrate::restart_line(&service.slot.origin.name, tick.time(), reason));
            }
            for incident in service.incidents.borrow_mut().drain(..) {
                if let Incident::Log { component, level, text } = incident {
                    let robot = Arc::from("");
                    self.log.push(LogLine { time: tick.time(), robot, component, level, text });
                    any = true;
                }
            }
        }
        self.follow_placed();
        self.carry_out_deferred(phase == Phase::Start);
        any
    }

    /// Updates the index for bodies that were moved between ticks.
    fn follow_placed(&mut self) {
        let mut any = false;
        for mover in self.movers.iter_mut().filter(|mover| mover.motion.placed) {
            // The pose was checked when it was set.
            any |= self.world.index.set_pose(mover.identity.body, &mover.motion.state.pose.into()).is_ok();
        }
        if any {
            self.world.index.refresh(false);
            self.touch_placed();
            self.forget_readings_ahead();
        }
    }

    /// Finds the contacts of bodies that were moved between ticks.
    fn touch_placed(&mut self) {
        // Cannot fail for shapes that were validated on creation.
        _ = self.collider.touch_placed(&self.movers, &mut self.world);
        self.movers.iter_mut().for_each(|mover| mover.motion.placed = false);
    }

    /// Discards readings taken early for the coming tick, because the world has changed between ticks.
    pub(crate) fn forget_readings_ahead(&mut self) {
        let sensors = self.movers.iter_mut().flat_map(|mover| &mut mover.components.sensors);
        sensors.for_each(|sensor| sensor.read_ahead = None);
    }

    fn carry_out_deferred(&mut self, at_start: bool) {
        let deferred = std::mem::take(&mut self.deferred);
        let is_change = |request: &Deferred| matches!(request, Deferred::AddObject(..) | Deferred::RemoveObject(..));
        // Built once for all requests, and the index is updated once.
        let mut names = deferred.iter().any(is_change).then(|| self.body_names());
        for request in deferred {
            let result = match request {
                Deferred::Stop(reason) => {
                    self.stopped.get_or_insert(reason);
                    Ok(())
                }
                Deferred::AddObject(service, object) => {
                    let names = names.get_or_insert_default();
                    self.insert_object(object, Some(Changer { service, at_start }), names)
                }
                Deferred::RemoveObject(service, name) => {
                    let names = names.get_or_insert_default();
                    self.take_object(&name, Some(Changer { service, at_start }), names)
                }
                Deferred::RestartController(robot) => self.restart_controller(robot as usize),
            };
            if let Err(diagnostic) = result {
                let line = LogLine {
                    time: self.time(),
                    robot: Arc::from(""),
                    component: Arc::from("engine"),
                    level: LogLevel::Error,
                    text: diagnostic.sentence(),
                };
                self.log.push(line);
            }
        }
        if names.is_some() {
            self.follow_objects();
        }
    }

    /// Collects faults, log lines and first clamped commands, in the order of the movers.
    fn gather(&mut self) {
        let time = self.time();
        for (mover, _) in self.movers.iter_mut().zip(&self.motions).filter(|(_, motion)| motion.has_incidents) {
            self.limited.extend(mover.take_first_limited(time));
            for incident in mover.incidents.drain(..) {
                match incident {
                    Incident::Fault(fault) => self.faults.push(fault),
                    Incident::Log { component, level, text } => {
                        self.log.push(LogLine { time, robot: mover.identity.name.clone(), component, level, text });
                    }
                }
            }
        }
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
        let coming = Tick { number: self.tick, dt: self.dt };
        let mut source = CommandSource { name: None, time: coming.time(), limited: &mut self.limited };
        self.movers[robot].call(component, function, arguments, &self.world, coming, &mut source)
    }

    /// Folder that contains the data folders of the components; it exists once a component has written to its own.
    pub fn data_folder(&self) -> &std::path::Path {
        &self.data_folder
    }
}

fn geometry(error: &GeometryError) -> Diagnostic {
    Diagnostic::error(Code::EngineState, format!("the geometry of the world is invalid: {error}"))
        .with_help("this is a bug in the simulator; please report it with the scene")
}
