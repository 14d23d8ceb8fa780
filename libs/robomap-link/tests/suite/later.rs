//! Later additions: beacons, manual driving, captures.

use crate::support::{ACK, Bench, NACK, datagram, s};
use robomap_link::client::PlanState::{Paused, Running, Unknown};
use robomap_link::client::{CalibrationFault, Change, Command, Failure, Level, Motion, Notice, Refusal};
use robomap_protocol::{Beacon, Message, Mode, Radians, Turn};

fn beacon(id: u32) -> Beacon {
    Beacon { id, position: [f64::from(id), 2.0, 2.5], rotation: [Radians(0.0), Radians(1.5), Radians(0.0)] }
}

fn calibrating() -> Bench {
    let mut bench = Bench::connected();
    bench.command(Command::Calibrate).unwrap();
    assert_eq!(bench.commands(), [Message::CalibrationRequest]);
    bench.sent.clear();
    bench
}

/// RM-L01: Calibration fetches the platform's beacons and draws them as protected objects.
#[test]
fn beacons_are_fetched() {
    let mut bench = calibrating();
    bench.receive(Message::Ack { acked: 1, status: ACK });
    let start = bench.receive(Message::CalibrationStart { beacons: 2 });
    bench.receive(Message::UltrasoundBeacon(beacon(4)));
    bench.receive(Message::UltrasoundBeacon(beacon(7)));
    // Again, with a new id.
    bench.receive(Message::UltrasoundBeacon(beacon(7)));
    assert!(bench.client.is_waiting() && bench.reports.is_empty());
    bench.receive(Message::CalibrationEnd);
    assert_eq!(bench.acked(), (start..start + 5).collect::<Vec<_>>());
    assert_eq!(bench.changes, [Change::Beacons(vec![beacon(4), beacon(7)])]);
    assert_eq!((&bench.report().notice, bench.client.is_waiting()), (&Notice::Calibrated { beacons: 2 }, false));
    // No more were requested.
    bench.clear();
    bench.receive(Message::UltrasoundBeacon(beacon(9)));
    assert_eq!((bench.acked().len(), bench.client.counters().unexpected), (1, 1));
    assert!(bench.changes.is_empty() && bench.reports.is_empty());
}

/// RM-L01: Calibration fetches the platform's beacons and draws them as protected objects.
#[test]
fn beacons_may_overtake_the_answer_to_the_request() {
    let mut bench = calibrating();
    bench.receive(Message::CalibrationStart { beacons: 1 });
    bench.receive(Message::Ack { acked: 1, status: ACK });
    bench.receive(Message::UltrasoundBeacon(beacon(4)));
    bench.receive(Message::CalibrationEnd);
    assert_eq!(bench.report().notice, Notice::Calibrated { beacons: 1 });
}

/// RM-L01: Calibration fetches the platform's beacons and draws them as protected objects.
#[test]
fn another_number_of_beacons_than_announced_is_an_error_with_both() {
    for (announced, received) in [(3, 2), (1, 2), (0, 2)] {
        let mut bench = calibrating();
        bench.receive(Message::Ack { acked: 1, status: ACK });
        bench.receive(Message::CalibrationStart { beacons: announced });
        (0..received).for_each(|id| _ = bench.receive(Message::UltrasoundBeacon(beacon(id))));
        bench.receive(Message::CalibrationEnd);
        let fault = CalibrationFault::Count { announced, received };
        assert_eq!((&bench.report().notice, bench.report().level()), (&Notice::NotCalibrated(fault), Level::Error));
        let text = bench.report().to_string();
        assert!(text.contains(&format!("announced: {announced}, received: {received}")), "{text}");
        assert!(bench.changes.is_empty(), "previous beacons are kept");
    }
}

#[test]
fn times_3_5_of_a_calibration() {
    // 3 s for the response, 10 s for the first packet, 3 s for each following packet including the last.
    let mut bench = calibrating();
    bench.pass_alive(2.9);
    assert!(bench.client.is_waiting());
    bench.pass_alive(0.1);
    assert_eq!(bench.report().notice, Notice::NotCalibrated(CalibrationFault::Request(Failure::NoAck)));

    let mut bench = calibrating();
    bench.receive(Message::Ack { acked: 1, status: NACK });
    assert_eq!(bench.report().notice, Notice::NotCalibrated(CalibrationFault::Request(Failure::Refused)));

    let mut bench = calibrating();
    bench.receive(Message::Ack { acked: 1, status: ACK });
    bench.pass_alive(9.9);
    assert!(bench.client.is_waiting());
    bench.pass_alive(0.1);
    assert_eq!(bench.report().notice, Notice::NotCalibrated(CalibrationFault::NoStart));

    let mut bench = calibrating();
    bench.receive(Message::Ack { acked: 1, status: ACK });
    bench.receive(Message::CalibrationStart { beacons: 1 });
    bench.pass_alive(2.9);
    bench.receive(Message::UltrasoundBeacon(beacon(1)));
    bench.pass_alive(2.9);
    assert!(bench.client.is_waiting());
    bench.pass_alive(0.1);
    assert_eq!(bench.report().notice, Notice::NotCalibrated(CalibrationFault::NoEnd));
}

/// RM-L01: Calibration fetches the platform's beacons and draws them as protected objects.
#[test]
fn when_it_is_allowed_and_that_it_can_be_given_up() {
    assert_eq!(Bench::new().refused(Command::Calibrate), Refusal::NotInRobotMode);
    for state in [Running, Paused, Unknown] {
        assert_eq!(Bench::at(state).refused(Command::Calibrate), Refusal::PlanActive(state));
    }
    let mut bench = calibrating();
    bench.receive(Message::Ack { acked: 1, status: ACK });
    assert_eq!(bench.refused(Command::Calibrate), Refusal::Waiting);
    assert_eq!(bench.refused(Command::Play), Refusal::Waiting);
    bench.command(Command::Abort).unwrap();
    assert_eq!(bench.notices(), [Notice::Aborting, Notice::CalibrationAborted]);
    bench.command(Command::Play).expect("nothing is pending");
}

fn forward() -> Motion {
    Motion::Translate { dx: 0.0, dy: 1.0, speed: 50.0 }
}

fn driving() -> Bench {
    let mut bench = Bench::connected();
    bench.command(Command::Drive { on: true }).unwrap();
    assert_eq!((&bench.changes[..], bench.sent.len()), (&[Change::Driving(true)][..], 0));
    bench.clear();
    bench
}

/// RM-L02: The platform is driven by hand with keyboard or gamepad.
#[test]
fn a_movement_is_sent_every_300_ms_and_a_stop_at_its_end() {
    let mut bench = driving();
    bench.client.steer(Some(forward())).unwrap();
    let mut times = Vec::new();
    for _ in 0..100 {
        bench.now += s(0.01);
        let sent = bench.sent.len();
        bench.step(&[]);
        if bench.sent.len() > sent {
            times.push(bench.now.as_millis());
            bench.answer(ACK);
        }
    }
    assert_eq!(times, [10, 310, 610, 910]);
    assert_eq!(bench.commands(), [Message::ManualTranslation { dx: 0.0, dy: 1.0, speed: 50.0 }; 4]);
    bench.clear();
    bench.client.steer(None).unwrap();
    bench.step(&[]);
    assert_eq!(bench.commands(), [Message::ManualStop]);
    bench.answer(ACK);
    bench.pass_alive(5.0);
    assert_eq!((bench.commands().len(), bench.reports.len()), (1, 0));
    bench.client.steer(Some(Motion::Rotate { turn: Turn::CounterClockwise, speed: 10.0 })).unwrap();
    bench.step(&[]);
    assert_eq!(bench.last().message, Message::ManualRotation { turn: Turn::CounterClockwise, speed: 10.0 });
}

/// RM-L02: The platform is driven by hand with keyboard or gamepad.
#[test]
fn a_stop_does_not_wait_for_the_answer_to_a_movement() {
    let mut bench = driving();
    bench.client.steer(Some(forward())).unwrap();
    bench.step(&[]);
    bench.client.steer(None).unwrap();
    bench.step(&[]);
    assert_eq!(bench.commands().len(), 2);
    assert_eq!(bench.last().message, Message::ManualStop);
    // The late acknowledgement of the motion does not acknowledge the stop.
    bench.receive(Message::Ack { acked: 1, status: ACK });
    assert!(bench.client.is_waiting());
    bench.pass_alive(3.0);
    assert_eq!((&bench.report().notice, bench.client.is_driving()), (&Notice::NotStopped(Failure::NoAck), false));
}

/// RM-L02: The platform is driven by hand with keyboard or gamepad.
#[test]
fn a_movement_that_is_not_confirmed_ends_driving_with_a_stop() {
    for failure in [Failure::NoAck, Failure::Refused] {
        let mut bench = driving();
        bench.client.steer(Some(forward())).unwrap();
        bench.step(&[]);
        match failure {
            Failure::NoAck => bench.pass_alive(3.0),
            Failure::Refused => bench.answer(NACK),
        }
        bench.step(&[]);
        assert_eq!((&bench.report().notice, bench.client.is_driving()), (&Notice::NotDriven(failure), false));
        assert_eq!(bench.last().message, Message::ManualStop);
        assert_eq!(bench.client.steer(Some(forward())), Err(Refusal::NotDriving));
    }
}

/// RM-L02: The platform is driven by hand with keyboard or gamepad.
#[test]
fn when_it_is_allowed_and_what_it_forbids() {
    assert_eq!(Bench::new().refused(Command::Drive { on: true }), Refusal::NotInRobotMode);
    for state in [Running, Paused, Unknown] {
        assert_eq!(Bench::at(state).refused(Command::Drive { on: true }), Refusal::PlanActive(state));
    }
    assert_eq!(Bench::connected().refused(Command::Drive { on: false }), Refusal::NotDriving);
    let mut bench = driving();
    assert_eq!(bench.refused(Command::Drive { on: true }), Refusal::Driving);
    for [dx, dy] in [[f64::NAN, 0.0], [0.0, 0.0], [1.0, 1.0], [0.0, f64::INFINITY]] {
        let motion = Motion::Translate { dx, dy, speed: 1.0 };
        assert_eq!(bench.client.steer(Some(motion)), Err(Refusal::BadDirection), "{dx}, {dy}");
    }
    let rounded = Motion::Translate { dx: 0.71, dy: -0.71, speed: 1.0 };
    bench.client.steer(Some(rounded)).expect("two digits suffice");
    let turn = Motion::Rotate { turn: Turn::Clockwise, speed: 100.5 };
    assert_eq!(bench.client.steer(Some(turn)), Err(Refusal::BadSpeed(100.5)));
    bench.client.steer(Some(forward())).unwrap();
    bench.step(&[]);
    bench.answer(ACK);
    for command in [Command::Play, Command::LeaveRobotMode, Command::Calibrate] {
        assert_eq!(bench.refused(command), Refusal::Driving);
    }
    bench.client.steer(None).unwrap();
    bench.step(&[]);
    bench.answer(ACK);
    bench.clear();
    // It ends automatically when a plan starts, and when robot mode ends.
    bench.play();
    assert!(bench.changes.contains(&Change::Driving(false)) && !bench.client.is_driving());
    let mut bench = driving();
    bench.command(Command::LeaveRobotMode).unwrap();
    assert!(bench.changes.contains(&Change::Driving(false)));
    let mut bench = driving();
    bench.client.steer(Some(forward())).unwrap();
    bench.pass(30.0);
    assert_eq!((bench.client.is_driving(), bench.client.mode()), (false, Mode::Editor));
}

/// RM-L03: The ends of plans and the start and end of captures are shown.
#[test]
fn captures_are_shown_and_what_does_not_fit_is_an_error() {
    let mut bench = Bench::connected();
    for (message, notice, level, on, shown) in [
        (Message::CaptureStarted, Notice::Capture(true), Level::Info, true, true),
        (Message::CaptureStarted, Notice::CaptureTwice, Level::Error, true, false),
        (Message::CaptureEnded, Notice::Capture(false), Level::Info, false, true),
        (Message::CaptureEnded, Notice::CaptureNotBegun, Level::Error, false, false),
    ] {
        bench.clear();
        let id = bench.receive(message);
        assert_eq!((&bench.report().notice, bench.report().level()), (&notice, level));
        assert_eq!((bench.acked(), bench.client.is_capturing()), (vec![id], on));
        assert_eq!(bench.changes, if shown { vec![Change::Capture(on)] } else { vec![] });
    }
    // A duplicate with the same id does not count.
    bench.receive(Message::CaptureStarted);
    bench.clear();
    let last = bench.next - 1;
    bench.step(&[datagram(last, Message::CaptureStarted)]);
    assert_eq!((bench.acked(), bench.reports.len()), (vec![last], 0));
    bench.command(Command::LeaveRobotMode).unwrap();
    bench.answer(ACK);
    assert!(bench.changes.contains(&Change::Capture(false)));
}
