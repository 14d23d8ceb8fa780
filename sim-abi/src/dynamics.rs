//! Dynamics: computes the next state from the state and the effects.

use crate::call::{Call, Common, shares};
use crate::declare::{Channel, Datasheet, EffectKind, EffectPart, Freedom, LinkPart};
use crate::fault::{Cause, Fault, Result, nearest};
use crate::ffi::frames::DynamicsFrame;
use crate::ffi::types::JointState;
use crate::ffi::views::RowsMut;
use crate::joint::{JointIndex, JointReading, find_joint};
use crate::math::{BodyState, Vec3};
use crate::model::{Joint, MassProperties};
use crate::params::Params;
use crate::wheel::Wheel;
use crate::world::World;

/// Moves one body: a pure function of its state, its memory, the effects of the robot's actuators, and its environment.
///
/// `step` takes `&self`: state beyond the body's (motor lag, a filter) is declared as memory with [`DynamicsSetup::memory`].
/// The core owns that memory, so snapshot, undo and replay work without further code.
pub trait Dynamics: Sized + Send + Sync + 'static {
    /// Parameters. Use [`NoParams`](crate::params::NoParams) for none.
    type Params: Params;

    /// Creates a dynamics: declares the effects that it consumes, its memory and the body's degrees of freedom.
    fn new(params: Self::Params, setup: &mut DynamicsSetup) -> Result<Self>;

    /// Computes the state after one period, in place.
    fn step(&self, io: &mut DynamicsIo) -> Result;

    /// Metadata that is available without creating an instance. With [`Datasheet::needs`], users are warned if a scene lacks what
    /// the body needs to move.
    fn datasheet() -> Datasheet {
        Datasheet::default()
    }
}

/// An effect that the dynamics consumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectIn {
    index: usize,
    start: usize,
    len: usize,
}

/// A number in the memory of a dynamics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory(usize);

/// Setup of a dynamics.
#[derive(Clone, Debug, Default)]
pub struct DynamicsSetup(pub(crate) Common);

impl DynamicsSetup {
    /// Consumes the target velocity of a joint (rad/s or m/s). Fails if no actuator drives that joint.
    #[track_caller]
    pub fn joint_velocity(&mut self, joint: &str) -> Result<EffectIn> {
        let kind = EffectKind::JointVelocity { joint: joint.to_string() };
        match self.0.request.effects.iter().position(|part| part.effect.kind == kind) {
            Some(index) => Ok(self.consume(index)),
            None => Err(self.no_drive(joint)),
        }
    }

    #[track_caller]
    fn no_drive(&self, joint: &str) -> Fault {
        let driven: Vec<&str> = self
            .effects()
            .iter()
            .filter_map(|part| match &part.effect.kind {
                EffectKind::JointVelocity { joint } => Some(joint.as_str()),
                _ => None,
            })
            .collect();
        let help = match nearest(joint, driven.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if driven.is_empty() => "mount an actuator with a joint-velocity effect on it".to_string(),
            None => format!("driven joints: {}", driven.join(", ")),
        };
        Fault::new(format!("no actuator drives the joint `{joint}`")).help(help).because(Cause::Binding)
    }

    /// All effects of the robot's actuators.
    pub fn effects(&self) -> &[EffectPart] {
        &self.0.request.effects
    }

    /// Consumes the effect at this index in [`DynamicsSetup::effects`].
    pub fn consume(&mut self, index: usize) -> EffectIn {
        let part = &self.0.request.effects[index];
        self.0.declaration.consumes.push(index);
        EffectIn { index, start: part.offset, len: part.effect.channels.len() }
    }

    /// Consumes all thrusts and wrenches, of mounts and of links; [`Thrusters::total`] sums them.
    pub fn thrusters(&mut self) -> Thrusters {
        let mut thrusters = Vec::new();
        for index in 0..self.0.request.effects.len() {
            let wrench = match self.0.request.effects[index].effect.kind {
                EffectKind::Thrust => false,
                EffectKind::Wrench | EffectKind::LinkWrench { .. } => true,
                _ => continue,
            };
            thrusters.push((self.consume(index), wrench));
        }
        Thrusters(thrusters)
    }

    /// Declares a number in memory; the channel's `neutral` is its initial value.
    pub fn memory(&mut self, channel: Channel) -> Memory {
        self.0.declaration.memory.push(channel);
        Memory(self.0.declaration.memory.len() - 1)
    }

    /// Sets the body's degrees of freedom. Default: all six.
    pub fn freedom(&mut self, freedom: Freedom) {
        self.0.declaration.freedom = freedom;
    }

    /// Sets the mass used for contacts, kg. Default: the model's.
    pub fn contact_mass(&mut self, mass: f64) {
        self.0.declaration.contact_mass = Some(mass);
    }

    /// Declares a wheel that supports the body: contacts and wheels are then solved together.
    pub fn wheel(&mut self, wheel: Wheel) {
        self.0.declaration.wheels.push(wheel);
    }

    /// Mass properties of the whole robot about its origin, from the model.
    pub fn mass(&self) -> MassProperties {
        self.0.request.mass
    }

    /// The robot's links with their mass properties, in the order of the model; joints refer to them by name.
    pub fn links(&self) -> &[LinkPart] {
        &self.0.request.links
    }

    /// Half extents of the robot's collision box in its own frame, m.
    pub fn half_extents(&self) -> Vec3 {
        self.0.request.half_extents.into()
    }

    /// Finds a joint to read or move.
    #[track_caller]
    pub fn joint(&self, name: &str) -> Result<JointIndex> {
        find_joint(&self.0.request.joints, name)
    }

    /// All joints.
    pub fn joints(&self) -> &[Joint] {
        &self.0.request.joints
    }
}

/// All thrusts and wrenches of a robot. They act at the current pose of their mounts: a thruster on a joint turns with it.
#[derive(Clone, Debug, Default)]
pub struct Thrusters(Vec<(EffectIn, bool)>);

impl Thrusters {
    /// Force (N) and torque about the body's origin (N·m), both in body axes.
    pub fn total(&self, io: &DynamicsIo<'_>) -> (Vec3, Vec3) {
        let mut sum = (Vec3::zeros(), Vec3::zeros());
        for (effect, wrench) in &self.0 {
            let (values, body_from_mount) = (io.effect(*effect), io.mount(*effect));
            let (force_mount, torque_mount) = if *wrench {
                (Vec3::new(values[0], values[1], values[2]), Vec3::new(values[3], values[4], values[5]))
            } else {
                (Vec3::new(values[0], 0.0, 0.0), Vec3::zeros())
            };
            let force = body_from_mount.rotation * force_mount;
            sum.0 += force;
            sum.1 += body_from_mount.rotation * torque_mount + body_from_mount.translation.vector.cross(&force);
        }
        sum
    }

    /// Number of thrusts and wrenches.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

shares!(DynamicsSetup, 0: Common);

/// Environment of a body during one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Environment {
    /// Gravitational acceleration, world axes, m/s².
    pub gravity: Vec3,
    /// Density of the medium at the body's origin, kg/m³.
    pub density: f64,
    /// Dynamic viscosity of the medium, Pa·s.
    pub viscosity: f64,
    /// Height of the medium's free surface, m; infinite without one.
    pub surface_height: f64,
    /// Density of the medium above the free surface, kg/m³.
    pub density_above: f64,
    /// Velocity of the medium, world axes, m/s.
    pub flow: Vec3,
    /// Forces that services apply at the body's origin, world axes, N.
    pub external_force: Vec3,
    /// Torques that services apply, world axes, N·m.
    pub external_torque: Vec3,
    /// Whether all ground of the scene is horizontal planes: a robot on it keeps its height and need not query
    /// [`World::ground`] in every step. May change between steps, when a service adds or removes a ramp.
    pub level_ground: bool,
}

impl From<&crate::ffi::types::Environment> for Environment {
    #[inline]
    fn from(e: &crate::ffi::types::Environment) -> Self {
        Self {
            gravity: e.gravity.into(),
            density: e.density,
            viscosity: e.viscosity,
            surface_height: e.surface_height,
            density_above: e.density_above,
            flow: e.flow.into(),
            external_force: e.external_force.into(),
            external_torque: e.external_torque.into(),
            level_ground: e.level_ground != 0,
        }
    }
}

/// State, memory and effects during a step.
pub struct DynamicsIo<'a> {
    call: Call<'a>,
    /// State of the body: before the step on input; write the state after the step to it.
    pub body: BodyState,
    world: World<'a>,
    memory: &'a mut [f64],
    effects: &'a [f64],
    mounts: &'a [crate::ffi::types::Pose],
    joints: RowsMut<JointState>,
    environment: &'a crate::ffi::types::Environment,
}

impl<'a> DynamicsIo<'a> {
    /// Runs one step on a frame.
    ///
    /// # Safety
    /// As for a [controller](crate::controller::ControllerIo::of).
    #[inline]
    pub(crate) unsafe fn run(frame: &DynamicsFrame, step: impl FnOnce(&mut DynamicsIo<'_>) -> Result) -> Result {
        // SAFETY: the caller's promise.
        let mut io = unsafe {
            let call = Call::of(frame.call);
            DynamicsIo {
                body: (*frame.body).into(),
                world: World::of(&*frame.world, call.context()),
                memory: frame.memory.as_slice(),
                effects: frame.effects.as_slice(),
                mounts: frame.mounts.as_slice(),
                joints: frame.joints,
                environment: &*frame.environment,
                call,
            }
        };
        step(&mut io)?;
        // SAFETY: as above.
        unsafe { *frame.body = io.body.into() };
        Ok(())
    }

    /// Queries of the world at the end of the last tick: rays, ground, media, contacts of the robot. The results count as
    /// inputs of the step, so it stays a pure function.
    #[inline]
    pub fn world(&self) -> World<'a> {
        self.world
    }

    /// Current `body_from_mount` of an effect: a thruster on a joint turns with it. For an effect on a link or a joint it is
    /// `body_from_link` of that link, or of the joint's child link.
    #[inline]
    pub fn mount(&self, effect: EffectIn) -> crate::math::Pose {
        self.mounts[effect.index].into()
    }

    /// Values of an effect.
    #[inline]
    pub fn effect(&self, effect: EffectIn) -> &[f64] {
        &self.effects[effect.start..effect.start + effect.len]
    }

    /// First value of an effect.
    #[inline]
    pub fn effect_value(&self, effect: EffectIn) -> f64 {
        self.effects[effect.start]
    }

    /// Reads a number from memory.
    #[inline]
    pub fn memory(&self, memory: Memory) -> f64 {
        self.memory[memory.0]
    }

    /// Writes a number to memory.
    #[inline]
    pub fn set_memory(&mut self, memory: Memory, value: f64) {
        self.memory[memory.0] = value;
    }

    /// Current state of a joint.
    #[inline]
    pub fn joint(&self, joint: JointIndex) -> JointReading {
        // SAFETY: the frame lends the joints for the length of the call.
        JointReading(unsafe { self.joints.rows().get(joint.0) })
    }

    /// Sets the state of a joint and the effort that its drive applied.
    #[inline]
    pub fn set_joint(&mut self, joint: JointIndex, state: JointState) {
        // SAFETY: as above; nothing else uses them meanwhile.
        unsafe { self.joints.update(joint.0, state) };
    }

    /// Environment of the body.
    #[inline]
    pub fn environment(&self) -> Environment {
        self.environment.into()
    }
}

shares!(DynamicsIo<'a>, call: Call<'a>);
