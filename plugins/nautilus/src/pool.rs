//! Vehicles in a pool, for tests: the equations of `modelo0`, exact range sensors, and minimum distances.

use crate::avoid_obstacle::AvoidObstacle;
use crate::avoid_obstacle_v1::AvoidObstacleV1;
use crate::clear_course::ClearCourse;
use crate::toolkit::tests::{commands, robot};
use crate::velocity_control::VelocityControl;
use sim_abi::prelude::*;
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2, TAU};

/// Step, s.
pub const DT: f64 = 0.01;
/// Half length and half width of a vehicle, m.
const HALF: [f64; 2] = [0.2285, 0.169];
/// Maximum range of the range sensors, m.
const REACH: f64 = 5.0;

/// A wall: unit normal out of the pool, and distance from the origin, m.
type Wall = ([f64; 2], f64);

/// The walls of a pool.
#[derive(Clone, Debug)]
pub struct Pool(Vec<Wall>);

impl Pool {
    /// No walls.
    pub fn empty() -> Self {
        Self(Vec::new())
    }

    /// 19 m by 19 m of water.
    pub fn rectangle() -> Self {
        Self::regular(4, 9.5)
    }

    /// Eight walls, each 11.5 m from the middle.
    pub fn octagon() -> Self {
        Self::regular(8, 11.5)
    }

    fn regular(walls: usize, apothem: f64) -> Self {
        Self((0..walls).map(|wall| (direction(wall, walls), apothem)).collect())
    }

    /// Minimum distance between a vehicle with a yaw and a wall, m.
    fn gap(&self, [x, y]: [f64; 2], yaw: f64) -> f64 {
        let gap = |([a, b], distance): &Wall| {
            let [along, across] = turned([*a, *b], -yaw);
            distance - a * x - b * y - along.abs() * HALF[0] - across.abs() * HALF[1]
        };
        self.0.iter().map(gap).fold(f64::INFINITY, f64::min)
    }
}

/// Unit vector of one of `count` directions, counterclockwise from x; exact on the axes.
fn direction(index: usize, count: usize) -> [f64; 2] {
    let (sin, cos) = (TAU * index as f64 / count as f64).sin_cos();
    [cos, sin].map(|value| if value.abs() < 1e-15 { 0.0 } else { value })
}

/// A vector turned counterclockwise by an angle.
fn turned([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
    let (sin, cos) = angle.sin_cos();
    [cos * x - sin * y, sin * x + cos * y]
}

/// Range sensor of a vehicle, in addition to its position sensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sense {
    Nothing,
    /// Eight directions, one of which is updated per step.
    Radar,
    /// Six axes.
    Distancia,
    /// This many beams with this radius, m.
    Ring(usize, f64),
}

impl Sense {
    /// Name and number of readings of the sensor, if any.
    fn sensor(self) -> Option<(&'static str, usize)> {
        match self {
            Sense::Nothing => None,
            Sense::Radar => Some(("radar", 8)),
            Sense::Distancia => Some(("distancia", 6)),
            Sense::Ring(beams, _) => Some(("ring", beams)),
        }
    }
}

/// State of `modelo0`; world axes.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub position: [f64; 3],
    pub velocity: [f64; 3],
    pub yaw: f64,
    rate: f64,
    motors: [f64; 6],
}

impl Body {
    fn at(position: [f64; 3]) -> Self {
        Self { position, velocity: [0.0; 3], yaw: 0.0, rate: 0.0, motors: [0.0; 6] }
    }

    /// Position in the plane, m.
    fn plane(&self) -> [f64; 2] {
        [self.position[0], self.position[1]]
    }

    /// Equations of the specification, 4.1: forward Euler with all right-hand sides at the old state.
    fn step(&mut self, commands: [f64; 6]) {
        let [f1, f2, f3, f4, f5, f6] = self.motors;
        let (sin, cos) = self.yaw.sin_cos();
        let (forward, left) = (FRAC_1_SQRT_2 * (f1 + f2 + f3 + f4), FRAC_1_SQRT_2 * (f1 - f2 - f3 + f4));
        let z = self.position[2];
        let submerged = (0.5 - z / 0.05).clamp(0.0, 1.0);
        let buoyancy = 4.0 / 3.0 - if z < 0.0 { 0.1 * (z + 1.0) } else { 0.0 };
        let acceleration = [
            0.3 * (cos * forward - sin * left) - 0.05 * self.velocity[0],
            0.3 * (sin * forward + cos * left) - 0.05 * self.velocity[1],
            (9.81 + buoyancy) * submerged - 9.81 - 0.3 * (f5 + f6) - 0.25 * self.velocity[2],
        ];
        let turn = 0.1 * (f1 - f2 + f3 - f4) - 0.2 * self.rate;
        self.yaw += self.rate * DT;
        self.rate += turn * DT;
        for (axis, acceleration) in acceleration.into_iter().enumerate() {
            self.position[axis] += self.velocity[axis] * DT;
            self.velocity[axis] += acceleration * DT;
        }
        let speed = (self.velocity[0].powi(2) + self.velocity[1].powi(2)).sqrt();
        let remaining = if speed > 0.0 { (1.0 - 0.3 * DT / speed).max(0.0) } else { 0.0 };
        self.velocity[0] *= remaining;
        self.velocity[1] *= remaining;
        for (motor, command) in self.motors.iter_mut().zip(commands) {
            *motor += (command - *motor) * DT / 0.1;
        }
    }
}

/// A vehicle with its controller.
pub struct Swimmer<T> {
    pub body: Body,
    pub rig: ControllerRig<T>,
    reading: Vec<f64>,
    /// Length of its path in the plane, m.
    pub path: f64,
}

/// Vehicles in a pool.
pub struct Basin<T> {
    pool: Pool,
    sense: Sense,
    pub swimmers: Vec<Swimmer<T>>,
    steps: usize,
    /// Minimum distance so far between two vehicles, m.
    pub gap: f64,
    /// Minimum distance so far between a vehicle and a wall, m.
    pub wall: f64,
}

impl<T: Controller> Basin<T> {
    /// Vehicles at rest at these positions, with parameters by index.
    pub fn new(pool: Pool, sense: Sense, places: &[[f64; 3]], params: impl Fn(usize) -> Value) -> Self {
        let swimmer = |(number, place): (usize, &[f64; 3])| {
            let reading = vec![0.0; sense.sensor().map_or(0, |(_, count)| count)];
            let sensor = sense.sensor().map(|(name, _)| (name, reading.as_slice()));
            let sensors: Vec<(&str, &[f64])> = sensor.into_iter().chain([("compass", &[0.0][..])]).collect();
            let rig = robot(params(number), &sensors).unwrap();
            Swimmer { body: Body::at(*place), rig, reading, path: 0.0 }
        };
        let swimmers = places.iter().enumerate().map(swimmer).collect();
        Self { pool, sense, swimmers, steps: 0, gap: f64::INFINITY, wall: f64::INFINITY }
    }

    /// The same vehicles, all with this yaw.
    pub fn turned(mut self, yaw: f64) -> Self {
        self.swimmers.iter_mut().for_each(|swimmer| swimmer.body.yaw = yaw);
        self
    }

    /// Steps all vehicles: every sensor sees the world at the start of the step.
    pub fn step(&mut self) {
        let places: Vec<[f64; 2]> = self.swimmers.iter().map(|swimmer| swimmer.body.plane()).collect();
        for (number, swimmer) in self.swimmers.iter_mut().enumerate() {
            let proximity = |index, count, radius| {
                let toward = turned(direction(index, count), swimmer.body.yaw);
                let walls = self.pool.0.iter().map(|wall| to_wall(places[number], toward, *wall, radius));
                let others = places.iter().enumerate().filter(|(other, _)| *other != number);
                let vehicles = others.map(|(_, place)| to_vehicle(places[number], toward, *place, radius));
                let distance = walls.chain(vehicles).fold(f64::INFINITY, f64::min);
                ((REACH - distance) / REACH).max(0.0)
            };
            let reading = &mut swimmer.reading;
            match self.sense {
                Sense::Nothing => {}
                Sense::Radar => reading[self.steps % 8] = proximity(self.steps % 8, 8, 0.0),
                Sense::Distancia => {
                    reading[..4].copy_from_slice(&[0, 2, 1, 3].map(|quarter| proximity(quarter, 4, 0.0)));
                }
                Sense::Ring(beams, radius) => {
                    reading.iter_mut().enumerate().for_each(|(beam, value)| *value = proximity(beam, beams, radius));
                }
            }
            swimmer.rig.read("gps", &swimmer.body.position);
            swimmer.rig.read("compass", &[swimmer.body.yaw]);
            if let Some((name, _)) = self.sense.sensor() {
                swimmer.rig.read(name, &swimmer.reading);
            }
            swimmer.rig.step().unwrap();
        }
        for swimmer in &mut self.swimmers {
            swimmer.path += swimmer.body.velocity[0].hypot(swimmer.body.velocity[1]) * DT;
            swimmer.body.step(commands(&swimmer.rig));
        }
        self.steps += 1;
        self.watch();
    }

    /// Time, s.
    pub fn time(&self) -> f64 {
        self.steps as f64 * DT
    }

    /// Updates the minimum distances.
    fn watch(&mut self) {
        for (number, swimmer) in self.swimmers.iter().enumerate() {
            let [x, y] = swimmer.body.plane();
            self.wall = self.wall.min(self.pool.gap([x, y], swimmer.body.yaw));
            for other in &self.swimmers[number + 1..] {
                let [a, b] = other.body.plane();
                let (along, across) = ((a - x).abs() - 2.0 * HALF[0], (b - y).abs() - 2.0 * HALF[1]);
                self.gap = self.gap.min(along.max(0.0).hypot(across.max(0.0)));
            }
        }
    }
}

/// Distance that a disc travels until it touches a wall, m.
fn to_wall([x, y]: [f64; 2], [cos, sin]: [f64; 2], ([a, b], distance): Wall, radius: f64) -> f64 {
    let approach = a * cos + b * sin;
    if approach > 1e-12 { ((distance - radius - a * x - b * y) / approach).max(0.0) } else { f64::INFINITY }
}

/// Distance that a disc travels until it touches a vehicle, m: to the rounded rectangle that its center may not enter.
fn to_vehicle(from: [f64; 2], direction: [f64; 2], place: [f64; 2], radius: f64) -> f64 {
    let offset = [from[0] - place[0], from[1] - place[1]];
    let nearest = -(offset[0] * direction[0] + offset[1] * direction[1]);
    let reach = HALF[0].hypot(HALF[1]) + radius;
    let across = offset[0] * offset[0] + offset[1] * offset[1] - nearest * nearest;
    if across > reach * reach || nearest < -reach {
        return f64::INFINITY;
    }
    let boxes = [[HALF[0] + radius, HALF[1]], [HALF[0], HALF[1] + radius]];
    let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
    let corners = corners.map(|[a, b]| to_disc([offset[0] - a * HALF[0], offset[1] - b * HALF[1]], direction, radius));
    boxes.map(|half| to_box(offset, direction, half)).into_iter().chain(corners).fold(f64::INFINITY, f64::min)
}

/// Distance that a point travels until it enters a box with these half extents around the origin, m.
fn to_box(offset: [f64; 2], direction: [f64; 2], half: [f64; 2]) -> f64 {
    let (mut enter, mut leave) = (0.0, f64::INFINITY);
    for axis in 0..2 {
        if direction[axis] == 0.0 {
            if offset[axis].abs() > half[axis] {
                return f64::INFINITY;
            }
            continue;
        }
        let crossings = [-half[axis], half[axis]].map(|side| (side - offset[axis]) / direction[axis]);
        enter = f64::max(enter, crossings[0].min(crossings[1]));
        leave = f64::min(leave, crossings[0].max(crossings[1]));
    }
    if enter <= leave { enter } else { f64::INFINITY }
}

/// Distance that a point travels until it enters a disc around the origin, m.
fn to_disc(offset: [f64; 2], direction: [f64; 2], radius: f64) -> f64 {
    let along = offset[0] * direction[0] + offset[1] * direction[1];
    let outside = offset[0] * offset[0] + offset[1] * offset[1] - radius * radius;
    let discriminant = along * along - outside;
    match (outside <= 0.0, discriminant < 0.0 || along > 0.0) {
        (true, _) => 0.0,
        (false, true) => f64::INFINITY,
        (false, false) => -along - discriminant.sqrt(),
    }
}

#[test]
fn the_rays_of_the_tests_are_exact() {
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} instead of {b}");
    let side = 2.0 - HALF[0];
    close(to_vehicle([-2.0, 0.0], [1.0, 0.0], [0.0; 2], 0.0), side);
    close(to_vehicle([-2.0, 0.0], [1.0, 0.0], [0.0; 2], 0.3), side - 0.3);
    close(to_vehicle([-2.0, 0.0], [1.0, 0.0], [0.0, 0.3], 0.2), side - (0.04_f64 - 0.131 * 0.131).sqrt());
    assert_eq!(to_vehicle([-2.0, 0.0], [1.0, 0.0], [0.0, 0.3], 0.1), f64::INFINITY);
    assert_eq!(to_vehicle([-2.0, 0.0], [-1.0, 0.0], [0.0; 2], 0.3), f64::INFINITY);
    close(to_wall([0.0; 2], [FRAC_1_SQRT_2; 2], ([1.0, 0.0], 9.5), 0.5), 9.0 * SQRT_2);
    close(Pool::octagon().gap([0.0, 0.0], 0.0), 11.5 - (HALF[0] + HALF[1]) * FRAC_1_SQRT_2);
}

/// NA-45: The function `globalMove(x, y)` gives four motor values that move in any direction without yaw.
#[test]
fn every_law_of_the_plane_works_at_any_yaw() {
    fn run<T: Controller>(law: &str, sense: Sense, params: Value, clearance: f64) {
        for yaw in (0..360).step_by(15) {
            let start = [[0.0, 0.0, -1.0]];
            let mut basin = Basin::<T>::new(Pool::octagon(), sense, &start, |_| params.clone());
            basin = basin.turned(f64::from(yaw).to_radians());
            (0..6000).for_each(|_| basin.step());
            let Swimmer { path, body, .. } = &basin.swimmers[0];
            let report =
                format!("{law} at {yaw}°: {:.2} m from a wall, path {path:.0} m, yaw {}", basin.wall, body.yaw);
            assert!(basin.wall > clearance && *path > 25.0, "{report}");
            assert!((body.yaw.to_degrees() - f64::from(yaw)).abs() < 1e-6, "{report}");
        }
    }
    for axes in ["x", "xy"] {
        let params = json!({"axes": axes});
        run::<AvoidObstacle>(&format!("avoid-obstacle {params}"), Sense::Radar, params.clone(), 0.3);
        run::<AvoidObstacleV1>(&format!("avoid-obstacle-v1 {params}"), Sense::Radar, params, 0.0);
    }
    let distancia = json!({"sensor": "distancia"});
    run::<AvoidObstacle>("avoid-obstacle with distancia", Sense::Distancia, distancia, 0.3);
    run::<ClearCourse>("clear-course", Sense::Ring(24, 0.3), json!({"heading": 0.4}), 0.3);
}

/// NA-EX4: Velocity control reaches 3 m/s, settles within 2 s and ends slightly below the target.
#[test]
fn velocities_are_those_along_the_axes_of_the_vehicle_at_any_yaw() {
    for yaw in (0..360).step_by(15).map(|yaw| f64::from(yaw).to_radians()) {
        let params = |_| json!({"targets": [[0.0, 3.0, 1.0]]});
        let mut basin = Basin::<VelocityControl>::new(Pool::empty(), Sense::Nothing, &[[0.0, 0.0, -1.0]], params);
        basin = basin.turned(yaw);
        (0..1000).for_each(|_| basin.step());
        let [x, y, _] = basin.swimmers[0].body.velocity;
        let [along, across] = turned([x, y], -yaw);
        assert!(
            (along - 2.949).abs() < 0.001 && (across / along - 1.0 / 3.0).abs() < 1e-4,
            "{along}, {across} at {yaw}"
        );
    }
}
