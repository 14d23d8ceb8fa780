//! Requirements of the client, one by one.

use crate::support::{ACK, Bench, NACK, datagram, pose, robot, s, whole_plan};
use robomap_link::Datagram;
use robomap_link::client::PlanState::{Idle, Paused, Running, Unknown};
use robomap_link::client::{Change, Command, Failure, Level, Notice, PlayAction, Refusal, Settings};
use robomap_protocol::{Message, Mode, Pose};
use std::time::Duration;

const ENTER: Command = Command::EnterRobotMode { speed: 40.0 };
const LEAVE: Command = Command::LeaveRobotMode;

fn mode(mode: Mode, speed: f64) -> Message {
    Message::Mode { mode, speed }
}

/// RM-62: A button toggles editor and robot mode, unless a plan is active.
#[test]
fn when_the_mode_may_be_changed() {
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

/// RM-63: Entering robot mode sends the chosen speed and waits 3 s for confirmation.
#[test]
fn entering_sends_the_speed_that_was_given() {
    let mut bench = Bench::new();
    assert_eq!(bench.client.speed(), 100.0, "the first preset");
    bench.command(ENTER).unwrap();
    assert!(bench.sent.is_empty(), "the socket is opened first");
    bench.open();
    assert_eq!(bench.commands(), [mode(Mode::Robot, 40.0)]);
    assert_eq!((bench.client.mode(), bench.client.speed()), (Mode::Editor, 100.0));
    let here = pose(3.0, 4.0, 5.0);
    bench.receive(Message::Trace(here));
    bench.clear();
    bench.receive(Message::Ack { acked: 0, status: ACK });
    assert_eq!((bench.client.mode(), bench.client.speed()), (Mode::Robot, 40.0));
    assert_eq!(bench.changes, [Change::Mode(Mode::Robot), Change::Speed(40.0), Change::Pose(here)]);
    assert_eq!(bench.report().notice, Notice::Entered { dropped: false });
}

/// RM-63: Entering robot mode sends the chosen speed and waits 3 s for confirmation.
#[test]
fn without_a_server_editor_mode_after_three_seconds() {
    for refused in [false, true] {
        let mut bench = Bench::new();
        bench.command(ENTER).unwrap();
        bench.open();
        bench.clear();
        if refused {
            bench.receive(Message::Ack { acked: 0, status: NACK });
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
        bench.command(ENTER).expect("can be retried immediately");
    }
}

/// RM-63: Entering robot mode sends the chosen speed and waits 3 s for confirmation.
#[test]
fn a_socket_that_cannot_be_opened_is_reported_with_address_and_cause() {
    let mut bench = Bench::new();
    bench.command(ENTER).unwrap();
    bench.client.socket_failed(bench.now, "0.0.0.0:1500", "address in use");
    bench.step(&[]);
    let text = bench.report().to_string();
    assert!(text.contains("0.0.0.0:1500: address in use; choose another port"), "{text}");
    assert_eq!((bench.report().level(), bench.client.mode(), bench.sent.len()), (Level::Error, Mode::Editor, 0));
    bench.client.socket_opened(bench.now);
    bench.step(&[]);
    assert!(bench.sent.is_empty(), "unsolicited");
    bench.command(ENTER).expect("can be retried immediately");
}

/// RM-63: Entering robot mode sends the chosen speed and waits 3 s for confirmation.
#[test]
fn a_speed_that_is_none_is_refused() {
    let mut bench = Bench::new();
    for speed in [-0.1, 100.1, f64::INFINITY] {
        assert_eq!(bench.refused(Command::EnterRobotMode { speed }), Refusal::BadSpeed(speed));
    }
    assert!(matches!(bench.command(Command::EnterRobotMode { speed: f64::NAN }), Err(Refusal::BadSpeed(_))));
    assert_eq!((bench.reports.len(), bench.sent.len(), bench.changes.len()), (1, 0, 0));
}

/// RM-64: Leaving robot mode notifies the robot, closes the socket and keeps the speed.
#[test]
fn leaving_keeps_the_speed_and_closes_the_socket_last() {
    for (status, notice, level) in [
        (Some(ACK), Notice::Left { stop: None, mode: None }, Level::Info),
        (Some(NACK), Notice::Left { stop: None, mode: Some(Failure::Refused) }, Level::Warning),
        (None, Notice::Left { stop: None, mode: Some(Failure::NoAck) }, Level::Warning),
    ] {
        let mut bench = Bench::new();
        bench.connect(25.0);
        bench.command(LEAVE).unwrap();
        assert_eq!((bench.commands(), bench.client.mode()), (vec![mode(Mode::Editor, 25.0)], Mode::Robot));
        bench.answer_or_time_out(status);
        let report = bench.report().clone();
        assert_eq!((&report.notice, report.level(), report.command), (&notice, level, Some(LEAVE)));
        let last: Vec<_> = bench.changes.iter().rev().take(3).rev().cloned().collect();
        assert_eq!(last, [Change::Mode(Mode::Editor), Change::StopRouteEditor, Change::CloseSocket]);
        assert_eq!((bench.client.mode(), bench.client.speed(), bench.client.pose()), (Mode::Editor, 25.0, None));
        bench.clear();
        bench.receive(Message::ReachedPose(pose(0.0, 0.0, 0.0)));
        assert!(bench.sent.is_empty(), "the socket is closed");
    }
}

/// RM-65: The drawn robot takes the newest reported pose at least 10 times per second.
#[test]
fn the_robot_is_drawn_at_the_newest_trace() {
    let mut bench = Bench::connected();
    for round in 0..50 {
        bench.now += s(0.02);
        bench.receive(Message::Trace(pose(f64::from(round), 0.0, 0.0)));
        assert_eq!(bench.changes.last(), Some(&Change::Pose(pose(f64::from(round), 0.0, 0.0))));
    }
    // Of many simultaneous traces the newest is drawn, in any order.
    bench.clear();
    let (first, second) = (pose(100.0, 0.0, 0.0), pose(200.0, 0.0, 0.0));
    let next = bench.next;
    bench.step(&[datagram(next + 1, Message::Trace(second)), datagram(next, Message::Trace(first))]);
    assert_eq!(bench.changes, [Change::Pose(second)]);
    assert_eq!((bench.client.pose(), bench.client.counters().stale), (Some(second), 1));
}

/// RM-65: The drawn robot takes the newest reported pose at least 10 times per second.
#[test]
fn damaged_traces_are_counted_and_ignored() {
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

/// RM-66: A toggle stops only the drawn robot; acknowledgments and plan progress continue.
#[test]
fn only_drawing_stops() {
    let mut bench = Bench::at(Running);
    bench.command(Command::ToggleRendering).unwrap();
    assert_eq!((bench.client.is_rendering(), &bench.report().notice), (false, &Notice::Rendering(false)));
    bench.clear();
    for round in 0..20 {
        bench.receive(Message::Trace(pose(f64::from(round), 1.0, 0.0)));
    }
    let id = bench.receive(Message::ReachedPose(bench.route[0]));
    assert_eq!((bench.acked(), &bench.changes[..]), (vec![id], &[Change::Reached { reached: 1, of: 3 }][..]));
    bench.clear();
    bench.command(Command::ToggleRendering).unwrap();
    assert_eq!(bench.changes, [Change::Rendering(true), Change::Pose(pose(19.0, 1.0, 0.0))]);
    let mut bench = Bench::new();
    assert_eq!(bench.refused(Command::ToggleRendering), Refusal::NotInRobotMode);
}

/// RM-67: The speed is 0 to 100 % and changes only after confirmation.
#[test]
fn the_speed_that_is_shown_is_the_one_that_was_confirmed() {
    for state in [Idle, Running, Paused, Unknown] {
        let mut bench = Bench::at(state);
        bench.command(Command::ChangeSpeed { speed: 25.0 }).unwrap();
        assert_eq!((bench.commands(), bench.client.speed()), (vec![Message::ChangeSpeed { speed: 25.0 }], 100.0));
        bench.answer(ACK);
        assert_eq!((bench.client.speed(), bench.report().to_string()), (25.0, "speed 25.00 %".into()));
        for (status, failure) in [(Some(NACK), Failure::Refused), (None, Failure::NoAck)] {
            bench.clear();
            bench.command(Command::ChangeSpeed { speed: 75.0 }).unwrap();
            bench.answer_or_time_out(status);
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

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn actions_of_the_buttons_in_each_state() {
    assert_eq!(Bench::new().refused(Command::Play), Refusal::NotInRobotMode);
    assert_eq!(Bench::new().refused(Command::Cancel), Refusal::NotInRobotMode);
    let mut bench = Bench::at(Paused);
    bench.editing = true;
    assert_eq!(bench.refused(Command::Play), Refusal::Editing);
    bench.command(Command::Cancel).expect("canceling is allowed while the route of a paused plan is edited");
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

/// RM-69: A plan is sent pose by pose; any missing acknowledgment stops sending.
#[test]
fn the_plan_has_every_pose_and_is_checked_before_it_is_sent() {
    // From one pose to two hundred.
    for poses in [1, 2, 200] {
        let mut bench = Bench::connected();
        bench.edit((0..poses).map(|pose| crate::support::pose(f64::from(pose), 0.1 + 0.2, 359.99)).collect());
        bench.play();
        assert_eq!(bench.commands(), whole_plan(&bench.route));
        let progress: Vec<_> =
            bench.changes.iter().filter(|change| matches!(change, Change::Progress { .. })).collect();
        let of = bench.route.len() + 3;
        assert_eq!(progress.first(), Some(&&Change::Progress { done: 0, of }));
        assert_eq!((progress.last(), progress.len()), (Some(&&Change::Progress { done: of, of }), of + 1));
    }
    let mut bench = Bench::connected();
    for far in [f64::NAN, 1e300, -1.1e6] {
        bench.edit(vec![pose(0.0, 0.0, 0.0), pose(0.0, far, 0.0)]);
        assert_eq!(bench.refused(Command::Play), Refusal::BadPose(2));
    }
}

/// RM-59: Legs are checked when appended and again before a plan is sent.
#[test]
fn the_path_to_the_first_pose_is_checked_unless_the_robot_is_there() {
    let asked = std::cell::RefCell::new(Vec::new());
    let route = [pose(1.0, 1.0, 0.0), pose(2.0, 1.0, 0.0)];
    let ask = |robot: Option<Pose>| {
        let mut bench = Bench::connected();
        if let Some(robot) = robot {
            bench.receive(Message::Trace(robot));
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
    assert_eq!(ask(Some(pose(1.0005, 1.0, 360.01))), None, "the robot is there");
    let far = pose(1.0, 1.0, 1.0);
    assert_eq!(ask(Some(far)), Some(far));
    let first = Bench::new().route[0];
    assert_eq!(ask(None), Some(first), "the trace before the acknowledgement of the mode");
}

/// RM-70: A plan ends only when its last pose is reached in order.
#[test]
fn an_earlier_pose_that_is_equal_to_the_last_one_does_not_end_the_plan() {
    let mut bench = Bench::connected();
    let (a, b) = (pose(0.0, 0.0, 0.0), pose(1.0, 0.0, 0.0));
    bench.edit(vec![a, b, a]);
    bench.play();
    let reached = [a, b, a].map(|pose| {
        bench.receive(Message::ReachedPose(pose));
        (bench.client.plan(), bench.client.progress())
    });
    assert_eq!(reached, [(Running, Some((1, 3))), (Running, Some((2, 3))), (Idle, None)]);
}

/// RM-70: A plan ends only when its last pose is reached in order.
#[test]
fn a_copy_that_comes_late_does_not_count_as_the_next_equal_pose() {
    let mut bench = Bench::connected();
    let (a, b) = (pose(0.0, 0.0, 0.0), pose(1.0, 0.0, 0.0));
    bench.edit(vec![a, b, a]);
    bench.play();
    let late = bench.next;
    bench.next += 1;
    bench.receive(Message::ReachedPose(a));
    bench.receive(Message::ReachedPose(b));
    bench.clear();
    bench.step(&[datagram(late, Message::ReachedPose(a))]);
    assert_eq!((bench.acked(), bench.client.plan()), (vec![late], Running));
    assert_eq!((bench.client.progress(), bench.reports.len()), (Some((2, 3)), 0));
}

/// RM-70: A plan ends only when its last pose is reached in order.
#[test]
fn what_belongs_to_the_plan_before_does_not_count_for_the_next_one() {
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

/// RM-51: Routes can be edited while a plan is paused, but not while it runs.
/// RM-71: After edits while paused, the whole new route is sent and started.
#[test]
fn a_route_that_was_cleared_while_paused_is_never_resumed() {
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

/// RM-51: Routes can be edited while a plan is paused, but not while it runs.
/// RM-71: After edits while paused, the whole new route is sent and started.
#[test]
fn the_old_plan_is_stopped_first_where_that_is_wanted() {
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
    assert_eq!(bench.client.plan(), Idle, "the old plan is gone");
}

/// RM-72: Cancel stops the robot; without confirmation the plan state is unknown.
#[test]
fn cancel_without_an_answer_is_unknown_until_it_is_confirmed() {
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

/// RM-72: Cancel stops the robot; without confirmation the plan state is unknown.
#[test]
fn leaving_while_unknown_stops_once_more() {
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
    assert_eq!(bench.client.set_settings(Settings::new(robot())), Err(Refusal::Switching));
    // An unknown plan of one robot is not resolved by another robot.
    let mut bench = Bench::at(Unknown);
    bench.command(LEAVE).unwrap();
    bench.answer(NACK);
    bench.answer(ACK);
    assert_eq!((bench.client.mode(), bench.client.plan()), (Mode::Editor, Unknown));
    let other = Settings::new("10.0.0.9:1999".parse().unwrap());
    assert_eq!(bench.client.set_settings(other), Err(Refusal::PlanUnknown));
    bench.client.set_settings(Settings::strict(robot())).unwrap();
}
