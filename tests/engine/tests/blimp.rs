//! The blimp in the engine: the published reference trajectories, its hull, and the flights of its scenes.

use sim_abi::math::{BodyState, Vec3};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::scene::Scene;
use sim_engine_tests::{build, plugins, value};
use std::path::PathBuf;

/// A blimp without gravity's other effects: alone in the air, with constant commands of its motors.
fn commanded([front, tail, bottom]: [f64; 3], dt: f64) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: {dt:?}),
            robots: [(name: "a", model: (id: "blimp/standard", params: (camera: false)), at: (0, 0, 0.125),
                controller: (id: "control/constant",
                    params: (commands: {{"front": {front:?}, "tail": {tail:?}, "bottom": {bottom:?}}})))])"#
    ))
}

/// The state after commands of front, tail and bottom that each last a time, s.
fn flown(phases: &[([f64; 3], f64)]) -> BodyState {
    let dt = 0.004;
    let mut state = None;
    for (commands, time) in phases {
        let mut simulation = commanded(*commands, dt);
        if let Some(state) = state {
            simulation.place_robot(0, state).unwrap();
        }
        simulation.steps((time / dt).round() as u64).unwrap();
        state = simulation.robots().next().map(|report| report.state);
    }
    state.expect("there is a phase")
}

/// As the references have it: the centre of gravity, the angles and the velocities with x forward, y right, z down.
fn north_east_down(state: &BodyState) -> [f64; 12] {
    let center = Vec3::new(0.0, 0.0, -0.125);
    let rotation = state.pose.rotation;
    let place = state.pose.translation.vector + rotation * center;
    let velocity = rotation.inverse() * state.linear_velocity;
    let rate = rotation.inverse() * state.angular_velocity;
    let velocity = velocity + rate.cross(&center);
    let (roll, pitch, yaw) = rotation.euler_angles();
    [
        place.x, -place.y, -place.z, roll, -pitch, -yaw, velocity.x, -velocity.y, -velocity.z, rate.x, -rate.y, -rate.z,
    ]
}

#[test]
fn k2_the_reference_trajectories_are_flown_through_plugins_and_engine() {
    let trim = -0.010 / 0.045;
    let references: [(&str, &[([f64; 3], f64)], [f64; 12]); 5] = [
        (
            "T1",
            &[([0.5, 0.2, 0.0], 10.0)],
            [
                1.424475, 0.844901, 1.175527, 0.002175, 0.010619, -2.533832, -0.042780, -0.138244, 0.189531, -0.004331,
                0.005046, 0.322437,
            ],
        ),
        (
            "T2",
            &[([1.0, 0.0, trim], 10.0)],
            [5.406279, 0.0, -0.148656, 0.0, 0.024878, 0.0, 0.741768, 0.0, -0.001429, 0.0, 0.009105, 0.0],
        ),
        (
            "T3",
            &[([0.0, 1.0, trim], 1.0), ([0.0, -1.0, trim], 1.0), ([0.0, 0.0, trim], 4.0)],
            [
                -0.184892, -0.210929, -0.009613, 0.001832, 0.001291, 0.323810, -0.045732, -0.009579, -0.002008, 0.018164,
                -0.000110, -0.025600,
            ],
        ),
        (
            "T4",
            &[([1.0, -0.3, -0.6], 8.0)],
            [
                1.525773, -0.980937, -1.355709, -0.002677, 0.035061, 2.083092, -0.005487, 0.148093, -0.265144, 0.013255,
                0.007755, -0.456797,
            ],
        ),
        (
            "T5",
            &[([-1.0, 0.5, 0.4], 5.0)],
            [
                -1.005169, -1.203560, 0.593926, 0.008424, -0.022848, -2.882544, 0.088152, 0.262394, 0.210593, 0.030545,
                0.067111, 1.195012,
            ],
        ),
    ];
    for (name, phases, expected) in references {
        let found = north_east_down(&flown(phases));
        for (index, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            assert!((found - expected).abs() < 2e-6, "{name}, value {index}: {found} instead of {expected}");
        }
    }
}

/// A scene of the repository.
fn scene(name: &str) -> Simulation {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes/blimp").join(name);
    let loaded = Scene::load(path).unwrap_or_else(|findings| panic!("{findings}"));
    let options = BuildOptions { threads: Some(1), ..BuildOptions::default() };
    Simulation::build(&loaded, &plugins(), &options).unwrap_or_else(|findings| panic!("{findings}")).simulation
}

#[test]
fn s1_the_circuit_is_flown_around_both_obstacles_into_the_dock() {
    let mut simulation = scene("circuit.ron");
    let mut last = (-1.0, -1.0);
    for tick in 0..6250 {
        simulation.steps(1).unwrap();
        let now = (value(&simulation, "blimp", "controller.state"), value(&simulation, "blimp", "controller.points"));
        if now != last || tick % 150 == 0 {
            let place = sim_engine_tests::position(&simulation, "blimp");
            eprintln!("{:.1} s state {} points {} at {place:.2?}", f64::from(tick) * 0.032, now.0, now.1);
            last = now;
            for fault in simulation.faults() {
                panic!("{fault:?}");
            }
        }
        if now.0 == 4.0 {
            break;
        }
    }
    assert_eq!(last.0, 4.0);
}
