//! The machine that keeps a robot and its twin together: table 4.1 of the mixed-reality specification, row by row.
//!
//! It is a Mealy machine with the answers of both as inputs. It knows nothing of channels, robots or worlds: what has to be done about
//! these is in the [`Act`]s of an [`Outcome`].

use crate::fusion::{LookResult, Tolerance, compatible};
use l0_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Parameters of the machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Time for the second answer after the first, s.
    pub time_out: f64,
    /// How distances are compared.
    pub tolerance: Tolerance,
    /// Nominal speed of the robots, cm/s.
    pub speed: f64,
    /// Nominal speed at which they turn, degrees/s.
    pub turn_rate: f64,
    /// Speed of the real robot over the nominal one, by which it is known when it has gone as far as its twin; none where it is not
    /// known.
    pub real_speed_scale: Option<f64>,
    /// What only the real robot sees is put into the twin's world.
    pub create_from_real: bool,
    /// What exists only in the twin's world stops the real robot.
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
    /// How long an order takes at nominal speed, s.
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
    /// Both have answered alike, or neither has.
    #[default]
    Sync,
    /// The real robot has answered and the twin has not.
    Behind,
    /// The twin has answered and the real robot has not.
    Ahead,
    /// The twin waits for the real robot to come to where it is.
    RePos,
}

impl State {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Sync, Self::Behind, Self::Ahead, Self::RePos];

    /// Its number, 0 … 3.
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

/// What is told to whoever gave the order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reply {
    /// An answer of the robot or its twin.
    Answer(Answer),
    /// They could not be kept together.
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

/// What has to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// Both have looked in one direction: degrees counter-clockwise from ahead, cm (0: nothing).
    Look {
        /// The direction.
        angle: f64,
        /// What the real robot has seen.
        real: f64,
        /// What the twin has seen.
        twin: f64,
        /// How these compare.
        result: LookResult,
    },
    /// Put the twin where the real robot stands: at its start, turned as ordered, and so much short of the ordered distance, cm.
    /// Where that is not free it goes as far as it can.
    Reposition {
        /// What is left to go, cm.
        remaining: f64,
    },
    /// The real robot has something in front of it that the twin's world lacks; it comes after `Reposition`.
    Obstacle {
        /// Its distance from the sonar, where the answer tells it, cm.
        echo: Option<f64>,
    },
    /// The real robot has got farther than the twin could: the twin's world has something that is not there, or not there any more.
    Conflict,
    /// Put the twin where the order was to lead, if that is free.
    TwinToGoal,
    /// Order the twin to halt.
    HaltTwin,
    /// Order the real robot to halt.
    HaltReal,
}

/// What comes in within a step: a new answer of each side, or none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inputs {
    /// New answer of the twin.
    pub twin: Option<Answer>,
    /// New answer of the real robot.
    pub real: Option<Answer>,
    /// Time, s.
    pub time: f64,
    /// The twin is still under way.
    pub twin_moves: bool,
}

/// What a step has brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Row of table 4.1 that has applied.
    pub row: u8,
    /// What is told to whoever gave the order.
    pub reply: Option<Reply>,
    /// What has to be done, in this order.
    pub acts: Vec<Act>,
}

/// The order that the answers belong to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ordered {
    pub(crate) order: Order,
    pub(crate) since: f64,
}

/// The machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    #[serde(skip)]
    settings: Settings,
    state: State,
    ordered: Option<Ordered>,
    /// Last answer of the twin, W in the table.
    twin: Option<Answer>,
    /// Last answer of the real robot, S in the table.
    real: Option<Answer>,
    /// When the first of the two answered, B in the table, s.
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
    /// A machine that waits for an order.
    pub fn new(settings: Settings) -> Self {
        Self { settings, state: State::Sync, ordered: None, twin: None, real: None, begun: 0.0 }
    }

    /// Its parameters.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Gives it other parameters.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Its state.
    pub fn state(&self) -> State {
        self.state
    }

    /// The order that the answers belong to.
    pub fn order(&self) -> Option<Order> {
        self.ordered.map(|ordered| ordered.order)
    }

    /// Takes an order that both have been given: all registers are cleared.
    pub fn order_given(&mut self, order: Order, time: f64) {
        (self.state, self.twin, self.real, self.begun) = (State::Sync, None, None, time);
        self.ordered = Some(Ordered { order, since: time });
    }

    /// Forgets the order and both answers.
    pub fn clear(&mut self) {
        (self.state, self.twin, self.real, self.ordered) = (State::Sync, None, None, None);
    }

    /// When the wait for the other side ends, s; none where nothing is waited for.
    pub fn expiry(&self) -> Option<f64> {
        match self.state {
            State::Sync => None,
            State::Behind => Some(self.begun + self.settings.time_out),
            State::Ahead if self.is_twin_blocked() => Some(self.halt_instant()),
            State::Ahead => Some(self.begun + self.settings.time_out),
            State::RePos => Some(self.begun + self.long_time_out()),
        }
    }

    /// Lets the first row apply that fits.
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
        // A twin that was blocked by something that has gone goes on by itself.
        let Some(twin) = inputs.twin.or(self.twin) else { return Row::stay(14, State::Ahead) };
        let blocked = matches!(twin, Answer::Blocked { .. });
        let expired = inputs.time >= if blocked { self.halt_instant() } else { self.begun + self.settings.time_out };
        // A late answer of the twin may belong to one of the real robot that fitted nothing so far.
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
            (Some(Answer::GoHalted { .. }), Some(twin)) => Row::done(26, twin, Vec::new()),
            (Some(Answer::GoOk), Some(Answer::Blocked { .. })) => Row::done(27, Answer::GoOk, vec![Act::TwinToGoal]),
            _ if inputs.time - self.begun >= self.long_time_out() => Row::error(28),
            _ => Row::stay(29, State::RePos),
        }
    }

    /// The row for two answers that belong together: that for equal ones, for different ones, for a real robot that is blocked where
    /// the twin has arrived, and for a twin that is blocked where the real robot has arrived.
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

    /// What follows from a real robot that something has stopped which the twin's world lacks.
    fn stopped_before(&self, real: &Answer) -> Vec<Act> {
        let Answer::Blocked { remaining, echo } = *real else { return Vec::new() };
        let obstacle = self.settings.create_from_real.then_some(Act::Obstacle { echo });
        [Act::Reposition { remaining }].into_iter().chain(obstacle).collect()
    }

    fn is_twin_blocked(&self) -> bool {
        matches!(self.twin, Some(Answer::Blocked { .. }))
    }

    /// When the real robot is halted after the twin was blocked, s: when it is expected to have gone as far as the twin, or when the
    /// time-out is over where its speed is not known. Where it is not to be halted, when it is no longer waited for.
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
        let way = Order::Go { angle, distance: (distance - remaining).max(0.0) };
        (ordered.since + self.settings.duration(&way) / scale).max(self.begun)
    }

    /// Time-out where the real robot may still have its whole way to go, D2 in the table, s.
    fn long_time_out(&self) -> f64 {
        let order = self.ordered.map_or(0.0, |ordered| self.settings.duration(&ordered.order));
        self.settings.time_out + 2.0 * order
    }
}

#[cfg(test)]
mod tests;
