//! Beacon receivers in scenes.

use sim_core::engine::{Clearance, PathChecker, PathPose, Simulation};
use sim_core::geometry::BodyId;
use sim_engine_tests::{build, value};

/// A platform of 0.5 m × 0.5 m × 0.6 m at a position, with both receivers on top, 0.61 m above the floor.
fn platform(at: &str, objects: &str) -> Simulation {
    let mut simulation = build(&format!(
        r#"(format_version: 1, run: (dt: 0.02), floor: (), {objects}
            robots: [(name: "a", model: (id: "robomap/platform", params: (size: (0.5, 0.5, 0.6))), at: {at}, sensors: {{
                "ble": (id: "robomap/ble-receiver", at: (0, 0, 0.61)),
                "ultrasound": (id: "robomap/ultrasound-receiver", at: (0, 0, 0.61)),
            }})])"#
    ));
    simulation.steps(1).unwrap();
    simulation
}

fn read(simulation: &Simulation, channel: &str) -> f64 {
    value(simulation, "a", channel)
}

/// RM-18: A Bluetooth beacon transmits in all directions up to its range, 2 m by default.
#[test]
fn a_bluetooth_beacon_is_received_up_to_its_range_through_walls() {
    let objects = r#"
        objects: [(name: "wall", shape: Wall(from: (1, -1), to: (1, 1), height: 2.4, thickness: 0.2), category: "wall")],
        beacons: [
            (name: "other", at: (0.5, 0, 0.61), range: 4, category: "ultrasound"),
            (name: "door", at: (2, 0, 0.61), category: "bluetooth"),
        ],"#;
    // Default range: 2 m.
    let simulation = platform("(0.001, 0)", objects);
    assert_eq!((read(&simulation, "ble.count"), read(&simulation, "ble.id_1")), (1.0, 1.0));
    let (distance, rssi) = (read(&simulation, "ble.distance_1"), read(&simulation, "ble.rssi_1"));
    assert!(
        (distance - 1.999).abs() < 1e-9 && (rssi - (-59.0 - 20.0 * 1.999_f64.log10())).abs() < 1e-9,
        "{distance} {rssi}"
    );
    assert_eq!(read(&platform("(-0.001, 0)", objects), "ble.count"), 0.0);
}

/// RM-19: An ultrasound beacon transmits straight down in a cone of 4° by default.
#[test]
fn an_ultrasound_beacon_of_a_scene_sends_along_its_turned_axis_in_its_cone() {
    // 4 degrees of full angle; turned by (0, 90, 0), it emits along (-1, 0, 0).
    let beacon = |at: &str, rpy: &str| {
        format!(
            r#"beacons: [(name: "b", kind: Cone(half_angle: deg(2)), at: {at}, rpy: {rpy}, range: 3, category: "ultrasound")],"#
        )
    };
    let (down, turned) = ("(0, 0, 0)", "(0, deg(90), 0)");
    let edge = 2_f64.to_radians().tan() * 2.0;
    let (inside, outside) = (format!("({}, 0, 2.61)", edge - 0.001), format!("({}, 0, 2.61)", edge + 0.001));
    for (at, rpy, received) in [
        ("(0, 0, 2.61)", down, 1.0),
        ("(0, 0, 3.62)", down, 0.0),
        (&inside, down, 1.0),
        (&outside, down, 0.0),
        ("(2, 0, 0.61)", turned, 1.0),
        ("(-2, 0, 0.61)", turned, 0.0),
        ("(2, 0, 0.61)", down, 0.0),
    ] {
        let simulation = platform("(0, 0)", &beacon(at, rpy));
        assert_eq!(read(&simulation, "ultrasound.count"), received, "{at} {rpy}");
        assert_eq!(read(&simulation, "ble.count"), 0.0);
    }
    let simulation = platform("(0, 0)", &beacon("(0, 0, 2.61)", down));
    let time = read(&simulation, "ultrasound.time_of_flight_1");
    assert!((time - 2.0 / 343.2).abs() < 1e-9, "{time}");
}

/// RM-19: An ultrasound beacon transmits straight down in a cone of 4° by default.
#[test]
fn walls_and_other_robots_block_ultrasound() {
    let beacon = r#"beacons: [(name: "b", kind: Cone(half_angle: deg(30), direction: (-1, 0, 0)), at: (2.5, 0, 0.61), range: 3,
        category: "ultrasound")],"#;
    let wall = r#"objects: [(name: "wall", shape: Box(size: (0.1, 0.1, 1)), at: (1, 0, 0.5))],"#;
    let robot = r#"fleets: [(prefix: "b", count: 1, model: (id: "robomap/platform", params: (size: (0.3, 0.3, 1))),
        placement: Grid(columns: 1, spacing: (1, 1)), at: (1, 0))],"#;
    for (between, received) in [("", 1.0), (wall, 0.0), (robot, 0.0)] {
        let simulation = platform("(0, 0)", &format!("{beacon} {between}"));
        assert_eq!(read(&simulation, "ultrasound.count"), received, "{between}");
    }
    // The ceiling from which it hangs does not block it.
    let hangs = r#"objects: [(name: "ceiling", shape: Box(size: (4, 4, 0.2)), at: (0, 0, 2.5), category: "ceiling")],
        beacons: [(name: "b", kind: Cone(half_angle: deg(30)), at: (0, 0, 2.4), range: 3, category: "ultrasound")],"#;
    assert_eq!(read(&platform("(0, 0)", hangs), "ultrasound.count"), 1.0);
}

/// RM-20: Beacons never block routes, and their labels show their current parameters.
#[test]
fn beacons_never_block_a_path_and_are_received_at_their_position() {
    let beacon = |at: &str| format!(r#"beacons: [(name: "b", at: {at}, range: 3, category: "bluetooth")],"#);
    let ahead = [[0.0, 0.0], [3.0, 0.0]].map(|[x, y]| PathPose { at: [x, y, 0.0], yaw: 0.0 });
    for (at, distance) in [("(5, 5, 0.61)", None), ("(1.5, 0, 0.61)", Some(1.5)), ("(0.3, 0, 0.61)", Some(0.3))] {
        let mut simulation = platform("(0, 0)", &beacon(at));
        let mut checker = PathChecker::new(Clearance::of(&simulation).into());
        let pose = |body: usize| *simulation.world().index.pose(BodyId(body as u32)).unwrap();
        assert_eq!(checker.contacts(0, &ahead, &pose).unwrap(), [], "{at}");
        assert_eq!(read(&simulation, "ble.count"), if distance.is_some() { 1.0 } else { 0.0 }, "{at}");
        let found = read(&simulation, "ble.distance_1");
        assert!((found - distance.unwrap_or(0.0)).abs() < 1e-9, "{at}: {found}");
        simulation.steps(10).unwrap();
        assert!(simulation.robots().all(|robot| robot.collisions == 0), "{at}");
    }
}
