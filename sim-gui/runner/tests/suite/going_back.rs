//! Restoring a state that a component rejects or could not save.

use crate::carrying::Counter;
use crate::common::{Window, scene};
use sim_abi::prelude::*;
use sim_core::scene::LoadedScene;
use sim_runner::{Command, Event, RunState};
use std::sync::Arc;

/// Cannot save its state once it has started.
struct Secret(bool);

impl Service for Secret {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut ServiceSetup) -> Result<Self> {
        Ok(Self(false))
    }

    fn step(&mut self, _: &mut ServiceIo) -> Result {
        self.0 = true;
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        assert!(!self.0, "that is secret");
        None
    }
}

sim_abi::export! {
    /// Counts.
    service "test/counter" = Counter;
    /// Cannot be saved after its first step.
    service "test/secret" = Secret;
}

fn window() -> Window {
    Window::with_library("test", sim_plugin::module())
}

/// Two robots and one of the services.
fn with(service: &str) -> Arc<LoadedScene> {
    scene(&format!(
        r#"(format_version: 1, run: (dt: 0.02, seed: 5),
            robots: [(name: "a", model: "scout/standard"),
                     (name: "b", model: "scout/standard", at: (0, 0.8), dynamics: "diff-drive/dynamic")],
            services: [(name: "{service}", id: "test/{service}")])"#
    ))
}

#[test]
fn a_recording_ends_only_if_restoring_changes_the_run_and_a_refusal_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    window.load(with("counter"));
    window.step(60);
    window.send(Command::Snapshot);
    let id = window.event(|event| if let Event::SnapshotTaken { id, .. } = event { Some(*id) } else { None });
    let then = window.runner().frame();
    window.step(10);
    window.send(Command::Record(folder.path().join("run.mcap")));
    window.frame(|frame| frame.recorded.is_some());
    // Its memory has changed, so no part of the state is restored.
    let component = ComponentRef { id: "diff-drive/kinematic".into(), params: Value::Null };
    window.send(Command::SetDynamics { robot: 1, component });
    let before = window.hash();
    window.send(Command::Restore(id));
    let refused = |event: &Event| match event {
        Event::Refused { command, diagnostic } => Some((*command, diagnostic.to_string())),
        Event::Restored { .. } => panic!("the command was not refused"),
        _ => None,
    };
    let (command, why) = window.event(refused);
    assert!(command == "restore a saved state" && why.contains("another scene"), "{command}: {why}");
    assert_eq!(window.step(2).recorded, Some(3), "the recording continues");
    assert_eq!((window.hash().0, before.0), (72, 70));

    // The service rejects its state after robots and objects have been restored: everything is rolled back.
    let component = ComponentRef { id: "diff-drive/dynamic".into(), params: Value::Null };
    window.send(Command::SetDynamics { robot: 1, component });
    window.send(Command::Play);
    window.frame(|frame| frame.tick > 80);
    window.send(Command::Restore(id));
    let (_, why) = window.event(refused);
    assert!(why.contains("that many steps are too many"), "{why}");
    let frame = window.frame(|frame| matches!(frame.state, RunState::Paused));
    assert!(frame.recorded.is_some(), "the recording continues");
    assert!(frame.tick > 80 && frame.robots[0].state != then.robots[0].state, "tick {}", frame.tick);
}

#[test]
fn a_step_that_cannot_be_undone_is_reported_once() {
    let mut window = window();
    window.load(with("secret"));
    assert_eq!(window.step(1).steps_back, 1, "the service has not started");
    assert_eq!(window.step(1).steps_back, 0, "one step back would lead to the start");
    let warning = window.event(|event| match event {
        Event::StepNotSaved(diagnostic) => Some(diagnostic.to_string()),
        _ => None,
    });
    assert!(warning.contains("secret") && warning.contains("that is secret"), "{warning}");
    window.step(1);
    window.send(Command::StepBack(1));
    window.event(|event| matches!(event, Event::Refused { command: "step back", .. }).then_some(()));
    let count = |window: &Window| window.events.iter().filter(|event| matches!(event, Event::StepNotSaved(_))).count();
    assert_eq!(count(&window), 1);
    // Once everything can be saved again, the following steps are saved.
    window.rebuild(with("counter"));
    assert_eq!(window.step(1).steps_back, 1);
    window.rebuild(with("secret"));
    window.step(1);
    window.step(1);
    window.event(|event| matches!(event, Event::StepNotSaved(_)).then_some(()));
    assert_eq!(count(&window), 2);
}
