//! A controller that counts its steps, in two versions: tests replace one with the other. A sensor that logs its steps.
//! And a service that receives a robot's position from outside.

#![forbid(unsafe_code)]

use sim_abi::prelude::*;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, channel};

/// Name of this version.
const VERSION: &str = if cfg!(feature = "second") { "two" } else { "one" };
/// Number of steps between two log lines of the count.
const SAID_EVERY: u64 = 10;
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
        if self.steps.is_multiple_of(SAID_EVERY) {
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
struct Teller;

impl Sensor for Teller {
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
    /// Address of the server that tells places.
    address: String,
}

/// Reads lines from a server, each an x in m, and moves the first robot there.
struct Listener {
    heard: Option<Receiver<String>>,
}

impl Service for Listener {
    type Params = ListenerParams;

    fn new(params: ListenerParams, setup: &mut ServiceSetup) -> Result<Self> {
        if setup.replayed() {
            return Ok(Self { heard: None });
        }
        let stream = TcpStream::connect(params.address).map_err(|error| Fault::new(error.to_string()))?;
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(stream).lines().map_while(|line| line.ok());
            let _ = lines.map(|line| sender.send(line)).take_while(|sent| sent.is_ok()).count();
        });
        Ok(Self { heard: Some(receiver) })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        // Wait for the first position.
        let first = self.heard.as_ref().and_then(|heard| heard.recv().ok());
        self.obey(io, first.into_iter().collect())
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let received = self.heard.iter().flat_map(|heard| heard.try_iter()).collect();
        self.obey(io, received)
    }
}

impl Listener {
    fn obey(&self, io: &mut ServiceIo, received: Vec<String>) -> Result {
        for line in io.external_input(received)? {
            let x: f64 = line.parse().map_err(|_| Fault::new(format!("`{line}` is no place")))?;
            let mut pose = io.robot_state(0)?.pose;
            pose.translation.x = x;
            io.set_robot_state(0, BodyState::at(pose))?;
        }
        Ok(())
    }
}

sim_abi::export! {
    /// Drives straight ahead and says how many steps it has made.
    controller "test/counter" = Counter;
    /// Says at each of its steps that it has looked.
    sensor "test/teller" = Teller;
    /// Puts the first robot where a server says.
    service "test/listener" = Listener;
}
