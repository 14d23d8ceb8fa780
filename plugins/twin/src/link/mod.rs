//! The link between a real robot and its twin.

mod agreement;
mod chain;
mod channel;
mod export;
mod external_input;
mod functions;
mod log;
mod mapping;
mod params;
mod peer;
mod view;
mod world;

use crate::delayed::{Delayed, Delays, InFlight};
use crate::l0::{L0, robot};
use crate::lines::{Client, LineEvent, Opener, SerialLine, Server};
use crate::pace::Pace;
use crate::sparing::Sparing;
use crate::stand_in;
use agreement::Agreement;
use chain::Chain;
use channel::Channel as RealChannel;
use external_input::ExternalInput;
use l0_protocol::{Answer, Order};
use log::{Log, Replay, What};
use params::{BlockedDistance, BlockedPolicy, ChannelKind, LinkParams};
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Instant;
use twin_link::link::{Action, Event, Link, Side};
use twin_link::machine::Reply;
use twin_link::map::Map;
use twin_link::pilot::{self, Ending, Pilot, PilotRequest};
use view::View;
use world::TwinWorld;

/// Maximum number of lines processed per step and side, so that a flood of them cannot stall the run.
const AT_A_TIME: usize = 64;

/// Saved state.
#[derive(Serialize, Deserialize)]
struct Saved {
    link: Link,
    pilot: Pilot,
    map: Map,
    ordered: VecDeque<String>,
    agreement: Agreement,
    chain: Chain,
    looks: Vec<mapping::Waiting>,
    twin: f64,
    channel: Option<InFlight>,
    shown: view::ViewState,
}

/// Sends both sides the same commands and keeps them synchronized.
pub struct TwinLink {
    params: LinkParams,
    robots: Vec<String>,
    link: Link,
    pilot: Pilot,
    world: TwinWorld,
    /// The twin's low-level controller, once the robots exist.
    twin: Option<L0>,
    channel: Option<RealChannel>,
    console: Option<Server>,
    /// Requests from functions since the last step.
    asked: Vec<ExternalInput>,
    /// Commands not yet passed to the link.
    ordered: VecDeque<String>,
    /// Dead reckoning of the real robot, compared with the twin.
    agreement: Agreement,
    /// Start time of the command, s.
    given: Option<f64>,
    chain: Chain,
    view: View,
    log: Log,
    replay: Option<Replay>,
    /// In a replay: whether the twin is moving.
    replayed_moves: bool,
    folder: PathBuf,
    /// Whether the scene allows it to write files.
    may_write: bool,
    /// Whether external input comes from a recording.
    recorded: bool,
    /// Readings of the current scan that wait for a corrected pose.
    looks: Vec<mapping::Waiting>,
    /// State of the low-level controllers, restored before they were found.
    returning: Option<(f64, Option<InFlight>)>,
    pace: Pace,
    /// Time of the next blank line to the real robot, s.
    next_alive: f64,
    /// Whether the channel to the real robot was open and has closed.
    was_lost: bool,
    /// Rate limits for log messages about invalid lines, dropped responses, rejected commands, and speeds.
    sparing: [Sparing; 4],
}

impl Service for TwinLink {
    type Params = LinkParams;

    fn new(params: LinkParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.require("Command")?;
        setup.require("Edit")?;
        if params.console_port > 0 || params.channel == ChannelKind::Tcp {
            setup.require("Network")?;
        }
        if params.log || matches!(params.channel, ChannelKind::Serial | ChannelKind::Replay) {
            setup.require("Files")?;
        }
        // A missing file name is rejected at the start only: parameters may be checked while incomplete.
        let replay = (params.channel == ChannelKind::Replay && !params.log_to_replay.is_empty())
            .then(|| Replay::read(std::path::Path::new(&params.log_to_replay)))
            .transpose()?;
        if params.channel != ChannelKind::Replay {
            robot(&params.twin, "twin", setup.robots())?;
        }
        if params.channel == ChannelKind::Loopback {
            robot(&params.real, "real", setup.robots())?;
            if params.real == params.twin {
                return Err(Fault::new(format!("`twin` and `real` are both `{}`", params.twin))
                    .help("use another robot of the scene as the real one")
                    .because(Cause::Parameters));
            }
        }
        if params.channel == ChannelKind::Tcp && !is_address(&params.address) {
            return Err(Fault::new(format!("`address` is not an address with a port: `{}`", params.address))
                .help("use host and port, as in 127.0.0.1:3010")
                .because(Cause::Parameters));
        }
        let mut pilot = Pilot::default();
        pilot.follow(params.route.iter().map(String::as_str)).map_err(|bad| refused_line(&bad, "route"))?;
        let world = TwinWorld::new(&params.twin, format!("{}-", setup.name()), &params);
        Ok(Self {
            robots: setup.robots().to_vec(),
            link: Link::new(params.machine()),
            pilot,
            world,
            twin: None,
            channel: None,
            console: None,
            asked: Vec::new(),
            ordered: VecDeque::new(),
            agreement: Agreement::default(),
            given: None,
            chain: Chain::default(),
            view: View::new(setup, &params),
            log: Log::new(params.log.then(|| setup.data_folder().to_path_buf())),
            replay,
            replayed_moves: false,
            folder: setup.data_folder().to_path_buf(),
            may_write: setup.granted("Files"),
            recorded: setup.replayed(),
            looks: Vec::new(),
            returning: None,
            pace: Pace::default(),
            next_alive: 0.0,
            was_lost: false,
            sparing: Default::default(),
            params,
        })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.bind(io)?;
        self.view.show(&self.link, &self.world, &self.chain, &self.agreement, io)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.bind(io)?;
        self.pace.check(io, "the real robot runs in real time, and its replies arrive too late");
        if self.replay.is_some() {
            self.receive_replay(io)?;
        } else {
            self.receive_external_input(io)?;
            self.keep_alive(io)?;
            self.receive_replies(io)?;
            self.pilot(io);
        }
        while let Some(line) = self.ordered.pop_front() {
            self.log.write(io, What::Order(line.clone()));
            // A rejected command leaves the active one unchanged.
            if !self.link.is_busy() {
                self.chain.ordered(&line, io.time());
                self.agreement.prepare();
            }
            self.link.order(line.as_bytes(), io.time());
        }
        self.watch_twin(io)?;
        let moves = self.twin_moves(io)?;
        self.log.write(io, What::TwinMoves(moves));
        for action in self.link.step(io.time(), moves) {
            self.act(action, io)?;
        }
        self.compare(io)?;
        self.log.flush(io);
        self.view.show(&self.link, &self.world, &self.chain, &self.agreement, io)
    }

    fn save(&self) -> Option<Vec<u8>> {
        let twin = self.twin.as_ref().map_or(0.0, L0::fetched);
        let channel = self.channel.as_ref().and_then(RealChannel::in_flight);
        state::save(&Saved {
            link: self.link.clone(),
            pilot: self.pilot.clone(),
            map: self.world.map.clone(),
            ordered: self.ordered.clone(),
            agreement: self.agreement.clone(),
            chain: self.chain.clone(),
            looks: self.looks.clone(),
            twin,
            channel,
            shown: self.view.shown(),
        })
    }

    /// A connection to the real robot is not part of the state: keep the current one.
    fn restore(&mut self, bytes: &[u8]) -> Result {
        let saved: Saved = state::load(bytes)?;
        let connected = self.link.is_connected();
        self.link = saved.link;
        self.link.set_settings(self.params.machine());
        self.link.set_connected(connected);
        (self.pilot, self.world.map, self.ordered) = (saved.pilot, saved.map, saved.ordered);
        // The time may be earlier now.
        (self.given, self.next_alive) = (None, 0.0);
        (self.agreement, self.chain, self.looks) = (saved.agreement, saved.chain, saved.looks);
        self.view.show_again(saved.shown);
        self.returning = Some((saved.twin, saved.channel));
        self.take_up();
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let sheet = Datasheet::default().example(
            r#"robots: [(name: "twin", model: "ninjuab/standard"), (name: "real", model: "ninjuab/standard", at: (0, -10))],
services: [(name: "one", id: "twin/link", grants: [Command, Edit])]"#,
        );
        functions::list().into_iter().fold(sheet, Datasheet::function)
    }

    fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        self.answer(function, arguments)
    }
}

/// Returns whether a text is a host and a port.
fn is_address(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0))
}

/// Syntax of commands, for error messages.
const ORDERS: &str = "orders are GO ANGLE DISTANCE (degrees −180 … 180, cm 0 … 1000), SONAR, RESUME and HALT";

/// Returns the error for an invalid line of a route.
fn refused_line(bad: &pilot::BadLine, parameter: &str) -> Fault {
    Fault::new(format!("line {} of `{parameter}` is not an order: `{}`", bad.number, bad.text))
        .help(format!("{ORDERS}, and SCAN for a whole scan"))
        .because(Cause::Parameters)
}

impl TwinLink {
    /// Finds the low-level controllers once the robots exist.
    fn bind(&mut self, io: &mut ServiceIo) -> Result {
        if self.twin.is_none() && self.params.channel != ChannelKind::Replay {
            let twin = L0::find(&self.params.twin, "twin", &self.robots, io)?;
            self.world.robot = Some(twin.robot());
            self.twin = Some(twin);
        }
        if self.params.channel == ChannelKind::Replay {
            let twin = self.robots.iter().position(|name| *name == self.params.twin);
            self.world.shown = twin.and_then(|twin| u32::try_from(twin).ok());
        }
        if self.channel.is_none() {
            self.channel = Some(self.open(io)?);
            if self.params.console_port > 0 && !self.recorded {
                let address = format!("{}:{}", self.params.console_address, self.params.console_port);
                let console = Server::listen(&address).map_err(|error| stand_in::refused(&address, &error))?;
                io.log(LogLevel::Info, format!("listens for consoles on {}", console.address()));
                self.console = Some(console);
            }
        }
        self.take_up();
        Ok(())
    }

    /// Restores the state of the low-level controllers.
    fn take_up(&mut self) {
        let (Some(twin), Some(channel)) = (&mut self.twin, &mut self.channel) else { return };
        if let Some((fetched, in_flight)) = self.returning.take() {
            twin.set_fetched(fetched);
            in_flight.into_iter().for_each(|in_flight| channel.take_up(in_flight));
        }
    }

    /// Opens the channel to the real robot.
    fn open(&mut self, io: &mut ServiceIo) -> Result<RealChannel> {
        let LinkParams { real, address, serial_port, baud, command_delay, reply_delay, reply_loss, .. } = &self.params;
        let opener = match self.params.channel {
            ChannelKind::Loopback => {
                let real = L0::find(real, "real", &self.robots, io)?;
                let delays = Delays { command: *command_delay, reply: *reply_delay, loss: *reply_loss };
                return Ok(RealChannel::Loopback(Delayed::new(real, delays)));
            }
            ChannelKind::Replay if self.replay.is_none() => {
                return Err(Fault::new("`log_to_replay` is empty")
                    .help("set it to a `messages.jsonl` written by a link with `log: true`")
                    .because(Cause::Parameters));
            }
            ChannelKind::Replay => return Ok(RealChannel::Silent),
            ChannelKind::Tcp => Opener::Tcp(address.clone()),
            ChannelKind::Serial if serial_port.is_empty() => {
                return Err(Fault::new("`serial_port` is empty")
                    .help("set it to the name of the serial line, such as /dev/ttyUSB0 or COM3")
                    .because(Cause::Parameters));
            }
            ChannelKind::Serial => Opener::Serial(SerialLine { name: serial_port.clone(), baud: *baud }),
        };
        // Until it is open, commands are rejected.
        self.link.set_connected(false);
        Ok(if self.recorded { RealChannel::Silent } else { RealChannel::Remote(Client::new(opener)?) })
    }

    /// Processes external input.
    fn receive_external_input(&mut self, io: &mut ServiceIo) -> Result {
        let mut came = std::mem::take(&mut self.asked);
        let console = self.console.as_ref();
        for event in std::iter::from_fn(|| console.and_then(Server::next)).take(AT_A_TIME) {
            match event {
                event if event.is_blank() => {}
                LineEvent::Line(_, line) => came.push(ExternalInput::Order(line)),
                LineEvent::TooLong(number) => {
                    let line = Answer::LineTooLong.to_string();
                    console.iter().for_each(|console| console.send(Some(number), &line));
                }
                LineEvent::Opened(..) | LineEvent::Closed(..) => {}
            }
        }
        let channel = self.channel.as_ref();
        let events = std::iter::from_fn(|| channel.and_then(RealChannel::next_event)).take(AT_A_TIME);
        came.extend(events.filter(|event| !event.is_blank()).map(ExternalInput::Channel));
        let came = came.iter().map(ExternalInput::write).collect();
        for line in io.external_input(came)? {
            if let Some(outside) = ExternalInput::read(&line) {
                self.take(outside, io);
            }
        }
        Ok(())
    }

    fn take(&mut self, outside: ExternalInput, io: &ServiceIo) {
        match outside {
            ExternalInput::Order(line) => {
                match Order::read(line.as_bytes()) {
                    // A robot that accepts more commands than its twin would drive alone.
                    Err(bad) if !self.link.is_busy() => {
                        self.log.write(io, What::Order(line));
                        return self.send_reply(&Reply::Answer(bad.into()), io);
                    }
                    // `HALT` is meant to stop both: abandon the rest of the route.
                    Ok(Order::Halt) if self.pilot.is_active() => {
                        self.pilot.stop();
                        io.log(LogLevel::Info, "HALT ends the route");
                    }
                    _ => {}
                }
                self.ordered.push_back(line);
            }
            ExternalInput::Route(lines) => {
                if let Err(bad) = self.pilot.follow(lines.split(';')) {
                    io.log(LogLevel::Warn, refused_line(&bad, "orders").message());
                }
            }
            ExternalInput::StopRoute => self.pilot.stop(),
            ExternalInput::GoTo(goal) => self.go_to(goal, io),
            ExternalInput::Channel(LineEvent::Line(_, line)) => self.handle_line(Side::Real, &line, io),
            ExternalInput::Channel(LineEvent::TooLong(_)) => {
                self.handle_line(Side::Real, "(a line that is too long)", io)
            }
            ExternalInput::Channel(LineEvent::Opened(_, name)) => {
                if matches!(self.channel, Some(RealChannel::Remote(_))) {
                    self.pace.opened(io.time(), Instant::now());
                }
                io.log(LogLevel::Info, format!("connected to the real robot at {name}"));
                self.log.write(io, What::Connected(true));
                self.link.restored(io.time());
            }
            ExternalInput::Channel(LineEvent::Closed(_, why)) => {
                self.log.write(io, What::Connected(false));
                self.pace.closed();
                self.was_lost |= self.link.is_connected();
                let at = if self.params.channel == ChannelKind::Serial {
                    &self.params.serial_port
                } else {
                    &self.params.address
                };
                io.log(LogLevel::Warn, format!("not connected to the real robot at {at}, retrying every 2 s: {why}"));
                self.link.lost(io.time());
            }
        }
    }

    /// Processes the responses of both sides.
    fn receive_replies(&mut self, io: &mut ServiceIo) -> Result {
        let mut lines = Vec::new();
        if let Some(twin) = &mut self.twin {
            twin.fetch(io, &mut lines)?;
        }
        lines.drain(..).for_each(|line| self.handle_line(Side::Twin, &line, io));
        if let Some(channel) = &mut self.channel {
            channel.receive(io, &mut lines)?;
        }
        lines.drain(..).for_each(|line| self.handle_line(Side::Real, &line, io));
        Ok(())
    }

    fn handle_line(&mut self, side: Side, line: &str, io: &ServiceIo) {
        let Some(answer) = Answer::read(line.as_bytes()) else {
            let text = || format!("{} sent an invalid reply: `{line}`", name_of(side));
            return self.sparing[0].log(io, LogLevel::Warn, text);
        };
        if side == Side::Real && answer == Answer::GoOk && self.is_too_early(io.time()) {
            let text = || {
                format!(
                    "{} sent `{line}` earlier than possible, which is ignored; check `speed`, `turn_rate` and `real_speed_scale`",
                    name_of(side)
                )
            };
            return self.sparing[0].log(io, LogLevel::Warn, text);
        }
        self.log.write(io, if side == Side::Twin { What::Twin(line.into()) } else { What::Real(line.into()) });
        let answer = self.in_remaining(side, answer);
        self.chain.answered(side, &answer, io.time());
        self.view.answered(side, &answer);
        if side == Side::Real {
            self.agreement.answered(&answer);
        }
        self.link.answer(side, answer);
    }

    /// Processes the events of a replayed log.
    fn receive_replay(&mut self, io: &mut ServiceIo) -> Result {
        while let Some(what) = self.replay.as_mut().and_then(|replay| replay.due(io.time())) {
            match what {
                What::Order(line) => self.ordered.push_back(line),
                What::Twin(line) => self.handle_line(Side::Twin, &line, io),
                What::Real(line) => self.handle_line(Side::Real, &line, io),
                What::Connected(true) => self.link.restored(io.time()),
                What::Connected(false) => self.link.lost(io.time()),
                What::TwinMoves(moves) => self.replayed_moves = moves,
                What::Place(place) => self.world.show_replayed(place, io)?,
                What::ToTwin(_) | What::ToReal(_) | What::Told(_) => {}
                What::Row { .. } | What::World(_) | What::Chain(_) => {}
            }
        }
        Ok(())
    }

    /// Converts a `BLOCKED` response to report the remaining distance.
    fn in_remaining(&self, side: Side, answer: Answer) -> Answer {
        match (answer, self.link.machine().order()) {
            (Answer::Blocked { remaining: travelled, echo }, Some(Order::Go { distance, .. }))
                if side == Side::Real && self.params.blocked_distance == BlockedDistance::Travelled =>
            {
                Answer::Blocked { remaining: (distance - travelled).max(0.0), echo }
            }
            (answer, _) => answer,
        }
    }

    /// Lets the pilot send its next command. A route waits for a connection, while a manual command is rejected.
    fn pilot(&mut self, io: &ServiceIo) {
        let waits = self.link.is_busy() || !self.ordered.is_empty() || !self.link.is_connected();
        match self.pilot.next_request(waits) {
            PilotRequest::Nothing => {}
            PilotRequest::Order(order) => self.ordered.push_back(order),
            PilotRequest::Ended(Ending::Done) if self.params.route.is_empty() => {}
            PilotRequest::Ended(Ending::Done) => io.log(LogLevel::Info, "the route is done"),
            PilotRequest::Ended(Ending::Blocked) => {
                io.log(LogLevel::Info, "the route ends: an obstacle blocks the path")
            }
            PilotRequest::Ended(Ending::Failed(why)) => io.log(LogLevel::Warn, format!("the route ends: {why}")),
        }
    }

    fn act(&mut self, action: Action, io: &mut ServiceIo) -> Result {
        match action {
            Action::Send(side, line) => self.send(side, String::from_utf8_lossy(&line).into_owned(), io)?,
            Action::Begun(order) => {
                if order == Order::Sonar {
                    self.looks.clear();
                }
                self.given = Some(io.time());
                let place = self.place(io)?;
                let place = self.agreement.begin(&order, place, io.time());
                self.view.begun(&order, &place);
            }
            Action::World(act) => self.change(act, io)?,
            Action::Reply(reply) => {
                if reply == Reply::Answer(Answer::SonarOk) {
                    self.conclude_scan(io)?;
                }
                self.reply(&reply, io)?;
            }
            Action::ReplyIgnored => {
                self.send_to_consoles(&Answer::Ignored.to_string());
                let text = || "another order is in progress: W: Ignored command".to_string();
                self.sparing[2].log(io, LogLevel::Info, text);
                self.pilot.refused();
            }
            Action::Note(event) => self.note(event, io),
        }
        Ok(())
    }

    fn send(&mut self, side: Side, line: String, io: &mut ServiceIo) -> Result {
        if side == Side::Real && Order::read(line.as_bytes()) == Ok(Order::Halt) {
            let LinkParams { turn_rate, speed, real_speed_scale: scale, .. } = self.params;
            let scale = if scale > 0.0 { scale } else { 1.0 };
            self.agreement.halted(io.time(), [turn_rate, speed], scale);
        }
        match (side, &self.twin, &mut self.channel) {
            (Side::Twin, Some(twin), _) => twin.send(io, &line)?,
            (Side::Real, _, Some(channel)) => channel.send(&line, io)?,
            _ => {}
        }
        self.log.write(io, if side == Side::Twin { What::ToTwin(line) } else { What::ToReal(line) });
        Ok(())
    }

    fn reply(&mut self, reply: &Reply, io: &mut ServiceIo) -> Result {
        let policy = match self.params.blocked_policy {
            BlockedPolicy::Stop => pilot::BlockedPolicy::Stop,
            BlockedPolicy::Skip => pilot::BlockedPolicy::Skip,
        };
        let by_route = self.pilot.is_active();
        self.pilot.handle_reply(reply, policy, self.params.retries, self.agreement.ordered().is_some());
        if by_route && matches!(reply, Reply::Answer(Answer::Blocked { .. })) {
            self.link.give_up_blocked(io.time());
        }
        self.send_reply(reply, io);
        self.chain.replied(reply, io.time());
        self.agreement.replied(reply);
        self.compare(io)?;
        self.log.write(io, What::Chain(self.chain.line()));
        io.log(LogLevel::Info, self.chain.line());
        self.report_speeds(reply, io);
        Ok(())
    }

    fn send_reply(&mut self, reply: &Reply, io: &ServiceIo) {
        self.send_to_consoles(&reply.to_string());
        self.log.write(io, What::Told(reply.to_string()));
    }

    fn send_to_consoles(&self, line: &str) {
        self.console.iter().for_each(|console| console.send(None, line));
    }

    fn note(&mut self, event: Event, io: &ServiceIo) {
        match event {
            Event::Row(number, state) => {
                self.log.write(io, What::Row { number, state: state.to_string() });
                self.chain.row(number, state);
            }
            Event::Dropped(side, answer, why) => {
                let text = || format!("{}: {answer} is ignored: {why:?}", name_of(side));
                self.sparing[1].log(io, LogLevel::Debug, text);
            }
            Event::Refused => {}
            Event::NoAnswer => io.log(LogLevel::Warn, "neither the twin nor the real robot has replied"),
            Event::Lost => io.log(LogLevel::Warn, "not connected to the real robot"),
            Event::Restored if self.was_lost => {
                let text = "the channel to the real robot is open again; if the robot was moved or started anew meanwhile, neither \
                            its twin nor the map fits any more: begin anew with both";
                io.log(LogLevel::Warn, text);
            }
            Event::Restored => io.log(LogLevel::Info, "the channel to the real robot is open"),
            Event::WentOn => io.log(LogLevel::Info, "the real robot has continued by itself"),
        }
    }
}

fn name_of(side: Side) -> &'static str {
    match side {
        Side::Twin => "the twin",
        Side::Real => "the real robot",
    }
}
