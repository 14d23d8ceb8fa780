//! Clearance of robots along routes.

use sim_abi::ffi::types::RandomState;
use sim_abi::random::Random;
use sim_core::engine::{Clearance, PathChecker, PathPose, Simulation, blocked_routes};
use sim_core::geometry::BodyId;
use sim_engine_tests::{build, load, shared_plugins, simulate};

/// A platform of 1 m × 1 m × 1 m named `a` at the origin, among other objects.
fn room(robot: &str, objects: &str) -> Simulation {
    build(&format!(
        r#"(format_version: 1, run: (dt: 0.02), floor: (), {objects}
            robots: [(name: "a", model: "robomap/platform", {robot})])"#
    ))
}

/// Objects touched by robot 0 on its path through poses (x, y, degrees): the leg and the name.
fn touched(simulation: &Simulation, poses: &[[f64; 3]]) -> Vec<(usize, String)> {
    let path = poses.iter().map(|[x, y, degrees]| PathPose { at: [*x, *y, 0.0], yaw: degrees.to_radians() });
    let path: Vec<PathPose> = path.collect();
    let mut checker = PathChecker::new(Clearance::of(simulation).into());
    let pose = |body: usize| *simulation.world().index.pose(BodyId(body as u32)).unwrap();
    let contacts = checker.contacts(0, &path, &pose).unwrap();
    assert_eq!(contacts, checker.contacts(0, &path, &pose).unwrap(), "queried again");
    contacts.into_iter().map(|contact| (contact.leg, contact.name)).collect()
}

const AHEAD: [[f64; 3]; 2] = [[0.0, 0.0, 0.0], [5.0, 0.0, 0.0]];

fn names(simulation: &Simulation) -> Vec<String> {
    touched(simulation, &AHEAD).into_iter().map(|(_, name)| name).collect()
}

/// RM-54: Walls, obstacle margins and other robots block legs; ceilings and beacons do not.
#[test]
fn only_walls_margins_and_other_robots_block_a_path() {
    let objects = r#"
        objects: [
            (name: "wall", shape: Wall(from: (2, -1), to: (2, 1), height: 2.4, thickness: 0.2), category: "wall"),
            // Its margin alone reaches into the path.
            (name: "table", shape: Box(size: (1, 1, 1)), at: (3.5, 1.15, 0.5), margin: Fraction((0, 0.2, 0)), category: "obstacle"),
            (name: "ceiling", shape: Box(size: (9, 9, 0.1)), at: (0, 0, 0.9), category: "ceiling"),
            (name: "ground", shape: Box(size: (9, 9, 0.1)), at: (0, 0, 0), category: "ground"),
            (name: "picture", shape: Box(size: (0.1, 0.1, 0.1)), at: (1, 0, 0.5), collides: false),
            (name: "invisible", shape: Box(size: (0.1, 0.1, 0.1)), at: (4, 0, 0.5), visible: false),
            (name: "hat", shape: Box(size: (0.1, 0.1, 0.1)), at: (0, 0, 1.05), parent: "a"),
        ],
        beacons: [(name: "beacon", at: (1, 0, 0.5))],
        fleets: [(prefix: "b", count: 1, model: "robomap/platform", placement: Grid(columns: 1, spacing: (1, 1)), at: (5, 1.05),
            margin: Meters((0.1, 0.1, 0)))],"#;
    assert_eq!(names(&room("", objects)), ["wall", "table", "invisible", "b0"]);
    // Without the margins, there is room next to the table and the other robot.
    let bare = objects.replace("margin: Fraction((0, 0.2, 0)),", "").replace("margin: Meters((0.1, 0.1, 0))", "");
    assert_eq!(names(&room("", &bare)), ["wall", "invisible"]);
}

/// RM-17: An obstacle's margin adds a percentage of each dimension on every side.
/// RM-53: A leg sweeps the robot's margin box straight, at its start heading.
#[test]
fn margins_of_robot_and_obstacle_count_on_each_side() {
    // SW-15: 20 % of 1 m reaches the path, 15 % leaves 5 cm; the same with the margin of the robot.
    for (own, margin, hit) in [(0.0, 0.2, true), (0.0, 0.15, false), (0.051, 0.15, true), (0.045, 0.15, false)] {
        let object = format!(
            r#"objects: [(name: "box", shape: Box(size: (1, 1, 1)), at: (2.5, 1.2, 0.5), margin: Fraction((0, {margin}, 0)))],"#
        );
        let simulation = room(&format!("margin: Fraction((0, {own}, 0))"), &object);
        assert_eq!(names(&simulation), ["box"][..usize::from(hit)], "{own} {margin}");
    }
    // SW-21: a lintel above the robot, and one within its margin.
    for (own, hit) in [(0.0, false), (0.05, true)] {
        let lintel = r#"objects: [(name: "lintel", shape: Box(size: (0.2, 1, 1)), at: (2.5, 0, 1.505))],"#;
        let simulation = room(&format!("margin: Fraction((0, 0, {own}))"), lintel);
        assert_eq!(names(&simulation), ["lintel"][..usize::from(hit)], "{own}");
    }
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn solids_of_all_forms_are_seen_where_they_are() {
    for (shape, half) in [
        ("Box(size: (0.2, 0.2, 0.2))", 0.1),
        ("Sphere(radius: 0.1)", 0.1),
        ("Cylinder(radius: 0.1, height: 0.2)", 0.1),
        ("Capsule(radius: 0.1, height: 0.2)", 0.1),
        ("Ellipsoid(radii: (0.2, 0.1, 0.1))", 0.1),
        ("Wall(from: (-1, 0), to: (1, 0), height: 1, thickness: 0.2)", 0.1),
        (
            "Extrusion(section: [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)], spine: [(0, 0, -0.1), (0, 0, 0.1)])",
            0.1,
        ),
        ("Plane(normal: (0, -1, 0))", 0.0),
    ] {
        for (gap, hit) in [(-0.01, true), (0.01, false)] {
            let y = 0.5 + half + gap;
            let object = format!(r#"objects: [(name: "thing", shape: {shape}, at: (2.5, {y:?}, 0.5))],"#);
            assert_eq!(names(&room("", &object)), ["thing"][..usize::from(hit)], "{shape} at {gap} m");
        }
    }
    // Movable objects count, too, at their current position.
    let object = r#"objects: [(name: "crate", shape: Box(size: (0.2, 0.2, 0.2)), at: (2.5, 0, 0.1), mass: 1)],"#;
    assert_eq!(names(&room("", object)), ["crate"]);
}

/// RM-B10: Route checks include turns in place and turns along a leg.
#[test]
fn turns_along_the_path_are_checked() {
    // SW-23, and a long platform that turns while it passes a post.
    let post = |x: f64, y: f64| {
        format!(r#"objects: [(name: "post", shape: Box(size: (0.05, 0.05, 0.2)), at: ({x:?}, {y:?}, 0.1))],"#)
    };
    let beside = room("", &post(0.6, 0.0));
    assert_eq!(touched(&beside, &[[0.0, 0.0, 0.0], [0.0, 0.0, 45.0]]), [(0, "post".to_owned())]);
    assert!(touched(&beside, &[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]).is_empty());
    let path = |turn: f64| [[0.0, 0.0, 0.0], [0.0, -1.0, 0.0], [5.0, -1.0, turn]];
    let beside = room("", &post(2.5, -0.4));
    assert!(touched(&beside, &path(0.0)).is_empty());
    assert_eq!(touched(&beside, &path(45.0)), [(1, "post".to_owned())]);
}

#[test]
fn a_differential_drive_is_checked_along_its_actual_path() {
    // A scout drives to a point at its side: it turns first, and then keeps its heading.
    let scout = |post: &str| {
        build(&format!(
            r#"(format_version: 1, run: (dt: 0.02), floor: (), {post}
                robots: [(name: "a", model: "scout/standard", controller: (id: "route/follow", params: (moves: "differential", position: "gps")))])"#
        ))
    };
    let free = scout("");
    let path = [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
    assert!(touched(&free, &path).is_empty());
    let meets = |x: f64| {
        let post = format!(r#"objects: [(name: "post", shape: Box(size: (0.01, 0.01, 0.2)), at: ({x:?}, 1, 0.1))],"#);
        !touched(&scout(&post), &path).is_empty()
    };
    let reach = (0..40).map(|number| f64::from(number) * 0.01).find(|x| !meets(*x)).unwrap();
    // Its bounding box extends 8.5 cm to each side of its path, and 12 cm if it could have any heading.
    assert!(reach > 0.08 && reach < 0.11, "{reach}");
}

/// RM-60: A route check changes neither scene, selection, cursor nor undo history.
#[test]
fn a_query_has_no_side_effects() {
    let objects = r#"objects: [(name: "box", shape: Box(size: (1, 1, 1)), at: (2.5, 0, 0.5))],"#;
    let (mut asked, mut other) = (room("", objects), room("", objects));
    for _ in 0..100 {
        assert_eq!(names(&asked), ["box"]);
        asked.steps(1).unwrap();
        other.steps(1).unwrap();
    }
    assert_eq!(asked.digest().unwrap(), other.digest().unwrap());
}

#[test]
fn an_invalid_path_is_rejected_with_a_help_text() {
    let simulation = room("", "");
    let mut checker = PathChecker::new(Clearance::of(&simulation).into());
    let pose = |body: usize| *simulation.world().index.pose(BodyId(body as u32)).unwrap();
    let path = [PathPose::default(), PathPose { at: [f64::NAN, 0.0, 0.0], yaw: 0.0 }];
    let error = checker.contacts(0, &path, &pose).unwrap_err().to_string();
    assert_eq!(error, "x of the end is NaN: use a finite number");
    assert!(checker.contacts(7, &path, &pose).unwrap().is_empty(), "unknown robot");
}

/// What a check says of a platform (length, width) that turns from 0 to `degrees` on its way along a corridor.
fn in_corridor(corridor: f64, [length, width]: [f64; 2], degrees: f64) -> Vec<String> {
    let wall = |name: &str, y: f64| {
        format!(
            r#"(name: "{name}", shape: Wall(from: (-9, {y}), to: (9, {y}), height: 2.4, thickness: 0.2), category: "wall")"#
        )
    };
    let loaded = load(&format!(
        r#"(format_version: 1, run: (dt: 0.02), floor: (), objects: [{}, {}],
            routes: [(name: "r", poses: [(at: (-2, 0)), (at: (2, 0), yaw: deg({degrees}))])],
            robots: [(name: "p", model: (id: "robomap/platform", params: (size: ({length}, {width}, 0.5))), at: (-3, 0),
                route: "r", controller: "route/follow")])"#,
        wall("south", -0.5 * corridor - 0.1),
        wall("north", 0.5 * corridor + 0.1),
    ));
    let simulation = simulate(&loaded, &shared_plugins(), 1);
    blocked_routes(&simulation, &loaded).iter().map(|warning| warning.message.clone()).collect()
}

#[test]
fn a_platform_that_cannot_turn_in_a_corridor_is_reported() {
    let found = in_corridor(1.2, [3.0, 0.2], 90.0);
    let message = |wall: &str| format!("`p` meets `{wall}` on its route `r`, between the poses 1 and 2");
    assert!(found.len() == 2 && ["south", "north"].iter().all(|wall| found.contains(&message(wall))), "{found:?}");
    assert!(in_corridor(3.1, [3.0, 0.2], 90.0).is_empty());
    assert!(in_corridor(1.2, [3.0, 0.2], 0.0).is_empty(), "without a turn");
}

/// The width across the corridor is |L·sin| + |W·cos| of the heading, largest at tan = L / W.
#[test]
fn a_turn_is_reported_where_the_corridor_is_narrower_than_the_platform_on_the_way() {
    let mut state = RandomState::derive(7, &["corridors"]);
    let mut random = Random::from_state(&mut state);
    for _ in 0..60 {
        let size = [random.uniform(0.3, 3.0), random.uniform(0.2, 0.9)];
        let (corridor, degrees) = (random.uniform(0.4, 3.2), random.uniform(-90.0, 90.0));
        let widest = f64::atan2(size[0], size[1]).min(degrees.abs().to_radians());
        let needed = size[0] * widest.sin() + size[1] * widest.cos();
        if (needed - corridor).abs() < 0.005 || size[1] > corridor - 0.005 {
            continue;
        }
        let found = in_corridor(corridor, size, degrees);
        assert_eq!(!found.is_empty(), needed > corridor, "{size:?}, {degrees}°, {corridor} m: {found:?}");
    }
}
