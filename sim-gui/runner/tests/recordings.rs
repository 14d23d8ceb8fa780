//! Recording from a window, and looking at recordings.

mod common;

use common::{Window, demo, headless};
use sim_core::recording::{Ending, Recording};
use sim_runner::{Command, Comparison, Event, Playback, RunState, Speed};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn stopped(event: &Event) -> Option<(PathBuf, u64, &'static str)> {
    match event {
        Event::RecordingStopped { path, report, reason } => Some((path.clone(), report.frames, reason)),
        _ => None,
    }
}

/// A recording of the first ticks of the demo.
fn recorded(folder: &Path, ticks: u64) -> PathBuf {
    let file = folder.join("run.mcap");
    let mut window = Window::of(demo(&[]));
    window.send(Command::Record(file.clone()));
    window.step(ticks);
    window.close();
    file
}

#[test]
fn b9_closing_during_a_run_leaves_a_recording_that_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = Window::of(demo(&[]));
    window.send(Command::Speed(Speed::Unlimited));
    window.send(Command::Record(file.clone()));
    window.send(Command::Play);
    window.frame(|frame| frame.tick > 100 && frame.recorded == Some(frame.tick));
    window.close();
    let (path, frames, reason) = window.events.iter().find_map(stopped).unwrap();
    assert_eq!((path, reason), (file.clone(), "the program ended"));
    let recording = Recording::open(&file).unwrap();
    let summary = recording.summary().unwrap();
    assert_eq!((summary.steps, summary.ended.as_str(), recording.ending()), (frames, "interrupted", &Ending::Complete));
    assert_eq!(
        recording.frames().map(|frame| frame.unwrap().tick).collect::<Vec<_>>(),
        (1..=frames).collect::<Vec<_>>()
    );
    assert_eq!(summary.state_hash, headless(&demo(&[]), frames));
}

#[test]
fn a_recording_that_begins_late_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("late.mcap");
    let mut window = Window::of(demo(&[]));
    window.step(30);
    window.send(Command::PlaceRobot { robot: 4, state: Default::default() });
    window.send(Command::Record(file.clone()));
    let missed =
        window.event(|event| if let Event::RecordingStarted { missed, .. } = event { Some(*missed) } else { None });
    window.send(Command::Record(folder.path().join("second.mcap")));
    window.event(|event| matches!(event, Event::Refused { command: "record", .. }).then_some(()));
    window.step(12);
    window.send(Command::StopRecording);
    assert_eq!(window.event(stopped).1, 12);
    let recording = Recording::open(&file).unwrap();
    let extra = &recording.info().extra;
    assert_eq!((missed, extra["recorded_from_tick"].as_str()), (30, "30"));
    assert!(extra["done_by_hand_before"].contains("robot `emil` was placed by hand"), "{extra:?}");
    assert_eq!(recording.frames().next().unwrap().unwrap().tick, 31);
}

#[test]
fn a_folder_of_json_files_is_recorded_and_a_place_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::of(demo(&[]));
    let file = folder.path().join("a file");
    std::fs::write(&file, "").unwrap();
    window.send(Command::Record(file.join("run.mcap")));
    window.event(|event| matches!(event, Event::RecordingFailed { .. }).then_some(()));
    let json = folder.path().join("json");
    window.send(Command::Record(json.clone()));
    window.step(5);
    window.send(Command::Reset);
    assert_eq!(window.event(stopped).2, "the run went back to the start");
    let text = std::fs::read_to_string(json.join("robot-anna.json")).unwrap();
    assert_eq!(text.matches("\"tick\"").count(), 5, "{text}");
    let mut playback = Playback::open(&json).unwrap();
    playback.step(9).unwrap();
    assert_eq!((playback.frame().unwrap().tick, playback.structure().robots.len()), (5, 6));
    assert!(Playback::open(folder.path()).unwrap_err().to_string().contains("run.json"));
}

#[test]
fn a_recording_is_played_in_both_directions_by_frames_and_by_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 200);
    let mut playback = Playback::open(&file).unwrap();
    assert_eq!(playback.range(), (0.01, 2.0));
    let structure = playback.structure();
    assert_eq!((structure.robots.len(), structure.objects.len(), structure.dt), (6, 1, 0.01));
    assert!(structure.scene.as_ref().is_some_and(|scene| scene.scene.objects.len() == 6));
    let channel = structure.channel(0, "range.ray_0").unwrap();
    playback.select(vec![0]);
    assert_eq!(playback.frame().unwrap().tick, 1);
    playback.step(5).unwrap();
    assert_eq!(playback.frame().unwrap().tick, 6);
    playback.step(-2).unwrap();
    let frame = playback.frame().unwrap();
    assert!(frame.tick == 4 && frame.telemetry_of(0).unwrap()[channel].is_finite());
    playback.seek(1.0049);
    assert_eq!(playback.frame().unwrap().tick, 100);
    playback.step(-500).unwrap();
    assert_eq!(playback.frame().unwrap().tick, 1);
    playback.play(true);
    playback.set_speed(2.0);
    playback.pass(Duration::from_millis(300));
    assert_eq!((playback.frame().unwrap().tick, playback.is_playing()), (61, true));
    playback.set_speed(-1.0);
    playback.pass(Duration::from_millis(250));
    assert_eq!(playback.frame().unwrap().tick, 36);
    playback.pass(Duration::from_secs(9));
    assert_eq!((playback.frame().unwrap().tick, playback.is_playing()), (1, false));
    // What is shown is what was recorded.
    let recording = Recording::open(&file).unwrap();
    playback.seek(1.5);
    let wanted = recording.frame_at(1.5).unwrap().unwrap();
    let shown = playback.frame().unwrap();
    assert_eq!(shown.tick, wanted.tick);
    assert_eq!(shown.robots.iter().map(|robot| robot.state).collect::<Vec<_>>(), wanted.bodies);
    assert_eq!(shown.objects, wanted.objects);
    let live = Window::of(demo(&[]));
    playback.adopt_models(&live.runner().structure());
    assert!(playback.structure().robots.iter().all(|robot| robot.model.is_some()));
}

#[test]
fn a_live_run_is_compared_with_a_recorded_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 100);
    let mut comparison = Comparison::new(Playback::open(&file).unwrap());
    let mut window = Window::of(demo(&[]));
    let structure = window.runner().structure();
    for _ in 0..30 {
        comparison.look(&window.step(1), &structure).unwrap();
    }
    let errors = comparison.errors(3);
    assert_eq!((errors.len(), errors[29][0]), (30, 0.3));
    assert!(errors.iter().all(|[_, error]| *error == 0.0), "the same run is nowhere else: {errors:?}");
    let mut state = window.runner().frame().robots[3].state;
    state.pose.translation.z += 0.25;
    window.send(Command::PlaceRobot { robot: 3, state });
    window.frame(|frame| frame.robots[3].state == state);
    comparison.look(&window.runner().frame(), &structure).unwrap();
    let errors = comparison.errors(3);
    assert_eq!(errors.len(), 30, "the same moment counts once");
    assert!((errors[29][1] - 0.25).abs() < 1e-12);
    window.step(90);
    comparison.look(&window.runner().frame(), &structure).unwrap();
    assert_eq!(comparison.errors(3).len(), 30, "beyond the recording there is nothing to compare with");
    assert!(matches!(window.runner().frame().state, RunState::Paused));
}
