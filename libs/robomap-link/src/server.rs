//! The robot's end: what it answers, and what it tells. Its motion is left to whoever uses it.
//!
//! [`Server::step`] takes the time, the robot's pose and what has come, and returns what is to be sent and what the robot is
//! to do. [`Server::reached`] tells that the pose that it was sent to is reached.

mod commands;
mod outgoing;

use crate::ids::{Counter, Recent};
use crate::{Datagram, TRACE_PERIOD};
use outgoing::{Outgoing, Unheard};
use robomap_protocol::{Beacon, Dialect, Message, Packet, Pose, Status, decode, encode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::net::SocketAddrV4;
use std::time::Duration;

pub use crate::client::Motion;

/// Poses of a plan at most; more are refused, so that nobody can take all memory.
pub const MOST_POSES: u32 = 100_000;

/// For how long a movement by hand lasts where it is not renewed.
pub const MOTION_LASTS: Duration = Duration::from_secs(1);

/// How a server behaves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Packets that it knows, and sends.
    pub dialect: Dialect,
    /// Ultrasound beacons that it knows.
    pub beacons: Vec<Beacon>,
    /// Commands that are refused although they are right, counted from 1 in the order in which they come; copies do not
    /// count. For tests of clients.
    pub refused: BTreeSet<u64>,
}

/// What the robot does about its plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlanState {
    /// It has none.
    #[default]
    Idle,
    /// One is coming, of so many poses.
    Loading(u32),
    /// It has one.
    Loaded,
    /// It follows it.
    Running,
    /// It stands.
    Paused,
}

/// What the robot is to do, or what has happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Who gives commands now; nobody after editor mode.
    Peer(Option<SocketAddrV4>),
    /// Move so fast, percent of the greatest speed.
    Speed(f64),
    /// Move from where it is to this pose of the plan, counted from 0.
    GoTo {
        /// Which pose.
        index: usize,
        /// Where it is.
        pose: Pose,
    },
    /// Stand still.
    Stand,
    /// Move by hand, until something else is wanted.
    Move(Motion),
    /// The plan is gone.
    PlanDropped,
    /// All poses were reached.
    PlanFinished,
    /// For the log.
    Note(Note),
}

/// Something that is worth noting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Note {
    /// The client has not confirmed that a pose was reached: the plan is paused.
    ReachedUnheard,
    /// The client has not confirmed something else.
    Unheard,
    /// A movement by hand was not renewed.
    MotionExpired,
    /// The robot's pose is not finite: no trace was sent.
    BadPose,
}

/// What was received since the server was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Packets that servers receive.
    pub packets: u64,
    /// Commands that had come before.
    pub copies: u64,
    /// Commands that were refused; those with a wrong value, and answers to copies, do not count.
    pub refused: u64,
    /// Commands with a length or a value that is wrong.
    pub malformed: u64,
    /// Datagrams that are no packets, or of types that are not known, or that only clients receive.
    pub corrupt: u64,
}

/// What a step gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Output {
    /// To send, in this order.
    pub datagrams: Vec<Datagram>,
    /// To do, in this order.
    pub events: Vec<Event>,
}

/// The plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Plan {
    state: PlanState,
    poses: Vec<Pose>,
    /// The pose that the robot moves to; as many as there are when all were reached.
    target: usize,
}

/// One server. It is saved and restored after a step, with its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Server {
    settings: Settings,
    counter: Counter,
    now: Duration,
    pose: Pose,
    peer: Option<SocketAddrV4>,
    recent: Recent,
    speed: f64,
    plan: Plan,
    /// Poses that were reached, and the end of the plan.
    progress: Outgoing,
    /// Beacons and captures.
    notices: Outgoing,
    next_trace: Duration,
    /// Until when a movement by hand lasts.
    motion: Option<Duration>,
    commands: u64,
    counters: Counters,
    out: Output,
}

impl Server {
    /// A robot that nobody talks to, with the full speed.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            counter: Counter::default(),
            now: Duration::ZERO,
            pose: Pose::default(),
            peer: None,
            recent: Recent::default(),
            speed: robomap_protocol::FULL_SPEED,
            plan: Plan::default(),
            progress: Outgoing::default(),
            notices: Outgoing::default(),
            next_trace: Duration::ZERO,
            motion: None,
            commands: 0,
            counters: Counters::default(),
            out: Output::default(),
        }
    }

    /// Takes the id of its first packet, for tests of ids that wrap.
    pub fn with_first_id(mut self, id: u32) -> Self {
        self.counter = Counter::at(id);
        self
    }

    /// Gives it other settings. Packets under way are not changed.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Who gives commands.
    pub fn peer(&self) -> Option<SocketAddrV4> {
        self.peer
    }

    /// What it does about its plan.
    pub fn plan(&self) -> PlanState {
        self.plan.state
    }

    /// Poses of the plan that it has.
    pub fn poses(&self) -> &[Pose] {
        &self.plan.poses
    }

    /// The pose that it moves to, while the plan runs or is paused.
    pub fn target(&self) -> Option<(usize, Pose)> {
        let moves = matches!(self.plan.state, PlanState::Running | PlanState::Paused);
        self.plan.poses.get(self.plan.target).filter(|_| moves).map(|pose| (self.plan.target, *pose))
    }

    /// Whether the client has not confirmed yet what it was told of the plan.
    pub fn is_telling(&self) -> bool {
        !self.progress.is_empty()
    }

    /// Its speed, percent of the greatest.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// What was received, by kinds.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The pose of the plan with this index is reached; nothing happens where the robot does not move to that one. What
    /// follows comes with the next step.
    pub fn reached(&mut self, index: usize) {
        if self.plan.state != PlanState::Running || self.plan.target != index {
            return;
        }
        let Some(pose) = self.plan.poses.get(index) else { return };
        // As it was received, to the bit: clients compare it.
        self.progress.push(Message::ReachedPose(*pose));
        self.plan.target = index + 1;
        if self.plan.target < self.plan.poses.len() {
            return self.go_on();
        }
        if self.settings.dialect == Dialect::Later {
            self.progress.push(Message::EndOfPlan);
        }
        self.plan.state = PlanState::Idle;
        self.out.events.extend([Event::Stand, Event::PlanFinished]);
    }

    /// The robot begins to record signals, or has done so; clients without later additions are not told.
    pub fn capture(&mut self, on: bool) {
        if self.peer.is_some() && self.settings.dialect == Dialect::Later {
            self.notices.push(if on { Message::CaptureStarted } else { Message::CaptureEnded });
        }
    }

    /// Takes what has come, in this order, and goes on at this time, with the robot at this pose.
    pub fn step(&mut self, now: Duration, pose: Pose, received: &[Datagram]) -> Output {
        self.now = self.now.max(now);
        self.pose = pose;
        for datagram in received {
            self.receive(datagram);
        }
        if self.motion.is_some_and(|until| self.now >= until) {
            self.motion = None;
            self.out.events.extend([Event::Note(Note::MotionExpired), Event::Stand]);
        }
        self.tell();
        if self.peer.is_some() && self.now >= self.next_trace {
            self.trace();
            // Not one for each period that was missed.
            let missed = (self.now - self.next_trace).as_nanos() / TRACE_PERIOD.as_nanos();
            let periods = u32::try_from(missed).unwrap_or(u32::MAX).saturating_add(1);
            self.next_trace = self.next_trace.saturating_add(TRACE_PERIOD.saturating_mul(periods));
        }
        std::mem::take(&mut self.out)
    }

    fn receive(&mut self, datagram: &Datagram) {
        let from = datagram.peer;
        match decode(&datagram.bytes, self.settings.dialect) {
            Ok(packet) if packet.message.packet_type().is_command() => {
                self.counters.packets += 1;
                self.command(from, &packet);
            }
            Ok(Packet { message: Message::Ack { acked, .. }, .. }) => {
                self.counters.packets += 1;
                if self.peer == Some(from) {
                    self.progress.acknowledged(acked);
                    self.notices.acknowledged(acked);
                }
            }
            Ok(_) => self.counters.corrupt += 1,
            Err(error) => match error.refused_id() {
                Some(id) => {
                    self.counters.malformed += 1;
                    self.acknowledge(from, id, Status::Refused);
                }
                None => self.counters.corrupt += 1,
            },
        }
    }

    /// Sends what the client is to confirm.
    fn tell(&mut self) {
        let Some(peer) = self.peer else { return };
        let mut sent = Vec::new();
        let unheard = self.progress.step(self.now, &mut self.counter, &mut sent);
        let lost = self.notices.step(self.now, &mut self.counter, &mut sent);
        sent.into_iter().for_each(|packet| self.put(peer, &packet));
        match unheard {
            Some(Unheard::Reached) => {
                self.out.events.push(Event::Note(Note::ReachedUnheard));
                if self.plan.state == PlanState::Running {
                    self.out.events.push(Event::Stand);
                }
                self.plan.state = PlanState::Paused;
            }
            Some(Unheard::Other) => self.out.events.push(Event::Note(Note::Unheard)),
            None => {}
        }
        if lost.is_some() {
            self.out.events.push(Event::Note(Note::Unheard));
        }
    }

    fn trace(&mut self) {
        if !self.pose.is_finite() {
            self.out.events.push(Event::Note(Note::BadPose));
        } else if let Some(peer) = self.peer {
            self.send(peer, Message::Trace(self.pose));
        }
    }

    fn send(&mut self, peer: SocketAddrV4, message: Message) {
        let packet = Packet { id: self.counter.next(), message };
        self.put(peer, &packet);
    }

    fn put(&mut self, peer: SocketAddrV4, packet: &Packet) {
        // All that is sent can be: commands are answered, beacons were looked at, and the robot's pose was.
        if let Ok(bytes) = encode(packet, self.settings.dialect) {
            self.out.datagrams.push(Datagram { peer, bytes });
        }
    }

    fn acknowledge(&mut self, peer: SocketAddrV4, acked: u32, status: Status) {
        self.send(peer, Message::Ack { acked, status });
    }

    /// Moves to the next pose.
    fn go_on(&mut self) {
        if let Some(pose) = self.plan.poses.get(self.plan.target) {
            self.out.events.push(Event::GoTo { index: self.plan.target, pose: *pose });
        }
    }

    fn drop_plan(&mut self) {
        let had = self.plan.state != PlanState::Idle;
        self.plan = Plan::default();
        self.progress.clear();
        if had {
            self.out.events.push(Event::PlanDropped);
        }
    }
}
