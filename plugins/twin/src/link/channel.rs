//! Transport of lines to the real robot.

use crate::delayed::{Delayed, InFlight};
use crate::lines::{Client, LineEvent};
use sim_abi::prelude::*;

/// A channel to the real robot.
pub enum Channel {
    /// Another robot of the scene.
    Loopback(Delayed),
    /// Another program, or a board.
    Remote(Client),
    /// None: a log is being replayed.
    Silent,
}

impl Channel {
    /// Sends the robot a line.
    ///
    /// # Errors
    /// If the controller of a loopback robot rejects the call.
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

    /// Appends the lines from a loopback robot, oldest first.
    ///
    /// # Errors
    /// If its controller rejects the call.
    pub fn receive(&mut self, io: &mut ServiceIo, lines: &mut Vec<String>) -> Result {
        match self {
            Self::Loopback(robot) => robot.receive(io, lines),
            Self::Remote(_) | Self::Silent => Ok(()),
        }
    }

    /// Returns the lines in flight to and from a loopback robot.
    pub fn in_flight(&self) -> Option<InFlight> {
        match self {
            Self::Loopback(robot) => Some(robot.in_flight()),
            Self::Remote(_) | Self::Silent => None,
        }
    }

    /// Restores lines in flight.
    pub fn take_up(&mut self, saved: InFlight) {
        if let Self::Loopback(robot) = self {
            robot.take_up(saved);
        }
    }

    /// Returns the next external event.
    pub fn next_event(&self) -> Option<LineEvent> {
        match self {
            Self::Remote(client) => client.next(),
            Self::Loopback(_) | Self::Silent => None,
        }
    }
}
