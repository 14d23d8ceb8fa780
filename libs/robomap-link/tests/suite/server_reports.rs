//! Reports of a server to its client, and their repetition; duplicates, scripts, and later additions.

use crate::rig::*;
use crate::support::{ACK, NACK};
use robomap_link::Datagram;
use robomap_link::server::{Event, Motion, Note, Output, PlanState, Settings};
use robomap_protocol::{Beacon, Dialect, Message, Packet, Radians, Turn, encode};

#[test]
fn server_row_13_every_pose_is_reported_bit_exactly_and_in_order() {
    let mut rig = Rig::at(PlanState::Running);
    for (index, pose) in plan().into_iter().enumerate() {
        rig.out = Output::default();
        rig.server.reached(index + 1);
        rig.step(&[]);
        assert!(rig.reports().is_empty(), "not the one the robot is moving to");
        rig.server.reached(index);
        rig.step(&[]);
        let reports = rig.reports();
        assert_eq!(reports.len(), 1);
        assert_eq!(format!("{:?}", reports[0].message), format!("{:?}", Message::ReachedPose(pose)), "0 and −0 differ");
        let following = plan().get(index + 1).map(|pose| Event::GoTo { index: index + 1, pose: *pose });
        assert_eq!(rig.out.events, following.map_or(vec![Event::Stand, Event::PlanFinished], |event| vec![event]));
        rig.confirm(reports[0].id);
    }
    assert_eq!(rig.server.plan(), PlanState::Idle);
    assert_eq!(rig.reports().last().unwrap().message, Message::EndOfPlan);
    rig.confirm(rig.reports().last().unwrap().id);
    assert!(!rig.server.has_unconfirmed_reports());

    let mut rig = Rig::with(Settings { dialect: Dialect::Thesis, ..Settings::default() });
    rig.connect();
    rig.load();
    assert_eq!(rig.ask(Message::StartPlan), ACK);
    for index in 0..3 {
        rig.server.reached(index);
        rig.step(&[]);
        rig.confirm(rig.reports().last().unwrap().id);
    }
    assert!(
        !rig.reports().iter().any(|packet| packet.message == Message::EndOfPlan)
            && !rig.server.has_unconfirmed_reports()
    );
}

#[test]
fn times_3_5_an_unconfirmed_pose_is_sent_three_times_with_new_ids_and_then_the_plan_is_paused() {
    let mut rig = Rig::at(PlanState::Running);
    rig.server.reached(0);
    rig.server.reached(1);
    rig.step(&[]);
    rig.pass(2.95);
    let reports = rig.reports();
    assert!(reports.iter().all(|packet| packet.message == Message::ReachedPose(plan()[0])), "one after another");
    let ids: std::collections::BTreeSet<u32> = reports.iter().map(|packet| packet.id).collect();
    assert_eq!((reports.len(), ids.len()), (3, 3));
    assert_eq!(rig.server.plan(), PlanState::Running);
    rig.pass(0.05);
    assert_eq!(rig.server.plan(), PlanState::Paused);
    assert_eq!(&rig.out.events[rig.out.events.len() - 2..], [Event::Note(Note::ReachedUnheard), Event::Stand]);
    rig.pass(10.0);
    assert_eq!(rig.reports().len(), 3);
    // It is repeated when the plan resumes, and the acknowledgement of any transmission counts.
    rig.out = Output::default();
    assert_eq!(rig.ask(Message::ResumePlan), ACK);
    assert_eq!(rig.reports()[0].message, Message::ReachedPose(plan()[0]));
    rig.confirm(reports[1].id);
    assert_eq!(rig.reports().last().unwrap().message, Message::ReachedPose(plan()[1]));
    assert_eq!(rig.server.plan(), PlanState::Running);
}

#[test]
fn times_3_5_the_last_pose_is_sent_again_when_a_client_that_missed_it_resumes() {
    let mut rig = Rig::at(PlanState::Running);
    for index in 0..3 {
        rig.server.reached(index);
        rig.step(&[]);
        if index < 2 {
            rig.confirm(rig.reports().last().unwrap().id);
        }
    }
    assert_eq!(rig.server.plan(), PlanState::Idle);
    rig.pass(3.0);
    assert_eq!(rig.server.plan(), PlanState::Paused);
    assert_eq!(rig.ask(Message::PausePlan), ACK);
    rig.out = Output::default();
    assert_eq!(rig.ask(Message::ResumePlan), ACK);
    assert_eq!(rig.reports()[0].message, Message::ReachedPose(plan()[2]));
    rig.confirm(rig.reports()[0].id);
    assert_eq!((rig.server.plan(), rig.reports()[1].message), (PlanState::Idle, Message::EndOfPlan));
    rig.confirm(rig.reports()[1].id);
    assert!(!rig.server.has_unconfirmed_reports());
}

#[test]
fn an_acknowledgement_from_another_address_is_ignored() {
    let mut rig = Rig::at(PlanState::Running);
    rig.server.reached(0);
    rig.step(&[]);
    let answer = Message::Ack { acked: rig.reports()[0].id, status: ACK };
    rig.from(other(), Packet { id: 1, message: answer });
    assert!(rig.server.has_unconfirmed_reports());
    rig.from(client(), Packet { id: 1, message: answer });
    assert!(!rig.server.has_unconfirmed_reports());
}

#[test]
fn times_3_5_other_packets_are_sent_again_with_their_ids_and_then_dropped() {
    let mut rig = Rig::connected();
    rig.server.capture(true);
    rig.server.capture(false);
    rig.pass(2.95);
    let reports = rig.reports();
    assert_eq!(reports.len(), 3);
    assert!(reports.iter().all(|packet| *packet == reports[0]) && reports[0].message == Message::CaptureStarted);
    rig.pass(1.0);
    assert_eq!((rig.reports().len(), rig.out.events.as_slice()), (3, &[Event::Note(Note::Unheard)][..]));
    rig.server.capture(true);
    rig.step(&[]);
    rig.confirm(rig.reports()[3].id);
    rig.server.capture(false);
    rig.step(&[]);
    assert_eq!(rig.reports()[4].message, Message::CaptureEnded);
}

#[test]
fn order_3_4_a_command_that_comes_again_is_answered_again_and_executed_once() {
    let mut rig = Rig::at(PlanState::Loading(3));
    let packet = Packet { id: rig.next, message: Message::AddPose(plan()[0]) };
    for count in 0..3 {
        assert_eq!(rig.from(client(), packet), [(client(), Message::Ack { acked: packet.id, status: ACK })]);
        assert_eq!((rig.server.poses().len(), rig.server.counters().copies), (1, count));
    }
    // So is a rejected one, even if it would be accepted now.
    let early = Packet { id: 90, message: Message::StartPlan };
    assert_eq!(rig.from(client(), early), [(client(), Message::Ack { acked: 90, status: NACK })]);
    let mut rig = Rig::at(PlanState::Idle);
    rig.from(client(), early);
    rig.load();
    assert_eq!(rig.from(client(), early), [(client(), Message::Ack { acked: 90, status: NACK })]);
    assert_eq!(rig.server.plan(), PlanState::Loaded);
    // Ids may have gaps, and may coincide with those of acknowledgements.
    assert_eq!(rig.from(client(), Packet { id: 4000, message: Message::StartPlan }).len(), 1);
    assert_eq!(rig.server.plan(), PlanState::Running);
    rig.server.reached(0);
    rig.step(&[]);
    let acked = rig.reports()[0].id;
    rig.from(client(), Packet { id: 4000, message: Message::Ack { acked, status: ACK } });
    assert!(!rig.server.has_unconfirmed_reports());
}

#[test]
fn a_script_refuses_the_commands_that_it_names() {
    let mut rig = Rig::with(Settings { refused: [2, 4].into(), ..Settings::default() });
    rig.connect();
    let statuses = [3, 3, 3, 3].map(|poses| rig.ask(Message::OpenPlan { poses }));
    assert_eq!(statuses, [NACK, ACK, NACK, ACK]);
}

fn beacons() -> Vec<Beacon> {
    let rotation = [Radians(0.0), Radians(1.5), Radians(0.0)];
    (1..3).map(|id| Beacon { id, position: [f64::from(id), 2.0, 2.5], rotation }).collect()
}

/// RM-L01: Calibration fetches the platform's beacons and draws them as protected objects.
#[test]
fn beacons_are_sent_one_after_another() {
    let mut rig = Rig::with(Settings { beacons: beacons(), ..Settings::default() });
    rig.connect();
    assert_eq!(rig.ask(Message::CalibrationRequest), ACK);
    for _ in 0..4 {
        let last = *rig.reports().last().unwrap();
        rig.confirm(last.id);
    }
    let mut expected = vec![Message::CalibrationStart { beacons: 2 }];
    expected.extend(beacons().into_iter().map(Message::UltrasoundBeacon));
    expected.push(Message::CalibrationEnd);
    assert_eq!(rig.reports().iter().map(|packet| packet.message).collect::<Vec<_>>(), expected);
    for state in [PlanState::Running, PlanState::Paused] {
        assert_eq!(Rig::at(state).ask(Message::CalibrationRequest), NACK);
    }
}

/// RM-L02: The platform is driven by hand with keyboard or gamepad.
#[test]
fn movements_by_hand_need_a_robot_without_a_plan_and_end_by_themselves() {
    let forward = Message::ManualTranslation { dx: 0.0, dy: 1.0, speed: 50.0 };
    let turn = Message::ManualRotation { turn: Turn::CounterClockwise, speed: 10.0 };
    for state in [PlanState::Running, PlanState::Paused] {
        for message in [forward, turn, Message::ManualStop] {
            let mut rig = Rig::at(state);
            assert_eq!((rig.ask(message), rig.out.events.len()), (NACK, 0));
        }
    }
    let mut rig = Rig::connected();
    for [dx, dy] in [[0.0, 0.0], [1.0, 1.0], [0.5, 0.0]] {
        let status = rig.ask(Message::ManualTranslation { dx, dy, speed: 50.0 });
        assert_eq!((status, rig.out.events.len()), (NACK, 0), "not a unit vector: {dx}, {dy}");
    }
    assert_eq!((rig.ask(forward), rig.ask(turn), rig.ask(Message::ManualStop)), (ACK, ACK, ACK));
    let moves = [
        Event::Move(Motion::Translate { dx: 0.0, dy: 1.0, speed: 50.0 }),
        Event::Move(Motion::Rotate { turn: Turn::CounterClockwise, speed: 10.0 }),
        Event::Stand,
    ];
    assert_eq!(rig.out.events, moves);
    // It continues if renewed every 300 ms.
    rig.out = Output::default();
    for _ in 0..10 {
        assert_eq!(rig.ask(forward), ACK);
        rig.pass(0.3);
    }
    assert!(!rig.out.events.contains(&Event::Stand));
    rig.pass(0.7);
    assert_eq!(&rig.out.events[10..], [Event::Note(Note::MotionExpired), Event::Stand]);
    let mut rig = Rig::with(Settings { dialect: Dialect::Thesis, ..Settings::default() });
    rig.connect();
    let bytes = encode(&Packet { id: 5, message: forward }, Dialect::Later).unwrap();
    rig.step(&[Datagram { peer: client(), bytes }]);
    assert!(rig.out.datagrams.is_empty(), "an unknown type is ignored");
}
