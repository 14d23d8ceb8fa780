//! A client and a server over channels that drop, delay, duplicate and reorder, under random commands: invariants. `SIM_SOAK=1` executes
//! 150 times as many runs.

use crate::support::{pose, robot, s};
use crate::world::{World, here};
use robomap_link::channel::Chances;
use robomap_link::client::{Command, Motion, Notice, Ordering, PlanState, Settings};
use robomap_link::server::{self, Server};
use robomap_protocol::{Beacon, Dialect, Mode, Radians, Turn};
use sim_fuzz::Random;
use std::time::Duration;

/// A run: the world, the requests, and since when the two ends have disagreed.
struct Run {
    world: World,
    random: Random,
    seed: u64,
    requests: usize,
    refusals: usize,
    without_plan: Option<Duration>,
    /// Maximum delay of a datagram.
    slowest: Duration,
}

fn chances(random: &mut Random) -> Chances {
    let share = |random: &mut Random, list: &[f64]| *random.pick(list);
    let most = *random.pick(&[0.001, 0.02, 0.3]);
    Chances {
        loss: share(random, &[0.0, 0.01, 0.1]),
        duplication: share(random, &[0.0, 0.05]),
        reordering: share(random, &[0.0, 0.1]),
        hold: s(most / 2.0),
        delay: [s(0.001), s(most)],
    }
}

impl Run {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let chances = chances(&mut random);
        let dialect = *random.pick(&[Dialect::Later, Dialect::Later, Dialect::Thesis]);
        let settings = Settings {
            dialect,
            resend: random.below(2) == 0,
            stop_first: random.below(4) == 0,
            ordering: Ordering::TracesOnly,
            ..Settings::new(robot())
        };
        let mut world = World::new(settings, seed, chances);
        let rotation = [Radians(0.0), Radians(-1.5), Radians(0.1)];
        let beacons = (0..3).map(|id| Beacon { id, position: [f64::from(id), 1.0, 2.5], rotation }).collect();
        world.server = Some(Server::new(server::Settings { dialect, beacons, ..Default::default() }));
        let slowest = chances.delay[1] + chances.hold;
        Self { world, random, seed, requests: 0, refusals: 0, without_plan: None, slowest }
    }

    fn edit(&mut self) {
        let random = &mut self.random;
        // Few distinct poses, so that loops occur, but never the same pose twice in a row.
        let mut place = random.below(5);
        let count = [0, 1, 2, 3, 5][random.below(5)];
        let mut route = Vec::new();
        for _ in 0..count {
            place = (place + 1 + random.below(4)) % 5;
            route.push(pose(place as f64 * 0.1, 0.05, place as f64 * 72.0));
        }
        self.world.route = route;
        self.world.revision += 1;
    }

    fn command(&mut self) {
        let random = &mut self.random;
        let speed = random.below(101) as f64;
        let command = match random.below(24) {
            _ if self.world.client.mode() == Mode::Editor && random.below(2) == 0 => Command::EnterRobotMode { speed },
            0..9 => Command::Play,
            9..12 => Command::Cancel,
            12..14 => Command::ChangeSpeed { speed },
            14..16 => Command::EnterRobotMode { speed },
            16 => Command::LeaveRobotMode,
            17 => Command::ToggleRendering,
            18 => Command::Abort,
            19 => Command::Calibrate,
            20 => Command::Drive { on: random.below(2) == 0 },
            21 => {
                let motion = match random.below(3) {
                    0 => None,
                    1 => Some(Motion::Translate { dx: 0.0, dy: 1.0, speed }),
                    _ => Some(Motion::Rotate { turn: Turn::Clockwise, speed }),
                };
                _ = self.world.client.steer(motion);
                return;
            }
            22 => {
                let on = random.below(2) == 0;
                return self.world.server.as_mut().unwrap().capture(on);
            }
            _ => return self.edit(),
        };
        self.request(command);
    }

    fn request(&mut self, command: Command) {
        let mut before = self.world.client.clone();
        self.requests += 1;
        if self.world.command(command).is_err() {
            self.refusals += 1;
            let (mut after, now) = (self.world.client.clone(), self.world.now);
            let (before, after) = (before.step(now, &[]), after.step(now, &[]));
            assert_eq!(
                after.datagrams, before.datagrams,
                "seed {}: {command:?} was sent although it was rejected",
                self.seed
            );
            assert_eq!(
                after.changes, before.changes,
                "seed {}: {command:?} was executed although it was rejected",
                self.seed
            );
        }
    }

    fn step(&mut self) {
        self.world.step();
        let seed = self.seed;
        let World { client, server, now, .. } = &self.world;
        let server = server.as_ref().unwrap();
        let has_plan = matches!(server.plan(), server::PlanState::Running | server::PlanState::Paused);
        if client.plan() == PlanState::Running
            && client.mode() == Mode::Robot
            && !has_plan
            && !server.has_unconfirmed_reports()
        {
            let since = *self.without_plan.get_or_insert(*now);
            let limit = s(3.1) + self.slowest * 2;
            assert!(
                *now - since <= limit,
                "seed {seed}, {now:?}: the client reports a running plan that the robot does not have"
            );
        } else {
            self.without_plan = None;
        }
        let moves = server.plan() == server::PlanState::Running && server.peer() == Some(here());
        assert!(!moves || client.plan() != PlanState::Idle, "seed {seed}, {now:?}: an unreported plan is running");
        if let (Some((reached, _)), Some((target, _))) = (client.progress(), server.target())
            && self.without_plan.is_none()
            && client.plan() == PlanState::Running
        {
            assert!(reached <= target, "seed {seed}, {now:?}: {reached} poses counted, {target} reached");
        }
    }

    fn for_a_while(&mut self, seconds: f64) {
        let until = self.world.now + s(seconds);
        while self.world.now < until {
            if self.random.below(40) == 0 {
                self.command();
            }
            if self.random.below(1_500) == 0 {
                let (from, length) = (self.world.now, *self.random.pick(&[0.5, 4.0, 35.0]));
                let both = self.random.below(3);
                if both != 1 {
                    self.world.up.add_outage(from, from + s(length));
                }
                if both != 2 {
                    self.world.down.add_outage(from, from + s(length));
                }
            }
            self.step();
        }
    }

    /// Over a perfect channel, everything works again.
    fn recover(&mut self) {
        self.world.up.set_chances(Chances::default());
        self.world.down.set_chances(Chances::default());
        (0..50 * 75).for_each(|_| self.step());
        let run = |run: &mut Self, command| {
            run.request(command);
            (0..25).for_each(|_| run.step());
        };
        _ = self.world.client.steer(None);
        (0..25).for_each(|_| self.step());
        if self.world.client.mode() == Mode::Editor {
            run(self, Command::EnterRobotMode { speed: 100.0 });
        }
        if self.world.client.plan() != PlanState::Idle {
            run(self, Command::Cancel);
        }
        run(self, Command::ChangeSpeed { speed: 100.0 });
        assert_eq!(
            (self.world.client.mode(), self.world.client.plan()),
            (Mode::Robot, PlanState::Idle),
            "seed {}",
            self.seed
        );
        self.world.route = vec![pose(0.1, 0.1, 0.0), pose(0.2, 0.1, 0.0), pose(0.1, 0.1, 0.0)];
        self.world.revision += 1;
        self.request(Command::Play);
        (0..150).for_each(|_| self.step());
        let last = &self.world.reports.last().unwrap().notice;
        assert_eq!(*last, Notice::Finished { poses: 3 }, "seed {}", self.seed);
        let of_commands = self.world.reports.iter().filter(|report| report.command.is_some()).count();
        assert_eq!(of_commands, self.requests, "seed {}: each command has one report", self.seed);
    }
}

fn soak() -> u64 {
    if std::env::var_os("SIM_SOAK").is_some() { 150 } else { 1 }
}

/// RM-CT8: Client and server agree with the specified tables for random commands.
/// RM-CT10: With 10 % loss, delay or reordering, no wrong plan state goes unreported.
#[test]
fn client_and_server_agree_whatever_the_wire_does() {
    let (mut requests, mut refusals, mut plans, mut unknown) = (0, 0, 0, 0);
    for seed in 0..100 * soak() {
        let mut run = Run::new(seed);
        run.for_a_while(60.0);
        run.recover();
        requests += run.requests;
        refusals += run.refusals;
        let notices = run.world.reports.iter().map(|report| &report.notice);
        plans += notices.clone().filter(|notice| matches!(notice, Notice::Finished { .. })).count();
        unknown +=
            notices.filter(|notice| matches!(notice, Notice::NotCancelled(_) | Notice::StartUnconfirmed)).count();
    }
    // Otherwise coverage was low.
    println!("{requests} commands, {refusals} rejected, {plans} plans finished, {unknown} times unknown");
    let runs = 100 * soak() as usize;
    assert!(
        refusals < requests * 2 / 3 && plans > 2 * runs && unknown > runs / 20,
        "{requests} {refusals} {plans} {unknown}"
    );
}

#[test]
fn states_can_be_saved_and_restored_at_any_time() {
    fn again<T: serde::Serialize + serde::de::DeserializeOwned>(state: &mut T) {
        *state = serde_json::from_str(&serde_json::to_string(state).unwrap()).unwrap();
    }
    let mut sent = 0;
    for seed in 0..20 * soak() {
        let mut runs = [Run::new(seed), Run::new(seed)];
        for second in 0..60 {
            runs.iter_mut().for_each(|run| run.for_a_while(0.5));
            let world = &mut runs[1].world;
            again(&mut world.client);
            again(world.server.as_mut().unwrap());
            again(&mut world.up);
            again(&mut world.down);
            let [first, other] = &runs;
            assert_eq!(first.world.client, other.world.client, "seed {seed}, {second}");
            assert_eq!(first.world.server, other.world.server, "seed {seed}, {second}");
            assert_eq!(first.world.sent, other.world.sent, "seed {seed}, {second}");
            assert_eq!(first.world.reports, other.world.reports, "seed {seed}, {second}");
        }
        sent += runs[0].world.sent.len();
    }
    assert!(sent > 300, "{sent} packets");
}
