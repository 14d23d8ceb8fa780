//! Manual driving.

use super::pending::{Job, Task};
use super::{Change, Client, Failure, Notice, PlanState, Refusal};
use crate::DRIVE_PERIOD;
use robomap_protocol::{FULL_SPEED, Message, Mode, Turn};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Relative length tolerance of unit vectors, for clients that round.
const ROUNDINGS: f64 = 0.01;

/// A manual motion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Motion {
    /// Translate along a unit vector in the robot's frame.
    Translate {
        /// Component to the right.
        dx: f64,
        /// Component forward.
        dy: f64,
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
    /// Rotate in place.
    Rotate {
        /// Direction of rotation.
        turn: Turn,
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
}

impl Motion {
    fn message(self) -> Message {
        match self {
            Self::Translate { dx, dy, speed } => Message::ManualTranslation { dx, dy, speed },
            Self::Rotate { turn, speed } => Message::ManualRotation { turn, speed },
        }
    }

    /// Returns whether the direction is a unit vector up to rounding; always true for rotations.
    pub(crate) fn has_direction(&self) -> bool {
        match self {
            Self::Translate { dx, dy, .. } => ((dx * dx + dy * dy).sqrt() - 1.0).abs() <= ROUNDINGS,
            Self::Rotate { .. } => true,
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        if !self.has_direction() {
            return Err(Refusal::BadDirection);
        }
        let (Self::Translate { speed, .. } | Self::Rotate { speed, .. }) = *self;
        if (0.0..=FULL_SPEED).contains(&speed) { Ok(()) } else { Err(Refusal::BadSpeed(speed)) }
    }
}

/// The requested motion and the last commanded one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Hand {
    pub on: bool,
    wanted: Option<Motion>,
    /// The last command was a motion, not a stop.
    moving: bool,
    next: Duration,
}

impl Hand {
    pub fn moves(&self) -> bool {
        self.moving || self.wanted.is_some()
    }
}

impl Client {
    /// Sets the requested motion until the next call; `None` stops the robot. The following steps send it.
    ///
    /// # Errors
    /// If manual driving is not active, or the motion has an invalid direction or speed; the robot is then stopped.
    pub fn steer(&mut self, wanted: Option<Motion>) -> Result<(), Refusal> {
        self.hand.wanted = None;
        if !self.hand.on {
            return Err(Refusal::NotDriving);
        }
        wanted.as_ref().map_or(Ok(()), Motion::check)?;
        self.hand.wanted = wanted;
        Ok(())
    }

    pub(super) fn set_driving(&mut self, on: bool) {
        self.hand.wanted = None;
        if self.hand.on != on {
            self.hand.on = on;
            self.change(Change::Driving(on));
        }
    }

    /// Sends the requested motion.
    pub(super) fn drive(&mut self) {
        if self.mode != Mode::Robot || self.plan.state != PlanState::Idle || self.ending {
            return;
        }
        match self.hand.wanted {
            Some(motion) if self.job.is_none() && self.now >= self.hand.next => {
                self.hand.next = self.now.saturating_add(DRIVE_PERIOD);
                self.hand.moving = true;
                self.wait(None, Task::Move, motion.message());
            }
            // A stop does not wait for the acknowledgement of a motion.
            None if self.hand.moving && matches!(self.job, None | Some(Job { task: Task::Move, .. })) => {
                self.wait(None, Task::StopMove, Message::ManualStop);
            }
            _ => {}
        }
    }

    pub(super) fn moved(&mut self, failed: Option<Failure>) {
        if let Some(failure) = failed {
            self.set_driving(false);
            self.report(None, Notice::NotDriven(failure));
        }
    }

    pub(super) fn stopped(&mut self, failed: Option<Failure>) {
        self.hand.moving = false;
        if let Some(failure) = failed {
            self.set_driving(false);
            self.report(None, Notice::NotStopped(failure));
        }
    }
}
