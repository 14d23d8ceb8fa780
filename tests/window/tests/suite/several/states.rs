//! Named saved states of the run.

use super::{answer, choose, type_name};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use sim_abi::prelude::*;
use sim_core::scene::{Scene, text::Format};
use sim_gui::{FileRequest, RecordingRequest, Request};
use sim_runner::{Command, RunState};
use sim_window_tests::Rig;

/// Rejects its own saved state.
struct Stubborn;

impl Controller for Stubborn {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut ControllerSetup) -> Result<Self> {
        Ok(Self)
    }

    fn step(&mut self, _: &mut ControllerIo) -> Result {
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(vec![1])
    }

    fn restore(&mut self, _: &[u8]) -> Result {
        Err(Fault::new("never that one again"))
    }
}

sim_abi::export! {
    /// Refuses the state that it has saved.
    controller "test/stubborn" = Stubborn;
}

/// A robot with that controller, and another one.
const STUBBORN: &str = r#"(
    format_version: 1,
    run: (dt: 0.01),
    floor: (),
    robots: [
        (name: "anna", model: "scout/standard", controller: "test/stubborn"),
        (name: "bert", model: "scout/standard", at: (0, 2)),
    ],
)
"#;

/// A window on that scene.
fn stubborn(folder: &std::path::Path) -> Rig {
    let path = folder.join("stubborn.ron");
    std::fs::write(&path, STUBBORN).unwrap();
    let mut rig = Rig::open_linked(path, vec![("test", sim_plugin::module())]);
    rig.wait("the scene is built", |rig| rig.frame().robots.len() == 2);
    rig
}

/// Whether a problem contains these words.
fn is_reported(rig: &Rig, words: &str) -> bool {
    rig.window().problems().any(|problem| problem.to_string().contains(words))
}

/// Prefix of the log line with the digest.
const DIGEST: &str = "state after";

/// The digest of all states, from the log.
fn hash(rig: &mut Rig) -> String {
    let digest = |rig: &Rig| rig.window().log().filter(|line| line.text.starts_with(DIGEST)).count();
    let before = digest(rig);
    rig.send(Command::StateHash);
    rig.wait("the state hash is reported", |rig| digest(rig) > before);
    let lines: Vec<String> = rig.window().log().map(|line| line.text.to_string()).collect();
    lines.into_iter().rfind(|line| line.starts_with(DIGEST)).unwrap()
}

fn is_paused(rig: &Rig) -> bool {
    matches!(rig.frame().state, RunState::Paused)
}

/// Saves the current state under the proposed name, or another one.
fn keep(rig: &mut Rig, name: Option<&str>) {
    rig.key(Key::F6);
    rig.wait("the name field appears", |rig| rig.sees("State name"));
    rig.harness.run_steps(2);
    name.into_iter().for_each(|name| type_name(rig, name));
    rig.key(Key::Enter);
    assert!(!rig.sees("State name"));
}

fn is_at(rig: &Rig, tick: u64) -> bool {
    rig.frame().tick == tick && is_paused(rig)
}

/// Whether a button with this label is enabled.
fn can(rig: &Rig, label: &str) -> bool {
    !rig.harness.get_by_label(label).accesskit_node().is_disabled()
}

#[test]
fn a_run_restored_to_a_saved_state_repeats_the_same_states() {
    let mut rig = Rig::demo();
    rig.steps(50);
    let saved = hash(&mut rig);
    keep(&mut rig, None);
    rig.wait("it is listed under the moment", |rig| rig.sees("Restore state at 0.50 s") && rig.sees("0.50 s"));
    rig.steps(70);
    let later = hash(&mut rig);
    keep(&mut rig, Some("the crate moves"));
    rig.wait("both are listed", |rig| rig.sees("Restore the crate moves"));
    rig.snap("states");

    // From a running simulation: it is paused at the state.
    rig.send(Command::Play);
    rig.wait("it runs", |rig| rig.frame().tick > 125);
    rig.click("Restore state at 0.50 s");
    rig.wait("it is back", |rig| is_at(rig, 50));
    rig.wait("the message appears", |rig| rig.sees("Message: restored state at 0.50 s"));
    assert_eq!(hash(&mut rig), saved);
    rig.steps(70);
    assert_eq!(hash(&mut rig), later, "the same as the first time");
    // Forward, too, and by shortcut to the newest one.
    rig.click("Stop");
    rig.wait("it is at its start", |rig| is_at(rig, 0));
    rig.press(Modifiers::SHIFT, Key::F6);
    rig.wait("it is at the newest one", |rig| is_at(rig, 120));
    assert_eq!(hash(&mut rig), later);
    assert_eq!(rig.window().problems().count(), 0);
}

#[test]
fn a_state_is_saved_at_the_time_of_the_request_and_can_be_discarded() {
    let mut rig = Rig::demo();
    rig.send(Command::Play);
    rig.wait("it runs", |rig| rig.frame().tick > 20);
    choose(&mut rig, "Run", "Save state …");
    rig.wait("the name field appears", |rig| rig.sees("State name"));
    let tick = rig.window().runner().saved_states().list[0].tick;
    rig.wait("the run continues", |rig| rig.frame().tick > tick + 50);
    rig.key(Key::Enter);
    rig.send(Command::Pause);
    rig.press(Modifiers::SHIFT, Key::F6);
    rig.wait("it is back", |rig| is_at(rig, tick));
    // Without a name, no state is saved.
    rig.key(Key::F6);
    rig.wait("the name field appears", |rig| rig.sees("State name"));
    rig.key(Key::Escape);
    rig.wait("it is dropped", |rig| rig.window().runner().saved_states().list.len() == 1);

    // Enter on a button activates that button; a click next to the dialog does not answer it.
    rig.key(Key::F6);
    rig.wait("the name field appears", |rig| rig.sees("State name"));
    rig.harness.run_steps(2);
    for pressed in [true, false] {
        let (pos, button, modifiers) = (egui::pos2(20.0, 400.0), egui::PointerButton::Primary, Modifiers::NONE);
        rig.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        rig.harness.run_steps(2);
    }
    assert!(rig.sees("State name"));
    rig.harness.get_by_label("Discard").focus();
    rig.harness.run_steps(2);
    rig.key(Key::Enter);
    assert!(!rig.sees("State name"));
    rig.wait("it is dropped", |rig| rig.window().runner().saved_states().list.len() == 1);
}

#[test]
fn saved_states_are_renamed_and_deleted() {
    let mut rig = Rig::demo();
    rig.steps(10);
    keep(&mut rig, None);
    rig.click("Rename state at 0.10 s");
    type_name(&mut rig, "before the turn");
    // The dialog's button: that of the row contains the name of the state.
    rig.click("Rename");
    assert!(rig.sees("Restore before the turn") && !rig.sees("Restore state at 0.10 s"));
    rig.click("Delete before the turn");
    rig.wait("it is gone", |rig| !rig.sees("Restore before the turn"));
    rig.press(Modifiers::SHIFT, Key::F6);
    rig.wait("a message reports that there is none", |rig| rig.sees("Message: No saved states."));
    assert!(is_at(&rig, 10));
}

#[test]
fn a_state_of_another_scene_is_grey_until_the_changes_are_taken_back() {
    let mut rig = Rig::demo();
    rig.steps(30);
    let saved = hash(&mut rig);
    keep(&mut rig, Some("before"));
    rig.click("pillar");
    rig.key(Key::Delete);
    let grey = "The scene has changed since. Undo the changes to restore this state.";
    rig.wait("the entry is disabled with a reason", |rig| rig.sees(grey) && !can(rig, "Restore before"));
    rig.press(Modifiers::SHIFT, Key::F6);
    assert!(rig.frame().tick == 30, "keys do not go there either");
    rig.press(Modifiers::COMMAND, Key::Z);
    rig.wait("it is there again", |rig| can(rig, "Restore before"));
    rig.steps(5);
    rig.click("Restore before");
    rig.wait("it is back", |rig| is_at(rig, 30));
    assert_eq!(hash(&mut rig), saved);
}

#[test]
fn going_back_asks_first_while_a_recording_is_made() {
    let mut rig = Rig::demo();
    rig.steps(10);
    keep(&mut rig, Some("begin"));
    let path = rig.folder.path().join("run.mcap");
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Record(path)));
    rig.wait("it records", |rig| rig.frame().recorded.is_some());
    rig.steps(10);
    rig.click("Restore begin");
    answer(&mut rig, "Cancel");
    rig.harness.run_steps(3);
    assert!(rig.frame().recorded.is_some() && rig.frame().tick == 20);
    rig.click("Restore begin");
    answer(&mut rig, "End recording");
    rig.wait("it is back", |rig| is_at(rig, 10) && rig.frame().recorded.is_none());
}

#[test]
fn another_scene_starts_without_saved_states() {
    let mut rig = Rig::demo();
    rig.steps(10);
    keep(&mut rig, None);
    rig.click("Restore state at 0.10 s");
    rig.harness.state_mut().request(Request::File(FileRequest::Open(sim_window_tests::scene("demo.ron"))));
    rig.wait("none is listed", |rig| rig.sees("Save a state of the run to return to it later."));
    assert!(rig.harness.query_by_label("Restore state at 0.10 s").is_none());
}

#[test]
fn a_refused_state_is_reported_and_not_as_restored() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = stubborn(folder.path());
    rig.steps(20);
    keep(&mut rig, Some("before"));
    rig.steps(10);
    rig.click("Restore before");
    rig.wait("the refusal is reported", |rig| is_reported(rig, "never that one again"));
    rig.harness.run_steps(4);
    assert!(!rig.sees("Message: restored before"));
}

#[test]
fn components_that_a_changed_scene_does_not_migrate_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = stubborn(folder.path());
    rig.steps(20);
    let changed = STUBBORN.replace("scout/standard\", at", "butia/standard\", at");
    let scene = Scene::parse(&changed, Format::Ron, "stubborn.ron").unwrap();
    rig.send(Command::Rebuild { scene: scene.into(), back: false });
    rig.wait("the refusal is reported", |rig| is_reported(rig, "never that one again"));
    rig.wait("the restart is reported", |rig| {
        rig.window().log().any(|line| line.text == "restarted by the change: bert")
    });
}
