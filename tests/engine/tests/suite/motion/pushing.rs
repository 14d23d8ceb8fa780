//! Wheeled robots against obstacles: their push is limited by the traction of their wheels.

use super::plugin;
use nalgebra::{Rotation3, Vector3};
use sim_abi::math::BodyState;
use sim_core::engine::Simulation;
use sim_engine_tests::build;

const DYNAMICS: [&str; 2] = ["diff-drive/kinematic", "diff-drive/dynamic"];

const STEPS: [f64; 4] = [0.001, 0.01, 0.02, 0.05];

/// Commanded speed of the motors, m/s.
const SPEED: f64 = 0.3;

/// A 1 kg scout that drives at [`SPEED`], starting 2 cm in front of a box with a mass (kg) and a friction; `params` are
/// those of its dynamics.
fn before_a_box(dynamics: &str, params: &str, dt: f64, mass: f64, friction: f64) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: {dt}), floor: (material: (friction: {friction})),
            objects: [(name: "crate", shape: Box(size: (0.4, 0.4, 0.2)), at: (0.305, 0, 0.1), mass: {mass},
                material: (friction: {friction}))],
            robots: [(name: "a", model: "scout/standard", dynamics: (id: "{dynamics}", params: ({params})), material: (friction: 0),
                controller: (id: "control/constant", params: (commands: {{"left_wheel.speed": {wheels}, "right_wheel.speed": {wheels}}})))])"#,
        wheels = SPEED / 0.021
    ))
}

/// Displacement of the box, m.
fn pushed(simulation: &Simulation) -> f64 {
    simulation.movable_objects().next().unwrap().1.pose.translation.x - 0.305
}

fn telemetry(simulation: &Simulation, name: &str) -> f64 {
    let place = simulation.robot(0).unwrap().channels().iter().position(|channel| channel.path == name);
    simulation.robot(0).unwrap().telemetry()[place.unwrap_or_else(|| panic!("no {name}"))]
}

#[test]
fn a_crate_that_holds_more_than_the_wheels_can_press_stays() {
    for dynamics in DYNAMICS {
        for dt in STEPS {
            let mut simulation = before_a_box(dynamics, "", dt, 10.0, 1.0);
            simulation.steps((1.0 / dt) as u64).unwrap();
            let hit = pushed(&simulation);
            simulation.steps((20.0 / dt) as u64).unwrap();
            let later = pushed(&simulation);
            assert!(hit < 1e-3 && (later - hit).abs() < 1e-6, "{dynamics}, dt {dt}: {hit} m, then {later} m");
            let speed = telemetry(&simulation, "dynamics.speed");
            assert!(speed.abs() < 1e-6, "{dynamics}, dt {dt}: a blocked robot reports a speed of {speed} m/s");
        }
    }
}

#[test]
fn a_crate_without_friction_is_accelerated_by_the_traction_alone() {
    /// Time of the measurement, s, and mass of the crate, kg.
    const SPAN: f64 = 0.8;
    const MASS: f64 = 50.0;
    for (dynamics, params, traction) in [
        ("diff-drive/kinematic", "", 0.8),
        ("diff-drive/kinematic", "traction: 0.3", 0.3),
        ("diff-drive/dynamic", "rolling_resistance: 0", 0.8),
        ("diff-drive/dynamic", "rolling_resistance: 0, friction: 0.3", 0.3),
    ] {
        for dt in STEPS {
            let mut simulation = before_a_box(dynamics, params, dt, MASS, 0.0);
            let speed = |simulation: &Simulation| simulation.movable_objects().next().unwrap().1.linear_velocity.x;
            simulation.steps((0.4 / dt).round() as u64).unwrap();
            let before = speed(&simulation);
            simulation.steps((SPAN / dt).round() as u64).unwrap();
            let after = speed(&simulation);
            let expected = traction * 9.81 / (MASS + 1.0) * SPAN;
            let (gained, range) = (after - before, 0.999 * expected..1.001 * expected);
            assert!(range.contains(&gained), "{dynamics} ({params}), dt {dt}: {gained} instead of {expected} m/s");
        }
    }
}

/// A scout with this material friction and these wheel commands, m/s; `place` is its position.
fn scout(name: &str, place: &str, (dynamics, params): (&str, &str), friction: f64, [left, right]: [f64; 2]) -> String {
    format!(
        r#"(name: "{name}", model: "scout/standard", {place}, dynamics: (id: "{dynamics}", params: ({params})),
            material: (friction: {friction}), controller: (id: "control/constant",
            params: (commands: {{"left_wheel.speed": {}, "right_wheel.speed": {}}})))"#,
        left / 0.021,
        right / 0.021
    )
}

fn run(simulation: &mut Simulation, dt: f64, seconds: f64) {
    simulation.steps((seconds / dt).round() as u64).unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
}

/// Velocity of a robot, m/s.
fn velocity(simulation: &Simulation, robot: usize) -> Vector3<f64> {
    simulation.robots().nth(robot).unwrap().state.linear_velocity
}

fn place(simulation: &Simulation, robot: usize) -> Vector3<f64> {
    simulation.robots().nth(robot).unwrap().state.pose.translation.vector
}

/// Turn rate of the first robot, rad/s.
fn turn_rate(simulation: &Simulation) -> f64 {
    simulation.robots().next().unwrap().state.angular_velocity.z
}

/// Every dynamics without rolling resistance at every step.
fn each(test: impl Fn((&str, &str), f64)) {
    for dynamics in [(DYNAMICS[0], ""), (DYNAMICS[1], "rolling_resistance: 0")] {
        for dt in STEPS {
            test(dynamics, dt);
        }
    }
}

#[test]
fn a_box_moves_at_the_speed_of_the_wheels_that_push_it() {
    for dynamics in DYNAMICS {
        for dt in STEPS {
            let mut simulation = before_a_box(dynamics, "", dt, 1.0, 0.6);
            run(&mut simulation, dt, 2.0);
            let before = pushed(&simulation);
            run(&mut simulation, dt, 1.0);
            let speed = pushed(&simulation) - before;
            assert!((speed - SPEED).abs() < 0.01 * SPEED, "{dynamics}, dt {dt}: {speed} m/s");
            let [shown, stalled] = ["dynamics.speed", "dynamics.stalled"].map(|name| telemetry(&simulation, name));
            assert!((shown - SPEED).abs() < 0.01 * SPEED && stalled == 0.0, "{dynamics}, dt {dt}: shows {shown} m/s");
        }
    }
}

#[test]
fn friction_of_a_box_just_above_the_traction_holds_it_and_just_below_does_not() {
    each(|(dynamics, params), dt| {
        for (friction, expected) in [(0.84, 0.0), (0.76, SPEED)] {
            let mut simulation = before_a_box(dynamics, params, dt, 1.0, friction);
            run(&mut simulation, dt, 3.0);
            let before = pushed(&simulation);
            run(&mut simulation, dt, 2.0);
            let speed = (pushed(&simulation) - before) / 2.0;
            let tolerance = if expected == 0.0 { 1e-5 } else { 0.01 * expected };
            assert!((speed - expected).abs() < tolerance, "{dynamics}, dt {dt}, friction {friction}: {speed} m/s");
            let stalled = telemetry(&simulation, "dynamics.stalled");
            assert_eq!(stalled, f64::from(u8::from(expected == 0.0)), "{dynamics}, dt {dt}, friction {friction}");
        }
    });
}

#[test]
fn a_robot_that_pushes_off_centre_stays_on_its_line_while_the_box_turns() {
    each(|dynamics, dt| {
        let robot = scout("a", "at: (0, 0)", dynamics, 0.6, [SPEED; 2]);
        let mut simulation = build(&format!(
            r#"(format_version: 1, run: (dt: {dt}), floor: (material: (friction: 0.4)),
                objects: [(name: "crate", shape: Box(size: (0.2, 0.4, 0.1)), at: (0.205, 0.12, 0.05), mass: 0.5,
                    material: (friction: 0.4))], robots: [{robot}])"#
        ));
        run(&mut simulation, dt, 1.5);
        // The impact exceeds the traction; afterward, the wheels hold.
        let (yaw, turn_rate) = (simulation.robots().next().unwrap().state.yaw(), turn_rate(&simulation));
        let speed = velocity(&simulation, 0).norm();
        assert!(yaw.abs() < 0.05 && turn_rate.abs() < 1e-4, "{dynamics:?}, dt {dt}: yaw {yaw}, {turn_rate} rad/s");
        assert!((speed - SPEED).abs() < 0.01 * SPEED, "{dynamics:?}, dt {dt}: {speed} m/s");
        let turn = simulation.movable_objects().next().unwrap().1.pose.rotation.angle();
        assert!(turn > 0.2, "{dynamics:?}, dt {dt}: the box turns by {turn} rad");
    });
}

#[test]
fn a_robot_with_unequal_wheels_pushes_along_its_arc() {
    each(|(dynamics, params), dt| {
        let wheels = [0.9 * SPEED, SPEED];
        let scene = |object: &str| {
            let robot = scout("a", "at: (0, 0)", (dynamics, params), 0.0, wheels);
            format!(
                "(format_version: 1, run: (dt: {dt}), floor: (material: (friction: 0.2)), {object} robots: [{robot}])"
            )
        };
        let drum = r#"objects: [(name: "drum", shape: Cylinder(radius: 0.2, height: 0.1), at: (0.3, 0, 0.05), mass: 1,
            material: (friction: 0.2))],"#;
        let [mut free, mut pushing] = ["", drum].map(|object| build(&scene(object)));
        run(&mut free, dt, 1.5);
        run(&mut pushing, dt, 1.5);
        let [free, pushing] =
            [&free, &pushing].map(|simulation| [velocity(simulation, 0).norm(), turn_rate(simulation)]);
        let close = free.iter().zip(pushing).all(|(free, pushing)| (free - pushing).abs() < 1e-3 * free.abs());
        assert!(close && free[1] > 0.1, "{dynamics}, dt {dt}: {pushing:?} instead of {free:?}");
    });
}

#[test]
fn of_two_robots_head_on_the_one_with_more_traction_wins() {
    for (dynamics, traction, rest) in
        [(DYNAMICS[0], "traction", ""), (DYNAMICS[1], "friction", "rolling_resistance: 0, ")]
    {
        for dt in STEPS {
            for (grips, expected) in [([0.8, 0.8], 0.0), ([0.8, 0.4], SPEED)] {
                let params = grips.map(|grip| format!("{rest}{traction}: {grip}"));
                let robots = [
                    scout("a", "at: (-0.2, 0)", (dynamics, &params[0]), 0.0, [SPEED; 2]),
                    scout("b", "at: (0.2, 0), yaw: deg(180)", (dynamics, &params[1]), 0.0, [SPEED; 2]),
                ];
                let robots = robots.join(", ");
                let mut simulation =
                    build(&format!("(format_version: 1, run: (dt: {dt}), floor: (), robots: [{robots}])"));
                run(&mut simulation, dt, 3.0);
                let speeds = [0, 1].map(|robot| velocity(&simulation, robot).x);
                let close = speeds.iter().all(|speed| (speed - expected).abs() < 1e-5 + 0.01 * expected);
                assert!(close, "{dynamics}, dt {dt}, {grips:?}: {speeds:?} m/s");
            }
        }
    }
}

#[test]
fn a_robot_that_drives_obliquely_into_a_wall_slides_along_it_in_any_direction() {
    each(|dynamics, dt| {
        let end = |turn: f64| {
            let robot = scout("a", &format!("at: (0, 0), yaw: deg({})", 45.0 + turn), dynamics, 0.0, [SPEED; 2]);
            let mut simulation = build(&format!(
                r#"(format_version: 1, run: (dt: {dt}), floor: (),
                    objects: [(name: "wall", shape: Box(size: (0.2, 4, 0.2)), at: ({}, {}, 0.1), yaw: deg({turn}),
                        material: (friction: 0))], robots: [{robot}])"#,
                0.25 * turn.to_radians().cos(),
                0.25 * turn.to_radians().sin(),
            ));
            run(&mut simulation, dt, 3.0);
            let back = Rotation3::from_axis_angle(&Vector3::z_axis(), -turn.to_radians());
            (back * place(&simulation, 0), back * velocity(&simulation, 0))
        };
        let (straight, turned) = (end(0.0), end(37.0));
        let along = SPEED * 0.5_f64.sqrt();
        let velocity = straight.1;
        assert!(
            (velocity.y - along).abs() < 0.01 * along && velocity.x.abs() < 1e-6,
            "{dynamics:?}, dt {dt}: {velocity}"
        );
        let apart = (straight.0 - turned.0).norm().max((straight.1 - turned.1).norm());
        assert!(apart < 1e-9, "{dynamics:?}, dt {dt}: {apart:e}");
    });
}

#[test]
fn a_row_of_boxes_moves_at_the_speed_of_the_wheels() {
    each(|dynamics, dt| {
        let boxes = [0, 1, 2].map(|number| {
            let x = 0.205 + 0.21 * f64::from(number);
            format!(
                r#"(name: "box {number}", shape: Box(size: (0.2, 0.2, 0.1)), at: ({x}, 0, 0.05), mass: 0.4, material: (friction: 0.6))"#
            )
        });
        let robot = scout("a", "at: (0, 0)", dynamics, 0.0, [SPEED; 2]);
        let mut simulation = build(&format!(
            "(format_version: 1, run: (dt: {dt}), floor: (material: (friction: 0.6)), objects: [{}], robots: [{robot}])",
            boxes.join(", ")
        ));
        run(&mut simulation, dt, 2.0);
        let speeds: Vec<f64> = simulation.movable_objects().map(|(_, state)| state.linear_velocity.x).collect();
        let close = speeds.iter().all(|speed| (speed - SPEED).abs() < 0.01 * SPEED);
        assert!(close, "{dynamics:?}, dt {dt}: {speeds:?} m/s");
    });
}

#[test]
fn wheels_at_rest_hold_a_robot_against_half_of_their_traction() {
    for (dynamics, traction) in [(DYNAMICS[0], "traction"), (DYNAMICS[1], "friction")] {
        for dt in STEPS {
            // Friction between the two keeps the pusher, whose wheels spin, from slipping off.
            let pusher = scout("a", "at: (-0.2, 0)", (dynamics, &format!("{traction}: 0.4")), 0.6, [SPEED; 2]);
            for yaw in [0.0, 90.0, 30.0] {
                let held = scout("b", &format!("at: (0, 0), yaw: deg({yaw})"), (dynamics, ""), 0.6, [0.0; 2]);
                let mut simulation =
                    build(&format!("(format_version: 1, run: (dt: {dt}), floor: (), robots: [{pusher}, {held}])"));
                run(&mut simulation, dt, 1.0);
                let before = place(&simulation, 1);
                assert!(before.norm() < 0.02, "{dynamics}, dt {dt}, yaw {yaw}: the impact moves it by {before}");
                run(&mut simulation, dt, 20.0);
                let moved = (place(&simulation, 1) - before).norm();
                assert!(moved < 1e-6, "{dynamics}, dt {dt}, yaw {yaw}: moved by {moved:e} m");
            }
        }
    }
}

/// A plate thinner than its motion per step is swept in each step; the approaching robot must not push it away.
#[test]
fn robots_do_not_move_a_heavy_plate() {
    for dynamics in DYNAMICS {
        for dt in [0.01, 0.02, 0.04, 0.05] {
            let robots = [90.0_f64, 200.0, 330.0].map(|angle: f64| {
                let (x, y) = (0.3 * angle.to_radians().cos(), 0.3 * angle.to_radians().sin());
                let place = format!("at: ({x}, {y}), yaw: deg({})", angle + 170.0);
                scout(&format!("robot {angle}"), &place, (dynamics, ""), 0.4, [SPEED; 2])
            });
            let mut simulation = build(&format!(
                r#"(format_version: 1, run: (dt: {dt}), floor: (material: (friction: 0.7)), objects: [(name: "plate",
                    shape: Box(size: (0.28, 0.16, 0.019)), at: (0, 0, 0.0095), mass: 409, material: (friction: 0.7))], robots: [{}])"#,
                robots.join(", ")
            ));
            run(&mut simulation, dt, 3.0);
            let off = simulation.movable_objects().next().unwrap().1.pose.translation.vector - Vector3::z() * 0.0095;
            assert!(off.norm() < 1e-4, "{dynamics}, dt {dt}: {off:?}");
        }
    }
}

/// Its dynamics prescribes its motion, regardless of approaching objects.
#[test]
fn a_robot_with_prescribed_motion_is_not_pushed() {
    plugin::set_version(2);
    for dt in [0.01, 0.02, 0.05] {
        let mut simulation = plugin::build(&format!(
            r#"(format_version: 1, run: (dt: {dt}, gravity: (0, 0, 0)), objects: [(name: "ball", shape: Sphere(radius: 0.04),
                at: (2, 0, 0.05), mass: 1000)], robots: [(name: "arm", model: "test/arm")])"#
        ));
        let ball = simulation.movable_objects().next().unwrap().1;
        let fast = BodyState { linear_velocity: Vector3::new(-20.0, 0.0, 0.0), ..ball };
        simulation.place_object(0, fast).unwrap();
        run(&mut simulation, dt, 1.0);
        let [arm, ball] = [place(&simulation, 0).x, simulation.movable_objects().next().unwrap().1.pose.translation.x];
        assert!((arm - 0.1).abs() < 1e-9, "dt {dt}: the robot is at {arm} m instead of 0.1 m");
        assert!(ball > arm, "dt {dt}: the ball went through the robot, to {ball} m");
    }
}

/// One wheel and one support may be on the block there, with nothing below the others.
#[test]
fn a_robot_on_the_edge_of_a_block_keeps_a_finite_state() {
    for dynamics in DYNAMICS {
        for (along, yaw) in
            (0..12).flat_map(|step| [0.3, 0.785, 1.9, 3.5, 5.0].map(|yaw| (0.4 + 0.02 * f64::from(step), yaw)))
        {
            for wheels in [[0.0; 2], [SPEED; 2]] {
                let place = format!("at: (0.1, {along}, 0.305), yaw: {yaw}");
                let mut simulation = build(&format!(
                    r#"(format_version: 1, run: (dt: 0.01), floor: (), objects: [(name: "block", shape: Box(size: (1, 1, 0.3)), at: (0, 0, 0.15),
                        category: "ground")], robots: [{}])"#,
                    scout("a", &place, (dynamics, ""), 0.6, wheels)
                ));
                run(&mut simulation, 0.01, 1.0);
            }
        }
    }
}
