//! Plans of a robot: simulated, or sent to a real platform over the RoboMap protocol and mirrored.

mod beacons;
mod guard;
mod marks;
mod panel;
mod params;
mod reached;
mod simulation;
mod user_requests;

use crate::batch::{Batch, Batches};
use crate::driven::{Driven, pose_of, robot};
use crate::socket::{self, Socket};
use beacons::StaticBeacons;
use guard::Guard;
use params::LinkParams;
use reached::ReachedPoses;
use robomap_link::Datagram;
use robomap_link::client::{Change, Client, Command, Level, Output, PlanState, Situation};
use robomap_protocol::{Degrees, FULL_SPEED, Mode, Pose, Radians};
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use simulation::Simulation;
use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};
use user_requests::{Plan, PlannedRequest, UserRequest};

/// Maximum number of datagrams processed at once, so that a flood of them cannot stall the run.
const AT_A_TIME: usize = 256;
/// Polling interval while the run is waiting, s.
const PERIOD: f64 = 0.01;
/// Time without a step after which the run counts as paused. Shorter gaps occur between steps in real-time runs.
const PAUSED: Duration = Duration::from_millis(500);
/// Time limit for stopping the robot and leaving robot mode at the end.
const MAX_EXIT_TIME: Duration = Duration::from_millis(6500);

/// Published channels.
struct PublishedValues {
    mode: Published,
    plan: Published,
    speed: Published,
    reached: Published,
    silence: Published,
    traces: Published,
    lost: Published,
}

/// The plan link of a robot.
pub struct Link {
    params: LinkParams,
    robots: Vec<String>,
    robot: u32,
    client: Client,
    /// Address of the real robot, or why there is none.
    server: Result<SocketAddrV4, String>,
    socket: Option<Socket>,
    batches: Batches<PlannedRequest>,
    requests: VecDeque<UserRequest>,
    /// The route and its revision, which differs after each change.
    route: Vec<Pose>,
    revision: u64,
    /// The robot's pose controller, or why the plan cannot be simulated.
    driven: Result<Driven>,
    simulation: Option<Simulation>,
    guard: Guard,
    /// Speed of simulations, percent.
    simulated_speed: f64,
    /// Pending change of the hold on the robot of the scene, applied in the next step.
    held: Option<bool>,
    place: Option<Pose>,
    /// Whether silence of the robot has been reported.
    is_quiet: bool,
    /// Completed and total steps of sending a plan.
    sending: (usize, usize),
    beacons: StaticBeacons,
    reached: ReachedPoses,
    may_connect: bool,
    /// Whether it is being called while the run waits, and the time of its last step.
    is_idle: bool,
    stepped: Option<Instant>,
    board: PanelPublisher,
    news: Option<(Level, String)>,
    published: PublishedValues,
}

/// Saved state.
#[derive(Serialize, Deserialize)]
struct Saved {
    client: Client,
    time: Duration,
    simulation: Option<Simulation>,
    guard: Guard,
    simulated_speed: f64,
    revision: u64,
    route: Vec<Pose>,
    beacons: StaticBeacons,
}

impl Service for Link {
    type Params = LinkParams;

    fn new(params: LinkParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.require("Command")?;
        setup.require("Edit")?;
        robot(&params.robot, setup.robots())?;
        params.check_route(setup.routes())?;
        params.check_addresses()?;
        setup.set_idle_period(PERIOD);
        setup.persist();
        let number = |name: &str, help: &str| Channel::new(name, "1").range(0.0, f64::INFINITY).exact().help(help);
        let published = PublishedValues {
            mode: setup.publish(number("mode", "0 editor, 1 simulation, 2 robot")),
            plan: setup.publish(number("plan", "0 none, 1 being sent, 2 running, 3 paused, 4 unknown")),
            speed: setup.publish(Channel::new("speed", "%").range(0.0, FULL_SPEED).help("confirmed speed")),
            reached: setup.publish(number("reached", "poses of the plan reached")),
            silence: setup.publish(
                Channel::new("silence", "s").help("age of the newest packet of the real robot; NaN without robot mode"),
            ),
            traces: setup.publish(Channel::new("traces", "1/s").help("poses of the real robot received per second")),
            lost: setup.publish(number("lost", "lost packets of the real robot, by their numbers")),
        };
        Ok(Self {
            client: Client::new(params.settings(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 1999))),
            server: Err("the run has not started".into()),
            robots: setup.robots().to_vec(),
            robot: 0,
            socket: None,
            batches: Batches::new(setup.replayed()),
            requests: VecDeque::new(),
            route: Vec::new(),
            revision: 0,
            driven: Err(Fault::new("the run has not started")),
            simulation: None,
            guard: Guard::default(),
            simulated_speed: FULL_SPEED,
            held: None,
            place: None,
            is_quiet: false,
            sending: (0, 0),
            beacons: StaticBeacons::default(),
            reached: ReachedPoses::default(),
            may_connect: setup.granted("Network"),
            is_idle: true,
            stepped: None,
            board: PanelPublisher::default(),
            news: None,
            published,
            params,
        })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.find(io)?;
        self.show(io)
    }

    fn changed(&mut self, io: &mut ServiceIo) -> Result {
        self.or_farewell(io, Self::find_again)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.or_farewell(io, Self::advance)
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        self.or_farewell(io, |link, io| {
            link.is_idle = true;
            link.handle_input(io)?;
            link.show(io)
        })
    }

    fn stop(&mut self, io: &mut ServiceIo) -> Result {
        let Some(_) = self.socket else { return Ok(()) };
        let began = Instant::now();
        let first = self.batches.last();
        // The program must be able to exit in any case.
        let _ = self.client.request(first, Command::Exit, &Situation::default());
        let mut ended = false;
        while !ended && began.elapsed() < MAX_EXIT_TIME {
            let output = self.client.step(first + began.elapsed(), &self.received());
            ended = output.changes.contains(&Change::Exited);
            self.send_and_report(&output, io);
            std::thread::sleep(Duration::from_millis(2));
        }
        // On a busy machine, the robot's response time starts late and ends later than this.
        let output = self.client.give_up_exit();
        self.send_and_report(&output, io);
        self.socket = None;
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&Saved {
            client: self.client.clone(),
            time: self.batches.last(),
            simulation: self.simulation.clone(),
            guard: self.guard.clone(),
            simulated_speed: self.simulated_speed,
            revision: self.revision,
            route: self.route.clone(),
            beacons: self.beacons.clone(),
        })
    }

    /// The real robot is not in its earlier state: keep the current connection, except in a recording.
    fn restore(&mut self, bytes: &[u8]) -> Result {
        let saved: Saved = state::load(bytes)?;
        (self.simulation, self.guard, self.simulated_speed) = (saved.simulation, saved.guard, saved.simulated_speed);
        if self.batches.are_replayed() {
            (self.client, self.route, self.revision) = (saved.client, saved.route, saved.revision);
            self.beacons = saved.beacons;
        }
        self.beacons.mark_due();
        self.reached.mark_due();
        self.batches.go_on_from(saved.time);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let captions = panel::CAPTIONS.map(|(_, caption)| caption);
        let datasheet = crate::sheet("link", "Command, Edit, Network").words(&panel::WORDS).words(&captions);
        user_requests::list().into_iter().fold(datasheet, Datasheet::function)
    }

    fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        if function == user_requests::DIAGNOSE {
            return Ok(self.diagnosis());
        }
        self.requests.push_back(UserRequest::of_call(function, arguments)?);
        Ok(Value::Null)
    }
}

impl Link {
    /// Runs an operation. If it fails, the real robot is stopped, since the host stops calling this service.
    fn or_farewell(&mut self, io: &mut ServiceIo, act: impl FnOnce(&mut Self, &mut ServiceIo) -> Result) -> Result {
        let done = catch_unwind(AssertUnwindSafe(|| act(self, io)));
        if !matches!(done, Ok(Ok(()))) {
            self.farewell();
        }
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Sends stop and editor mode to the real robot, without waiting for a response.
    fn farewell(&mut self) {
        if self.socket.is_none() {
            return;
        }
        let datagrams = self.client.farewell();
        self.send(&datagrams);
        self.socket = None;
    }

    /// Finds the robot and the route again after a change of the scene.
    fn find_again(&mut self, io: &mut ServiceIo) -> Result {
        self.robots =
            (0..io.robot_count()).map(|robot| io.layout(robot).map(|layout| layout.name)).collect::<Result<_>>()?;
        self.find(io)?;
        self.beacons.mark_due();
        self.reached.mark_due();
        self.guard.is_due = true;
        if self.client.mode() == Mode::Robot {
            self.held = Some(true);
            self.place = self.client.pose().filter(|_| self.client.is_rendering());
        }
        self.show(io)
    }

    /// Executes a step.
    fn advance(&mut self, io: &mut ServiceIo) -> Result {
        (self.is_idle, self.stepped) = (false, Some(Instant::now()));
        self.handle_input(io)?;
        for mut batch in self.batches.record(io)? {
            self.handle(&mut batch, io)?;
        }
        if let (Some(simulation), Ok(driven)) = (&mut self.simulation, &mut self.driven)
            && simulation.step(driven, io)?
        {
            self.end_simulation(io)?;
            self.report(io, Level::Info, "the simulation is finished: the robot is back at its previous pose".into());
        }
        if let Some(held) = self.held.take() {
            io.request(&Request::HoldController { robot: self.robot, held })?;
        }
        if let Some(pose) = self.place.take() {
            let mut state = io.robot_state(self.robot)?;
            state.pose.translation.vector.x = pose.x;
            state.pose.translation.vector.y = pose.y;
            let (roll, pitch, _) = state.pose.rotation.euler_angles();
            state.pose.rotation = Rotation::from_euler_angles(roll, pitch, Radians::from(pose.heading).0);
            (state.linear_velocity, state.angular_velocity) = (Vec3::zeros(), Vec3::zeros());
            io.set_robot_state(self.robot, state)?;
        }
        let robot = &self.robots[self.robot as usize];
        self.beacons.draw(robot, io)?;
        self.reached.draw(self.client.reached_poses(), robot, io)?;
        self.publish(io);
        self.show(io)
    }

    /// Finds the robot and its route.
    fn find(&mut self, io: &mut ServiceIo) -> Result {
        self.robot = robot(&self.params.robot, &self.robots)?;
        self.driven = Driven::find(self.robot, io);
        let layout = io.layout(self.robot)?;
        let server = self.params.robot_address(&layout);
        if std::mem::replace(&mut self.server, server) != self.server {
            // The last message was about another address.
            self.news = None;
        }
        let own = layout.route;
        let name = if self.params.route.is_empty() { own } else { Some(self.params.route.clone()) };
        let routes = io.routes()?;
        let route = name.as_ref().and_then(|name| routes.iter().find(|route| route.name == *name));
        self.params.check_route(&routes.iter().map(|route| route.name.clone()).collect::<Vec<_>>())?;
        let back = route.and_then(|route| route.poses.first().filter(|_| route.closed));
        let poses = route.into_iter().flat_map(|route| &route.poses).chain(back);
        let poses: Vec<Pose> = poses
            .map(|pose| Pose { x: pose.at[0], y: pose.at[1], heading: Degrees::from(Radians(pose.yaw)) })
            .collect();
        if poses != self.route {
            (self.route, self.revision) = (poses, self.revision + 1);
        }
        Ok(())
    }

    /// Handles external input, unless it comes from a recording.
    fn handle_input(&mut self, io: &mut ServiceIo) -> Result {
        if self.batches.are_replayed() {
            self.requests.clear();
            return Ok(());
        }
        let mut asked = Vec::new();
        // Requests that move the robot of the scene wait until time runs.
        while self.requests.front().is_some_and(|request| !self.is_idle || !self.simulates(request)) {
            let Some(request) = self.requests.pop_front() else { break };
            let plan = self.plan(&request, io)?;
            asked.push(PlannedRequest { request, plan });
        }
        let appeared = self.appeared(io)?;
        if !appeared.is_empty() {
            asked.push(PlannedRequest { request: UserRequest::Blocked(appeared), plan: Plan::default() });
        }
        let datagrams = self.received();
        let Some(mut batch) = self.batches.next(asked, datagrams) else { return Ok(()) };
        self.handle(&mut batch, io)?;
        self.batches.handled(batch);
        Ok(())
    }

    /// Returns whether the run is paused.
    fn is_paused(&self) -> bool {
        self.is_idle && self.stepped.is_none_or(|stepped| stepped.elapsed() > PAUSED)
    }

    /// Returns whether a request concerns a simulation.
    fn simulates(&self, request: &UserRequest) -> bool {
        self.client.mode() == Mode::Editor
            && matches!(request, UserRequest::Play | UserRequest::Cancel | UserRequest::Speed(_))
    }

    fn received(&self) -> Vec<Datagram> {
        let socket = self.socket.as_ref();
        std::iter::from_fn(|| socket.and_then(Socket::next)).take(AT_A_TIME).collect()
    }

    fn send(&self, datagrams: &[Datagram]) {
        self.socket.iter().for_each(|socket| datagrams.iter().for_each(|datagram| socket.send(datagram)));
    }

    fn handle(&mut self, batch: &mut Batch<PlannedRequest>, io: &mut ServiceIo) -> Result {
        for asked in &batch.asked {
            self.execute(batch.time, asked, io)?;
        }
        let datagrams: Vec<Datagram> = batch.datagrams.iter().map(|packed| packed.unpacked()).collect();
        let output = self.client.step(batch.time, &datagrams);
        if self.take(output, io) {
            if !self.batches.are_replayed() {
                batch.socket = Some(self.open());
            }
            match batch.socket.as_ref() {
                Some(Err(cause)) => self.client.socket_failed(batch.time, &self.params.bind, cause),
                Some(Ok(())) | None => self.client.socket_opened(batch.time),
            }
            let output = self.client.step(batch.time, &[]);
            self.take(output, io);
        }
        Ok(())
    }

    fn open(&mut self) -> Result<(), String> {
        if !self.may_connect {
            return Err("the scene does not grant `Network` to the link: add it to the service's `grants`".into());
        }
        match Socket::open(&self.params.bind) {
            Ok(socket) => {
                self.socket = Some(socket);
                Ok(())
            }
            Err(error) => Err(socket::refused("bind", &self.params.bind, &error).to_string()),
        }
    }

    fn send_and_report(&mut self, output: &Output, io: &ServiceIo) {
        self.send(&output.datagrams);
        for report in &output.reports {
            self.report(io, report.level(), report.to_string());
        }
    }

    /// Sends the datagrams and applies the changes of a client output. Returns whether the client requests a socket.
    fn take(&mut self, output: Output, io: &ServiceIo) -> bool {
        self.send_and_report(&output, io);
        let mut opens = false;
        for change in output.changes {
            match change {
                Change::OpenSocket => opens = true,
                Change::CloseSocket => self.socket = None,
                Change::Mode(mode) => {
                    (self.held, self.is_quiet) = (Some(mode == Mode::Robot), false);
                    self.guard.accepted.clear();
                }
                Change::Plan(PlanState::Idle) => self.guard.accepted.clear(),
                Change::Pose(pose) => self.place = Some(pose),
                Change::Silence(silence) => self.follow_silence(silence, io),
                Change::Progress { done, of } => self.sending = (done, of),
                Change::Beacons(beacons) => self.beacons.take(beacons),
                Change::Plan(_)
                | Change::Speed(_)
                | Change::Reached { .. }
                | Change::Rendering(_)
                | Change::Capture(_)
                | Change::Driving(_)
                | Change::StopRouteEditor
                | Change::Exited => {}
            }
        }
        opens
    }

    /// Reports once when the robot falls silent, and once when packets arrive again. Shorter gaps are ignored: with a
    /// short timeout they come and go.
    fn follow_silence(&mut self, silence: Duration, io: &ServiceIo) {
        let is_quiet = silence >= panel::QUIET;
        let was_quiet = std::mem::replace(&mut self.is_quiet, is_quiet);
        if was_quiet && !is_quiet {
            self.report(io, Level::Info, "contact with the robot is restored".into());
        } else if is_quiet && !was_quiet {
            let seconds = silence.as_secs_f64();
            let text = format!("no packets from the robot for {seconds} s: its state is unknown; check it in person");
            self.report(io, Level::Error, text);
        }
    }

    fn execute(&mut self, now: Duration, asked: &PlannedRequest, io: &mut ServiceIo) -> Result {
        let PlannedRequest { request, plan } = asked;
        if let UserRequest::Blocked(names) = request {
            return self.block(now, names, io);
        }
        if self.simulates(request) {
            return self.simulate(request, plan, io);
        }
        if *request == UserRequest::DropBeacons {
            self.beacons.forget();
            return Ok(());
        }
        if let UserRequest::Steer(motion) = request {
            if let Err(refusal) = self.client.steer(*motion) {
                self.report(io, Level::Error, format!("{refusal}; {}", refusal.remedy()));
            }
            return Ok(());
        }
        let Some(command) = request.command() else { return Ok(()) };
        if let UserRequest::Enter(_) = request
            && self.client.mode() == Mode::Editor
        {
            let settings = self.server.clone().map(|server| self.params.settings(server));
            let set = settings.and_then(|settings| {
                self.client.set_settings(settings).map_err(|refusal| format!("{refusal}; {}", refusal.remedy()))
            });
            if let Err(why) = set {
                self.report(io, Level::Error, why);
                return Ok(());
            }
        }
        let collisions = |from: Option<Pose>| plan.obstacles(from.is_some());
        let situation = Situation {
            robot_selected: true,
            editing: false,
            simulating: self.simulation.is_some(),
            route: &plan.poses,
            revision: plan.revision,
            collisions: &collisions,
        };
        // A rejection is among the reports of the next step.
        let _ = self.client.request(now, command, &situation);
        Ok(())
    }

    /// Applies a request to the simulation.
    fn simulate(&mut self, request: &UserRequest, plan: &Plan, io: &mut ServiceIo) -> Result {
        let driven = match &mut self.driven {
            Ok(driven) => driven,
            Err(fault) => {
                let text = fault.to_string();
                self.report(io, Level::Error, text);
                return Ok(());
            }
        };
        match (request, &mut self.simulation) {
            (UserRequest::Play, Some(simulation)) => {
                simulation.pause(driven, io)?;
                if !simulation.is_paused() {
                    self.guard.accepted = [&plan.legs[..], &plan.approach].concat();
                }
                let text = if simulation.is_paused() { "the simulation is paused" } else { "the simulation continues" };
                self.report(io, Level::Info, text.into());
            }
            (UserRequest::Play, None) if plan.poses.is_empty() => {
                self.report(io, Level::Error, "the route is empty; design a plan first".into());
            }
            (UserRequest::Play, None) => {
                driven.speed(self.simulated_speed, io)?;
                self.simulation = Some(Simulation::begin(&plan.poses, self.robot, driven, io)?);
                let met = plan.obstacles(true);
                self.guard.accepted = [&plan.legs[..], &plan.approach].concat();
                match met.is_empty() {
                    true => self.report(io, Level::Info, "the plan is simulated".into()),
                    false => {
                        let text =
                            format!("the plan is simulated, but would touch {}; change the route", met.join(", "));
                        self.report(io, Level::Warning, text);
                    }
                }
            }
            (UserRequest::Cancel, Some(_)) => {
                self.end_simulation(io)?;
                self.report(
                    io,
                    Level::Info,
                    "the simulation is canceled: the robot is back at its previous pose".into(),
                );
            }
            (UserRequest::Cancel, None) => {
                self.report(io, Level::Error, "no simulation is active; start one first".into())
            }
            (UserRequest::Speed(percent), running) => {
                self.simulated_speed = *percent;
                if running.is_some() {
                    driven.speed(*percent, io)?;
                }
                self.report(io, Level::Info, format!("plans are simulated with {percent:.2} % of the maximum speed"));
            }
            _ => {}
        }
        Ok(())
    }

    fn end_simulation(&mut self, io: &mut ServiceIo) -> Result {
        if let (Some(simulation), Ok(driven)) = (self.simulation.take(), &mut self.driven) {
            simulation.end(self.robot, driven, io)?;
            driven.speed(FULL_SPEED, io)?;
        }
        Ok(())
    }

    /// Logs a message and stores it as the latest one.
    fn report(&mut self, io: &ServiceIo, level: Level, text: String) {
        let logged = match level {
            Level::Info => LogLevel::Info,
            Level::Warning => LogLevel::Warn,
            Level::Error => LogLevel::Error,
        };
        io.log(logged, text.clone());
        self.news = Some((level, text));
    }
}

impl Drop for Link {
    /// Handles a shutdown without a preceding stop.
    fn drop(&mut self) {
        self.farewell();
    }
}

#[cfg(test)]
mod tests;
