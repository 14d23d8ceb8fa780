//! End-to-end tests of a client and a server with a moving robot.

use crate::support::{ACK, pose, s};
use crate::world::{FASTEST, World};
use robomap_link::channel::{Effect, Rule};
use robomap_link::client::{Command, Failure, Level, Notice, PlanState, PlanStep};
use robomap_link::server::{self, Note, Server};
use robomap_protocol::{Beacon, Message, Mode, PacketType, Pose, Radians};

fn poses(world: &World, wanted: PacketType) -> Vec<Pose> {
    let packets = world.received.iter().filter(|(_, packet)| packet.message.packet_type() == wanted);
    packets
        .map(|(_, packet)| match packet.message {
            Message::Trace(pose) | Message::ReachedPose(pose) => pose,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// Distances traveled between traces, m.
fn distances(traces: &[Pose]) -> Vec<f64> {
    traces.windows(2).map(|pair| (pair[1].x - pair[0].x).hypot(pair[1].y - pair[0].y)).collect()
}

/// RM-CT2: A mode change is acknowledged with the id of its packet.
#[test]
fn the_mode_is_confirmed_with_its_id() {
    let mut world = World::perfect();
    world.command(Command::EnterRobotMode { speed: 40.0 }).unwrap();
    world.run(0.1);
    let (_, asked) = world.sent[0];
    assert_eq!(asked.message, Message::Mode { mode: Mode::Robot, speed: 40.0 });
    let answers: Vec<_> = world.received.iter().map(|(_, packet)| packet.message).take(2).collect();
    assert_eq!(answers, [Message::Trace(Pose::default()), Message::Ack { acked: asked.id, status: ACK }]);
    assert_eq!((world.client.mode(), world.speed), (Mode::Robot, 40.0));
    world.command(Command::LeaveRobotMode).unwrap();
    world.run(0.1);
    assert_eq!((world.client.mode(), world.client.speed()), (Mode::Editor, 40.0));
    world.clear();
    world.run(1.0);
    assert!(world.received.is_empty(), "traces have stopped");
}

/// RM-CT3: A plan of 1 to 200 poses gets one acknowledgment per packet, in order.
#[test]
fn plans_of_one_to_two_hundred_poses_have_one_answer_for_each_packet() {
    for count in [1, 2, 3, 50, 200] {
        let mut world = World::connected();
        world.route = (0..count).map(|place| pose(100.0 + f64::from(place), 0.0, 0.0)).collect();
        world.command(Command::Play).unwrap();
        world.run_until(60.0, |world| world.client.plan() == PlanState::Running);
        let sent: Vec<u32> = world.sent.iter().map(|(_, packet)| packet.id).collect();
        let acked = world.received.iter().filter_map(|(_, packet)| match packet.message {
            Message::Ack { acked, status: ACK } => Some(acked),
            _ => None,
        });
        assert_eq!((acked.collect::<Vec<_>>(), sent.len()), (sent.clone(), count as usize + 3));
        assert_eq!(world.server.as_ref().unwrap().poses(), world.route);
    }
}

/// RM-CT4: The robot reports all poses in order and stays on the current leg.
#[test]
fn the_robot_follows_the_plan_and_reports_every_pose() {
    let mut world = World::connected();
    world.command(Command::Play).unwrap();
    world.run_until(10.0, |world| world.client.plan() == PlanState::Idle && !world.reports.is_empty());
    assert_eq!(poses(&world, PacketType::ReachedPose), world.route);
    let notices: Vec<_> = world.reports.iter().map(|report| report.notice.clone()).collect();
    assert_eq!(notices, [Notice::Sent { poses: 3 }, Notice::Finished { poses: 3 }]);
    let mut corners = vec![Pose::default()];
    corners.extend(&world.route);
    for trace in poses(&world, PacketType::Trace) {
        let near = corners.windows(2).any(|leg| {
            let is_between =
                |value: f64, one: f64, other: f64| value > one.min(other) - 1e-3 && value < one.max(other) + 1e-3;
            is_between(trace.x, leg[0].x, leg[1].x) && is_between(trace.y, leg[0].y, leg[1].y)
        });
        assert!(near, "{trace:?} is on no leg");
    }
    world.run(5.0);
    assert!(!world.server.as_ref().unwrap().has_unconfirmed_reports(), "the end of the plan was confirmed, too");
}

/// RM-CT4: The robot reports all poses in order and stays on the current leg.
#[test]
fn a_robot_at_the_first_pose_reports_it_immediately() {
    let mut world = World::connected();
    world.route.insert(0, Pose::default());
    world.command(Command::Play).unwrap();
    world.run_until(1.0, |world| world.client.plan() == PlanState::Running);
    world.run(0.1);
    assert_eq!(world.client.progress(), Some((1, 4)));
}

/// RM-CT5: A speed change scales the distance per trace within two traces.
#[test]
fn a_change_of_speed_changes_the_distance_between_traces() {
    let mut world = World::connected();
    world.route = vec![pose(100.0, 0.0, 0.0), pose(200.0, 0.0, 0.0)];
    world.command(Command::Play).unwrap();
    world.run(3.0);
    world.clear();
    world.run(1.0);
    let fast = distances(&poses(&world, PacketType::Trace));
    world.command(Command::ChangeSpeed { speed: 25.0 }).unwrap();
    world.run(0.05);
    world.clear();
    world.run(1.0);
    let slow = distances(&poses(&world, PacketType::Trace));
    assert!(fast.iter().all(|distance| (distance - FASTEST * 0.1).abs() < 1e-6), "{fast:?}");
    assert!(slow[2..].iter().all(|distance| (distance - FASTEST * 0.025).abs() < 1e-6), "{slow:?}");
}

/// RM-CT6: After a cancel, the robot moves less than 0.1 s further.
/// RM-CT7: A paused robot stops, then resumes on the same leg.
#[test]
fn the_robot_stands_after_cancel_and_pause_and_goes_on_with_the_same_leg() {
    for command in [Command::Cancel, Command::Play] {
        let mut world = World::connected();
        world.route = vec![pose(0.1, 0.0, 0.0), pose(2.0, 0.0, 0.0), pose(2.0, 1.0, 0.0)];
        world.command(Command::Play).unwrap();
        world.run(1.0);
        world.command(command).unwrap();
        world.run_until(1.0, |world| matches!(world.client.plan(), PlanState::Idle | PlanState::Paused));
        let stopped = world.pose;
        world.run(2.0);
        assert!((world.pose.x - stopped.x).abs() < FASTEST * 0.1 && world.client.pose().unwrap().is_same(&world.pose));
        let stands = world.pose;
        world.run(2.0);
        assert_eq!(world.pose, stands);
        if command == Command::Play {
            assert_eq!(world.client.plan(), PlanState::Paused);
            world.command(Command::Play).unwrap();
            world.run(0.5);
            assert!(world.pose.x > stands.x + 0.2 && world.pose.y == 0.0);
            world.run_until(20.0, |world| world.client.plan() == PlanState::Idle);
            assert_eq!(poses(&world, PacketType::ReachedPose), world.route);
        }
    }
}

/// RM-69: A plan is sent pose by pose; any missing acknowledgment stops sending.
#[test]
fn a_server_that_loses_or_refuses_any_answer() {
    for refused in [false, true] {
        for k in 1..=6 {
            let mut world = World::connected();
            if refused {
                let settings = server::Settings { refused: [k + 1].into(), ..Default::default() };
                world.server.as_mut().unwrap().set_settings(settings);
            } else {
                world.down.add_rule(Rule::drop_nth(PacketType::Ack, k + 1));
            }
            world.command(Command::Play).unwrap();
            world.run(3.2);
            let step = match k {
                1 => PlanStep::Open,
                2..=4 => PlanStep::Pose(k as usize - 1),
                5 => PlanStep::Close,
                _ => PlanStep::Start,
            };
            let failure = if refused { Failure::Refused } else { Failure::NoAck };
            let (state, notice) = match (step, failure) {
                (PlanStep::Start, Failure::NoAck) => (PlanState::Unknown, Notice::StartUnconfirmed),
                _ => (PlanState::Idle, Notice::NotSent { step, poses: 3, failure, kept: false }),
            };
            assert_eq!((world.client.plan(), &world.reports[0].notice), (state, &notice));
            assert_eq!(world.reports[0].command, Some(Command::Play));
            if state == PlanState::Unknown {
                world.command(Command::Cancel).unwrap();
                world.run(0.1);
                assert_eq!(world.client.plan(), PlanState::Idle);
                assert_eq!(world.goal, None);
            }
            // And again, over a perfect channel.
            world.clear();
            world.command(Command::Play).unwrap();
            world.run_until(1.0, |world| world.client.plan() == PlanState::Running);
        }
    }
}

/// RM-72: Cancel stops the robot; without confirmation the plan state is unknown.
#[test]
fn a_lost_answer_to_the_stop() {
    let mut world = World::connected();
    world.down.add_rule(Rule::drop_nth(PacketType::Ack, 8));
    world.command(Command::Play).unwrap();
    world.run(0.5);
    world.command(Command::Cancel).unwrap();
    world.run(3.1);
    assert_eq!(world.client.plan(), PlanState::Unknown);
    world.command(Command::Cancel).unwrap();
    world.run(0.1);
    assert_eq!(world.client.plan(), PlanState::Idle);
}

/// RM-74: The window never blocks; a second command is rejected while one waits.
#[test]
fn answers_that_take_almost_three_seconds() {
    let mut world = World::connected();
    world.route = vec![pose(50.0, 0.0, 0.0), pose(60.0, 0.0, 0.0), pose(70.0, 0.0, 0.0)];
    world.down.add_rule(Rule::every(PacketType::Ack, Effect::Delay(s(2.9))));
    world.command(Command::Play).unwrap();
    world.run(6.0 * 3.0);
    assert_eq!(world.client.plan(), PlanState::Running);
    assert_eq!(world.reports[0].notice, Notice::Sent { poses: 3 });
}

#[test]
fn times_3_5_poses_that_are_not_confirmed_pause_the_plan_and_it_can_be_finished() {
    let mut world = World::connected();
    world.route = vec![pose(0.1, 0.0, 0.0), pose(5.0, 0.0, 0.0)];
    world.command(Command::Play).unwrap();
    world.run(0.16);
    let from = world.now;
    world.up.add_outage(from, from + s(4.0));
    world.run(4.0);
    assert_eq!(world.notes, [Note::ReachedUnheard]);
    assert_eq!(
        (world.client.plan(), world.server.as_ref().unwrap().plan()),
        (PlanState::Running, server::PlanState::Paused)
    );
    assert_eq!(world.client.progress(), Some((1, 2)), "received, and counted once");
    // The user presses the button twice.
    for state in [PlanState::Paused, PlanState::Running] {
        world.command(Command::Play).unwrap();
        world.run(0.1);
        assert_eq!(world.client.plan(), state);
    }
    world.run_until(20.0, |world| world.client.plan() == PlanState::Idle);
    assert_eq!(world.reports.last().unwrap().notice, Notice::Finished { poses: 2 });
}

/// RM-CT9: An absent or killed server is reported in every state.
#[test]
fn a_server_that_is_off_or_killed_in_any_state() {
    let mut world = World::perfect();
    world.server = None;
    world.command(Command::EnterRobotMode { speed: 50.0 }).unwrap();
    world.run(3.2);
    assert_eq!((world.client.mode(), world.reports.len()), (Mode::Editor, 1));
    assert_eq!(world.reports[0].notice, Notice::NotAvailable(Failure::NoAck));

    for state in [PlanState::Idle, PlanState::Sending, PlanState::Running, PlanState::Paused] {
        let mut world = World::connected();
        if state != PlanState::Idle {
            world.command(Command::Play).unwrap();
            if state != PlanState::Sending {
                world.run(0.5);
            }
        }
        if state == PlanState::Paused {
            world.command(Command::Play).unwrap();
            world.run(0.1);
        }
        assert_eq!(world.client.plan(), state);
        world.clear();
        world.server = None;
        let killed = world.now;
        world.run_until(34.0, |world| world.client.mode() == Mode::Editor);
        let silence = (world.now - killed).as_secs_f64();
        assert!((29.8..30.2).contains(&silence), "{silence} s");
        // Sending a plan has failed after 3 s.
        let expected = match state {
            PlanState::Idle | PlanState::Sending => PlanState::Idle,
            _ => PlanState::Unknown,
        };
        assert_eq!(world.client.plan(), expected, "{state:?}");
        assert!(world.reports.iter().all(|report| report.level() == Level::Error && report.remedy().is_some()));
        // The robot is switched on again, with no state.
        world.server = Some(Server::new(server::Settings::default()));
        world.run(3.2);
        world.command(Command::EnterRobotMode { speed: 10.0 }).unwrap();
        world.run(0.2);
        assert_eq!((world.client.mode(), world.client.plan()), (Mode::Robot, PlanState::Idle));
    }
}

/// RM-CT9: An absent or killed server is reported in every state.
#[test]
fn a_restarted_server_rejects_commands_and_the_client_reports_it() {
    let mut world = World::connected();
    world.command(Command::Play).unwrap();
    world.run(0.5);
    world.server = Some(Server::new(server::Settings::default()));
    world.goal = None;
    world.command(Command::Play).unwrap();
    world.run(0.1);
    assert_eq!(world.reports.last().unwrap().notice, Notice::NotPaused(Failure::Refused));
    world.command(Command::Cancel).unwrap();
    world.run(0.1);
    assert_eq!(world.client.plan(), PlanState::Unknown);
    world.command(Command::LeaveRobotMode).unwrap();
    world.run(0.1);
    world.command(Command::EnterRobotMode { speed: 10.0 }).unwrap();
    world.run(0.1);
    assert_eq!((world.client.mode(), world.client.plan()), (Mode::Robot, PlanState::Idle));
}

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn exit_stops_the_robot() {
    let mut world = World::connected();
    world.route = vec![pose(50.0, 0.0, 0.0), pose(60.0, 0.0, 0.0)];
    world.command(Command::Play).unwrap();
    world.run(1.0);
    world.clear();
    world.command(Command::Exit).unwrap();
    world.run(0.2);
    let sent: Vec<_> = world.sent.iter().map(|(_, packet)| packet.message).collect();
    assert_eq!(sent, [Message::StopPlan, Message::Mode { mode: Mode::Editor, speed: 100.0 }]);
    assert_eq!((world.goal, world.server.as_ref().unwrap().peer()), (None, None));
}

/// RM-L01: Calibration fetches the platform's beacons and draws them as protected objects.
#[test]
fn beacons_and_captures_over_a_wire_that_loses() {
    let rotation = [Radians(0.0); 3];
    let beacons: Vec<_> = (1..6).map(|id| Beacon { id, position: [f64::from(id), 0.0, 2.0], rotation }).collect();
    let mut world = World::connected();
    world.server.as_mut().unwrap().set_settings(server::Settings { beacons: beacons.clone(), ..Default::default() });
    world.down.add_rule(Rule::drop_nth(PacketType::UltrasoundBeacon, 2));
    world.up.add_rule(Rule::drop_nth(PacketType::Ack, 3));
    world.command(Command::Calibrate).unwrap();
    world.run(5.0);
    assert_eq!(world.reports[0].notice, Notice::Calibrated { beacons: 5 });
    assert!(world.changes.contains(&robomap_link::client::Change::Beacons(beacons)));
    world.clear();
    world.up.add_rule(Rule { packet_type: Some(PacketType::Ack), first: 9, count: 1, effect: Effect::Drop });
    for on in [true, false] {
        world.server.as_mut().unwrap().capture(on);
        world.run(2.0);
    }
    let notices: Vec<_> = world.reports.iter().map(|report| report.notice.clone()).collect();
    assert_eq!(notices, [Notice::Capture(true), Notice::Capture(false)], "a duplicate is not a second start");
}
