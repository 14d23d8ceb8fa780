//! A recording never replaces files without confirmation.

use super::{open, scene};
use sim_gui::{RecordingRequest, Request};
use sim_runner::Command;
use sim_window_tests::Rig;

/// Requests a recording and waits for the question about existing files.
fn ask(rig: &mut Rig, path: &std::path::Path) {
    rig.harness.state_mut().request(Request::Recording(RecordingRequest::Record(path.to_path_buf())));
    rig.wait("the confirmation appears", |rig| rig.sees("Replace"));
    assert!(rig.window().runner().frame().recorded.is_none());
}

#[test]
fn a_recording_replaces_another_one_only_when_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = open(&scene(folder.path(), "one.ron"), &folder.path().join("data"));
    let (path, begun) = (folder.path().join("run.mcap"), folder.path().join("run.incomplete.mcap"));
    for there in [&path, &begun] {
        std::fs::write(there, "mine").unwrap();
        ask(&mut rig, &path);
        rig.click("Cancel");
        rig.wait("the confirmation is closed", |rig| !rig.sees("Replace"));
        rig.harness.run_steps(5);
        assert!(rig.window().runner().frame().recorded.is_none());
        assert_eq!(std::fs::read(there).unwrap(), b"mine");
        std::fs::remove_file(there).unwrap();
    }
    // Also a folder of an earlier recording.
    let output = folder.path().join("output");
    std::fs::create_dir(&output).unwrap();
    std::fs::write(output.join("run.json"), "mine").unwrap();
    ask(&mut rig, &output);
    rig.click("Cancel");
    rig.wait("the confirmation is closed", |rig| !rig.sees("Replace"));
    assert_eq!(std::fs::read(output.join("run.json")).unwrap(), b"mine");

    std::fs::write(&path, "mine").unwrap();
    ask(&mut rig, &path);
    rig.click("Replace");
    rig.wait("it records", |rig| rig.window().runner().frame().recorded.is_some());
    rig.send(Command::StopRecording);
    rig.wait("it is replaced", |_| std::fs::metadata(&path).unwrap().len() > 4);
}
