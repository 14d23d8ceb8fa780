//! Underwater vehicles in the engine: their motors, and dynamics that can be swapped by one word.

use sim_core::engine::Simulation;
use sim_engine_tests::{build, position};

/// A vehicle under water with constant commands of its motors.
fn vehicle(dynamics: &str, commands: [f64; 6]) -> Simulation {
    let commands: Vec<String> =
        commands.iter().enumerate().map(|(motor, command)| format!("\"f{}\": {command:?}", motor + 1)).collect();
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.01),
            media: [(name: "water", region: Below(0.0), density: 1000)],
            robots: [(name: "a", model: "bluerov2/standard", dynamics: "{dynamics}", at: (0, 0, -1),
                controller: (id: "control/constant", params: (commands: {{{}}})))])"#,
        commands.join(", ")
    ))
}

/// Position after a time, s.
fn ran(dynamics: &str, commands: [f64; 6], time: f64) -> [f64; 3] {
    let mut simulation = vehicle(dynamics, commands);
    simulation.steps((time / 0.01).round() as u64).unwrap();
    position(&simulation, "a")
}

/// NA-18: One name in the file selects the dynamics of an object; nothing is rebuilt.
#[test]
fn the_dynamics_is_one_word() {
    let forward = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0];
    let [model, fossen, fixed] =
        ["marine/modelo0", "marine/fossen6", "body/static"].map(|dynamics| ran(dynamics, forward, 5.0));
    assert!(model[0] > 3.0 && fossen[0] > 0.5 && fossen[0] < 5.0, "{model:?} {fossen:?}");
    assert_eq!(fixed, [0.0, 0.0, -1.0]);
}

/// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
/// Distances and rotations of the first experiment, from a third-party prototype of the equations of `modelo0`.
#[test]
fn balanced_motors_move_the_vehicle_as_the_prototype() {
    let cases = [
        ([1.0, 1.0, 1.0, 1.0], [22.75, 0.0]),
        ([-1.0, -1.0, -1.0, -1.0], [-22.75, 0.0]),
        ([1.0, -1.0, -1.0, 1.0], [0.0, 22.75]),
        ([1.0, 0.0, 0.0, 1.0], [8.76, 8.76]),
        ([0.0, 1.0, 1.0, 0.0], [8.76, -8.76]),
        ([2.0, 1.0, 1.0, 2.0], [41.12, 13.71]),
    ];
    for ([a, b, c, d], [x, y]) in cases {
        let place = ran("marine/modelo0", [a, b, c, d, 0.0, 0.0], 10.0);
        assert!((place[0] - x).abs() < 0.006 && (place[1] - y).abs() < 0.006, "{place:?} instead of {x}, {y}");
    }
}

/// NA-16: `modelo0` moves a vehicle along x, y, z and yaw with lag, buoyancy and friction.
#[test]
fn unbalanced_motors_lead_into_a_spiral() {
    let mut simulation = vehicle("marine/modelo0", [-1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
    let mut turned = 0.0;
    for _ in 0..3000 {
        simulation.steps(1).unwrap();
        turned += simulation.robots().next().unwrap().state.angular_velocity.z * 0.01;
        let place = position(&simulation, "a");
        assert!(place[0].abs() < 10.0 && place[1].abs() < 10.0, "{place:?}");
    }
    assert!((f64::to_degrees(turned) + 1427.0).abs() < 2.0, "{}°", f64::to_degrees(turned));
}

/// Vehicles under a law that commands them through their geometry, each a model and a heading (degrees), 20 m apart along x
/// from the origin, in water among `objects`.
fn by_geometry(vehicles: &[(&str, f64)], law: &str, objects: &str) -> Simulation {
    let robot = |(number, (model, heading)): (usize, &(&str, f64))| {
        format!(
            r#"(name: "v{number}", model: "bluerov2/{model}", at: ({x}, 0, -1.5), yaw: deg({heading}),
                controller: {law}, sensors: {{"radar": "range/radar"}})"#,
            x = 20 * number
        )
    };
    let robots: Vec<String> = vehicles.iter().enumerate().map(robot).collect();
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.01, contacts: DetectOnly), objects: [{objects}],
            media: [(name: "water", region: Below(0.0), density: 1000)], robots: [{}])"#,
        robots.join(", ")
    ))
}

/// Both models at headings all around: every 5° in the soak test, otherwise every 72°.
fn all_around() -> Vec<(&'static str, f64)> {
    let count = if std::env::var_os("SIM_SOAK").is_some() { 72 } else { 5 };
    let heading = |number: u32| 360.0 / f64::from(count) * f64::from(number);
    (0..count).flat_map(|number| [("standard", heading(number)), ("heavy", heading(number))]).collect()
}

/// NA-44: Controllers derive velocity from differences of GPS readings; in the first step it is 0.
/// NA-EX4: Velocity control reaches 3 m/s, settles within 2 s and ends slightly below the target.
/// On the realistic dynamics, with lower velocities.
#[test]
fn through_the_geometry_of_its_motors_a_vehicle_moves_as_asked_at_any_heading() {
    let law = r#"(id: "nautilus/velocity-control", params: (targets: [(0, 0.3, 0.2)], depth: (constant: 2),
        thrusters: (allocation: geometry)))"#;
    for vehicles in all_around().chunks(16) {
        let mut simulation = by_geometry(vehicles, law, "");
        simulation.steps(1500).unwrap();
        let names: Vec<String> = (0..vehicles.len()).map(|number| format!("v{number}")).collect();
        let before: Vec<[f64; 3]> = names.iter().map(|name| position(&simulation, name)).collect();
        simulation.steps(500).unwrap();
        for (name, ((model, heading), before)) in names.iter().zip(vehicles.iter().zip(before)) {
            let after = position(&simulation, name);
            let [east, north] = [0, 1].map(|axis| (after[axis] - before[axis]) / 5.0);
            let (sin, cos) = heading.to_radians().sin_cos();
            let [ahead, left] = [cos * east + sin * north, cos * north - sin * east];
            let message = format!("{model} at {heading}°: {ahead}, {left} m/s, z {}", after[2]);
            assert!((ahead - 0.3).abs() < 0.01 && (left - 0.2).abs() < 0.01, "{message}");
            assert!((after[2] + 2.0).abs() < 0.02, "{message}");
        }
    }
}

/// NA-EX3: With the first avoidance law a robot reverses at least 4 times in 120 s.
/// NA-EX5: The second avoidance law keeps up to four robots apart for 60 to 120 s.
/// On the realistic dynamics, one vehicle in a pool, at any heading.
#[test]
fn through_the_geometry_of_its_motors_a_vehicle_turns_back_before_walls_at_any_heading() {
    let pool = r#"(name: "pool", shape: Pool(outline: Regular(sides: 4, apothem: 5), height: 6, thickness: 1,
        floor: false), at: (0, 0, -6))"#;
    for (law, params) in
        [("avoid-obstacle", "cruise: 0.35, gain: 0.5"), ("avoid-obstacle-v1", "cruise: 0.6, gain: 4, escape: 0.2")]
    {
        let law = format!(
            r#"(id: "nautilus/{law}", params: (axes: x, {params}, depth: (constant: 1.5),
                thrusters: (allocation: geometry)))"#
        );
        for vehicle in all_around() {
            let mut simulation = by_geometry(&[vehicle], &law, pool);
            let (mut farthest, mut turns, mut last, mut pace) = (0.0_f64, 0, 0.0, 1.0);
            for _ in 0..120 {
                simulation.steps(100).unwrap();
                let [x, y, _] = position(&simulation, "v0");
                let (sin, cos) = vehicle.1.to_radians().sin_cos();
                let now: f64 = cos * x + sin * y - last;
                turns += u32::from(now * pace < 0.0);
                (farthest, last, pace) = (farthest.max(x.abs()).max(y.abs()), last + now, now);
            }
            let message = format!("{vehicle:?}, {law}: {farthest} m, {turns} turns");
            assert!(farthest > 2.0 && turns >= 2, "{message}");
            assert_eq!(simulation.collisions(), 0, "{message}");
        }
    }
}
