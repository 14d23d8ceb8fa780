//! Issues one command at a time to both sides, filters their responses, and replies to the issuer.
//!
//! The link adds to the [machine](crate::machine) the rules of a line protocol without sequence numbers: a response belongs to the latest
//! command unless a `HALT` is unacknowledged. Channels preserve the order of lines, so everything before the acknowledgement belongs to an
//! earlier command. A new command waits for the acknowledgement, at most until the time-out.

use crate::machine::{Act, Inputs, Machine, Outcome, Reply, Settings, State};
use l0_protocol::{Answer, Order};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// One of the two sides of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The twin.
    Twin,
    /// The real robot.
    Real,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::Twin, Self::Real];
}

/// Why a response was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// It acknowledges a `HALT` issued by the link itself.
    Acknowledgement,
    /// It belongs to a finished command.
    Late,
    /// The robot reported that a command did not fit its current activity.
    Ignored,
    /// It is unsolicited.
    Unasked,
    /// The queue of unprocessed responses is full.
    TooMany,
}

/// Events for the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A response was dropped.
    Dropped(Side, Answer, Dropped),
    /// The row of the machine's table that was applied, and the resulting state.
    Row(u8, State),
    /// A command was rejected because another one was active.
    Refused,
    /// Neither side responded within the duration of the command and a grace period.
    NoAnswer,
    /// The channel to the real robot closed, or was closed when a command arrived.
    Lost,
    /// The channel to the real robot is open again.
    Restored,
    /// The real robot resumed by itself after it had been blocked.
    WentOn,
}

/// Actions requested by a step, in execution order.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Send this line to one side.
    Send(Side, Vec<u8>),
    /// A command was just sent to both sides; record the twin's pose now.
    Begun(Order),
    /// Change the twin or its world.
    World(Act),
    /// Send this reply to the issuer.
    Reply(Reply),
    /// Report to the issuer that a command is not currently accepted.
    ReplyIgnored,
    /// Log this event.
    Note(Event),
}

/// Maximum number of unprocessed responses per side.
const WAITING: usize = 256;

/// Additional time to wait for a response beyond the duration of a command, s.
const GRACE: f64 = 5.0;

/// Maximum duration of one sonar reading of a scan, s.
const LOOK: f64 = 1.0;

/// One side of the link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Channel {
    answers: VecDeque<Answer>,
    /// Deadlines for the acknowledgements of `HALT`s issued by the link, s.
    halts: VecDeque<f64>,
    /// Whether the current command was ignored.
    ignored: bool,
}

/// A `HALT` from the issuer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Halting {
    until: f64,
    /// Whether it ends a command that has not been replied to.
    owed: bool,
    /// Responses of the twin and the real robot.
    said: [Option<Answer>; 2],
    /// Their own responses before they received the `HALT`.
    before: [Option<Answer>; 2],
}

/// A command that is active or pending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Mission {
    /// None.
    None,
    /// Waiting for acknowledgements.
    Waiting(Vec<u8>),
    /// Sent to both sides at this time, s.
    Given(f64),
    /// Replied to with `BLOCKED`; the real robot may resume by itself.
    Blocked,
    /// Being ended by `HALT`.
    Halting(Halting),
}

/// Keeps a robot and its twin synchronized. It can be saved and restored between steps; its settings are not saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    machine: Machine,
    mission: Mission,
    twin: Channel,
    real: Channel,
    connected: bool,
    /// Response on behalf of a twin that has been stopped by an object that its sonar does not see.
    bump: Option<Answer>,
    #[serde(skip)]
    actions: Vec<Action>,
}

fn is_halted(answer: &Answer) -> bool {
    use Answer::*;
    matches!(answer, GoHalted { .. } | SonarHalted | RayHalted | EchoHalted | ResumeHalted | BlockedHalted)
}

impl Link {
    /// Creates a link whose channels are open.
    pub fn new(settings: Settings) -> Self {
        let channel = Channel::default;
        Self {
            machine: Machine::new(settings),
            mission: Mission::None,
            twin: channel(),
            real: channel(),
            connected: true,
            bump: None,
            actions: Vec::new(),
        }
    }

    /// Replaces the settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.machine.set_settings(settings);
    }

    /// Returns the machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns whether a command is active, so that all others except `HALT` are rejected.
    pub fn is_busy(&self) -> bool {
        !matches!(self.mission, Mission::None | Mission::Blocked)
    }

    /// Returns whether the channel to the real robot is open.
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// Sets whether the channel is open, for a link restored from a saved state.
    pub fn set_connected(&mut self, connected: bool) {
        self.connected = connected;
    }

    /// Returns the end of the current wait, s; `None` if nothing is pending.
    pub fn expiry(&self) -> Option<f64> {
        match &self.mission {
            Mission::None | Mission::Blocked => None,
            Mission::Waiting(_) => self.last_halt(),
            Mission::Halting(halting) => Some(halting.until),
            Mission::Given(since) => self.machine.expiry().or(Some(since + self.patience())),
        }
    }

    /// Processes a line from the issuer.
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
            // The real robot does not accept commands until its mission is over.
            self.send_halt(Side::Real, time);
        }
        self.mission = Mission::Waiting(line.to_vec());
    }

    /// Processes a response of one side.
    pub fn answer(&mut self, side: Side, answer: Answer) {
        // No robot sends this many responses; the limit bounds memory use.
        if self.channel(side).answers.len() == WAITING {
            return self.drop_answer(side, answer, Dropped::TooMany);
        }
        self.channel(side).answers.push_back(answer);
    }

    /// Returns whether the twin is executing a `GO`, as far as its responses show.
    pub fn is_twin_underway(&self) -> bool {
        let goes = matches!(self.machine.order(), Some(Order::Go { .. })) && matches!(self.mission, Mission::Given(_));
        goes && self.bump.is_none() && !self.machine.has_twin_answered() && self.twin.answers.is_empty()
    }

    /// Stops a twin that is [underway](Self::is_twin_underway) and has touched an object, as if its sonar had detected it: `remaining` is
    /// the distance that it has not covered, cm, and `turned` the angle that it has turned, degrees, if it has not completed its turn.
    pub fn bumped(&mut self, turned: Option<f64>, remaining: f64, time: f64) {
        if self.is_twin_underway() {
            if let Some(angle) = turned {
                self.machine.shorten_turn(angle);
            }
            self.send_halt(Side::Twin, time);
            self.bump = Some(Answer::Blocked { remaining, echo: None });
        }
    }

    /// Ends a command that was replied to with `BLOCKED`: the real robot will not resume by itself.
    pub fn give_up_blocked(&mut self, time: f64) {
        if self.mission == Mission::Blocked {
            self.send_halt(Side::Real, time);
            self.end();
        }
    }

    /// Handles loss of the channel to the real robot: the active command fails, and the twin stops.
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

    /// Handles recovery of the channel to the real robot. Any remaining activity of the robot is halted.
    pub fn restored(&mut self, time: f64) {
        if std::mem::replace(&mut self.connected, true) {
            return;
        }
        self.actions.push(Action::Note(Event::Restored));
        self.send_halt(Side::Real, time);
    }

    /// Advances to `time`; `twin_moves` specifies whether the twin is in motion. Returns the actions to execute.
    pub fn step(&mut self, time: f64, twin_moves: bool) -> Vec<Action> {
        self.take_acknowledgements(time);
        if let Mission::Waiting(line) = &self.mission
            && self.last_halt().is_none()
        {
            let line = line.clone();
            self.begin(line, time);
        }
        match self.mission {
            Mission::Given(since) => {
                let bumped = self.bump.is_some();
                self.consult(since, time, twin_moves);
                // The real robot is to stop in the same step.
                if bumped && matches!(self.mission, Mission::Given(_)) {
                    self.consult(since, time, twin_moves);
                }
            }
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

    /// Returns the latest deadline of the pending acknowledgements, s.
    fn last_halt(&self) -> Option<f64> {
        self.twin.halts.back().into_iter().chain(self.real.halts.back()).copied().reduce(f64::max)
    }

    fn send(&mut self, side: Side, line: &[u8]) {
        if side == Side::Twin || self.connected {
            self.actions.push(Action::Send(side, line.to_vec()));
        }
    }

    /// Sends `HALT` to one side. Its responses up to the acknowledgement belong to finished commands.
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

    /// Sends a command to both sides.
    fn begin(&mut self, line: Vec<u8>, time: f64) {
        for side in Side::BOTH {
            // Earlier responses do not belong to any command.
            while let Some(answer) = self.channel(side).answers.pop_front() {
                self.drop_answer(side, answer, Dropped::Late);
            }
            self.channel(side).ignored = false;
        }
        // Both sides respond to an invalid line as to any other.
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
        self.bump = None;
        self.machine.clear();
        self.mission = Mission::None;
    }

    /// Returns the maximum time without a response from either side, s.
    fn patience(&self) -> f64 {
        let settings = self.machine.settings();
        GRACE
            + match self.machine.order() {
                Some(order @ Order::Go { .. }) => settings.duration(&order),
                Some(_) => LOOK,
                None => 0.0,
            }
    }

    /// Returns the next response of a side to the current command.
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
        let twin = self.bump.take().or_else(|| self.next_answer(Side::Twin));
        let real = self.next_answer(Side::Real);
        let no_replies = twin.is_none() && real.is_none();
        let undecided = no_replies && self.machine.state() == State::Sync;
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
        if !no_replies || self.machine.state() != before || outcome.reply.is_some() {
            self.actions.push(Action::Note(Event::Row(outcome.row, self.machine.state())));
        }
        self.carry_out(outcome, time);
    }

    fn carry_out(&mut self, outcome: Outcome, time: f64) {
        let Outcome { reply, acts, .. } = outcome;
        let blocked = matches!(reply, Some(Reply::Answer(Answer::Blocked { .. })));
        let placed = |act: &Act| matches!(act, Act::HaltTwin | Act::Reposition { .. } | Act::TwinToGoal);
        if blocked || acts.iter().any(placed) {
            // It must neither continue from its new pose nor resume by itself.
            self.send_halt(Side::Twin, time);
        }
        for act in acts {
            match act {
                Act::HaltTwin => {}
                // The machine waits for the real robot's response to this `HALT`.
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

    /// Follows a real robot that resumes by itself after being blocked.
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
                // The reply was already sent; only the world changes.
                let outcome = self.machine.step(Inputs { real: Some(answer), time, ..Inputs::default() });
                self.carry_out(Outcome { reply: None, ..outcome }, time);
            }
            answer => self.drop_answer(Side::Real, answer, Dropped::Unasked),
        }
    }

    /// Handles `HALT` from the issuer.
    fn halt(&mut self, time: f64) {
        if matches!(self.mission, Mission::Halting(_)) {
            self.actions.extend([Action::Note(Event::Refused), Action::ReplyIgnored]);
            return;
        }
        if matches!(self.mission, Mission::Waiting(_)) {
            // That command was never sent.
            self.actions.push(Action::ReplyIgnored);
        }
        Side::BOTH.into_iter().for_each(|side| self.send(side, Order::Halt.to_string().as_bytes()));
        let until = time + self.machine.settings().time_out;
        let owed = matches!(self.mission, Mission::Given(_));
        self.mission = Mission::Halting(Halting { until, owed, said: [None; 2], before: [None; 2] });
    }

    /// Applies row 30.
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
            // It had arrived before it received the `HALT`.
            (None, Some(_)) => self.actions.push(Action::World(Act::TwinToGoal)),
            _ => {}
        }
        let reply = halted(real).or(real_before).or(halted(twin)).map(Reply::Answer);
        let fallback = (!all || halting.owed).then_some(Reply::SyncError);
        self.actions.extend(reply.or(fallback).map(Action::Reply));
        self.end();
    }
}

#[cfg(test)]
mod tests;
