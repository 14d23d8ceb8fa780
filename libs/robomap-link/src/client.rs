//! The client end: modes, plans, acknowledgements, and tracking the robot.
//!
//! [`Client::request`] takes commands and rejects those that are not currently allowed. [`Client::step`] takes the received datagrams and
//! the time, and returns the datagrams to send, the reports and the state changes. Only one command at a time waits for the robot; no call
//! blocks.

mod allowed;
mod connection;
mod hand;
mod pending;
mod plan;
mod receive;
mod report;
mod task;
mod text;

pub use allowed::Situation;
pub use hand::Motion;
pub use plan::PlayAction;
pub use receive::Counters;
pub use report::{CalibrationFault, Failure, Level, Notice, PlanStep, Refusal, Remedy, Report};

use crate::ids::Counter;
use crate::{Datagram, MAX_MISSES};
use hand::Hand;
use pending::{Job, Task};
use plan::Plan;
use receive::Ears;
use robomap_protocol::{Beacon, Dialect, Message, Mode, Packet, Pose, encode};
use serde::{Deserialize, Serialize};
use std::net::SocketAddrV4;
use std::time::Duration;

/// Maximum number of queued changes and reports; beyond it, the oldest are dropped.
const MAX_EVENTS: usize = 1000;

/// Last known state of the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PlanState {
    /// No plan.
    #[default]
    Idle,
    /// The plan is being sent.
    Sending,
    /// Another plan is being sent to replace a paused one.
    Resending,
    /// The robot is executing the plan.
    Running,
    /// The robot is stopped and keeps the plan.
    Paused,
    /// The robot's state is unconfirmed or the link was lost: the robot may be moving.
    Unknown,
}

/// Treatment of late and duplicate packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ordering {
    /// Traces must have increasing ids; of all other packets only duplicates are dropped.
    #[default]
    TracesOnly,
    /// As in the first release of the original client: drop any packet whose id is not larger than that of the previous packet, even across
    /// connections.
    Strict,
}

/// Client settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Address of the robot. Datagrams from other addresses are ignored.
    pub server: SocketAddrV4,
    /// Packet set that the robot supports.
    pub dialect: Dialect,
    /// Treatment of late and duplicate packets.
    pub ordering: Ordering,
    /// Resend unacknowledged commands with the same id, which the robot must not execute twice.
    pub resend: bool,
    /// Stop a paused plan before sending another one. Our own robots do that themselves.
    pub stop_first: bool,
    /// Time without a packet after which the link is lost, 1 … 60 s.
    pub link_timeout: Duration,
}

impl Settings {
    /// Creates settings for one of our own robots, without resending.
    pub fn new(server: SocketAddrV4) -> Self {
        let link_timeout = Duration::from_secs(30);
        let (dialect, ordering) = (Dialect::Later, Ordering::TracesOnly);
        Self { server, dialect, ordering, resend: false, stop_first: false, link_timeout }
    }

    /// Creates settings as in the first release of the original client: no later additions, and strict packet order.
    pub fn strict(server: SocketAddrV4) -> Self {
        Self { dialect: Dialect::Thesis, ordering: Ordering::Strict, ..Self::new(server) }
    }

    /// Returns the time without a packet that counts as one miss.
    fn miss(&self) -> Duration {
        self.link_timeout.clamp(Duration::from_secs(1), Duration::from_secs(60)) / MAX_MISSES
    }
}

/// A command of a user or a program.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Enter robot mode at this speed.
    EnterRobotMode {
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
    /// Leave robot mode.
    LeaveRobotMode,
    /// Start, pause, or resume the plan, depending on its state.
    Play,
    /// Cancel the plan.
    Cancel,
    /// Change the speed.
    ChangeSpeed {
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
    /// Toggle whether the drawn robot follows the real one.
    ToggleRendering,
    /// Request the positions of the beacons.
    Calibrate,
    /// Start or end manual driving.
    Drive {
        /// Start if true, end if false.
        on: bool,
    },
    /// Abort sending a plan or requesting beacons.
    Abort,
    /// Shut down: stop the plan, leave robot mode, close the socket. Always allowed, once.
    Exit,
}

/// A change for the application to apply or display.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// Open the socket and report with [`Client::socket_opened`] or [`Client::socket_failed`].
    OpenSocket,
    /// Close the socket after sending the pending datagrams.
    CloseSocket,
    /// The mode has changed. In robot mode the robot is locked and follows [`Change::Pose`].
    Mode(Mode),
    /// The plan's state has changed.
    Plan(PlanState),
    /// Pose at which to draw the robot.
    Pose(Pose),
    /// Speed confirmed by the robot, percent.
    Speed(f64),
    /// Progress of sending a plan.
    Progress {
        /// Completed steps.
        done: usize,
        /// Total number of steps.
        of: usize,
    },
    /// Progress along the plan.
    Reached {
        /// Poses reached.
        reached: usize,
        /// Total number of poses.
        of: usize,
    },
    /// Time since the last packet; zero when packets arrive again.
    Silence(Duration),
    /// Whether the drawn robot follows the real one.
    Rendering(bool),
    /// Whether the robot records signals.
    Capture(bool),
    /// Whether manual driving is active.
    Driving(bool),
    /// The current beacons; they replace all previous ones.
    Beacons(Vec<Beacon>),
    /// Stop the route editor if it is active.
    StopRouteEditor,
    /// The program may exit.
    Exited,
}

/// Result of a step: send the datagrams first, then apply the changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Output {
    /// Datagrams to send, in this order.
    pub datagrams: Vec<Datagram>,
    /// Reports for the user.
    pub reports: Vec<Report>,
    /// Changes to apply or display, in this order.
    pub changes: Vec<Change>,
}

/// State of the socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Socket {
    Closed,
    Opening,
    Open,
}

/// A client. It is saved and restored between calls, including its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Client {
    settings: Settings,
    counter: Counter,
    now: Duration,
    mode: Mode,
    socket: Socket,
    job: Option<Job>,
    /// Id and speed of the speed change that was pending when the plan was canceled.
    overtaken_speed: Option<(u32, f64)>,
    speed: f64,
    plan: Plan,
    ears: Ears,
    rendering: bool,
    capture: bool,
    hand: Hand,
    ending: bool,
    out: Output,
    lost_events: u64,
}

impl Client {
    /// Creates a client in editor mode at full speed.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            counter: Counter::default(),
            now: Duration::ZERO,
            mode: Mode::Editor,
            socket: Socket::Closed,
            job: None,
            overtaken_speed: None,
            speed: robomap_protocol::FULL_SPEED,
            plan: Plan::default(),
            ears: Ears::default(),
            rendering: true,
            capture: false,
            hand: Hand::default(),
            ending: false,
            out: Output::default(),
            lost_events: 0,
        }
    }

    /// Replaces the settings.
    ///
    /// # Errors
    /// In robot mode, during a mode change, and for a different robot while the plan of the current one is unknown: that robot may still be
    /// moving, so use a separate client for the other one. On error nothing changes.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), Refusal> {
        match (self.mode, self.socket) {
            (Mode::Robot, _) => Err(Refusal::InRobotMode),
            (Mode::Editor, Socket::Opening | Socket::Open) => Err(Refusal::Switching),
            (Mode::Editor, Socket::Closed) => {
                if self.plan.state == PlanState::Unknown && settings.server != self.settings.server {
                    return Err(Refusal::PlanUnknown);
                }
                self.settings = settings;
                Ok(())
            }
        }
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets the id of the first packet, for tests of id wraparound.
    pub fn with_first_id(self, id: u32) -> Self {
        Self { counter: Counter::at(id), ..self }
    }

    /// Returns the mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the last known state of the plan.
    pub fn plan(&self) -> PlanState {
        self.plan.state
    }

    /// Returns the number of reached poses and the number of all poses; `None` without a plan.
    pub fn progress(&self) -> Option<(usize, usize)> {
        (!self.plan.poses.is_empty()).then_some((self.plan.reached, self.plan.poses.len()))
    }

    /// Returns the reached poses of the plan, in order.
    pub fn reached_poses(&self) -> &[Pose] {
        &self.plan.poses[..self.plan.reached.min(self.plan.poses.len())]
    }

    /// Returns the poses of the plan that are not reached yet, in order.
    pub fn remaining_poses(&self) -> &[Pose] {
        &self.plan.poses[self.plan.reached.min(self.plan.poses.len())..]
    }

    /// Returns the speed last confirmed by the robot, percent.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Returns the latest pose of the robot in this connection.
    pub fn pose(&self) -> Option<Pose> {
        self.ears.trace.map(|(_, pose)| pose)
    }

    /// Returns whether the drawn robot follows the real one.
    pub fn is_rendering(&self) -> bool {
        self.rendering
    }

    /// Returns whether the robot records signals.
    pub fn is_capturing(&self) -> bool {
        self.capture
    }

    /// Returns whether manual driving is active.
    pub fn is_driving(&self) -> bool {
        self.hand.on
    }

    /// Returns whether a command waits for the robot.
    pub fn is_waiting(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the time since the last packet in robot mode.
    pub fn silence(&self, now: Duration) -> Option<Duration> {
        (self.mode == Mode::Robot).then(|| now.saturating_sub(self.ears.heard))
    }

    /// Returns the receive counters.
    pub fn counters(&self) -> Counters {
        self.ears.counters
    }

    /// Returns the number of packets of the current connection that are missing, if the robot numbers all its packets.
    pub fn missing(&self) -> u64 {
        self.ears.missing.count()
    }

    /// Returns the trace rate over the last two seconds, Hz.
    pub fn trace_rate(&self, now: Duration) -> f64 {
        self.ears.trace_rate(now)
    }

    /// Requests a command. Each command, accepted or rejected, produces exactly one report, now or later.
    ///
    /// # Errors
    /// If the command is not currently allowed. Nothing changes then, and nothing is sent.
    pub fn request(&mut self, now: Duration, command: Command, situation: &Situation) -> Result<(), Refusal> {
        self.now = self.now.max(now);
        let begun = self.allowed(&command, situation).and_then(|()| self.begin(command, situation));
        if let Err(refusal) = &begun {
            self.report(Some(command), Notice::Refused(refusal.clone()));
        }
        begun
    }

    /// Reports that the socket requested by [`Change::OpenSocket`] is open.
    pub fn socket_opened(&mut self, now: Duration) {
        self.now = self.now.max(now);
        if self.socket == Socket::Opening {
            self.socket = Socket::Open;
            self.enter();
        }
    }

    /// Reports that the socket could not be opened at this address, and why.
    pub fn socket_failed(&mut self, now: Duration, address: &str, cause: &str) {
        self.now = self.now.max(now);
        if self.socket == Socket::Opening {
            self.socket = Socket::Closed;
            let command = self.job.take().and_then(|job| job.command);
            self.report(command, Notice::SocketFailed { address: address.into(), cause: cause.into() });
        }
    }

    /// Processes the received datagrams in order and advances to `now`.
    pub fn step(&mut self, now: Duration, received: &[Datagram]) -> Output {
        self.now = self.now.max(now);
        for datagram in received {
            self.receive(datagram);
        }
        self.watch_answer();
        self.watch_link();
        self.drive();
        if std::mem::take(&mut self.ears.moved)
            && self.rendering
            && self.mode == Mode::Robot
            && let Some(pose) = self.pose()
        {
            self.change(Change::Pose(pose));
        }
        let lost = std::mem::take(&mut self.lost_events);
        let mut out = std::mem::take(&mut self.out);
        if lost > 0 {
            out.reports.push(Report { command: None, notice: Notice::EventsLost(lost) });
        }
        out
    }

    /// Completes [`Command::Exit`] immediately, when the program can wait no longer: sends editor mode if that was not sent yet, and
    /// reports an end without confirmation by the robot. Does nothing if the exit is complete or was not requested.
    pub fn give_up_exit(&mut self) -> Output {
        if self.ending
            && let Some(Job { task, command, .. }) = self.job.take()
        {
            let no_answer = Some(Failure::NoAck);
            match task {
                Task::StopFirst => {
                    self.send(Message::Mode { mode: Mode::Editor, speed: self.speed });
                    self.left(command, no_answer, no_answer);
                }
                Task::Leave { stop } => self.left(command, stop, no_answer),
                // After a lost link the end has already been reported.
                _ => self.disconnect(),
            }
        }
        std::mem::take(&mut self.out)
    }

    /// Returns the datagrams to send when the program fails, without waiting for responses: stop, and editor mode. Afterwards the client is
    /// in editor mode, its socket is closed, and an existing plan is unknown; pending commands are not reported.
    pub fn farewell(&mut self) -> Vec<Datagram> {
        if self.socket == Socket::Open {
            self.send(Message::StopPlan);
            self.send(Message::Mode { mode: Mode::Editor, speed: self.speed });
        }
        let datagrams = std::mem::take(&mut self.out.datagrams);
        self.ears.clear();
        if self.plan.state != PlanState::Idle {
            self.forget_plan(PlanState::Unknown);
        }
        *self = Self {
            counter: self.counter,
            now: self.now,
            speed: self.speed,
            plan: std::mem::take(&mut self.plan),
            ears: std::mem::take(&mut self.ears),
            ..Self::new(self.settings.clone())
        };
        datagrams
    }

    /// Sends a message with the next id, and returns that id.
    fn send(&mut self, message: Message) -> u32 {
        let id = self.counter.next();
        self.send_again(id, message);
        id
    }

    fn send_again(&mut self, id: u32, message: Message) {
        let packet = Packet { id, message };
        // Values are validated before a command starts, and acknowledgements carry none.
        let bytes = encode(&packet, self.settings.dialect).expect("commands are validated before they start");
        self.out.datagrams.push(Datagram { peer: self.settings.server, bytes });
    }

    fn report(&mut self, command: Option<Command>, notice: Notice) {
        if self.out.reports.len() == MAX_EVENTS {
            self.out.reports.remove(0);
            self.lost_events += 1;
        }
        self.out.reports.push(Report { command, notice });
    }

    fn change(&mut self, change: Change) {
        if self.out.changes.len() == MAX_EVENTS {
            self.out.changes.remove(0);
            self.lost_events += 1;
        }
        self.out.changes.push(change);
    }
}
