//! The robot end of the protocol: its responses and reports. The caller implements the motion.
//!
//! [`Server::step`] takes the time, the robot's pose and the received datagrams, and returns the datagrams to send and the events to
//! handle. Call [`Server::reached`] when the robot has reached its target pose.

mod commands;
mod outgoing;

use crate::ids::{Counter, Recent};
use crate::{Datagram, TRACE_PERIOD};
use outgoing::{Outgoing, Unacknowledged};
use robomap_protocol::{Beacon, Dialect, Message, Packet, Pose, Status, decode, encode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::net::SocketAddrV4;
use std::time::Duration;

pub use crate::client::Motion;

/// Maximum number of poses in a plan; larger plans are rejected to bound memory use.
pub const MAX_POSES: u32 = 100_000;

/// Duration of a manual motion that is not renewed.
pub const MOTION_LASTS: Duration = Duration::from_secs(1);

/// Server settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Packet set that the server supports and sends.
    pub dialect: Dialect,
    /// Known ultrasound beacons.
    pub beacons: Vec<Beacon>,
    /// Valid commands to reject, counted from 1 in order of arrival without duplicates. For tests of clients.
    pub refused: BTreeSet<u64>,
}

/// State of the robot's plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlanState {
    /// No plan.
    #[default]
    Idle,
    /// A plan with this number of poses is being received.
    Loading(u32),
    /// The plan is complete.
    Loaded,
    /// The robot is executing the plan.
    Running,
    /// The robot is stopped.
    Paused,
}

/// An action for the robot, or an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The peer that commands the robot; `None` after editor mode.
    Peer(Option<SocketAddrV4>),
    /// Set the speed, percent of the maximum.
    Speed(f64),
    /// Move from the current pose to this pose of the plan.
    GoTo {
        /// Index of the pose, counted from 0.
        index: usize,
        /// The pose.
        pose: Pose,
    },
    /// Stop.
    Stand,
    /// Execute this manual motion until the next event.
    Move(Motion),
    /// The plan was dropped.
    PlanDropped,
    /// All poses were reached.
    PlanFinished,
    /// A log entry.
    Note(Note),
}

/// Log entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Note {
    /// The client has not confirmed a reached pose: the plan is paused.
    ReachedUnheard,
    /// The client has not confirmed another packet.
    Unheard,
    /// A manual motion was not renewed.
    MotionExpired,
    /// The robot's pose is not finite: no trace was sent.
    BadPose,
}

/// Receive counters since the server was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Packets that servers receive.
    pub packets: u64,
    /// Duplicate commands.
    pub copies: u64,
    /// Rejected commands, not counting invalid values and responses to duplicates.
    pub refused: u64,
    /// Commands with an invalid length or value.
    pub malformed: u64,
    /// Datagrams that are malformed, of unknown types, or only for clients.
    pub corrupt: u64,
}

/// Result of a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Output {
    /// Datagrams to send, in this order.
    pub datagrams: Vec<Datagram>,
    /// Events to handle, in this order.
    pub events: Vec<Event>,
}

/// The plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Plan {
    state: PlanState,
    poses: Vec<Pose>,
    /// Index of the target pose; equal to the number of poses when all were reached.
    target: usize,
}

/// A server. It is saved and restored between steps, including its settings.
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
    /// Reached poses, and the end of the plan.
    progress: Outgoing,
    /// Beacons and captures.
    notices: Outgoing,
    next_trace: Duration,
    /// End time of the current manual motion.
    motion: Option<Duration>,
    commands: u64,
    counters: Counters,
    out: Output,
}

impl Server {
    /// Creates a robot without a peer at full speed.
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

    /// Sets the id of the first packet, for tests of id wraparound.
    pub fn with_first_id(self, id: u32) -> Self {
        Self { counter: Counter::at(id), ..self }
    }

    /// Replaces the settings. Pending packets are not affected.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Returns the peer that commands the robot.
    pub fn peer(&self) -> Option<SocketAddrV4> {
        self.peer
    }

    /// Returns the state of the plan.
    pub fn plan(&self) -> PlanState {
        self.plan.state
    }

    /// Returns the received poses of the plan.
    pub fn poses(&self) -> &[Pose] {
        &self.plan.poses
    }

    /// Returns index and pose of the target while the plan is running or paused.
    pub fn target(&self) -> Option<(usize, Pose)> {
        let moves = matches!(self.plan.state, PlanState::Running | PlanState::Paused);
        self.plan.poses.get(self.plan.target).filter(|_| moves).map(|pose| (self.plan.target, *pose))
    }

    /// Returns whether the client has yet to confirm reports about the plan.
    pub fn has_unconfirmed_reports(&self) -> bool {
        !self.progress.is_empty()
    }

    /// Returns the speed, percent of the maximum.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Returns the receive counters.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Reports that the pose with this index is reached; ignored if it is not the current target. The resulting packets are sent by the
    /// next step.
    pub fn reached(&mut self, index: usize) {
        if self.plan.state != PlanState::Running || self.plan.target != index {
            return;
        }
        let Some(pose) = self.plan.poses.get(index) else { return };
        // Bit-exact as received: clients compare it.
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

    /// Reports the start or end of a signal recording; not sent to clients without later additions.
    pub fn capture(&mut self, on: bool) {
        if self.peer.is_some() && self.settings.dialect == Dialect::Later {
            self.notices.push(if on { Message::CaptureStarted } else { Message::CaptureEnded });
        }
    }

    /// Processes the received datagrams in order and advances to `now`, with the robot at this pose.
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
        self.send_reports();
        if self.peer.is_some() && self.now >= self.next_trace {
            self.trace();
            // Missing periods are not made up.
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

    /// Sends the packets that the client has to confirm.
    fn send_reports(&mut self) {
        let Some(peer) = self.peer else { return };
        let mut sent = Vec::new();
        let unacknowledged = self.progress.step(self.now, &mut self.counter, &mut sent);
        let lost = self.notices.step(self.now, &mut self.counter, &mut sent);
        sent.into_iter().for_each(|packet| self.put(peer, &packet));
        match unacknowledged {
            Some(Unacknowledged::Reached) => {
                self.out.events.push(Event::Note(Note::ReachedUnheard));
                if self.plan.state == PlanState::Running {
                    self.out.events.push(Event::Stand);
                }
                self.plan.state = PlanState::Paused;
            }
            Some(Unacknowledged::Other) => self.out.events.push(Event::Note(Note::Unheard)),
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
        // Encoding cannot fail: commands are validated, and so are the beacons and the robot's pose.
        if let Ok(bytes) = encode(packet, self.settings.dialect) {
            self.out.datagrams.push(Datagram { peer, bytes });
        }
    }

    fn acknowledge(&mut self, peer: SocketAddrV4, acked: u32, status: Status) {
        self.send(peer, Message::Ack { acked, status });
    }

    /// Starts the motion to the next pose.
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
