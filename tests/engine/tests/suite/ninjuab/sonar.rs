//! The sonar on its servo in the engine.

use super::*;

/// Readings of a full scan by angle, cm.
fn scan(params: &str, objects: &str) -> Vec<(f64, f64)> {
    let mut robot = Robot::new(params, objects);
    let mut rays = Vec::new();
    for order in std::iter::once("SONAR").chain(std::iter::repeat_n("RESUME", 14)) {
        let (answer, _) = robot.ask(order, 1.5);
        let numbers: Vec<f64> = answer.split(' ').skip(2).map(|number| number.parse().unwrap()).collect();
        rays.push((numbers[0], numbers[1]));
    }
    rays
}

/// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
#[test]
fn the_readings_of_the_mapping_experiment() {
    for (half_angle, seen) in [
        (0.0_f64, &[(40.0, 57.76), (0.0, 44.25)][..]),
        (7.5, &[(30.0, 53.89), (40.0, 53.89), (45.0, 55.78), (0.0, 44.25)]),
        (15.0, &[(15.0, 44.25), (30.0, 53.89), (40.0, 53.89), (45.0, 53.89), (0.0, 44.25)]),
    ] {
        let params = format!("beam_half_angle: deg({half_angle:?}), sonar_max_range: 0.6");
        let rays = scan(&params, &three_boxes());
        assert_eq!(rays.len(), 15);
        for (angle, found) in rays {
            let expected = seen.iter().find(|(at, _)| *at == f64::abs(angle)).map_or(0.0, |(_, distance)| *distance);
            assert!((found - expected).abs() <= 0.05, "{half_angle}° at {angle}°: {found} instead of {expected}");
        }
    }
}

/// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
#[test]
fn a_face_is_detected_at_50_cm_and_not_beyond_2_m() {
    let mut robot = Robot::new("", &cuboid("box", 55.75, 0.0));
    robot.run(0.1);
    let readings = ["distance", "found", "count"].map(|channel| robot.value(&format!("sonar.{channel}")));
    assert!((readings[0] - 0.5).abs() < 0.001 && readings[1] == 1.0, "{readings:?}");
    let mut robot = Robot::new("", &cuboid("box", 210.0, 0.0));
    robot.run(0.1);
    assert_eq!(["distance", "found"].map(|channel| robot.value(&format!("sonar.{channel}"))), [0.0, 0.0]);
}

/// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
#[test]
fn a_new_value_comes_each_50_ms() {
    let mut robot = Robot::new("", "");
    let mut counts = Vec::new();
    for _ in 0..20 {
        robot.run(0.01);
        counts.push(robot.value("sonar.count"));
    }
    let expected: Vec<f64> = (0..20).map(|tick| f64::from(tick / 5 + 1)).collect();
    assert_eq!(counts, expected);
}

/// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
#[test]
fn noise_changes_distances_but_not_missing_echoes() {
    let noisy = |objects: &str| Robot::of(&scene("", objects, r#"sensors: {"sonar": (noise: (sigma: 0.005))}"#));
    let mut robot = noisy(&cuboid("box", 55.75, 0.0));
    let mut errors = Vec::new();
    for _ in 0..400 {
        robot.run(0.05);
        errors.push((robot.value("sonar.distance") - robot.value("clean.sonar.distance")) * 100.0);
        assert_eq!(robot.value("sonar.found"), 1.0);
    }
    let mean = errors.iter().sum::<f64>() / 400.0;
    let sigma = (errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / 399.0).sqrt();
    // Within four standard errors.
    assert!(mean.abs() < 0.1 && (sigma - 0.5).abs() < 0.075, "mean {mean} cm, deviation {sigma} cm");
    // Nothing is there: noise around 0 must not stop the robot.
    let mut robot = noisy("");
    assert_eq!(robot.ask("GO 0 30", 4.0).0, "D: GO OK");
    assert_eq!(robot.ask("SONAR", 1.0).0, "D: RAY 15 0");
}

/// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
#[test]
fn another_robot_is_seen() {
    let two =
        scene("", "", "").replace("robots: [", r#"robots: [(name: "b", model: "ninjuab/standard", at: (0.5, 0)), "#);
    let mut robot = Robot::of(&two);
    robot.run(0.1);
    assert!((robot.value("sonar.distance") - 0.43).abs() < 1e-3, "{}", robot.value("sonar.distance"));
}
