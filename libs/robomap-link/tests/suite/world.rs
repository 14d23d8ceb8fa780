//! A client and a server with a moving robot, connected by two channels.

use super::support::{pose, robot, s};
use robomap_link::Datagram;
use robomap_link::channel::{Chances, Channel};
use robomap_link::client::{self, Change, Client, Command, Refusal, Report, Situation};
use robomap_link::server::{self, Event, Note, Server};
use robomap_protocol::{Dialect, Packet, Pose, decode};
use std::net::SocketAddrV4;
use std::time::Duration;

pub fn here() -> SocketAddrV4 {
    "192.168.0.2:1500".parse().unwrap()
}

/// Speed of the robot at 100 %, m/s.
pub const FASTEST: f64 = 0.5;

pub struct World {
    pub client: Client,
    /// The server; `None` while it is switched off.
    pub server: Option<Server>,
    pub up: Channel,
    pub down: Channel,
    pub now: Duration,
    pub tick: Duration,
    pub pose: Pose,
    pub speed: f64,
    pub goal: Option<(usize, Pose)>,
    pub route: Vec<Pose>,
    pub revision: u64,
    pub reports: Vec<Report>,
    pub changes: Vec<Change>,
    pub notes: Vec<Note>,
    /// Packets received and sent by the client.
    pub received: Vec<(Duration, Packet)>,
    pub sent: Vec<(Duration, Packet)>,
}

impl World {
    pub fn new(settings: client::Settings, seed: u64, chances: Chances) -> Self {
        Self {
            client: Client::new(settings),
            server: Some(Server::new(server::Settings::default())),
            up: Channel::new(seed, chances),
            down: Channel::new(!seed, chances),
            now: Duration::ZERO,
            tick: s(0.02),
            pose: Pose::default(),
            speed: 0.0,
            goal: None,
            route: vec![pose(0.2, 0.0, 0.0), pose(0.4, 0.0, 90.0), pose(0.4, 0.3, 180.0)],
            revision: 1,
            reports: Vec::new(),
            changes: Vec::new(),
            notes: Vec::new(),
            received: Vec::new(),
            sent: Vec::new(),
        }
    }

    pub fn perfect() -> Self {
        Self::new(client::Settings::new(robot()), 0, Chances::default())
    }

    /// Creates a world in robot mode, without pending output.
    pub fn connected() -> Self {
        let mut world = Self::perfect();
        world.command(Command::EnterRobotMode { speed: 100.0 }).unwrap();
        world.run(0.1);
        assert_eq!(world.client.mode(), robomap_protocol::Mode::Robot);
        world.clear();
        world
    }

    pub fn clear(&mut self) {
        self.reports.clear();
        self.changes.clear();
        self.received.clear();
        self.sent.clear();
    }

    pub fn command(&mut self, command: Command) -> Result<(), Refusal> {
        let situation = Situation { route: &self.route, revision: self.revision, ..Situation::default() };
        self.client.request(self.now, command, &situation)
    }

    pub fn run(&mut self, seconds: f64) {
        let until = self.now + s(seconds);
        while self.now < until {
            self.step();
        }
    }

    /// Runs until a condition holds, at most for this time.
    pub fn run_until(&mut self, seconds: f64, holds: impl Fn(&Self) -> bool) {
        let until = self.now + s(seconds);
        while !holds(self) {
            assert!(self.now < until, "not within {seconds} s; {:?}", self.reports);
            self.step();
        }
    }

    pub fn step(&mut self) {
        self.now += self.tick;
        let arrived = self.up.receive(self.now);
        if let Some(server) = &mut self.server {
            let out = server.step(self.now, self.pose, &arrived);
            for sent in out.datagrams {
                assert_eq!(sent.peer, here());
                self.down.send(self.now, Datagram { peer: robot(), ..sent });
            }
            for event in out.events {
                match event {
                    Event::GoTo { index, pose } => self.goal = Some((index, pose)),
                    Event::Stand => self.goal = None,
                    Event::Speed(speed) => self.speed = speed,
                    Event::Note(note) => self.notes.push(note),
                    _ => {}
                }
            }
            self.advance();
        }
        let arrived = self.down.receive(self.now);
        let packet = |datagram: &Datagram| decode(&datagram.bytes, Dialect::Later).unwrap();
        self.received.extend(arrived.iter().map(|datagram| (self.now, packet(datagram))));
        let out = self.client.step(self.now, &arrived);
        for sent in out.datagrams {
            assert_eq!(sent.peer, robot());
            self.sent.push((self.now, packet(&sent)));
            self.up.send(self.now, Datagram { peer: here(), ..sent });
        }
        if out.changes.contains(&Change::OpenSocket) {
            self.client.socket_opened(self.now);
        }
        self.reports.extend(out.reports);
        self.changes.extend(out.changes);
    }

    /// Moves the robot in a straight line; its heading changes instantly.
    fn advance(&mut self) {
        let Some((index, goal)) = self.goal else { return };
        let (dx, dy) = (goal.x - self.pose.x, goal.y - self.pose.y);
        let (distance, step) = ((dx * dx + dy * dy).sqrt(), FASTEST * self.speed / 100.0 * self.tick.as_secs_f64());
        if distance <= step {
            self.pose = goal;
            self.goal = None;
            if let Some(server) = &mut self.server {
                server.reached(index);
            }
        } else {
            self.pose.x += dx / distance * step;
            self.pose.y += dy / distance * step;
        }
    }
}
