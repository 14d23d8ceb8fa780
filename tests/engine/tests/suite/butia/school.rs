//! A scene with the protocol server, and students who drive its robots over real sockets.
//!
//! The students control time: it only advances while they wait, and stops during requests. So the tests do not depend
//! on the speed of the machine.

use super::client::Client;
use sim_core::engine::Simulation;
use sim_engine_tests::{shared_plugins, shipped, simulate};

use sim_core::scene::{LoadedScene, Scene, text::Format};
use std::net::SocketAddr;

use std::sync::mpsc::{Receiver, Sender, channel};

/// A simulation with a running server.
pub struct School {
    pub simulation: Simulation,
    pub address: SocketAddr,
}

/// A student's connection, and the clock.
pub struct Pupil {
    pub client: Client,
    clock: Sender<(f64, Sender<()>)>,
}

impl Pupil {
    /// Lets this much time pass, s.
    pub fn wait(&self, seconds: f64) {
        let (done, passed) = channel();
        self.clock.send((seconds, done)).unwrap();
        passed.recv().unwrap();
    }

    /// Commands both motors: speed in units, forward is positive.
    #[track_caller]
    pub fn drive(&mut self, board: usize, [left, right]: [i32; 2]) {
        let sense = |speed: i32| i32::from(speed < 0);
        let (l, r) = (left.abs(), right.abs());
        let answer =
            self.client.ask(&format!("CALL motors@{board}:0 setvel2mtr {} {l} {} {r}", sense(left), sense(right)));
        assert_eq!(answer, "1");
    }
}

/// A scene of the repository, with a server on a free port.
pub fn load(scene: &str, set: &[&str]) -> LoadedScene {
    shipped(&format!("butia/{scene}"), &[&["services.bobot.params.port=0"], set].concat())
}

/// One robot on an empty floor; `more` is inserted into the robot, `params` into the parameters of the server.
pub fn text(more: &str, params: &str) -> LoadedScene {
    let text = format!(
        r#"(format_version: 1, run: (dt: 0.05, contacts: NoOverlap), floor: (),
            robots: [(name: "ana", model: "butia/standard", {more})],
            services: [(name: "bobot", id: "bobot/server", params: (port: 0, {params}), grants: [Network, Command])])"#
    );
    Scene::parse(&text, Format::Ron, "school.ron").unwrap_or_else(|findings| panic!("{findings}"))
}

impl School {
    /// Builds a scene and starts its run.
    pub fn open(loaded: &LoadedScene) -> Self {
        let mut school = Self::stopped(loaded);
        school.simulation.steps(1).unwrap();
        school
    }

    /// Builds a scene with a running server whose run has not started.
    pub fn stopped(loaded: &LoadedScene) -> Self {
        let mut simulation = simulate(loaded, &shared_plugins(), 1);
        simulation.idle();
        let port = simulation.services().find_map(|service| {
            let place = service.channels.iter().position(|channel| channel.name == "port")?;
            Some(service.published[place] as u16)
        });
        let address = SocketAddr::from(([127, 0, 0, 1], port.expect("the server publishes its port")));
        assert_ne!(address.port(), 0, "{:?}", simulation.take_log());
        Self { simulation, address }
    }

    /// Runs a student's lesson to the end.
    pub fn teach(&mut self, lesson: impl FnOnce(Pupil) + Send) {
        self.run(|_| (), vec![Box::new(lesson)]);
    }

    /// Runs a student's lesson to the end; `watch` sees the simulation after every tick.
    pub fn teach_watched(&mut self, watch: impl FnMut(&Simulation), lesson: impl FnOnce(Pupil) + Send) {
        self.run(watch, vec![Box::new(lesson)]);
    }

    /// Runs several students' lessons at once. Time advances for the student who waits while the others pause.
    pub fn teach_all(&mut self, lessons: Vec<Box<dyn FnOnce(Pupil) + Send>>) {
        self.run(|_| (), lessons);
    }

    fn run<'l>(&mut self, mut watch: impl FnMut(&Simulation), lessons: Vec<Box<dyn FnOnce(Pupil) + Send + 'l>>) {
        let (clock, waits) = channel();
        let address = self.address;
        std::thread::scope(|scope| {
            let start = |lesson: Box<dyn FnOnce(Pupil) + Send + 'l>| {
                let clock = clock.clone();
                scope.spawn(move || lesson(Pupil { client: Client::new(address), clock }))
            };
            let pupils: Vec<_> = lessons.into_iter().map(start).collect();
            self.attend(&waits, &mut watch, || pupils.iter().all(|pupil| pupil.is_finished()));
        });
    }

    fn attend(
        &mut self,
        waits: &Receiver<(f64, Sender<()>)>,
        watch: &mut impl FnMut(&Simulation),
        done: impl Fn() -> bool,
    ) {
        while !done() {
            self.simulation.idle();
            match waits.try_recv() {
                Ok((seconds, passed)) => {
                    let ticks = (seconds / self.simulation.dt()).round() as u64;
                    for _ in 0..ticks {
                        self.simulation.steps(1).unwrap();
                        watch(&self.simulation);
                    }
                    let _ = passed.send(());
                }
                Err(_) => std::thread::yield_now(),
            }
        }
        assert_eq!(self.simulation.faults(), []);
    }

    /// Position (m) and heading (rad) of a robot.
    pub fn pose(&self, robot: usize) -> [f64; 3] {
        pose(&self.simulation, robot)
    }
}

/// Position (m) and heading (rad) of a robot.
pub fn pose(simulation: &Simulation, robot: usize) -> [f64; 3] {
    let state = simulation.robots().nth(robot).unwrap().state;
    let at = state.pose.translation.vector;
    [at.x, at.y, state.yaw()]
}
