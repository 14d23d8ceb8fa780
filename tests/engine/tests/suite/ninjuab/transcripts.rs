//! The transcripts of the protocol, T1 to T6, and the rows of the state machine that need a world.

#[path = "../../../../data/transcripts.rs"]
mod table;

use super::*;
use sim_abi::math::{BodyState, Pose};
use table::{ALONE, AMONG_BOXES, BEFORE_A_BOX, Talk, play};

const IGNORED: &str = "W: Ignored command";

impl Talk for Robot {
    const LATE: f64 = 0.02;

    fn give(&mut self, order: &str) {
        self.since = (self.answers.len(), self.simulation.time());
        self.order(order);
    }

    fn wait(&mut self, seconds: f64) {
        self.run(seconds);
    }

    fn answer(&mut self) -> (String, f64) {
        let (known, start) = self.since;
        while self.answers.len() == known {
            self.run(self.simulation.dt());
            assert!(self.simulation.time() - start <= 10.0, "no reply");
        }
        let (time, answer) = self.answers[known].clone();
        (answer, time - start)
    }
}

/// MR-19: The L0 controller runs as a plugin, as a process, and on a board.
#[test]
fn the_transcripts_as_other_robots_answer_them() {
    play(ALONE, &mut Robot::new("", ""));
    play(AMONG_BOXES, &mut Robot::new("beam_half_angle: 0, sonar_max_range: 0.6", &three_boxes()));
    play(BEFORE_A_BOX, &mut Robot::new("", &cuboid("box", 80.0, 0.0)));
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
/// MR-T1: `GO 0 20` completes in 2.0 s, and `GO 90 0` in 0.94 s.
#[test]
fn drives_and_turns_take_the_specified_time() {
    let mut robot = Robot::new("", "");
    let (reply, time) = robot.ask("GO 0 20", 3.0);
    assert_eq!(reply, "D: GO OK");
    assert!((time - 2.0).abs() <= 0.1, "{time} s");
    let [x, y, yaw] = robot.pose();
    assert!((x - 20.0).abs() < 0.2 && y.abs() < 1e-6 && yaw.abs() < 1e-6, "{x} {y} {yaw}");
    let (reply, time) = robot.ask("GO 90 0", 3.0);
    assert_eq!(reply, "D: GO OK");
    assert!((time - 0.94).abs() <= 0.1, "{time} s");
    let yaw = robot.pose()[2];
    assert!((yaw - 90.0).abs() <= 1.5, "{yaw}°");
}

/// MR-11: `GO` turns first, then advances by dead reckoning in steps of 0.1 cm.
#[test]
fn a_turn_and_a_drive_end_at_the_expected_pose() {
    for (angle, expected) in [(90.0, [0.0, 50.0, 90.0]), (-90.0, [0.0, -50.0, -90.0])] {
        let mut robot = Robot::new("", "");
        assert_eq!(robot.ask(&format!("GO {angle} 50"), 7.0).0, "D: GO OK");
        let pose = robot.pose();
        for (found, (expected, room)) in pose.into_iter().zip(expected.into_iter().zip([1.0, 1.0, 1.5])) {
            assert!((found - expected).abs() <= room, "GO {angle} 50: {pose:?}");
        }
    }
}

/// MR-11: `GO` turns first, then advances by dead reckoning in steps of 0.1 cm.
/// MR-T2: Invalid orders and arguments immediately get their specific error replies.
#[test]
fn what_is_wrong_is_answered_at_once() {
    let mut robot = Robot::new("", "");
    for (line, reply) in [
        ("GO", "E: GO -"),
        ("GO x 10", "E: GO -"),
        ("GO 200 10", "E: GO -"),
        ("GO 30", "E: GO A -"),
        ("GO 30 -5", "E: GO A -"),
        ("GO 0 0", "W: GO00"),
        ("FLY", "E: wrong command"),
        ("RESUME", IGNORED),
        ("HALT", IGNORED),
        (&"x".repeat(200), "E: line too long"),
    ] {
        assert_eq!(robot.ask(line, 0.05).0, reply, "{line}");
    }
    robot.run(1.0);
    assert_eq!(robot.pose(), [0.0; 3], "nothing of it moves the robot");
}

/// MR-17: Other orders during an activity are ignored, and the activity continues.
/// MR-T3: A `SONAR` during a drive is ignored, and `HALT` ends the drive.
#[test]
fn a_second_order_is_ignored_and_the_first_goes_on_until_it_is_halted() {
    let mut robot = Robot::new("", "");
    robot.order("GO 0 100");
    robot.run(1.0);
    let before = robot.pose()[0];
    assert_eq!(robot.ask("SONAR", 0.05).0, IGNORED);
    robot.run(0.5);
    let moved = robot.pose()[0] - before;
    assert!((moved - 5.1).abs() < 0.2, "it is still moving: {moved} cm");
    assert_eq!(robot.ask("HALT", 0.05).0, "D: GO HALTed");
    let stopped = robot.pose();
    robot.run(1.0);
    assert_eq!(robot.pose(), stopped);
}

/// MR-17: Other orders during an activity are ignored, and the activity continues.
#[test]
fn an_order_during_another_does_not_delay_it() {
    let mut robot = Robot::new("", "");
    robot.order("GO 0 20");
    for line in ["GO 90 10", "GO", "FLY", "SONAR"] {
        robot.run(0.3);
        assert_eq!(robot.ask(line, 0.05).0, IGNORED);
    }
    robot.run(1.5);
    let (time, reply) = robot.answers.last().unwrap();
    assert!(reply == "D: GO OK" && (time - 2.0).abs() < 0.1, "{reply} at {time} s");
    assert!((robot.pose()[0] - 20.0).abs() < 0.2, "{:?}", robot.pose());
}

/// MR-14: A full scan is one `SONAR` and 15 `RESUME` orders with 15 rays.
/// MR-T4: A thin-ray scan reads 44.25 cm ahead and 57.76 cm at ±40°.
#[test]
fn a_scan_of_the_three_boxes_with_a_single_ray() {
    // Beyond 60 cm, readings do not count there: the ray at 30° hits the side of a box at 61.5 cm.
    let mut robot = Robot::new("beam_half_angle: 0, sonar_max_range: 0.6", &three_boxes());
    let answers: Vec<String> = std::iter::once("SONAR")
        .chain(std::iter::repeat_n("RESUME", 15))
        .map(|order| {
            let (reply, time) = robot.ask(order, 1.5);
            assert!(time <= 0.95, "{reply} after {time} s");
            reply
        })
        .collect();
    let expected = [
        "D: RAY 15 0",
        "D: RAY 30 0",
        "D: RAY 45 0",
        "D: RAY 60 0",
        "D: RAY 75 0",
        "D: RAY 90 0",
        "D: RAY 40 57.76",
        "D: RAY 0 44.25",
        "D: RAY -15 0",
        "D: RAY -30 0",
        "D: RAY -45 0",
        "D: RAY -60 0",
        "D: RAY -75 0",
        "D: RAY -90 0",
        "D: RAY -40 57.76",
        "D: SONAR OK",
    ];
    assert_eq!(answers, expected);
    assert_eq!(robot.ask("RESUME", 0.05).0, IGNORED);
    robot.run(1.0);
    assert!(robot.sonar().abs() < 1e-6);
}

/// MR-15: After each ray the sonar turns immediately to the next angle.
#[test]
fn while_it_waits_the_sonar_turns_to_the_next_angle() {
    let mut robot = Robot::new("", "");
    robot.ask("SONAR", 1.0);
    for angle in [30.0, 45.0, 60.0] {
        robot.run(0.5);
        assert!((robot.sonar() - angle).abs() < 1e-6, "{}", robot.sonar());
        let (reply, time) = robot.ask("RESUME", 1.0);
        assert_eq!(reply, format!("D: RAY {angle} 0"));
        assert!(time < 0.1, "the servo is there already: {time} s");
    }
}

/// MR-12: An obstacle within 15 cm ahead stops a drive; the remaining distance is reported.
/// MR-T5: A face 74.25 cm ahead blocks a 100 cm drive with 40.75 cm remaining.
#[test]
fn a_box_ahead_stops_it_and_halt_ends_it() {
    let mut robot = Robot::new("", &cuboid("box", 80.0, 0.0));
    let (reply, time) = robot.ask("GO 0 100", 7.0);
    let remaining = blocked(&reply);
    assert!((remaining - 40.75).abs() <= 1.0 && (time - 5.9).abs() <= 0.2, "{reply} after {time} s");
    let x = robot.pose()[0];
    assert!((x - 59.25).abs() <= 1.0 && (100.0 - remaining - x).abs() < 0.15, "{x} cm, {remaining} cm remain");
    assert_eq!(robot.ask("HALT", 0.05).0, "D: BLOCKED HALTed");
}

/// A robot blocked by a removable box.
fn before_a_box() -> Robot {
    let object = r#"(name: "box", shape: Box(size: (0.115, 0.115, 0.2)), at: (0.4, 0, 0.1), mass: 2.0),"#;
    let mut robot = Robot::new("", object);
    blocked(&robot.ask("GO 0 50", 4.0).0);
    robot
}

/// MR-13: A blocked robot resumes after 1.0 s once free and gives up after 5.0 s.
#[test]
fn it_continues_when_the_box_is_removed() {
    let mut robot = before_a_box();
    robot.run(3.0);
    assert_eq!(robot.value("controller.state"), 3.0);
    let aside = BodyState::at(Pose::translation(0.0, 3.0, 0.1));
    robot.simulation.place_object(0, aside).unwrap();
    robot.run(5.0);
    let (_, reply) = robot.answers.last().unwrap();
    assert_eq!((reply.as_str(), robot.answers.len()), ("D: GO OK", 2));
    assert!((robot.pose()[0] - 50.0).abs() < 0.3, "{:?}", robot.pose());
}

/// MR-13: A blocked robot resumes after 1.0 s once free and gives up after 5.0 s.
#[test]
fn it_does_not_go_on_before_its_time_and_gives_up_where_the_box_stays() {
    let mut robot = before_a_box();
    let at = robot.pose();
    let aside = BodyState::at(Pose::translation(0.0, 3.0, 0.1));
    let since = robot.simulation.time();
    let mut kept = before_a_box();
    robot.simulation.place_object(0, aside).unwrap();
    robot.run(0.95);
    assert_eq!(robot.pose(), at, "one second has not passed");
    robot.run(0.2);
    assert!(robot.pose()[0] > at[0]);
    while kept.value("controller.state") == 3.0 {
        kept.run(0.01);
        assert!(kept.simulation.time() < since + 6.0);
    }
    let waited = kept.simulation.time() - since;
    assert!((waited - 5.0).abs() <= 0.1, "{waited} s");
    assert_eq!((kept.value("controller.state"), kept.answers.len()), (0.0, 1), "it does not reply");
    assert_eq!(kept.ask("GO 180 0", 3.0).0, "D: GO OK", "it accepts orders again");
}

/// MR-16: `HALT` stops every active state, and the reply names that state.
/// MR-T6: `HALT` during a scan gets the reply of the interrupted state.
#[test]
fn halt_names_what_it_ends() {
    let mut robot = Robot::new("", "");
    robot.order("SONAR");
    assert!(["D: SONAR HALTed", "D: SONAR RAY HALTed"].contains(&robot.ask("HALT", 0.05).0.as_str()));
    robot.run(1.0);
    assert_eq!(robot.ask("SONAR", 1.0).0, "D: RAY 15 0");
    assert_eq!(robot.ask("HALT", 0.05).0, "D: RESUME HALTed");
    robot.run(0.5);
    assert!(robot.sonar().abs() < 1e-6, "the sonar points ahead again");
    assert_eq!([robot.value("left_servo.pulse"), robot.value("right_servo.pulse")], [1500.0; 2]);
}

/// MR-12: An obstacle within 15 cm ahead stops a drive; the remaining distance is reported.
#[test]
fn a_drive_starts_when_the_sonar_points_ahead() {
    // The box is to the left, where the sonar points when the scan is halted.
    let mut robot = Robot::new("", &cuboid("box", 0.0, 20.0));
    for order in std::iter::once("SONAR").chain(std::iter::repeat_n("RESUME", 5)) {
        robot.ask(order, 1.5);
    }
    assert_eq!(robot.answers.last().unwrap().1, "D: RAY 90 14.25");
    robot.run(0.1);
    robot.ask("HALT", 0.05);
    let (reply, time) = robot.ask("GO 0 20", 4.0);
    assert_eq!(reply, "D: GO OK", "the box at its side does not count");
    assert!(time > 2.3 && (robot.pose()[0] - 20.0).abs() < 0.2, "{time} s, {:?}", robot.pose());
}
