//! Position and motion of a mover.

use crate::bounds::is_sane;
use nalgebra::{Isometry3, Vector3};
use sim_abi::ffi::types as abi;

/// The state of a body at the ends of the last tick, and its motion in between.
pub(crate) struct MotionState {
    pub(crate) state: abi::BodyState,
    /// State at the start of the last tick, the reference for acceleration and distance.
    pub(crate) before: abi::BodyState,
    /// Over the last tick, world axes, m/s² and rad/s²; updated for the sensors by [`MotionState::accelerate`].
    pub(crate) acceleration: Vector3<f64>,
    pub(crate) angular_acceleration: Vector3<f64>,
    /// Distance traveled up to the start of the last tick, m; see [`MotionState::traveled`].
    pub(crate) distance: f64,
    /// It has just started, or a service or the user has moved it: the index must be updated, and its contacts are not known yet.
    pub(crate) placed: bool,
    /// Its motion could not be computed and it was brought to rest; not reported yet.
    pub(crate) diverged: bool,
}

impl MotionState {
    /// At rest, just started.
    pub(crate) fn at_rest(pose: Isometry3<f64>) -> Self {
        let state = abi::BodyState { pose: pose.into(), ..Default::default() };
        Self {
            state,
            before: state,
            acceleration: Vector3::zeros(),
            angular_acceleration: Vector3::zeros(),
            distance: 0.0,
            placed: true,
            diverged: false,
        }
    }

    /// Sets the state immediately; the index is updated at the end of the tick.
    pub(crate) fn place(&mut self, state: abi::BodyState) {
        self.distance = self.traveled();
        self.state = state;
        self.before = state;
        self.placed = true;
    }

    /// Sets a new state. If that is beyond all limits, such as for a body that is very light for its size, the mover keeps its pose and is
    /// at rest.
    #[inline]
    pub(crate) fn take(&mut self, state: abi::BodyState) {
        if is_sane(&state) {
            self.state = state;
        } else {
            self.rest();
            self.diverged = true;
        }
    }

    /// Sets the velocity to zero.
    pub(crate) fn rest(&mut self) {
        self.state.linear_velocity = Default::default();
        self.state.angular_velocity = Default::default();
    }

    /// Accelerations over the last tick, from the states at its ends.
    #[inline]
    pub(crate) fn accelerate(&mut self, dt: f64) {
        let (old, new) = (&self.before, &self.state);
        let change = |new: abi::Vec3, old: abi::Vec3| (Vector3::from(new) - Vector3::from(old)) / dt;
        self.acceleration = change(new.linear_velocity, old.linear_velocity);
        self.angular_acceleration = change(new.angular_velocity, old.angular_velocity);
    }

    /// Distance traveled up to the end of the last tick, m: the sum of the straight distances between the ends of ticks.
    #[inline]
    pub(crate) fn traveled(&self) -> f64 {
        let (old, new) = (self.before.pose.position, self.state.pose.position);
        self.distance + (Vector3::from(new) - Vector3::from(old)).norm()
    }
}
