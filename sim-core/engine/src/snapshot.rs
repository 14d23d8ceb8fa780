//! Snapshots: the whole state of a run as data; save, restore, compare.

use super::acceptance::Memory;
use super::collide::invalid_geometry;
use super::mover::{Drive, Mover, Slot};
use super::noise::NoiseState;
use super::object_changes::SavedObjects;
use super::signals::{self, Signals};
use super::world::RecentKey;
use super::{Fault, Operator, Simulation, body_state};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use sim_abi::Cause;
use sim_abi::ffi::types::{BodyState, Contact, JointState, Pose, Quat, RandomState, Vec3};
use sim_diagnostics::{Code, Diagnostic};
use sim_files::digest::sha256_half;
use sim_geometry::BodyId;
use sim_host::Table;
use sim_physics::CachedContact;

/// Version of the snapshot format.
const FORMAT: u32 = 4;

/// The complete state that a run needs to continue exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    format: u32,
    pub(super) tick: u64,
    pub(super) dt: f64,
    pub(super) seed: u64,
    pub(super) movers: Vec<MoverState>,
    pub(super) services: Vec<ServiceState>,
    pub(super) touching: Vec<(u32, u32)>,
    pub(super) contacts: Vec<SavedContact>,
    pub(super) kept: Vec<SavedImpulse>,
    pub(super) media: Vec<([f64; 3], [u64; 4])>,
    /// Lights and messages visible in the coming tick.
    pub(super) signals: Signals,
    /// Keys and axes: for all robots first, then for each robot if they are controlled separately.
    pub(super) operators: Vec<OperatorState>,
    pub(super) script: usize,
    pub(super) acceptance: Vec<Memory>,
    pub(super) collisions: u64,
    /// Whether the services have been started.
    pub(super) started: bool,
    /// The reason if a service has ended the run.
    pub(super) stopped: Option<String>,
    pub(super) objects: SavedObjects,
    pub(super) faults: Vec<Fault>,
}

/// Body, numbers (point, normal, depth, impulse, friction), other body, its category.
pub(super) type SavedContact = (u32, [f64; 11], u32, u32);

/// Bodies and colliders of a contact point, and numbers: its position on both, normal and friction impulse.
pub(super) type SavedImpulse = ([u32; 2], [usize; 2], [f64; 10]);

/// State of a component: whether it has stopped, and its bytes if it has any.
type ComponentState = (bool, Option<Vec<u8>>);

/// Keys, axes and recent keys of an operator.
type OperatorState = (Vec<u32>, Vec<(String, f64)>, Vec<RecentKey>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MoverState {
    pub(super) name: String,
    /// Position, quaternion (x, y, z, w), linear and angular velocity.
    pub(super) state: [f64; 13],
    /// The same at the start of the last tick, from which sensors derive the acceleration.
    pub(super) before: [f64; 13],
    pub(super) external: [f64; 6],
    pub(super) telemetry: Vec<f64>,
    pub(super) memory: Vec<f64>,
    pub(super) random: Vec<[u64; 4]>,
    /// Position, velocity and effort.
    pub(super) joints: Vec<[f64; 3]>,
    pub(super) noise: Vec<Option<NoiseState>>,
    pub(super) components: Vec<ComponentState>,
    /// Sensors that have already made their reading for the coming tick.
    pub(super) read_ahead: Vec<u32>,
    pub(super) halted: bool,
    pub(super) out_of_bounds: Option<f64>,
    pub(super) distance: f64,
    pub(super) collisions: u64,
    pub(super) clamped_commands: u64,
    /// Held by a service. Omitted if not, as in snapshots of versions without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) held: Option<bool>,
    /// Velocities of the joints that carry sensors at the start of the last tick, from which the sensors derive their acceleration. Omitted
    /// if all are 0; `held` is present if they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) joint_rates_before: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ServiceState {
    pub(super) name: String,
    pub(super) random: Vec<[u64; 4]>,
    pub(super) published: Vec<f64>,
    pub(super) component: ComponentState,
    pub(super) started: bool,
}

fn numbers(state: &BodyState) -> [f64; 13] {
    let (p, q) = (state.pose.position, state.pose.orientation);
    let (v, w) = (state.linear_velocity, state.angular_velocity);
    [p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z]
}

fn state(n: &[f64; 13]) -> BodyState {
    let vector = |at: usize| Vec3 { x: n[at], y: n[at + 1], z: n[at + 2] };
    let orientation = Quat { x: n[3], y: n[4], z: n[5], w: n[6] };
    let pose = Pose { position: vector(0), orientation };
    BodyState { pose, linear_velocity: vector(7), angular_velocity: vector(10) }
}

fn words(random: &[RandomState]) -> Vec<[u64; 4]> {
    random.iter().map(|stream| stream.words).collect()
}

fn streams(words: &[[u64; 4]]) -> Vec<RandomState> {
    words.iter().map(|words| RandomState { words: *words }).collect()
}

pub(super) fn failed(robot: &str, component: &str, what: &'static str, fault: &sim_abi::Fault) -> Diagnostic {
    let message = fault.message();
    let message = match robot.is_empty() {
        true => format!("service `{component}` {what}: {message}"),
        false => {
            format!("`{robot}`: `{component}` {what}: {message}")
        }
    };
    Diagnostic::error(Code::EngineSnapshot, message)
        .with_help("fix `save` and `restore` of the component: one must accept the other's output")
}

impl Snapshot {
    /// Serializes the snapshot to bytes.
    ///
    /// # Errors
    /// If the state cannot be encoded, which would be a bug in this program.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Diagnostic> {
        rmp_serde::to_vec(self).map_err(|error| {
            Diagnostic::error(Code::EngineSnapshot, "cannot write the snapshot").with_found(error.to_string())
        })
    }

    /// Deserializes a snapshot.
    ///
    /// # Errors
    /// If the bytes are not a snapshot or have another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Diagnostic> {
        let snapshot: Self = rmp_serde::from_slice(bytes).map_err(|error| {
            Diagnostic::error(Code::EngineSnapshot, "not a valid snapshot")
                .with_found(error.to_string())
                .with_help("use a snapshot written by the same version of this program")
        })?;
        if snapshot.format != FORMAT {
            return Err(Diagnostic::error(Code::EngineSnapshot, "unsupported snapshot format")
                .with_expected(FORMAT.to_string())
                .with_found(snapshot.format.to_string()));
        }
        Ok(snapshot)
    }

    /// Digest of all data that determine the future of the run; without faults, because their messages contain paths of source files.
    ///
    /// # Errors
    /// If the state cannot be encoded, which would be a bug in this program.
    pub fn digest(&self) -> Result<String, Diagnostic> {
        let bytes = Self { faults: Vec::new(), ..self.clone() }.to_bytes()?;
        Ok(sha256_half(bytes))
    }

    /// Ticks completed when it was taken.
    pub fn tick(&self) -> u64 {
        self.tick
    }
}

impl Simulation {
    /// The whole state at the end of the last tick.
    ///
    /// # Errors
    /// If a component fails to save its state.
    pub fn snapshot(&self) -> Result<Snapshot, Diagnostic> {
        let movers = self.movers.iter().map(|mover| save_mover(mover, self.clock.number)).collect::<Result<_, _>>()?;
        let services = self.services.iter().map(|service| {
            let saved = saved(&service.slot)
                .map_err(|fault| failed("", &service.slot.origin.name, "cannot be saved", &fault))?;
            Ok(ServiceState {
                name: service.slot.origin.name.to_string(),
                random: words(&service.random),
                published: service.published.clone(),
                component: (service.slot.stopped, saved),
                started: service.started,
            })
        });
        Ok(Snapshot {
            format: FORMAT,
            tick: self.clock.number,
            dt: self.clock.dt,
            seed: self.setup.seed,
            movers,
            services: services.collect::<Result<_, Diagnostic>>()?,
            touching: self.collider.touching().to_vec(),
            contacts: self.world.contacts.iter().map(|(body, contact)| save_contact(body, contact)).collect(),
            kept: self.collider.cached_contacts().iter().map(save_impulse).collect(),
            media: self.world.media.save(),
            signals: signals::save(&self.world),
            operators: std::iter::once(&self.world.operator)
                .chain(&self.world.robot_operators)
                .map(|Operator { keys, axes, recent }| (keys.clone(), axes.clone(), recent.clone()))
                .collect(),
            script: self.script.next,
            acceptance: self.acceptance.save(),
            collisions: self.report.collisions,
            started: self.started,
            stopped: self.report.stopped.clone(),
            objects: self.saved_objects()?,
            faults: self.report.faults.clone(),
        })
    }

    /// Digest of all data that determine the future of the run: equal for equal runs, regardless of the number of threads, and different if
    /// [`Simulation::state_hash`] is equal but hidden state is not.
    ///
    /// # Errors
    /// If a component fails to save its state.
    pub fn digest(&self) -> Result<String, Diagnostic> {
        self.snapshot()?.digest()
    }

    /// Restores a snapshot of the same scene. Services that are started in the snapshot but not here are started first; those that are not
    /// started in the snapshot are started with the next tick.
    ///
    /// # Errors
    /// If the snapshot belongs to another scene, a component rejects its state, or a component cannot save its current state, which is
    /// needed to roll back. The simulation is then unchanged.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Diagnostic> {
        self.check_fits(snapshot)?;
        let before = self.snapshot()?;
        self.take_over(snapshot).map_err(|refused| match self.take_over(&before) {
            Ok(()) => refused,
            // A component rejects the state that it has saved itself.
            Err(second) => {
                let message = second.sentence();
                refused.with_found(format!("the previous state could not be restored either: {message}"))
            }
        })
    }

    fn take_over(&mut self, snapshot: &Snapshot) -> Result<(), Diagnostic> {
        if snapshot.started {
            self.start();
        }
        self.restore_objects(&snapshot.objects)?;
        for (mover, saved) in self.movers.iter_mut().zip(&snapshot.movers) {
            restore_mover(mover, saved, snapshot.tick)?;
        }
        self.restore_services(snapshot)?;
        self.clock.number = snapshot.tick;
        self.world.media.restore(&snapshot.media);
        let mut operators =
            snapshot.operators.iter().cloned().map(|(keys, axes, recent)| Operator { keys, axes, recent });
        self.world.operator = operators.next().unwrap_or_default();
        self.world.robot_operators = operators.collect();
        self.script.next = snapshot.script;
        self.acceptance.restore(&snapshot.acceptance);
        self.report.collisions = snapshot.collisions;
        self.report.stopped.clone_from(&snapshot.stopped);
        self.report.faults.clone_from(&snapshot.faults);
        self.restarts.forget_states();
        let install = self.collider.settle(&mut self.movers, &mut self.world);
        install.map_err(|error| invalid_geometry(&error))?;
        self.collider.set_touching(&snapshot.touching);
        self.collider.set_cached_contacts(snapshot.kept.iter().map(restored_impulse));
        restore_contacts(&mut self.world, &snapshot.contacts);
        self.update_links();
        signals::restore(&snapshot.signals, &self.movers, &mut self.world);
        Ok(())
    }

    fn restore_services(&mut self, snapshot: &Snapshot) -> Result<(), Diagnostic> {
        self.started = snapshot.started;
        for (service, saved) in self.services.iter_mut().zip(&snapshot.services) {
            service.random = streams(&saved.random);
            service.published.clone_from(&saved.published);
            service.slot.stopped = saved.component.0;
            // A service that stays open is notified of the change instead of being started again.
            service.moved |= service.started && !saved.started && service.slot.instance.declaration().persistent;
            service.started = saved.started;
            if let Some(bytes) = &saved.component.1 {
                let name = service.slot.origin.name.clone();
                let restored = service.slot.instance.restore(bytes);
                restored.map_err(|fault| failed("", &name, "rejects its saved state", &fault))?;
            }
        }
        Ok(())
    }

    fn check_fits(&self, snapshot: &Snapshot) -> Result<(), Diagnostic> {
        let names = |list: &[MoverState]| list.iter().map(|mover| mover.name.clone()).collect::<Vec<_>>();
        let ours: Vec<String> = self.movers.iter().map(|mover| mover.identity.name.to_string()).collect();
        let parts = self.movers.iter().zip(&snapshot.movers).all(|(mover, saved)| {
            mover.telemetry.values.len() == saved.telemetry.len()
                && mover.components.memory.len() == saved.memory.len()
                && mover.components.random.len() == saved.random.len()
                && mover.joints.states.len() == saved.joints.len()
                && saved.read_ahead.iter().all(|sensor| (*sensor as usize) < mover.components.sensors.len())
                && body_state::normalize(&mut state(&saved.state)).is_none()
        });
        let services = self.services.len() == snapshot.services.len();
        if ours == names(&snapshot.movers) && parts && services && self.clock.dt == snapshot.dt {
            return Ok(());
        }
        Err(Diagnostic::error(Code::EngineSnapshot, "the snapshot is from another scene")
            .with_expected(format!("{count} movable bodies, step {dt} s", count = ours.len(), dt = self.clock.dt))
            .with_found(format!("{count} movable bodies, step {dt} s", count = snapshot.movers.len(), dt = snapshot.dt))
            .with_help("load the scene and the plugins that the snapshot was taken from"))
    }
}

pub(super) fn save_contact(body: usize, contact: &Contact) -> SavedContact {
    let (p, n, f) = (contact.point, contact.normal, contact.friction);
    let numbers = [p.x, p.y, p.z, n.x, n.y, n.z, contact.depth, contact.impulse, f.x, f.y, f.z];
    (body as u32, numbers, contact.object, contact.category)
}

pub(super) fn restore_contacts(world: &mut super::World, saved: &[SavedContact]) {
    world.contacts.clear();
    // The contacts of one body keep their order.
    let mut sorted: Vec<&SavedContact> = saved.iter().collect();
    sorted.sort_by_key(|saved| saved.0);
    let mut sorted = sorted.into_iter().peekable();
    for body in 0..world.bodies.len() as u32 {
        world.contacts.next_owner();
        while let Some((_, numbers, object, category)) = sorted.next_if(|saved| saved.0 == body) {
            let [px, py, pz, nx, ny, nz, depth, impulse, fx, fy, fz] = *numbers;
            world.contacts.push(Contact {
                point: Vec3 { x: px, y: py, z: pz },
                normal: Vec3 { x: nx, y: ny, z: nz },
                depth,
                impulse,
                friction: Vec3 { x: fx, y: fy, z: fz },
                object: *object,
                category: *category,
            });
        }
    }
}

fn save_impulse(contact: &CachedContact) -> SavedImpulse {
    let ([a, b], f) = (contact.places, contact.friction);
    let numbers = [a.x, a.y, a.z, b.x, b.y, b.z, contact.normal, f.x, f.y, f.z];
    ([contact.a.0, contact.b.0], contact.colliders, numbers)
}

fn restored_impulse((bodies, colliders, n): &SavedImpulse) -> CachedContact {
    let vector = |at: usize| Vector3::new(n[at], n[at + 1], n[at + 2]);
    CachedContact {
        a: BodyId(bodies[0]),
        b: BodyId(bodies[1]),
        colliders: *colliders,
        places: [vector(0), vector(3)],
        normal: n[6],
        friction: vector(7),
    }
}

/// The state of a component. A component that stopped with its process has no state, and its former state has no effect.
fn saved<T: Table>(slot: &Slot<T>) -> Result<Option<Vec<u8>>, sim_abi::Fault> {
    match slot.instance.save() {
        Err(fault) if slot.stopped && fault.cause() == Cause::Process => Ok(None),
        saved => saved,
    }
}

/// The state of a mover between two ticks; `coming` is the second one.
pub(super) fn save_mover(mover: &Mover, coming: u64) -> Result<MoverState, Diagnostic> {
    let mut components = Vec::new();
    let mut add = |stopped: bool, name: &str, saved: Result<Option<Vec<u8>>, sim_abi::Fault>| {
        let saved = saved.map_err(|fault| failed(&mover.identity.name, name, "cannot be saved", &fault))?;
        components.push((stopped, saved));
        Ok::<(), Diagnostic>(())
    };
    for sensor in &mover.components.sensors {
        add(sensor.slot.stopped, &sensor.slot.origin.name, saved(&sensor.slot))?;
    }
    for actuator in &mover.components.actuators {
        add(actuator.slot.stopped, &actuator.slot.origin.name, saved(&actuator.slot))?;
    }
    if let Some(slot) = &mover.components.controller {
        add(slot.stopped, &slot.origin.name, saved(slot))?;
    }
    if let Drive::Plugin(slot) = &mover.components.drive {
        add(slot.stopped, &slot.origin.name, Ok(None))?;
    }
    let ahead = mover.components.sensors.iter().zip(0..).filter(|(sensor, _)| sensor.read_ahead == Some(coming));
    let (f, t) = (mover.environment.values.external_force, mover.environment.values.external_torque);
    let joint_rates_before =
        mover.joints.articulation.as_ref().map_or_else(Vec::new, |links| links.joint_rates_before());
    Ok(MoverState {
        name: mover.identity.name.to_string(),
        state: numbers(&mover.motion.state),
        before: numbers(&mover.motion.before),
        external: [f.x, f.y, f.z, t.x, t.y, t.z],
        telemetry: mover.telemetry.values.clone(),
        memory: mover.components.memory.clone(),
        random: words(&mover.components.random),
        joints: mover.joints.states.iter().map(|joint| [joint.position, joint.velocity, joint.effort]).collect(),
        noise: mover
            .components
            .sensors
            .iter()
            .map(|sensor| sensor.noise.as_ref().map(|noise| noise.1.clone()))
            .collect(),
        components,
        read_ahead: ahead.map(|(_, number)| number).collect(),
        halted: mover.commands.halted,
        out_of_bounds: mover.statistics.out_of_bounds,
        distance: mover.motion.distance,
        collisions: mover.statistics.collisions,
        clamped_commands: mover.statistics.clamped_commands,
        held: (mover.commands.held || !joint_rates_before.is_empty()).then_some(mover.commands.held),
        joint_rates_before,
    })
}

fn restore_mover(mover: &mut Mover, saved: &MoverState, coming: u64) -> Result<(), Diagnostic> {
    restore_body(mover, saved);
    for number in &saved.read_ahead {
        mover.components.sensors[*number as usize].read_ahead = Some(coming);
    }
    let mut refused = Vec::new();
    restore_components(mover, saved, &[], &mut refused);
    refused.into_iter().next().map_or(Ok(()), Err)
}

/// All state of a mover except its components.
pub(super) fn restore_body(mover: &mut Mover, saved: &MoverState) {
    mover.place(state(&saved.state));
    mover.motion.before = state(&saved.before);
    let [fx, fy, fz, tx, ty, tz] = saved.external;
    mover.environment.values.external_force = Vec3 { x: fx, y: fy, z: fz };
    mover.environment.values.external_torque = Vec3 { x: tx, y: ty, z: tz };
    mover.environment.pushed = saved.external != [0.0; 6];
    mover.telemetry.values.clone_from(&saved.telemetry);
    mover.components.memory.clone_from(&saved.memory);
    mover.components.random = streams(&saved.random);
    mover.joints.states = saved
        .joints
        .iter()
        .map(|[position, velocity, effort]| JointState { position: *position, velocity: *velocity, effort: *effort })
        .collect();
    if let Some(articulation) = &mut mover.joints.articulation {
        articulation.moved = true;
        articulation.restore_joint_rates(&saved.joint_rates_before);
    }
    for (sensor, noise) in mover.components.sensors.iter_mut().zip(&saved.noise) {
        sensor.read_ahead = None;
        // Not in the snapshot: without a scan until the next reading.
        sensor.scan.fill(f64::NAN);
        if let (Some(own), Some(saved)) = (&mut sensor.noise, noise) {
            own.1.clone_from(saved);
        }
    }
    (mover.commands.halted, mover.commands.held) = (saved.halted, saved.held.unwrap_or(false));
    (mover.statistics.out_of_bounds, mover.motion.distance) = (saved.out_of_bounds, saved.distance);
    (mover.statistics.collisions, mover.statistics.clamped_commands) = (saved.collisions, saved.clamped_commands);
}

/// Restores the components of a mover in the order in which they were saved; those in `fresh` keep their new start. A component that
/// rejects its state keeps its current one.
pub(super) fn restore_components(mover: &mut Mover, saved: &MoverState, fresh: &[bool], refused: &mut Vec<Diagnostic>) {
    let robot = mover.identity.name.clone();
    let mut components = saved.components.iter().zip(fresh.iter().copied().chain(std::iter::repeat(false)));
    macro_rules! restore {
        ($slot:expr) => {
            if let Some(((stopped, bytes), false)) = components.next() {
                $slot.stopped = *stopped;
                let restored = bytes.as_ref().map_or(Ok(()), |bytes| $slot.instance.restore(bytes));
                let refusal =
                    restored.map_err(|fault| failed(&robot, &$slot.origin.name, "rejects its saved state", &fault));
                refused.extend(refusal.err());
            }
        };
    }
    for sensor in &mut mover.components.sensors {
        restore!(sensor.slot);
    }
    for actuator in &mut mover.components.actuators {
        restore!(actuator.slot);
    }
    if let Some(slot) = &mut mover.components.controller {
        restore!(slot);
    }
    if let Drive::Plugin(slot) = &mut mover.components.drive {
        restore!(slot);
    }
}
