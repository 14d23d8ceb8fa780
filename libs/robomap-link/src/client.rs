//! The client's end: modes, plans, acknowledgements, and following the robot.
//!
//! Commands are given by [`Client::request`], which refuses what is not allowed now. [`Client::step`] takes what has come and
//! the time, and returns what is to be sent, told, and shown. One command at a time waits for the robot; nothing blocks.

mod allowed;
mod connection;
mod hand;
mod plan;
mod receive;
mod report;
mod task;
mod text;

pub use allowed::Situation;
pub use hand::Motion;
pub use plan::{PlanState, PlayAction};
pub use receive::Counters;
pub use report::{CalibrationFault, Failure, Level, Notice, PlanStep, Refusal, Remedy, Report};

use crate::ids::Counter;
use crate::{Datagram, MOST_MISSES};
use hand::Hand;
use plan::Plan;
use receive::Ears;
use robomap_protocol::{Beacon, Dialect, Message, Mode, Packet, Pose, encode};
use serde::{Deserialize, Serialize};
use std::net::SocketAddrV4;
use std::time::Duration;
use task::{Job, Task};

/// Changes and reports that wait to be fetched at most; of more, the oldest are lost.
const MOST_EVENTS: usize = 1000;

/// What a client does about packets that come late or twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ordering {
    /// Traces are taken in the order of their ids; of all others copies alone are dropped.
    #[default]
    TracesOnly,
    /// As the first release of the author's client: any packet with an id that is not larger than that of the packet before
    /// is dropped, also over connections.
    Strict,
}

/// How a client behaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Address of the robot; datagrams from others are not heeded.
    pub server: SocketAddrV4,
    /// Packets that the robot knows.
    pub dialect: Dialect,
    /// What is done about packets that come late or twice.
    pub ordering: Ordering,
    /// Whether commands without an acknowledgement are sent again with the same id, which the robot must not execute twice.
    pub resend: bool,
    /// Whether a paused plan is stopped before another one is sent. A robot of ours does that by itself.
    pub stop_first: bool,
    /// After what time without a packet the link is lost, 1 … 60 s.
    pub link_timeout: Duration,
}

impl Settings {
    /// For a robot of ours, without sending again.
    pub fn new(server: SocketAddrV4) -> Self {
        let link_timeout = Duration::from_secs(30);
        let (dialect, ordering) = (Dialect::Later, Ordering::TracesOnly);
        Self { server, dialect, ordering, resend: false, stop_first: false, link_timeout }
    }

    /// As the first release of the author's client: no later additions, and its order of packets.
    pub fn strict(server: SocketAddrV4) -> Self {
        Self { dialect: Dialect::Thesis, ordering: Ordering::Strict, ..Self::new(server) }
    }

    /// Time without a packet that counts as one miss.
    fn miss(&self) -> Duration {
        self.link_timeout.clamp(Duration::from_secs(1), Duration::from_secs(60)) / MOST_MISSES
    }
}

/// What a person, or a program, wants.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Listen to the robot, which is to have this speed, percent.
    EnterRobotMode {
        /// Percent, 0 … 100.
        speed: f64,
    },
    /// Listen no more.
    LeaveRobotMode,
    /// Start, pause, or resume the plan, whichever comes next.
    Play,
    /// Cancel the plan.
    Cancel,
    /// Another speed.
    ChangeSpeed {
        /// Percent, 0 … 100.
        speed: f64,
    },
    /// Whether the drawn robot follows the real one: the other way.
    ToggleRendering,
    /// Ask for the places of the beacons.
    Calibrate,
    /// Begin or end to drive by hand.
    Drive {
        /// Whether it begins.
        on: bool,
    },
    /// Give up sending a plan, or asking for beacons.
    Abort,
    /// The program ends: stop the plan, leave robot mode, close the socket. It is allowed always, once.
    Exit,
}

/// Something that is to be done, or shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Change {
    /// Open the socket, and tell by [`Client::socket_opened`] or [`Client::socket_failed`].
    OpenSocket,
    /// Close the socket, after sending what is to be sent.
    CloseSocket,
    /// The mode has changed: in robot mode the robot is locked, and follows [`Change::Pose`].
    Mode(Mode),
    /// The plan's state has changed.
    Plan(PlanState),
    /// Where the robot is to be drawn.
    Pose(Pose),
    /// The speed that the robot has confirmed, percent.
    Speed(f64),
    /// Steps of sending a plan that are done.
    Progress {
        /// Done.
        done: usize,
        /// In all.
        of: usize,
    },
    /// Poses of the plan that are reached.
    Reached {
        /// Reached.
        reached: usize,
        /// In all.
        of: usize,
    },
    /// Nothing was heard for so long; zero when something is heard again.
    Silence(Duration),
    /// Whether the drawn robot follows.
    Rendering(bool),
    /// Whether the robot records signals.
    Capture(bool),
    /// Whether the robot is driven by hand.
    Driving(bool),
    /// The beacons that there are now, in place of all before.
    Beacons(Vec<Beacon>),
    /// Stop the route editor if it is active.
    StopRouteEditor,
    /// The program may end.
    Exited,
}

/// What a step gives: first send the datagrams, then make the changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Output {
    /// To send, in this order.
    pub datagrams: Vec<Datagram>,
    /// To tell.
    pub reports: Vec<Report>,
    /// To do or to show, in this order.
    pub changes: Vec<Change>,
}

/// The socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Socket {
    Closed,
    Opening,
    Open,
}

/// One client. It is saved and restored between calls, with its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Client {
    settings: Settings,
    counter: Counter,
    now: Duration,
    mode: Mode,
    socket: Socket,
    job: Option<Job>,
    /// Id and speed of a change of speed that waited when the plan was cancelled.
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
    /// A client in editor mode, with the full speed as the last one.
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

    /// Gives it other settings.
    ///
    /// # Errors
    /// In robot mode, while the mode is changed, and for another robot while the plan of this one is unknown: it may still
    /// move, so that another robot needs another client. Nothing has changed then.
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

    /// How it behaves.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes the id of its first packet, for tests of ids that wrap.
    pub fn with_first_id(mut self, id: u32) -> Self {
        self.counter = Counter::at(id);
        self
    }

    /// Its mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// What is known of the plan.
    pub fn plan(&self) -> PlanState {
        self.plan.state
    }

    /// Poses of the plan that were reached, and how many it has; none where there is no plan.
    pub fn progress(&self) -> Option<(usize, usize)> {
        (!self.plan.poses.is_empty()).then_some((self.plan.reached, self.plan.poses.len()))
    }

    /// Those poses of the plan that were reached, in their order.
    pub fn reached_poses(&self) -> &[Pose] {
        &self.plan.poses[..self.plan.reached.min(self.plan.poses.len())]
    }

    /// The speed that the robot has confirmed last, percent.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// The newest pose of the robot in this connection.
    pub fn pose(&self) -> Option<Pose> {
        self.ears.trace.map(|(_, pose)| pose)
    }

    /// Whether the drawn robot follows the real one.
    pub fn is_rendering(&self) -> bool {
        self.rendering
    }

    /// Whether the robot records signals.
    pub fn is_capturing(&self) -> bool {
        self.capture
    }

    /// Whether the robot is driven by hand.
    pub fn is_driving(&self) -> bool {
        self.hand.on
    }

    /// Whether a command waits for the robot.
    pub fn is_waiting(&self) -> bool {
        self.job.is_some()
    }

    /// For how long nothing was heard in robot mode.
    pub fn silence(&self, now: Duration) -> Option<Duration> {
        (self.mode == Mode::Robot).then(|| now.saturating_sub(self.ears.heard))
    }

    /// What was received, by kinds.
    pub fn counters(&self) -> Counters {
        self.ears.counters
    }

    /// Packets of the present connection that have not come, if the robot numbers all that it sends.
    pub fn missing(&self) -> u64 {
        self.ears.missing.count()
    }

    /// Traces per second, over the last two seconds.
    pub fn trace_rate(&self, now: Duration) -> f64 {
        self.ears.trace_rate(now)
    }

    /// Takes a command. Whether it is refused or not, it has exactly one report, now or later.
    ///
    /// # Errors
    /// When it is not allowed now; nothing has changed then, and nothing is sent.
    pub fn request(&mut self, now: Duration, command: Command, situation: &Situation) -> Result<(), Refusal> {
        self.now = self.now.max(now);
        let begun = self.allowed(&command, situation).and_then(|()| self.begin(command, situation));
        if let Err(refusal) = &begun {
            self.report(Some(command), Notice::Refused(refusal.clone()));
        }
        begun
    }

    /// The socket that [`Change::OpenSocket`] has asked for is open.
    pub fn socket_opened(&mut self, now: Duration) {
        self.now = self.now.max(now);
        if self.socket == Socket::Opening {
            self.socket = Socket::Open;
            self.enter();
        }
    }

    /// The socket could not be opened at this address, for this reason.
    pub fn socket_failed(&mut self, now: Duration, address: &str, cause: &str) {
        self.now = self.now.max(now);
        if self.socket == Socket::Opening {
            self.socket = Socket::Closed;
            let command = self.job.take().and_then(|job| job.command);
            self.report(command, Notice::SocketFailed { address: address.into(), cause: cause.into() });
        }
    }

    /// Takes what has come, in this order, and goes on at this time.
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

    /// Ends what [`Command::Exit`] has begun, because the program can wait no longer: editor mode is sent where it was not yet, and the
    /// end is told as one that the robot has not confirmed. Nothing where it has ended by itself, or was not asked for.
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
                // After a lost link the end was told before.
                _ => self.disconnect(),
            }
        }
        std::mem::take(&mut self.out)
    }

    /// What is to be sent when the program fails, without waiting for answers: stop, and editor mode. It is in editor mode
    /// then, its socket is closed, and a plan that there was is unknown; what was waited for is told no more.
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

    /// Sends a message with the next id, which it returns.
    fn send(&mut self, message: Message) -> u32 {
        let id = self.counter.next();
        self.send_again(id, message);
        id
    }

    fn send_again(&mut self, id: u32, message: Message) {
        let packet = Packet { id, message };
        // Values are checked before a command begins, and answers have none.
        let bytes = encode(&packet, self.settings.dialect).expect("commands are checked before they begin");
        self.out.datagrams.push(Datagram { peer: self.settings.server, bytes });
    }

    fn report(&mut self, command: Option<Command>, notice: Notice) {
        if self.out.reports.len() == MOST_EVENTS {
            self.out.reports.remove(0);
            self.lost_events += 1;
        }
        self.out.reports.push(Report { command, notice });
    }

    fn change(&mut self, change: Change) {
        if self.out.changes.len() == MOST_EVENTS {
            self.out.changes.remove(0);
            self.lost_events += 1;
        }
        self.out.changes.push(change);
    }
}
