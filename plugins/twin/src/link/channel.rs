//! How lines get to the real robot.

use crate::delayed::{Delayed, UnderWay};
use crate::lines::{Client, Heard};
use sim_abi::prelude::*;

/// A channel to the real robot.
pub enum Channel {
    /// It is a robot of the scene.
    Loopback(Delayed),
    /// It is another program, or a board.
    Remote(Client),
    /// There is none: what was said is replayed.
    Silent,
}

impl Channel {
    /// Gives the robot a line.
    ///
    /// # Errors
    /// When the controller of a loopback's robot refuses to be called.
    pub fn send(&mut self, line: &str, io: &mut ServiceIo) -> Result {
        match self {
            Self::Loopback(robot) => robot.send(line, io),
            Self::Remote(client) => {
                client.send(line);
                Ok(())
            }
            Self::Silent => Ok(()),
        }
    }

    /// Appends what the robot of a loopback has said, oldest first.
    ///
    /// # Errors
    /// When its controller refuses to be called.
    pub fn receive(&mut self, io: &mut ServiceIo, lines: &mut Vec<String>) -> Result {
        match self {
            Self::Loopback(robot) => robot.receive(io, lines),
            Self::Remote(_) | Self::Silent => Ok(()),
        }
    }

    /// What is under way to and from the robot of a loopback.
    pub fn under_way(&self) -> Option<UnderWay> {
        match self {
            Self::Loopback(robot) => Some(robot.under_way()),
            Self::Remote(_) | Self::Silent => None,
        }
    }

    /// Takes up what was under way.
    pub fn take_up(&mut self, saved: UnderWay) {
        if let Self::Loopback(robot) = self {
            robot.take_up(saved);
        }
    }

    /// What has come from outside next.
    pub fn heard(&self) -> Option<Heard> {
        match self {
            Self::Remote(client) => client.next(),
            Self::Loopback(_) | Self::Silent => None,
        }
    }
}
