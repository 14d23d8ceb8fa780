//! Time: running, pausing, going back; the window does not affect the result.

use crate::common::{Window, demo, headless, scene};
use sim_runner::{Command, EndReason, Event, RunState, SavedState, Speed, TrailOptions};
use std::time::Instant;

/// Uses all means of observation during a run, and returns its final digest.
#[track_caller]
fn run_observed(duration: f64, speed: Speed) -> (u64, String) {
    let mut window = Window::of(demo(&[&format!("run.duration={duration}")]));
    window.send(Command::Speed(speed));
    window.send(Command::FrameRate(240.0));
    let channels = window.runner().structure().robots[0].parts.channels.len();
    window.send(Command::Play);
    for round in 0..12 {
        window.send(Command::Select(vec![round % 6, (round + 1) % 6]));
        window.send(Command::Contacts(round % 2 == 0));
        window.send(Command::Trails((round % 3 > 0).then(TrailOptions::default)));
        let series = window.runner().subscribe(round % 6, round % channels, 1000);
        window.send(Command::Verdicts);
        let tick = window.runner().frame().tick;
        window.frame(|frame| frame.tick > tick || matches!(frame.state, RunState::Ended(_)));
        window.send(Command::Pause);
        window.send(Command::Snapshot);
        window.send(Command::Unsubscribe(series));
        window.send(Command::Play);
    }
    let hash = window.event(|event| match event {
        Event::StateHash { tick, hash } => Some((*tick, hash.clone())),
        _ => None,
    });
    assert_eq!(
        window.event(|event| if let Event::Ended(reason) = event { Some(reason.clone()) } else { None }),
        EndReason::Duration
    );
    hash
}

#[test]
fn the_state_hash_is_the_same_headless_and_in_a_window_at_ten_times_real_time() {
    assert_eq!(run_observed(5.0, Speed::Factor(10.0)), (500, headless(&demo(&[]), 500)));
}

#[test]
fn the_state_hash_is_the_same_headless_and_in_a_window_without_limit() {
    assert_eq!(run_observed(60.0, Speed::Unlimited), (6000, headless(&demo(&[]), 6000)));
}

#[test]
fn simulated_time_is_never_ahead_of_real_time_times_the_speed() {
    let mut window = Window::of(demo(&[]));
    for (speed, until) in [(4.0, 0.8), (20.0, 4.0)] {
        window.send(Command::Pause);
        let start_time = window.frame(|frame| matches!(frame.state, RunState::Paused)).time;
        window.send(Command::Speed(Speed::Factor(speed)));
        let start = Instant::now();
        window.send(Command::Play);
        loop {
            // The frame first: it may only be older than the clock.
            let frame = window.runner().frame();
            let elapsed = start.elapsed().as_secs_f64();
            let gone = frame.time - start_time;
            assert!(gone <= elapsed * speed + 1e-9, "{gone} s after {elapsed} s at {speed}");
            assert!(start.elapsed() < crate::common::PATIENCE);
            if gone >= until {
                assert_eq!(frame.speed, Some(speed));
                break;
            }
            std::thread::yield_now();
        }
    }
}

/// BL-88: A run can be paused, stepped by exactly one step, and played at any speed.
#[test]
fn steps_are_exact_whatever_came_before() {
    let mut window = Window::of(demo(&[]));
    assert_eq!(window.step(3).tick, 3);
    window.send(Command::Step(2));
    window.send(Command::Step(5));
    window.frame(|frame| frame.tick == 10 && matches!(frame.state, RunState::Paused));
    window.send(Command::Speed(Speed::Unlimited));
    window.send(Command::Play);
    window.frame(|frame| frame.tick > 30);
    window.send(Command::Pause);
    let paused = window.frame(|frame| matches!(frame.state, RunState::Paused)).tick;
    assert_eq!(window.step(3).tick, paused + 3);
    let (tick, hash) = window.hash();
    assert_eq!((tick, hash), (paused + 3, headless(&demo(&[]), paused + 3)));
}

#[test]
fn undone_steps_can_be_repeated_with_the_same_result() {
    let mut window = Window::of(demo(&[]));
    window.step(20);
    window.step(1);
    let (_, before) = window.hash();
    assert_eq!(window.step(4).steps_back, 3);
    window.send(Command::StepBack(1));
    window.frame(|frame| frame.tick == 21);
    assert_eq!(window.hash(), (21, before));
    window.step(9);
    assert_eq!(window.hash().1, headless(&demo(&[]), 30));
    window.send(Command::StepBack(9));
    window.frame(|frame| frame.tick == 0);
    window.send(Command::StepBack(1));
    assert_eq!(
        window.event(|event| if let Event::Refused { command, .. } = event { Some(*command) } else { None }),
        "step back"
    );
}

#[test]
fn undoing_a_step_while_steps_run_pauses() {
    let mut window = Window::of(demo(&[]));
    window.step(10);
    window.send(Command::Step(1_000_000));
    window.frame(|frame| frame.tick > 12);
    window.send(Command::StepBack(1));
    window.event(|event| matches!(event, Event::Restored { .. }).then_some(()));
    assert!(matches!(window.runner().frame().state, RunState::Paused));
    assert_eq!(window.hash().0, 10);
    // A saved state, too.
    window.send(Command::Snapshot);
    let id = window.event(|event| if let Event::SnapshotTaken { id, .. } = event { Some(*id) } else { None });
    window.send(Command::Step(1_000_000));
    window.frame(|frame| frame.tick > 12);
    window.send(Command::Restore(id));
    window.event(|event| matches!(event, Event::Restored { .. }).then_some(()));
    assert!(matches!(window.runner().frame().state, RunState::Paused));
    assert_eq!(window.hash().0, 10);
    window.step(3);
}

#[test]
fn a_reset_while_steps_run_pauses_at_the_start() {
    let mut window = Window::of(demo(&[]));
    window.send(Command::Step(1_000_000));
    window.frame(|frame| frame.tick > 12);
    window.send(Command::Reset);
    window.event(|event| matches!(event, Event::Built { .. }).then_some(()));
    window.frame(|frame| frame.tick == 0 && matches!(frame.state, RunState::Paused));
    assert_eq!(window.hash().0, 0);
    window.step(3);
    // A free run continues.
    window.send(Command::Play);
    window.frame(|frame| frame.tick > 12);
    window.send(Command::Reset);
    window.event(|event| matches!(event, Event::Built { .. }).then_some(()));
    window.frame(|frame| matches!(frame.state, RunState::Playing) && frame.tick > 12);
}

#[test]
fn restoring_a_saved_state_includes_histories_and_trails() {
    let mut window = Window::of(demo(&[]));
    window.send(Command::Trails(Some(TrailOptions::default())));
    let series = window.runner().subscribe(0, 0, 100);
    window.step(30);
    window.send(Command::Snapshot);
    let id = window.event(|event| if let Event::SnapshotTaken { id, tick: 30 } = event { Some(*id) } else { None });
    window.step(40);
    assert_eq!((series.len(), series.is_live()), (70, true));
    window.send(Command::Restore(id));
    window.event(|event| matches!(event, Event::Restored { tick: 30, .. }).then_some(()));
    assert_eq!((series.len(), series.last().unwrap().0), (30, 0.3));
    let trails = window.runner().trails();
    let mut points = Vec::new();
    (*trails).as_ref().unwrap().points(0, &mut points);
    assert!(points.len() > 1 && points.iter().all(|point| point[0] <= 0.3), "{points:?}");
    window.step(40);
    assert_eq!(window.hash().1, headless(&demo(&[]), 70));
}

#[test]
fn saved_states_can_be_restored_only_while_the_scene_is_unchanged() {
    let mut window = Window::of(demo(&[]));
    window.step(30);
    window.send(Command::Snapshot);
    let id = window.event(|event| if let Event::SnapshotTaken { id, .. } = event { Some(*id) } else { None });
    let states = |window: &Window| window.runner().saved_states().list.clone();
    let state = SavedState { id, tick: 30, time: 0.3, fits: true };
    assert_eq!(states(&window), [state]);
    let then = window.hash();
    let refused = |event: &Event| match event {
        Event::Refused { diagnostic, .. } => Some(diagnostic.message.clone()),
        _ => None,
    };
    // Changes that no simulation reads have no effect.
    window.send(Command::Annotated(demo(&["name=other"])));
    window.step(1);
    window.send(Command::Restore(id));
    window.event(|event| matches!(event, Event::Restored { tick: 30, .. }).then_some(()));
    assert_eq!((states(&window), window.hash()), (vec![state], then.clone()));
    window.send(Command::Annotated(demo(&[])));
    for start in [false, true] {
        let changed = demo(&["run.seed=7"]);
        window.send(match start {
            true => Command::StartFrom { scene: changed, changes: Vec::new() },
            false => Command::Rebuild { scene: changed, back: false },
        });
        window.send(Command::Restore(id));
        assert!(window.event(refused).contains("changed"));
        assert_eq!(states(&window), [SavedState { fits: false, ..state }]);
        window.send(match start {
            true => Command::StartFrom { scene: demo(&[]), changes: Vec::new() },
            false => Command::Rebuild { scene: demo(&[]), back: true },
        });
        window.step(5);
        window.send(Command::Restore(id));
        window.event(|event| matches!(event, Event::Restored { tick: 30, .. }).then_some(()));
        assert_eq!((states(&window), window.hash()), (vec![state], then.clone()));
    }
    // To the start and back.
    window.send(Command::Stop);
    window.send(Command::Restore(id));
    window.event(|event| matches!(event, Event::Restored { tick: 30, .. }).then_some(()));
    assert_eq!(window.hash(), then);
    // They are useless for another scene.
    window.load(demo(&["run.seed=7"]));
    assert_eq!(states(&window), []);
    window.send(Command::Restore(id));
    assert!(window.event(refused).contains("unknown saved state"));
}

#[test]
fn the_number_of_saved_states_is_limited() {
    let mut window = Window::of(demo(&[]));
    window.step(1);
    let max = {
        window.send(Command::Snapshot);
        window.event(|event| matches!(event, Event::SnapshotTaken { .. }).then_some(()));
        window.runner().saved_states().max
    };
    (1..=max).for_each(|_| window.send(Command::Snapshot));
    let refused = |event: &Event| match event {
        Event::Refused { diagnostic, .. } => Some(diagnostic.message.clone()),
        _ => None,
    };
    assert_eq!(window.event(refused), format!("{max} states are already saved"));
    assert_eq!(window.runner().saved_states().list.len(), max);
    let first = window.runner().saved_states().list[0].id;
    window.send(Command::Forget(first));
    window.send(Command::Snapshot);
    window.event(|event| matches!(event, Event::SnapshotTaken { id, .. } if *id == first + max as u64).then_some(()));
    assert_eq!(window.runner().saved_states().list.len(), max);
}

#[test]
fn a_reset_gives_a_fresh_run() {
    let mut window = Window::of(demo(&[]));
    window.step(50);
    let (_, first) = window.hash();
    let state = sim_abi::math::BodyState::default();
    window.send(Command::PlaceRobot { robot: 2, state });
    window.send(Command::Key { robot: None, code: sim_abi::keys::UP, down: true });
    window.step(7);
    window.send(Command::Stop);
    window.frame(|frame| frame.tick == 0 && matches!(frame.state, RunState::Paused) && frame.operator.keys.is_empty());
    window.step(50);
    assert_eq!(window.hash().1, first);
    assert_eq!(first, headless(&demo(&[]), 50));
}

#[test]
fn a_run_ends_at_the_duration_of_its_scene_and_continues_on_request() {
    let mut window = Window::of(demo(&["run.duration=0.2"]));
    window.send(Command::Speed(Speed::Unlimited));
    window.send(Command::Play);
    let ended = window.frame(|frame| matches!(frame.state, RunState::Ended(_)));
    assert_eq!(ended.tick, 20);
    let verdicts = window.event(|event| if let Event::Verdicts(list) = event { Some(list.len()) } else { None });
    assert_eq!(verdicts, 2);
    window.send(Command::Play);
    window.frame(|frame| frame.tick > 40);
    window.frame(|frame| matches!(frame.state, RunState::Playing) && frame.real_time_factor > 0.0);
}

#[test]
fn frames_show_the_actions_of_the_user() {
    let mut window = Window::of(demo(&[]));
    let structure = window.runner().structure();
    assert_eq!((structure.robots.len(), structure.objects.len()), (6, 1));
    assert_eq!((structure.title.as_str(), structure.dt, structure.duration), ("demo", 0.01, Some(40.0)));
    let mut state = sim_abi::math::BodyState::default();
    state.pose.translation.vector = [0.7, -0.5, 0.3].into();
    window.send(Command::PlaceObject { object: 0, state });
    window.frame(|frame| frame.objects[0].pose.translation.vector == state.pose.translation.vector);
    let emil = structure.robot("emil").unwrap();
    window.send(Command::PlaceRobot { robot: emil, state });
    window.send(Command::Select(vec![emil]));
    let frame = window.frame(|frame| frame.robots[emil].state.pose == state.pose && !frame.telemetry.is_empty());
    assert_eq!(frame.telemetry_of(emil).map(<[f64]>::len), Some(structure.robots[emil].parts.len));
    window.send(Command::Contacts(true));
    let mut beside = frame.robots[1].state;
    beside.pose.translation.x += 0.1;
    window.send(Command::PlaceRobot { robot: 0, state: beside });
    window.send(Command::Step(1));
    let touching = window.frame(|frame| frame.tick == 1 && !frame.contacts.is_empty());
    let pair = [structure.robots[0].body, structure.robots[1].body];
    let between = touching.contacts.iter().filter(|c| pair.contains(&c.body) && pair.contains(&c.other));
    assert!(between.count() > 0, "{:?} among {:?}", pair, touching.contacts);
    state.pose.translation.x = f64::NAN;
    window.send(Command::PlaceRobot { robot: 0, state });
    window.send(Command::PlaceRobot { robot: 77, state: Default::default() });
    for _ in 0..2 {
        assert_eq!(
            window.event(|event| if let Event::Refused { command, .. } = event { Some(*command) } else { None }),
            "move a robot"
        );
    }
}

#[test]
fn links_move_in_the_frames_while_they_are_wanted() {
    let mut window = Window::of(demo(&[]));
    let structure = window.runner().structure();
    let body = structure.robots[structure.robot("pusher").unwrap()].body as usize;
    let link = structure.bodies[body].visuals.iter().find_map(|visual| visual.link).expect("wheels turn");
    let start = window.runner().frame().links.get(body, link);
    let turned = window.step(20).links.get(body, link);
    assert!(start.rotation.angle_to(&turned.rotation) > 1e-3 && start.translation == turned.translation);
    window.send(Command::Links(Some(false)));
    for _ in 0..6 {
        assert_eq!(
            window.step(5).links.get(body, link),
            turned,
            "frames keep the last link poses while they are not requested"
        );
    }
    window.send(Command::Links(None));
    assert_ne!(window.step(5).links.get(body, link), turned);
}

#[test]
fn without_a_scene_commands_are_refused_and_a_broken_scene_is_reported() {
    let mut window = Window::open();
    window.send(Command::Play);
    window.send(Command::Step(1));
    window.send(Command::Record("run.mcap".into()));
    for wanted in ["play", "step", "record"] {
        assert_eq!(
            window.event(|event| if let Event::Refused { command, .. } = event { Some(*command) } else { None }),
            wanted
        );
    }
    let broken = scene(r#"(format_version: 1, robots: [(name: "a", model: "scout/standart")])"#);
    window.send(Command::Load { scene: broken, options: crate::common::options() });
    let findings =
        window.event(|event| if let Event::BuildFailed(findings) = event { Some(findings.to_string()) } else { None });
    assert!(findings.contains("scout/standard"), "{findings}");
    window.frame(|frame| matches!(frame.state, RunState::Failed(_)));
    window.load(demo(&[]));
    window.step(1);
}

#[test]
fn a_closed_simulation_leaves_no_state_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.mcap");
    let mut window = Window::of(demo(&[]));
    window.send(Command::Record(file.clone()));
    window.step(20);
    window.send(Command::Snapshot);
    window.send(Command::Play);
    window.frame(|frame| frame.tick > 30);
    window.send(Command::Close);
    let reason = window.event(|event| match event {
        Event::RecordingStopped { reason, .. } => Some(*reason),
        _ => None,
    });
    assert_eq!(reason, "another scene was opened");
    let frame = window.frame(|frame| matches!(frame.state, RunState::Empty));
    assert_eq!((frame.tick, frame.robots.len(), frame.steps_back), (0, 0, 0));
    let structure = window.runner().structure();
    assert!(structure.scene.is_none() && structure.bodies.is_empty() && structure.generation == frame.structure);
    assert_eq!(window.runner().saved_states().list, []);
    for command in [Command::Play, Command::Reset] {
        window.send(command);
        window.event(|event| matches!(event, Event::Refused { .. }).then_some(()));
    }
    // The next scene is not affected.
    window.rebuild(demo(&[]));
    window.frame(|frame| matches!(frame.state, RunState::Paused) && frame.robots.len() == 6 && frame.tick == 0);
    assert_eq!(window.hash(), (0, headless(&demo(&[]), 0)));
}

#[test]
fn calls_are_answered_without_a_scene_too() {
    let mut window = Window::open();
    let (component, function, arguments) = ("controller".to_string(), "steps".to_string(), Vec::new());
    window.send(Command::Image { id: 1, robot: 0, component: component.clone() });
    window.send(Command::CallService { id: 2, service: "s".into(), function: function.clone(), arguments: vec![] });
    window.send(Command::Call { id: 3, robot: 0, component, function, arguments });
    for wanted in 1..=3 {
        let (id, answer) = window.event(|event| match event {
            Event::Answer { id, result } => Some((*id, result.clone())),
            Event::Refused { diagnostic, .. } => panic!("{diagnostic}"),
            _ => None,
        });
        assert_eq!(id, wanted);
        assert!(answer.unwrap_err().to_string().contains("no scene is open"));
    }
}
