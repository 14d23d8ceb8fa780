//! 2.9 Range sensors.

use super::{close, cuboid, direction, fixed, octagon, point, readings, scene, vehicle};
use nalgebra::{Isometry3, UnitQuaternion, Vector3};
use sim_abi::ffi::types::RandomState;
use sim_abi::random::Random;
use sim_core::engine::Simulation;
use sim_core::geometry::{BodyId, Mobility, QueryFilter, SpatialIndex};
use sim_engine_tests::build;

const GROUP: &str = r#""distancia": (id: "range/group")"#;

/// Readings of the six axes of a vehicle at 1 m depth among these objects and other robots.
fn six_at(place: [f64; 3], objects: &str, others: &str) -> Vec<f64> {
    let mut simulation = build(&scene(objects, &format!("{}{others}", vehicle("a", place, &fixed(GROUP)))));
    simulation.steps(1).unwrap();
    readings(&simulation, "a", "distancia", 6)
}

fn six(objects: &str, others: &str) -> Vec<f64> {
    six_at([0.0, 0.0, -1.0], objects, others)
}

/// A wall across +x with its face at a distance.
fn wall_at(distance: f64) -> String {
    cuboid("wall", [distance + 0.5, 0.0, -1.0], [1.0, 4.0, 4.0])
}

/// NA-52: A distance sensor casts a ray from the robot center, by default 5 m long.
#[test]
fn a_direction_of_any_length_reads_the_nearest_face_of_walls_and_robots() {
    let sensors = r#""long": (id: "range/group", params: (directions: [(2, 0, 0)])),
        "unit": (id: "range/group", params: (directions: [(1, 0, 0)]))"#;
    let read = |objects: &str, others: &str| {
        let robots = format!("{}{others}", vehicle("a", [0.0, 0.0, -1.0], &fixed(sensors)));
        let mut simulation = build(&scene(objects, &robots));
        simulation.steps(1).unwrap();
        [readings(&simulation, "a", "long", 1)[0], readings(&simulation, "a", "unit", 1)[0]]
    };
    let far = wall_at(3.0);
    assert_eq!(read(&far, "").map(f64::to_bits), [0.4_f64.to_bits(); 2]);
    // The hull of the other vehicle is 0.457 m long.
    let other = vehicle("b", [2.0, 0.0, -1.0], &fixed(""));
    close(&read(&far, &other), &[(5.0 - (2.0 - 0.2285)) / 5.0; 2], 1e-12);
}

/// NA-52: A distance sensor casts a ray from the robot center, by default 5 m long.
#[test]
fn directions_turn_with_the_robot() {
    let turned = format!("yaw: 1.5707963267948966, {}", fixed(GROUP));
    let wall = cuboid("wall", [0.0, 2.5, -1.0], [4.0, 1.0, 4.0]);
    let mut simulation = build(&scene(&wall, &vehicle("a", [0.0, 0.0, -1.0], &turned)));
    simulation.steps(1).unwrap();
    close(&readings(&simulation, "a", "distancia", 6), &[0.6, 0.0, 0.0, 0.0, 0.0, 0.0], 1e-12);
}

/// NA-53: A distance reading is 1 at contact and falls linearly to 0 at the threshold.
#[test]
fn a_reading_is_the_free_share_of_5_m() {
    for (distance, expected) in [(1.0, 0.8), (2.5, 0.5), (5.0, 0.0), (5.0001, 0.0)] {
        close(&six(&wall_at(distance), ""), &[expected, 0.0, 0.0, 0.0, 0.0, 0.0], 1e-12);
    }
}

/// NA-53: A distance reading is 1 at contact and falls linearly to 0 at the threshold.
#[test]
fn inside_another_box_every_direction_reads_one() {
    assert_eq!(six(&cuboid("box", [0.1, 0.0, -1.0], [1.0, 1.0, 1.0]), ""), [1.0; 6]);
    assert_eq!(six("", &vehicle("b", [0.1, 0.0, -1.0], &fixed(""))), [1.0; 6]);
}

/// NA-54: A distance sensor sees only objects ahead of it, never those behind.
#[test]
fn a_wall_behind_is_seen_behind_and_not_in_front() {
    let behind = cuboid("wall", [-2.5, 0.0, -1.0], [1.0, 4.0, 4.0]);
    assert_eq!(six(&behind, ""), [0.0, 0.6, 0.0, 0.0, 0.0, 0.0]);
}

/// NA-55: Rays hit walls, obstacles and other robots, but not their owner or the water surface.
#[test]
fn neither_the_own_hull_nor_water_is_an_obstacle() {
    let sensors =
        format!(r#"{GROUP}, "radar": (id: "range/radar"), "thick": (id: "range/group", params: (beam_radius: 0.1))"#);
    let mut simulation = build(&scene("", &vehicle("a", [0.0, 0.0, -0.1], &fixed(&sensors))));
    simulation.steps(8).unwrap();
    for (sensor, count) in [("distancia", 6), ("thick", 6), ("radar", 8)] {
        assert_eq!(readings(&simulation, "a", sensor, count), vec![0.0; count], "{sensor}");
    }
}

/// NA-56: The search for nearby walls loses no hit compared with testing all surfaces.
#[test]
fn a_wall_faced_at_its_middle_is_seen() {
    // Its nearest vertices are at least 5.1 m away.
    let read = six_at([9.0, 0.0, -1.0], &octagon(), "");
    close(&read, &[0.5, 0.0, 0.0, 0.0, 0.0, 0.0], 1e-12);
}

/// Distance to a box by the slab method, in its own frame: 0 from inside, infinite without a hit.
fn slabs(pose: &Isometry3<f64>, half: &Vector3<f64>, origin: &Vector3<f64>, along: &Vector3<f64>) -> f64 {
    let from = pose.inverse_transform_point(&point(*origin)).coords;
    let along = pose.inverse_transform_vector(along);
    let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
    for axis in 0..3 {
        let [a, b] = [-1.0, 1.0].map(|side| (side * half[axis] - from[axis]) / along[axis]);
        (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
    }
    if enter <= leave { enter } else { f64::INFINITY }
}

/// NA-56: The search for nearby walls loses no hit compared with testing all surfaces.
/// Distances through the tree equal those to each wall alone bit by bit, and those of the slab method to 1e-12.
#[test]
fn no_ray_loses_a_wall_by_the_search() {
    const REACH: f64 = 5.0;
    let simulation = build(&scene(&octagon(), ""));
    let index = &simulation.world().index;
    let walls: Vec<BodyId> = (0..simulation.world().bodies.len() as u32).map(BodyId).collect();
    assert_eq!(walls.len(), 24);
    let alone: Vec<SpatialIndex> = walls
        .iter()
        .map(|wall| {
            let mut one = SpatialIndex::new();
            one.add_body(Mobility::Fixed, index.colliders(*wall).unwrap().to_vec(), *index.pose(*wall).unwrap())
                .unwrap();
            one.refresh(false);
            one
        })
        .collect();
    let mut state = RandomState::derive(56, &["rays"]);
    let mut random = Random::from_state(&mut state);
    let all_bodies = QueryFilter::default();
    let mut met = 0;
    for _ in 0..10_000 {
        let place = Vector3::new(random.uniform(-13.0, 13.0), random.uniform(-13.0, 13.0), random.uniform(-13.0, 1.0));
        let turn = UnitQuaternion::from_scaled_axis(direction(&mut random) * random.uniform(0.0, 3.0));
        let sensor = Isometry3::from_parts(place.into(), turn);
        let fan: Vec<Vector3<f64>> = (0..10).map(|_| direction(&mut random)).collect();
        let mut found = [0.0; 10];
        index.cast_fan(&sensor, &fan, REACH, &all_bodies, &mut found).unwrap();
        for (along, found) in fan.iter().zip(found) {
            let nearest = |distances: &mut dyn Iterator<Item = f64>| distances.fold(f64::INFINITY, f64::min);
            let mut each = alone.iter().map(|one| {
                let mut distance = [0.0];
                one.cast_fan(&sensor, &[*along], REACH, &all_bodies, &mut distance).unwrap();
                distance[0]
            });
            assert_eq!(found.to_bits(), nearest(&mut each).to_bits(), "{sensor} {along}");
            let along = turn * along;
            let half = Vector3::new(5.0, 0.5, 2.0);
            let mut each = walls.iter().map(|wall| slabs(index.pose(*wall).unwrap(), &half, &place, &along));
            let expected = nearest(&mut each);
            // At the end of the range and along an edge, rounding decides.
            let doubtful = (expected - REACH).abs() < 1e-9;
            let expected = if expected <= REACH { expected } else { f64::INFINITY };
            assert!(found == expected || (found - expected).abs() < 1e-12 || doubtful, "{found} {expected}");
            met += usize::from(found.is_finite());
        }
    }
    assert!((20_000..80_000).contains(&met), "{met} of 100000 rays hit a wall");
}

/// NA-58: The default group `distancia` reads +x, −x, +y, −y, +z and −z, in this order.
#[test]
fn six_boxes_at_six_distances_are_read_in_the_order_of_the_group() {
    let axes =
        [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let distances = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0];
    let boxes: String = axes
        .iter()
        .zip(distances)
        .enumerate()
        .map(|(number, (axis, distance))| {
            let at = axis.map(|component| component * (distance + 0.1));
            cuboid(&format!("box-{number}"), [at[0], at[1], at[2] - 5.0], [0.2; 3])
        })
        .collect();
    let read = six_at([0.0, 0.0, -5.0], &boxes, "");
    close(&read, &[0.9, 0.8, 0.7, 0.6, 0.5, 0.4], 1e-12);
}

/// NA-59: `beam_radius` widens a ray, so that it sees obstacles beside its axis.
#[test]
fn a_thick_beam_sees_what_a_ray_passes() {
    let beam = |radius: f64| {
        let sensor =
            format!(r#""ahead": (id: "range/group", params: (directions: [(1, 0, 0)], beam_radius: {radius:?}))"#);
        let passed = cuboid("box", [2.0, 0.3, -1.0], [0.4; 3]);
        let mut simulation = build(&scene(&passed, &vehicle("a", [0.0, 0.0, -1.0], &fixed(&sensor))));
        simulation.steps(1).unwrap();
        readings(&simulation, "a", "ahead", 1)[0]
    };
    assert_eq!((beam(0.0), beam(0.09)), (0.0, 0.0));
    // Its surface touches the edge at (1.8, 0.1) before its center gets there.
    let touch = 1.8 - (0.15_f64.powi(2) - 0.1_f64.powi(2)).sqrt();
    close(&[beam(0.15)], &[(5.0 - touch) / 5.0], 1e-5);
}

/// A radar, and a group along its directions, among one box per direction, each further away than the previous one.
fn swept() -> Simulation {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let turn =
        [(1.0, 0.0), (half, half), (0.0, 1.0), (-half, half), (-1.0, 0.0), (-half, -half), (0.0, -1.0), (half, -half)];
    let boxes: String = turn
        .iter()
        .enumerate()
        .map(|(number, (x, y))| {
            let scale = 1.0 + 0.4 * number as f64;
            cuboid(&format!("box-{number}"), [x * scale, y * scale, -1.0], [0.3; 3])
        })
        .collect();
    let directions: Vec<String> = turn.iter().map(|(x, y)| format!("({x:?}, {y:?}, 0)")).collect();
    let sensors = format!(
        r#""radar": (id: "range/radar"), "group": (id: "range/group", params: (directions: [{}]))"#,
        directions.join(", ")
    );
    build(&scene(&boxes, &vehicle("a", [0.0, 0.0, -1.0], &fixed(&sensors))))
}

/// NA-60: The radar scans 8 directions by default, counterclockwise in the robot's x–y plane.
/// NA-61: The radar measures one direction per step and keeps the last reading of each direction.
#[test]
fn the_radar_fills_one_entry_per_step_in_the_order_of_its_turn() {
    let mut simulation = swept();
    for step in 1..=24 {
        simulation.steps(1).unwrap();
        let radar = readings(&simulation, "a", "radar", 8);
        let mut expected = readings(&simulation, "a", "group", 8);
        assert!(expected.is_sorted_by(|a, b| a > b) && expected[7] > 0.0, "one distance per direction: {expected:?}");
        // One after the first step, all after the eighth.
        expected[step.min(8)..].fill(0.0);
        close(&radar, &expected, 1e-12);
    }
}

/// NA-61: The radar measures one direction per step and keeps the last reading of each direction.
/// NA-62: The radar casts one ray per step, where the default group casts six.
#[test]
fn a_change_of_the_world_reaches_one_entry_per_step() {
    let mut simulation = swept();
    simulation.steps(8).unwrap();
    let before = readings(&simulation, "a", "radar", 8);
    (0..8).for_each(|number| simulation.remove_object(&format!("box-{number}")).unwrap());
    for taken in 1..=8 {
        simulation.steps(1).unwrap();
        let mut expected = before.clone();
        expected[..taken].fill(0.0);
        assert_eq!(readings(&simulation, "a", "radar", 8), expected, "{taken} steps later");
        assert_eq!(readings(&simulation, "a", "group", 8), [0.0; 8], "the group reads all at once");
    }
}
