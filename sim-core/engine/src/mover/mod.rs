//! Movers: robots with their components, and movable scene objects.

mod commands;
mod components;
mod contact;
mod effects;
mod environment;
mod identity;
mod joints;
mod motion_state;
mod statistics;
mod telemetry;

pub(crate) use commands::Commands;
pub(crate) use components::{
    ActuatorSlot, Components, Drive, MountPlace, Origin, SensorSlot, Slot, Visitor, shareable,
};
pub(crate) use contact::{ContactMass, ContactProperties, freedom};
pub(crate) use effects::{Carrier, CoreEffect, Effects};
pub(crate) use environment::MoverEnvironment;
pub(crate) use identity::Identity;
pub(crate) use joints::Joints;
pub(crate) use motion_state::MotionState;
pub(crate) use statistics::Statistics;
pub(crate) use telemetry::{Parts, Span, Telemetry};

use super::fault::Fault;
use nalgebra::{Isometry3, Vector3};
use sim_abi::ffi::types as abi;
use sim_geometry::BodyId;
use std::mem::offset_of;
use std::ops::Range;
use std::sync::Arc;

/// An event that a mover reports during a tick; collected in order afterwards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Incident {
    /// A component failed.
    Fault(Fault),
    /// A component wrote a line.
    Log { component: Arc<str>, level: abi::LogLevel, text: String },
}

/// A robot or a movable object. The fields that every tick needs are contiguous, see [`HOT`], so that thousands of movers stay in the CPU
/// caches.
#[repr(C)]
pub(crate) struct Mover {
    pub(crate) statistics: Statistics,
    pub(crate) environment: MoverEnvironment,
    pub(crate) telemetry: Telemetry,
    pub(crate) motion: MotionState,
    pub(crate) commands: Commands,
    pub(crate) components: Components,
    pub(crate) effects: Effects,
    pub(crate) joints: Joints,
    pub(crate) contact: ContactProperties,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) identity: Identity,
}

/// The part of a mover that every tick needs, bytes.
pub(crate) const HOT: Range<usize> =
    offset_of!(Mover, environment.values.level_ground)..offset_of!(Mover, identity.name);

/// The data of a mover that the phases after the step need. These records are contiguous, because those phases iterate over all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub(crate) body: BodyId,
    pub(crate) pose: Isometry3<f64>,
    /// The pose has changed.
    pub(crate) moved: bool,
    /// Continuous collision detection has clamped its motion.
    pub(crate) stopped: bool,
    /// It has moved so far that it may have passed through another moving body.
    pub(crate) meets: bool,
    /// It carries lamps or sends messages.
    pub(crate) signals: bool,
    /// It has incidents to collect, or a clamped command.
    pub(crate) has_incidents: bool,
}

impl Motion {
    /// For a mover that has not moved yet.
    pub(crate) fn of(mover: &Mover) -> Self {
        Self {
            body: mover.identity.body,
            pose: mover.motion.state.pose.into(),
            moved: false,
            stopped: false,
            meets: false,
            signals: false,
            has_incidents: false,
        }
    }

    /// For a mover after its step.
    #[inline]
    pub(crate) fn after_step(mover: &mut Mover) -> Self {
        let motion = &mut mover.motion;
        let moved = motion.before.pose != motion.state.pose || std::mem::take(&mut motion.placed);
        let has_incidents = !mover.incidents.is_empty() || mover.commands.tells_limit;
        Self { moved, signals: mover.effects.signal(), has_incidents, ..Self::of(mover) }
    }
}

impl Mover {
    /// A movable object without parts, at rest, in air.
    pub(crate) fn empty(name: &str, index: usize, body: BodyId, pose: Isometry3<f64>, gravity: Vector3<f64>) -> Self {
        Self {
            statistics: Statistics::default(),
            environment: MoverEnvironment::in_air(gravity),
            telemetry: Telemetry::default(),
            motion: MotionState::at_rest(pose),
            commands: Commands::default(),
            components: Components::default(),
            effects: Effects::default(),
            joints: Joints::default(),
            contact: ContactProperties::default(),
            incidents: Vec::new(),
            identity: Identity::of_object(name, index, body),
        }
    }

    /// Computes the accelerations over the last tick.
    #[inline]
    pub(crate) fn accelerate(&mut self, dt: f64) {
        self.motion.accelerate(dt);
        self.joints.accelerate(dt);
    }

    /// Writes positions and velocities of the movable joints into the telemetry.
    #[inline]
    pub(crate) fn publish_joints(&mut self) {
        self.joints.publish(self.telemetry.split().joints);
    }

    /// Determines which sensors no component uses; call it after the controller or the program has changed.
    pub(crate) fn wake_sensors(&mut self) {
        self.components.wake_sensors(self.commands.program.is_some());
    }

    /// Stops the controller and sets the neutral commands.
    pub(crate) fn make_safe(&mut self) {
        self.commands.halted = true;
        self.command_neutral();
    }

    /// Sets the neutral commands.
    pub(crate) fn command_neutral(&mut self) {
        self.commands.neutralize(self.telemetry.split().commands);
    }

    /// Whether its commands must stay neutral: one of its components has failed, or it is a robot that is out of bounds.
    pub(crate) fn must_halt(&self) -> bool {
        self.components.any_stopped() || self.identity.robot && self.statistics.out_of_bounds.is_some()
    }

    /// Sets the pose of the body immediately; the index is updated at the end of the tick.
    pub(crate) fn place(&mut self, state: abi::BodyState) {
        self.motion.place(state);
        self.recover();
    }

    /// Handles a mover that was moved by a service or the user: it is no longer out of bounds, and continues unless one of its components
    /// has failed.
    pub(crate) fn recover(&mut self) {
        if self.statistics.out_of_bounds.take().is_some() {
            self.commands.halted = self.must_halt();
        }
    }

    /// Reports that a motion could not be computed; the mover is then out of bounds. `time` is the end of the tick, s.
    #[cold]
    pub(crate) fn report_divergence(&mut self, time: f64) {
        self.motion.diverged = false;
        self.leave(time, |_| {
            "out of bounds: its motion diverged and it was stopped; check its mass and inertia against its size, \
             and the step"
                .to_string()
        });
    }

    /// Handles a mover that has left the bounds of the scene: its commands stay neutral, and this is reported once. `time` is the end of
    /// the tick, s.
    #[cold]
    pub(crate) fn lose(&mut self, time: f64) {
        self.leave(time, |mover| {
            let p = mover.motion.state.pose.position;
            let place = format!("({:.3}, {:.3}, {:.3})", p.x, p.y, p.z);
            match mover.identity.robot {
                true => format!("out of bounds at {place}; its commands stay neutral"),
                false => format!("out of bounds at {place}"),
            }
        });
    }

    /// Sets a mover out of bounds, with a line for the log.
    fn leave(&mut self, time: f64, text: impl FnOnce(&Self) -> String) {
        if self.statistics.out_of_bounds.is_some() {
            return;
        }
        self.statistics.out_of_bounds = Some(time);
        if self.identity.robot {
            self.make_safe();
        }
        let (component, level, text) = ("engine".into(), abi::LogLevel::Warn, text(self));
        self.incidents.push(Incident::Log { component, level, text });
    }
}
