//! A robot of the scene that acts as a real platform at the other end of the link: any client can drive it.

use crate::batch::{Batch, Batches};
use crate::driven::{Driven, pose_of, robot};
use crate::socket::{self, Socket};
use robomap_link::channel::{Chances, Channel as Wire};
use robomap_link::server::{Event, Note, PlanState, Server, Settings};
use robomap_protocol::{Beacon, Dialect, Pose, Radians};
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use std::collections::VecDeque;
use std::f64::consts::TAU;
use std::time::Duration;

/// Maximum number of datagrams processed at once, so that a flood of them cannot stall the run.
const AT_A_TIME: usize = 256;

/// Polling interval while the run is waiting, s.
const PERIOD: f64 = 0.01;

/// Parameters of the virtual robot.
#[params]
pub struct VirtualRobotParams {
    /// Robot to drive; its controller must move it to poses, as `route/follow` does. Empty: the first one of the scene.
    robot: String,
    /// Address and UDP port to listen on; port 0: any free port, published as `port`.
    #[param(default = "127.0.0.1:1999".to_string())]
    address: String,
    /// Support only the packets of the first release of RoboMap, without later additions.
    strict: bool,
    /// Fraction of datagrams lost, in each direction.
    #[param(min = 0.0, max = 1.0)]
    loss: f64,
    /// Fraction of datagrams duplicated.
    #[param(min = 0.0, max = 1.0)]
    duplication: f64,
    /// Fraction of datagrams held back so that others overtake them.
    #[param(min = 0.0, max = 1.0)]
    reordering: f64,
    /// Time for which these are held back.
    #[param(default = 0.1, unit = "s", min = 0.0, max = 60.0)]
    hold: f64,
    /// Minimum and maximum delay of a datagram.
    #[param(unit = "s", min = 0.0, max = 60.0)]
    delay: [f64; 2],
    /// Seed of the random effects on datagrams.
    seed: u64,
    /// Valid commands to reject, counted from 1 in the order of arrival.
    refused: Vec<u64>,
}

impl VirtualRobotParams {
    /// Validates constraints between parameters.
    fn check_together(&self) -> Result {
        socket::address("address", &self.address)?;
        let [least, largest] = self.delay;
        if largest < least {
            return Err(Fault::new(format!("the minimum `delay` ({least} s) is above the maximum ({largest} s)"))
                .help("put the minimum first, then the maximum")
                .parameter("delay"));
        }
        if let Some(place) = self.refused.iter().position(|number| *number == 0) {
            return Err(Fault::new("`refused` has the number 0; commands are counted from 1")
                .help("use 1 for the first command")
                .parameter(&format!("refused[{place}]")));
        }
        Ok(())
    }
}

/// Translatable texts of its panel.
const WORDS: [&str; 15] = [
    "mode",
    "client",
    "plan",
    "speed",
    "robot",
    "port",
    "newest",
    "lost",
    "no client",
    "none",
    "complete, not started",
    "the client has left robot mode",
    "all poses of the plan are reached",
    "the plan is paused",
    "the plan continues",
];

/// Published channels.
struct PublishedValues {
    port: Published,
    connected: Published,
    received: Published,
    refused: Published,
    corrupt: Published,
}

/// The robot end of the link.
pub struct VirtualRobot {
    params: VirtualRobotParams,
    robots: Vec<String>,
    server: Server,
    /// Channels to the robot and from it.
    wires: [Wire; 2],
    socket: Option<Socket>,
    driven: Option<Driven>,
    robot: u32,
    batches: Batches<bool>,
    /// Events for the robot to handle in the next step.
    events: VecDeque<Event>,
    /// Index of the target pose of the plan.
    target: Option<usize>,
    /// Pending requests to start or end a signal recording.
    captures: Vec<bool>,
    port: u16,
    board: PanelPublisher,
    news: String,
    published: PublishedValues,
}

/// Saved state.
#[derive(Serialize, Deserialize)]
struct Saved {
    server: Server,
    wires: [Wire; 2],
    time: Duration,
    target: Option<usize>,
    port: u16,
}

impl Service for VirtualRobot {
    type Params = VirtualRobotParams;

    fn new(params: VirtualRobotParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.require("Command")?;
        setup.require("Network")?;
        robot(&params.robot, setup.robots())?;
        params.check_together()?;
        setup.set_idle_period(PERIOD);
        setup.persist();
        let mut count = |name: &str, help: &str| {
            setup.publish(Channel::new(name, "1").range(0.0, f64::INFINITY).exact().help(help))
        };
        let published = PublishedValues {
            port: count("port", "UDP port of the server"),
            connected: count("connected", "1 while a client is in robot mode"),
            received: count("received", "packets received"),
            refused: count("refused", "commands that were rejected or had an invalid value"),
            corrupt: count("corrupt", "invalid datagrams"),
        };
        let seconds = Duration::from_secs_f64;
        let chances = Chances {
            loss: params.loss,
            duplication: params.duplication,
            reordering: params.reordering,
            hold: seconds(params.hold),
            delay: params.delay.map(seconds),
        };
        Ok(Self {
            robots: setup.robots().to_vec(),
            server: Server::new(settings(&params, Vec::new())),
            wires: [params.seed, params.seed ^ 0x5eed].map(|seed| Wire::new(seed, chances)),
            socket: None,
            driven: None,
            robot: 0,
            batches: Batches::new(setup.replayed()),
            events: VecDeque::new(),
            target: None,
            captures: Vec::new(),
            port: 0,
            board: PanelPublisher::default(),
            news: String::new(),
            published,
            params,
        })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.find(io)?;
        if !self.batches.are_replayed() && self.socket.is_none() {
            let socket = Socket::open(&self.params.address)
                .map_err(|error| socket::refused("address", &self.params.address, &error))?;
            self.port = socket.address().map_or(0, |address| address.port());
            let shown = socket.address().map_or_else(String::new, |address| address.to_string());
            io.log(LogLevel::Info, format!("listens for RoboMap clients on {shown}"));
            self.socket = Some(socket);
        }
        // The choice of a free port is external input, too.
        let port = self.socket.is_some().then(|| self.port.to_string());
        let inputs = io.external_input(port.into_iter().collect())?;
        self.port = inputs.first().and_then(|port| port.parse().ok()).unwrap_or(0);
        self.show(io)
    }

    fn changed(&mut self, io: &mut ServiceIo) -> Result {
        self.robots =
            (0..io.robot_count()).map(|robot| io.layout(robot).map(|layout| layout.name)).collect::<Result<_>>()?;
        self.find(io)?;
        // Its controller may be a new one: send the current target again.
        if let (PlanState::Running, Some((index, pose))) = (self.server.plan(), self.server.target()) {
            self.events.push_front(Event::GoTo { index, pose });
        }
        self.events.push_front(Event::Speed(self.server.speed()));
        self.show(io)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        if let Some(batch) = self.gather() {
            self.handle(&batch, io)?;
            self.batches.handled(batch);
        }
        for batch in self.batches.record(io)? {
            self.handle(&batch, io)?;
        }
        while let Some(event) = self.events.pop_front() {
            self.act(event, io)?;
        }
        if let (Some(driven), Some(target)) = (&mut self.driven, self.target)
            && driven.has_arrived(io)?
        {
            self.target = None;
            self.server.reached(target);
            self.news = format!("pose {} is reached", target + 1);
        }
        let counters = self.server.counters();
        let PublishedValues { port, connected, received, refused, corrupt } = self.published;
        io.publish(port, f64::from(self.port));
        io.publish(connected, f64::from(u8::from(self.server.peer().is_some())));
        let counts = [counters.packets, counters.refused + counters.malformed, counters.corrupt];
        [received, refused, corrupt].into_iter().zip(counts).for_each(|(to, count)| io.publish(to, count as f64));
        self.show(io)
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        if let Some(batch) = self.gather() {
            self.handle(&batch, io)?;
            self.batches.handled(batch);
        }
        self.show(io)
    }

    fn save(&self) -> Option<Vec<u8>> {
        let Self { server, wires, target, port, .. } = self;
        let time = self.batches.last();
        state::save(&Saved { server: server.clone(), wires: wires.clone(), time, target: *target, port: *port })
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let Saved { server, wires, time, target, port } = state::load(bytes)?;
        (self.server, self.wires, self.target) = (server, wires, target);
        if self.batches.are_replayed() {
            self.port = port;
        }
        self.batches.go_on_from(time);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        crate::sheet("virtual-robot", "Command, Network").words(&WORDS).function(
            Function::new("capture")
                .parameter(FunctionValue::bool("on").default_value(true))
                .help("notifies the client that the robot starts or has finished recording signals"),
        )
    }

    fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        match function {
            "capture" => {
                self.captures.push(arguments.first().and_then(Value::as_bool).unwrap_or(true));
                Ok(Value::Null)
            }
            _ => Err(Fault::new(format!("unknown function `{function}`")).help("functions: capture")),
        }
    }
}

/// Returns the server settings.
fn settings(params: &VirtualRobotParams, beacons: Vec<Beacon>) -> Settings {
    let dialect = if params.strict { Dialect::Thesis } else { Dialect::Later };
    Settings { dialect, beacons, refused: params.refused.iter().copied().collect() }
}

/// Returns the beacons of the scene that transmit into a cone, in any category: ultrasound does, radio does not.
fn beacons(io: &ServiceIo) -> Vec<Beacon> {
    let beacons = io.world().beacons().filter(|beacon| beacon.cone < TAU - 1e-9);
    let converted = beacons.map(|beacon| {
        let pose = math::Pose::from(beacon.pose);
        let (roll, pitch, yaw) = pose.rotation.euler_angles();
        Beacon { id: beacon.id, position: pose.translation.vector.into(), rotation: [roll, pitch, yaw].map(Radians) }
    });
    converted.collect()
}

impl VirtualRobot {
    fn find(&mut self, io: &mut ServiceIo) -> Result {
        self.robot = robot(&self.params.robot, &self.robots)?;
        self.driven = Some(Driven::find(self.robot, io)?);
        self.server.set_settings(settings(&self.params, beacons(io)));
        Ok(())
    }

    /// Returns the input since the last poll.
    fn gather(&mut self) -> Option<Batch<bool>> {
        if self.batches.are_replayed() {
            return None;
        }
        let socket = self.socket.as_ref();
        let came = std::iter::from_fn(|| socket.and_then(Socket::next)).take(AT_A_TIME).collect();
        self.batches.next(std::mem::take(&mut self.captures), came)
    }

    /// Processes the input and responds.
    fn handle(&mut self, batch: &Batch<bool>, io: &mut ServiceIo) -> Result {
        let (now, [to, from]) = (batch.time, &mut self.wires);
        batch.datagrams.iter().for_each(|datagram| to.send(now, datagram.unpacked()));
        batch.asked.iter().for_each(|on| self.server.capture(*on));
        let state = io.robot_state(self.robot)?;
        let before = self.server.plan();
        let output = self.server.step(now, pose_of(&state), &to.receive(now));
        output.datagrams.into_iter().for_each(|datagram| from.send(now, datagram));
        let due = from.receive(now);
        self.socket.iter().for_each(|socket| due.iter().for_each(|datagram| socket.send(datagram)));
        self.events.extend(output.events);
        match (before, self.server.plan()) {
            (PlanState::Loaded, PlanState::Running) => {
                self.report(io, LogLevel::Info, format!("a plan of {} poses starts", self.server.poses().len()));
            }
            (PlanState::Running, PlanState::Paused) => self.report(io, LogLevel::Info, "the plan is paused".into()),
            (PlanState::Paused, PlanState::Running) => self.report(io, LogLevel::Info, "the plan continues".into()),
            _ => {}
        }
        Ok(())
    }

    /// Executes an event of the link.
    fn act(&mut self, event: Event, io: &mut ServiceIo) -> Result {
        let Some(driven) = &mut self.driven else { return Ok(()) };
        match event {
            Event::Peer(Some(peer)) => self.report(io, LogLevel::Info, format!("{peer} is in robot mode")),
            Event::Peer(None) => self.report(io, LogLevel::Info, "the client has left robot mode".into()),
            Event::Speed(percent) => driven.speed(percent, io)?,
            Event::GoTo { index, pose } => {
                self.target = Some(index);
                driven.go_to(&pose, io)?;
            }
            Event::Stand => {
                self.target = None;
                driven.stand(io)?;
            }
            Event::Move(motion) => {
                self.target = None;
                driven.drive(&motion, io)?;
            }
            Event::PlanDropped => self.report(io, LogLevel::Info, "the plan is discarded".into()),
            Event::PlanFinished => self.report(io, LogLevel::Info, "all poses of the plan are reached".into()),
            Event::Note(note) => {
                let text = match note {
                    Note::ReachedUnheard => "the client does not confirm that a pose is reached: the plan is paused",
                    Note::Unheard => "the client does not confirm a message",
                    Note::MotionExpired => "the manual movement was not renewed: the robot stops",
                    Note::BadPose => "the robot's pose is not finite: no trace was sent",
                };
                self.report(io, LogLevel::Warn, text.into());
            }
        }
        Ok(())
    }

    fn report(&mut self, io: &ServiceIo, level: LogLevel, text: String) {
        io.log(level, text.clone());
        self.news = text;
    }

    fn show(&mut self, io: &mut ServiceIo) -> Result {
        let mut panel = Panel::default();
        // The number of lines is constant, so that nothing below them moves.
        let (mode, level) = match self.server.peer() {
            Some(_) => ("robot", PanelLevel::Active),
            None => ("no client", PanelLevel::Normal),
        };
        panel.state("mode", mode, level);
        let client = self.server.peer().map_or_else(|| "-".to_owned(), |peer| peer.to_string());
        panel.state("client", client, PanelLevel::Normal);
        let (plan, level) = match self.server.plan() {
            PlanState::Idle => ("none".into(), PanelLevel::Normal),
            PlanState::Loading(count) => (format!("{count} poses are coming"), PanelLevel::Active),
            PlanState::Loaded => ("complete, not started".into(), PanelLevel::Normal),
            PlanState::Running => (self.progress(), PanelLevel::Active),
            PlanState::Paused => (format!("paused, {}", self.progress()), PanelLevel::Warning),
        };
        panel.state("plan", plan, level);
        panel.state("speed", format!("{:.2} %", self.server.speed()), PanelLevel::Normal);
        let robot = self.robots.get(self.robot as usize).cloned().unwrap_or_default();
        panel.state("robot", robot, PanelLevel::Normal);
        panel.state("port", self.port.to_string(), PanelLevel::Normal);
        let lost = self.socket.as_ref().map_or(0, Socket::lost);
        match lost {
            0 => panel.state("lost", "-", PanelLevel::Normal),
            _ => panel.state("lost", format!("{lost} datagrams: the receive queue is full"), PanelLevel::Warning),
        };
        let news = if self.news.is_empty() { "-" } else { &self.news };
        panel.state("newest", news, PanelLevel::Normal);
        self.board.show(panel, io)
    }

    fn progress(&self) -> String {
        let of = self.server.poses().len();
        self.server
            .target()
            .map_or_else(String::new, |(index, _): (usize, Pose)| format!("to pose {} of {of}", index + 1))
    }
}
