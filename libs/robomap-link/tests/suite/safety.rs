//! Watchdog, shutdown, memory limits, and packet order.

use crate::support::{ACK, Bench, NACK, datagram, pose, robot, s, whole_plan};
use robomap_link::Datagram;
use robomap_link::client::PlanState::{Idle, Paused, Running, Unknown};
use robomap_link::client::{
    Change, Client, Command, Failure, Level, Notice, Ordering, Output, Refusal, Report, Settings,
};
use robomap_protocol::{Dialect, Message, Mode, decode};
use std::time::Duration;

const ENTER: Command = Command::EnterRobotMode { speed: 40.0 };
const LEAVE: Command = Command::LeaveRobotMode;

fn mode(mode: Mode, speed: f64) -> Message {
    Message::Mode { mode, speed }
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn silence_is_shown_from_the_first_miss_and_ends_the_link_at_the_tenth() {
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
        let text = bench.report().to_string();
        assert!(text.contains("link lost: no data for 30 s"), "{text}");
        assert!(!bench.changes.contains(&Change::CloseSocket), "a response may arrive");
        assert_eq!(bench.refused(ENTER), Refusal::Switching);
        bench.pass(3.0);
        assert_eq!((&bench.changes[..], bench.sent.len()), (&[Change::CloseSocket][..], 0));
        bench.command(ENTER).expect("the link can be opened again");
    }
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn one_packet_keeps_the_link_and_a_damaged_one_does_not() {
    let mut bench = Bench::at(Running);
    bench.pass(29.0);
    bench.clear();
    bench.receive(Message::Trace(pose(0.0, 0.0, 0.0)));
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

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn the_time_is_a_setting() {
    for (seconds, expected) in [(1, 1.0), (5, 5.0), (60, 60.0), (0, 1.0), (1000, 60.0)] {
        let mut bench = Bench::with(Settings { link_timeout: Duration::from_secs(seconds), ..Settings::new(robot()) });
        bench.connect(10.0);
        bench.pass(expected - 0.05);
        assert_eq!(bench.client.mode(), Mode::Robot, "{seconds} s");
        bench.pass(0.1);
        assert_eq!(bench.client.mode(), Mode::Editor, "{seconds} s");
    }
}

/// RM-73: Ten misses of 3 s each lose the link, even while a plan runs.
#[test]
fn the_link_is_lost_in_one_long_step_too() {
    let mut bench = Bench::at(Running);
    bench.now += s(100.0);
    bench.step(&[]);
    assert_eq!((bench.client.mode(), bench.client.plan()), (Mode::Editor, Unknown));
    let mut bench = Bench::at(Running);
    bench.now += s(100.0);
    bench.receive(Message::Trace(pose(0.0, 0.0, 0.0)));
    assert_eq!(bench.client.mode(), Mode::Robot, "received packets count before the timeout");
}

/// RM-74: The window never blocks; a second command is rejected while one waits.
#[test]
fn while_a_command_waits_others_are_refused() {
    let others = [Command::Play, Command::ChangeSpeed { speed: 5.0 }, Command::Calibrate, LEAVE];
    for waiting in [Command::Play, Command::Cancel, Command::ChangeSpeed { speed: 25.0 }] {
        let mut bench = Bench::at(Running);
        bench.command(waiting).unwrap();
        let acked = bench.last().id;
        for other in others {
            assert!(matches!(bench.refused(other), Refusal::Waiting | Refusal::PlanActive(_)), "{other:?}");
        }
        assert_eq!(bench.refused(Command::Play), Refusal::Waiting);
        bench.pass_alive(2.9);
        assert!(bench.client.is_waiting() && bench.reports.is_empty());
        bench.receive(Message::Ack { acked, status: ACK });
        assert!(!bench.client.is_waiting(), "{waiting:?}");
        assert_eq!(bench.report().command, Some(waiting));
    }
}

/// RM-74: The window never blocks; a second command is rejected while one waits.
#[test]
fn a_cancel_waits_only_for_another_cancel() {
    for waits in [Command::Play, Command::ChangeSpeed { speed: 25.0 }] {
        for (from, status, next) in [(Running, ACK, Idle), (Running, NACK, Unknown), (Paused, ACK, Idle)] {
            let mut bench = Bench::at(from);
            bench.command(waits).unwrap();
            let late = bench.last().id;
            bench.clear();
            bench.command(Command::Cancel).unwrap();
            assert_eq!(bench.commands(), [Message::StopPlan], "{waits:?}");
            assert_eq!(bench.report().command, Some(waits));
            assert_eq!(bench.notices(), [Notice::Overtaken]);
            let acked = bench.last().id;
            assert_eq!(bench.refused(Command::Cancel), Refusal::Waiting);
            bench.receive(Message::Ack { acked, status });
            assert_eq!((bench.client.plan(), bench.client.is_waiting()), (next, false));
            assert_eq!(bench.report().command, Some(Command::Cancel));
            // A later confirmation does not affect the plan.
            bench.receive(Message::Ack { acked: late, status: ACK });
            assert_eq!(bench.client.plan(), next);
        }
    }
}

/// RM-74: The window never blocks; a second command is rejected while one waits.
#[test]
fn a_cancel_stops_a_plan_whose_start_waits() {
    for (status, next) in [(Some(ACK), Idle), (Some(NACK), Unknown), (None, Unknown)] {
        let mut bench = Bench::at(Idle);
        bench.command(Command::Play).unwrap();
        (0..bench.route.len() + 2).for_each(|_| bench.answer(ACK));
        assert_eq!(bench.last().message, Message::StartPlan);
        let started = bench.last().id;
        bench.command(Command::Cancel).unwrap();
        assert_eq!(bench.last().message, Message::StopPlan);
        bench.receive(Message::Ack { acked: started, status: ACK });
        bench.answer_or_time_out(status);
        assert_eq!((bench.client.plan(), bench.client.is_waiting()), (next, false), "{status:?}");
    }
    let mut bench = Bench::at(Idle);
    bench.command(Command::Play).unwrap();
    assert_eq!(bench.refused(Command::Cancel), Refusal::Waiting, "before the start, `Abort` ends it");
}

/// RM-74: The window never blocks; a second command is rejected while one waits.
#[test]
fn a_speed_that_is_confirmed_after_a_cancel_counts() {
    for (status, speed) in [(ACK, 25.0), (NACK, 100.0)] {
        let mut bench = Bench::at(Running);
        bench.command(Command::ChangeSpeed { speed: 25.0 }).unwrap();
        let acked = bench.last().id;
        bench.command(Command::Cancel).unwrap();
        bench.answer(ACK);
        assert_eq!(bench.client.speed(), 100.0, "nothing was confirmed");
        bench.receive(Message::Ack { acked, status });
        assert_eq!(bench.client.speed(), speed);
    }
    let mut bench = Bench::at(Running);
    bench.command(Command::ChangeSpeed { speed: 25.0 }).unwrap();
    let acked = bench.last().id;
    bench.command(Command::Cancel).unwrap();
    bench.answer(ACK);
    bench.command(Command::ChangeSpeed { speed: 75.0 }).unwrap();
    bench.answer(ACK);
    bench.receive(Message::Ack { acked, status: ACK });
    assert_eq!(bench.client.speed(), 75.0, "the robot has received another one since");
}

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn exit_stops_the_plan_and_leaves_robot_mode() {
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

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn exit_at_any_other_moment() {
    // In editor mode, immediately.
    let mut bench = Bench::new();
    bench.command(Command::Exit).unwrap();
    assert_eq!((&bench.changes[..], bench.sent.len()), (&[Change::Exited][..], 0));
    assert_eq!(bench.refused(ENTER), Refusal::Ending);
    assert_eq!(bench.refused(Command::Exit), Refusal::Ending);

    // While the socket is being opened.
    let mut bench = Bench::new();
    bench.command(ENTER).unwrap();
    bench.clear();
    bench.command(Command::Exit).unwrap();
    assert_eq!((&bench.changes[..], bench.sent.len()), (&[Change::CloseSocket, Change::Exited][..], 0));
    assert_eq!(bench.reports.len(), 2, "one of each command");

    // While robot mode is being entered: the robot may have received the request.
    let mut bench = Bench::new();
    bench.command(ENTER).unwrap();
    bench.open();
    bench.clear();
    bench.command(Command::Exit).unwrap();
    assert_eq!(bench.commands(), [mode(Mode::Editor, 100.0)]);
    bench.pass(3.0);
    assert_eq!(bench.changes.last(), Some(&Change::Exited));

    // While robot mode is being left: no more packets are sent.
    let mut bench = Bench::at(Idle);
    bench.command(LEAVE).unwrap();
    bench.command(Command::Exit).unwrap();
    assert_eq!(bench.commands().len(), 1);
    bench.answer(ACK);
    assert_eq!((bench.changes.last(), bench.reports.len()), (Some(&Change::Exited), 2));

    // While a plan is being sent, before its start and after.
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

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn an_exit_that_cannot_wait_any_longer_is_reported_as_unconfirmed() {
    let no_answer = Some(Failure::NoAck);
    // The pending packet, the packet sent then, and the failure.
    let editor = mode(Mode::Editor, 100.0);
    for (state, waited, sent, stop) in
        [(Running, 1.0, vec![editor], no_answer), (Running, 4.0, vec![], no_answer), (Idle, 1.0, vec![], None)]
    {
        let mut bench = Bench::at(state);
        bench.command(Command::Exit).unwrap();
        bench.pass(waited);
        let output = bench.client.give_up_exit();
        let commands: Vec<_> =
            output.datagrams.iter().map(|sent| decode(&sent.bytes, Dialect::Later).unwrap().message).collect();
        assert_eq!(commands, sent);
        let report = Report { command: Some(Command::Exit), notice: Notice::Ended { stop, mode: no_answer } };
        assert_eq!((&output.reports[..], output.changes.last()), (&[report][..], Some(&Change::Exited)));
        assert_eq!(bench.client.give_up_exit(), Output::default(), "it has ended");
    }

    // While robot mode is already being left, for both commands.
    let mut bench = Bench::at(Idle);
    bench.command(LEAVE).unwrap();
    bench.command(Command::Exit).unwrap();
    let commands: Vec<_> = bench.client.give_up_exit().reports.into_iter().map(|report| report.command).collect();
    assert_eq!(commands, [Some(LEAVE), Some(Command::Exit)]);

    // After a lost link it was reported immediately.
    let mut bench = Bench::at(Running);
    bench.pass(30.0);
    bench.command(Command::Exit).unwrap();
    let output = bench.client.give_up_exit();
    assert_eq!((&output.reports[..], output.changes.last()), (&[][..], Some(&Change::Exited)));

    let mut bench = Bench::at(Running);
    assert_eq!(bench.client.give_up_exit(), Output::default(), "unsolicited");
    assert_eq!(bench.client.mode(), Mode::Robot);
}

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn a_program_that_fails_says_stop_and_editor_mode_without_waiting() {
    let mut bench = Bench::at(Running);
    let last: Vec<_> = bench.client.farewell().iter().map(|sent| sent.bytes.clone()).collect();
    assert_eq!(last, [datagram(7, Message::StopPlan).bytes, datagram(8, mode(Mode::Editor, 100.0)).bytes]);
    assert_eq!((bench.client.mode(), bench.client.plan(), bench.client.speed()), (Mode::Editor, Unknown, 100.0));
    assert!(bench.client.farewell().is_empty(), "nothing else is sent");
    bench.command(ENTER).expect("the link can be opened again");
    assert!(Client::new(Settings::new(robot())).farewell().is_empty());
}

/// RM-76: Packets are acknowledged within 20 ms, and receive buffers are bounded.
#[test]
fn what_needs_an_answer_has_it_at_once() {
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
    // Duplicates, too, and again later.
    let twice = [&datagrams[..], &datagrams[..]].concat();
    bench.step(&twice);
    let ids: Vec<u32> = (id..id + 8).collect();
    assert_eq!(bench.acked(), [&ids[..], &ids[..]].concat());
    assert_eq!(bench.client.counters().copies, 9);
    bench.clear();
    bench.step(&datagrams[..1]);
    assert_eq!(bench.acked(), [id]);
}

/// RM-76: Packets are acknowledged within 20 ms, and receive buffers are bounded.
#[test]
fn memory_stays_the_same_over_a_million_traces_and_events_are_bounded() {
    let mut bench = Bench::connected();
    let size = |client: &Client| serde_json::to_string(client).unwrap().len();
    let total = if std::env::var_os("SIM_SOAK").is_some() { 1_000_000 } else { 50_000 };
    let mut largest = 0;
    for round in 0..total {
        bench.now += Duration::from_micros(100);
        bench.receive(Message::Trace(pose(f64::from(round), 0.0, 0.0)));
        bench.clear();
        if round % 10_000 == 2_000 {
            largest = largest.max(size(&bench.client));
        }
    }
    assert!(size(&bench.client) < largest + 1000, "{} bytes, {largest} before", size(&bench.client));

    // The reports of 3,000 impossible poses that arrive at once are not fetched.
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

/// RM-65: The drawn robot takes the newest reported pose at least 10 times per second.
#[test]
fn an_impossible_pose_is_reported_once_and_ignored() {
    let mut bench = Bench::connected();
    bench.receive(Message::Trace(pose(1.0, 2.0, 3.0)));
    bench.clear();
    for _ in 0..3 {
        bench.receive(Message::Trace(pose(0.0, -1e300, 0.0)));
    }
    let text = bench.report().to_string();
    assert!(text.contains("y = -1e300 m") && text.contains("check that the robot is on"), "{text}");
    assert_eq!((bench.client.pose(), bench.client.counters().impossible), (Some(pose(1.0, 2.0, 3.0)), 3));
    bench.receive(Message::Trace(pose(1e6, 0.0, 0.0)));
    assert_eq!(bench.client.pose(), Some(pose(1e6, 0.0, 0.0)));
    bench.clear();
    bench.receive(Message::Trace(pose(1.1e6, 0.0, 0.0)));
    assert!(matches!(bench.report().notice, Notice::ImpossiblePose(_)), "reported again after a valid pose");
}

/// RM-L04: The packet rate is shown over a window of 2 s.
/// RM-B14: The link shows latency and loss, and is tested with the real platform.
#[test]
fn traces_are_counted_over_two_seconds() {
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
    bench.receive(Message::Trace(pose(1.0, 0.0, 0.0)));
    bench.clear();
    // An event counts even if newer traces have overtaken it.
    bench.step(&[datagram(early, Message::ReachedPose(bench.route[0]))]);
    assert_eq!(bench.client.progress(), Some((1, 3)));
    // So does an acknowledgement.
    bench.command(Command::Play).unwrap();
    let acked = bench.last().id;
    bench.step(&[datagram(early + 1, Message::Ack { acked, status: ACK })]);
    assert_eq!(bench.client.plan(), Paused);
}

#[test]
fn order_3_4_ids_wrap_on_both_sides() {
    let largest = robomap_protocol::MAX_ID;
    let mut bench = Bench::new();
    bench.client = Client::new(Settings::new(robot())).with_first_id(largest - 2);
    bench.next = largest - 1;
    bench.connect(100.0);
    bench.play();
    assert_eq!(bench.commands(), whole_plan(&bench.route));
    let ids: Vec<u32> = bench.sent.iter().map(|packet| packet.id).collect();
    assert_eq!(ids, [largest - 1, largest, 0, 1, 2, 3]);
    for pose in bench.route.clone() {
        bench.receive(Message::ReachedPose(pose));
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
    bench.receive(Message::Trace(pose(1.0, 0.0, 0.0)));
    bench.clear();
    // (c) of 3.4: with an old id it is acknowledged but does not count; then the stream continues.
    bench.step(&[datagram(early, Message::ReachedPose(bench.route[0]))]);
    assert_eq!((bench.acked(), bench.client.progress()), (vec![early], Some((0, 3))));
    bench.receive(Message::ReachedPose(bench.route[0]));
    assert_eq!(bench.client.progress(), Some((1, 3)));
    // (d): the first packet of a restarted server is swallowed, also in the next connection.
    let mut bench = Bench::with(Settings::strict(robot()));
    bench.connect(100.0);
    bench.receive(Message::Trace(pose(0.0, 0.0, 0.0)));
    bench.command(LEAVE).unwrap();
    bench.answer(ACK);
    bench.next = 0;
    bench.command(ENTER).unwrap();
    bench.open();
    bench.answer(ACK);
    assert_eq!(bench.client.mode(), Mode::Editor, "the response was lost");
    bench.answer(ACK);
    assert_eq!(bench.client.mode(), Mode::Robot);
    // Later additions are unknown.
    bench.clear();
    bench.receive(Message::EndOfPlan);
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
    bench.receive(Message::Ack { acked: 0, status: ACK });
    assert_eq!((bench.client.plan(), &bench.report().notice), (Unknown, &Notice::PlanLost));
    // A packet from before the plan was opened does not affect it.
    let mut bench = Bench::connected();
    let early = bench.next;
    bench.next += 1;
    bench.play();
    bench.clear();
    bench.step(&[datagram(early, Message::Ack { acked: 0, status: ACK })]);
    assert_eq!((bench.client.plan(), bench.reports.len()), (Running, 0));
}

/// RM-29: Tasks over 0.5 s show progress and can be canceled, at 20 frames/s.
#[test]
fn sending_can_be_given_up_until_the_start() {
    for steps in 0..5 {
        let mut bench = Bench::at(Idle);
        bench.command(Command::Play).unwrap();
        (0..steps).for_each(|_| bench.answer(ACK));
        let acked = bench.last().id;
        bench.command(Command::Abort).unwrap();
        assert_eq!(bench.refused(Command::Abort), Refusal::NothingToAbort);
        bench.receive(Message::Ack { acked, status: ACK });
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
    assert_eq!(bench.refused(Command::Abort), Refusal::NothingToAbort, "a start cannot be undone");
}

#[test]
fn a_plan_that_ends_while_a_command_waits_stays_ended() {
    for (command, status) in
        [(Command::Play, ACK), (Command::Play, NACK), (Command::Cancel, ACK), (Command::Cancel, NACK)]
    {
        let mut bench = Bench::at(Running);
        bench.command(command).unwrap();
        for pose in bench.route.clone() {
            bench.receive(Message::ReachedPose(pose));
        }
        assert_eq!(bench.client.plan(), Idle);
        bench.answer(status);
        assert_eq!((bench.client.plan(), bench.client.is_waiting()), (Idle, false));
        let of_command = bench.reports.iter().filter(|report| report.command == Some(command));
        assert_eq!(of_command.count(), 1);
        assert!(bench.reports.iter().all(|report| report.level() == Level::Info), "{:?}", bench.reports);
    }
}
