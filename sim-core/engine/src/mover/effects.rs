//! The effects of a robot's actuators.

use super::components::ActuatorSlot;
use crate::articulation::Articulation;
use sim_abi::ffi::types as abi;
use std::ops::Range;

/// The element on which an effect acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    /// The mount of an actuator, by index.
    Mount(u32),
    /// A link, by index.
    Link(u32),
}

/// An effect that the core applies itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CoreEffect {
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

/// Where the effects of a robot act, and those that the core applies. Their values are in its telemetry.
#[derive(Default)]
pub(crate) struct Effects {
    /// `body_from_mount` of each effect as the dynamics uses it.
    pub(crate) mounts: Box<[abi::Pose]>,
    /// The carrier of each effect.
    pub(crate) carriers: Box<[Carrier]>,
    /// Effects that the core applies itself.
    pub(crate) core: Box<[CoreEffect]>,
}

impl Effects {
    /// Updates the mounts to the joint positions of the last tick.
    #[inline]
    pub(crate) fn follow_mounts(&mut self, articulation: Option<&Articulation>, actuators: &[ActuatorSlot]) {
        let Some(articulation) = articulation else { return };
        for (pose, carrier) in self.mounts.iter_mut().zip(&self.carriers) {
            *pose = match carrier {
                Carrier::Mount(actuator) => actuators[*actuator as usize].mount.body_from_mount.into(),
                Carrier::Link(link) => articulation.root_from_link[*link as usize].into(),
            };
        }
    }

    /// Whether a lamp or a message is among them.
    #[inline]
    pub(crate) fn signal(&self) -> bool {
        self.core.iter().any(|effect| matches!(effect, CoreEffect::Light { .. } | CoreEffect::Message { .. }))
    }
}
