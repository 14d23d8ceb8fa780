//! Maps of closed rooms: walls, furniture, and a sonar with a wide beam.

use super::*;
use crate::fusion::Tolerance;

/// The angles of a scan, degrees.
const SCAN: [f64; 15] = [15., 30., 45., 60., 75., 90., 40., 0., -15., -30., -45., -60., -75., -90., -40.];

/// Rays across a beam.
const RAYS: u32 = 41;

/// Distance within which a point of the map counts as a point of the room, m.
const NEAR: f64 = 0.03;

/// Distance between the points of a surface, m.
const STEP: f64 = 0.01;

/// Random numbers from a seed.
struct Random(u64);

impl Random {
    fn within(&mut self, min: f64, max: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        min + (max - min) * (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A turned rectangle: center, edges, yaw.
#[derive(Clone, Copy, Debug)]
struct Rectangle([f64; 2], [f64; 2], f64);

impl Rectangle {
    fn local(&self, vector: Vector2<f64>) -> Vector2<f64> {
        let (sin, cos) = self.2.sin_cos();
        Vector2::new(cos * vector.x + sin * vector.y, cos * vector.y - sin * vector.x)
    }

    fn ray(&self, from: Point2<f64>, direction: f64) -> f64 {
        let from = self.local(from - Point2::from(self.0));
        let along = self.local(Vector2::new(direction.cos(), direction.sin()));
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..2 {
            let half = self.1[axis] / 2.0;
            let [a, b] = [-half, half].map(|side| (side - from[axis]) / along[axis]);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        if enter <= leave && enter > 0.0 { enter } else { f64::INFINITY }
    }

    /// Distance of a point from the rectangle, 0 inside.
    fn distance(&self, point: Point2<f64>) -> f64 {
        let local = self.local(point - Point2::from(self.0));
        let beyond = |axis: usize| (local[axis].abs() - self.1[axis] / 2.0).max(0.0);
        beyond(0).hypot(beyond(1))
    }

    /// Points of its border.
    fn border(&self) -> Vec<Point2<f64>> {
        let (sin, cos) = self.2.sin_cos();
        let [a, b] = self.1.map(|edge| edge / 2.0);
        let corners = [[-a, -b], [a, -b], [a, b], [-a, b], [-a, -b]];
        let points = corners.windows(2).flat_map(|pair| {
            let count = ((pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]) / STEP).ceil() as u32;
            let at = |step: u32, axis: usize| {
                pair[0][axis] + (pair[1][axis] - pair[0][axis]) * f64::from(step) / f64::from(count)
            };
            (0..count).map(|step| [at(step, 0), at(step, 1)]).collect::<Vec<_>>()
        });
        points.map(|[x, y]| Point2::new(self.0[0] + cos * x - sin * y, self.0[1] + sin * x + cos * y)).collect()
    }
}

fn nearest(things: &[Rectangle], from: Point2<f64>, direction: f64) -> (f64, Option<usize>) {
    let all = things.iter().enumerate().map(|(place, thing)| (thing.ray(from, direction), Some(place)));
    all.fold((f64::INFINITY, None), |one, other| if other.0 < one.0 { other } else { one })
}

fn sonar(things: &[Rectangle], sensor: &SensorPose, bearing: f64, half_angle: f64) -> (f64, Option<usize>) {
    let share = |ray: u32| 2.0 * f64::from(ray) / f64::from(RAYS - 1) - 1.0;
    let all = (0..RAYS)
        .map(|ray| nearest(things, sensor.at.into(), sensor.heading + bearing + half_angle * share(ray)))
        .filter(|(distance, _)| *distance <= 2.0);
    all.fold((0.0, None), |one, other| if one.1.is_none() || other.0 < one.0 { other } else { one })
}

/// A room: its walls, then its furniture.
struct Room {
    things: Vec<Rectangle>,
    min: [f64; 2],
    max: [f64; 2],
}

impl Room {
    fn new(min: [f64; 2], max: [f64; 2], furniture: &[Rectangle]) -> Self {
        let ([left, low], [right, high]) = (min, max);
        let [x, y] = [(left + right) / 2.0, (low + high) / 2.0];
        let [length, width, thick] = [right - left, high - low, 0.05];
        let mut things = vec![
            Rectangle([x, low - thick / 2.0], [length + 2.0 * thick, thick], 0.0),
            Rectangle([x, high + thick / 2.0], [length + 2.0 * thick, thick], 0.0),
            Rectangle([left - thick / 2.0, y], [thick, width], 0.0),
            Rectangle([right + thick / 2.0, y], [thick, width], 0.0),
        ];
        things.extend_from_slice(furniture);
        Self { things, min, max }
    }

    fn random(random: &mut Random) -> Self {
        let (min, max) =
            ([-random.within(0.5, 1.4), -random.within(0.5, 1.2)], [random.within(0.6, 1.6), random.within(0.5, 1.2)]);
        let mut furniture = Vec::new();
        for _ in 0..3 {
            let size = [random.within(0.05, 0.7), random.within(0.05, 0.35)];
            let at = [0, 1].map(|axis| random.within(min[axis], max[axis]));
            let reach = size[0].hypot(size[1]) / 2.0;
            if (0..2).all(|axis| at[axis] - reach > min[axis] && at[axis] + reach < max[axis])
                && at[0].hypot(at[1]) > reach + 0.3
            {
                furniture.push(Rectangle(at, size, random.within(-1.5, 1.5)));
            }
        }
        Self::new(min, max, &furniture)
    }

    /// A point with room for the robot.
    fn place(&self, random: &mut Random) -> Point2<f64> {
        loop {
            let at = Point2::from([0, 1].map(|axis| random.within(self.min[axis], self.max[axis])));
            if self.things.iter().all(|thing| thing.distance(at) > 0.15) {
                return at;
            }
        }
    }
}

fn solid(known: &MappedBox) -> Rectangle {
    Rectangle(known.center, known.size, known.yaw)
}

/// Scans a room at a pose, and processes the readings like the link.
fn scan(map: &mut Map, room: &Room, sensor: SensorPose, settings: &MapSettings, time: f64) {
    let tolerance = Tolerance { max_distance: settings.reach * 100.0, min_difference: 5.0 };
    for bearing in SCAN.map(f64::to_radians) {
        let (distance, _) = sonar(&room.things, &sensor, bearing, settings.half_angle);
        let boxes: Vec<Rectangle> = map.boxes().iter().map(solid).collect();
        let (expected, seen) = sonar(&boxes, &sensor, bearing, settings.half_angle);
        let seen = seen.map_or(TwinHit::Nothing, |place| TwinHit::Mapped(map.boxes()[place].id));
        let result = tolerance.compare(distance * 100.0, expected * 100.0);
        map.add(&Look { time, sensor, bearing, distance, result, seen }, settings);
        map.update(settings, |_| true);
    }
    map.find_walls(settings);
    map.update(settings, |_| true);
}

/// Shares of the points of the walls' inner faces near the map, and of the points of the map near the room.
fn recall_and_precision(map: &Map, room: &Room) -> [f64; 2] {
    let boxes: Vec<Rectangle> = map.boxes().iter().map(solid).collect();
    let near = |things: &[Rectangle], point: &Point2<f64>| things.iter().any(|thing| thing.distance(*point) <= NEAR);
    let inner =
        |point: &Point2<f64>| (0..2).all(|axis| (room.min[axis] - STEP..=room.max[axis] + STEP).contains(&point[axis]));
    let ([left, low], [right, high]) = (room.min, room.max);
    let face = Rectangle([(left + right) / 2.0, (low + high) / 2.0], [right - left, high - low], 0.0);
    let walls: Vec<Point2<f64>> = face.border();
    let found = walls.iter().filter(|point| near(&boxes, point)).count();
    let mapped: Vec<Point2<f64>> = boxes.iter().flat_map(Rectangle::border).filter(inner).collect();
    let right = mapped.iter().filter(|point| near(&room.things, point)).count();
    [found as f64 / walls.len() as f64, right as f64 / mapped.len().max(1) as f64]
}

/// Rooms scanned from eight places; 200 of them with `SIM_SOAK=1`.
#[test]
fn closed_rooms_are_mapped_with_their_walls() {
    let settings = MapSettings { reach: 2.0, ..MapSettings::default() };
    let count = if option_env!("SIM_SOAK").is_some() { 200 } else { 4 };
    let mut sums = [0.0; 2];
    for seed in 0..count {
        let mut random = Random(seed);
        (0..3).for_each(|_| _ = random.within(0.0, 1.0));
        let room = Room::random(&mut random);
        let mut map = Map::default();
        for number in 0..8 {
            let at: [f64; 2] = if number == 0 { [0.0; 2] } else { room.place(&mut random).into() };
            let heading = random.within(-PI, PI);
            for turn in [0.0, PI] {
                scan(&mut map, &room, SensorPose { at, heading: heading + turn }, &settings, f64::from(number));
            }
        }
        let shares = recall_and_precision(&map, &room);
        sums = [0, 1].map(|share| sums[share] + shares[share] / count as f64);
    }
    assert!(sums.iter().all(|share| *share >= 0.95), "{sums:.3?}");
}
