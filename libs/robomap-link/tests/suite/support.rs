//! A client, and a robot whose packets are all constructed by the test.

use robomap_link::Datagram;
use robomap_link::client::{Change, Client, Command, Level, Notice, PlanState, Refusal, Report, Settings, Situation};
use robomap_protocol::{Degrees, Dialect, MAX_ID, Message, Mode, Packet, PacketType, Pose, Status, decode, encode};
use std::net::SocketAddrV4;
use std::time::Duration;

pub fn robot() -> SocketAddrV4 {
    "192.168.0.7:1999".parse().unwrap()
}

pub fn pose(x: f64, y: f64, heading: f64) -> Pose {
    Pose { x, y, heading: Degrees(heading) }
}

/// Converts seconds to a duration.
pub fn s(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

pub const ACK: Status = Status::Correct;
pub const NACK: Status = Status::Refused;

pub fn datagram(id: u32, message: Message) -> Datagram {
    Datagram { peer: robot(), bytes: encode(&Packet { id, message }, Dialect::Later).unwrap() }
}

pub struct Bench {
    pub client: Client,
    pub now: Duration,
    /// Id of the robot's next packet.
    pub next: u32,
    pub route: Vec<Pose>,
    pub revision: u64,
    pub in_the_way: Vec<String>,
    pub selected: bool,
    pub editing: bool,
    pub simulating: bool,
    pub sent: Vec<Packet>,
    pub reports: Vec<Report>,
    pub changes: Vec<Change>,
}

impl Bench {
    pub fn with(settings: Settings) -> Self {
        Self {
            client: Client::new(settings),
            now: Duration::ZERO,
            next: 0,
            route: vec![pose(0.0, 0.0, 0.0), pose(1.0, 0.0, 90.0), pose(1.0, 1.0, 180.0)],
            revision: 1,
            in_the_way: Vec::new(),
            selected: true,
            editing: false,
            simulating: false,
            sent: Vec::new(),
            reports: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Creates a client in editor mode.
    pub fn new() -> Self {
        Self::with(Settings::new(robot()))
    }

    /// Creates a client in robot mode, without pending output.
    pub fn connected() -> Self {
        let mut bench = Self::new();
        bench.connect(100.0);
        bench
    }

    pub fn connect(&mut self, speed: f64) {
        self.command(Command::EnterRobotMode { speed }).unwrap();
        self.open();
        self.receive(Message::Trace(self.route.first().copied().unwrap_or_default()));
        self.answer(ACK);
        assert_eq!(self.client.mode(), Mode::Robot);
        self.clear();
    }

    /// Creates a client in a state of the plan, without pending output.
    pub fn at(state: PlanState) -> Self {
        let mut bench = Self::connected();
        bench.bring(state);
        bench
    }

    pub fn bring(&mut self, state: PlanState) {
        match state {
            PlanState::Idle => {}
            PlanState::Sending => self.command(Command::Play).unwrap(),
            PlanState::Running => self.play(),
            PlanState::Paused => {
                self.bring(PlanState::Running);
                self.command(Command::Play).unwrap();
                self.answer(ACK);
            }
            PlanState::Resending => {
                self.bring(PlanState::Paused);
                self.edit(vec![pose(5.0, 5.0, 0.0), pose(6.0, 5.0, 0.0)]);
                self.command(Command::Play).unwrap();
            }
            PlanState::Unknown => {
                self.bring(PlanState::Running);
                self.command(Command::Cancel).unwrap();
                self.answer(NACK);
            }
        }
        assert_eq!(self.client.plan(), state);
        self.clear();
    }

    /// Sends the route and starts it.
    pub fn play(&mut self) {
        self.command(Command::Play).unwrap();
        for _ in 0..self.route.len() + 3 {
            self.answer(ACK);
        }
        assert_eq!(self.client.plan(), PlanState::Running);
    }

    pub fn edit(&mut self, route: Vec<Pose>) {
        self.route = route;
        self.revision += 1;
    }

    pub fn clear(&mut self) {
        self.sent.clear();
        self.reports.clear();
        self.changes.clear();
    }

    pub fn command(&mut self, command: Command) -> Result<(), Refusal> {
        let names = self.in_the_way.clone();
        let situation = Situation {
            robot_selected: self.selected,
            editing: self.editing,
            simulating: self.simulating,
            route: &self.route,
            revision: self.revision,
            collisions: &|_| names.clone(),
        };
        let result = self.client.request(self.now, command, &situation);
        self.step(&[]);
        result
    }

    /// Requests a command that must be rejected, with one report and no packet or change.
    pub fn refused(&mut self, command: Command) -> Refusal {
        self.clear();
        let before = serde_json::to_string(&self.client).unwrap();
        let refusal = self.command(command).expect_err("it is not allowed");
        assert_eq!(serde_json::to_string(&self.client).unwrap(), before, "{command:?} has changed something");
        assert_eq!((self.sent.len(), self.changes.len()), (0, 0), "{command:?}");
        let report = Report { command: Some(command), notice: Notice::Refused(refusal.clone()) };
        assert_eq!(self.reports, [report]);
        self.clear();
        refusal
    }

    pub fn open(&mut self) {
        assert!(self.changes.contains(&Change::OpenSocket));
        self.client.socket_opened(self.now);
        self.step(&[]);
    }

    pub fn step(&mut self, received: &[Datagram]) {
        let out = self.client.step(self.now, received);
        for sent in &out.datagrams {
            assert_eq!(sent.peer, self.client.settings().server);
            self.sent.push(decode(&sent.bytes, Dialect::Later).unwrap());
        }
        for report in &out.reports {
            let text = report.to_string();
            assert!(report.level() != Level::Error || report.remedy().is_some(), "{text}: no remedy");
            assert!(!text.is_empty() && !text.contains("::"), "{text}");
        }
        self.reports.extend(out.reports);
        self.changes.extend(out.changes);
    }

    /// The robot sends its next packet; returns its id.
    pub fn receive(&mut self, message: Message) -> u32 {
        let id = self.next;
        self.next = (id + 1) & MAX_ID;
        self.step(&[datagram(id, message)]);
        id
    }

    /// Returns the last packet sent by the client, ignoring acknowledgements.
    pub fn last(&self) -> Packet {
        let mut sent = self.sent.iter().rev();
        *sent.find(|packet| packet.message.packet_type() != PacketType::Ack).expect("something was sent")
    }

    /// The robot responds to it.
    pub fn answer(&mut self, status: Status) {
        let acked = self.last().id;
        self.receive(Message::Ack { acked, status });
    }

    /// The robot responds to it, or not at all until the time-out.
    pub fn answer_or_time_out(&mut self, status: Option<Status>) {
        match status {
            Some(status) => self.answer(status),
            None => self.pass_alive(3.0),
        }
    }

    /// Advances time in tenths of a second, without packets.
    pub fn pass(&mut self, seconds: f64) {
        let until = self.now + s(seconds);
        while self.now < until {
            self.now = (self.now + s(0.1)).min(until);
            self.step(&[]);
        }
    }

    /// Advances time with a trace each second.
    pub fn pass_alive(&mut self, seconds: f64) {
        let until = self.now + s(seconds);
        while self.now < until {
            self.now = (self.now + s(0.1)).min(until);
            self.receive(Message::Trace(pose(0.0, 0.0, 0.0)));
        }
    }

    /// Returns the messages sent by the client since the last call, except acknowledgements.
    pub fn commands(&self) -> Vec<Message> {
        let sent = self.sent.iter().map(|packet| packet.message);
        sent.filter(|message| message.packet_type() != PacketType::Ack).collect()
    }

    /// Returns the ids acknowledged by the client since the last call.
    pub fn acked(&self) -> Vec<u32> {
        let acked = self.sent.iter().filter_map(|packet| match packet.message {
            Message::Ack { acked, status } => {
                assert_eq!(status, ACK, "clients confirm everything");
                Some(acked)
            }
            _ => None,
        });
        acked.collect()
    }

    pub fn notices(&self) -> Vec<Notice> {
        self.reports.iter().map(|report| report.notice.clone()).collect()
    }

    /// Returns the only report since the last call.
    pub fn report(&self) -> &Report {
        assert_eq!(self.reports.len(), 1, "{:?}", self.reports);
        &self.reports[0]
    }
}

/// Returns the packets of an entire plan.
pub fn whole_plan(route: &[Pose]) -> Vec<Message> {
    let mut packets = vec![Message::OpenPlan { poses: route.len() as u32 }];
    packets.extend(route.iter().map(|pose| Message::AddPose(*pose)));
    packets.extend([Message::ClosePlan, Message::StartPlan]);
    packets
}
