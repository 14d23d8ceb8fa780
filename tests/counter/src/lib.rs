//! A controller that counts its steps, in two versions: tests replace one with the other. A sensor that logs its steps.
//! And a service that receives a robot's position from outside.

#![forbid(unsafe_code)]

use sim_abi::prelude::*;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};

/// Name of this version.
const VERSION: &str = if cfg!(feature = "second") { "two" } else { "one" };
/// Interval between two log lines of the count, steps.
const LOG_INTERVAL: u64 = 10;
/// Speed of both wheels, rad/s.
const WHEELS: f64 = 5.0;

/// Drives straight ahead and counts its steps; the count is its state.
struct Counter {
    steps: u64,
    wheels: [Output; 2],
}

impl Controller for Counter {
    type Params = NoParams;

    fn new(_: NoParams, robot: &mut ControllerSetup) -> Result<Self> {
        Ok(Self { steps: 0, wheels: [robot.actuator("left_wheel")?, robot.actuator("right_wheel")?] })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        self.wheels.iter().for_each(|wheel| io.set(*wheel, WHEELS));
        self.steps += 1;
        if self.steps.is_multiple_of(LOG_INTERVAL) {
            io.log(LogLevel::Info, format!("version {VERSION} counts {}", self.steps));
        }
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.steps)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.steps = state::load(bytes)?;
        Ok(())
    }
}

/// A sensor that logs each of its steps.
struct Logger;

impl Sensor for Logger {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("nothing", ""));
        Ok(Self)
    }

    fn sense(&mut self, io: &mut SensorIo, _: &mut [f64]) -> Result {
        io.log(LogLevel::Info, format!("looked at {}", io.time()));
        Ok(())
    }
}

/// Parameters of the listener.
#[params]
struct ListenerParams {
    /// Address of the server that sends positions.
    address: String,
}

/// Reads lines from a server, each an x in m, and moves the first robot there.
struct Listener {
    lines: Option<Receiver<String>>,
}

impl Service for Listener {
    type Params = ListenerParams;

    fn new(params: ListenerParams, setup: &mut ServiceSetup) -> Result<Self> {
        if setup.replayed() {
            return Ok(Self { lines: None });
        }
        let stream = TcpStream::connect(params.address).map_err(|error| Fault::new(error.to_string()))?;
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(stream).lines().map_while(|line| line.ok());
            let _ = lines.map(|line| sender.send(line)).take_while(|sent| sent.is_ok()).count();
        });
        Ok(Self { lines: Some(receiver) })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        // Wait for the first position.
        let first = self.lines.as_ref().and_then(|lines| lines.recv().ok());
        self.apply(io, first.into_iter().collect())
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let received = self.lines.iter().flat_map(|lines| lines.try_iter()).collect();
        self.apply(io, received)
    }
}

impl Listener {
    fn apply(&self, io: &mut ServiceIo, received: Vec<String>) -> Result {
        for line in io.external_input(received)? {
            let x: f64 = line.parse().map_err(|_| Fault::new(format!("`{line}` is not a position")))?;
            let mut pose = io.robot_state(0)?.pose;
            pose.translation.x = x;
            io.set_robot_state(0, BodyState::at(pose))?;
        }
        Ok(())
    }
}

sim_abi::export! {
    /// Drives straight ahead and logs its step count.
    controller "test/counter" = Counter;
    /// Logs each of its steps.
    sensor "test/teller" = Logger;
    /// Moves the first robot to positions received from a server.
    service "test/listener" = Listener;
}
