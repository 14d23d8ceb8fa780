//! 2.1 Simulation loop; 2.7 velocity from the position; 2.8 commands; 2.9 GPS.

use super::{octagon, scene, state_bits, vehicle};
use sim_core::engine::Simulation;
use sim_core::scene::Run;
use sim_engine_tests::{build, build_with, position, value};

const AVOIDING: &str = r#"dynamics: "marine/modelo0", controller: "nautilus/avoid-obstacle",
    sensors: {"radar": (id: "range/radar"), "gps": (noise: (sigma: 0.001))}"#;

/// Four vehicles that avoid each other and the walls of an octagon, in this order.
fn four(order: [usize; 4]) -> String {
    let places = [[0.0, 7.0, -1.0], [0.0, -7.0, -1.0], [7.0, 0.0, -1.0], [-7.0, 0.0, -1.0]];
    let robots: String = order.iter().map(|id| vehicle(&format!("robot-{id}"), places[*id], AVOIDING)).collect();
    scene(&octagon(), &robots)
}

/// NA-01: Simulation time is the integer step number times a fixed step, by default 0.01 s.
#[test]
fn a_minute_is_exactly_6000_steps_and_time_is_counted() {
    let mut simulation = build(&scene("", &vehicle("a", [0.0, 0.0, -1.0], r#"dynamics: "body/static""#)));
    assert_eq!((Run::ticks(60.0, 0.01), Run::ticks(60.0, 0.0001), Run::ticks(60.0, 0.1)), (6000, 600_000, 600));
    let mut steps = 0_u64;
    while simulation.time() < 60.0 {
        simulation.steps(1).unwrap();
        steps += 1;
        assert!((simulation.time() - steps as f64 * 0.01).abs() < 1e-12, "{} s after {steps}", simulation.time());
    }
    assert_eq!((steps, simulation.tick()), (6000, 6000));
    assert!((simulation.time() - 60.0).abs() < 1e-12);
}

/// NA-02: All sensors see the world at the start of a step; all robots update together.
#[test]
fn the_order_of_robots_changes_no_bit_of_a_trajectory() {
    let mut orders = [[0, 1, 2, 3], [3, 2, 1, 0]].map(|order| build(&four(order)));
    let mut turned = false;
    for step in 0..3000 {
        for simulation in &mut orders {
            simulation.steps(1).unwrap();
        }
        for robot in ["robot-0", "robot-1", "robot-2", "robot-3"] {
            let [one, other] = orders.each_ref().map(|simulation| state_bits(simulation, robot));
            assert_eq!(one, other, "{robot} after {} steps", step + 1);
            turned |= value(&orders[0], robot, "controller.avoiding_x") == 1.0;
        }
    }
    assert!(turned, "they must have seen each other or a wall");
}

/// NA-04: Equal scenes and seeds give bit-identical output, with any thread count, with or without window.
#[test]
fn one_thread_and_eight_give_the_same_state() {
    let hash = |threads: usize| {
        let mut simulation = build_with(&four([0, 1, 2, 3]), threads);
        simulation.steps(3000).unwrap();
        assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
        simulation.state_hash()
    };
    assert_eq!(hash(1), hash(8));
}

/// A vehicle under `modelo0` with constantly changing motor commands.
fn driven() -> Simulation {
    let fields = r#"dynamics: "marine/modelo0",
        controller: (id: "nautilus/velocity-control", params: (targets: [(0, 1, 0), (1, -1, 2), (2, 0, -3)], k: 5))"#;
    build(&scene("", &vehicle("a", [0.0, 0.0, -1.0], fields)))
}

fn velocity(simulation: &Simulation) -> [f64; 3] {
    simulation.robots().next().unwrap().state.linear_velocity.into()
}

fn gps(simulation: &Simulation) -> [f64; 3] {
    ["gps.x", "gps.y", "gps.z"].map(|channel| value(simulation, "a", channel))
}

/// NA-44: Controllers derive velocity from differences of GPS readings; in the first step it is 0.
#[test]
fn the_difference_of_gps_readings_is_the_speed_of_that_step() {
    let mut simulation = driven();
    // The reading of a step is the position before it: the motion to it comes from the speed two steps back.
    let mut used = [velocity(&simulation); 2];
    let mut last: Option<[f64; 3]> = None;
    for step in 0..300 {
        simulation.steps(1).unwrap();
        let now = gps(&simulation);
        let published = ["x", "y"].map(|axis| value(&simulation, "a", &format!("controller.velocity_{axis}")));
        match last {
            None => assert_eq!(published, [0.0; 2], "no difference in the first step"),
            Some(last) => {
                for axis in 0..3 {
                    let difference = (now[axis] - last[axis]) / 0.01;
                    assert!((difference - used[0][axis]).abs() < 1e-9, "axis {axis} at step {step}");
                }
                assert!(
                    (published[0] - used[0][0]).abs() < 1e-9 && (published[1] - used[0][1]).abs() < 1e-9,
                    "{published:?}"
                );
            }
        }
        last = Some(now);
        used = [used[1], velocity(&simulation)];
    }
    assert!(used[0][1].abs() > 0.3, "a test of speeds needs some: {used:?}");
}

/// NA-48: `control` takes six motor values, holds them, and limits them only on request.
#[test]
fn the_value_applied_at_a_step_is_the_one_that_moves_it_in_that_step() {
    let mut simulation = driven();
    let channels = simulation.robot(0).unwrap().channels();
    let index = |path: String| {
        let found = channels.iter().find(|channel| channel.path.starts_with(&path));
        found.unwrap_or_else(|| panic!("unknown channel {path}")).index
    };
    let indices = [1, 2, 3, 4, 5, 6].map(|number| {
        [format!("f{number}."), format!("effect.f{number}."), format!("dynamics.motor_{number}")].map(index)
    });
    let mut states = [0.0; 6];
    let mut changes = 0;
    for step in 0..300 {
        let before = simulation.robot(0).unwrap().telemetry().to_vec();
        simulation.steps(1).unwrap();
        for (motor, indices) in indices.iter().enumerate() {
            let [command, effect, state] = indices.map(|index| simulation.robot(0).unwrap().telemetry()[index]);
            assert_eq!(command.to_bits(), effect.to_bits(), "motor {motor} at step {step}");
            // A motor follows its command with 0.1 s: a tenth of the difference in each step.
            let expected = states[motor] + (command - states[motor]) * 0.1;
            assert!((state - expected).abs() < 1e-12, "motor {motor} at step {step}: {state}, not {expected}");
            states[motor] = state;
            changes += usize::from(command != before[indices[0]]);
        }
    }
    assert!(changes > 1000, "commands that never change show nothing: {changes}");
}

/// NA-51: GPS returns the exact position, or adds Gaussian error with a given sigma.
#[test]
fn without_noise_the_gps_reads_the_place_bit_by_bit() {
    let mut simulation = driven();
    for _ in 0..300 {
        let before = position(&simulation, "a");
        simulation.steps(1).unwrap();
        assert_eq!(gps(&simulation).map(f64::to_bits), before.map(f64::to_bits));
    }
    assert_ne!(position(&simulation, "a")[0], 0.0);
}

/// NA-51: GPS returns the exact position, or adds Gaussian error with a given sigma.
#[test]
fn with_a_sigma_of_half_a_metre_readings_deviate_by_that() {
    let fields = r#"dynamics: "body/static", remove: ["imu", "compass"], sensors: {"gps": (noise: (sigma: 0.5))}"#;
    let place = [1.0, 2.0, -3.0];
    let mut simulation = build(&scene("", &vehicle("a", place, fields)));
    let channels = simulation.robot(0).unwrap().channels();
    let index = ["gps.x", "gps.y", "gps.z"]
        .map(|path| channels.iter().find(|channel| channel.path == path).expect("the gps is there").index);
    let (mut sum, mut squares) = ([0.0; 3], [0.0; 3]);
    let count = 100_000;
    simulation
        .run(|simulation| {
            for axis in 0..3 {
                let error = simulation.robot(0).unwrap().telemetry()[index[axis]] - place[axis];
                (sum[axis], squares[axis]) = (sum[axis] + error, squares[axis] + error * error);
            }
            simulation.tick() >= count
        })
        .unwrap();
    for axis in 0..3 {
        let mean = sum[axis] / count as f64;
        let deviation = (squares[axis] / count as f64 - mean * mean).sqrt();
        assert!((deviation - 0.5).abs() < 0.005, "{deviation} m on axis {axis}");
        assert!(mean.abs() < 0.01, "{mean} m on axis {axis}");
    }
}
