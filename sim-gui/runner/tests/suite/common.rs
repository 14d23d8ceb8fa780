//! Shared helpers of the runner's tests.

use sim_abi::ffi::module::Module;
use sim_core::engine::BuildOptions;
use sim_core::scene::{LoadOptions, LoadedScene, Scene, text::Format};
use sim_runner::{Command, Event, Frame, RunState, Runner, RunnerOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Timeout for expected events: far more than needed, so that tests do not fail on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The shipped demo scene, with changes.
pub fn demo(changes: &[&str]) -> Arc<LoadedScene> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/demo.ron");
    let set = changes.iter().map(|change| (*change).to_string()).collect();
    let options = LoadOptions { set, ..LoadOptions::default() };
    Arc::new(Scene::load_with(path, &options).unwrap_or_else(|findings| panic!("{findings}")))
}

/// A scene from text.
pub fn scene(text: &str) -> Arc<LoadedScene> {
    Arc::new(Scene::parse(text, Format::Ron, "test.ron").unwrap_or_else(|findings| panic!("{findings}")))
}

/// Single-threaded, so that parallel tests do not compete for cores.
pub fn options() -> BuildOptions {
    BuildOptions { threads: Some(1), ..BuildOptions::default() }
}

/// Path of a plugin library of this repository.
pub fn library(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let file = format!("{}plugin_{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    program.parent().unwrap().join(file)
}

/// A runner with all its events.
pub struct Window {
    pub runner: Option<Runner>,
    pub events: Vec<Event>,
    seen: usize,
}

impl Window {
    /// With all plugins of this repository.
    pub fn open() -> Self {
        Self::with(Runner::start(|| Ok(sim_engine_tests::plugins()), RunnerOptions::default()).unwrap())
    }

    /// With these plugins and a library of the test program.
    pub fn with_library(name: &'static str, module: &'static Module) -> Self {
        let host = move || {
            let mut host = sim_engine_tests::plugins();
            host.add_in_process(name, module)?;
            Ok(host)
        };
        Self::with(Runner::start(host, RunnerOptions::default()).unwrap())
    }

    pub fn with(runner: Runner) -> Self {
        Self { runner: Some(runner), events: Vec::new(), seen: 0 }
    }

    /// With a built scene.
    pub fn of(scene: Arc<LoadedScene>) -> Self {
        let mut window = Self::open();
        window.load(scene);
        window
    }

    pub fn runner(&self) -> &Runner {
        self.runner.as_ref().unwrap()
    }

    pub fn send(&self, command: Command) {
        self.runner().send(command);
    }

    /// Migrates the run to a changed scene.
    pub fn rebuild(&self, scene: Arc<LoadedScene>) {
        self.send(Command::Rebuild { scene, back: false });
    }

    /// Loads a scene and waits until it is built.
    #[track_caller]
    pub fn load(&mut self, scene: Arc<LoadedScene>) {
        self.send(Command::Load { scene, options: options() });
        self.event(|event| matches!(event, Event::Built { .. }).then_some(()));
        self.frame(|frame| matches!(frame.state, RunState::Paused));
    }

    /// Waits for a frame that satisfies a condition.
    #[track_caller]
    pub fn frame(&mut self, wanted: impl Fn(&Frame) -> bool) -> Arc<Frame> {
        let start = Instant::now();
        loop {
            let frame = self.runner().frame();
            if wanted(&frame) {
                return frame;
            }
            self.events.extend(self.runner().take_events().list);
            assert!(
                start.elapsed() < PATIENCE,
                "no such frame came, but {:?} at {}; {:#?}",
                frame.state,
                frame.tick,
                self.events
            );
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits for an event after the previous ones.
    #[track_caller]
    pub fn event<T>(&mut self, wanted: impl Fn(&Event) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            self.events.extend(self.runner().take_events().list);
            while self.seen < self.events.len() {
                self.seen += 1;
                if let Some(found) = wanted(&self.events[self.seen - 1]) {
                    return found;
                }
            }
            assert!(start.elapsed() < PATIENCE, "no such event came, but {:#?}", self.events);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Executes steps and waits for them.
    #[track_caller]
    pub fn step(&mut self, count: u64) -> Arc<Frame> {
        let tick = self.runner().frame().tick + count;
        self.send(Command::Step(count));
        self.frame(|frame| frame.tick == tick && matches!(frame.state, RunState::Paused))
    }

    /// The digest of all states.
    #[track_caller]
    pub fn hash(&mut self) -> (u64, String) {
        self.send(Command::StateHash);
        self.event(|event| match event {
            Event::StateHash { tick, hash } => Some((*tick, hash.clone())),
            _ => None,
        })
    }

    /// Ends the runner; its last events are stored.
    pub fn close(&mut self) {
        if let Some(runner) = self.runner.take() {
            self.events.extend(runner.shut_down().list);
        }
    }
}

/// The digest after a number of ticks without a window.
pub fn headless(scene: &LoadedScene, ticks: u64) -> String {
    let built = sim_core::engine::Simulation::build(scene, &sim_engine_tests::plugins(), &options());
    let mut simulation = built.unwrap_or_else(|findings| panic!("{findings}")).simulation;
    simulation.steps(ticks).unwrap();
    simulation.state_hash()
}
