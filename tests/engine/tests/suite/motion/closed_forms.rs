//! Closed-form motions beyond those of `contact_truth.rs` and `effort.rs`: a precessing top, a throw with drag.

use nalgebra::{UnitQuaternion, Vector3};
use sim_core::engine::Simulation;
use sim_engine_tests::{build, build_with_files};
use std::f64::consts::FRAC_PI_4;

const GRAVITY: f64 = 9.81;

/// A simulation with a 1 kg robot with the dynamics `body/rigid`.
fn robot(model: &str, scene: &str, dt: f64) -> Simulation {
    let text = format!(
        r#"(format_version: 1, run: (dt: {dt}), {scene}
            robots: [(name: "a", model: (file: "a.robot.ron"), material: (friction: 0))])"#
    );
    build_with_files(&text, &[("a.robot.ron", model)])
}

/// Steady precession of a heavy top whose tip slides without friction: its center stays above one point, and its axis
/// precesses at a rate Ω with I₁ cos θ Ω² − I₃ ω₃ Ω + m g l = 0 (H. Goldstein, "Classical Mechanics", 2nd edition,
/// section 5-7, about the center of mass instead of the tip, since the only force on the tip is vertical and constant).
#[test]
fn a_top_on_a_smooth_floor_precesses_steadily() {
    const TIP: f64 = 0.002;
    const LENGTH: f64 = 0.1;
    const MOMENTS: [f64; 2] = [0.003, 0.004];
    const TILT: f64 = 0.35;
    const SPIN: f64 = 100.0;
    let model = format!(
        r#"(name: "top", links: [(name: "body", mass: (mass: 1, inertia: ({one}, {one}, {axial}, 0, 0, 0)),
             collision: [(placement: (at: (0, 0, {low})), geometry: Sphere(radius: {TIP}))])], dynamics: (id: "body/rigid"))"#,
        one = MOMENTS[0],
        axial = MOMENTS[1],
        low = -LENGTH,
    );
    let (cosine, sine) = (TILT.cos(), TILT.sin());
    let [square, linear] = [MOMENTS[0] * cosine, MOMENTS[1] * SPIN];
    let rate = (linear - (linear * linear - 4.0 * square * GRAVITY * LENGTH).sqrt()) / (2.0 * square);
    for dt in [0.0005, 0.001, 0.002] {
        let mut simulation = robot(&model, "floor: (),", dt);
        let mut state = simulation.robots().next().unwrap().state;
        let axis = Vector3::new(sine, 0.0, cosine);
        state.pose.rotation = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), TILT);
        state.pose.translation.vector = Vector3::new(0.0, 0.0, LENGTH * cosine + TIP);
        state.angular_velocity = axis * SPIN + (Vector3::z() - axis * cosine) * rate;
        simulation.place_robot(0, state).unwrap();
        // Nearly half a turn.
        let seconds = 3.0 / rate;
        simulation.steps((seconds / dt).round() as u64).unwrap();
        let now = simulation.robots().next().unwrap().state;
        let axis = now.pose.rotation * Vector3::z();
        let (azimuth, tilt) = (axis.y.atan2(axis.x), axis.z.acos());
        assert!((azimuth - 3.0).abs() < 0.03, "dt {dt}: it has precessed by {azimuth} rad instead of 3");
        assert!((tilt - TILT).abs() < 6.0 * dt * TILT, "dt {dt}: it is tilted by {tilt} rad instead of {TILT}");
        assert!(now.pose.translation.vector.xy().norm() < 1e-3, "dt {dt}: {:?}", now.pose.translation);
    }
}

/// A solid ball that rolls down a slope: v = 5/7 g t sin θ, and ω r = v, regardless of its size and the step.
#[test]
fn a_ball_rolls_on_all_of_its_radius() {
    const SLOPE: f64 = 0.3;
    for (radius, dt) in
        [0.0025, 0.01, 0.1].into_iter().flat_map(|radius| [0.001, 0.01, 0.02_f64].map(|dt| (radius, dt)))
    {
        let mut simulation = build(&format!(
            r#"(format_version: 1, run: (dt: {dt}, gravity: ({}, 0, {})), floor: (material: (friction: 0.6)), objects: [
                    (name: "ball", shape: Sphere(radius: {radius}), at: (0, 0, {radius}), mass: 1, material: (friction: 0.6))])"#,
            GRAVITY * SLOPE.sin(),
            -GRAVITY * SLOPE.cos()
        ));
        simulation.steps((1.0 / dt).round() as u64).unwrap();
        let state = simulation.movable_objects().next().unwrap().1;
        let (speed, turning) = (state.linear_velocity.x, state.angular_velocity.y * radius);
        let expected = 5.0 / 7.0 * GRAVITY * SLOPE.sin();
        assert!((speed / expected - 1.0).abs() < 1e-3, "{radius} m, dt {dt}: {speed} instead of {expected} m/s");
        assert!((turning / speed - 1.0).abs() < 1e-6, "{radius} m, dt {dt}: turns with {turning} at {speed} m/s");
    }
}

/// Linear drag with the time constant τ = m/b: x = v τ (1 − e^(−t/τ)), and in z with the velocity v + g τ instead, less
/// g τ t. Quadratic drag, from rest: v = u tanh(g t/u), z = −u²/g ln cosh(g t/u), with the terminal speed u.
#[test]
fn a_throw_with_drag_is_that_of_its_formula() {
    let brick = |params: &str| {
        format!(
            r#"(name: "ball", links: [(name: "body", mass: (mass: 1, inertia: (0.01, 0.01, 0.01, 0, 0, 0)),
                 collision: [(geometry: Sphere(radius: 0.1))])], dynamics: (id: "body/rigid", params: {{{params}}}))"#
        )
    };
    let fly = |model: &str, scene: &str, dt: f64, velocity: Vector3<f64>, seconds: f64| {
        let mut simulation = robot(model, scene, dt);
        let mut state = simulation.robots().next().unwrap().state;
        (state.linear_velocity, state.pose.translation.vector) = (velocity, Vector3::new(0.0, 0.0, 100.0));
        simulation.place_robot(0, state).unwrap();
        simulation.steps((seconds / dt).round() as u64).unwrap();
        let state = simulation.robots().next().unwrap().state;
        (state.pose.translation.vector - Vector3::new(0.0, 0.0, 100.0), state.linear_velocity)
    };
    let (tau, seconds, velocity) = (0.8_f64, 1.6, Vector3::new(5.0, 0.0, 10.0));
    let left = (-seconds / tau).exp();
    let thrown = Vector3::new(
        velocity.x * tau * (1.0 - left),
        0.0,
        (velocity.z + GRAVITY * tau) * tau * (1.0 - left) - GRAVITY * tau * seconds,
    );
    let terminal = (2.0 * GRAVITY / (1.2 * 0.05_f64)).sqrt();
    let fallen = -terminal * terminal / GRAVITY * (GRAVITY * 3.0 / terminal).cosh().ln();
    let mut errors = Vec::new();
    for dt in [0.02, 0.01, 0.005] {
        let (place, _) = fly(&brick("\"linear_damping\": 1.25"), "", dt, velocity, seconds);
        let air = r#"media: [(name: "air", density: 1.2)],"#;
        let (drop, speed) = fly(&brick("\"drag_area\": 0.05"), air, dt, Vector3::zeros(), 3.0);
        let expected = -terminal * (GRAVITY * 3.0 / terminal).tanh();
        assert!((speed.z - expected).abs() < 1e-3 * expected.abs(), "dt {dt}: {} instead of {expected} m/s", speed.z);
        errors.push([(place - thrown).norm(), (drop.z - fallen).abs()]);
    }
    for way in 0..2 {
        let [coarse, middle, fine] = [0, 1, 2].map(|step| errors[step][way]);
        assert!(coarse < 0.06 && fine < 0.6 * middle && middle < 0.6 * coarse, "{errors:?}");
    }
}

/// Buoyancy minus weight equals ½·ρ·C·π·r²·u².
#[test]
fn what_is_lighter_than_water_rises_at_its_terminal_speed_at_any_step() {
    const RADIUS: f64 = 0.05;
    let carried = 1000.0 * 4.0 / 3.0 * std::f64::consts::PI * RADIUS.powi(3);
    for (mass, dt) in
        [0.005, 0.01, 0.1, 0.4].into_iter().flat_map(|mass| [0.005_f64, 0.01, 0.05, 0.1, 0.25].map(|dt| (mass, dt)))
    {
        let mut simulation = build(&format!(
            r#"(format_version: 1, run: (dt: {dt}), media: [(name: "water", region: Below(0), density: 1000)], objects: [
                (name: "ball", shape: Sphere(radius: {RADIUS}), at: (0, 0, -100), mass: {mass})])"#
        ));
        let state = |simulation: &Simulation| simulation.movable_objects().next().unwrap().1;
        simulation.steps((5.0 / dt).round() as u64).unwrap();
        let before = state(&simulation).pose.translation.z;
        simulation.steps((5.0 / dt).round() as u64).unwrap();
        let after = state(&simulation);
        let area = std::f64::consts::PI * RADIUS * RADIUS;
        let expected = ((carried - mass) * GRAVITY / (0.5 * 1000.0 * 0.47 * area)).sqrt();
        for speed in [(after.pose.translation.z - before) / 5.0, after.linear_velocity.z] {
            assert!((speed / expected - 1.0).abs() < 5e-3, "{mass} kg, dt {dt}: {speed} instead of {expected} m/s");
        }
    }
}
#[test]
fn capsules_that_lie_on_each_other_bounce_without_turning() {
    for (dt, turn) in [0.001, 0.01, 0.05].into_iter().flat_map(|dt| [0.0, 0.3].map(|turn| (dt, turn))) {
        let capsule = |name: &str, z: f64, mass: &str| {
            format!(
                r#"(name: "{name}", shape: Capsule(radius: 0.05, height: 0.4), at: (0, 0, {z}), rpy: (0, deg(90), {turn}), {mass}
                    material: (restitution: 1, friction: 0))"#
            )
        };
        let objects = [capsule("fixed", 0.0, ""), capsule("falls", 1.1, "mass: 1,")].join(", ");
        let mut simulation = build(&format!("(format_version: 1, run: (dt: {dt}), objects: [{objects}])"));
        let mut top = 0.0_f64;
        for tick in 0..(1.2 / dt) as usize {
            simulation.steps(1).unwrap();
            let (_, state) = simulation.movable_objects().next().unwrap();
            let time = tick as f64 * dt;
            top = if time > 0.5 { top.max(state.pose.translation.z) } else { top };
            let turning = state.angular_velocity.norm();
            assert!(turning < 1e-6, "dt {dt}, turned by {turn}: it turns at {turning} rad/s");
        }
        assert!((top - 1.1).abs() < 0.02, "dt {dt}, turned by {turn}: it comes back to {top} m");
    }
}

/// A box on its edge is an inverted pendulum: φ'' = 3 g sin φ / (4 r), with the angle φ from the vertical and the
/// distance r of its center from the edge.
#[test]
fn a_box_topples_in_its_time_at_any_step() {
    let mut wrong = Vec::new();
    for ([width, height], tilt) in
        [([0.1_f64, 1.0_f64], 10.0_f64), ([0.3, 1.0], 22.0), ([0.02, 0.3], 10.0), ([1.0, 10.0], 10.0)]
    {
        let (half_diagonal, corner) = (f64::hypot(width, height) / 2.0, f64::atan2(width, height));
        let (mut angle, mut rate, mut expected) = (tilt.to_radians() - corner, 0.0_f64, 0.0_f64);
        while angle + corner < FRAC_PI_4 {
            rate += 0.75 * GRAVITY / half_diagonal * f64::sin(angle) * 1e-5;
            angle += rate * 1e-5;
            expected += 1e-5;
        }
        for dt in [0.001, 0.01, 0.02, 0.05, 0.1_f64] {
            let z = half_diagonal * f64::cos(tilt.to_radians() - corner);
            let text = format!(
                r#"(format_version: 1, run: (dt: {dt}), floor: (material: (friction: 1)), objects: [
                    (name: "box", shape: Box(size: ({width}, {}, {height})), at: (0, 0, {z}), rpy: (0, deg({tilt}), 0), mass: 1, material: (friction: 1))])"#,
                height / 2.0
            );
            let mut simulation = build(&text);
            let is_up = |simulation: &Simulation| {
                let (_, state) = simulation.movable_objects().next().unwrap();
                (state.pose.rotation * Vector3::z()).z > FRAC_PI_4.cos()
            };
            let most = (2.0 * expected / dt).ceil() as u64;
            let ticks = (0..most).take_while(|_| {
                simulation.steps(1).unwrap();
                is_up(&simulation)
            });
            let time = (ticks.count() + 1) as f64 * dt;
            // A body at rest takes a few steps to start moving.
            if (time - expected).abs() > 0.03 * expected + 4.0 * dt {
                wrong.push(format!("{width} m × {height} m, dt {dt}: {time} s instead of {expected:.3} s"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
