//! A server, and a client whose packets are all constructed by the test.

use super::support::{ACK, pose, s};
use robomap_link::Datagram;
use robomap_link::server::{Output, PlanState, Server, Settings};
use robomap_protocol::{Dialect, Message, Mode, Packet, Pose, Status, decode, encode};
use std::net::SocketAddrV4;
use std::time::Duration;

pub fn client() -> SocketAddrV4 {
    "10.0.0.1:1500".parse().unwrap()
}

pub fn other() -> SocketAddrV4 {
    "10.0.0.2:1500".parse().unwrap()
}

pub struct Rig {
    pub server: Server,
    pub now: Duration,
    pub here: Pose,
    /// Id of the client's next packet.
    pub next: u32,
    pub out: Output,
}

impl Rig {
    pub fn new() -> Self {
        Self::with(Settings::default())
    }

    pub fn with(settings: Settings) -> Self {
        let here = pose(1.0, 2.0, 3.0);
        Self { server: Server::new(settings), now: Duration::ZERO, here, next: 0, out: Output::default() }
    }

    /// Creates a server with a client, without pending output.
    pub fn connected() -> Self {
        let mut rig = Self::new();
        rig.connect();
        rig
    }

    pub fn connect(&mut self) {
        assert_eq!(self.ask(Message::Mode { mode: Mode::Robot, speed: 50.0 }), ACK);
        self.out = Output::default();
    }

    pub fn at(state: PlanState) -> Self {
        let mut rig = Self::connected();
        match state {
            PlanState::Idle => {}
            PlanState::Loading(poses) => assert_eq!(rig.ask(Message::OpenPlan { poses }), ACK),
            PlanState::Loaded => rig.load(),
            PlanState::Running => {
                rig.load();
                assert_eq!(rig.ask(Message::StartPlan), ACK);
            }
            PlanState::Paused => {
                rig = Self::at(PlanState::Running);
                assert_eq!(rig.ask(Message::PausePlan), ACK);
            }
        }
        assert_eq!(rig.server.plan(), state);
        rig.out = Output::default();
        rig
    }

    pub fn load(&mut self) {
        assert_eq!(self.ask(Message::OpenPlan { poses: 3 }), ACK);
        for place in 0..3 {
            assert_eq!(self.ask(Message::AddPose(plan()[place])), ACK);
        }
        assert_eq!(self.ask(Message::ClosePlan), ACK);
    }

    pub fn step(&mut self, received: &[Datagram]) -> Output {
        let out = self.server.step(self.now, self.here, received);
        self.out.datagrams.extend(out.datagrams.clone());
        self.out.events.extend(out.events.clone());
        out
    }

    pub fn pass(&mut self, seconds: f64) {
        let until = self.now + s(seconds);
        while self.now < until {
            self.now = (self.now + s(0.05)).min(until);
            self.step(&[]);
        }
    }

    pub fn from(&mut self, peer: SocketAddrV4, packet: Packet) -> Vec<(SocketAddrV4, Message)> {
        let bytes = encode(&packet, Dialect::Later).unwrap();
        let out = self.step(&[Datagram { peer, bytes }]);
        out.datagrams.iter().map(|sent| (sent.peer, decode(&sent.bytes, Dialect::Later).unwrap().message)).collect()
    }

    /// The client sends its next packet; returns the status of the only acknowledgement.
    pub fn ask(&mut self, message: Message) -> Status {
        let id = self.next;
        self.next += 1;
        let answers = self.from(client(), Packet { id, message });
        let statuses: Vec<_> = answers
            .iter()
            .filter_map(|(peer, answer)| match answer {
                Message::Ack { acked, status } => {
                    assert_eq!((*peer, *acked), (client(), id));
                    Some(*status)
                }
                _ => None,
            })
            .collect();
        assert_eq!(statuses.len(), 1, "{answers:?}");
        statuses[0]
    }

    pub fn messages(&self) -> Vec<Message> {
        self.packets().into_iter().map(|packet| packet.message).collect()
    }

    pub fn packets(&self) -> Vec<Packet> {
        self.out.datagrams.iter().map(|sent| decode(&sent.bytes, Dialect::Later).unwrap()).collect()
    }

    /// Returns the packets except traces and acknowledgements.
    pub fn reports(&self) -> Vec<Packet> {
        let packets = self.packets().into_iter();
        packets.filter(|packet| !matches!(packet.message, Message::Trace(_) | Message::Ack { .. })).collect()
    }

    pub fn confirm(&mut self, acked: u32) {
        let id = self.next;
        self.next += 1;
        self.from(client(), Packet { id, message: Message::Ack { acked, status: ACK } });
    }
}

pub fn plan() -> [Pose; 3] {
    [pose(0.1 + 0.2, 0.0, 0.0), pose(1.0, -0.0, 359.99), pose(5e-324, -987_654.321_098_765_4, -720.25)]
}

pub const ENTER: Message = Message::Mode { mode: Mode::Robot, speed: 50.0 };
pub const LEAVE: Message = Message::Mode { mode: Mode::Editor, speed: 50.0 };

pub const STATES: [PlanState; 5] =
    [PlanState::Idle, PlanState::Loading(3), PlanState::Loaded, PlanState::Running, PlanState::Paused];
