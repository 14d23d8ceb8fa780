//! State machine that synchronizes a robot and its twin: table 4.1 of the mixed-reality specification, row by row.
//!
//! It is a Mealy machine whose inputs are the responses of both sides. It is independent of channels, robots and worlds: the [`Act`]s of an
//! [`Outcome`] specify the actions on these.

use crate::fusion::{LookResult, Tolerance, compatible};
use l0_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Settings of the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Time to wait for the second response after the first, s.
    pub time_out: f64,
    /// Tolerances for comparing distances.
    pub tolerance: Tolerance,
    /// Nominal speed of the robots, cm/s.
    pub speed: f64,
    /// Nominal turn rate of the robots, degrees/s.
    pub turn_rate: f64,
    /// Ratio of the real robot's speed to the nominal speed, used to estimate when it has traveled as far as its twin; `None` if unknown.
    pub real_speed_scale: Option<f64>,
    /// Objects that only the real robot detects are added to the twin's world.
    pub create_from_real: bool,
    /// Objects that exist only in the twin's world stop the real robot.
    pub stop_on_virtual: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            time_out: 2.0,
            tolerance: Tolerance::default(),
            speed: 10.0,
            turn_rate: 95.5,
            real_speed_scale: Some(1.0),
            create_from_real: true,
            stop_on_virtual: true,
        }
    }
}

impl Settings {
    /// Returns the duration of a command at nominal speed, s.
    pub fn duration(&self, order: &Order) -> f64 {
        match *order {
            Order::Go { angle, distance } => angle.abs() / self.turn_rate + distance.abs() / self.speed,
            _ => 0.0,
        }
    }
}

/// State of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// Both sides have sent equal responses, or neither has responded.
    #[default]
    Sync,
    /// The real robot has responded, the twin has not.
    Behind,
    /// The twin has responded, the real robot has not.
    Ahead,
    /// The twin waits for the real robot to reach its position.
    RePos,
}

impl State {
    /// All states, in numerical order.
    pub const ALL: [Self; 4] = [Self::Sync, Self::Behind, Self::Ahead, Self::RePos];

    /// Returns the state number, 0 … 3.
    pub fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sync => "SYNC",
            Self::Behind => "BEHIND",
            Self::Ahead => "AHEAD",
            Self::RePos => "RE_POS",
        })
    }
}

/// Reply to the issuer of a command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reply {
    /// A response of the robot or its twin.
    Answer(Answer),
    /// The two could not be kept synchronized.
    SyncError,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(answer) => answer.fmt(f),
            Self::SyncError => f.write_str("Error_sincronitzacio"),
        }
    }
}

/// Actions requested by the machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Both sides have taken a reading in one direction: degrees counterclockwise from straight ahead, cm (0: no echo).
    Look {
        /// Direction of the reading.
        angle: f64,
        /// Reading of the real robot.
        real: f64,
        /// Reading of the twin.
        twin: f64,
        /// Result of the comparison.
        result: LookResult,
    },
    /// Move the twin to the real robot's pose: its start pose, rotated as commanded, and short of the commanded distance by `remaining`,
    /// cm. If that pose is occupied, it moves as far as possible.
    Reposition {
        /// Remaining distance, cm.
        remaining: f64,
    },
    /// The real robot is blocked by an object that is missing from the twin's world; follows `Reposition`.
    Obstacle {
        /// Distance of the object from the sonar if the response contains it, cm.
        echo: Option<f64>,
    },
    /// The real robot has moved further than the twin could: the twin's world contains an object that does not exist, or no longer exists.
    Conflict,
    /// Move the twin to the goal of the command, if that is free.
    TwinToGoal,
    /// Send `HALT` to the twin.
    HaltTwin,
    /// Send `HALT` to the real robot.
    HaltReal,
}

/// Inputs of a step: the new response of each side, if any.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inputs {
    /// New response of the twin.
    pub twin: Option<Answer>,
    /// New response of the real robot.
    pub real: Option<Answer>,
    /// Time, s.
    pub time: f64,
    /// Whether the twin is still in motion.
    pub twin_moves: bool,
}

/// Result of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The row of table 4.1 that was applied.
    pub row: u8,
    /// Reply to the issuer.
    pub reply: Option<Reply>,
    /// Actions, in execution order.
    pub acts: Vec<Act>,
}

/// The command that the responses belong to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ordered {
    pub(crate) order: Order,
    pub(crate) since: f64,
}

/// The state machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    #[serde(skip)]
    settings: Settings,
    state: State,
    ordered: Option<Ordered>,
    /// Last response of the twin, W in the table.
    twin: Option<Answer>,
    /// Last response of the real robot, S in the table.
    real: Option<Answer>,
    /// Time of the first of the two responses, B in the table, s.
    begun: f64,
}

/// A row of the table that applies.
struct Row {
    number: u8,
    next: State,
    reply: Option<Reply>,
    acts: Vec<Act>,
}

impl Row {
    fn stay(number: u8, state: State) -> Self {
        Self { number, next: state, reply: None, acts: Vec::new() }
    }

    fn done(number: u8, reply: Answer, acts: Vec<Act>) -> Self {
        Self { number, next: State::Sync, reply: Some(Reply::Answer(reply)), acts }
    }

    fn error(number: u8) -> Self {
        let acts = vec![Act::HaltTwin, Act::HaltReal];
        Self { number, next: State::Sync, reply: Some(Reply::SyncError), acts }
    }
}

impl Machine {
    /// Creates a machine that waits for a command.
    pub fn new(settings: Settings) -> Self {
        Self { settings, state: State::Sync, ordered: None, twin: None, real: None, begun: 0.0 }
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Replaces the settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Returns the state.
    pub fn state(&self) -> State {
        self.state
    }

    /// Returns the command that the responses belong to.
    pub fn order(&self) -> Option<Order> {
        self.ordered.map(|ordered| ordered.order)
    }

    /// Returns whether the twin has responded to the command.
    pub(crate) fn has_twin_answered(&self) -> bool {
        self.twin.is_some()
    }

    /// The twin has been stopped after a part of its turn, degrees: the real robot is to be halted at the same angle.
    pub(crate) fn shorten_turn(&mut self, turned: f64) {
        if let Some(Ordered { order: Order::Go { angle, .. }, .. }) = &mut self.ordered {
            *angle = turned;
        }
    }

    /// Registers a command that was sent to both sides, and clears all registers.
    pub fn order_given(&mut self, order: Order, time: f64) {
        (self.state, self.twin, self.real, self.begun) = (State::Sync, None, None, time);
        self.ordered = Some(Ordered { order, since: time });
    }

    /// Clears the command and both responses.
    pub fn clear(&mut self) {
        (self.state, self.twin, self.real, self.ordered) = (State::Sync, None, None, None);
    }

    /// Returns the end of the wait for the other side, s; `None` if nothing is pending.
    pub fn expiry(&self) -> Option<f64> {
        match self.state {
            State::Sync => None,
            State::Behind => Some(self.begun + self.settings.time_out),
            State::Ahead if self.is_twin_blocked() => Some(self.halt_instant()),
            State::Ahead => Some(self.begun + self.settings.time_out),
            State::RePos => Some(self.begun + self.long_time_out()),
        }
    }

    /// Applies the first matching row.
    pub fn step(&mut self, inputs: Inputs) -> Outcome {
        let Row { number, next, reply, acts } = match self.state {
            State::Sync => self.in_sync(&inputs),
            State::Ahead => self.ahead(&inputs),
            State::Behind => self.behind(&inputs),
            State::RePos => self.re_pos(&inputs),
        };
        self.twin = inputs.twin.or(self.twin);
        self.real = inputs.real.or(self.real);
        let waits_for_another = matches!(number, 5 | 7 | 8 | 15 | 16);
        if waits_for_another {
            self.begun = inputs.time;
        }
        self.state = next;
        Outcome { row: number, reply, acts }
    }

    /// Rows 1 … 9.
    fn in_sync(&self, inputs: &Inputs) -> Row {
        match (inputs.twin, inputs.real) {
            (Some(twin), Some(real)) => match self.pair(&real, &twin, [1, 2, 3, 4]) {
                Some(row) => row,
                None => Row::stay(5, State::Ahead),
            },
            (None, Some(real @ Answer::Blocked { .. })) => {
                let acts = [vec![Act::HaltTwin], self.stopped_before(&real)].concat();
                Row::done(6, real, acts)
            }
            (None, Some(_)) => Row::stay(7, State::Behind),
            (Some(_), None) => Row::stay(8, State::Ahead),
            (None, None) => Row::stay(9, State::Sync),
        }
    }

    /// Rows 10 … 17.
    fn ahead(&self, inputs: &Inputs) -> Row {
        // A twin that was blocked by an object that has since disappeared resumes by itself.
        let Some(twin) = inputs.twin.or(self.twin) else { return Row::stay(14, State::Ahead) };
        let blocked = matches!(twin, Answer::Blocked { .. });
        let expired = inputs.time >= if blocked { self.halt_instant() } else { self.begun + self.settings.time_out };
        // A late response of the twin may match a response of the real robot that has matched none so far.
        let real = inputs.real.or(inputs.twin.and(self.real)).filter(|_| !expired);
        match real.and_then(|real| self.pair(&real, &twin, [10, 11, 12, 13])) {
            Some(row) => row,
            None if !expired => Row::stay(14, State::Ahead),
            None if blocked && self.settings.stop_on_virtual => {
                Row { acts: vec![Act::HaltReal], ..Row::stay(15, State::RePos) }
            }
            None if twin == Answer::GoOk => Row::stay(16, State::RePos),
            None => Row::error(17),
        }
    }

    /// Rows 18 … 23.
    fn behind(&self, inputs: &Inputs) -> Row {
        let Some(real) = inputs.real.or(self.real) else { return Row::stay(21, State::Behind) };
        let expired = inputs.time - self.begun >= self.settings.time_out;
        let twin = inputs.twin.or(inputs.real.and(self.twin)).filter(|_| !expired);
        match twin.and_then(|twin| self.pair(&real, &twin, [18, 19, 0, 20])) {
            Some(row) => row,
            None if !expired => Row::stay(21, State::Behind),
            None if real == Answer::GoOk && inputs.twin_moves => {
                Row::done(22, real, vec![Act::HaltTwin, Act::TwinToGoal])
            }
            None => Row::error(23),
        }
    }

    /// Rows 24 … 29.
    fn re_pos(&self, inputs: &Inputs) -> Row {
        match (inputs.real, self.twin) {
            (Some(Answer::GoOk), Some(Answer::GoOk)) => Row::done(24, Answer::GoOk, Vec::new()),
            (Some(real @ Answer::Blocked { .. }), _) => Row::done(25, real, self.stopped_before(&real)),
            (Some(Answer::GoHalted { travelled }), Some(twin)) => {
                let ordered = self.ordered.map(|ordered| ordered.order);
                let acts = match (travelled, ordered) {
                    (Some(travelled), Some(Order::Go { distance, .. })) => {
                        vec![Act::Reposition { remaining: distance - travelled }]
                    }
                    _ => Vec::new(),
                };
                Row::done(26, twin, acts)
            }
            (Some(Answer::GoOk), Some(Answer::Blocked { .. })) => Row::done(27, Answer::GoOk, vec![Act::TwinToGoal]),
            _ if inputs.time - self.begun >= self.long_time_out() => Row::error(28),
            _ => Row::stay(29, State::RePos),
        }
    }

    /// Returns the row for two matching responses: equal ones, different ones, a real robot that is blocked where the twin has arrived, and
    /// a twin that is blocked where the real robot has arrived.
    fn pair(
        &self,
        real: &Answer,
        twin: &Answer,
        [equal, different, real_blocked, twin_blocked]: [u8; 4],
    ) -> Option<Row> {
        match (*real, *twin) {
            (Answer::Blocked { .. }, Answer::GoOk) if real_blocked > 0 => {
                Some(Row::done(real_blocked, *real, self.stopped_before(real)))
            }
            (Answer::GoOk, Answer::Blocked { .. }) => Some(Row::done(twin_blocked, *real, vec![Act::TwinToGoal])),
            _ if !compatible(real, twin) => None,
            (Answer::Ray { angle, distance: seen }, Answer::Ray { distance: expected, .. }) => {
                let result = self.settings.tolerance.compare(seen, expected);
                let (number, reply) = match result {
                    LookResult::Nothing | LookResult::Agreement => (equal, twin),
                    LookResult::TwinOnly if self.settings.stop_on_virtual => (different, twin),
                    _ => (different, real),
                };
                Some(Row::done(number, *reply, vec![Act::Look { angle, real: seen, twin: expected, result }]))
            }
            _ if self.settings.tolerance.equal(real, twin) => Some(Row::done(equal, *twin, Vec::new())),
            (Answer::Blocked { remaining, .. }, Answer::Blocked { remaining: of_twin, .. }) => {
                let acts = match remaining > of_twin {
                    true => self.stopped_before(real),
                    false => vec![Act::Reposition { remaining }, Act::Conflict],
                };
                Some(Row::done(different, *real, acts))
            }
            _ => None,
        }
    }

    /// Returns the actions for a real robot stopped by an object that is missing from the twin's world.
    fn stopped_before(&self, real: &Answer) -> Vec<Act> {
        let Answer::Blocked { remaining, echo } = *real else { return Vec::new() };
        let obstacle = self.settings.create_from_real.then_some(Act::Obstacle { echo });
        [Act::Reposition { remaining }].into_iter().chain(obstacle).collect()
    }

    fn is_twin_blocked(&self) -> bool {
        matches!(self.twin, Some(Answer::Blocked { .. }))
    }

    /// Returns when to halt the real robot after the twin was blocked, s: when it is expected to have traveled as far as the twin, or after
    /// the time-out if its speed is unknown. If it is not to be halted, returns the end of the wait for it.
    fn halt_instant(&self) -> f64 {
        let (scale, ordered) = match (self.settings.real_speed_scale, self.ordered) {
            _ if !self.settings.stop_on_virtual => return self.begun + self.long_time_out(),
            (Some(scale), Some(ordered)) => (scale, ordered),
            _ => return self.begun + self.settings.time_out,
        };
        let (Order::Go { angle, distance }, Some(Answer::Blocked { remaining, .. })) = (ordered.order, self.twin)
        else {
            return self.begun + self.settings.time_out;
        };
        let traveled = Order::Go { angle, distance: (distance - remaining).max(0.0) };
        (ordered.since + self.settings.duration(&traveled) / scale).max(self.begun)
    }

    /// Returns the time-out for a real robot that may still have its entire distance to travel, D2 in the table, s.
    fn long_time_out(&self) -> f64 {
        let order = self.ordered.map_or(0.0, |ordered| self.settings.duration(&ordered.order));
        self.settings.time_out + 2.0 * order
    }
}

#[cfg(test)]
mod tests;
