//! The blimp in the engine: the published reference trajectories, its hull, and the flights of its scenes.

mod flights;
mod reach;
mod world;

use sim_abi::ffi::types::RandomState;
use sim_abi::math::{BodyState, Vec3};
use sim_abi::model::ComponentRef;
use sim_abi::random::Random;
use sim_abi::serde_json::{Value, json};
use sim_core::engine::{Outcome, Simulation, Verdict};
use sim_core::scene::{LoadOptions, Scene};
use sim_engine_tests::{build, shared_plugins, shipped, simulate, value};
use std::path::PathBuf;

/// A blimp in an empty scene with constant motor commands.
fn commanded([front, tail, bottom]: [f64; 3], dt: f64) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: {dt:?}),
            robots: [(name: "a", model: (id: "blimp/standard", params: (camera: false)), at: (0, 0, 0.125),
                controller: (id: "control/constant",
                    params: (commands: {{"front": {front:?}, "tail": {tail:?}, "bottom": {bottom:?}}})))])"#
    ))
}

/// Commands of front, tail and bottom with their durations, s.
type Phases<'p> = &'p [([f64; 3], f64)];

/// The state after these commands.
fn flown(phases: Phases<'_>) -> BodyState {
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

/// State in the references' convention: center of gravity, angles and velocities with x forward, y right, z down.
fn north_east_down(state: &BodyState) -> [f64; 12] {
    let center = Vec3::new(0.0, 0.0, -0.125);
    let rotation = state.pose.rotation;
    let place = state.pose.translation.vector + rotation * center;
    let velocity = rotation.inverse() * state.linear_velocity;
    let rate = rotation.inverse() * state.angular_velocity;
    let velocity = velocity + rate.cross(&center);
    let (roll, pitch, yaw) = rotation.euler_angles();
    [place.x, -place.y, -place.z, roll, -pitch, -yaw, velocity.x, -velocity.y, -velocity.z, rate.x, -rate.y, -rate.z]
}

#[test]
fn the_reference_trajectories_are_flown_through_plugins_and_engine() {
    let trim = -0.010 / 0.045;
    let references: [(&str, Phases, [f64; 12]); 5] = [
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
                -0.184892, -0.210929, -0.009613, 0.001832, 0.001291, 0.323810, -0.045732, -0.009579, -0.002008,
                0.018164, -0.000110, -0.025600,
            ],
        ),
        (
            "T4",
            &[([1.0, -0.3, -0.6], 8.0)],
            [
                1.525773, -0.980937, -1.355709, -0.002677, 0.035061, 2.083092, -0.005487, 0.148093, -0.265144,
                0.013255, 0.007755, -0.456797,
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

/// A scene of the repository, and its autopilot's obstacles.
fn scene(name: &str) -> (Simulation, Vec<Value>) {
    changed_scene(name, &[])
}

/// A scene of the repository with changes in the command line's syntax.
fn changed_scene(name: &str, set: &[&str]) -> (Simulation, Vec<Value>) {
    let loaded = shipped(&format!("blimp/{name}"), set);
    let controller = loaded.scene.robots[0].controller.as_ref().expect("it has an autopilot");
    let obstacles = controller.params.get("obstacles").and_then(Value::as_array).cloned().unwrap_or_default();
    (simulate(&loaded, &shared_plugins(), 1), obstacles)
}

/// Distance of the hull from the nearest obstacle of the autopilot, m: from its spheres and boxes to points along each
/// bi-sphere.
fn hull_clearance(state: &BodyState, obstacles: &[Value]) -> f64 {
    let balls = [(-0.36, 0.20), (0.36, 0.20), (0.0, 0.27)];
    let boxes = [([-0.1, 0.0, -0.2], [0.4, 0.01, 0.15]), ([0.38, 0.0, -0.25], [0.08, 0.01, 0.2])];
    let mut least = f64::INFINITY;
    for obstacle in obstacles {
        let center = Vec3::from([0, 1, 2].map(|axis| obstacle["center"][axis].as_f64().unwrap()));
        let radii = match &obstacle["radius"] {
            Value::Array(radii) => [0, 1].map(|end| radii[end].as_f64().unwrap()),
            radius => [radius.as_f64().unwrap_or(0.2); 2],
        };
        for part in (0..=40).map(|step| f64::from(step) / 40.0) {
            let at = center + Vec3::z() * (0.4 * part - 0.2);
            let radius = radii[0] + part * (radii[1] - radii[0]);
            let local = state.pose.inverse_transform_point(&at.into()).coords;
            let to_ball = |(x, size): (f64, f64)| (local - Vec3::new(x, 0.0, 0.0)).norm() - size;
            let to_box = |(middle, half): ([f64; 3], [f64; 3])| {
                ((local - Vec3::from(middle)).abs() - Vec3::from(half)).sup(&Vec3::zeros()).norm()
            };
            let nearest =
                balls.into_iter().map(to_ball).chain(boxes.into_iter().map(to_box)).fold(f64::INFINITY, f64::min);
            least = least.min(nearest - radius);
        }
    }
    least
}

/// Whether the mission is complete: the blimp rests in its dock, or holds its last point.
fn is_over(simulation: &Simulation) -> bool {
    let values = ["controller.state", "controller.points"].map(|name| value(simulation, "blimp", name));
    values[0] == 4.0 || simulation.tick() > 1 && values == [2.0, 0.0]
}

/// State transitions in table 3.3 of the specification; P switches from every state to MANUAL and from there to
/// another.
const LEGAL: [[&str; 2]; 16] = [
    ["SEEK_ANGLE", "ADVANCE"],
    ["SEEK_ANGLE", "HOLD"],
    ["SEEK_ANGLE", "DOCK"],
    ["SEEK_ANGLE", "BLOCKED"],
    ["ADVANCE", "SEEK_ANGLE"],
    ["ADVANCE", "HOLD"],
    ["ADVANCE", "BLOCKED"],
    ["HOLD", "SEEK_ANGLE"],
    ["HOLD", "BLOCKED"],
    // From one destination to a nearby one, and at the end.
    ["HOLD", "HOLD"],
    ["DOCK", "REST"],
    ["DOCK", "SEEK_ANGLE"],
    ["DOCK", "BLOCKED"],
    ["BLOCKED", "SEEK_ANGLE"],
    ["BLOCKED", "HOLD"],
    ["MANUAL", "SEEK_ANGLE"],
];

/// A flight of a scene until its mission is over.
#[derive(Debug)]
struct Flown {
    /// Duration, s.
    time: f64,
    /// Minimum and maximum height of the origin, m.
    heights: [f64; 2],
    /// Minimum distance of the hull from an obstacle, m.
    clearance: f64,
    /// Maximum distance from the vertical plane of the first leg, m.
    aside: f64,
    detours: usize,
    plans: usize,
    /// Points of the mission in the order in which they were reached, as logged.
    reached: Vec<String>,
}

fn fly(simulation: &mut Simulation, obstacles: &[Value], longest: f64) -> Flown {
    try_fly(simulation, obstacles, longest).unwrap_or_else(|why| panic!("{why}"))
}

/// Like [`fly`]; returns an error with the position if it does not come to rest.
fn try_fly(simulation: &mut Simulation, obstacles: &[Value], longest: f64) -> Result<Flown, String> {
    let start = sim_engine_tests::position(simulation, "blimp");
    let mut flown = Flown {
        time: 0.0,
        heights: [f64::INFINITY, f64::NEG_INFINITY],
        clearance: f64::INFINITY,
        aside: 0.0,
        detours: 0,
        plans: 0,
        reached: Vec::new(),
    };
    let mut before = String::from("SEEK_ANGLE");
    while flown.time < longest {
        simulation.steps(1).unwrap();
        assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
        flown.time += 0.032;
        let state = simulation.robots().next().unwrap().state;
        let place = state.pose.translation.vector;
        flown.heights = [flown.heights[0].min(place.z), flown.heights[1].max(place.z)];
        flown.clearance = flown.clearance.min(hull_clearance(&state, obstacles));
        flown.aside = flown.aside.max((place.x - start[0]).abs());
        for line in simulation.take_log() {
            flown.detours += usize::from(line.text.contains("detour around"));
            flown.plans += usize::from(line.text.ends_with("the route is planned"));
            let reached = line.text.strip_prefix("reached (").and_then(|rest| rest.split_once(')'));
            flown.reached.extend(reached.map(|(place, _)| place.to_owned()));
            let Some((from, to)) = line.text.split_once(": ").and_then(|(states, _)| states.split_once(" to ")) else {
                continue;
            };
            // bl_41: each transition is in the table and starts at the end of the previous one.
            assert!(from == before && LEGAL.contains(&[from, to]), "{} after {before}", line.text);
            before = to.to_owned();
        }
        if is_over(simulation) {
            return Ok(flown);
        }
    }
    let place = sim_engine_tests::position(simulation, "blimp");
    Err(format!("it does not rest within {longest} s: {flown:?}, at {place:?}"))
}

/// BL-S1: The blimp flies the circuit around both obstacles and docks within 200 s.
#[test]
fn the_circuit_is_flown_around_both_obstacles_into_the_dock() {
    let (mut simulation, obstacles) = scene("circuit.ron");
    let flown = fly(&mut simulation, &obstacles, 200.0);
    assert!(flown.clearance > 0.20 && flown.detours <= 6, "{flown:?}");
    assert!(flown.heights[0] >= 1.6 && flown.heights[1] <= 4.0, "{flown:?}");
    assert_eq!(simulation.collisions(), 0);
    let places = ["-0.60, 3.00, 2.20", "0.60, 5.00, 2.80", "4.00, 4.00, 3.00", "4.00, 6.80, 2.63", "4.00, 8.50, 2.62"];
    assert_eq!(flown.reached, places, "in the order of the mission");
    let verdicts = simulation.verdicts();
    let failed = |verdict: &Verdict| verdict.outcome == Outcome::Failed;
    assert!(!verdicts.iter().any(failed), "{verdicts:?}");
    // bl_46: it sinks onto the plate, 2.05 m high, due to its net weight.
    simulation.steps(157).unwrap();
    let state = simulation.robots().next().unwrap().state;
    assert!(state.linear_velocity.norm() < 0.02 && state.angular_velocity.z.abs() < 0.02, "{state:?}");
    assert!((state.pose.translation.z - 2.50).abs() < 0.03, "{state:?}");
}

/// BL-S3: Without obstacles the blimp flies straight, within 0.15 m, without a detour.
/// BL-S4: Over a low path, the blimp passes above the obstacle and stays below 3.9 m.
/// BL-S5: An obstacle exactly on the path is passed sideways with more than 0.3 m clearance.
/// BL-S6: Four alternating obstacles are passed with more than 0.2 m clearance.
/// BL-S7: An obstacle near the upper limit is passed with 0.2 m clearance below 3.9 m.
/// BL-S8: Obstacles with unequal end radii are passed with more than 0.2 m clearance.
/// BL-S9: A destination 0.95 m behind an obstacle is reached within 0.25 m.
/// BL-S10: Two or three obstacles without a usable gap are passed with 0.2 m clearance.
/// BL-S16: Four corners of a square are reached within 0.25 m.
#[test]
fn destinations_are_reached_around_all_obstacles() {
    // Scene, time, minimum clearance, maximum height, maximum number of detours, maximum lateral deviation.
    let scenes = [
        ("s3-straight.ron", 60.0, f64::INFINITY, 4.0, 0, 0.15),
        ("s4-over.ron", 80.0, 0.05, 3.9, 8, 9.0),
        ("s5-direct.ron", 80.0, 0.3, 4.0, 8, 9.0),
        ("s6-slalom.ron", 120.0, 0.2, 4.0, 8, 9.0),
        ("s7-high.ron", 80.0, 0.2, 3.9, 8, 9.0),
        ("s8-unequal.ron", 100.0, 0.2, 4.0, 8, 9.0),
        ("s9-near.ron", 100.0, 0.2, 4.0, 8, 9.0),
        ("s10-two.ron", 100.0, 0.2, 4.0, 8, 9.0),
        ("s10-three.ron", 100.0, 0.2, 4.0, 8, 9.0),
        ("s16-square.ron", 160.0, f64::INFINITY, 4.0, 0, 9.0),
    ];
    for (name, longest, clearance, height, detours, aside) in scenes {
        let (mut simulation, obstacles) = scene(name);
        let flown = fly(&mut simulation, &obstacles, longest);
        assert!(flown.clearance >= clearance && flown.heights[1] <= height, "{name}: {flown:?}");
        assert!(flown.heights[0] >= 1.6, "{name}: {flown:?}");
        assert!(flown.detours <= detours && flown.aside <= aside, "{name}: {flown:?}");
        assert!(obstacles.is_empty() || flown.detours > 0, "{name}: {flown:?}");
        if name == "s4-over.ron" {
            assert!(flown.heights[1] > 2.5 + 0.2 + 0.2, "over the obstacle: {flown:?}");
        }
        let left = longest - simulation.time();
        simulation.steps((left / 0.032).ceil() as u64).unwrap();
        let verdicts = simulation.verdicts();
        assert!(verdicts.iter().all(|verdict| verdict.outcome == Outcome::Passed), "{name}: {verdicts:?}");
    }
}

/// BL-S2: With noise and other starts, 20 of 20 flights dock within 450 s.
/// BL-S11: The low and high emergencies bring the blimp back into its altitude band.
/// BL-S13: A scripted person flies manually for a while; then the mission completes.
#[test]
fn meet_the_conditions_of_their_scenes() {
    for (name, duration) in
        [("s2-noise.ron", 450.0_f64), ("s11-low.ron", 60.0), ("s11-high.ron", 60.0), ("s13-keys.ron", 120.0)]
    {
        let (mut simulation, _) = scene(name);
        simulation.steps((duration / 0.032).ceil() as u64).unwrap();
        let verdicts = simulation.verdicts();
        assert!(!verdicts.is_empty(), "{name}");
        assert!(verdicts.iter().all(|verdict| verdict.outcome == Outcome::Passed), "{name}: {verdicts:?}");
    }
}

/// BL-S14: With solid gates the circuit is flown, and contacts are reported for each gate.
#[test]
fn with_solid_gates_the_circuit_is_flown_and_their_contacts_are_counted() {
    let (mut simulation, _) = changed_scene("circuit.ron", &["groups.gates.collides=true"]);
    let mut contacts = [0; 6];
    let mut count = |simulation: &Simulation| {
        for contact in simulation.contacts() {
            let names = [contact.body, contact.other].map(|body| simulation.world().bodies[body as usize].name.clone());
            let gate = names.iter().find_map(|name| name.strip_prefix("gate ")?[..1].parse::<usize>().ok());
            gate.into_iter().for_each(|gate| contacts[gate - 1] += 1);
        }
    };
    while simulation.time() < 200.0 && value(&simulation, "blimp", "controller.state") != 4.0 {
        simulation.steps(1).unwrap();
        count(&simulation);
    }
    println!("ticks with contact, gate by gate: {contacts:?}");
    assert_eq!(value(&simulation, "blimp", "controller.state"), 4.0, "it rests all the same; contacts: {contacts:?}");
}

/// BL-S12: Repeated flights are byte-identical, headless or in the window, on Windows and Linux.
#[test]
fn two_flights_of_the_circuit_are_equal() {
    let digest = || {
        let (mut simulation, _) = scene("circuit.ron");
        simulation.steps(4300).unwrap();
        simulation.snapshot().unwrap().digest().unwrap()
    };
    assert_eq!(digest(), digest());
}

/// BL-42: Each state has its own gains, which can change during flight without restarting the mission.
#[test]
fn changing_a_gain_in_flight_does_not_restart_the_mission() {
    let (mut simulation, _) = scene("circuit.ron");
    simulation.steps(1600).unwrap();
    let points = value(&simulation, "blimp", "controller.points");
    assert_eq!(points, 4.0, "the first destination is behind it");
    let loaded = shipped("blimp/circuit.ron", &[]);
    let mut params = Value::from(loaded.scene.robots[0].controller.clone().unwrap().params);
    let exchange = |simulation: &mut Simulation, params: &mut Value, field: &str, value: Value| {
        params[field] = value;
        simulation
            .set_controller(&shared_plugins(), 0, &ComponentRef::with("blimp/autopilot", params.clone()))
            .unwrap();
        simulation.steps(2).unwrap();
        assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    };
    exchange(&mut simulation, &mut params, "hold", json!({"altitude": 0.15}));
    assert_eq!(value(&simulation, "blimp", "controller.points"), points);
    // Another mission is started.
    let mission = params["mission"].as_array().unwrap().clone();
    let turned: Vec<Value> = [1, 0, 2, 3, 4].map(|index: usize| mission[index].clone()).into();
    exchange(&mut simulation, &mut params, "mission", turned.into());
    assert_eq!(value(&simulation, "blimp", "controller.points"), 5.0);
    // A mission of another length: the published values follow it.
    let longer: Vec<Value> = [0, 1, 0, 1, 2, 3, 4].map(|index: usize| mission[index].clone()).into();
    exchange(&mut simulation, &mut params, "mission", longer.into());
    assert_eq!(["points", "mission"].map(|name| value(&simulation, "blimp", &format!("controller.{name}"))), [7.0; 2]);
}

/// Flies the circuit with 1 cm of noise, another start and another weight; returns its duration.
fn noisy(seed: u64) -> Result<Flown, String> {
    let mut stream = RandomState::derive(seed, &["start"]);
    let mut random = Random::from_state(&mut stream);
    let mut within = |middle: f64, range: f64| random.uniform(middle - range, middle + range);
    let at = [within(1.2, 0.4), within(-8.0, 0.4), within(2.5, 0.2)];
    let (yaw, weight) = (within(std::f64::consts::FRAC_PI_2, 0.5), within(0.010, 0.004));
    let set = [
        format!("run.seed={seed}"),
        format!("robots[0].at=({:?}, {:?}, {:?})", at[0], at[1], at[2]),
        format!("robots[0].yaw={yaw:?}"),
        "robots[0].sensors.gps=(noise: (sigma: 0.01))".into(),
        format!("robots[0].dynamics=(id: \"blimp/airship\", params: (net_weight: {weight:?}))"),
        format!("robots[0].controller.params.trim={weight:?}"),
        "robots[0].controller.params.observer=1".into(),
    ];
    let (mut simulation, obstacles) = changed_scene("circuit.ron", &set.each_ref().map(String::as_str));
    let flown = try_fly(&mut simulation, &obstacles, 450.0)?;
    let is_safe = flown.clearance > 0.15 && flown.heights[0] >= 1.6 && flown.heights[1] <= 4.0;
    if is_safe { Ok(flown) } else { Err(format!("{flown:?}")) }
}

/// BL-S2: With noise and other starts, 20 of 20 flights dock within 450 s.
/// `SIM_SOAK=1` flies 220 seeds instead of three: one that docks at the first attempt, two that miss the dock at first.
#[test]
fn the_circuit_is_flown_with_noise_from_other_starts() {
    let is_soak = std::env::var_os("SIM_SOAK").is_some();
    let seeds: Vec<u64> = if is_soak { (0..220).collect() } else { vec![1, 18, 62] };
    let flights = seeds.iter().map(|seed| (seed, noisy(*seed)));
    let failed = flights.filter_map(|(seed, flown)| match flown {
        // bl_61: few detours and few replans.
        Ok(flown) if flown.detours <= 6 && flown.plans <= 8 => None,
        other => Some(format!("seed {seed}: {other:?}")),
    });
    let failed: Vec<String> = failed.collect();
    assert!(failed.is_empty(), "{} of {}: {failed:#?}", failed.len(), seeds.len());
}

/// BL-31: The controller is called every 32 ms; motors hold their commands between calls.
#[test]
fn the_autopilot_is_called_every_32_ms_and_its_commands_hold_between_the_calls() {
    let (mut simulation, _) = changed_scene("circuit.ron", &["run.dt=0.008"]);
    let motors = ["front.throttle", "bottom.throttle", "tail.throttle"];
    let commands = |simulation: &Simulation| motors.map(|motor| value(simulation, "blimp", motor).to_bits());
    let mut before = commands(&simulation);
    let mut changes = Vec::new();
    for tick in 0..2000_u64 {
        simulation.steps(1).unwrap();
        let now = commands(&simulation);
        if now != before {
            changes.push(tick);
        }
        before = now;
    }
    assert!(changes.len() > 400, "it commands almost every time: {}", changes.len());
    assert!(changes.iter().all(|tick| tick.is_multiple_of(4)), "{changes:?}");
    // A period that is not a multiple of the step is reported with its location.
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes/blimp/circuit.ron");
    let set = vec!["robots.blimp.controller.period=0.05".into()];
    let refused = Scene::load_with(path, &LoadOptions { set, ..LoadOptions::default() }).unwrap_err().to_string();
    assert!(refused.contains("SC019"), "{refused}");
}

/// BL-35: The order of the obstacles in their table does not change the flight.
#[test]
fn the_order_of_the_obstacles_makes_no_difference() {
    let flown = |order: &dyn Fn(&mut Vec<Value>)| {
        let mut loaded = shipped("blimp/s6-slalom.ron", &[]);
        let controller = loaded.scene.robots[0].controller.as_mut().unwrap();
        order(controller.params["obstacles"].as_array_mut().unwrap());
        let mut simulation = simulate(&loaded, &shared_plugins(), 1);
        let mut way = Vec::new();
        for _ in 0..1700 {
            simulation.steps(1).unwrap();
            way.push(sim_engine_tests::position(&simulation, "blimp").map(f64::to_bits));
        }
        way
    };
    let as_listed = flown(&|_| {});
    assert_eq!(as_listed, flown(&|list| list.reverse()));
    assert_eq!(as_listed, flown(&|list| list.rotate_left(1)));
}

/// BL-46: After docking all motors are off, and the blimp settles onto the plate.
#[test]
fn a_blimp_that_has_docked_sinks_onto_the_plate_and_can_be_flown_again() {
    let (mut simulation, obstacles) =
        changed_scene("circuit.ron", &[r#"inputs=[(at: 160, key: "P"), (at: 160.1, key: "P", value: 0)]"#]);
    fly(&mut simulation, &obstacles, 155.0);
    simulation.steps(157).unwrap();
    let state = simulation.robots().next().unwrap().state;
    let height = state.pose.translation.vector.z;
    assert!(state.linear_velocity.norm() < 0.02 && state.angular_velocity.z.abs() < 0.02, "{state:?}");
    assert!((height - 2.50).abs() < 0.03, "{height} m");
    let motors = ["front.throttle", "bottom.throttle", "tail.throttle"].map(|motor| value(&simulation, "blimp", motor));
    assert_eq!(motors, [0.0; 3]);
    assert_eq!(value(&simulation, "blimp", "controller.state"), 4.0);
    while simulation.time() < 161.0 {
        simulation.steps(1).unwrap();
    }
    // With the low-altitude emergency, since the plate is near.
    assert_eq!(value(&simulation, "blimp", "controller.state"), 16.0, "the key still changes the mode");
}

/// BL-51: Every cycle checks the path against up to 256 obstacles in less than 1 ms.
#[test]
fn all_256_obstacles_count_in_every_cycle() {
    let mut loaded = shipped("blimp/s3-straight.ron", &[]);
    let place = |number: usize| [(number % 16) as f64 - 7.5, 30.0 + (number / 16) as f64, 2.2];
    let mut list: Vec<Value> =
        (0..255).map(|number| json!({"name": number.to_string(), "center": place(number)})).collect();
    list.push(json!({"name": "255", "center": place(255)}));
    // Only one of them, at any index of the list, is near the path.
    for near in [0, 100, 255] {
        list[near]["center"] = json!([1.5, 0, 2.2]);
        let controller = loaded.scene.robots[0].controller.as_mut().unwrap();
        controller.params.insert("obstacles".into(), Value::Array(list.clone()));
        controller.params.insert("clearances".into(), json!(256));
        let mut simulation = simulate(&loaded, &shared_plugins(), 1);
        for _ in 0..100 {
            simulation.steps(1).unwrap();
            let clearance = value(&simulation, "blimp", "controller.clearance");
            assert!((clearance - (1.5 - 0.2 - 0.65)).abs() < 0.2, "{clearance} m from {near}");
        }
        let each = (1..=256).map(|number| value(&simulation, "blimp", &format!("controller.clearance_{number}")));
        let least = each.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert_eq!(least, (near, value(&simulation, "blimp", "controller.clearance")));
        list[near]["center"] = json!(place(near));
    }
}

/// BL-62: Each detour writes one log line with obstacle, depth, direction and point.
#[test]
fn each_detour_is_one_line_with_its_numbers() {
    for (name, direction) in [("circuit.ron", ""), ("s6-slalom.ron", ""), ("s4-over.ron", "Opposite")] {
        let (mut simulation, _) = scene(name);
        simulation.steps(1).unwrap();
        let planned = value(&simulation, "blimp", "controller.detours");
        let lines: Vec<String> = simulation.take_log().iter().map(|line| line.text.to_string()).collect();
        let reports: Vec<&String> = lines.iter().filter(|line| line.starts_with("detour around `")).collect();
        assert!(planned > 0.0 && reports.len() as f64 == planned, "{name}: {lines:?}");
        assert!(reports.iter().any(|line| line.contains(direction)), "{name}: {lines:?}");
        for line in reports {
            let number = |before: &str, after: &str| {
                let (_, rest) = line.split_once(before).unwrap_or_else(|| panic!("no {before:?} in {line}"));
                let (number, _) = rest.split_once(after).unwrap_or_else(|| panic!("no {after:?} in {line}"));
                number.trim().parse::<f64>().unwrap_or_else(|_| panic!("{number:?} is not a number in {line}"))
            };
            assert!(number("distance ", " m at") < 0.0, "{line}");
            assert!((0.0..=1.0).contains(&number(" m at ", " of the leg")), "{line}");
            assert!(number("with margin ", ", by (") >= 0.0, "{line}");
            let (_, place) = line.split_once("by (").unwrap();
            assert_eq!(place.trim_end_matches(')').split(", ").filter(|part| part.parse::<f64>().is_ok()).count(), 3);
        }
    }
}
