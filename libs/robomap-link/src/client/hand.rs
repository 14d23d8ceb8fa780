//! Driving by hand.

use super::task::{Job, Task};
use super::{Change, Client, Failure, Notice, PlanState, Refusal};
use crate::DRIVE_PERIOD;
use robomap_protocol::{FULL_SPEED, Message, Mode, Turn};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Unit vectors of clients that round may be longer or shorter by this share.
const ROUNDINGS: f64 = 0.01;

/// A movement by hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Motion {
    /// Moves in a direction of the robot's frame, a unit vector.
    Translate {
        /// To the right.
        dx: f64,
        /// Forward.
        dy: f64,
        /// Percent, 0 … 100.
        speed: f64,
    },
    /// Turns.
    Rotate {
        /// Which way.
        turn: Turn,
        /// Percent, 0 … 100.
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

    /// Whether its direction is a unit vector, but for roundings; turns have none.
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

/// What the hand wants, and what the robot was told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Hand {
    pub on: bool,
    wanted: Option<Motion>,
    /// The robot was told to move, and not to stand since then.
    moving: bool,
    next: Duration,
}

impl Hand {
    pub fn moves(&self) -> bool {
        self.moving || self.wanted.is_some()
    }
}

impl Client {
    /// What the hand wants now, until it wants something else; none lets the robot stand. It is sent by the next steps.
    ///
    /// # Errors
    /// When driving by hand has not begun, or the motion has a direction or a speed that cannot be; then the robot is to stand.
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

    /// Sends what the hand wants.
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
            // A stop does not wait for the answer to a movement.
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
