//! A robot of the scene behind a channel with delays and losses.

use crate::l0::L0;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use std::collections::VecDeque;

/// Properties of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Delays {
    /// Delay of a line to the robot, s.
    pub command: f64,
    /// Delay of a line from the robot, s.
    pub reply: f64,
    /// Probability that a line from the robot is lost.
    pub loss: f64,
}

/// Lines in flight on a channel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InFlight {
    orders: VecDeque<(f64, String)>,
    replies: VecDeque<(f64, String)>,
    /// Number of responses fetched from the robot.
    fetched: f64,
}

/// The robot and the lines in flight to it and back.
pub struct Delayed {
    robot: L0,
    delays: Delays,
    /// Lines and their arrival times, s.
    orders: VecDeque<(f64, String)>,
    replies: VecDeque<(f64, String)>,
    fetched: Vec<String>,
}

impl Delayed {
    /// Creates a channel without lines in flight.
    pub fn new(robot: L0, delays: Delays) -> Self {
        Self { robot, delays, orders: VecDeque::new(), replies: VecDeque::new(), fetched: Vec::new() }
    }

    /// Returns the index of the robot.
    pub fn robot(&self) -> u32 {
        self.robot.robot()
    }

    /// Sends a line to the robot.
    ///
    /// # Errors
    /// If its controller rejects the call.
    pub fn send(&mut self, line: &str, io: &mut ServiceIo) -> Result {
        self.orders.push_back((io.time() + self.delays.command, line.to_string()));
        self.deliver(io)
    }

    /// Sends a line back as if it came from the robot.
    pub fn reply(&mut self, line: &str, io: &mut ServiceIo) {
        if self.delays.loss == 0.0 || io.random().uniform(0.0, 1.0) >= self.delays.loss {
            self.replies.push_back((io.time() + self.delays.reply, line.to_string()));
        }
    }

    /// Appends the lines that have arrived, oldest first.
    ///
    /// # Errors
    /// If its controller rejects the call.
    pub fn receive(&mut self, io: &mut ServiceIo, lines: &mut Vec<String>) -> Result {
        self.deliver(io)?;
        let mut fetched = std::mem::take(&mut self.fetched);
        self.robot.fetch(io, &mut fetched)?;
        fetched.drain(..).for_each(|line| self.reply(&line, io));
        self.fetched = fetched;
        while let Some((_, line)) = self.replies.pop_front_if(|(at, _)| *at <= io.time()) {
            lines.push(line);
        }
        Ok(())
    }

    /// Returns the lines in flight, to be saved.
    pub fn in_flight(&self) -> InFlight {
        InFlight { orders: self.orders.clone(), replies: self.replies.clone(), fetched: self.robot.fetched() }
    }

    /// Restores lines in flight.
    pub fn take_up(&mut self, saved: InFlight) {
        (self.orders, self.replies) = (saved.orders, saved.replies);
        self.robot.set_fetched(saved.fetched);
    }

    fn deliver(&mut self, io: &mut ServiceIo) -> Result {
        while let Some((_, line)) = self.orders.pop_front_if(|(at, _)| *at <= io.time()) {
            self.robot.send(io, &line)?;
        }
        Ok(())
    }
}
