//! Collision avoidance on all sides.
//!
//! The laws of the thesis use rays of zero width from the middle of a vehicle and do not detect obstacles at its sides.
//! The beams of a ring whose radius is half the vehicle's diagonal or more leave no such gap: each gives the free
//! distance of the vehicle's middle in its direction, and together they limit the velocity to one from which it can
//! still stop.
//!
//! That holds for walls, for bodies at rest, and for vehicles under the same law. A ring scans around, not up and down,
//! so the vehicles must stay at one depth.

use crate::toolkit::{DepthLaw, ThrusterParams, VelocityLaw};
use sim_abi::prelude::*;
use std::f64::consts::TAU;

/// Minimum number of beams of a ring: with fewer, an obstacle between two beams is much nearer than either reading.
const FEWEST: usize = 12;
/// Number of passes that clamp the target velocity to the limits of all beams in turn.
const PASSES: usize = 4;

/// Parameters of the clear course.
#[params]
pub struct ClearCourseParams {
    /// Distance at which the readings of the ring start to rise from 0.
    #[param(default = 5.0, unit = "m", min = 0.01)]
    threshold: f64,
    /// Speed on a free path.
    #[param(default = 0.75, unit = "m/s", min = 0.01)]
    cruise: f64,
    /// Initial direction of motion, counterclockwise from the vehicle's x axis. Default: random.
    #[param(unit = "rad")]
    heading: Option<f64>,
    /// Clearance along its beams to obstacles.
    #[param(default = 0.3, unit = "m", min = 0.0)]
    clearance: f64,
    /// Maximum acceleration of the target velocity, and assumed deceleration of this and similar vehicles.
    #[param(default = 1.0, unit = "m/s²", min = 0.01)]
    acceleration: f64,
    /// Delay until the vehicle follows a change of its target velocity.
    #[param(default = 0.25, unit = "s", min = 0.0)]
    reaction: f64,
    /// Speed of backing away per meter of missing clearance.
    #[param(default = 1.0, unit = "1/s", min = 0.0)]
    push: f64,
    /// Control units per m/s of velocity error.
    #[param(default = 10.0, unit = "s/m", min = 0.0)]
    k: f64,
    /// Control law of the vertical motors.
    depth: DepthLaw,
    /// How the motors are commanded.
    thrusters: ThrusterParams,
}

impl ClearCourseParams {
    /// Maximum approach speed (m/s) toward an obstacle at a distance (m) along a beam; negative to back away.
    ///
    /// Both may be vehicles under this law: each has half of the distance d = 2·v·t + v²/a for reaction and braking.
    fn limit(&self, distance: f64) -> f64 {
        let room = distance - self.clearance;
        if room < 0.0 {
            return self.push * room;
        }
        let reaction = self.acceleration * self.reaction;
        (reaction * reaction + self.acceleration * room).sqrt() - reaction
    }
}

/// Moves straight ahead; reflects like a ball off obstacles too near to stop before, or moves to the clearest side.
pub struct ClearCourse {
    params: ClearCourseParams,
    ring: Input,
    /// Direction of each beam.
    beams: Vec<[f64; 2]>,
    /// Maximum approach speed along each beam, m/s; recomputed in each step.
    limits: Vec<f64>,
    law: VelocityLaw,
    /// Direction of motion, a unit vector; unknown before the first step.
    heading: Option<[f64; 2]>,
    /// Target velocity, m/s.
    target: [f64; 2],
    published_heading: Published,
    published_nearest: Published,
}

impl ClearCourse {
    /// Maximum speed in a direction, m/s, and the limiting beam.
    fn fastest(&self, direction: [f64; 2]) -> (f64, usize) {
        let limits = self.beams.iter().zip(&self.limits).enumerate();
        let along = limits.filter_map(|(beam, (toward, limit))| {
            let approach = dot(*toward, direction);
            (approach > 1e-9).then(|| (limit / approach, beam))
        });
        along.fold((f64::INFINITY, 0), |least, found| if found.0 < least.0 { found } else { least })
    }

    /// Next heading: straight ahead while the path is clear. Otherwise reflected at the limiting beam or, if that path
    /// is not clear either, the nearest clear direction, left first; without a clear direction, the clearest one.
    fn course(&self, heading: [f64; 2]) -> [f64; 2] {
        let (fastest, beam) = self.fastest(heading);
        if fastest >= self.params.cruise {
            return heading;
        }
        let (normal, [cos, sin]) = (self.beams[beam], heading);
        let approach = 2.0 * dot(normal, heading);
        let [x, y] = [cos - approach * normal[0], sin - approach * normal[1]];
        let count = self.beams.len();
        // Rotated by 0, 1, −1, 2, −2 … beams; the beams' directions are the rotations.
        let turns = (0..count).map(|n| self.beams[if n % 2 == 1 { n / 2 + 1 } else { (count - n / 2) % count }]);
        let mut best = (f64::NEG_INFINITY, heading);
        for [cos, sin] in turns {
            let turned = [cos * x - sin * y, sin * x + cos * y];
            let (fastest, _) = self.fastest(turned);
            if fastest >= self.params.cruise {
                return turned;
            }
            if fastest > best.0 {
                best = (fastest, turned);
            }
        }
        best.1
    }

    /// Moves the target velocity toward the wanted one at the maximum rate, and then clamps it to all beams' limits.
    fn approach(&self, wanted: [f64; 2], dt: f64) -> [f64; 2] {
        let change = [wanted[0] - self.target[0], wanted[1] - self.target[1]];
        let share = (self.params.acceleration * dt / math::hypot(change[0], change[1]).max(f64::MIN_POSITIVE)).min(1.0);
        let mut target = [self.target[0] + share * change[0], self.target[1] + share * change[1]];
        for _ in 0..PASSES {
            for (beam, limit) in self.beams.iter().zip(&self.limits) {
                let excess = (dot(*beam, target) - limit).max(0.0);
                target = [target[0] - excess * beam[0], target[1] - excess * beam[1]];
            }
        }
        target
    }
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Unit vector of an angle, rad.
fn direction(angle: f64) -> [f64; 2] {
    let (sin, cos) = math::sin_cos(angle);
    [cos, sin]
}

impl Controller for ClearCourse {
    type Params = ClearCourseParams;

    fn new(params: ClearCourseParams, robot: &mut ControllerSetup) -> Result<Self> {
        let ring = robot.sensor("ring")?;
        let count = ring.len();
        if count < FEWEST {
            return Err(Fault::new(format!(
                "sensor `ring` has {count} beams, too few to detect obstacles between them"
            ))
            .help(format!("use at least {FEWEST}"))
            .because(Cause::Binding));
        }
        let sight = params.limit(params.threshold);
        if sight < params.cruise {
            let ClearCourseParams { threshold, cruise, .. } = params;
            let message =
                format!("with a threshold of {threshold} m it can stop from {sight:.2} m/s, not from {cruise} m/s");
            let help = "lower `cruise` or `clearance`, or raise `threshold` or `acceleration`";
            return Err(Fault::new(message).help(help).because(Cause::Parameters));
        }
        Ok(Self {
            law: VelocityLaw::bind(robot, params.k, params.thrusters, params.depth)?,
            ring,
            beams: (0..count).map(|beam| direction(TAU * beam as f64 / count as f64)).collect(),
            limits: vec![0.0; count],
            heading: params.heading.map(direction),
            target: [0.0; 2],
            published_heading: robot.publish(Channel::new("heading", "rad").frame("body").help("direction of motion")),
            published_nearest: robot.publish(Channel::new("nearest", "m").help("shortest free distance along a beam")),
            params,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let mut heading = self.heading.unwrap_or_else(|| direction(io.random().uniform(0.0, TAU)));
        let readings = io.read(self.ring);
        let nearest = self.params.threshold * (1.0 - readings.iter().copied().fold(0.0, f64::max));
        // Beams that start inside an obstacle all read contact: then it keeps its last heading.
        if readings.iter().any(|proximity| *proximity < 1.0) {
            for (limit, proximity) in self.limits.iter_mut().zip(readings) {
                *limit = self.params.limit(self.params.threshold * (1.0 - proximity));
            }
            heading = self.course(heading);
            self.target = self.approach(heading.map(|part| part * self.params.cruise), io.dt());
        }
        self.heading = Some(heading);
        io.publish(self.published_heading, math::atan2(heading[1], heading[0]));
        io.publish(self.published_nearest, nearest);
        self.law.drive(io, self.target);
        Ok(())
    }

    save_fields!(heading, target, law.velocity.last, law.vehicle.held);

    fn datasheet() -> Datasheet {
        crate::datasheet("nautilus/clear-course")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Basin, Pool, Sense};
    use crate::toolkit::tests::{MOTORS, robot};
    use sim_abi::ffi::types::RandomState;
    use sim_abi::random::Random;

    const BEAMS: usize = 24;

    fn build(params: Value) -> Result<ControllerRig<ClearCourse>> {
        robot(params, &[("ring", &[0.0; BEAMS])])
    }

    /// A vehicle that moves along x.
    fn along_x() -> ControllerRig<ClearCourse> {
        build(json!({"heading": 0.0})).unwrap()
    }

    /// Heading after a step with these distances along some beams, m; the others do not hit anything.
    fn heading(rig: &mut ControllerRig<ClearCourse>, rooms: &[(usize, f64)]) -> f64 {
        let mut readings = [0.0; BEAMS];
        rooms.iter().for_each(|(beam, room)| readings[*beam] = 1.0 - room / 5.0);
        rig.read("ring", &readings);
        rig.step().unwrap();
        rig.published("heading")
    }

    fn target(rig: &ControllerRig<ClearCourse>) -> [f64; 2] {
        ["target_x", "target_y"].map(|name| rig.published(name))
    }

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} instead of {b}");
    }

    #[test]
    fn it_conforms() {
        testing::conformance::controller(|| build(Value::Null).unwrap(), &MOTORS);
    }

    #[test]
    fn two_vehicles_that_approach_each_other_as_fast_as_allowed_can_both_stop() {
        let params = ClearCourseParams::default();
        for distance in [0.3, 0.5, 1.0, 5.0] {
            let speed = params.limit(distance);
            let room = 2.0 * speed * params.reaction + speed * speed / params.acceleration;
            close(room, distance - params.clearance);
        }
        close(params.limit(0.1), -0.2);
    }

    #[test]
    fn it_goes_straight_on_and_gathers_speed_as_gently_as_asked_for() {
        let mut rig = along_x();
        for step in 1..=100 {
            // Obstacles beside, behind, and far ahead do not matter.
            close(heading(&mut rig, &[(6, 0.6), (12, 0.5), (0, 1.3)]), 0.0);
            close(target(&rig)[0], (0.01 * f64::from(step)).min(0.75));
        }
        close(rig.published("nearest"), 0.5);
    }

    #[test]
    fn it_is_turned_back_like_a_ball() {
        close(heading(&mut along_x(), &[(0, 1.0)]).abs(), TAU / 2.0);
        // A wall at 45° to the left, hit by the beams on both sides of it.
        let wall: Vec<(usize, f64)> =
            (0..7).map(|beam| (beam, 0.7 / (TAU * (beam as f64 / 24.0 - 0.125)).cos())).collect();
        let turned = heading(&mut along_x(), &wall);
        assert!((-TAU / 2.0..-TAU / 8.0).contains(&turned), "{turned}");
    }

    #[test]
    fn when_the_reverse_direction_is_blocked_it_tries_the_next_one_left_first() {
        let both = [23, 0, 1, 11, 12, 13].map(|beam| (beam, 0.6));
        close(heading(&mut along_x(), &both), -TAU / 4.0);
    }

    #[test]
    fn when_no_direction_is_free_it_takes_the_freest() {
        let narrow: Vec<(usize, f64)> = (0..BEAMS).map(|beam| (beam, if beam == 6 { 0.7 } else { 0.5 })).collect();
        close(heading(&mut along_x(), &narrow), TAU / 4.0);
    }

    #[test]
    fn it_retreats_from_close_obstacles_and_continues_when_it_detects_only_contact() {
        let mut rig = along_x();
        heading(&mut rig, &[(12, 0.1), (0, 0.9)]);
        let backing = target(&rig);
        assert!(backing[0] >= 0.2 - 1e-9, "{backing:?}");
        rig.read("ring", &[1.0; BEAMS]);
        rig.step().unwrap();
        assert_eq!((target(&rig), rig.published("nearest")), (backing, 0.0));
    }

    #[test]
    fn a_restored_one_goes_on_as_it_did() {
        let (mut first, mut second) = (build(Value::Null).unwrap(), along_x());
        (0..20).for_each(|_| first.step().unwrap());
        second.restore(&first.save().unwrap().unwrap()).unwrap();
        close(heading(&mut second, &[]), heading(&mut first, &[]));
        assert_eq!(target(&first), target(&second));
        assert!(target(&first)[0].hypot(target(&first)[1]) > 0.2);
    }

    #[test]
    fn too_few_beams_and_too_little_sight_are_refused() {
        let fault = robot::<ClearCourse>(Value::Null, &[("ring", &[0.0; 8])]).err().unwrap();
        assert_eq!(fault.message(), "sensor `ring` has 8 beams, too few to detect obstacles between them");
        let fault = build(json!({"cruise": 3.0})).err().unwrap();
        assert_eq!(fault.message(), "with a threshold of 5 m it can stop from 1.93 m/s, not from 3 m/s");
        assert_eq!(fault.cause(), Cause::Parameters);
    }

    /// Runs four vehicles for ten minutes.
    fn run(report: &str, pool: Pool, places: &[[f64; 3]], headings: [f64; 4]) {
        let params = |number: usize| json!({"heading": headings[number]});
        let mut basin = Basin::<ClearCourse>::new(pool, Sense::Ring(BEAMS, 0.3), places, params);
        (0..60_000).for_each(|_| basin.step());
        let paths: Vec<f64> = basin.swimmers.iter().map(|swimmer| swimmer.path).collect();
        let report = format!("{report}: gap {:.2} m, wall {:.2} m, paths {paths:.0?}", basin.gap, basin.wall);
        assert!(basin.gap > 0.3 && basin.wall > 0.3 && paths.iter().all(|length| *length > 300.0), "{report}");
        assert!(basin.swimmers.iter().all(|swimmer| swimmer.body.yaw.to_degrees().abs() < 1e-6), "{report}");
    }

    #[test]
    fn four_vehicles_move_for_ten_minutes_without_contact() {
        for (pool, half) in [(Pool::rectangle(), 8.5), (Pool::octagon(), 7.5)] {
            for seed in 0..2 {
                let mut state = RandomState::derive(seed, &["places"]);
                let mut random = Random::from_state(&mut state);
                let mut places: Vec<[f64; 3]> = Vec::new();
                while places.len() < 4 {
                    let [x, y] = [0; 2].map(|_| random.uniform(-half, half));
                    if places.iter().all(|[a, b, _]| (a - x).hypot(b - y) > 1.0) {
                        places.push([x, y, -1.0]);
                    }
                }
                run(&format!("seed {seed}"), pool.clone(), &places, [0; 4].map(|_| random.uniform(0.0, TAU)));
            }
        }
    }

    #[test]
    fn four_vehicles_that_meet_in_the_middle_do_not_stay_there() {
        let places = [[7.0, 0.0, -1.0], [0.0, 7.0, -1.0], [-7.0, 0.0, -1.0], [0.0, -7.0, -1.0]];
        run("crossing", Pool::rectangle(), &places, [0.5, 0.75, 0.0, 0.25].map(|turn| turn * TAU));
    }
}
