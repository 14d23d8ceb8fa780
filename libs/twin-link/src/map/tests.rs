//! Tests of the map with a planar world of boxes and an exact sonar.

use super::*;
use crate::fusion::Tolerance;

/// The angles of a scan, degrees.
const SCAN: [f64; 15] = [15., 30., 45., 60., 75., 90., 40., 0., -15., -30., -45., -60., -75., -90., -40.];

/// A square of 11.5 cm: center, m, and yaw.
#[derive(Clone, Copy)]
struct Square([f64; 2], f64);

const HALF: f64 = 0.0575;

impl Square {
    /// Distance along a ray from the origin of `sensor`, m.
    fn ray(&self, sensor: &SensorPose, direction: f64) -> f64 {
        let (sin, cos) = self.1.sin_cos();
        let turn = |v: Vector2<f64>| Vector2::new(cos * v.x + sin * v.y, cos * v.y - sin * v.x);
        let from = turn(Point2::from(sensor.at) - Point2::from(self.0));
        let along = turn(Vector2::new(direction.cos(), direction.sin()));
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        for axis in 0..2 {
            let [a, b] = [-HALF, HALF].map(|side| (side - from[axis]) / along[axis]);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        if enter <= leave { enter } else { f64::INFINITY }
    }
}

/// Distance to the nearest square within the beam, m, and its index.
fn sonar(squares: &[Square], sensor: &SensorPose, bearing: f64, half_angle: f64) -> Option<(f64, usize)> {
    let steps = if half_angle > 0.0 { 60 } else { 0 };
    let directions = (-steps..=steps).map(|step| {
        let share = if steps == 0 { 0.0 } else { f64::from(step) / f64::from(steps) };
        sensor.heading + bearing + half_angle * share
    });
    let all = directions.flat_map(|direction| {
        squares.iter().enumerate().map(move |(place, square)| (square.ray(sensor, direction), place))
    });
    all.min_by(|one, other| one.0.total_cmp(&other.0)).filter(|(distance, _)| *distance <= 2.0)
}

/// Normally distributed random numbers from a seed (Box & Muller 1958).
struct Noise(u64);

impl Noise {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn next(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (2.0 * PI * self.uniform()).cos()
    }
}

/// A scan of both worlds from the origin.
struct Scan<'a> {
    map: &'a mut Map,
    settings: &'a MapSettings,
    tolerance: Tolerance,
    real: &'a [Square],
    sensor: SensorPose,
    noise: Option<(&'a mut Noise, f64)>,
    time: f64,
}

impl Scan<'_> {
    /// Returns both readings for each direction, cm.
    fn run(&mut self) -> Vec<[f64; 2]> {
        SCAN.iter().map(|angle| self.measure(angle * PI / 180.0)).collect()
    }

    fn measure(&mut self, bearing: f64) -> [f64; 2] {
        self.time += 0.5;
        let half_angle = self.settings.half_angle;
        let known: Vec<Square> = self.map.boxes().iter().map(|known| Square(known.center, known.yaw)).collect();
        let twin = sonar(&known, &self.sensor, bearing, half_angle);
        let mut real =
            sonar(self.real, &self.sensor, bearing, half_angle).map_or(0.0, |(distance, _)| distance * 100.0);
        if let Some((noise, sigma)) = self.noise.as_mut().filter(|_| real > 0.0) {
            real += noise.next() * *sigma;
        }
        let seen = twin.map_or(TwinHit::Nothing, |(_, place)| TwinHit::Mapped(self.map.boxes()[place].id));
        let twin = twin.map_or(0.0, |(distance, _)| distance * 100.0);
        let result = self.tolerance.compare(real, twin);
        let reading = Look { time: self.time, sensor: self.sensor, bearing, distance: real / 100.0, result, seen };
        if self.map.add(&reading, self.settings) != Notice::Nothing {
            self.map.update(self.settings, |_| true);
        }
        [real, twin]
    }
}

const ORIGIN: SensorPose = SensorPose { at: [0.0, 0.0], heading: 0.0 };
const E1: [Square; 3] = [Square([0.5, 0.0], 0.0), Square([0.5, 0.365], 0.0), Square([0.5, -0.365], 0.0)];

fn beam(degrees: f64) -> MapSettings {
    MapSettings { half_angle: degrees * PI / 180.0, ..MapSettings::default() }
}

#[track_caller]
fn no_overlap(map: &Map) {
    for (place, one) in map.boxes().iter().enumerate() {
        for other in &map.boxes()[place + 1..] {
            assert!(!one.overlaps(other), "{one:?} and {other:?}");
        }
    }
}

/// Distance of each box from the nearest square, m.
fn errors(map: &Map, real: &[Square]) -> Vec<f64> {
    let nearest = |known: &MappedBox| {
        let distance = |square: &Square| (Point2::from(square.0) - Point2::from(known.center)).norm();
        real.iter().map(distance).fold(f64::INFINITY, f64::min)
    };
    map.boxes().iter().map(nearest).collect()
}

/// Distance of a square from the nearest box, m.
fn nearest_box(map: &Map, square: &Square) -> f64 {
    let distance = |known: &MappedBox| (Point2::from(square.0) - Point2::from(known.center)).norm();
    map.boxes().iter().map(distance).fold(f64::INFINITY, f64::min)
}

/// MR-25: An object is created at the end of the sonar ray in the twin's world.
#[test]
fn the_end_of_a_ray() {
    let sensor = SensorPose { at: [0.1, 0.2], heading: 90_f64.to_radians() };
    let end = sensor.end(30_f64.to_radians(), 0.4);
    assert!((end.x + 0.1).abs() < 1e-12 && (end.y - 0.546_410_161_513_775).abs() < 1e-12, "{end}");
}

/// MR-E1: Two scans map three boxes as exactly three objects, centers within 6 cm.
#[test]
fn two_scans_give_three_boxes_where_the_real_ones_are() {
    for (degrees, limit) in [(0.0, 0.047), (7.5, 0.047), (15.0, 0.047)] {
        let settings = beam(degrees);
        let mut map = Map::default();
        for scan in 1..=2 {
            let (tolerance, time) = (Tolerance::default(), f64::from(scan) * 100.0);
            let (map_now, settings) = (&mut map, &settings);
            let seen = Scan { map: map_now, settings, tolerance, real: &E1, sensor: ORIGIN, noise: None, time }.run();
            assert_eq!(map.boxes().len(), 3, "beam {degrees}, scan {scan}: {:?}", map.boxes());
            no_overlap(&map);
            assert!(errors(&map, &E1).iter().all(|error| *error <= limit), "beam {degrees}: {:?}", errors(&map, &E1));
            for [real, twin] in seen.into_iter().filter(|[real, _]| scan == 2 && tolerance.seen(*real).is_some()) {
                assert!((real - twin).abs() <= 5.0, "beam {degrees}: {real} cm and {twin} cm");
            }
        }
    }
}

/// MR-E1: Two scans map three boxes as exactly three objects, centers within 6 cm.
#[test]
fn holds_with_noise() {
    let mut worst = 0.0_f64;
    for seed in 0..200 {
        for degrees in [0.0, 7.5, 15.0] {
            let settings = beam(degrees);
            let (mut map, mut noise) = (Map::default(), Noise(seed * 977 + 13));
            for scan in 1..=2 {
                let tolerance = Tolerance::default();
                let noise = Some((&mut noise, 0.5));
                let time = f64::from(scan) * 100.0;
                let map = &mut map;
                Scan { map, settings: &settings, tolerance, real: &E1, sensor: ORIGIN, noise, time }.run();
                // A thin ray that detects a corner at 57.76 cm may detect nothing within 60 cm.
                assert_eq!(map.boxes().len(), 3, "seed {seed}, beam {degrees}, scan {scan}: {:?}", map.boxes());
                no_overlap(map);
            }
            worst = errors(&map, &E1).into_iter().fold(worst, f64::max);
        }
    }
    assert!(worst <= 0.06, "{worst}");
}

/// MR-28: Mapped objects never overlap the robot, scene objects, or one another.
/// A near and a far object within the angle that the near one could subtend remain separate, and so do two with a free direction in
/// between.
#[test]
fn objects_at_different_distances_are_not_made_one() {
    let room = [[0.5, 0.25], [0.35, -0.4], [1.25, 0.1], [0.9, -0.45], [0.95, 0.5]].map(|at| Square(at, 0.0));
    for degrees in [0.0, 7.5, 15.0] {
        let settings = beam(degrees);
        let mut map = Map::default();
        for (scan, place) in [[0.0, 0.0], [0.55, 0.0], [0.8, 0.1]].into_iter().enumerate() {
            let sensor = SensorPose { at: place, heading: 0.0 };
            let (map, time) = (&mut map, 100.0 * scan as f64);
            Scan { map, settings: &settings, tolerance: Tolerance::default(), real: &room, sensor, noise: None, time }
                .run();
            no_overlap(map);
            assert!(
                errors(map, &room).iter().all(|error| *error < 0.085),
                "beam {degrees}, scan {scan}: {:?} {:?}",
                errors(map, &room),
                map.boxes()
            );
        }
        let found = room.iter().filter(|square| nearest_box(&map, square) < 0.085).count();
        assert_eq!((map.boxes().len(), found), (5, 5), "beam {degrees}: {:?}", map.boxes());
    }
}

#[test]
fn e1b_one_ray_for_each_box() {
    let near = [Square([0.5, 0.0], 0.0), Square([0.5, 0.25], 0.0), Square([0.5, -0.25], 0.0)];
    let settings = beam(0.0);
    let mut map = Map::default();
    for scan in 1..=2 {
        let (map, settings, tolerance) = (&mut map, &settings, Tolerance::default());
        let time = f64::from(scan) * 100.0;
        let seen = Scan { map, settings, tolerance, real: &near, sensor: ORIGIN, noise: None, time }.run();
        let hits: Vec<[f64; 2]> = seen.into_iter().filter(|[real, _]| *real > 0.0).collect();
        let cm: Vec<f64> = hits.iter().map(|[real, _]| (real * 100.0).round() / 100.0).collect();
        assert_eq!(cm, [51.1, 44.25, 51.1]);
        assert!(scan == 1 || hits.iter().all(|[real, twin]| (real - twin).abs() <= 5.0), "{hits:?}");
        assert_eq!(map.boxes().len(), 3);
    }
}

/// MR-E1: Two scans map three boxes as exactly three objects, centers within 6 cm.
/// The original system: each reading creates its own object, with its center at the end of the ray.
#[test]
fn as_the_original_system_did_it() {
    for (degrees, expected) in [(0.0, [3, 6]), (7.5, [7, 14]), (15.0, [9, 18])] {
        let settings =
            MapSettings { anchor: Anchor::Center, face_ray: false, merge: false, refuted_after: 0, ..beam(degrees) };
        let mut map = Map::default();
        let counts = [100.0, 200.0].map(|time| {
            let (map, settings) = (&mut map, &settings);
            let tolerance = Tolerance { min_difference: 2.0, ..Tolerance::default() };
            Scan { map, settings, tolerance, real: &E1, sensor: ORIGIN, noise: None, time }.run();
            map.boxes().len()
        });
        assert_eq!(counts, expected, "beam {degrees}");
    }
}

/// MR-26: A mapped object faces the ray with its near face at the measured distance.
#[test]
fn a_second_reading_finds_the_box_where_the_first_one_found_the_object() {
    let settings = beam(0.0);
    let mut map = Map::default();
    let mut legacy = Map::default();
    let original = MapSettings { anchor: Anchor::Center, face_ray: false, merge: false, ..beam(0.0) };
    for (map, settings, difference) in [(&mut map, &settings, 0.0), (&mut legacy, &original, 5.75)] {
        let tolerance = Tolerance::default();
        let mut scan = Scan { map, settings, tolerance, real: &E1[..1], sensor: ORIGIN, noise: None, time: 0.0 };
        scan.measure(0.0);
        let [real, twin] = scan.measure(0.0);
        assert!((real - twin - difference).abs() < 0.2, "{real} cm and {twin} cm");
    }
}

/// MR-29: A real box that moves 10 cm moves its mapped object.
#[test]
fn an_object_that_is_moved_by_10_cm_moves_its_box() {
    for (degrees, to) in
        [(0.0, [0.4, 0.0]), (7.5, [0.4, 0.0]), (15.0, [0.4, 0.0]), (0.0, [0.6, 0.0]), (7.5, [0.6, 0.0])]
    {
        let settings = beam(degrees);
        let mut map = Map::default();
        for (scan, place) in [[0.5, 0.0], to].into_iter().enumerate() {
            let (real, time) = ([Square(place, 0.0)], 100.0 * (scan + 1) as f64);
            let (map, settings, tolerance) = (&mut map, &settings, Tolerance::default());
            Scan { map, settings, tolerance, real: &real, sensor: ORIGIN, noise: None, time }.run();
            assert_eq!(map.boxes().len(), 1, "beam {degrees}: {:?}", map.boxes());
            let error = (Point2::from(map.boxes()[0].center) - Point2::from(place)).norm();
            assert!(error <= 0.03, "beam {degrees}: {error} m from {place:?}");
            assert_eq!(map.boxes()[0].id, 1);
        }
    }
}

/// MR-28: Mapped objects never overlap the robot, scene objects, or one another.
#[test]
fn what_may_not_stand_does_not_come_and_comes_when_it_may() {
    let settings = beam(0.0);
    let mut map = Map::default();
    map.obstacle(1.0, ORIGIN, 0.15, &settings);
    assert_eq!(map.update(&settings, |_| false), []);
    assert!(map.boxes().is_empty());
    let changes = map.update(&settings, |_| true);
    assert!(matches!(&changes[..], [Change::Added(added)] if added.center == [0.15 + HALF, 0.0]), "{changes:?}");
    assert_eq!(map.update(&settings, |_| true), []);
}

/// MR-28: Mapped objects never overlap the robot, scene objects, or one another.
#[test]
fn boxes_from_two_places_that_would_overlap_are_one() {
    let settings = beam(0.0);
    let mut map = Map::default();
    map.obstacle(1.0, ORIGIN, 0.3, &settings);
    map.update(&settings, |_| true);
    // The same object from the other side, 3 cm beyond its assumed depth.
    map.obstacle(2.0, SensorPose { at: [0.745, 0.0], heading: PI }, 0.3, &settings);
    let changes = map.update(&settings, |_| true);
    assert!(matches!(&changes[..], [Change::Modified(one)] if one.evidence.len() == 2), "{changes:?}");
    assert!((map.boxes()[0].center[0] - (0.3575 + 0.3875) / 2.0).abs() < 1e-12);
    no_overlap(&map);
}

/// A reading without an echo where the twin sees a box of the map.
fn through(sensor: SensorPose, bearing: f64, id: u32, time: f64) -> Look {
    Look { time, sensor, bearing, distance: 0.0, result: LookResult::TwinOnly, seen: TwinHit::Mapped(id) }
}

/// MR-B3: Three contradicting readings remove or shrink a mapped object.
#[test]
fn three_readings_without_an_echo_remove_a_box() {
    let settings = beam(7.5);
    let mut map = Map::default();
    map.obstacle(1.0, ORIGIN, 0.3, &settings);
    map.update(&settings, |_| true);
    for time in [2.0, 3.0] {
        assert_eq!(map.add(&through(ORIGIN, 0.0, 1, time), &settings), Notice::VirtualOnly);
        assert_eq!(map.update(&settings, |_| true), []);
    }
    // A reading that agrees resets the count.
    let seen = TwinHit::Mapped(1);
    let agrees = Look { time: 4.0, sensor: ORIGIN, bearing: 0.0, distance: 0.3, result: LookResult::Agreement, seen };
    map.add(&agrees, &settings);
    for time in [5.0, 6.0] {
        map.add(&through(ORIGIN, 0.0, 1, time), &settings);
        assert!(map.update(&settings, |_| true).is_empty());
    }
    // From another position, too.
    map.add(&through(SensorPose { at: [0.36, 0.5], heading: 0.0 }, -PI / 2.0, 1, 7.0), &settings);
    assert_eq!(map.update(&settings, |_| true), [Change::Removed(1)]);
    assert!(map.evidence().is_empty());
}

/// MR-B3: Three contradicting readings remove or shrink a mapped object.
#[test]
fn a_box_shrinks_to_what_is_not_refuted() {
    let settings = beam(0.0);
    let mut map = Map::default();
    let seen = |bearing, time| Look {
        time,
        sensor: ORIGIN,
        bearing,
        distance: 0.3,
        result: LookResult::RealOnly,
        seen: TwinHit::Nothing,
    };
    map.add(&seen(0.0, 1.0), &settings);
    map.add(&seen(15_f64.to_radians(), 1.5), &settings);
    map.update(&settings, |_| true);
    assert_eq!(map.boxes().len(), 1);
    for time in [2.0, 3.0, 4.0] {
        map.add(&through(ORIGIN, 0.0, 1, time), &settings);
    }
    let changes = map.update(&settings, |_| true);
    assert!(
        matches!(&changes[..], [Change::Modified(one)] if one.evidence.len() == 1 && one.yaw > 0.26),
        "{changes:?}"
    );
    // Never, if this is disabled.
    let never_refuted = MapSettings { refuted_after: 0, ..settings };
    for time in 10..20 {
        map.add(&through(ORIGIN, 15_f64.to_radians(), 1, f64::from(time)), &never_refuted);
    }
    assert_eq!((map.update(&never_refuted, |_| true), map.boxes().len()), (vec![], 1));
}

/// MR-24: Obstacles seen only by the real robot are added; virtual ones are only reported.
#[test]
fn what_the_scene_explains_is_no_evidence() {
    let settings = beam(0.0);
    let mut map = Map::default();
    let reading = |result, seen| Look { time: 1.0, sensor: ORIGIN, bearing: 0.0, distance: 0.3, result, seen };
    assert_eq!(map.add(&reading(LookResult::Agreement, TwinHit::Scene), &settings), Notice::Nothing);
    assert_eq!(map.add(&reading(LookResult::Farther, TwinHit::Scene), &settings), Notice::Conflict);
    assert_eq!(map.add(&reading(LookResult::TwinOnly, TwinHit::Scene), &settings), Notice::VirtualOnly);
    assert_eq!(map.add(&reading(LookResult::Nothing, TwinHit::Nothing), &settings), Notice::Nothing);
    assert!(map.evidence().is_empty());
    assert_eq!(map.add(&reading(LookResult::Nearer, TwinHit::Scene), &settings), Notice::Evidence);
}
