//! Keys have their documented effect, and nothing ends a recording as a side effect.

use super::{boxes, edit, open, scene};
use egui::{Key, Modifiers};
use sim_gui::{RecordingRequest, Request};
use sim_runner::Command;
use sim_window_tests::Rig;

/// Whether a recording is being made.
fn records(rig: &Rig) -> bool {
    rig.window().runner().frame().recorded.is_some()
}

#[test]
fn backspace_deletes_what_is_selected_and_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&scene(folder.path(), "one.ron"), &folder.path().join("data"));
    rig.send(Command::Step(5));
    rig.wait("five ticks are done", |rig| rig.frame().tick == 5);
    rig.click("box-1");
    rig.harness.key_press(Key::Backspace);
    rig.wait("it is deleted", |rig| boxes(rig) == 1);
    rig.harness.step();
    assert_eq!(rig.frame().tick, 5, "the run was carried over");
}

#[test]
fn stopping_asks_while_a_recording_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&scene(folder.path(), "one.ron"), &folder.path().join("data"));
    // Without a recording, it stops at once.
    rig.send(Command::Step(5));
    rig.wait("five ticks are done", |rig| rig.frame().tick == 5);
    rig.harness.key_press_modifiers(Modifiers::SHIFT, Key::F5);
    rig.wait("it is back at the start", |rig| rig.frame().tick == 0);

    let path = folder.path().join("run.mcap");
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Record(path.clone())));
    rig.wait("it records", records);
    rig.send(Command::Step(5));
    rig.wait("five ticks are done", |rig| rig.frame().tick == 5);
    rig.wait("they are recorded", |rig| rig.frame().recorded == Some(6));
    for name in ["Stop", "Reset to start"] {
        rig.click(name);
        rig.wait("the confirmation appears", |rig| rig.sees("End recording"));
        rig.click("Cancel");
        rig.wait("the confirmation is closed", |rig| !rig.sees("End recording"));
        assert!(records(&rig) && rig.window().runner().frame().tick == 5);
    }
    rig.click("Stop");
    rig.click("End recording");
    rig.wait("it is back at the start", |rig| rig.window().runner().frame().tick == 0);
    assert!(!records(&rig));
    rig.wait("the recording is whole", |_| path.exists());
}

#[test]
fn keys_of_a_text_field_do_not_stop_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&scene(folder.path(), "one.ron"), &folder.path().join("data"));
    edit(&mut rig, 0.5);
    rig.send(Command::Step(5));
    rig.wait("five ticks are done", |rig| rig.frame().tick == 5);
    rig.click("Text");
    {
        use egui_kittest::kittest::Queryable;
        rig.harness.get_by_label("Text of the scene").focus();
    }
    rig.harness.step();
    rig.key(Key::Backspace);
    rig.press(Modifiers::SHIFT, Key::Space);
    assert_eq!((boxes(&rig), rig.window().runner().frame().tick), (2, 5));
}
