//! One-line summary of a command and its effects.

use super::world::Place;
use l0_protocol::Answer;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use twin_link::link::Side;
use twin_link::machine::{Reply, State};

/// Maximum number of rows and world changes recorded per command.
const CHANGES: usize = 64;

/// A command with both responses, the applied rows, the reply and the changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chain {
    order: Option<(String, f64)>,
    answers: [Option<(Answer, f64)>; 2],
    rows: Vec<u8>,
    state: State,
    reply: Option<(String, f64)>,
    world: Vec<String>,
    /// New pose of the twin.
    pub place: Option<Place>,
    /// Number of commands so far.
    pub count: u64,
}

impl Chain {
    /// Starts a new command at this time, s.
    pub fn ordered(&mut self, line: &str, time: f64) {
        let count = self.count + 1;
        *self = Self { order: Some((line.to_string(), time)), count, ..Self::default() };
    }

    /// Records a response of one side.
    pub fn answered(&mut self, side: Side, answer: &Answer, time: f64) {
        self.answers[usize::from(side == Side::Real)] = Some((*answer, time));
    }

    /// Records an applied row. Rows without effect are recorded once.
    pub fn row(&mut self, row: u8, state: State) {
        self.state = state;
        if self.rows.last() != Some(&row) && self.rows.len() < CHANGES {
            self.rows.push(row);
        }
    }

    /// Records a change of the world. Only the first ones are kept.
    pub fn world(&mut self, text: &str) {
        if self.world.len() < CHANGES {
            self.world.push(text.to_string());
        }
    }

    /// Records the reply.
    pub fn replied(&mut self, reply: &Reply, time: f64) {
        self.reply = Some((reply.to_string(), time));
    }

    /// Returns the command.
    pub fn order(&self) -> &str {
        self.order.as_ref().map_or("", |(order, _)| order)
    }

    /// Returns the times from the command to the arrivals of the twin and the real robot, s.
    pub fn arrivals(&self) -> [Option<f64>; 2] {
        let since = self.order.as_ref().map_or(0.0, |(_, time)| *time);
        self.answers.map(|answer| answer.filter(|(answer, _)| *answer == Answer::GoOk).map(|(_, time)| time - since))
    }

    /// Returns the summary.
    pub fn line(&self) -> String {
        let mut line = String::new();
        let since = self.order.as_ref().map_or(0.0, |(_, time)| *time);
        if let Some((order, _)) = &self.order {
            line += order;
        }
        for (name, entry) in ["twin", "real"].into_iter().zip(&self.answers) {
            match entry {
                Some((text, time)) => _ = write!(line, " | {name} {text} +{:.2} s", time - since),
                None => _ = write!(line, " | {name} –"),
            }
        }
        let rows: Vec<String> = self.rows.iter().map(u8::to_string).collect();
        let rows = if rows.is_empty() { String::new() } else { format!("rows {} ", rows.join(", ")) };
        _ = write!(line, " | {rows}{}", self.state);
        if let Some((reply, time)) = &self.reply {
            _ = write!(line, " | reported {reply} +{:.2} s", time - since);
        }
        for change in &self.world {
            line += " | ";
            line += change;
        }
        line
    }
}
