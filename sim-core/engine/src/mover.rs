//! Movers: robots with their components, and movable scene objects.

use super::articulation::Articulation;
use super::log_limit::LogLimit;
use super::noise::{Noise, NoiseState};
use super::program::Program;
use nalgebra::{Isometry3, Matrix3, Vector3};
use sim_abi::declare::{Declaration, Kind, Request};
use sim_abi::ffi::module::{ActuatorTable, ControllerTable, DynamicsTable, SensorTable};
use sim_abi::ffi::types as abi;
use sim_abi::model::RobotModelSpec;
use sim_geometry::{BodyId, NeighborList};
use sim_host::{Instance, Offer};
use sim_model::Follower;
use sim_physics::{Body, Freedom, Immersible};
use sim_scene::Properties;
use std::ops::Range;
use std::sync::Arc;

/// A component mounted on a robot: the data that every step needs. The rest is stored separately, so that the slots of many robots stay in
/// the CPU caches.
pub(super) struct Slot<T: sim_host::Table> {
    pub(super) instance: Instance<T>,
    /// Its ranges of the published values and random streams of the robot.
    pub(super) published: Span,
    pub(super) random: Span,
    /// Period of its calls, ticks.
    pub(super) every: u32,
    /// Whether it has failed.
    pub(super) stopped: bool,
    /// Published values stored outside the telemetry; only for a reloaded library whose values differ.
    #[allow(clippy::box_collection, reason = "one pointer in the slot, nearly always null")]
    pub(super) unrecorded: Option<Box<Vec<f64>>>,
    pub(super) origin: Box<Origin>,
}

/// Origin of a component: data for messages and reloads.
pub(super) struct Origin {
    /// Name within the robot.
    pub(super) name: Arc<str>,
    /// Library that provides it.
    pub(super) offer: Offer,
    /// Folder for its files.
    pub(super) data_folder: Box<str>,
    /// Limit on its log output.
    pub(super) log_limit: LogLimit,
    /// Its creation request without names and folder, shared by robots of the same kind.
    pub(super) shared_request: Arc<Request>,
}

impl Origin {
    /// The port that the component is plugged into, or an empty string.
    pub(super) fn port(&self) -> &str {
        &self.shared_request.port
    }

    /// Creation request of the component of a robot.
    pub(super) fn request(&self, robot: &str) -> Request {
        Request {
            robot: robot.to_string(),
            name: self.name.to_string(),
            data_folder: self.data_folder.to_string(),
            ..(*self.shared_request).clone()
        }
    }
}

/// A request without the fields that are unique to one component; see [`Origin::request`].
pub(super) fn shareable(request: Request) -> Request {
    Request { robot: String::new(), name: String::new(), data_folder: String::new(), ..request }
}

/// A pool of deduplicated values: thousands of identical robots share their common data.
pub(super) struct Pool<T>(Vec<Arc<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> Pool<T> {
    /// Returns the value, shared with an equal one if there is one.
    pub(super) fn share(&mut self, value: T) -> Arc<T> {
        /// Robots of the same kind mostly follow each other, so an equal value is among the recent ones.
        const RECENT: usize = 64;
        if let Some(same) = self.0.iter().rev().take(RECENT).find(|known| ***known == value) {
            return same.clone();
        }
        let value = Arc::new(value);
        self.0.push(value.clone());
        value
    }
}

/// A range of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The range of `len` values from `start`.
    pub(super) fn new(start: usize, len: usize) -> Self {
        Self { start: start as u32, end: (start + len) as u32 }
    }

    /// Index of the first value.
    pub(super) fn start(self) -> usize {
        self.start as usize
    }

    /// As a `Range`.
    #[inline]
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A mounted sensor.
pub(super) struct SensorSlot {
    pub(super) slot: Slot<SensorTable>,
    /// Its range of the readings, clean and noisy alike.
    pub(super) readings: Span,
    /// `body_from_sensor`, kept up to date when the link moves.
    pub(super) body_from_mount: Isometry3<f64>,
    pub(super) noise: Option<Box<(Noise, NoiseState)>>,
    pub(super) mount: Box<MountPlace>,
    /// Cached neighborhood of a sensor that declares ray casting.
    pub(super) neighbors: Option<Box<NeighborList>>,
    /// Only read on request of the controller.
    pub(super) on_demand: bool,
    /// Not read because no other component uses it.
    pub(super) idle: bool,
    /// Tick whose world it has read, if a call between ticks requested the due reading early.
    pub(super) read_ahead: Option<u64>,
    /// Values of its last scan, if it declares a scan.
    pub(super) scan: Box<[f64]>,
}

/// A mounted actuator.
pub(super) struct ActuatorSlot {
    pub(super) slot: Slot<ActuatorTable>,
    pub(super) commands: Span,
    pub(super) effects: Span,
    pub(super) mount: Box<MountPlace>,
}

/// Mounting place of a sensor or actuator.
#[derive(Clone, Debug)]
pub(super) struct MountPlace {
    pub(super) link: usize,
    pub(super) link_from_mount: Isometry3<f64>,
    /// `body_from_mount`, kept up to date when the link moves.
    pub(super) body_from_mount: Isometry3<f64>,
}

impl MountPlace {
    /// Whether both have the same mounting place on their robots, regardless of joint positions.
    pub(super) fn same(&self, other: &Self) -> bool {
        (self.link, self.link_from_mount) == (other.link, other.link_from_mount)
    }
}

/// The element on which an effect acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    /// The mount of an actuator, by index.
    Mount(u32),
    /// A link, by index.
    Link(u32),
}

/// Source of the motion of a body.
pub(super) enum Drive {
    /// A plugin.
    Plugin(Slot<DynamicsTable>),
    /// The built-in rigid body of the engine, for movable objects without a dynamics plugin.
    BuiltIn,
}

/// An effect that the core applies itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CoreEffect {
    /// Joint position, set by the core.
    JointPosition { joint: usize, effect: usize },
    /// Joint velocity, integrated by the core.
    JointVelocity { joint: usize, effect: usize },
    /// Joint target: position, velocity, stiffness; a velocity drive if the stiffness is 0.
    JointTarget { joint: usize, effect: usize },
    /// A lamp on an actuator.
    Light { actuator: usize, effect: usize },
    /// A message from an actuator.
    Message { actuator: usize, effects: Range<usize> },
}

/// Number of values in each section of the telemetry, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) readings: usize,
    pub(super) commands: usize,
    pub(super) effects: usize,
    pub(super) published: usize,
    /// Movable joints; each has two values.
    pub(super) joints: usize,
}

/// The sections of a telemetry buffer as separate slices.
pub(super) struct Apart<'a> {
    pub(super) readings: &'a mut [f64],
    pub(super) commands: &'a mut [f64],
    pub(super) effects: &'a mut [f64],
    pub(super) published: &'a mut [f64],
    pub(super) clean: &'a mut [f64],
    pub(super) joints: &'a mut [f64],
}

impl Parts {
    /// Number of values in the whole buffer: readings, commands, effects, published values, clean readings, and position and velocity of
    /// each movable joint.
    pub(super) fn len(&self) -> usize {
        self.joints_start() + 2 * self.joints
    }

    /// Index of the first command.
    pub(super) fn commands_start(&self) -> usize {
        self.readings
    }

    /// Index of the first effect.
    pub(super) fn effects_start(&self) -> usize {
        self.readings + self.commands
    }

    /// Index of the first published value.
    pub(super) fn published_start(&self) -> usize {
        self.readings + self.commands + self.effects
    }

    /// Index of the first clean reading.
    pub(super) fn clean_start(&self) -> usize {
        self.published_start() + self.published
    }

    /// Index of the first joint position.
    pub(super) fn joints_start(&self) -> usize {
        self.clean_start() + self.readings
    }

    /// Splits a buffer into its sections.
    #[inline]
    pub(super) fn split<'a>(&self, telemetry: &'a mut [f64]) -> Apart<'a> {
        let (readings, rest) = telemetry.split_at_mut(self.readings);
        let (commands, rest) = rest.split_at_mut(self.commands);
        let (effects, rest) = rest.split_at_mut(self.effects);
        let (published, rest) = rest.split_at_mut(self.published);
        let (clean, joints) = rest.split_at_mut(self.readings);
        Apart { readings, commands, effects, published, clean, joints }
    }
}

/// An event that a mover reports during a tick; collected in order afterwards.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Incident {
    /// A component failed.
    Fault(super::fault::Fault),
    /// A component wrote a line.
    Log { component: Arc<str>, level: abi::LogLevel, text: String },
}

/// A robot or a movable object. The fields that every tick needs come last, see [`HOT`], so that thousands of movers stay in the CPU
/// caches.
#[repr(C)]
pub(super) struct Mover {
    pub(super) joint_limits: Vec<[f64; 2]>,
    /// The carrier of each effect.
    pub(super) effect_carriers: Box<[Carrier]>,
    pub(super) mass: Box<ContactMass>,
    /// The submerged solid, for objects that the engine moves in a scene with media.
    pub(super) immersible: Option<Box<Immersible>>,
    /// Number of times it began to touch anything but ground.
    pub(super) collisions: u64,
    /// Number of commands that were out of range and were clamped.
    pub(super) clamped_commands: u64,
    /// The first clamped command of this run, if not reported yet: its index and the requested value.
    pub(super) first_limited: Option<(u32, f64)>,
    /// Time at which it left the bounds of the scene, s.
    pub(super) out_of_bounds: Option<f64>,
    pub(super) name: Arc<str>,
    pub(super) model: Option<Arc<RobotModelSpec>>,
    /// Its scene properties for services, if any.
    pub(super) properties: Option<Arc<Properties>>,
    /// Half of the diagonal of its collision box, m: up to this height above a free surface its origin still feels the medium below.
    pub(super) half_diagonal: f64,
    /// Many dynamics read only its last part, which describes the ground.
    pub(super) environment: abi::Environment,

    pub(super) robot: bool,
    /// Its controller has failed, or it was halted: commands stay neutral.
    pub(super) halted: bool,
    /// Held by a service: its controller is not called, and commands are neutral.
    pub(super) held: bool,
    /// One of its commands has been clamped in this run.
    pub(super) limited: bool,
    /// The first clamped command is still to be collected.
    pub(super) tells_limit: bool,
    /// Whether a service has applied a wrench for the next step.
    pub(super) pushed: bool,
    /// Its environment needs a lookup of the media.
    pub(super) wants_medium: bool,
    /// It has just started, or a service or the user has moved it: the index must be updated, and its contacts are not known yet.
    pub(super) placed: bool,
    /// Its motion could not be computed and it was brought to rest; not reported yet.
    pub(super) diverged: bool,
    pub(super) body: BodyId,
    /// Index among the movers; robots come first.
    pub(super) index: usize,
    pub(super) telemetry: Vec<f64>,
    pub(super) parts: Parts,
    pub(super) sensors: Vec<SensorSlot>,
    /// Over the last tick, world axes, m/s² and rad/s²; updated for the sensors by [`Mover::accelerate`].
    pub(super) acceleration: Vector3<f64>,
    pub(super) angular_acceleration: Vector3<f64>,
    pub(super) state: abi::BodyState,
    pub(super) controller: Option<Slot<ControllerTable>>,
    /// Commands it in place of the controller.
    pub(super) program: Option<Box<Program>>,
    /// Minimum, maximum and neutral value of every command.
    pub(super) command_limits: Vec<[f64; 3]>,
    pub(super) actuators: Vec<ActuatorSlot>,
    pub(super) core_effects: Vec<CoreEffect>,
    pub(super) joints: Vec<abi::JointState>,
    /// `body_from_mount` of each effect as the dynamics uses it.
    pub(super) effect_mounts: Box<[abi::Pose]>,
    /// Joints that mimic others.
    pub(super) followers: Box<[Follower]>,
    /// Indices of the movable joints, whose state is in the telemetry.
    pub(super) moving: Box<[u32]>,
    pub(super) drive: Drive,
    /// State at the start of the last tick, the reference for acceleration and distance.
    pub(super) before: abi::BodyState,
    pub(super) memory: Vec<f64>,
    pub(super) random: Vec<abi::RandomState>,
    /// Half of the smallest extent of its colliders, m: moving further in one step requires a swept test.
    pub(super) half_thickness: f64,
    /// Distance traveled up to the start of the last tick, m; see [`Mover::traveled`].
    pub(super) distance: f64,
    pub(super) incidents: Vec<Incident>,
    pub(super) articulation: Option<Box<Articulation>>,
}

/// Offset of the part of a mover that every tick needs, bytes.
pub(super) const HOT: usize =
    std::mem::offset_of!(Mover, environment) + std::mem::offset_of!(abi::Environment, level_ground);

/// The data of a mover that the phases after the step need. These records are contiguous, because those phases iterate over all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub(super) body: BodyId,
    pub(super) pose: Isometry3<f64>,
    /// The pose has changed.
    pub(super) moved: bool,
    /// Continuous collision detection has clamped its motion.
    pub(super) stopped: bool,
    /// It has moved so far that it may have passed through another moving body.
    pub(super) meets: bool,
    /// It carries lamps or sends messages.
    pub(super) signals: bool,
    /// It has incidents to collect, or a clamped command.
    pub(super) has_incidents: bool,
}

impl Motion {
    /// For a mover that has not moved yet.
    pub(super) fn of(mover: &Mover) -> Self {
        let pose = mover.state.pose.into();
        Self {
            body: mover.body,
            pose,
            moved: false,
            stopped: false,
            meets: false,
            signals: false,
            has_incidents: false,
        }
    }
}

/// Mass properties for contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactMass {
    pub(super) inverse_mass: f64,
    pub(super) inverse_inertia: Matrix3<f64>,
    /// Center of mass in the body frame, m.
    pub(super) center: Vector3<f64>,
    pub(super) freedom: Freedom,
}

/// Converts the declared freedom to the type of the solver.
pub(super) fn freedom(declared: sim_abi::declare::Freedom) -> Freedom {
    match declared {
        sim_abi::declare::Freedom::Fixed => Freedom::Fixed,
        sim_abi::declare::Freedom::Planar => Freedom::Planar,
        sim_abi::declare::Freedom::Full => Freedom::Full,
    }
}

impl ContactMass {
    /// The solver's body for a state. A fixed body is at rest, whatever its reported velocity.
    pub(super) fn solver_body(&self, state: &abi::BodyState) -> Body {
        let pose = Isometry3::from(state.pose);
        if self.freedom == Freedom::Fixed {
            return Body::fixed(pose);
        }
        let arm = pose.rotation * self.center;
        let angular_velocity = Vector3::from(state.angular_velocity);
        Body {
            pose: Isometry3::from_parts((pose.translation.vector + arm).into(), pose.rotation),
            linear_velocity: Vector3::from(state.linear_velocity) + angular_velocity.cross(&arm),
            angular_velocity,
            inverse_mass: self.inverse_mass,
            inverse_inertia_body: self.inverse_inertia,
            freedom: self.freedom,
            ..Body::fixed(pose)
        }
    }

    /// The state of a solver's body.
    pub(super) fn state(&self, body: &Body) -> abi::BodyState {
        let arm = body.pose.rotation * self.center;
        let pose = Isometry3::from_parts((body.pose.translation.vector - arm).into(), body.pose.rotation);
        abi::BodyState {
            pose: pose.into(),
            linear_velocity: (body.linear_velocity - body.angular_velocity.cross(&arm)).into(),
            angular_velocity: body.angular_velocity.into(),
        }
    }
}

impl Mover {
    /// All declarations with kind and name of the component, in telemetry order.
    pub(super) fn declarations(&self) -> impl Iterator<Item = (Kind, &Arc<str>, &str, &Declaration, Span)> {
        let sensors = self.sensors.iter().map(|s| entry(Kind::Sensor, &s.slot));
        let actuators = self.actuators.iter().map(|a| entry(Kind::Actuator, &a.slot));
        let drive = match &self.drive {
            Drive::Plugin(slot) => Some(entry(Kind::Dynamics, slot)),
            Drive::BuiltIn => None,
        };
        let controller = self.controller.as_ref().map(|slot| entry(Kind::Controller, slot));
        sensors.chain(actuators).chain(drive).chain(controller)
    }

    /// Updates the mounts of effects to the joint positions of the last tick.
    #[inline]
    pub(super) fn follow_effect_mounts(&mut self) {
        let Some(articulation) = &self.articulation else { return };
        for (pose, carrier) in self.effect_mounts.iter_mut().zip(&self.effect_carriers) {
            *pose = match carrier {
                Carrier::Mount(actuator) => self.actuators[*actuator as usize].mount.body_from_mount.into(),
                Carrier::Link(link) => articulation.root_from_link[*link as usize].into(),
            };
        }
    }

    /// Determines which sensors no component uses; call it after the controller has changed.
    pub(super) fn wake_sensors(&mut self) {
        let declared = self.controller.as_ref().map(|slot| &slot.instance.declaration().reads);
        let reads = if self.program.is_some() { Some(&None) } else { declared };
        for sensor in &mut self.sensors {
            let name = &*sensor.slot.origin.name;
            // Without a controller no component reads sensors; a library that does not declare its reads may read any sensor.
            let read = match reads {
                Some(Some(names)) => names.iter().any(|read| read == name),
                Some(None) => true,
                None => false,
            };
            sensor.idle = sensor.on_demand && !read;
        }
    }

    /// The record for the phases after the step.
    #[inline]
    pub(super) fn motion(&mut self) -> Motion {
        let moved = self.before.pose != self.state.pose || std::mem::take(&mut self.placed);
        let signals =
            self.core_effects.iter().any(|e| matches!(e, CoreEffect::Light { .. } | CoreEffect::Message { .. }));
        let has_incidents = !self.incidents.is_empty() || self.tells_limit;
        Motion { moved, signals, has_incidents, ..Motion::of(self) }
    }

    /// Accelerations over the last tick, from the states at its ends.
    #[inline]
    pub(super) fn accelerate(&mut self, dt: f64) {
        let (old, new) = (&self.before, &self.state);
        let change = |new: abi::Vec3, old: abi::Vec3| (Vector3::from(new) - Vector3::from(old)) / dt;
        self.acceleration = change(new.linear_velocity, old.linear_velocity);
        self.angular_acceleration = change(new.angular_velocity, old.angular_velocity);
        if let Some(motions) = self.articulation.as_mut().and_then(|links| links.motions.as_mut()) {
            motions.accelerate(&self.joints, dt);
        }
    }

    /// Distance traveled up to the end of the last tick, m: the sum of the straight distances between the ends of ticks.
    #[inline]
    pub(super) fn traveled(&self) -> f64 {
        let (old, new) = (self.before.pose.position, self.state.pose.position);
        self.distance + (Vector3::from(new) - Vector3::from(old)).norm()
    }

    /// Moves mimic joints to the positions that follow from their leaders.
    #[inline]
    pub(super) fn follow_leaders(&mut self) {
        for follower in &self.followers {
            let leader = self.joints[follower.leader];
            let joint = &mut self.joints[follower.joint];
            (joint.position, joint.velocity) = follower.state(leader.position, leader.velocity);
        }
    }

    /// Updates links, colliders and mounts to changed joint positions, whatever moved the joints.
    #[inline]
    pub(super) fn notice_joints(&mut self) {
        if let Some(articulation) = &mut self.articulation {
            let mut pairs = articulation.positions.iter().zip(&self.joints);
            articulation.moved |= pairs.any(|(known, joint)| known.to_bits() != joint.position.to_bits());
        }
    }

    /// Writes positions and velocities of the movable joints into the telemetry.
    #[inline]
    pub(super) fn publish_joints(&mut self) {
        let apart = self.parts.split(&mut self.telemetry);
        for (values, joint) in apart.joints.chunks_exact_mut(2).zip(&self.moving) {
            let joint = &self.joints[*joint as usize];
            values.copy_from_slice(&[joint.position, joint.velocity]);
        }
    }

    /// Sets the velocity of joints driven only by the dynamics to zero, after the dynamics has failed.
    #[cold]
    pub(super) fn rest_joints(&mut self) {
        for number in 0..self.joints.len() {
            let moves = |effect: &CoreEffect| match effect {
                CoreEffect::JointPosition { joint, .. } | CoreEffect::JointVelocity { joint, .. } => *joint == number,
                _ => false,
            };
            if !self.core_effects.iter().any(moves) {
                self.joints[number].velocity = 0.0;
            }
        }
    }

    /// Whether any of its components has failed.
    pub(super) fn any_stopped(&self) -> bool {
        self.sensors.iter().any(|sensor| sensor.slot.stopped)
            || self.actuators.iter().any(|actuator| actuator.slot.stopped)
            || self.controller.as_ref().is_some_and(|slot| slot.stopped)
            || matches!(&self.drive, Drive::Plugin(slot) if slot.stopped)
    }
}

fn entry<T: sim_host::Table>(kind: Kind, slot: &Slot<T>) -> (Kind, &Arc<str>, &str, &Declaration, Span) {
    (kind, &slot.origin.name, slot.instance.id(), slot.instance.declaration(), slot.published)
}

impl Mover {
    /// Drops all components and returns the faults that occur.
    pub(super) fn close(self) -> Vec<super::fault::Fault> {
        let mut faults = Vec::new();
        let name = self.name.clone();
        for sensor in self.sensors {
            faults.extend(close(&name, Kind::Sensor, sensor.slot));
        }
        for actuator in self.actuators {
            faults.extend(close(&name, Kind::Actuator, actuator.slot));
        }
        if let Some(controller) = self.controller {
            faults.extend(close(&name, Kind::Controller, controller));
        }
        if let Drive::Plugin(slot) = self.drive {
            faults.extend(close(&name, Kind::Dynamics, slot));
        }
        faults
    }
}

fn close<T: sim_host::Table>(robot: &str, kind: Kind, slot: Slot<T>) -> Option<super::fault::Fault> {
    let Slot { instance, origin, .. } = slot;
    let name = origin.name;
    let id = instance.id().to_string();
    let fault = instance.close().err()?;
    Some(super::fault::Fault::reported(&fault).of(kind, robot, &name, &id))
}

#[cfg(test)]
mod tests;
