//! Rooms: paths lead only through what has been observed.

use super::agreement::{Random, published, scenes, unreported};
use super::experiments::{place, run};
use super::scene_text;
use sim_core::engine::Simulation;

/// A rectangular room about the start of the robot, with things in it, in the coordinates of the twin's world.
struct Room {
    min: [f64; 2],
    max: [f64; 2],
    /// Centers, sizes and yaws of boxes.
    boxes: Vec<([f64; 2], [f64; 2], f64)>,
    thickness: f64,
}

impl Room {
    /// A closed room with up to four boxes that leave the robot room at its start.
    fn random(random: &mut Random) -> Self {
        let side = |random: &mut Random| random.within(0.5, 1.9);
        let min = [-side(random).min(1.5), -side(random).min(1.5)];
        let max = [side(random), side(random).min(1.5)];
        let mut boxes = Vec::new();
        for _ in 0..4 {
            let size = [random.within(0.03, 0.6), random.within(0.03, 0.3)];
            let at = [random.within(min[0], max[0]), random.within(min[1], max[1])];
            let reach = size[0].hypot(size[1]) / 2.0;
            let is_inside = (0..2).all(|axis| at[axis] - reach > min[axis] && at[axis] + reach < max[axis]);
            if is_inside && at[0].hypot(at[1]) > reach + 0.25 {
                boxes.push((at, size, random.within(-1.5, 1.5)));
            }
        }
        Self { min, max, boxes, thickness: random.within(0.02, 0.1) }
    }

    /// Its objects as text of a scene, around the real robot.
    fn objects(&self) -> String {
        let ([left, low], [right, high], thickness) = (self.min, self.max, self.thickness);
        let wall = |name: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]| {
            let (y1, y2) = (y1 - 10.0, y2 - 10.0);
            format!(
                r#"(name: "{name}", shape: Wall(from: ({x1:?}, {y1:?}), to: ({x2:?}, {y2:?}), height: 0.3, thickness: {thickness:?})),"#
            )
        };
        let walls = wall("south", [left, low], [right, low])
            + &wall("east", [right, low], [right, high])
            + &wall("north", [right, high], [left, high])
            + &wall("west", [left, high], [left, low]);
        let things = self.boxes.iter().enumerate().map(|(number, ([x, y], [length, width], yaw))| {
            let y = y - 10.0;
            format!(
                r#"(name: "thing-{number}", shape: Box(size: ({length:?}, {width:?}, 0.2)), at: ({x:?}, {y:?}, 0.1), yaw: {yaw:?}),"#
            )
        });
        walls + &things.collect::<String>()
    }

    /// Whether a point is between its walls.
    fn holds(&self, point: [f64; 2]) -> bool {
        (0..2).all(|axis| point[axis] > self.min[axis] && point[axis] < self.max[axis])
    }

    /// A twin in an empty world, and its robot in this room, with these parameters of the link.
    fn scene(&self, link: &str) -> Simulation {
        let objects = self.objects();
        scene_text(&format!(
            r#"(format_version: 1, run: (dt: 0.01), objects: [{objects}],
                robots: [(name: "twin", model: "ninjuab/standard"), (name: "real", model: "ninjuab/standard", at: (0, -10))],
                services: [(name: "link", id: "twin/link", grants: [Command, Edit], params: ({link}))])"#
        ))
    }
}

/// Runs until the link has nothing to do for a second, or for at most this time, s; returns the warnings and the number of orders.
fn settle(simulation: &mut Simulation, most: f64) -> (Vec<String>, usize) {
    let (mut warnings, mut orders, mut idle, end) = (Vec::new(), 0, 0, simulation.time() + most);
    while simulation.time() < end && idle < 2 {
        let log = run(simulation, 1.0);
        let expiry = published(simulation, "expiry");
        idle = if log.chains.is_empty() && expiry == 0.0 { idle + 1 } else { 0 };
        orders += log.chains.len();
        warnings.extend(log.warnings);
    }
    (warnings, orders)
}

#[test]
fn no_path_leads_out_of_a_mapped_room() {
    for seed in scenes(3, 200) {
        let mut random = Random(1000 + seed);
        let room = Room::random(&mut random);
        let reach = random.within(0.6, 2.5);
        let ahead = random.within(5.0, 30.0);
        let route = format!(r#"["SCAN", "GO 0 {ahead:.0}", "SCAN", "GO 180 0", "SCAN"]"#);
        let mut simulation = room.scene(&format!(r#"route: {route}, blocked_policy: "skip", max_distance: {reach:?}"#));
        settle(&mut simulation, 60.0);
        // Outside, up to 0.6 m from a wall: no way.
        for side in 0..4_usize {
            let (axis, far) = (side % 2, random.within(0.1, 0.6) + room.thickness);
            let across = random.within(room.min[1 - axis], room.max[1 - axis]);
            let beyond = if side < 2 { room.max[axis] + far } else { room.min[axis] - far };
            let mut goal = [across; 2];
            goal[axis] = beyond;
            assert!(!room.holds(goal));
            simulation.call_service("link", "go_to", &[goal[0].into(), goal[1].into()]).unwrap();
            let (warnings, orders) = settle(&mut simulation, 3.0);
            let refused = warnings.iter().any(|warning| warning.contains("no path is followed"));
            assert!(refused && orders == 0, "seed {seed}: a way to {goal:?}: {warnings:?}");
        }
        // Inside, a path that is found is driven without touching anything.
        let touched = |simulation: &Simulation| simulation.robots().map(|report| report.collisions).sum::<u64>();
        let before = touched(&simulation);
        for _ in 0..2 {
            let goal = [0, 1].map(|axis| random.within(room.min[axis], room.max[axis]));
            simulation.call_service("link", "go_to", &[goal[0].into(), goal[1].into()]).unwrap();
            settle(&mut simulation, 60.0);
        }
        assert_eq!(touched(&simulation), before, "seed {seed}");
        assert!(room.holds(place(&simulation, "real").0), "seed {seed}");
    }
}

/// A route of random movements, with a scan after every second one.
fn random_route(random: &mut Random, orders: usize) -> String {
    let order = |number: usize, random: &mut Random| match number % 3 {
        0 => r#""SCAN""#.to_string(),
        _ => format!(r#""GO {:.0} {:.0}""#, random.within(-120.0, 120.0), random.within(5.0, 60.0)),
    };
    (0..orders).map(|number| order(number, random)).collect::<Vec<_>>().join(", ")
}

#[test]
fn twin_and_robot_agree_after_thirty_orders_in_a_room() {
    let mut errors = Vec::new();
    for seed in scenes(2, 200) {
        let mut random = Random(5000 + seed);
        let room = Room::random(&mut random);
        let route = random_route(&mut random, 30);
        let mut simulation = room.scene(&format!(r#"route: [{route}], blocked_policy: "skip", max_distance: 2.0"#));
        let mut log = super::experiments::LinkLog::default();
        while simulation.time() < 200.0 {
            let more = run(&mut simulation, 2.0);
            let done = more.chains.is_empty() && published(&simulation, "expiry") == 0.0;
            log.chains.extend(more.chains);
            log.warnings.extend(more.warnings);
            if done {
                break;
            }
        }
        assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
        errors.extend(unreported(&simulation, &log, seed));
    }
    assert!(errors.is_empty(), "{errors:#?}");
}

/// The steps of the guide, in one program.
#[test]
fn the_quick_start_of_the_guide() {
    let set = [
        r#"robots=[(name: "twin", model: "ninjuab/standard", at: (0, -10)), (name: "real", model: "ninjuab/standard")]"#,
        r#"services=[(name: "link", id: "twin/link", grants: [Command, Edit])]"#,
    ];
    let mut simulation = super::scene("two-programs/room-robot.ron", &set);
    let mut objects = Vec::new();
    for (function, arguments) in
        [("scan", vec![]), ("go", vec![0.0, 55.0]), ("scan", vec![]), ("go_to", vec![0.9, -10.0]), ("scan", vec![])]
    {
        let arguments: Vec<_> = arguments.into_iter().map(Into::into).collect();
        simulation.call_service("link", function, &arguments).unwrap();
        let (warnings, _) = settle(&mut simulation, 60.0);
        assert!(warnings.is_empty(), "{function}: {warnings:?}");
        objects.push(published(&simulation, "objects"));
    }
    assert_eq!(objects, [2.0, 2.0, 4.0, 4.0, 5.0]);
}
