//! Flights of a blimp without obstacles: altitude, legs, destinations, emergencies, keys.

use super::{is_over, scene};
use sim_abi::math::Vec3;
use sim_core::engine::Simulation;
use sim_engine_tests::{build, value};

/// A blimp in an empty scene at a position (m) and a heading (rad) with parameters of its autopilot and its dynamics,
/// and inputs.
fn alone([x, y, z]: [f64; 3], yaw: f64, autopilot: &str, dynamics: &str, inputs: &str) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.032), inputs: [{inputs}],
            robots: [(name: "blimp", model: (id: "blimp/standard", params: (camera: false)), at: ({x:?}, {y:?}, {z:?}),
                yaw: {yaw:?}, dynamics: (id: "blimp/airship", params: ({dynamics})),
                controller: (id: "blimp/autopilot", params: (docking: false, {autopilot})))])"#
    ))
}

/// Runs for a time (s) and reports each cycle's position (m) and speed (m/s).
fn watch(simulation: &mut Simulation, time: f64, mut see: impl FnMut(f64, Vec3, f64)) {
    for tick in 1..=(time / 0.032).round() as u32 {
        simulation.steps(1).unwrap();
        assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
        let state = simulation.robots().next().unwrap().state;
        see(f64::from(tick) * 0.032, state.pose.translation.vector, state.linear_velocity.norm());
    }
}

/// BL-36: Altitude control acts in every cycle, carries the net weight, overshoots less than 0.05 m.
#[test]
fn a_step_of_altitude_is_flown_without_overshoot_and_the_trim_leaves_no_offset() {
    let there = "mission: [(at: (0, 0, 2.5), tolerance: 0.02)]";
    let mut simulation = alone([0.0, 0.0, 2.0], 0.0, there, "", "");
    let mut heights = Vec::new();
    // Until the destination is reached.
    while !is_over(&simulation) && heights.len() < 1000 {
        simulation.steps(1).unwrap();
        heights.push(simulation.robots().next().unwrap().state.pose.translation.z);
    }
    let settled = heights.iter().rposition(|height| (height - 2.5).abs() > 0.05).unwrap();
    assert!(heights.iter().all(|height| *height < 2.55) && heights.len() < 1000, "{heights:?}");
    assert!(0.032 * settled as f64 <= 10.0 && *heights.last().unwrap() > 2.48, "{settled} cycles");
    // And down again.
    let back = "mission: [(at: (0, 0, 2), tolerance: 0.02)]";
    let mut lowest = f64::INFINITY;
    let mut settled = 0.0;
    watch(&mut alone([0.0, 0.0, 2.5], 0.0, back, "", ""), 30.0, |time, place, _| {
        lowest = lowest.min(place.z);
        if (place.z - 2.0).abs() > 0.05 {
            settled = time;
        }
    });
    assert!(lowest > 1.95 && settled <= 10.0, "{lowest} m, {settled} s");
    let mut last = 0.0;
    let untrimmed = format!("{there}, trim: 0");
    watch(&mut alone([0.0, 0.0, 2.3], 0.0, &untrimmed, "", ""), 60.0, |_, place, _| last = place.z);
    assert!((last - 2.5 + 0.089).abs() < 0.005, "{last}");
}

/// BL-39: Heading and cross-track control bring the blimp back to the leg within 0.15 m.
#[test]
fn an_offset_from_the_leg_is_flown_off() {
    // The leg starts at the blimp, so the offset is a gust: a sideways velocity at the start.
    let mut simulation = alone([0.0, 0.0, 2.2], 0.0, "mission: [(at: (10, 0, 2.2))]", "", "");
    simulation.steps(40).unwrap();
    let mut state = simulation.robots().next().unwrap().state;
    state.pose.translation.vector.y += 0.5;
    simulation.place_robot(0, state).unwrap();
    let (mut aside, mut past) = (0.0_f64, 0.0_f64);
    watch(&mut simulation, 40.0, |_, place, _| {
        // Over the last five meters, until it arrives.
        if place.x > 5.0 && past < 9.75 {
            aside = aside.max(place.y.abs());
        }
        past = past.max(place.x);
    });
    assert!(aside < 0.15, "{aside}");
    // bl_38: it brakes in time.
    assert!(past < 10.25 && past > 9.7, "{past}");
}

/// BL-40: The controller considers the pivot 0.127 m ahead of the center, so holding converges.
#[test]
fn a_target_at_one_meter_is_held_from_all_sides() {
    for eighth in 0..8 {
        let bearing = f64::from(eighth) * std::f64::consts::FRAC_PI_4;
        let mission =
            format!("mission: [(at: ({:?}, {:?}, 2.2), tolerance: 0.02)]", 0.99 * bearing.cos(), 0.99 * bearing.sin());
        let goal = Vec3::new(0.99 * bearing.cos(), 0.99 * bearing.sin(), 2.2);
        let mut held = None;
        watch(&mut alone([0.0, 0.0, 2.2], 0.0, &mission, "", ""), 40.0, |time, place, speed| {
            if held.is_none() && (place - goal).norm() < 0.20 && speed < 0.10 {
                held = Some(time);
            }
        });
        assert!(held.is_some(), "bearing {eighth} eighths");
    }
}

/// BL-43: A low-altitude emergency pushes the blimp up before it sinks below 1.60 m.
#[test]
fn a_sinking_blimp_is_stopped_above_the_water() {
    // P, then space: manual flight with all commands at zero.
    let inputs = r#"(at: 0, key: "P"), (at: 0.1, key: "P", value: 0), (at: 0.2, key: "Space"), (at: 0.4, key: "Space", value: 0)"#;
    for weight in [0.005, 0.010, 0.015] {
        let dynamics = format!("net_weight: {weight:?}");
        let mut lowest = f64::INFINITY;
        let mut simulation = alone([0.0, 0.0, 3.0], 0.0, "mission: [(at: (9, 0, 3))]", &dynamics, inputs);
        watch(&mut simulation, 60.0, |_, place, _| lowest = lowest.min(place.z));
        assert!((1.60..2.5).contains(&lowest), "{weight} N: {lowest} m");
    }
}

/// BL-44: A high-altitude emergency pushes the blimp down from 4.0 m to 3.9 m.
#[test]
fn a_blimp_that_is_too_high_comes_down_and_goes_on_with_its_mission() {
    let mut simulation = alone([0.0, 0.0, 4.5], 0.0, "mission: [(at: (3, 0, 3))]", "", "");
    let mut below = None;
    watch(&mut simulation, 60.0, |time, place, _| {
        if below.is_none() && place.z < 4.0 {
            below = Some(time);
        }
    });
    assert!(below.is_some_and(|time| time < 6.0), "{below:?}");
    assert!(is_over(&simulation));
}

/// BL-S13: A scripted person flies manually for a while; then the mission completes.
#[test]
fn a_person_takes_over_by_keys_and_gives_back() {
    let held = |key: &str, from: f64, to: f64| {
        format!(r#"(at: {from:?}, key: "{key}"), (at: {to:?}, key: "{key}", value: 0), "#)
    };
    let inputs = [
        held("P", 2.0, 2.05),
        held("Up", 3.0, 4.0),
        held("A", 5.0, 6.0),
        held("Left", 7.0, 7.5),
        held("P", 20.0, 25.0),
    ];
    let mut simulation = alone([0.0, 0.0, 2.2], 0.0, "mission: [(at: (6, 0, 2.5))]", "", &inputs.concat());
    let mut states = Vec::new();
    let mut commands = [0.0; 3];
    for _ in 0..3750 {
        simulation.steps(1).unwrap();
        states.push(value(&simulation, "blimp", "controller.state"));
        if (10.0..10.032).contains(&simulation.time()) {
            commands =
                ["front", "bottom", "tail"].map(|motor| value(&simulation, "blimp", &format!("{motor}.throttle")));
        }
    }
    states.dedup();
    assert!(states[..states.len().min(4)].contains(&6.0) && states.last() == Some(&2.0), "{states:?}");
    assert!(is_over(&simulation));
    assert!(commands[0] == 1.0 && commands[1] == -1.0 && commands[2] < -0.5, "{commands:?}");
}

/// BL-37: The reference altitude follows the straight line of the leg.
#[test]
fn the_height_follows_the_straight_line_of_the_leg() {
    // Ten meters ahead and one meter up, then down.
    for (from, to) in [(2.2, 3.2), (3.2, 2.2)] {
        let mission = format!("mission: [(at: (10, 0, {to:?}))]");
        let mut worst = 0.0_f64;
        watch(&mut alone([0.0, 0.0, from], 0.0, &mission, "", ""), 40.0, |_, place, _| {
            let line = from + (to - from) * (place.x / 10.0).clamp(0.0, 1.0);
            worst = worst.max((place.z - line).abs());
        });
        assert!(worst < 0.20, "{worst} m off the line from {from} m to {to} m");
    }
}

/// BL-66: Each key press toggles the mode exactly once, however long it lasts.
#[test]
fn each_press_toggles_once_from_a_millisecond_to_ten_seconds() {
    // The autopilot is called every 32 ms, regardless of the step; key presses start anywhere in between.
    for dt in ["0.001", "0.008", "0.032"] {
        for press in [0.001, 0.031, 0.032, 0.033, 0.064, 0.065, 0.640, 10.0] {
            let begins = 1.0131;
            let inputs = format!(r#"(at: {begins:?}, key: "P"), (at: {:?}, key: "P", value: 0)"#, begins + press);
            let mut simulation = build(&format!(
                r#"(format_version: 1, run: (dt: {dt}), inputs: [{inputs}],
                    robots: [(name: "blimp", model: (id: "blimp/standard", params: (camera: false)), at: (0, 0, 2.5),
                        controller: (id: "blimp/autopilot", period: 0.032,
                            params: (docking: false, mission: [(at: (9, 0, 2.5))])))])"#
            ));
            while simulation.time() < begins + press + 0.5 {
                simulation.steps(1).unwrap();
            }
            let log = simulation.take_log();
            let toggles = log.iter().filter(|line| line.text.contains("flight selected")).count();
            assert_eq!(toggles, 1, "{press} s with steps of {dt} s: {log:?}");
            assert_eq!(value(&simulation, "blimp", "controller.state"), 6.0);
        }
    }
}

/// BL-66: Each key press toggles the mode exactly once, however long it lasts.
#[test]
fn the_keys_of_a_snapshot_are_those_of_the_run() {
    let mut simulation = alone([0.0, 0.0, 2.5], 0.0, "mission: [(at: (9, 0, 2.5))]", "", "");
    simulation.steps(10).unwrap();
    simulation.press(None, u32::from('P'), true).unwrap();
    simulation.press(None, u32::from('P'), false).unwrap();
    assert_eq!(simulation.robot(0).unwrap().operator().keys, [u32::from('P')], "no controller has seen it yet");
    let snapshot = simulation.snapshot().unwrap();
    simulation.steps(3).unwrap();
    assert!(simulation.robot(0).unwrap().operator().keys.is_empty());
    assert_eq!(value(&simulation, "blimp", "controller.state"), 6.0);
    let digest = simulation.digest().unwrap();
    simulation.restore(&snapshot).unwrap();
    simulation.steps(3).unwrap();
    assert_eq!(simulation.digest().unwrap(), digest);
}

/// BL-27: Two downward distance sensors respond from 255 at contact to 0 at 0.25 m.
#[test]
fn over_the_water_at_the_least_altitude_the_ground_is_beyond_the_sensors() {
    // At 1.60 m, the sensors are 0.263 m above the water and silent; at 1.55 m, they are not.
    for (height, distance) in [(1.60, 0.263), (1.55, 0.213)] {
        let (mut simulation, _) = scene("s3-straight.ron");
        let mut state = simulation.robots().next().unwrap().state;
        state.pose.translation.vector.z = height;
        simulation.place_robot(0, state).unwrap();
        simulation.steps(1).unwrap();
        for sensor in ["front_range", "rear_range"] {
            let response = value(&simulation, "blimp", &format!("{sensor}.response"));
            let expected = f64::max(255.0 * (1.0 - distance / 0.25), 0.0);
            assert!((response - expected).abs() < 0.5, "{sensor} at {height} m: {response} instead of {expected}");
        }
    }
}

#[test]
fn without_a_dock_it_stays_at_its_last_point_above_the_water() {
    let (mut simulation, _) = scene("s3-straight.ron");
    let mut over = None;
    watch(&mut simulation, 200.0, |time, place, _| {
        let distance = (place - Vec3::new(0.0, 4.0, 2.2)).norm();
        if over.is_none() && distance < 0.25 {
            over = Some(time);
        }
        // It circles once before it has stopped.
        assert!(over.is_none_or(|over| time < over + 30.0 || distance < 1.0), "{distance} m away at {time} s");
        assert!(place.z > 1.6, "{} m high at {time} s", place.z);
    });
    assert!(is_over(&simulation) && simulation.collisions() == 0);
}
