//! Movers: robots with their components, and movable objects of the scene.

use super::articulation::Articulation;
use super::log_limit::LogLimit;
use super::noise::{Noise, NoiseState};
use crate::geometry::{BodyId, NeighbourList};
use crate::model::Follower;
use crate::physics::{Body, Freedom, Immersible};
use crate::plugins::{Instance, Offer};
use crate::scene::Properties;
use nalgebra::{Isometry3, Matrix3, Vector3};
use sim_abi::declare::{Declaration, Kind, Request};
use sim_abi::ffi::module::{ActuatorTable, ControllerTable, DynamicsTable, SensorTable};
use sim_abi::ffi::types as abi;
use sim_abi::model::RobotModelSpec;
use std::ops::Range;
use std::sync::Arc;

/// A component in its place on a robot: what every step needs. The rest is kept apart, so that the slots of many robots
/// stay in the processor's caches.
pub(super) struct Slot<T: crate::plugins::Table> {
    pub(super) instance: Instance<T>,
    /// Its part of the robot's published values and random streams.
    pub(super) published: Span,
    pub(super) random: Span,
    /// Called every so many ticks.
    pub(super) every: u32,
    /// Set when it has failed.
    pub(super) stopped: bool,
    /// Published values instead of its part of the telemetry, which only a reloaded library with other values has.
    #[allow(clippy::box_collection, reason = "one pointer in the slot, nearly always null")]
    pub(super) unrecorded: Option<Box<Vec<f64>>>,
    pub(super) origin: Box<Origin>,
}

/// Where a component comes from: what messages and a reload need.
pub(super) struct Origin {
    /// Name within the robot.
    pub(super) name: Arc<str>,
    /// Library that offered it.
    pub(super) offer: Offer,
    /// Folder for its files.
    pub(super) data_folder: Box<str>,
    /// What it has written to the log.
    pub(super) log_limit: LogLimit,
    /// What it was made with, apart from its names and its folder: robots of a kind share it.
    pub(super) shared_request: Arc<Request>,
}

impl Origin {
    /// Port that it is plugged into, or nothing.
    pub(super) fn port(&self) -> &str {
        &self.shared_request.port
    }

    /// What the component of a robot was made with.
    pub(super) fn request(&self, robot: &str) -> Request {
        Request {
            robot: robot.to_string(),
            name: self.name.to_string(),
            data_folder: self.data_folder.to_string(),
            ..(*self.shared_request).clone()
        }
    }
}

/// A request without what only one component has; see [`Origin::request`].
pub(super) fn shareable(request: Request) -> Request {
    Request { robot: String::new(), name: String::new(), data_folder: String::new(), ..request }
}

/// Equal values, kept once. Thousands of equal robots would else fill the memory with what they have in common.
pub(super) struct Pool<T>(Vec<Arc<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> Pool<T> {
    /// The value, shared with those that are equal to it.
    pub(super) fn share(&mut self, value: T) -> Arc<T> {
        /// Robots of a kind mostly follow each other, so what is equal was made not long ago.
        const RECENT: usize = 64;
        if let Some(same) = self.0.iter().rev().take(RECENT).find(|known| ***known == value) {
            return same.clone();
        }
        let value = Arc::new(value);
        self.0.push(value.clone());
        value
    }
}

/// A part of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The part from `start` with `len` values.
    pub(super) fn new(start: usize, len: usize) -> Self {
        Self { start: start as u32, end: (start + len) as u32 }
    }

    /// Index of the first value.
    pub(super) fn start(self) -> usize {
        self.start as usize
    }

    /// As a range.
    #[inline]
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A sensor in its place.
pub(super) struct SensorSlot {
    pub(super) slot: Slot<SensorTable>,
    /// Its part of the readings, clean and noisy alike.
    pub(super) readings: Span,
    /// `body_from_sensor`, kept up to date when the link moves.
    pub(super) body_from_mount: Isometry3<f64>,
    pub(super) noise: Option<Box<(Noise, NoiseState)>>,
    pub(super) mount: Box<MountPlace>,
    /// What lies around it, of one that says that it casts rays.
    pub(super) neighbours: Option<Box<NeighbourList>>,
    /// Read only where the controller has asked for it.
    pub(super) on_demand: bool,
    /// Not read, because no other component uses it.
    pub(super) idle: bool,
    /// Tick whose world it has read, when a call between ticks has asked for the reading that was due.
    pub(super) read_ahead: Option<u64>,
    /// Values of its last scan, of one that declares them.
    pub(super) scan: Box<[f64]>,
}

/// An actuator in its place.
pub(super) struct ActuatorSlot {
    pub(super) slot: Slot<ActuatorTable>,
    pub(super) commands: Span,
    pub(super) effects: Span,
    pub(super) mount: Box<MountPlace>,
}

/// Where a sensor or an actuator sits.
#[derive(Clone, Debug)]
pub(super) struct MountPlace {
    pub(super) link: usize,
    pub(super) link_from_mount: Isometry3<f64>,
    /// `body_from_mount`, kept up to date when the link moves.
    pub(super) body_from_mount: Isometry3<f64>,
}

impl MountPlace {
    /// Whether two sit at the same place of their robots, wherever joints have moved them.
    pub(super) fn same(&self, other: &Self) -> bool {
        (self.link, self.link_from_mount) == (other.link, other.link_from_mount)
    }
}

/// What an effect acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    /// The mount of an actuator, by its number.
    Mount(u32),
    /// A link, by its number.
    Link(u32),
}

/// What moves a body.
pub(super) enum Drive {
    /// A plugin.
    Plugin(Slot<DynamicsTable>),
    /// The engine's own rigid body, for movable things without a dynamics of their own.
    Free,
}

/// An effect that the core itself turns into something.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CoreEffect {
    /// Position of a joint, which the core sets.
    JointPosition { joint: usize, effect: usize },
    /// Velocity of a joint, which the core integrates.
    JointVelocity { joint: usize, effect: usize },
    /// Target of a joint: position, velocity, stiffness; a drive of velocity where the stiffness is 0.
    JointTarget { joint: usize, effect: usize },
    /// A lamp at an actuator.
    Light { actuator: usize, effect: usize },
    /// A message from an actuator.
    Message { actuator: usize, effects: Range<usize> },
}

/// Number of values in each part of the telemetry, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) readings: usize,
    pub(super) commands: usize,
    pub(super) effects: usize,
    pub(super) published: usize,
    /// Joints that move; each has two values.
    pub(super) joints: usize,
}

/// The parts of a telemetry buffer, apart.
pub(super) struct Apart<'a> {
    pub(super) readings: &'a mut [f64],
    pub(super) commands: &'a mut [f64],
    pub(super) effects: &'a mut [f64],
    pub(super) published: &'a mut [f64],
    pub(super) clean: &'a mut [f64],
    pub(super) joints: &'a mut [f64],
}

impl Parts {
    /// Number of values of the whole buffer: readings, commands, effects, published values, clean readings, and the position
    /// and velocity of each joint that moves.
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

    /// Index of the first joint's position.
    pub(super) fn joints_start(&self) -> usize {
        self.clean_start() + self.readings
    }

    /// Takes a buffer apart.
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

/// What a mover reports of a tick, to be collected in order afterwards.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Incident {
    /// A component failed.
    Fault(super::fault::Fault),
    /// A component wrote a line.
    Log { component: Arc<str>, level: abi::LogLevel, text: String },
}

/// A robot or a movable thing. What every tick needs comes last, see [`HOT`], so that thousands of movers stay in the
/// processor's caches.
#[repr(C)]
pub(super) struct Mover {
    pub(super) joint_limits: Vec<[f64; 2]>,
    /// What carries each effect.
    pub(super) effect_carriers: Box<[Carrier]>,
    pub(super) mass: Box<ContactMass>,
    /// The solid that media carry, of things that the engine itself moves in a scene with media.
    pub(super) immersible: Option<Box<Immersible>>,
    /// Number of times it began to touch something that is not ground.
    pub(super) collisions: u64,
    /// Commands that were outside their range and have been limited.
    pub(super) limited_commands: u64,
    /// The first of them in this run that was not told yet: which command, and what was asked for.
    pub(super) first_limited: Option<(u32, f64)>,
    /// Time at which it has left the bounds of the scene, s.
    pub(super) lost: Option<f64>,
    pub(super) name: Arc<str>,
    pub(super) model: Option<Arc<RobotModelSpec>>,
    /// What the scene says of it for services, if anything.
    pub(super) properties: Option<Arc<Properties>>,
    /// Half of the diagonal of its collision box, m: so far above a free surface its origin still feels the medium below.
    pub(super) half_diagonal: f64,
    /// Many a dynamics looks at nothing but its end, which tells of the ground.
    pub(super) environment: abi::Environment,

    pub(super) robot: bool,
    /// Its controller has failed, or it was made safe: commands stay neutral.
    pub(super) halted: bool,
    /// A service holds it: its controller is not called, and commands are neutral.
    pub(super) held: bool,
    /// A command of it has been limited in this run.
    pub(super) limited: bool,
    /// Which one it was is still to be gathered.
    pub(super) tells_limit: bool,
    /// A service has applied a wrench for the next step.
    pub(super) pushed: bool,
    /// Media have to be looked up for the environment.
    pub(super) wants_medium: bool,
    /// It starts, or a service or the window has put it somewhere: the index must follow, and what it touches is not known yet.
    pub(super) placed: bool,
    /// Its motion could not be computed, and it was brought to rest; that is still to be told.
    pub(super) diverged: bool,
    pub(super) body: BodyId,
    /// Index among the movers; robots come first.
    pub(super) index: usize,
    pub(super) telemetry: Vec<f64>,
    pub(super) parts: Parts,
    pub(super) sensors: Vec<SensorSlot>,
    /// Over the last tick, world axes, m/s² and rad/s²; [`Mover::accelerate`] brings them up to date for the sensors.
    pub(super) acceleration: Vector3<f64>,
    pub(super) angular_acceleration: Vector3<f64>,
    pub(super) state: abi::BodyState,
    pub(super) controller: Option<Slot<ControllerTable>>,
    /// Lowest and highest value and neutral value of every command.
    pub(super) command_limits: Vec<[f64; 3]>,
    pub(super) actuators: Vec<ActuatorSlot>,
    pub(super) core_effects: Vec<CoreEffect>,
    pub(super) joints: Vec<abi::JointState>,
    /// `body_from_mount` of each effect as the dynamics sees it.
    pub(super) effect_mounts: Box<[abi::Pose]>,
    /// Joints that follow others.
    pub(super) followers: Box<[Follower]>,
    /// Joints that move, by number: the telemetry tells of them.
    pub(super) moving: Box<[u32]>,
    pub(super) drive: Drive,
    /// The state in which the last tick began, from which acceleration and way are measured.
    pub(super) before: abi::BodyState,
    pub(super) memory: Vec<f64>,
    pub(super) random: Vec<abi::RandomState>,
    /// Half of the smallest extent of its colliders, m: moving farther in one step asks for a swept test.
    pub(super) thin: f64,
    /// Way travelled up to the beginning of the last tick, m; see [`Mover::travelled`].
    pub(super) distance: f64,
    pub(super) incidents: Vec<Incident>,
    pub(super) articulation: Option<Box<Articulation>>,
}

/// The part of a mover that every tick needs: where it begins, bytes.
pub(super) const HOT: usize =
    std::mem::offset_of!(Mover, environment) + std::mem::offset_of!(abi::Environment, level_ground);

/// What the phases after the step need of a mover. These records lie side by side, because those phases go through all of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub(super) body: BodyId,
    pub(super) pose: Isometry3<f64>,
    /// The pose is another than before.
    pub(super) moved: bool,
    /// Continuous collision detection has stopped it on its way.
    pub(super) stopped: bool,
    /// It has moved so far that it may have passed through another body that moves.
    pub(super) meets: bool,
    /// It carries lamps or sends messages.
    pub(super) signals: bool,
    /// It has incidents to collect, or a limited command.
    pub(super) has_incidents: bool,
}

impl Motion {
    /// Of a mover that has not moved yet.
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
    /// Centre of mass in the body's frame, m.
    pub(super) center: Vector3<f64>,
    pub(super) freedom: Freedom,
}

/// How a body may move, as the solver's type.
pub(super) fn freedom(declared: sim_abi::declare::Freedom) -> Freedom {
    match declared {
        sim_abi::declare::Freedom::Fixed => Freedom::Fixed,
        sim_abi::declare::Freedom::Planar => Freedom::Planar,
        sim_abi::declare::Freedom::Full => Freedom::Full,
    }
}

impl ContactMass {
    /// The solver's body for a state. What is fixed rests, whatever speed it is said to have.
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

    /// The state for a solver's body.
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
    /// Every declaration with the kind and name of its component, in the order of the telemetry.
    pub(super) fn declarations(&self) -> impl Iterator<Item = (Kind, &Arc<str>, &str, &Declaration, Span)> {
        let sensors = self.sensors.iter().map(|s| entry(Kind::Sensor, &s.slot));
        let actuators = self.actuators.iter().map(|a| entry(Kind::Actuator, &a.slot));
        let drive = match &self.drive {
            Drive::Plugin(slot) => Some(entry(Kind::Dynamics, slot)),
            Drive::Free => None,
        };
        let controller = self.controller.as_ref().map(|slot| entry(Kind::Controller, slot));
        sensors.chain(actuators).chain(drive).chain(controller)
    }

    /// Brings the places where effects act up to the joints of the last tick.
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

    /// Finds out which sensors no component uses; to be called when the robot has got another controller.
    pub(super) fn wake_sensors(&mut self) {
        let reads = self.controller.as_ref().map(|slot| &slot.instance.declaration().reads);
        for sensor in &mut self.sensors {
            let name = &*sensor.slot.origin.name;
            // Without a controller no component reads; a library that does not tell may read anything.
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

    /// Way travelled up to the end of the last tick, m: the sum of the straight ways between the ends of ticks.
    #[inline]
    pub(super) fn travelled(&self) -> f64 {
        let (old, new) = (self.before.pose.position, self.state.pose.position);
        self.distance + (Vector3::from(new) - Vector3::from(old)).norm()
    }

    /// Moves joints that follow others to where those have come.
    #[inline]
    pub(super) fn follow_leaders(&mut self) {
        for follower in &self.followers {
            let leader = self.joints[follower.leader];
            let joint = &mut self.joints[follower.joint];
            (joint.position, joint.velocity) = follower.state(leader.position, leader.velocity);
        }
    }

    /// Lets links, colliders and mounts follow joints that are not where they were, whatever has moved them.
    #[inline]
    pub(super) fn notice_joints(&mut self) {
        if let Some(articulation) = &mut self.articulation {
            let mut pairs = articulation.positions.iter().zip(&self.joints);
            articulation.moved |= pairs.any(|(known, joint)| known.to_bits() != joint.position.to_bits());
        }
    }

    /// Writes positions and velocities of the joints that move into the telemetry.
    #[inline]
    pub(super) fn tell_joints(&mut self) {
        let apart = self.parts.split(&mut self.telemetry);
        for (values, joint) in apart.joints.chunks_exact_mut(2).zip(&self.moving) {
            let joint = &self.joints[*joint as usize];
            values.copy_from_slice(&[joint.position, joint.velocity]);
        }
    }

    /// Takes the speed of the joints that nothing but a dynamics moves, when that has failed.
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

fn entry<T: crate::plugins::Table>(kind: Kind, slot: &Slot<T>) -> (Kind, &Arc<str>, &str, &Declaration, Span) {
    (kind, &slot.origin.name, slot.instance.id(), slot.instance.declaration(), slot.published)
}

impl Mover {
    /// Drops all components; what fails at that is returned.
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

fn close<T: crate::plugins::Table>(robot: &str, kind: Kind, slot: Slot<T>) -> Option<super::fault::Fault> {
    let Slot { instance, origin, .. } = slot;
    let name = origin.name;
    let id = instance.id().to_string();
    let fault = instance.close().err()?;
    Some(super::fault::Fault::reported(&fault).of(kind, robot, &name, &id))
}

#[cfg(test)]
mod tests;
