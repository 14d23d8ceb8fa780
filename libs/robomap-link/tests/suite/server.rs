//! Handling of all packets by a server: a test for each row of its table.

use crate::rig::*;
use crate::support::{ACK, NACK, s};
use robomap_link::Datagram;
use robomap_link::server::{Counters, Event, MAX_POSES, Note, Output, PlanState};
use robomap_protocol::{Message, Packet, Pose, Turn};

#[test]
fn server_row_01_robot_mode() {
    for state in STATES {
        let mut rig = Rig::at(state);
        // Again with an earlier id: a restarted client begins at 0.
        let answers = rig.from(client(), Packet { id: 0, message: ENTER });
        let here = rig.here;
        let expected = [Message::Trace(here), Message::Ack { acked: 0, status: ACK }];
        assert_eq!(answers, expected.map(|message| (client(), message)), "one trace, then the acknowledgement");
        assert_eq!((rig.server.plan(), rig.server.speed()), (PlanState::Idle, 50.0));
        assert!(rig.out.events.contains(&Event::Stand) && rig.out.events.contains(&Event::Speed(50.0)));
        assert_eq!(rig.out.events.contains(&Event::PlanDropped), state != PlanState::Idle);
        // Earlier packets are forgotten: the same ids are executed again.
        let answers = rig.from(client(), Packet { id: 1, message: Message::OpenPlan { poses: 2 } });
        assert_eq!(answers, [(client(), Message::Ack { acked: 1, status: ACK })]);
        assert_eq!(rig.server.plan(), PlanState::Loading(2));
    }
}

#[test]
fn server_row_01_the_first_client_gets_one_trace_too() {
    let mut rig = Rig::new();
    rig.now = s(5.0);
    let expected = [Message::Trace(rig.here), Message::Ack { acked: 3, status: ACK }];
    assert_eq!(rig.from(client(), Packet { id: 3, message: ENTER }), expected.map(|message| (client(), message)));
    assert_eq!(rig.packets().iter().map(|packet| packet.id).collect::<Vec<_>>(), [0, 1]);
    rig.pass(0.05);
    assert_eq!(rig.messages().len(), 2);
    rig.pass(0.05);
    assert_eq!(rig.messages().len(), 3);
}

#[test]
fn server_row_01_traces_every_tenth_of_a_second() {
    let mut rig = Rig::connected();
    rig.pass(1.0);
    assert_eq!(rig.messages(), vec![Message::Trace(rig.here); 10]);
    rig.now += s(0.57);
    rig.step(&[]);
    assert_eq!(rig.messages().len(), 11, "late traces are not sent");
    rig.now = s(1.6);
    rig.step(&[]);
    assert_eq!(rig.messages().len(), 12, "and the period is kept");
    rig.here.x = f64::NAN;
    rig.now = s(1.7);
    rig.step(&[]);
    assert_eq!((rig.messages().len(), rig.out.events.last()), (12, Some(&Event::Note(Note::BadPose))));
}

#[test]
fn server_row_02_editor_mode() {
    for state in STATES {
        let mut rig = Rig::at(state);
        assert_eq!(rig.ask(LEAVE), ACK);
        assert_eq!((rig.server.plan(), rig.server.peer()), (PlanState::Idle, None));
        assert!(rig.out.events.contains(&Event::Stand) && rig.out.events.contains(&Event::Peer(None)));
        rig.out = Output::default();
        rig.pass(1.0);
        assert!(rig.out.datagrams.is_empty(), "traces have stopped");
        assert_eq!(rig.ask(LEAVE), ACK, "confirmed again");
        assert_eq!(rig.ask(Message::StopPlan), NACK);
    }
}

#[test]
fn server_row_03_robot_mode_from_another_address() {
    for state in STATES {
        let mut rig = Rig::at(state);
        let answers = rig.from(other(), Packet { id: 7, message: ENTER });
        let taken = state != PlanState::Running;
        let status = if taken { ACK } else { NACK };
        assert_eq!(answers.last(), Some(&(other(), Message::Ack { acked: 7, status })), "{state:?}");
        assert_eq!(rig.server.peer(), Some(if taken { other() } else { client() }));
        assert_eq!(rig.server.plan(), if taken { PlanState::Idle } else { state });
    }
    let mut rig = Rig::at(PlanState::Running);
    rig.from(other(), Packet { id: 8, message: LEAVE });
    assert_eq!(
        (rig.server.plan(), rig.messages()),
        (PlanState::Running, vec![Message::Ack { acked: 8, status: NACK }])
    );
}

#[test]
fn server_row_04_commands_before_robot_mode_or_from_others() {
    let commands = [
        Message::OpenPlan { poses: 1 },
        Message::AddPose(plan()[0]),
        Message::ClosePlan,
        Message::StartPlan,
        Message::StopPlan,
        Message::PausePlan,
        Message::ResumePlan,
        Message::ChangeSpeed { speed: 1.0 },
        Message::CalibrationRequest,
        Message::ManualTranslation { dx: 0.0, dy: 1.0, speed: 1.0 },
        Message::ManualRotation { turn: Turn::Clockwise, speed: 1.0 },
        Message::ManualStop,
    ];
    for (id, message) in commands.into_iter().enumerate() {
        let packet = Packet { id: id as u32, message };
        let refusal = Message::Ack { acked: packet.id, status: NACK };
        let mut rig = Rig::new();
        assert_eq!(rig.from(client(), packet), [(client(), refusal)]);
        for state in STATES {
            let mut rig = Rig::at(state);
            assert_eq!(rig.from(other(), packet), [(other(), refusal)]);
            assert_eq!((rig.server.plan(), rig.server.speed(), rig.out.events.len()), (state, 50.0, 0));
        }
    }
}

#[test]
fn server_row_05_open() {
    for state in STATES {
        let mut rig = Rig::at(state);
        let status = rig.ask(Message::OpenPlan { poses: 5 });
        let expected = match state {
            PlanState::Running => (NACK, state, 3),
            _ => (ACK, PlanState::Loading(5), 0),
        };
        assert_eq!((status, rig.server.plan(), rig.server.poses().len()), expected, "{state:?}");
    }
    let mut rig = Rig::connected();
    assert_eq!(rig.ask(Message::OpenPlan { poses: MAX_POSES + 1 }), NACK);
    assert_eq!(rig.server.plan(), PlanState::Idle);
}

#[test]
fn server_row_06_add_pose() {
    for state in STATES {
        let mut rig = Rig::at(state);
        let before = rig.server.poses().len();
        let loading = matches!(state, PlanState::Loading(_));
        assert_eq!(rig.ask(Message::AddPose(plan()[0])), if loading { ACK } else { NACK }, "{state:?}");
        assert_eq!(rig.server.poses().len(), before + usize::from(loading));
    }
    let mut rig = Rig::at(PlanState::Loading(3));
    for pose in plan() {
        assert_eq!(rig.ask(Message::AddPose(pose)), ACK);
    }
    assert_eq!(rig.ask(Message::AddPose(plan()[0])), NACK, "one too many");
    let mut far = Rig::at(PlanState::Loading(3));
    assert_eq!(far.ask(Message::AddPose(Pose { x: 1e300, ..Pose::default() })), NACK, "too far away");
    assert_eq!(rig.server.poses(), plan(), "in order of arrival");
}

#[test]
fn server_row_07_close() {
    for (poses, status, state) in [(3, ACK, PlanState::Loaded), (2, NACK, PlanState::Idle), (0, NACK, PlanState::Idle)]
    {
        let mut rig = Rig::at(PlanState::Loading(3));
        (0..poses).for_each(|place| assert_eq!(rig.ask(Message::AddPose(plan()[place])), ACK));
        assert_eq!((rig.ask(Message::ClosePlan), rig.server.plan()), (status, state));
    }
    for state in [PlanState::Idle, PlanState::Loaded, PlanState::Running, PlanState::Paused] {
        let mut rig = Rig::at(state);
        assert_eq!((rig.ask(Message::ClosePlan), rig.server.plan()), (NACK, state));
    }
}

#[test]
fn server_row_08_start() {
    for state in STATES {
        let mut rig = Rig::at(state);
        let loaded = state == PlanState::Loaded;
        assert_eq!(rig.ask(Message::StartPlan), if loaded { ACK } else { NACK }, "{state:?}");
        assert_eq!(rig.server.plan(), if loaded { PlanState::Running } else { state });
        let go = Event::GoTo { index: 0, pose: plan()[0] };
        assert_eq!(rig.out.events, if loaded { vec![go] } else { vec![] });
    }
}

#[test]
fn server_row_09_pause_and_resume() {
    for (message, state, status, after, events) in [
        (Message::PausePlan, PlanState::Running, ACK, PlanState::Paused, vec![Event::Stand]),
        (Message::PausePlan, PlanState::Paused, ACK, PlanState::Paused, vec![]),
        (Message::ResumePlan, PlanState::Running, ACK, PlanState::Running, vec![]),
        (Message::PausePlan, PlanState::Idle, NACK, PlanState::Idle, vec![]),
        (Message::PausePlan, PlanState::Loading(3), NACK, PlanState::Loading(3), vec![]),
        (Message::PausePlan, PlanState::Loaded, NACK, PlanState::Loaded, vec![]),
        (Message::ResumePlan, PlanState::Idle, NACK, PlanState::Idle, vec![]),
        (Message::ResumePlan, PlanState::Loading(3), NACK, PlanState::Loading(3), vec![]),
        (Message::ResumePlan, PlanState::Loaded, NACK, PlanState::Loaded, vec![]),
    ] {
        let mut rig = Rig::at(state);
        assert_eq!((rig.ask(message), rig.server.plan()), (status, after), "{message:?} {state:?}");
        assert_eq!(rig.out.events, events);
    }
    // From the current position to the same pose.
    let mut rig = Rig::at(PlanState::Running);
    rig.server.reached(0);
    assert_eq!(rig.ask(Message::PausePlan), ACK);
    rig.server.reached(1);
    assert_eq!(rig.server.target(), Some((1, plan()[1])), "a stopped robot reaches no pose");
    rig.out = Output::default();
    assert_eq!(rig.ask(Message::ResumePlan), ACK);
    assert_eq!(rig.out.events, [Event::GoTo { index: 1, pose: plan()[1] }]);
}

#[test]
fn server_row_10_stop() {
    for state in STATES {
        let mut rig = Rig::at(state);
        assert_eq!((rig.ask(Message::StopPlan), rig.server.plan()), (ACK, PlanState::Idle), "{state:?}");
        assert_eq!(rig.out.events.last(), Some(&Event::Stand));
        assert_eq!(rig.ask(Message::StartPlan), NACK, "a new plan must be sent");
    }
}

#[test]
fn server_row_11_speed() {
    for state in STATES {
        let mut rig = Rig::at(state);
        assert_eq!(rig.ask(Message::ChangeSpeed { speed: 12.5 }), ACK);
        assert_eq!((rig.out.events.as_slice(), rig.server.plan()), (&[Event::Speed(12.5)][..], state));
    }
}

#[test]
fn server_row_12_what_is_damaged() {
    let nan = [0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0];
    for (bytes, refused) in [
        (vec![0x94, 9, 2, 2, 0], Some(9)),                      // another mode
        (vec![0x94, 9, 2, 1, 101], Some(9)),                    // an invalid speed
        (vec![0x93, 9, 4, 0], Some(9)),                         // no poses
        (vec![0x93, 9, 6, 0], Some(9)),                         // a field too many
        (vec![0x95, 9, 5, 0, 0, 0xc0], Some(9)),                // not a number
        ([&[0x95, 9, 5][..], &nan, &[0, 0]].concat(), Some(9)), // not finite
        (vec![0x93, 9, 12, 0xff], Some(9)),                     // a speed below 0
        (vec![0x92, 9, 99], None),                              // an unknown type
        (vec![0x94, 9, 1, 5, 2], None),                         // an invalid acknowledgement
        (vec![0x95, 9, 3, 0, 0, 0], None),                      // a trace
        (vec![0x92, 9, 20], None),                              // a packet that servers send
        (vec![0x92, 0xff, 6], None),                            // no id
        (vec![0x92, 9, 6, 0], None),                            // trailing data
        (vec![0xc1], None),
        (vec![], None),
        (vec![0; 129], None),
    ] {
        for state in STATES {
            let mut rig = Rig::at(state);
            let before = rig.server.counters();
            let out = rig.step(&[Datagram { peer: client(), bytes: bytes.clone() }]);
            let answer = refused.map(|acked| Message::Ack { acked, status: NACK });
            assert_eq!(rig.messages(), Vec::from_iter(answer), "{bytes:x?}");
            assert_eq!((rig.server.plan(), out.events.len()), (state, 0));
            let Counters { malformed, corrupt, refused: others, .. } = rig.server.counters();
            let counted = [malformed - before.malformed, corrupt - before.corrupt, others - before.refused];
            assert_eq!(counted, if refused.is_some() { [1, 0, 0] } else { [0, 1, 0] }, "{bytes:x?}");
        }
    }
    // To its sender.
    let mut rig = Rig::new();
    rig.step(&[Datagram { peer: other(), bytes: vec![0x93, 9, 4, 0] }]);
    assert_eq!(rig.out.datagrams[0].peer, other());
}
