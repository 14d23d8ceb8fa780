//! A robot of the scene that stands in for a real one.

use crate::delayed::{Delayed, Delays, InFlight};
use crate::l0::{L0, robot};
use crate::lines::{Client, LineEvent, Opener, SerialLine, Server};
use crate::pace::Pace;
use crate::sparing::Sparing;
use l0_protocol::Answer;
use sim_abi::prelude::*;
use std::path::PathBuf;
use std::time::Instant;

/// Maximum number of lines processed per step and side, so that a flood of them cannot stall the run.
const AT_A_TIME: usize = 64;

/// Publication rate of the true pose, Hz.
const TRUTH_RATE: f64 = 20.0;

/// Parameters of the stand-in.
#[params]
pub struct StandInParams {
    /// Robot to control; its controller speaks the line protocol.
    #[param(default = "real".to_string())]
    robot: String,
    /// Address and TCP port to listen on (grant `Network`); empty: none. Port 0: any free port.
    #[param(default = "127.0.0.1:3010".to_string())]
    address: String,
    /// Serial line to serve (grant `Files`), such as /dev/ttyUSB0; empty: none.
    serial_port: String,
    /// Bits per second of the serial line.
    #[param(default = 115_200, min = 9600, max = 230_400)]
    baud: u32,
    /// Symbolic link to a pseudo-terminal to create and serve (grant `Files`); empty: none.
    terminal: String,
    /// Delay from an order until the robot receives it.
    #[param(default = 0.1, unit = "s", min = 0.0, max = 60.0)]
    command_delay: f64,
    /// Delay from a reply of the robot until it is sent.
    #[param(default = 0.3, unit = "s", min = 0.0, max = 60.0)]
    reply_delay: f64,
    /// Probability that a reply is lost.
    #[param(min = 0.0, max = 1.0)]
    reply_loss: f64,
    /// Address and TCP port on which the true pose of the robot is published 20 times per second (grant `Network`), for
    /// tests and for `twin/ghost`; empty: none.
    truth_address: String,
}

/// Responds for a robot as a board would.
pub struct StandIn {
    params: StandInParams,
    robots: Vec<String>,
    robot: Option<Delayed>,
    server: Option<Server>,
    port: Option<Client>,
    truth: Option<Server>,
    next_truth: f64,
    answered: u64,
    /// Rate limit for connection messages.
    connections: Sparing,
    pace: Pace,
    /// TCP port on which it listens, or has listened in a recorded run; 0: none.
    tcp_port: u16,
    /// Whether external input comes from a recording.
    recorded: bool,
    published: [Published; 2],
}

impl Service for StandIn {
    type Params = StandInParams;

    fn new(params: StandInParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.require("Command")?;
        robot(&params.robot, "robot", setup.robots())?;
        if !(params.address.is_empty() && params.truth_address.is_empty()) {
            setup.require("Network")?;
        }
        if !(params.serial_port.is_empty() && params.terminal.is_empty()) {
            setup.require("Files")?;
        }
        let mut count = |name: &str, help: &str| {
            setup.publish(Channel::new(name, "1").range(0.0, f64::INFINITY).exact().help(help))
        };
        let published =
            [count("answered", "replies sent"), count("port", "TCP port of the server; 0 if it is stopped")];
        Ok(Self {
            robots: setup.robots().to_vec(),
            robot: None,
            server: None,
            port: None,
            truth: None,
            next_truth: 0.0,
            answered: 0,
            connections: Sparing::default(),
            pace: Pace::default(),
            tcp_port: 0,
            recorded: setup.replayed(),
            published,
            params,
        })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        let StandInParams { robot, address, serial_port, baud, terminal, truth_address, .. } = &self.params;
        let delays =
            Delays { command: self.params.command_delay, reply: self.params.reply_delay, loss: self.params.reply_loss };
        self.robot = Some(Delayed::new(L0::find(robot, "robot", &self.robots, io)?, delays));
        if self.recorded {
            return self.listens_on(io);
        }
        let listen = |address: &str| {
            let server =
                (!address.is_empty()).then(|| Server::listen(address).map_err(|error| refused(address, &error)));
            server.transpose()
        };
        (self.server, self.truth) = (listen(address)?, listen(truth_address)?);
        if let Some(server) = &self.server {
            io.log(LogLevel::Info, format!("listens on {}", server.address()));
        }
        if let Some(truth) = &self.truth {
            io.log(LogLevel::Info, format!("publishes the true pose on {}", truth.address()));
        }
        let opener = match (serial_port.is_empty(), terminal.is_empty()) {
            (true, true) => None,
            (false, true) => Some(Opener::Serial(SerialLine { name: serial_port.clone(), baud: *baud })),
            (true, false) => Some(Opener::Terminal(PathBuf::from(terminal))),
            (false, false) => {
                return Err(Fault::new("`serial_port` and `terminal` are both given").help("remove one of them"));
            }
        };
        self.port = opener.map(Client::new).transpose()?;
        self.listens_on(io)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.receive_lines(io)?;
        self.pace.check(io, "the client runs in real time, and receives everything too early");
        let Some(robot) = &mut self.robot else { return Ok(()) };
        let mut lines = Vec::new();
        robot.receive(io, &mut lines)?;
        for line in lines {
            self.answered += 1;
            self.server.iter().for_each(|server| server.send(None, &line));
            self.port.iter().for_each(|port| port.send(&line));
        }
        let index = robot.robot();
        if let Some(truth) = self.truth.as_ref().filter(|_| io.time() >= self.next_truth) {
            self.next_truth = io.time() + 1.0 / TRUTH_RATE;
            let state = io.robot_state(index)?;
            let at = state.pose.translation.vector;
            truth.send(None, &json!({"t": io.time(), "x": at.x, "y": at.y, "yaw": state.yaw()}).to_string());
        }
        let values = [self.answered as f64, f64::from(self.tcp_port)];
        self.published.into_iter().zip(values).for_each(|(published, value)| io.publish(published, value));
        Ok(())
    }

    /// Connections are not part of the state.
    fn save(&self) -> Option<Vec<u8>> {
        let saved: Saved = (self.answered, self.robot.as_ref().map(Delayed::in_flight));
        state::save(&saved)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let (answered, in_flight): Saved = state::load(bytes)?;
        // The time may be earlier now.
        (self.answered, self.next_truth) = (answered, 0.0);
        // It is restored after its start, which has found the robot.
        self.robot.iter_mut().zip(in_flight).for_each(|(robot, in_flight)| robot.take_up(in_flight));
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "real", model: "ninjuab/standard")],
services: [(name: "one", id: "twin/stand-in", grants: [Command, Network])]"#,
        )
    }
}

/// Saved state: responses already sent, and lines in flight.
type Saved = (u64, Option<InFlight>);

impl StandIn {
    /// Records the port on which it listens: the choice of a free port is external.
    fn listens_on(&mut self, io: &mut ServiceIo) -> Result {
        let port = self.server.as_ref().map(|server| server.address().port().to_string());
        let inputs = io.external_input(port.into_iter().collect())?;
        self.tcp_port = inputs.first().and_then(|port| port.parse().ok()).unwrap_or(0);
        Ok(())
    }

    /// Sends received lines to the robot.
    fn receive_lines(&mut self, io: &mut ServiceIo) -> Result {
        let (server, port) = (self.server.as_ref(), self.port.as_ref());
        let of_server = std::iter::from_fn(|| server.and_then(Server::next)).take(AT_A_TIME);
        let of_port = std::iter::from_fn(|| port.and_then(Client::next)).take(AT_A_TIME);
        let events = LineEvent::through(io, of_server.chain(of_port))?;
        // This port expects no input, but unread input would block later connections.
        self.truth.iter().for_each(|truth| while truth.next().is_some() {});
        let Some(robot) = &mut self.robot else { return Ok(()) };
        for event in events {
            match event {
                LineEvent::Line(_, line) => robot.send(&line, io)?,
                LineEvent::TooLong(_) => robot.reply(&Answer::LineTooLong.to_string(), io),
                LineEvent::Opened(_, name) => {
                    if !self.recorded {
                        self.pace.opened(io.time(), Instant::now());
                    }
                    self.connections.log(io, LogLevel::Info, || format!("{name} is connected"));
                }
                LineEvent::Closed(_, why) => {
                    self.connections.log(io, LogLevel::Info, || format!("a connection was closed: {why}"));
                }
            }
        }
        Ok(())
    }
}

/// Returns the error for an address on which it cannot listen.
pub fn refused(address: &str, error: &std::io::Error) -> Fault {
    let help = match error.kind() {
        std::io::ErrorKind::AddrInUse => "stop the program that listens there, or choose another port",
        std::io::ErrorKind::PermissionDenied => "choose a port of 1024 or more",
        _ => "use an address of this computer and a port, as in 127.0.0.1:3010",
    };
    Fault::new(format!("cannot listen on `{address}`: {error}")).help(help).because(Cause::Parameters)
}
