//! Requirements of the client, one after another.

mod support;

use robomap_link::Datagram;
use robomap_link::client::PlanState::{Idle, Paused, Running, Unknown};
use robomap_link::client::{Change, Client, Command, Failure, Level, Notice, Ordering, PlayAction, Refusal, Settings};
use robomap_protocol::{Dialect, Message, Mode, PacketType, Pose};
use std::time::Duration;
use support::{ACK, Bench, NACK, datagram, pose, robot, s, whole_plan};

const ENTER: Command = Command::EnterRobotMode { speed: 40.0 };
const LEAVE: Command = Command::LeaveRobotMode;

fn mode(mode: Mode, speed: f64) -> Message {
    Message::Mode { mode, speed }
}

#[test]
fn rm_62_when_the_mode_may_be_changed() {
    let mut bench = Bench::new();
    bench.selected = false;
    assert_eq!(bench.refused(ENTER), Refusal::NoRobot);
    bench.selected = true;
    bench.editing = true;
    assert_eq!(bench.refused(ENTER), Refusal::Editing);
    bench.editing = false;
    bench.simulating = true;
    assert_eq!(bench.refused(ENTER), Refusal::Simulating);
    bench.simulating = false;
    assert_eq!(bench.refused(LEAVE), Refusal::NotInRobotMode);
    bench.command(ENTER).unwrap();
    for _ in 0..2 {
        assert_eq!(bench.refused(ENTER), Refusal::Switching);
        bench.client.socket_opened(bench.now);
        bench.step(&[]);
    }
    for state in [Running, Paused] {
        let mut bench = Bench::at(state);
        assert_eq!(bench.refused(LEAVE), Refusal::PlanActive(state));
        assert_eq!(bench.refused(ENTER), Refusal::InRobotMode);
    }
    let mut bench = Bench::at(Idle);
    bench.editing = true;
    assert_eq!(bench.refused(LEAVE), Refusal::Editing);
    bench.editing = false;
    bench.command(LEAVE).unwrap();
    assert_eq!(bench.refused(LEAVE), Refusal::Switching);
}

#[test]
fn rm_63_entering_sends_the_speed_that_was_given() {
    let mut bench = Bench::new();
    assert_eq!(bench.client.speed(), 100.0, "the first preset");
    bench.command(ENTER).unwrap();
    assert!(bench.sent.is_empty(), "the socket is opened first");
    bench.open();
    assert_eq!(bench.commands(), [mode(Mode::Robot, 40.0)]);
    assert_eq!((bench.client.mode(), bench.client.speed()), (Mode::Editor, 100.0));
    let here = pose(3.0, 4.0, 5.0);
    bench.hear(Message::Trace(here));
    bench.clear();
    bench.hear(Message::Ack { acked: 0, status: ACK });
    assert_eq!((bench.client.mode(), bench.client.speed()), (Mode::Robot, 40.0));
    assert_eq!(bench.changes, [Change::Mode(Mode::Robot), Change::Speed(40.0), Change::Pose(here)]);
    assert_eq!(bench.report().notice, Notice::Entered { dropped: false });
}

#[test]
fn rm_63_without_a_server_editor_mode_after_three_seconds() {
    for refused in [false, true] {
        let mut bench = Bench::new();
        bench.command(ENTER).unwrap();
        bench.open();
        bench.clear();
        if refused {
            bench.hear(Message::Ack { acked: 0, status: NACK });
        } else {
            bench.pass(2.9);
            assert!(bench.reports.is_empty() && bench.changes.is_empty());
            bench.pass(0.1);
        }
        let failure = if refused { Failure::Refused } else { Failure::NoAck };
        assert_eq!(bench.report().notice, Notice::NotAvailable(failure));
        assert!(bench.report().to_string().contains("server is not available"), "{}", bench.report());
        assert_eq!((&bench.changes[..], bench.client.mode()), (&[Change::CloseSocket][..], Mode::Editor));
        assert_eq!((bench.client.speed(), bench.sent.len()), (100.0, 0));
        bench.command(ENTER).expect("it can be tried again at once");
    }
}

#[test]
fn rm_63_a_socket_that_cannot_be_opened_is_told_with_address_and_cause() {
    let mut bench = Bench::new();
    bench.command(ENTER).unwrap();
    bench.client.socket_failed(bench.now, "0.0.0.0:1500", "address in use");
    bench.step(&[]);
    let told = bench.report().to_string();
    assert!(told.contains("0.0.0.0:1500: address in use; choose another port"), "{told}");
    assert_eq!((bench.report().level(), bench.client.mode(), bench.sent.len()), (Level::Error, Mode::Editor, 0));
    bench.client.socket_opened(bench.now);
    bench.step(&[]);
    assert!(bench.sent.is_empty(), "nobody has asked for that");
    bench.command(ENTER).expect("it can be tried again at once");
}

#[test]
fn rm_63_a_speed_that_is_none_is_refused() {
    let mut bench = Bench::new();
    for speed in [-0.1, 100.1, f64::INFINITY] {
        assert_eq!(bench.refused(Command::EnterRobotMode { speed }), Refusal::BadSpeed(speed));
    }
    assert!(matches!(bench.command(Command::EnterRobotMode { speed: f64::NAN }), Err(Refusal::BadSpeed(_))));
    assert_eq!((bench.reports.len(), bench.sent.len(), bench.changes.len()), (1, 0, 0));
}

#[test]
fn rm_64_leaving_keeps_the_speed_and_closes_the_socket_last() {
    for (status, notice, level) in [
        (Some(ACK), Notice::Left { stop: None, mode: None }, Level::Info),
        (Some(NACK), Notice::Left { stop: None, mode: Some(Failure::Refused) }, Level::Warning),
        (None, Notice::Left { stop: None, mode: Some(Failure::NoAck) }, Level::Warning),
    ] {
        let mut bench = Bench::new();
        bench.connect(25.0);
        bench.command(LEAVE).unwrap();
        assert_eq!((bench.commands(), bench.client.mode()), (vec![mode(Mode::Editor, 25.0)], Mode::Robot));
        match status {
            Some(status) => bench.answer(status),
            None => bench.pass_alive(3.0),
        }
        let report = bench.report().clone();
        assert_eq!((&report.notice, report.level(), report.command), (&notice, level, Some(LEAVE)));
        let last: Vec<_> = bench.changes.iter().rev().take(3).rev().cloned().collect();
        assert_eq!(last, [Change::Mode(Mode::Editor), Change::StopRouteEditor, Change::CloseSocket]);
        assert_eq!((bench.client.mode(), bench.client.speed(), bench.client.pose()), (Mode::Editor, 25.0, None));
        bench.clear();
        bench.hear(Message::ReachedPose(pose(0.0, 0.0, 0.0)));
        assert!(bench.sent.is_empty(), "the socket is closed");
    }
}

#[test]
fn rm_65_the_robot_is_drawn_at_the_newest_trace() {
    let mut bench = Bench::connected();
    for round in 0..50 {
        bench.now += s(0.02);
        bench.hear(Message::Trace(pose(f64::from(round), 0.0, 0.0)));
        assert_eq!(bench.changes.last(), Some(&Change::Pose(pose(f64::from(round), 0.0, 0.0))));
    }
    // Of many at once the newest is drawn, whatever their order.
    bench.clear();
    let (first, second) = (pose(100.0, 0.0, 0.0), pose(200.0, 0.0, 0.0));
    let next = bench.next;
    bench.step(&[datagram(next + 1, Message::Trace(second)), datagram(next, Message::Trace(first))]);
    assert_eq!(bench.changes, [Change::Pose(second)]);
    assert_eq!((bench.client.pose(), bench.client.counters().stale), (Some(second), 1));
}

#[test]
fn rm_65_traces_that_are_damaged_are_counted_and_change_nothing() {
    let mut bench = Bench::connected();
    let before = bench.client.pose();
    let nan = [&[0x95, 99, 3][..], &[0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0], &[0, 0]].concat();
    let short = vec![0x94, 99, 3, 0, 0];
    for bytes in [nan, short] {
        bench.step(&[Datagram { peer: robot(), bytes }]);
    }
    assert_eq!((bench.client.counters().corrupt, bench.client.pose()), (2, before));
    assert!(bench.changes.is_empty());
}

#[test]
fn rm_66_drawing_stops_and_nothing_else_does() {
    let mut bench = Bench::at(Running);
    bench.command(Command::ToggleRendering).unwrap();
    assert_eq!((bench.client.is_rendering(), &bench.report().notice), (false, &Notice::Rendering(false)));
    bench.clear();
    for round in 0..20 {
        bench.hear(Message::Trace(pose(f64::from(round), 1.0, 0.0)));
    }
    let id = bench.hear(Message::ReachedPose(bench.route[0]));
    assert_eq!((bench.acked(), &bench.changes[..]), (vec![id], &[Change::Reached { reached: 1, of: 3 }][..]));
    bench.clear();
    bench.command(Command::ToggleRendering).unwrap();
    assert_eq!(bench.changes, [Change::Rendering(true), Change::Pose(pose(19.0, 1.0, 0.0))]);
    let mut bench = Bench::new();
    assert_eq!(bench.refused(Command::ToggleRendering), Refusal::NotInRobotMode);
}

#[test]
fn rm_67_the_speed_that_is_shown_is_the_one_that_was_confirmed() {
    for state in [Idle, Running, Paused, Unknown] {
        let mut bench = Bench::at(state);
        bench.command(Command::ChangeSpeed { speed: 25.0 }).unwrap();
        assert_eq!((bench.commands(), bench.client.speed()), (vec![Message::ChangeSpeed { speed: 25.0 }], 100.0));
        bench.answer(ACK);
        assert_eq!((bench.client.speed(), bench.report().to_string()), (25.0, "speed 25.00 %".into()));
        for (status, failure) in [(Some(NACK), Failure::Refused), (None, Failure::NoAck)] {
            bench.clear();
            bench.command(Command::ChangeSpeed { speed: 75.0 }).unwrap();
            match status {
                Some(status) => bench.answer(status),
                None => bench.pass_alive(3.0),
            }
            assert_eq!((bench.client.speed(), bench.client.plan()), (25.0, state));
            assert_eq!(bench.report().notice, Notice::SpeedNotChanged { failure, kept: 25.0 });
            assert_eq!((bench.report().level(), bench.commands().len()), (Level::Error, 1));
        }
    }
    let mut bench = Bench::connected();
    for speed in [-1.0, 100.01, f64::NEG_INFINITY] {
        assert_eq!(bench.refused(Command::ChangeSpeed { speed }), Refusal::BadSpeed(speed));
    }
    assert_eq!(Bench::new().refused(Command::ChangeSpeed { speed: 1.0 }), Refusal::NotInRobotMode);
}

#[test]
fn rm_68_when_the_buttons_do_something_and_what() {
    assert_eq!(Bench::new().refused(Command::Play), Refusal::NotInRobotMode);
    assert_eq!(Bench::new().refused(Command::Cancel), Refusal::NotInRobotMode);
    let mut bench = Bench::at(Paused);
    bench.editing = true;
    assert_eq!(bench.refused(Command::Play), Refusal::Editing);
    bench.command(Command::Cancel).expect("cancelling is allowed while a paused plan's route is edited");
    assert_eq!(Bench::at(Idle).refused(Command::Cancel), Refusal::NoPlan);
    assert_eq!(Bench::at(Unknown).refused(Command::Play), Refusal::PlanUnknown);
    for (state, action) in [
        (Idle, PlayAction::Send),
        (Running, PlayAction::Pause),
        (Paused, PlayAction::Resume),
        (Unknown, PlayAction::None),
    ] {
        let bench = Bench::at(state);
        assert_eq!(bench.client.play_action(bench.revision), action, "{state:?}");
    }
    let bench = Bench::at(Paused);
    assert_eq!(bench.client.play_action(bench.revision + 1), PlayAction::Send);
}

#[test]
fn rm_69_the_plan_has_every_pose_and_is_looked_at_before() {
    // One pose up to two hundred.
    for poses in [1, 2, 200] {
        let mut bench = Bench::connected();
        bench.edit((0..poses).map(|pose| support::pose(f64::from(pose), 0.1 + 0.2, 359.99)).collect());
        bench.play();
        assert_eq!(bench.commands(), whole_plan(&bench.route));
        let progress: Vec<_> =
            bench.changes.iter().filter(|change| matches!(change, Change::Progress { .. })).collect();
        let of = bench.route.len() + 3;
        assert_eq!(progress.first(), Some(&&Change::Progress { done: 0, of }));
        assert_eq!((progress.last(), progress.len()), (Some(&&Change::Progress { done: of, of }), of + 1));
    }
    let mut bench = Bench::connected();
    bench.edit(vec![pose(0.0, 0.0, 0.0), pose(f64::NAN, 0.0, 0.0)]);
    assert_eq!(bench.refused(Command::Play), Refusal::BadPose(2));
}

#[test]
fn rm_59_the_way_to_the_first_pose_is_asked_about_where_there_is_one() {
    let asked = std::cell::RefCell::new(Vec::new());
    let route = [pose(1.0, 1.0, 0.0), pose(2.0, 1.0, 0.0)];
    let ask = |robot: Option<Pose>| {
        let mut bench = Bench::connected();
        if let Some(robot) = robot {
            bench.hear(Message::Trace(robot));
        }
        let collisions = |from: Option<Pose>| {
            asked.borrow_mut().push(from);
            vec!["Wall".to_string()]
        };
        let situation =
            robomap_link::client::Situation { route: &route, collisions: &collisions, ..Default::default() };
        let refusal = bench.client.request(bench.now, Command::Play, &situation);
        assert_eq!(refusal, Err(Refusal::Collision(vec!["Wall".into()])));
        asked.borrow_mut().pop().unwrap()
    };
    assert_eq!(ask(Some(pose(1.0005, 1.0, 360.01))), None, "it stands there");
    let far = pose(1.0, 1.0, 1.0);
    assert_eq!(ask(Some(far)), Some(far));
    let first = Bench::new().route[0];
    assert_eq!(ask(None), Some(first), "the trace before the answer to the mode");
}

#[test]
fn rm_70_an_earlier_pose_that_is_equal_to_the_last_one_does_not_end_the_plan() {
    let mut bench = Bench::connected();
    let (a, b) = (pose(0.0, 0.0, 0.0), pose(1.0, 0.0, 0.0));
    bench.edit(vec![a, b, a]);
    bench.play();
    let reached = [a, b, a].map(|pose| {
        bench.hear(Message::ReachedPose(pose));
        (bench.client.plan(), bench.client.progress())
    });
    assert_eq!(reached, [(Running, Some((1, 3))), (Running, Some((2, 3))), (Idle, None)]);
}

#[test]
fn rm_70_a_copy_that_comes_late_does_not_count_as_the_next_equal_pose() {
    let mut bench = Bench::connected();
    let (a, b) = (pose(0.0, 0.0, 0.0), pose(1.0, 0.0, 0.0));
    bench.edit(vec![a, b, a]);
    bench.play();
    let late = bench.next;
    bench.next += 1;
    bench.hear(Message::ReachedPose(a));
    bench.hear(Message::ReachedPose(b));
    bench.clear();
    bench.step(&[datagram(late, Message::ReachedPose(a))]);
    assert_eq!((bench.acked(), bench.client.plan()), (vec![late], Running));
    assert_eq!((bench.client.progress(), bench.reports.len()), (Some((2, 3)), 0));
}

#[test]
fn rm_70_what_belongs_to_the_plan_before_does_not_count_for_the_next_one() {
    let mut bench = Bench::at(Running);
    let (reached, ended) = (bench.next, bench.next + 1);
    bench.next += 2;
    bench.command(Command::Cancel).unwrap();
    bench.answer(ACK);
    bench.play();
    bench.clear();
    bench.step(&[datagram(reached, Message::ReachedPose(bench.route[0])), datagram(ended, Message::EndOfPlan)]);
    assert_eq!((bench.acked(), bench.client.plan()), (vec![reached, ended], Running));
    assert_eq!((bench.client.progress(), bench.reports.len()), (Some((0, 3)), 0));
}

#[test]
fn rm_71_a_route_that_was_cleared_while_paused_is_never_resumed() {
    let mut bench = Bench::at(Paused);
    bench.edit(Vec::new());
    for _ in 0..3 {
        bench.refused(Command::Play);
    }
    // An edit right after sending counts, however soon.
    let mut bench = Bench::connected();
    bench.play();
    bench.now += Duration::from_millis(10);
    bench.revision += 1;
    bench.clear();
    bench.command(Command::Play).unwrap();
    bench.answer(ACK);
    bench.command(Command::Play).unwrap();
    assert_eq!(bench.commands(), [Message::PausePlan, Message::OpenPlan { poses: 3 }]);
}

#[test]
fn rm_71_the_old_plan_is_stopped_first_where_that_is_wanted() {
    let settings = Settings { stop_first: true, ..Settings::new(robot()) };
    for (status, state) in [(ACK, Running), (NACK, Unknown)] {
        let mut bench = Bench::with(settings.clone());
        bench.connect(100.0);
        bench.bring(Paused);
        bench.revision += 1;
        bench.command(Command::Play).unwrap();
        assert_eq!(bench.commands(), [Message::StopPlan]);
        bench.answer(status);
        if status == ACK {
            (0..6).for_each(|_| bench.answer(ACK));
            assert_eq!(bench.commands()[1..], whole_plan(&bench.route));
        }
        assert_eq!((bench.client.plan(), bench.reports.len()), (state, 1));
    }
    let mut bench = Bench::with(settings);
    bench.connect(100.0);
    bench.bring(Paused);
    bench.revision += 1;
    bench.command(Command::Play).unwrap();
    bench.answer(ACK);
    bench.answer(NACK);
    assert_eq!(bench.client.plan(), Idle, "there is no old plan any more");
}

#[test]
fn rm_72_cancel_without_an_answer_is_unknown_until_it_is_confirmed() {
    let mut bench = Bench::at(Running);
    bench.command(Command::Cancel).unwrap();
    bench.pass_alive(3.0);
    assert_eq!(bench.client.plan(), Unknown);
    assert!(bench.report().to_string().contains("may still move"), "{}", bench.report());
    bench.clear();
    bench.command(Command::Cancel).unwrap();
    bench.answer(ACK);
    assert_eq!((bench.client.plan(), bench.commands()), (Idle, vec![Message::StopPlan]));
    bench.clear();
    bench.play();
    assert_eq!(bench.commands(), whole_plan(&bench.route), "the whole route again");
}

#[test]
fn rm_72_leaving_while_unknown_stops_once_more() {
    for (stop, mode_answer, state) in [(ACK, ACK, Idle), (NACK, ACK, Unknown), (NACK, NACK, Unknown)] {
        let mut bench = Bench::at(Unknown);
        bench.command(LEAVE).unwrap();
        assert_eq!(bench.commands(), [Message::StopPlan]);
        bench.answer(stop);
        assert_eq!(bench.commands(), [Message::StopPlan, mode(Mode::Editor, 100.0)]);
        bench.answer(mode_answer);
        assert_eq!((bench.client.plan(), bench.client.mode(), bench.reports.len()), (state, Mode::Editor, 1));
        let confirmed = stop == ACK && mode_answer == ACK;
        assert_eq!(bench.report().level(), if confirmed { Level::Info } else { Level::Warning });
    }
}

#[test]
fn rm_73_silence_is_shown_from_the_first_miss_and_ends_the_link_at_the_tenth() {
    for state in [Idle, Running, Paused, Unknown] {
        let mut bench = Bench::at(state);
        bench.pass(29.9);
        assert_eq!((bench.client.mode(), bench.client.plan()), (Mode::Robot, state));
        let shown: Vec<_> = (1..=9).map(|miss| Change::Silence(s(3.0 * f64::from(miss)))).collect();
        assert_eq!(bench.changes, shown);
        assert_eq!(bench.client.silence(bench.now), Some(s(29.9)));
        bench.clear();
        bench.pass(0.1);
        assert_eq!((bench.client.mode(), bench.commands()), (Mode::Editor, vec![mode(Mode::Editor, 100.0)]));
        let expected = if state == Idle { Idle } else { Unknown };
        assert_eq!(bench.client.plan(), expected);
        let told = bench.report().to_string();
        assert!(told.contains("link lost: no data for 30 s"), "{told}");
        assert!(!bench.changes.contains(&Change::CloseSocket), "an answer may come");
        assert_eq!(bench.refused(ENTER), Refusal::Switching);
        bench.pass(3.0);
        assert_eq!((&bench.changes[..], bench.sent.len()), (&[Change::CloseSocket][..], 0));
        bench.command(ENTER).expect("the link can be opened again");
    }
}

#[test]
fn rm_73_one_packet_keeps_the_link_and_a_damaged_one_does_not() {
    let mut bench = Bench::at(Running);
    bench.pass(29.0);
    bench.clear();
    bench.hear(Message::Trace(pose(0.0, 0.0, 0.0)));
    assert_eq!(bench.changes[0], Change::Silence(Duration::ZERO));
    bench.pass(29.0);
    assert_eq!(bench.client.mode(), Mode::Robot);
    for bytes in [vec![0xc1], vec![0x92, 5, 0x63], vec![0x92, 5, 6]] {
        bench.step(&[Datagram { peer: robot(), bytes }]);
    }
    bench.step(&[Datagram { peer: "10.9.9.9:1999".parse().unwrap(), ..datagram(200, Message::EndOfPlan) }]);
    let counters = bench.client.counters();
    assert_eq!((counters.corrupt, counters.unknown, counters.misdirected, counters.strangers), (1, 1, 1, 1));
    bench.pass(1.0);
    assert_eq!(bench.client.mode(), Mode::Editor);
}

#[test]
fn rm_73_the_time_is_a_setting() {
    for (seconds, expected) in [(1, 1.0), (5, 5.0), (60, 60.0), (0, 1.0), (1000, 60.0)] {
        let mut bench = Bench::with(Settings { link_timeout: Duration::from_secs(seconds), ..Settings::new(robot()) });
        bench.connect(10.0);
        bench.pass(expected - 0.05);
        assert_eq!(bench.client.mode(), Mode::Robot, "{seconds} s");
        bench.pass(0.1);
        assert_eq!(bench.client.mode(), Mode::Editor, "{seconds} s");
    }
}

#[test]
fn rm_73_the_link_is_lost_in_one_long_step_too() {
    let mut bench = Bench::at(Running);
    bench.now += s(100.0);
    bench.step(&[]);
    assert_eq!((bench.client.mode(), bench.client.plan()), (Mode::Editor, Unknown));
    let mut bench = Bench::at(Running);
    bench.now += s(100.0);
    bench.hear(Message::Trace(pose(0.0, 0.0, 0.0)));
    assert_eq!(bench.client.mode(), Mode::Robot, "what has come counts before the time");
}

#[test]
fn rm_74_while_a_command_waits_others_are_refused() {
    let others = [Command::Play, Command::Cancel, Command::ChangeSpeed { speed: 5.0 }, Command::Calibrate, LEAVE];
    for waiting in [Command::Play, Command::Cancel, Command::ChangeSpeed { speed: 25.0 }] {
        let mut bench = Bench::at(Running);
        bench.command(waiting).unwrap();
        let acked = bench.last().id;
        for other in others {
            assert!(matches!(bench.refused(other), Refusal::Waiting | Refusal::PlanActive(_)), "{other:?}");
        }
        assert_eq!(bench.refused(Command::Play), Refusal::Waiting);
        assert_eq!(bench.refused(Command::Cancel), Refusal::Waiting);
        bench.pass_alive(2.9);
        assert!(bench.client.is_waiting() && bench.reports.is_empty());
        bench.hear(Message::Ack { acked, status: ACK });
        assert!(!bench.client.is_waiting(), "{waiting:?}");
        assert_eq!(bench.report().command, Some(waiting));
    }
}

#[test]
fn rm_75_exit_stops_the_plan_and_leaves_robot_mode() {
    for state in [Idle, Running, Paused, Unknown] {
        for answers in [true, false] {
            let mut bench = Bench::at(state);
            bench.command(Command::Exit).unwrap();
            let mut expected = if state == Idle { vec![] } else { vec![Message::StopPlan] };
            if state != Idle {
                assert_eq!(bench.commands(), expected);
                if answers { bench.answer(ACK) } else { bench.pass(3.0) }
            }
            expected.push(mode(Mode::Editor, 100.0));
            assert_eq!(bench.commands(), expected);
            assert!(!bench.changes.contains(&Change::Exited));
            if answers {
                bench.answer(ACK)
            } else {
                bench.pass(3.0)
            }
            let last = &bench.changes[bench.changes.len() - 2..];
            assert_eq!(last, [Change::CloseSocket, Change::Exited]);
            assert!(bench.changes.contains(&Change::StopRouteEditor) && bench.now <= s(6.5));
            assert_eq!(bench.report().command, Some(Command::Exit));
            assert_eq!(bench.report().level(), if answers { Level::Info } else { Level::Warning });
        }
    }
}

#[test]
fn rm_75_exit_at_any_other_moment() {
    // In editor mode, at once.
    let mut bench = Bench::new();
    bench.command(Command::Exit).unwrap();
    assert_eq!((&bench.changes[..], bench.sent.len()), (&[Change::Exited][..], 0));
    assert_eq!(bench.refused(ENTER), Refusal::Ending);
    assert_eq!(bench.refused(Command::Exit), Refusal::Ending);

    // While the socket is opened.
    let mut bench = Bench::new();
    bench.command(ENTER).unwrap();
    bench.clear();
    bench.command(Command::Exit).unwrap();
    assert_eq!((&bench.changes[..], bench.sent.len()), (&[Change::CloseSocket, Change::Exited][..], 0));
    assert_eq!(bench.reports.len(), 2, "one of each command");

    // While robot mode is entered: the robot may have heard it.
    let mut bench = Bench::new();
    bench.command(ENTER).unwrap();
    bench.open();
    bench.clear();
    bench.command(Command::Exit).unwrap();
    assert_eq!(bench.commands(), [mode(Mode::Editor, 100.0)]);
    bench.pass(3.0);
    assert_eq!(bench.changes.last(), Some(&Change::Exited));

    // While robot mode is left: nothing more is sent.
    let mut bench = Bench::at(Idle);
    bench.command(LEAVE).unwrap();
    bench.command(Command::Exit).unwrap();
    assert_eq!(bench.commands().len(), 1);
    bench.answer(ACK);
    assert_eq!((bench.changes.last(), bench.reports.len()), (Some(&Change::Exited), 2));

    // While a plan is sent, before its start and after.
    for (steps, stops) in [(0, false), (4, false), (5, true)] {
        let mut bench = Bench::at(Idle);
        bench.command(Command::Play).unwrap();
        (0..steps).for_each(|_| bench.answer(ACK));
        bench.clear();
        bench.command(Command::Exit).unwrap();
        let first = if stops { Message::StopPlan } else { mode(Mode::Editor, 100.0) };
        assert_eq!(bench.commands(), [first], "after {steps} steps");
        assert_eq!(bench.notices(), [Notice::EndedMeanwhile]);
    }

    // After the link was lost.
    let mut bench = Bench::at(Running);
    bench.pass(30.0);
    bench.clear();
    bench.command(Command::Exit).unwrap();
    assert!(bench.sent.is_empty(), "editor mode was sent already");
    bench.pass(3.0);
    assert_eq!((&bench.changes[..], bench.reports.len()), (&[Change::CloseSocket, Change::Exited][..], 1));
}

#[test]
fn rm_75_a_program_that_fails_says_stop_and_editor_mode_without_waiting() {
    let mut bench = Bench::at(Running);
    let last: Vec<_> = bench.client.farewell().iter().map(|sent| sent.bytes.clone()).collect();
    assert_eq!(last, [datagram(7, Message::StopPlan).bytes, datagram(8, mode(Mode::Editor, 100.0)).bytes]);
    assert!(Client::new(Settings::new(robot())).farewell().is_empty());
}

#[test]
fn rm_76_what_needs_an_answer_has_it_at_once() {
    let mut bench = Bench::at(Running);
    let first = bench.route[0];
    let (id, beacon) = (bench.next, Default::default());
    let beacon = robomap_protocol::Beacon { id: 1, position: [0.0; 3], rotation: beacon };
    let events = [
        Message::ReachedPose(first),
        Message::ReachedPose(pose(9.0, 9.0, 9.0)),
        Message::CalibrationStart { beacons: 1 },
        Message::UltrasoundBeacon(beacon),
        Message::CalibrationEnd,
        Message::CaptureStarted,
        Message::CaptureEnded,
        Message::EndOfPlan,
        Message::Trace(first),
        Message::Ack { acked: 1000, status: ACK },
    ];
    let datagrams: Vec<_> = events.iter().zip(id..).map(|(event, id)| datagram(id, *event)).collect();
    // Copies, too, and again later.
    let twice = [&datagrams[..], &datagrams[..]].concat();
    bench.step(&twice);
    let ids: Vec<u32> = (id..id + 8).collect();
    assert_eq!(bench.acked(), [&ids[..], &ids[..]].concat());
    assert_eq!(bench.client.counters().copies, 9);
    bench.clear();
    bench.step(&datagrams[..1]);
    assert_eq!(bench.acked(), [id]);
}

#[test]
fn rm_76_memory_stays_the_same_over_a_million_traces_and_events_are_bounded() {
    let mut bench = Bench::connected();
    let size = |client: &Client| serde_json::to_string(client).unwrap().len();
    let total = if std::env::var_os("SIM_SOAK").is_some() { 1_000_000 } else { 50_000 };
    let mut largest = 0;
    for round in 0..total {
        bench.now += Duration::from_micros(100);
        bench.hear(Message::Trace(pose(f64::from(round), 0.0, 0.0)));
        bench.clear();
        if round % 10_000 == 2_000 {
            largest = largest.max(size(&bench.client));
        }
    }
    assert!(size(&bench.client) < largest + 1000, "{} bytes, {largest} before", size(&bench.client));

    // Nobody fetches reports of 3,000 strange poses that come at once.
    bench.play();
    bench.clear();
    let strange =
        (0..3_000).map(|event| datagram(bench.next + event, Message::ReachedPose(pose(f64::from(event), 7.0, 7.0))));
    let strange: Vec<_> = strange.collect();
    bench.step(&strange);
    assert_eq!(bench.acked().len(), 3_000, "all are confirmed");
    assert_eq!(bench.reports.len(), 1_001);
    let last = bench.reports.last().unwrap();
    assert_eq!((&last.notice, last.level()), (&Notice::EventsLost(2_000), Level::Error));
    let Notice::UnexpectedPose { pose: newest, .. } = bench.reports[999].notice else {
        panic!("{}", bench.reports[999])
    };
    assert_eq!(newest.x, 2_999.0, "the oldest are lost");
}

#[test]
fn rm_b14_traces_are_counted_over_two_seconds() {
    let mut bench = Bench::connected();
    bench.pass_alive(5.0);
    assert!((bench.client.trace_rate(bench.now) - 10.0).abs() < 0.51, "{}", bench.client.trace_rate(bench.now));
    bench.pass(1.0);
    assert!((bench.client.trace_rate(bench.now) - 5.0).abs() < 0.51);
    bench.pass(1.1);
    assert_eq!(bench.client.trace_rate(bench.now), 0.0);
}

#[test]
fn order_3_4_traces_alone_are_ordered_and_copies_of_others_dropped() {
    let mut bench = Bench::at(Running);
    let early = bench.next;
    bench.next += 10;
    bench.hear(Message::Trace(pose(1.0, 0.0, 0.0)));
    bench.clear();
    // An event that newer traces have overtaken counts.
    bench.step(&[datagram(early, Message::ReachedPose(bench.route[0]))]);
    assert_eq!(bench.client.progress(), Some((1, 3)));
    // So does an answer.
    bench.command(Command::Play).unwrap();
    let acked = bench.last().id;
    bench.step(&[datagram(early + 1, Message::Ack { acked, status: ACK })]);
    assert_eq!(bench.client.plan(), Paused);
}

#[test]
fn order_3_4_ids_wrap_on_both_sides() {
    let largest = robomap_protocol::LARGEST_ID;
    let mut bench = Bench::new();
    bench.client = Client::new(Settings::new(robot())).with_first_id(largest - 2);
    bench.next = largest - 1;
    bench.connect(100.0);
    bench.play();
    assert_eq!(bench.commands(), whole_plan(&bench.route));
    let ids: Vec<u32> = bench.sent.iter().map(|packet| packet.id).collect();
    assert_eq!(ids, [largest - 1, largest, 0, 1, 2, 3]);
    for pose in bench.route.clone() {
        bench.hear(Message::ReachedPose(pose));
    }
    assert_eq!(bench.client.plan(), Idle);

    let mut bench = Bench::connected();
    let traces = [(largest - 1, false), (100, true), (200, true), (150, false), (200, false), (201, true)];
    for (place, (id, taken)) in traces.into_iter().enumerate() {
        let here = pose(place as f64, 7.0, 0.0);
        bench.step(&[datagram(id, Message::Trace(here))]);
        assert_eq!(bench.client.pose() == Some(here), taken, "trace {id}");
    }
}

#[test]
fn order_3_4_the_strict_client_drops_what_is_not_newer_and_confirms_it() {
    let settings = Settings::strict(robot());
    assert_eq!((settings.dialect, settings.ordering, settings.resend), (Dialect::Thesis, Ordering::Strict, false));
    let mut bench = Bench::with(settings);
    bench.connect(100.0);
    bench.play();
    let early = bench.next;
    bench.next += 1;
    bench.hear(Message::Trace(pose(1.0, 0.0, 0.0)));
    bench.clear();
    // (c) of 3.4: with the old id it is confirmed, but does not count; then the stream goes on.
    bench.step(&[datagram(early, Message::ReachedPose(bench.route[0]))]);
    assert_eq!((bench.acked(), bench.client.progress()), (vec![early], Some((0, 3))));
    bench.hear(Message::ReachedPose(bench.route[0]));
    assert_eq!(bench.client.progress(), Some((1, 3)));
    // (d): of a server that has begun anew the first packet is swallowed, also in the next connection.
    let mut bench = Bench::with(Settings::strict(robot()));
    bench.connect(100.0);
    bench.hear(Message::Trace(pose(0.0, 0.0, 0.0)));
    bench.command(LEAVE).unwrap();
    bench.answer(ACK);
    bench.next = 0;
    bench.command(ENTER).unwrap();
    bench.open();
    bench.answer(ACK);
    assert_eq!(bench.client.mode(), Mode::Editor, "the answer was swallowed");
    bench.answer(ACK);
    assert_eq!(bench.client.mode(), Mode::Robot);
    // Later additions are not known.
    bench.clear();
    bench.hear(Message::EndOfPlan);
    assert_eq!((bench.sent.len(), bench.client.counters().unknown), (0, 1));
    assert_eq!(bench.refused(Command::Calibrate), Refusal::NotInDialect);
    assert_eq!(bench.refused(Command::Drive { on: true }), Refusal::NotInDialect);
}

#[test]
fn times_3_5_a_command_is_sent_again_with_its_id_where_that_is_wanted() {
    for resend in [false, true] {
        let mut bench = Bench::with(Settings { resend, ..Settings::new(robot()) });
        bench.connect(100.0);
        bench.command(Command::ChangeSpeed { speed: 5.0 }).unwrap();
        let mut times = vec![bench.now];
        for _ in 0..40 {
            let sent = bench.sent.len();
            bench.pass_alive(0.1);
            if bench.sent.len() > sent {
                times.push(bench.now);
            }
        }
        let ids: Vec<u32> = bench.sent.iter().map(|packet| packet.id).collect();
        let first = times[0];
        let after: Vec<_> = times.iter().map(|time| (*time - first).as_millis()).collect();
        match resend {
            false => assert_eq!(after, [0]),
            true => assert_eq!((after, ids), (vec![0, 1000, 2000], vec![1; 3])),
        }
        assert_eq!(bench.report().notice, Notice::SpeedNotChanged { failure: Failure::NoAck, kept: 100.0 });
    }
}

#[test]
fn a_mode_that_the_robot_confirms_again_after_the_plan_was_sent_has_ended_the_plan() {
    let mut bench = Bench::at(Running);
    bench.hear(Message::Ack { acked: 0, status: ACK });
    assert_eq!((bench.client.plan(), &bench.report().notice), (Unknown, &Notice::PlanLost));
    // One from before the plan was opened says nothing about it.
    let mut bench = Bench::connected();
    let early = bench.next;
    bench.next += 1;
    bench.play();
    bench.clear();
    bench.step(&[datagram(early, Message::Ack { acked: 0, status: ACK })]);
    assert_eq!((bench.client.plan(), bench.reports.len()), (Running, 0));
}

#[test]
fn rm_29_sending_can_be_given_up_until_the_start() {
    for steps in 0..5 {
        let mut bench = Bench::at(Idle);
        bench.command(Command::Play).unwrap();
        (0..steps).for_each(|_| bench.answer(ACK));
        let acked = bench.last().id;
        bench.command(Command::Abort).unwrap();
        assert_eq!(bench.refused(Command::Abort), Refusal::NothingToAbort);
        bench.hear(Message::Ack { acked, status: ACK });
        assert_eq!((bench.client.plan(), bench.client.is_waiting()), (Idle, false));
        let done = steps as usize + 1;
        assert_eq!(bench.notices(), [Notice::SendingAborted { done, of: 6 }]);
        bench.clear();
        bench.play();
        assert_eq!(bench.commands(), whole_plan(&bench.route));
    }
    let mut bench = Bench::at(Idle);
    bench.command(Command::Play).unwrap();
    (0..5).for_each(|_| bench.answer(ACK));
    assert_eq!(bench.refused(Command::Abort), Refusal::NothingToAbort, "a start cannot be called back");
}

#[test]
fn a_plan_that_ends_while_a_command_waits_stays_ended() {
    for (command, status) in
        [(Command::Play, ACK), (Command::Play, NACK), (Command::Cancel, ACK), (Command::Cancel, NACK)]
    {
        let mut bench = Bench::at(Running);
        bench.command(command).unwrap();
        for pose in bench.route.clone() {
            bench.hear(Message::ReachedPose(pose));
        }
        assert_eq!(bench.client.plan(), Idle);
        bench.answer(status);
        assert_eq!((bench.client.plan(), bench.client.is_waiting()), (Idle, false));
        let of_command = bench.reports.iter().filter(|report| report.command == Some(command));
        assert_eq!(of_command.count(), 1);
        assert!(bench.reports.iter().all(|report| report.level() == Level::Info), "{:?}", bench.reports);
    }
}

#[test]
fn settings_are_changed_in_editor_mode_alone() {
    let mut bench = Bench::connected();
    let other = Settings::new("10.0.0.9:1999".parse().unwrap());
    assert_eq!(bench.client.set_settings(other.clone()), Err(Refusal::InRobotMode));
    bench.command(LEAVE).unwrap();
    bench.answer(ACK);
    bench.client.set_settings(other).unwrap();
    bench.command(ENTER).unwrap();
    bench.client.socket_opened(bench.now);
    let sent = bench.client.step(bench.now, &[]).datagrams;
    assert_eq!((sent.len(), sent[0].peer), (1, "10.0.0.9:1999".parse().unwrap()));
}

#[test]
fn types_of_packets_in_tables_are_those_of_the_protocol() {
    let plan = whole_plan(&[pose(0.0, 0.0, 0.0)]);
    let types: Vec<_> = plan.iter().map(|message| message.packet_type()).collect();
    assert_eq!(types, [PacketType::OpenPlan, PacketType::AddPose, PacketType::ClosePlan, PacketType::StartPlan]);
}
