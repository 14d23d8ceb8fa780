//! Actuators: compute effects from commands.

use crate::call::{Call, Common, common_methods, shares};
use crate::declare::{Channel, Datasheet, Effect, EffectKind, Function};
use crate::fault::{Fault, Result};
use crate::ffi::frames::ActuatorFrame;
use crate::ffi::types::JointState;
use crate::ffi::views::Rows;
use crate::joint::{JointIndex, JointReading, find_joint};
use crate::math::Pose;
use crate::model::Joint;
use crate::params::Params;
use serde_json::Value;

/// Converts a controller's commands to effects: joint velocities, thrust, light, messages.
pub trait Actuator: Sized + Send + 'static {
    /// Parameters. Use [`NoParams`](crate::params::NoParams) for none.
    type Params: Params;

    /// Creates an actuator and declares its command channels and effects.
    fn new(params: Self::Params, setup: &mut ActuatorSetup) -> Result<Self>;

    /// Called every tick.
    fn act(&mut self, io: &mut ActuatorIo) -> Result;

    common_methods!();

    /// Executes one of [`Actuator::functions`]. Commands that it writes to `commands` hold until the next write; values
    /// outside a channel's range are clamped.
    fn call(&mut self, function: &str, _arguments: &[Value], _commands: &mut [f64]) -> Result<Value> {
        Err(Fault::new(format!("unknown function `{function}`")))
    }
}

/// An effect declared at setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectOut {
    start: usize,
    len: usize,
}

/// Setup of an actuator.
#[derive(Clone, Debug, Default)]
pub struct ActuatorSetup(pub(crate) Common);

impl ActuatorSetup {
    /// Declares a command channel. Its `neutral` value is commanded when the robot is halted.
    pub fn command(&mut self, channel: Channel) {
        self.0.declaration.channels.push(channel);
    }

    /// Declares an effect with the number and units of values of its kind.
    pub fn effect(&mut self, kind: EffectKind) -> EffectOut {
        let channels = kind.channels();
        self.effect_with(kind, channels)
    }

    /// Declares an effect with its own channels, for messages and custom effects.
    pub fn effect_with(&mut self, kind: EffectKind, channels: Vec<Channel>) -> EffectOut {
        let effects = &mut self.0.declaration.effects;
        let start = effects.iter().map(|effect| effect.channels.len()).sum();
        let len = channels.len();
        effects.push(Effect { kind, channels });
        EffectOut { start, len }
    }

    /// Finds a joint of the robot.
    #[track_caller]
    pub fn joint(&self, name: &str) -> Result<JointIndex> {
        find_joint(&self.0.request.joints, name)
    }

    /// Description of a joint.
    pub fn joint_spec(&self, joint: JointIndex) -> &Joint {
        &self.0.request.joints[joint.0]
    }

    /// Initial `body_from_mount`.
    pub fn mount(&self) -> Pose {
        self.0.request.mount.isometry()
    }
}

impl EffectKind {
    /// Channels of this kind; empty for messages and custom effects, which have their own.
    pub fn channels(&self) -> Vec<Channel> {
        let vector = |names: [&str; 3], unit: &str| names.map(|name| Channel::new(name, unit));
        match self {
            EffectKind::JointVelocity { .. } => vec![Channel::new("velocity", "rad/s")],
            EffectKind::JointPosition { .. } => vec![Channel::new("position", "rad")],
            EffectKind::Thrust => vec![Channel::new("thrust", "N")],
            EffectKind::JointEffort { .. } => vec![Channel::new("effort", "N·m")],
            EffectKind::JointTarget { .. } => vec![
                Channel::new("position", "rad"),
                Channel::new("velocity", "rad/s"),
                Channel::new("stiffness", "N·m/rad"),
                Channel::new("damping", "N·m·s/rad"),
                Channel::new("limit", "N·m"),
            ],
            EffectKind::Wrench | EffectKind::LinkWrench { .. } => {
                let force = vector(["force_x", "force_y", "force_z"], "N");
                force.into_iter().chain(vector(["torque_x", "torque_y", "torque_z"], "N·m")).collect()
            }
            EffectKind::Light => {
                let mut channels = vector(["red", "green", "blue"], "1").to_vec();
                channels.push(Channel::new("intensity", "1"));
                channels
            }
            EffectKind::Message | EffectKind::Custom(_) | EffectKind::Unknown => Vec::new(),
        }
    }
}

shares!(ActuatorSetup, 0: Common);

/// Commands and effects during a step.
pub struct ActuatorIo<'a> {
    call: Call<'a>,
    commands: &'a [f64],
    joints: Rows<JointState>,
    effects: &'a mut [f64],
}

impl<'a> ActuatorIo<'a> {
    /// Wraps a frame.
    ///
    /// # Safety
    /// As for a [controller](crate::controller::ControllerIo::of).
    #[inline]
    pub(crate) unsafe fn of(frame: &'a ActuatorFrame) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            Self {
                commands: frame.commands.as_slice(),
                joints: frame.joints,
                effects: frame.effects.as_slice(),
                call: Call::of(frame.call),
            }
        }
    }

    /// Commands, in the order of their declaration; always finite and within their ranges.
    #[inline]
    pub fn commands(&self) -> &[f64] {
        self.commands
    }

    /// State of a joint at the end of the last tick.
    #[inline]
    pub fn joint(&self, joint: JointIndex) -> JointReading {
        // SAFETY: the frame lends the joints for the length of the call.
        JointReading(unsafe { self.joints.get(joint.0) })
    }

    /// Values of an effect, to write to.
    #[inline]
    pub fn effect(&mut self, effect: EffectOut) -> &mut [f64] {
        &mut self.effects[effect.start..effect.start + effect.len]
    }

    /// Writes an effect with a single value.
    #[inline]
    pub fn set(&mut self, effect: EffectOut, value: f64) {
        self.effects[effect.start] = value;
    }
}

shares!(ActuatorIo<'a>, call: Call<'a>);
