//! One order at a time: who has been told what, whose answers count, and what is told to whoever gave the order.
//!
//! Around the [machine](crate::machine) it keeps the rules of a line protocol without numbers: an answer belongs to the order that was
//! given last, unless a `HALT` has not been acknowledged yet. Channels keep the order of lines, so everything that comes before the
//! acknowledgement belongs to an order that is over. A new order waits for it, at most for the time-out.

use crate::machine::{Act, Inputs, Machine, Outcome, Reply, Settings, State};
use l0_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// One of the two that obey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The twin.
    Twin,
    /// The real robot.
    Real,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Twin, Self::Real];
}

/// Why an answer was not heeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// It acknowledges a `HALT` of the link itself.
    Acknowledgement,
    /// It belongs to an order that is over.
    Late,
    /// The robot says that an order did not fit what it was doing.
    Ignored,
    /// Nobody has asked.
    Unasked,
    /// Too many before it have not been looked at.
    TooMany,
}

/// Something that is worth telling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// An answer was not heeded.
    Dropped(Side, Answer, Dropped),
    /// A row of the machine's table has applied, and the state after it.
    Row(u8, State),
    /// An order of the person or program above came while another one was under way.
    Refused,
    /// Neither has answered within the time that the order takes, and some more.
    NoAnswer,
    /// The channel to the real robot is closed, or was when an order came.
    Lost,
    /// The channel to the real robot is open again.
    Restored,
    /// The real robot has gone on by itself after it had been blocked.
    WentOn,
}

/// What a step asks to be done, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Send this line to one side.
    Send(Side, Vec<u8>),
    /// An order that both have just been sent: time to note where the twin stands.
    Begun(Order),
    /// Change the twin or its world.
    World(Act),
    /// Tell whoever gave the order.
    Reply(Reply),
    /// Tell whoever gave an order that it is not taken now.
    ReplyIgnored,
    /// Note it.
    Note(Event),
}

/// Answers of one side that wait to be looked at.
const WAITING: usize = 256;

/// How long neither may answer beyond the time that an order takes, s.
const GRACE: f64 = 5.0;

/// What one look of a scan takes at most, s.
const LOOK: f64 = 1.0;

/// One side of the link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Channel {
    answers: VecDeque<Answer>,
    /// Times until which acknowledgements of the link's own `HALT` are waited for, s.
    halts: VecDeque<f64>,
    /// Whether the present order was ignored.
    ignored: bool,
}

/// A `HALT` of whoever gives the orders.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Halting {
    until: f64,
    /// It ends an order that has had no answer.
    owed: bool,
    /// What the twin and the real robot have said.
    said: [Option<Answer>; 2],
    /// What they had said of their own before they heard of it.
    before: [Option<Answer>; 2],
}

/// An order that is under way, or waits until it can be given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Mission {
    /// None.
    None,
    /// It waits for acknowledgements.
    Waiting(Vec<u8>),
    /// Both have been given it, at this time, s.
    Given(f64),
    /// It was answered by `BLOCKED`, after which the real robot may go on by itself.
    Blocked,
    /// `HALT` was ordered.
    Halting(Halting),
}

/// Keeps a robot and its twin under the same orders. It is saved and taken up again between steps; its parameters are not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    machine: Machine,
    mission: Mission,
    twin: Channel,
    real: Channel,
    connected: bool,
    #[serde(skip)]
    actions: Vec<Action>,
}

fn is_halted(answer: &Answer) -> bool {
    use Answer::*;
    matches!(answer, GoHalted { .. } | SonarHalted | RayHalted | EchoHalted | ResumeHalted | BlockedHalted)
}

impl Link {
    /// A link whose channels are open.
    pub fn new(settings: Settings) -> Self {
        let channel = Channel::default;
        Self {
            machine: Machine::new(settings),
            mission: Mission::None,
            twin: channel(),
            real: channel(),
            connected: true,
            actions: Vec::new(),
        }
    }

    /// Gives it other parameters.
    pub fn set_settings(&mut self, settings: Settings) {
        self.machine.set_settings(settings);
    }

    /// Its machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Whether an order is under way, so that another one but `HALT` is refused.
    pub fn is_busy(&self) -> bool {
        !matches!(self.mission, Mission::None | Mission::Blocked)
    }

    /// Whether the channel to the real robot is open.
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// Says whether the channel is open, of a link that goes on from a saved state.
    pub fn set_connected(&mut self, connected: bool) {
        self.connected = connected;
    }

    /// When the present wait ends, s; none where nothing is waited for.
    pub fn expiry(&self) -> Option<f64> {
        match &self.mission {
            Mission::None | Mission::Blocked => None,
            Mission::Waiting(_) => self.last_halt(),
            Mission::Halting(halting) => Some(halting.until),
            Mission::Given(since) => self.machine.expiry().or(Some(since + self.patience())),
        }
    }

    /// Takes a line of whoever gives the orders.
    pub fn order(&mut self, line: &[u8], time: f64) {
        if Order::read(line) == Ok(Order::Halt) {
            return self.halt(time);
        }
        if self.is_busy() {
            self.actions.extend([Action::Note(Event::Refused), Action::ReplyIgnored]);
            return;
        }
        if !self.connected {
            self.actions.extend([Action::Note(Event::Lost), Action::Reply(Reply::SyncError)]);
            return;
        }
        if self.mission == Mission::Blocked {
            // The real robot takes no order before its mission is over.
            self.send_halt(Side::Real, time);
        }
        self.mission = Mission::Waiting(line.to_vec());
    }

    /// Takes an answer of one side.
    pub fn answer(&mut self, side: Side, answer: Answer) {
        // No robot says so much; one that does is not to take all memory.
        if self.channel(side).answers.len() == WAITING {
            return self.drop_answer(side, answer, Dropped::TooMany);
        }
        self.channel(side).answers.push_back(answer);
    }

    /// Ends an order that was answered by `BLOCKED`: the real robot does not go on by itself.
    pub fn give_up_blocked(&mut self, time: f64) {
        if self.mission == Mission::Blocked {
            self.send_halt(Side::Real, time);
            self.end();
        }
    }

    /// The channel to the real robot has closed: an order that is under way has failed, and the twin stands.
    pub fn lost(&mut self, time: f64) {
        if !std::mem::replace(&mut self.connected, false) {
            return;
        }
        self.actions.push(Action::Note(Event::Lost));
        self.real = Channel::default();
        if self.is_busy() {
            self.actions.push(Action::Reply(Reply::SyncError));
        }
        self.send_halt(Side::Twin, time);
        self.end();
    }

    /// The channel to the real robot is open again. What the robot still does is ended.
    pub fn restored(&mut self, time: f64) {
        if std::mem::replace(&mut self.connected, true) {
            return;
        }
        self.actions.push(Action::Note(Event::Restored));
        self.send_halt(Side::Real, time);
    }

    /// Goes on at this time; `twin_moves` tells whether the twin is under way. Returns what has to be done.
    pub fn step(&mut self, time: f64, twin_moves: bool) -> Vec<Action> {
        self.take_acknowledgements(time);
        if let Mission::Waiting(line) = &self.mission
            && self.last_halt().is_none()
        {
            let line = line.clone();
            self.begin(line, time);
        }
        match self.mission {
            Mission::Given(since) => self.consult(since, time, twin_moves),
            Mission::Blocked => self.watch_blocked(time),
            Mission::Halting(halting) => self.conclude_halt(halting, time),
            Mission::None | Mission::Waiting(_) => {
                for side in Side::BOTH {
                    while let Some(answer) = self.channel(side).answers.pop_front() {
                        self.drop_answer(side, answer, Dropped::Unasked);
                    }
                }
            }
        }
        std::mem::take(&mut self.actions)
    }

    fn channel(&mut self, side: Side) -> &mut Channel {
        match side {
            Side::Twin => &mut self.twin,
            Side::Real => &mut self.real,
        }
    }

    /// When the last acknowledgement that is waited for is given up, s.
    fn last_halt(&self) -> Option<f64> {
        self.twin.halts.back().into_iter().chain(self.real.halts.back()).copied().reduce(f64::max)
    }

    fn send(&mut self, side: Side, line: &[u8]) {
        if side == Side::Twin || self.connected {
            self.actions.push(Action::Send(side, line.to_vec()));
        }
    }

    /// Orders one side to halt; what it says until it acknowledges that belongs to what is over.
    fn send_halt(&mut self, side: Side, time: f64) {
        if side == Side::Real && !self.connected {
            return;
        }
        let until = time + self.machine.settings().time_out;
        self.send(side, Order::Halt.to_string().as_bytes());
        self.channel(side).halts.push_back(until);
    }

    fn drop_answer(&mut self, side: Side, answer: Answer, why: Dropped) {
        let why = if why == Dropped::Unasked && answer == Answer::Ignored { Dropped::Ignored } else { why };
        self.actions.push(Action::Note(Event::Dropped(side, answer, why)));
    }

    fn take_acknowledgements(&mut self, time: f64) {
        for side in Side::BOTH {
            while self.channel(side).halts.front().is_some_and(|until| time >= *until) {
                self.channel(side).halts.pop_front();
            }
            while !self.channel(side).halts.is_empty() {
                let Some(answer) = self.channel(side).answers.pop_front() else { break };
                let why = if is_halted(&answer) || answer == Answer::Ignored {
                    self.channel(side).halts.pop_front();
                    Dropped::Acknowledgement
                } else {
                    Dropped::Late
                };
                self.drop_answer(side, answer, why);
            }
        }
    }

    /// Gives both an order.
    fn begin(&mut self, line: Vec<u8>, time: f64) {
        for side in Side::BOTH {
            // What has come before is of no order.
            while let Some(answer) = self.channel(side).answers.pop_front() {
                self.drop_answer(side, answer, Dropped::Late);
            }
            self.channel(side).ignored = false;
        }
        // A line that is no order is answered by both, like any other.
        match Order::read(&line) {
            Ok(order) => {
                self.machine.order_given(order, time);
                self.actions.push(Action::Begun(order));
            }
            Err(_) => self.machine.clear(),
        }
        Side::BOTH.into_iter().for_each(|side| self.send(side, &line));
        self.mission = Mission::Given(time);
    }

    fn end(&mut self) {
        self.machine.clear();
        self.mission = Mission::None;
    }

    /// How long neither may answer, s.
    fn patience(&self) -> f64 {
        let settings = self.machine.settings();
        GRACE
            + match self.machine.order() {
                Some(order @ Order::Go { .. }) => settings.duration(&order),
                Some(_) => LOOK,
                None => 0.0,
            }
    }

    /// The next answer of a side that is one to the present order.
    fn next_answer(&mut self, side: Side) -> Option<Answer> {
        loop {
            let answer = self.channel(side).answers.pop_front()?;
            let awaited = side == Side::Real && self.machine.state() == State::RePos;
            self.channel(side).ignored |= answer == Answer::Ignored;
            if answer == Answer::Ignored || is_halted(&answer) && !awaited {
                self.drop_answer(side, answer, Dropped::Unasked);
            } else {
                return Some(answer);
            }
        }
    }

    fn consult(&mut self, since: f64, time: f64, twin_moves: bool) {
        let (twin, real) = (self.next_answer(Side::Twin), self.next_answer(Side::Real));
        let silent = twin.is_none() && real.is_none();
        let undecided = silent && self.machine.state() == State::Sync;
        if undecided && self.twin.ignored && self.real.ignored {
            self.actions.push(Action::Reply(Reply::Answer(Answer::Ignored)));
            return self.end();
        }
        if undecided && time - since >= self.patience() {
            self.actions.extend([Action::Note(Event::NoAnswer), Action::Reply(Reply::SyncError)]);
            Side::BOTH.into_iter().for_each(|side| self.send_halt(side, time));
            return self.end();
        }
        let before = self.machine.state();
        let outcome = self.machine.step(Inputs { twin, real, time, twin_moves });
        if !silent || self.machine.state() != before || outcome.reply.is_some() {
            self.actions.push(Action::Note(Event::Row(outcome.row, self.machine.state())));
        }
        self.carry_out(outcome, time);
    }

    fn carry_out(&mut self, outcome: Outcome, time: f64) {
        let Outcome { reply, acts, .. } = outcome;
        let blocked = matches!(reply, Some(Reply::Answer(Answer::Blocked { .. })));
        let placed = |act: &Act| matches!(act, Act::HaltTwin | Act::Reposition { .. } | Act::TwinToGoal);
        if blocked || acts.iter().any(placed) {
            // It must neither go on from where it is put nor by itself.
            self.send_halt(Side::Twin, time);
        }
        for act in acts {
            match act {
                Act::HaltTwin => {}
                // The machine waits for what the real robot says to this one.
                Act::HaltReal if self.machine.state() == State::RePos => {
                    self.send(Side::Real, Order::Halt.to_string().as_bytes());
                }
                Act::HaltReal => self.send_halt(Side::Real, time),
                act => self.actions.push(Action::World(act)),
            }
        }
        match reply {
            Some(reply) if blocked => {
                self.actions.push(Action::Reply(reply));
                self.mission = Mission::Blocked;
            }
            Some(reply) => {
                self.actions.push(Action::Reply(reply));
                self.end();
            }
            None => {}
        }
    }

    /// Follows a real robot that goes on by itself after it was blocked.
    fn watch_blocked(&mut self, time: f64) {
        while let Some(answer) = self.twin.answers.pop_front() {
            self.drop_answer(Side::Twin, answer, Dropped::Unasked);
        }
        let Some(answer) = self.next_answer(Side::Real) else { return };
        match answer {
            Answer::GoOk => {
                self.actions.push(Action::Note(Event::WentOn));
                let reply = Some(Reply::Answer(answer));
                self.carry_out(Outcome { row: 0, reply, acts: vec![Act::TwinToGoal] }, time);
            }
            Answer::Blocked { .. } => {
                self.actions.push(Action::Note(Event::WentOn));
                // The order has been answered so before; only the world changes.
                let outcome = self.machine.step(Inputs { real: Some(answer), time, ..Inputs::default() });
                self.carry_out(Outcome { reply: None, ..outcome }, time);
            }
            answer => self.drop_answer(Side::Real, answer, Dropped::Unasked),
        }
    }

    /// `HALT` of whoever gives the orders.
    fn halt(&mut self, time: f64) {
        if matches!(self.mission, Mission::Halting(_)) {
            self.actions.extend([Action::Note(Event::Refused), Action::ReplyIgnored]);
            return;
        }
        if matches!(self.mission, Mission::Waiting(_)) {
            // That order was never given.
            self.actions.push(Action::ReplyIgnored);
        }
        Side::BOTH.into_iter().for_each(|side| self.send(side, Order::Halt.to_string().as_bytes()));
        let until = time + self.machine.settings().time_out;
        let owed = matches!(self.mission, Mission::Given(_));
        self.mission = Mission::Halting(Halting { until, owed, said: [None; 2], before: [None; 2] });
    }

    /// Row 30.
    fn conclude_halt(&mut self, mut halting: Halting, time: f64) {
        for (place, side) in Side::BOTH.into_iter().enumerate() {
            while halting.said[place].is_none() {
                let Some(answer) = self.channel(side).answers.pop_front() else { break };
                match is_halted(&answer) || answer == Answer::Ignored {
                    true => halting.said[place] = Some(answer),
                    false => halting.before[place] = Some(answer),
                }
            }
        }
        let all = halting.said[0].is_some() && (halting.said[1].is_some() || !self.connected);
        if !all && time < halting.until {
            self.mission = Mission::Halting(halting);
            return;
        }
        self.actions.push(Action::Note(Event::Row(30, State::Sync)));
        let ([twin, real], [_, real_before]) = (halting.said, halting.before);
        let halted = |said: Option<Answer>| said.filter(is_halted);
        match (halted(real), real_before.filter(|answer| *answer == Answer::GoOk)) {
            (Some(Answer::GoHalted { travelled: Some(travelled) }), _) => {
                if let Some(Order::Go { distance, .. }) = self.machine.order() {
                    self.actions.push(Action::World(Act::Reposition { remaining: distance - travelled }));
                }
            }
            // It had arrived before it heard of it.
            (None, Some(_)) => self.actions.push(Action::World(Act::TwinToGoal)),
            _ => {}
        }
        let reply = halted(real).or(real_before).or(halted(twin)).map(Reply::Answer);
        let silent = (!all || halting.owed).then_some(Reply::SyncError);
        self.actions.extend(reply.or(silent).map(Action::Reply));
        self.end();
    }
}

#[cfg(test)]
mod tests;
