//! Detours: known results, and a check that none of them collides.

use bisphere::{
    BiSphere, Direction, First, Invalid, Leg, MAX_DETOURS, Settings, Sphere, clear_point, clearance, first_obstacle,
    plan, swept_vs_bisphere,
};
use nalgebra::{Point3, Vector3};
use sim_fuzz::Random;

/// Converts a point of a y-up table to z-up.
fn upright([x, y, z]: [f64; 3]) -> Point3<f64> {
    Point3::new(x, -z, y)
}

/// A bi-sphere of a table: center, axis, half length, radii.
fn obstacle(center: [f64; 3], axis: [f64; 3], half_length: f64, radii: [f64; 2]) -> BiSphere {
    BiSphere::tapered(upright(center), upright(axis).coords, half_length, radii)
}

/// An upright obstacle of the default size.
fn usual(center: [f64; 3]) -> BiSphere {
    obstacle(center, [0.0, 1.0, 0.0], 0.2, [0.2, 0.2])
}

fn is_near(found: Point3<f64>, wanted: [f64; 3], what: &str) {
    let wanted = upright(wanted);
    assert!((found - wanted).norm() <= 2e-5, "{what}: {found} for {wanted}");
}

/// An avoidance maneuver with its known result.
struct KnownCase {
    id: &'static str,
    from: [f64; 3],
    to: [f64; 3],
    obstacle: BiSphere,
    distance: f64,
    along_leg: f64,
    normal: [f64; 3],
    /// The intermediate point before limits and checks.
    raw: [f64; 3],
    point: [f64; 3],
    direction: Direction,
    margin: f64,
}

const UP: [f64; 3] = [0.0, 1.0, 0.0];
const REFERENCE: [[f64; 3]; 2] = [[1.2, 2.5, 8.0], [-0.6, 2.2, -3.0]];
const A: [f64; 3] = [0.95, 2.0, 2.0];
const B: [f64; 3] = [-0.6, 2.2, 0.0];

fn known() -> Vec<KnownCase> {
    let [from, to] = REFERENCE;
    let [low, high] = [1.9, 3.6].map(|y| [[0.0, y, 4.0], [0.0, y, -4.0]]);
    let oblique = [[0.0, 2.4, 5.0], [0.5, 2.4, -5.0]];
    let here = [0.6, 2.4, 0.0];
    vec![
        KnownCase {
            id: "I1",
            from,
            to,
            obstacle: usual(A),
            distance: -0.114439107,
            along_leg: 0.535188611,
            normal: [-0.969790, 0.189574, 0.153523],
            raw: [0.120130, 2.362223, 2.131373],
            point: [-0.083526, 2.402033, 2.163612],
            direction: Direction::Out,
            margin: 0.05,
        },
        KnownCase {
            id: "I2",
            from,
            to,
            obstacle: usual(B),
            distance: -0.365534296,
            along_leg: 0.734385061,
            normal: [0.986875, 0.0, -0.161489],
            raw: [0.256880, 2.279684, -0.140217],
            point: [0.464124, 2.279684, -0.174129],
            direction: Direction::Out,
            margin: 0.05,
        },
        KnownCase {
            id: "I3",
            from: [0.0, 2.3, 4.0],
            to: [0.0, 2.3, -4.0],
            obstacle: usual([0.0, 2.3, 0.0]),
            distance: -0.85,
            along_leg: 0.5,
            normal: [1.0, 0.0, 0.0],
            raw: [0.892500, 2.3, 0.0],
            point: [1.102500, 2.3, 0.0],
            direction: Direction::Out,
            margin: 0.05,
        },
        KnownCase {
            id: "I4",
            from: low[0],
            to: low[1],
            obstacle: usual([0.1, 2.5, 0.0]),
            distance: -0.437689437,
            along_leg: 0.5,
            normal: [-0.242536, -0.970143, 0.0],
            raw: [-0.111463, 1.454146, 0.0],
            point: [0.470075, 3.780301, 0.0],
            direction: Direction::Opposite,
            margin: 0.05,
        },
        KnownCase {
            id: "I5",
            from: low[0],
            to: low[1],
            obstacle: obstacle([0.1, 2.5, 0.0], UP, 0.0, [0.2, 0.2]),
            distance: -0.241723747,
            along_leg: 0.5,
            normal: [-0.164399, -0.986394, 0.0],
            raw: [-0.041726, 1.649643, 0.0],
            point: [0.286250, 3.617499, 0.0],
            direction: Direction::Opposite,
            margin: 0.05,
        },
        KnownCase {
            id: "I6",
            from: high[0],
            to: high[1],
            obstacle: usual([0.1, 3.1, 0.0]),
            distance: -0.533772234,
            along_leg: 0.5,
            normal: [-0.316228, 0.948683, 0.0],
            raw: [-0.177233, 4.131700, 0.0],
            point: [-0.974564, 3.9, 0.0],
            direction: Direction::Out,
            margin: 3.2,
        },
        KnownCase {
            id: "I7",
            from: [0.0, 2.2, 4.0],
            to: [0.0, 2.2, -4.0],
            obstacle: obstacle([0.0, 2.8, 0.0], UP, 0.55, [0.2, 0.2]),
            distance: -0.80,
            along_leg: 0.5,
            normal: [0.0, -1.0, 0.0],
            raw: [0.0, 1.36, 0.0],
            point: [1.101249, 2.2, 0.0],
            direction: Direction::Right,
            margin: 0.05,
        },
        KnownCase {
            id: "I8",
            from: oblique[0],
            to: oblique[1],
            obstacle: obstacle(here, UP, 0.3, [0.45, 0.15]),
            distance: -0.647269286,
            along_leg: 0.501745636,
            normal: [-0.864945, 0.5, -0.043247],
            raw: [-0.336972, 2.739816, -0.046849],
            point: [-0.518610, 2.844816, -0.055931],
            direction: Direction::Out,
            margin: 0.05,
        },
        KnownCase {
            id: "I9",
            from: oblique[0],
            to: oblique[1],
            obstacle: obstacle(here, [0.6, 0.8, 0.0], 0.5, [0.2, 0.2]),
            distance: -0.570223732,
            along_leg: 0.501118211,
            normal: [-0.799361, 0.599521, -0.039968],
            raw: [-0.228046, 2.758954, -0.035112],
            point: [-0.395912, 2.884853, -0.043506],
            direction: Direction::Out,
            margin: 0.05,
        },
    ]
}

/// BL-55: A detour point is the deepest point, moved out of the obstacle plus a margin.
#[test]
fn the_intermediate_point_is_the_deepest_one_moved_out() {
    let margin = 0.05;
    for known in known() {
        let leg = Leg::new(upright(known.from), upright(known.to), 0.65);
        let closest = swept_vs_bisphere(&leg, &known.obstacle).unwrap();
        assert!((closest.distance - known.distance).abs() <= 1e-6, "{}: {closest:?}", known.id);
        assert!((closest.along_leg - known.along_leg).abs() <= 1e-6, "{}: {closest:?}", known.id);
        is_near(closest.normal.into(), known.normal, known.id);
        let point = leg.at(closest.along_leg) + closest.normal * ((1.0 + margin) * -closest.distance);
        is_near(point, known.raw, known.id);
        // The remaining clearance is that fraction of the depth.
        let room = clearance(&Sphere::new(point, 0.65), &known.obstacle).unwrap();
        assert!((room + margin * closest.distance).abs() < 1e-9, "{}: {room}", known.id);
    }
}

/// BL-58: A detour that would pass under an obstacle below 1.8 m goes over it.
/// BL-59: Detour points stay between 1.7 and 3.9 m altitude.
/// BL-60: Every detour is checked against all obstacles; without a solution the blimp holds and retries.
#[test]
fn known_detours_keep_their_heights_and_are_checked() {
    for known in known() {
        let plan = plan(&upright(known.from), &upright(known.to), &[known.obstacle], &Settings::default()).unwrap();
        let detour = *plan.detours().next().expect(known.id);
        is_near(detour.point, known.point, known.id);
        assert_eq!((detour.direction, detour.obstacle), (known.direction, 0), "{}", known.id);
        assert!((detour.margin - known.margin).abs() < 1e-12, "{}: {}", known.id, detour.margin);
        assert!(plan.is_free(), "{}", known.id);
    }
}

/// BL-58: A detour that would pass under an obstacle below 1.8 m goes over it.
#[test]
fn the_opposite_direction_leads_out_of_both_spheres() {
    // The published method adds twice the radius of one sphere to the depth: too little for two spheres.
    let obstacle = usual([0.1, 2.5, 0.0]);
    let [inside, outside] = [[0.321463, 3.185852, 0.0], [0.418872, 3.575488, 0.0]]
        .map(|point| clearance(&Sphere::new(upright(point), 0.65), &obstacle).unwrap());
    assert!((inside + 0.316054).abs() < 1e-5 && outside > 0.0, "{inside} {outside}");
}

/// BL-53: The first obstacle is the one that the path enters first.
#[test]
fn the_first_obstacle_is_entered_first() {
    let [from, to] = REFERENCE.map(upright);
    let centers = [B, A, [0.3, 2.3, 9.5], [-0.6, 2.2, -3.6], [3.0, 2.2, 1.0]];
    let mut obstacles: Vec<BiSphere> = centers.map(usual).to_vec();
    let first = |obstacles: &[BiSphere], by| first_obstacle([&from, &to], |_| [0.65, 0.65], obstacles, by).unwrap();
    let (index, closest) = first(&obstacles, First::Entry).unwrap();
    assert_eq!(index, 1);
    assert!((closest.entry.unwrap() - 0.496986).abs() < 1e-6 && (closest.along_leg - 0.535189).abs() < 1e-6);
    obstacles.remove(1);
    let (index, closest) = first(&obstacles, First::Entry).unwrap();
    assert_eq!(index, 0);
    assert!((closest.entry.unwrap() - 0.671726).abs() < 1e-6);
    // One behind, one at the destination, and one to the side do not obstruct the path.
    obstacles.remove(0);
    assert_eq!(first(&obstacles, First::Entry), None);
    let leg = Leg::new(from, to, 0.65);
    let [behind, at_end, beside] = [0, 1, 2].map(|at| swept_vs_bisphere(&leg, &obstacles[at]).unwrap());
    assert!(behind.along_leg == 0.0 && behind.distance > 0.0, "{behind:?}");
    assert!(at_end.along_leg == 1.0 && (at_end.distance + 0.25).abs() < 1e-6, "{at_end:?}");
    assert!((beside.distance - 2.056794).abs() < 1e-6, "{beside:?}");
}

/// BL-53: The first obstacle is the one that the path enters first.
#[test]
fn the_first_by_depth_is_an_option() {
    let (from, to) = (upright([0.0, 2.3, 5.0]), upright([0.0, 2.3, -5.0]));
    let obstacles = [obstacle([0.55, 2.3, 1.0], UP, 0.2, [0.2, 0.2]), obstacle([0.2, 2.3, 0.7], UP, 0.2, [0.6, 0.6])];
    let by = |first| first_obstacle([&from, &to], |_| [0.65, 0.65], &obstacles, first).unwrap().unwrap();
    let (index, closest) = by(First::Entry);
    assert!(index == 1 && (closest.entry.unwrap() - 0.306610).abs() < 1e-6, "{closest:?}");
    let (index, closest) = by(First::Deepest);
    assert!(index == 0 && (closest.along_leg - 0.40).abs() < 1e-6, "{closest:?}");
}

/// BL-54: A free leg gets no detour, whatever an earlier cycle found.
#[test]
fn a_free_leg_has_no_detour_whatever_was_planned_before() {
    let obstacles = [usual(A), usual(B)];
    let detours = |from: [f64; 3], to: [f64; 3], obstacles: &[BiSphere]| {
        let plan = plan(&upright(from), &upright(to), obstacles, &Settings::default()).unwrap();
        assert!(plan.is_free());
        plan.detours().count()
    };
    let [from, to] = REFERENCE;
    assert!(detours(from, to, &obstacles) > 0, "the reference leg is blocked");
    assert_eq!(detours([4.0, 2.2, 6.0], [4.0, 2.2, -4.0], &obstacles), 0, "three meters next to them");
    assert_eq!(detours(from, to, &[]), 0);
}

/// Returns a number from `low` to `high`.
fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

fn place(random: &mut Random, [x, y, z]: [[f64; 2]; 3]) -> [f64; 3] {
    [between(random, x[0], x[1]), between(random, y[0], y[1]), between(random, z[0], z[1])]
}

/// BL-59: Detour points stay between 1.7 and 3.9 m altitude.
/// BL-60: Every detour is checked against all obstacles; without a solution the blimp holds and retries.
#[test]
fn no_plan_of_random_scenes_collides_and_few_are_blocked() {
    let settings = Settings::default();
    let mut random = Random::new(8);
    let (mut blocked, mut scenes, mut counts) = (0, 0, [0_usize; MAX_DETOURS + 1]);
    while scenes < 2_000 {
        let from = upright(place(&mut random, [[-1.0, 1.0], [2.0, 3.2], [6.0, 8.0]]));
        let to = upright(place(&mut random, [[-1.0, 1.0], [2.0, 3.2], [-6.0, -4.0]]));
        let count = 1 + random.below(4);
        let obstacles: Vec<BiSphere> =
            (0..count).map(|_| usual(place(&mut random, [[-1.2, 1.2], [1.8, 3.2], [-3.0, 5.0]]))).collect();
        scenes += 1;
        let plan = plan(&from, &to, &obstacles, &settings).unwrap();
        if !plan.is_free() {
            blocked += 1;
            continue;
        }
        let points: Vec<_> =
            std::iter::once(from).chain(plan.detours().map(|detour| detour.point)).chain([to]).collect();
        counts[points.len() - 2] += 1;
        for leg in points.windows(2) {
            for obstacle in &obstacles {
                let distance =
                    swept_vs_bisphere(&Leg::new(leg[0], leg[1], settings.radius), obstacle).unwrap().distance;
                assert!(distance >= 0.0, "scene {scenes}: {distance} m");
            }
        }
        for detour in plan.detours() {
            assert!((settings.heights[0]..=settings.heights[1]).contains(&detour.point.z), "{detour:?}");
        }
    }
    assert!(blocked <= 20, "{blocked} of {scenes} blocked");
    // Most need one or two, some need more.
    assert!(counts[1] > 300 && counts[2..].iter().sum::<usize>() > 100, "{counts:?}");
}

/// FW-6: A detour is accepted only if it clears all obstacles, also close together.
#[test]
fn paths_around_several_obstacles_are_checked_against_all() {
    let settings = Settings::default();
    let (from, to) = (upright([0.0, 2.3, 5.0]), upright([0.0, 2.3, -5.0]));
    let row = |count: usize, step: [f64; 3]| {
        let middle = 0.5 * (count - 1) as f64;
        let at = |number: usize| {
            let offset = number as f64 - middle;
            usual([step[0] * offset, 2.3 + step[1] * offset, step[2] * offset])
        };
        (0..count).map(at).collect::<Vec<BiSphere>>()
    };
    for obstacles in [
        row(2, [0.8, 0.0, 0.0]),
        row(3, [0.9, 0.0, 0.0]),
        row(5, [0.9, 0.0, 0.0]),
        row(3, [0.0, 0.0, 0.9]),
        row(5, [0.0, 0.0, 0.9]),
    ] {
        let plan = plan(&from, &to, &obstacles, &settings).unwrap();
        assert!(plan.is_free(), "{obstacles:?}");
        let points: Vec<_> =
            std::iter::once(from).chain(plan.detours().map(|detour| detour.point)).chain([to]).collect();
        for leg in points.windows(2) {
            for obstacle in &obstacles {
                let leg = Leg::new(leg[0], leg[1], settings.radius);
                assert!(swept_vs_bisphere(&leg, obstacle).unwrap().distance >= 0.0, "{plan:?}");
            }
        }
    }
}

/// BL-60: Every detour is checked against all obstacles; without a solution the blimp holds and retries.
#[test]
fn a_wall_without_a_detour_is_reported() {
    // From side to side and from the lowest to the highest point.
    let wall: Vec<BiSphere> =
        (-6..=6).map(|column| obstacle([f64::from(column), 2.8, 0.0], UP, 1.5, [0.5, 0.5])).collect();
    let plan = plan(&upright([0.0, 2.3, 5.0]), &upright([0.0, 2.3, -5.0]), &wall, &Settings::default()).unwrap();
    assert!(plan.blocked_by.is_some() && plan.detours().count() == 0, "{plan:?}");
}

/// FW-5: Destinations near an obstacle are displaced, skipped or failed, as configured.
#[test]
fn a_destination_near_an_obstacle_is_moved_out_by_the_shortest_distance() {
    let obstacles = [usual([0.0, 2.3, 0.0])];
    let (point, from) = (upright([0.3, 2.3, 0.0]), upright([0.0, 2.3, 5.0]));
    let found = clear_point(&point, &from, &obstacles, 0.65, [1.6, 4.0]).unwrap().unwrap();
    is_near(found, [0.85, 2.3, 0.0], "out through the side");
    let far = upright([3.0, 2.3, 0.0]);
    assert_eq!(clear_point(&far, &from, &obstacles, 0.65, [1.6, 4.0]).unwrap(), Some(far));
    // With a second obstacle there, another path is used.
    let two = [obstacles[0], usual([1.3, 2.3, 0.0])];
    let found = clear_point(&point, &from, &two, 0.65, [1.6, 4.0]).unwrap().unwrap();
    assert!(two.iter().all(|obstacle| clearance(&Sphere::new(found, 0.65), obstacle).unwrap() >= 0.0), "{found}");
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let (from, to) = (Point3::new(0.0, -5.0, 2.3), Point3::new(0.0, 5.0, 2.3));
    let usual = Settings::default();
    for settings in [
        Settings { heights: [3.0, 2.0], ..usual },
        Settings { heights: [f64::NAN, 2.0], ..usual },
        Settings { radius: -0.1, ..usual },
        Settings { margin: f64::INFINITY, ..usual },
    ] {
        assert_eq!(plan(&from, &to, &[], &settings).unwrap_err(), Invalid::Settings);
    }
    let nowhere = Point3::new(f64::NAN, 0.0, 0.0);
    assert_eq!(plan(&nowhere, &to, &[], &usual).unwrap_err(), Invalid::Center);
    let bad = BiSphere::tapered(from, Vector3::z(), 0.2, [-1.0, -1.0]);
    assert_eq!(plan(&from, &to, &[bad], &usual).unwrap_err(), Invalid::Radius);
}
