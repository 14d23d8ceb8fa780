//! External input of services, in recordings and in replays.

use crate::common::{Window, scene};
use sim_abi::prelude::*;
use sim_core::engine::{BuildOptions, Replayed, Simulation};
use sim_core::recording::{EventKind, Gaps, Recording};
use sim_core::scene::LoadedScene;
use sim_runner::{Command, Event, Playback};
use std::sync::Arc;
use std::sync::Mutex;

/// The pending input.
static LINE: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Counts the received letters; in a replay it opens no line.
struct Ear {
    open: bool,
    letters: Published,
    count: f64,
}

impl Service for Ear {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ServiceSetup) -> Result<Self> {
        Ok(Self { open: !setup.replayed(), letters: setup.publish(Channel::new("letters", "1")), count: 0.0 })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.step(io)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        let received = if self.open { std::mem::take(&mut *LINE.lock().unwrap()) } else { Vec::new() };
        let input = io.external_input(received)?;
        self.count += input.iter().map(|line| line.len() as f64).sum::<f64>();
        io.publish(self.letters, self.count);
        Ok(())
    }
}

/// Records external input at the wrong time.
struct Late;

impl Service for Late {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ServiceSetup) -> Result<Self> {
        setup.set_idle_period(0.01);
        Ok(Self)
    }

    fn step(&mut self, _: &mut ServiceIo) -> Result {
        Ok(())
    }

    fn idle(&mut self, io: &mut ServiceIo) -> Result {
        io.external_input(vec!["too late".into()]).map(drop)
    }
}

sim_abi::export! {
    /// Receives.
    service "test/ear" = Ear;
    /// Receives between ticks.
    service "test/late" = Late;
}

fn with(service: &str) -> Arc<LoadedScene> {
    scene(&format!(
        r#"(format_version: 1, run: (dt: 0.02), robots: [(name: "a", model: "scout/standard")],
            services: [(name: "{service}", id: "test/{service}")])"#
    ))
}

fn say(lines: &[&str]) {
    LINE.lock().unwrap().extend(lines.iter().map(|line| line.to_string()));
}

#[test]
fn a_replay_passes_recorded_external_input_to_services_in_the_same_ticks() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    say(&["before"]);
    let mut window = Window::with_library("test", sim_plugin::module());
    window.load(with("ear"));
    window.send(Command::Record(file.clone()));
    window.frame(|frame| frame.recorded.is_some());
    window.step(3);
    say(&["one", "two"]);
    window.step(1);
    say(&["three \"3\""]);
    window.step(5);
    window.close();
    let recording = Recording::open(&file).unwrap();
    let recorded_input = recording.events().filter_map(|event| match event.unwrap() {
        event if matches!(event.kind, EventKind::ExternalInput { .. }) => Some((event.tick, event.kind)),
        _ => None,
    });
    let outside = |lines: &[&str]| EventKind::ExternalInput {
        service: "ear".into(),
        lines: lines.iter().map(|line| line.to_string()).collect(),
    };
    let wanted = [(0, outside(&["before"])), (4, outside(&["one", "two"])), (5, outside(&["three \"3\""]))];
    assert_eq!(recorded_input.collect::<Vec<_>>(), wanted);

    let mut host = sim_engine_tests::plugins();
    host.add_in_process("test", sim_plugin::module()).unwrap();
    let again = |replayed: Option<Replayed>| {
        let options = BuildOptions { threads: Some(1), replayed, ..BuildOptions::default() };
        let mut simulation = Simulation::build(&with("ear"), &host, &options).unwrap().simulation;
        simulation.steps(9).unwrap();
        let letters = simulation.services().next().unwrap().published[0];
        (Some(simulation.digest().unwrap()), letters)
    };
    // External input during a replay is ignored.
    say(&["noise"]);
    let recorded = recording.summary().unwrap().digest.clone();
    let replayed = recording.external_input(&mut Gaps::new()).unwrap();
    assert_eq!(again(Some(replayed)), (recorded.clone(), 21.0));
    let (digest, letters) = again(Some(Replayed::default()));
    assert!(digest != recorded && letters == 0.0, "without external input the run differs: {letters}");
    assert_eq!(LINE.lock().unwrap().len(), 1, "a replay does not read new input");
    // Building a recorded scene for drawing opens no line either.
    let (_, options) = Playback::open(&file).unwrap().recorded_scene().unwrap().unwrap();
    assert_eq!(options.replayed, Some(Replayed::default()));
}

#[test]
fn external_input_is_refused_between_ticks() {
    let mut window = Window::with_library("test", sim_plugin::module());
    window.load(with("late"));
    let fault = window.event(|event| {
        if let Event::Fault(fault) = event { Some(format!("{} {}", fault.message, fault.help)) } else { None }
    });
    assert!(fault.contains("can only be recorded in `start` and in `step`"), "{fault}");
    assert!(fault.contains("buffer the lines until the next step"), "{fault}");
}
