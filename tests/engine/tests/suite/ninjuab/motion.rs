//! Motion of the robot through servos, wheels, caster and scene.

use super::*;
use sim_core::engine::Outcome;

use sim_engine_tests::{shared_plugins, shipped, simulate};
use std::f64::consts::FRAC_PI_2;

/// The robot after a time (s) of constant commands.
fn commanded(params: &str, commands: &str, seconds: f64) -> Robot {
    let controller = format!(r#"controller: (id: "control/constant", params: (commands: {{{commands}}}))"#);
    let mut robot = Robot::of(&scene(params, "", &controller));
    robot.simulation.steps((seconds / robot.simulation.dt()).round() as u64).unwrap();
    assert!(robot.simulation.faults().is_empty(), "{:?}", robot.simulation.faults());
    robot
}

fn wheels(params: &str, left: f64, right: f64, seconds: f64) -> [f64; 3] {
    commanded(params, &format!(r#""left_servo": {left:?}, "right_servo": {right:?}"#), seconds).pose()
}

/// MR-05: Wheel servos stop at 1500 µs and drive straight at 1340 and 1660 µs.
#[test]
fn mirrored_pulses_drive_straight() {
    let [x, y, yaw] = wheels("", 1340.0, 1660.0, 2.0);
    assert!((x - 20.0).abs() <= 0.4 && y.abs() < 0.1 && yaw.abs() < 0.5, "{x} {y} {yaw}");
    let [back, _, yaw] = wheels("", 1660.0, 1340.0, 2.0);
    assert!((back + 20.0).abs() <= 0.4 && yaw.abs() < 0.5, "{back} {yaw}");
    let [full, ..] = wheels("", 1280.0, 1720.0, 1.0);
    assert!((full - 10.0 / 0.7).abs() < 0.1, "{full}");
    for still in [[1500.0, 1500.0], [1480.0, 1520.0], [0.0, 0.0]] {
        assert_eq!(wheels("", still[0], still[1], 1.0), [0.0; 3], "{still:?}");
    }
}

/// MR-06: A pulse offset of 160 µs yields 10 cm/s straight or 95.5°/s in place.
#[test]
fn equal_pulses_turn_on_the_spot() {
    for (pulse, expected) in [(1660.0, 95.5), (1340.0, -95.5)] {
        let [x, y, yaw] = wheels("", pulse, pulse, 1.0);
        assert!((yaw - expected).abs() <= 2.0 && x.abs() < 1e-6 && y.abs() < 1e-6, "{x} {y} {yaw}");
    }
}

/// MR-05: Wheel servos stop at 1500 µs and drive straight at 1340 and 1660 µs.
#[test]
fn gains_make_it_drift() {
    let [x, _, yaw] = wheels("right_gain: 0.998", 1340.0, 1660.0, 10.0);
    // The right wheel rolls 2 mm less over 1 m, on a wheel base of 12 cm.
    assert!((yaw + (0.002_f64 / 0.12).to_degrees()).abs() < 0.01 && (x - 99.9).abs() < 0.1, "{x} {yaw}");
    let [.., yaw] = wheels("left_gain: 0.99", 1340.0, 1660.0, 5.0);
    assert!((yaw - (0.005_f64 / 0.12).to_degrees()).abs() < 0.01, "{yaw}");
}

/// MR-05: Wheel servos stop at 1500 µs and drive straight at 1340 and 1660 µs.
/// MR-08: The sonar servo covers ±90° at 300°/s and settles in 0.2 s.
#[test]
fn pulses_and_angles_beyond_their_ranges_are_clamped_and_reported() {
    for (command, asked, channel, limit) in [
        (r#""left_servo": 2500, "right_servo": 1500"#, 2500.0, "left_servo.pulse", 2000.0),
        (r#""left_servo": -1, "right_servo": 1500"#, -1.0, "left_servo.pulse", 0.0),
        (r#""sonar_servo": 2"#, 2.0, "sonar_servo.angle", FRAC_PI_2),
        (r#""sonar_servo": -2"#, -2.0, "sonar_servo.angle", -FRAC_PI_2),
    ] {
        let robot = commanded("", command, 1.0);
        let requested: Vec<f64> = robot.simulation.first_limited().iter().map(|limited| limited.asked).collect();
        assert_eq!((requested, robot.value(channel)), (vec![asked], limit), "{command}");
    }
    let robot = commanded("", r#""sonar_servo": 2"#, 1.0);
    assert!((robot.sonar() - 90.0).abs() < 1e-6, "{}", robot.sonar());
}

/// MR-08: The sonar servo covers ±90° at 300°/s and settles in 0.2 s.
#[test]
fn the_sonar_turns_to_the_side_in_half_a_second() {
    let at = |seconds: f64| {
        let robot = commanded("", r#""sonar_servo": 1.5707963267948966"#, seconds);
        (robot.sonar(), robot.value("sonar_servo.settled"))
    };
    let (angle, settled) = at(0.2);
    assert!((angle - 60.0).abs() < 0.1 && settled == 0.0, "300°/s: {angle}");
    assert!((at(0.3).0 - 90.0).abs() < 1e-6);
    assert_eq!((at(0.48).1, at(0.51).1), (0.0, 1.0), "it has come to rest after 0.3 s and 0.2 s");
}

/// MR-08: The sonar servo covers ±90° at 300°/s and settles in 0.2 s.
#[test]
fn the_controller_never_takes_the_servo_for_settled_before_it_is() {
    let mut robot = Robot::new("", "");
    robot.order("SONAR");
    let mut seen = 0;
    for tick in 0..600 {
        let before = robot.value("controller.state");
        robot.run(0.01);
        let settled = robot.value("sonar_servo.settled");
        if before == 5.0 && robot.value("controller.state") == 6.0 {
            assert_eq!(settled, 1.0, "tick {tick}");
            seen += 1;
        }
        if tick % 40 == 39 {
            robot.order("RESUME");
        }
    }
    assert!(seen >= 10, "{seen}");
}

/// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
#[test]
fn it_rests_on_its_caster_where_there_is_ground() {
    let mut robot = Robot::new("", "");
    robot.run(0.1);
    let force = robot.value("caster_force.force");
    assert!((1.0..3.0).contains(&force), "{force} N");
    let mut above = Robot::of(&scene("", "", "").replace("floor: (),", ""));
    above.run(0.1);
    assert_eq!(above.value("caster_force.force"), 0.0, "no ground");
}

/// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
#[test]
fn wheels_turn_and_the_caster_follows() {
    let mut robot = Robot::new("", "");
    robot.ask("GO 90 0", 2.0);
    let turns = ["left_wheel", "right_wheel"].map(|wheel| robot.value(&format!("joints.{wheel}")));
    assert!(turns[0] < -2.0 && (turns[0] + turns[1]).abs() < 1e-9, "{turns:?}");
    let across = robot.value("joints.caster");
    assert!((-1.9..-1.6).contains(&across), "{across}");
    robot.ask("GO 0 30", 4.0);
    assert!(robot.value("joints.caster").abs() < 1e-6);
}

/// The scene with changes, after a time.
fn drive(set: &[&str], seconds: f64) -> Vec<(String, Outcome)> {
    let mut simulation = simulate(&shipped("ninjuab/drive.ron", set), &shared_plugins(), 1);
    simulation.steps((seconds / simulation.dt()).round() as u64).unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    simulation.verdicts().into_iter().map(|verdict| (verdict.name.to_string(), verdict.outcome)).collect()
}

#[test]
fn the_scene_passes_and_each_defect_fails_its_condition() {
    let failed = |set: &[&str]| -> Vec<String> {
        let verdicts = drive(set, 21.0);
        assert_eq!(verdicts.len(), 5);
        verdicts.into_iter().filter(|(_, outcome)| *outcome != Outcome::Passed).map(|(name, _)| name).collect()
    };
    assert_eq!(failed(&[]), [""; 0]);
    let blind = failed(&["robots.scout.controller.params.block_s=0.02"]);
    assert!(blind.contains(&"it touches nothing".to_string()), "{blind:?}");
    let idle = failed(&["robots.scout.controller.params.orders=[]"]);
    assert!(idle.contains(&"it has answered six times".to_string()), "{idle:?}");
    let crooked = failed(&["robots.scout.model.params.left_gain=0.9"]);
    assert!(crooked.contains(&"it has turned and driven on".to_string()), "{crooked:?}");
}

#[test]
fn parameters_of_the_model_hold_when_the_scene_names_its_components() {
    let orders = r#"params: (orders: [(at: 0, line: "GO 90 0")])"#;
    for more in [
        format!(r#"controller: (id: "ninjuab/l0", {orders})"#),
        format!(r#"controller: (id: "ninjuab/l0", {orders}), dynamics: "diff-drive/kinematic""#),
    ] {
        let mut robot = Robot::of(&scene("wheel_base: 0.3", "", &more));
        robot.simulation.steps(500).unwrap();
        let [x, y, yaw] = robot.pose();
        assert!((yaw - 90.0).abs() <= 1.5 && x.abs() + y.abs() < 1e-6, "{x} {y} {yaw}, {more}");
    }
}
