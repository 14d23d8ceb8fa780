//! Recording from a window, and playback of recordings.

use crate::common::{Window, demo, headless};
use sim_core::recording::{Ending, Recording};
use sim_runner::{Command, Comparison, Event, MarkKind, Playback, RunState, Speed};
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
fn closing_during_a_run_leaves_a_recording_that_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = Window::of(demo(&[]));
    window.send(Command::Speed(Speed::Unlimited));
    window.send(Command::Record(file.clone()));
    window.send(Command::Play);
    window.frame(|frame| frame.tick > 100 && frame.recorded == Some(frame.tick + 1));
    window.close();
    let (path, frames, reason) = window.events.iter().find_map(stopped).unwrap();
    assert_eq!((path, reason), (file.clone(), "the program ended"));
    let recording = Recording::open(&file).unwrap();
    let summary = recording.summary().unwrap();
    assert_eq!(
        (summary.steps + 1, summary.ended.as_str(), recording.ending()),
        (frames, "interrupted", &Ending::Complete)
    );
    assert_eq!(
        recording.frames().map(|frame| frame.unwrap().tick).collect::<Vec<_>>(),
        (0..frames).collect::<Vec<_>>()
    );
    assert_eq!(summary.state_hash, headless(&demo(&[]), frames - 1));
}

#[test]
fn a_recording_overwrites_files_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let (file, begun) = (folder.path().join("run.mcap"), folder.path().join("run.incomplete.mcap"));
    let output = folder.path().join("output");
    std::fs::create_dir(&output).unwrap();
    let table = output.join("run.json");
    for (asked, there) in [(&file, &file), (&file, &begun), (&output, &table)] {
        std::fs::write(there, "mine").unwrap();
        let mut window = Window::of(demo(&[]));
        window.send(Command::Record(asked.clone()));
        let refused = window.event(|event| match event {
            Event::Refused { diagnostic, .. } => Some(diagnostic.to_string()),
            _ => None,
        });
        assert!(
            refused.contains("would overwrite existing data") && refused.contains("choose another name"),
            "{refused}"
        );
        assert_eq!(std::fs::read(there).unwrap(), b"mine");
        window.send(Command::RecordOver(asked.clone()));
        window.frame(|frame| frame.recorded.is_some());
        window.close();
        assert_ne!(std::fs::read(there).unwrap_or_default(), b"mine");
        let _ = std::fs::remove_file(there);
        let _ = std::fs::remove_file(&file);
    }
}

#[test]
fn a_recording_started_late_contains_its_first_tick() {
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
    assert_eq!(window.event(stopped).1, 13, "the current state and 12 ticks");
    let recording = Recording::open(&file).unwrap();
    let extra = &recording.info().extra;
    assert_eq!((missed, extra["recorded_from_tick"].as_str()), (30, "30"));
    assert!(extra["done_by_hand_before"].contains("robot `emil` was moved manually"), "{extra:?}");
    assert_eq!(recording.frames().next().unwrap().unwrap().tick, 30);
}

/// The interventions before a recording, as the recording lists them.
fn done_before(window: &mut Window, file: &Path) -> Option<String> {
    window.send(Command::RecordOver(file.to_path_buf()));
    window.event(|event| matches!(event, Event::RecordingStarted { .. }).then_some(()));
    window.send(Command::StopRecording);
    window.event(stopped);
    Recording::open(file).unwrap().info().extra.get("done_by_hand_before").cloned()
}

#[test]
fn interventions_that_are_part_of_the_recorded_scene_are_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = Window::of(demo(&[]));
    // Before the first tick, edits are part of the scene.
    window.send(Command::PlaceRobot { robot: 4, state: Default::default() });
    assert!(done_before(&mut window, &file).unwrap().contains("robot `emil` was moved manually"));
    window.rebuild(demo(&["run.seed=7"]));
    assert_eq!(done_before(&mut window, &file), None, "after a rebuild, the scene defines the initial state");
    let place = |robot| Command::PlaceRobot { robot, state: Default::default() };
    window.send(Command::StartFrom { scene: demo(&["run.seed=8"]), changes: vec![place(3), place(4)] });
    assert_eq!(done_before(&mut window, &file), None);
    assert_eq!(Recording::open(&file).unwrap().info().seed, 7);
    // Interventions outside the scene are kept, and so are later ones.
    window.send(place(4));
    window.send(Command::StartFrom { scene: demo(&["run.seed=7"]), changes: vec![place(3)] });
    let notes = done_before(&mut window, &file).unwrap();
    assert!(notes.contains("emil") && !notes.contains('\n'), "{notes}");
    window.step(5);
    window.send(Command::StartFrom { scene: demo(&["run.seed=7"]), changes: vec![place(3)] });
    window.rebuild(demo(&["run.seed=9"]));
    let notes = done_before(&mut window, &file).unwrap();
    assert!(notes.lines().count() == 3 && notes.ends_with("the scene was edited"), "{notes}");
}

#[test]
fn a_recording_contains_the_current_name_and_description_of_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = Window::of(demo(&[]));
    window.step(3);
    window.send(Command::Annotated(demo(&["name=renamed", "description=Mind the step"])));
    assert_eq!(done_before(&mut window, &file), None);
    let mut playback = Playback::open(&file).unwrap();
    assert_eq!(playback.structure().title, "renamed");
    let (scene, _) = playback.recorded_scene().unwrap().unwrap();
    assert_eq!(scene.scene.description, "Mind the step");
}

#[test]
fn a_folder_of_json_files_is_recorded_and_an_unwritable_path_is_reported() {
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
    assert_eq!(window.event(stopped).2, "the run was reset");
    let text = std::fs::read_to_string(json.join("robot-anna.json")).unwrap();
    assert_eq!(text.matches("\"tick\"").count(), 6, "{text}");
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
    assert_eq!(playback.range(), (0.0, 2.0));
    let structure = playback.structure();
    assert_eq!((structure.robots.len(), structure.objects.len(), structure.dt), (6, 1, 0.01));
    assert!(structure.scene.as_ref().is_some_and(|scene| scene.scene.objects.len() == 6));
    let channel = structure.channel(0, "range.ray_0").unwrap();
    playback.select(vec![0]);
    assert_eq!(playback.frame().unwrap().tick, 0);
    playback.step(5).unwrap();
    assert_eq!(playback.frame().unwrap().tick, 5);
    playback.step(-2).unwrap();
    let frame = playback.frame().unwrap();
    assert!(frame.tick == 3 && frame.telemetry_of(0).unwrap()[channel].is_finite());
    playback.seek(1.0049);
    assert_eq!(playback.frame().unwrap().tick, 100);
    playback.step(-500).unwrap();
    assert_eq!(playback.frame().unwrap().tick, 0);
    playback.play(true);
    playback.set_speed(2.0);
    playback.pass(Duration::from_millis(300));
    assert_eq!((playback.frame().unwrap().tick, playback.is_playing()), (60, true));
    playback.set_speed(-1.0);
    playback.pass(Duration::from_millis(245));
    assert_eq!(playback.frame().unwrap().tick, 35);
    playback.pass(Duration::from_secs(9));
    assert_eq!((playback.frame().unwrap().tick, playback.is_playing()), (0, false));
    // The frames shown are those recorded.
    let recording = Recording::open(&file).unwrap();
    playback.seek(1.5);
    let wanted = recording.frame_at(1.5).unwrap().unwrap();
    let shown = playback.frame().unwrap();
    assert_eq!(shown.tick, wanted.tick);
    assert_eq!(shown.robots.iter().map(|robot| robot.state).collect::<Vec<_>>(), wanted.bodies);
    assert_eq!(shown.objects, wanted.objects);
    for selected in [vec![0], vec![3, 0], vec![3], vec![5]] {
        playback.select(selected.clone());
        let shown = playback.frame().unwrap();
        assert_eq!(shown.telemetry.len(), selected.len());
        assert!(selected.iter().all(|robot| shown.telemetry_of(*robot) == Some(&*wanted.telemetry[*robot])));
    }
    let live = Window::of(demo(&[]));
    playback.adopt_models(&live.runner().structure(), &live.runner().frame().links);
    assert!(playback.structure().robots.iter().all(|robot| robot.model.is_some()));
}

#[test]
fn playing_backwards_shows_the_frames_of_playing_forwards_and_ends_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut playback = Playback::open(&recorded(folder.path(), 120)).unwrap();
    let seen = |playback: &mut Playback, speed: f64| {
        playback.set_speed(speed);
        playback.play(true);
        let mut seen = Vec::new();
        while playback.is_playing() {
            seen.push((playback.frame().unwrap().tick, playback.frame().unwrap().robots[0].state));
            playback.pass(Duration::from_millis(10));
        }
        seen.push((playback.frame().unwrap().tick, playback.frame().unwrap().robots[0].state));
        seen
    };
    let forwards = seen(&mut playback, 1.0);
    assert_eq!((forwards[0].0, forwards[forwards.len() - 1].0, playback.time()), (0, 120, 1.2));
    let backwards = seen(&mut playback, -1.0);
    assert_eq!((backwards[0].0, playback.time()), (120, 0.0));
    // The same states in reverse, except frames skipped by rounding of time.
    let state = |tick: u64| forwards.iter().find(|(known, _)| *known == tick).map(|(_, state)| *state);
    assert!(backwards.windows(2).all(|pair| pair[0].0 >= pair[1].0));
    assert!(backwards.iter().filter_map(|(tick, now)| Some((state(*tick)?, *now))).all(|(then, now)| then == now));
    // Backward again from the start: it begins at the end.
    playback.play(true);
    assert_eq!(playback.frame().unwrap().tick, 120);
}

#[test]
fn a_recording_is_drawn_from_its_own_scene() {
    let folder = tempfile::tempdir().unwrap();
    let mut playback = Playback::open(&recorded(folder.path(), 20)).unwrap();
    let balls = playback.structure();
    assert!(balls.bodies.len() == 7 && balls.bodies.iter().all(|body| body.visuals.len() == 1));
    let mut window = Window::of(demo(&[]));
    let before = window.runner().frame();
    let (scene, options) = playback.recorded_scene().unwrap().unwrap();
    window.send(Command::Preview { id: 7, scene, options });
    let preview = window.event(|event| match event {
        Event::Preview { id: 7, result } => Some(result.clone().unwrap()),
        _ => None,
    });
    let after = window.runner().frame();
    assert_eq!((after.tick, after.structure), (before.tick, before.structure), "the live run is unchanged");
    playback.adopt_models(&preview.structure, &preview.links);
    let (own, live) = (playback.structure(), window.runner().structure());
    assert_eq!(own.bodies.len(), live.bodies.len());
    for (own, live) in own.robots.iter().zip(&live.robots) {
        assert!(own.name == live.name && own.body == live.body && own.model == live.model);
    }
    assert!(
        own.bodies.iter().zip(&live.bodies).all(|(own, live)| own.visuals == live.visuals && own.mover == live.mover)
    );
    // From another scene it adopts things of the same name; the rest stays spheres.
    let mut playback = Playback::open(&folder.path().join("run.mcap")).unwrap();
    let mut other = (*live).clone();
    other.robots.remove(0);
    other.bodies.iter_mut().for_each(|body| {
        body.mover = body.mover.and_then(|mover| mover.checked_sub(1));
    });
    playback.adopt_models(&other, &preview.links);
    let mixed = playback.structure();
    assert!(mixed.robots[0].model.is_none() && mixed.robots[1].model.is_some());
    let ball = &mixed.bodies[mixed.robots[0].body as usize];
    assert!(&*ball.name == "anna" && ball.mover == Some(0) && ball.visuals.len() == 1);
    assert_eq!(mixed.poses.len(), mixed.bodies.len());
}

#[test]
fn links_of_a_recorded_run_move_as_they_did() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = Window::of(demo(&[]));
    window.send(Command::Record(file.clone()));
    window.step(40);
    let (live, structure) = (window.runner().frame(), window.runner().structure());
    window.send(Command::StopRecording);
    window.event(stopped);
    let mut playback = Playback::open(&file).unwrap();
    playback.adopt_models(&structure, &live.links);
    playback.seek(live.time);
    assert_eq!(playback.frame().unwrap().links, live.links);
    playback.seek(0.0);
    let anna = structure.robots[0].body as usize;
    assert!(live.links.has(anna), "anna has moving wheels");
    let first = playback.frame().unwrap();
    let turned = |link: u32| first.links.get(anna, link) != live.links.get(anna, link);
    assert!((0..3).any(turned), "the wheels have turned since the start");
}

#[test]
fn channels_marks_and_trails_of_a_recording_are_read_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = Window::of(demo(&[]));
    window.send(Command::Record(file.clone()));
    window.step(60);
    window.send(Command::PlaceRobot { robot: 4, state: Default::default() });
    window.step(60);
    window.close();
    let playback = Playback::open(&file).unwrap();
    let index = playback.structure().channel(0, "range.ray_0").unwrap();
    let series = playback.channel(0, index, std::sync::Arc::new(|| {})).unwrap();
    let overview = playback.overview(&Default::default(), std::sync::Arc::new(|| {})).unwrap();
    let start = std::time::Instant::now();
    while series.is_live() || !overview.is_complete() {
        assert!(start.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(5));
    }
    let frames: Vec<_> = playback.recording().frames().map(Result::unwrap).collect();
    let wanted: Vec<[f64; 2]> = frames.iter().map(|frame| [frame.time, frame.telemetry[0][index]]).collect();
    assert_eq!((series.samples(), series.names()), (wanted, Some(("anna".into(), "range.ray_0".into()))));
    overview.marks(|marks| {
        let note = marks.iter().find(|mark| mark.kind == MarkKind::Note).unwrap();
        assert!(note.text.contains("`emil`") && (note.time - 0.6).abs() < 1e-9, "{marks:?}");
    });
    let mut points = Vec::new();
    overview.trails().points(0, &mut points);
    assert!(points.len() > 1 && overview.take_failure().is_none());
}

#[test]
fn a_live_run_is_compared_with_a_recorded_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded(folder.path(), 100);
    let mut comparison = Comparison::new(Playback::open(&file).unwrap());
    let mut window = Window::of(demo(&[]));
    let structure = window.runner().structure();
    for _ in 0..30 {
        comparison.compare(&window.step(1), &structure).unwrap();
    }
    let errors = comparison.series(3).unwrap().samples();
    assert_eq!((errors.len(), errors[29][0]), (30, 0.3));
    assert!(errors.iter().all(|[_, error]| *error == 0.0), "the same run has no deviation: {errors:?}");
    let mut state = window.runner().frame().robots[3].state;
    state.pose.translation.z += 0.25;
    window.send(Command::PlaceRobot { robot: 3, state });
    window.frame(|frame| frame.robots[3].state == state);
    comparison.compare(&window.runner().frame(), &structure).unwrap();
    let errors = comparison.series(3).unwrap().samples();
    assert_eq!(errors.len(), 30, "each time is compared once");
    assert!((errors[29][1] - 0.25).abs() < 1e-12);
    let found = comparison.deviation(3).unwrap();
    let rms = 0.25 / 30f64.sqrt();
    assert!((found.now - 0.25).abs() < 1e-12 && (found.max - 0.25).abs() < 1e-12 && (found.rms - rms).abs() < 1e-12);
    assert_eq!((found.count, comparison.deviation(2).unwrap().max), (30, 0.0));
    window.step(90);
    comparison.compare(&window.runner().frame(), &structure).unwrap();
    assert_eq!(comparison.series(3).unwrap().len(), 30, "times after the end of the recording are not compared");
    assert!(matches!(window.runner().frame().state, RunState::Paused));
    // Back at the start, it restarts.
    window.send(Command::Reset);
    window.frame(|frame| frame.tick == 0);
    comparison.compare(&window.step(1), &window.runner().structure()).unwrap();
    let found = comparison.deviation(3).unwrap();
    assert_eq!((found.count, found.max, found.rms), (1, 0.0, 0.0));
}

#[test]
fn a_damaged_part_of_a_recording_is_skipped_and_reported_with_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = Window::of(demo(&[]));
    window.send(Command::Record(file.clone()));
    // Each part is a separate block: the writer has flushed it before the next begins.
    let written = folder.path().join("run.incomplete.mcap");
    for part in 1..=3 {
        let until = window.step(10).time;
        let start = std::time::Instant::now();
        let end = || Recording::open(&written).ok()?.blocks().last().map(|(_, end)| end);
        while end().is_none_or(|end| (end - until).abs() > 1e-9) {
            assert!(start.elapsed() < crate::common::PATIENCE, "part {part} is not written, but until {:?}", end());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    window.close();
    let mut bytes = std::fs::read(&file).unwrap();
    let blocks: Vec<(f64, f64)> = Recording::open(&file).unwrap().blocks().collect();
    assert!(blocks.len() >= 4, "{blocks:?}");
    // The record of the middle block: code 6, a length, then its times.
    let (from, _) = blocks[2];
    let start = ((from * 1e9).round() as u64).to_le_bytes();
    let head = |window: &[u8]| window[0] == 6 && window[9..17] == start;
    let place = bytes.windows(17).position(head).unwrap();
    bytes[place + 100] ^= 1;
    std::fs::write(&file, bytes).unwrap();

    let mut playback = Playback::open(&file).unwrap();
    assert_eq!(playback.range(), (0.0, 0.3));
    playback.seek(from);
    let before = playback.frame().unwrap().time;
    assert!(before < from, "the last frame before the damage is shown, {before} s");
    playback.seek(0.3);
    assert_eq!(playback.frame().unwrap().tick, 30);
    let overview = playback.overview(&Default::default(), std::sync::Arc::new(|| {})).unwrap();
    let start = std::time::Instant::now();
    while !overview.is_complete() {
        assert!(start.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(5));
    }
    let text = overview.take_failure().unwrap().to_string();
    assert!(text.contains(&format!("data from {from:.3} s to ")), "{text}");
    assert!(overview.take_failure().is_none(), "reported once, although read twice");
}
