//! Keeping clear of everything.
//!
//! The laws of the thesis look along rays of no width from the middle of a vehicle and do not see what its sides touch. The
//! beams of a ring that are as wide as the vehicle leave no such band: where the middle of a vehicle may go, each beam says
//! how far, and all beams together say with which velocity it can still stop.

use crate::toolkit::{DepthLaw, VelocityLaw};
use sim_abi::prelude::*;
use std::f64::consts::TAU;

/// Fewest beams of a ring: with fewer, an obstacle between two beams is much nearer than either says.
const FEWEST: usize = 12;
/// How often the target velocity is brought within the limits of all beams in turn.
const PASSES: usize = 4;

/// Parameters of the clear course.
#[params]
pub struct ClearCourseParams {
    /// Distance at which the readings of the ring begin to rise from 0.
    #[param(default = 5.0, unit = "m", min = 0.01)]
    threshold: f64,
    /// Speed on a free way.
    #[param(default = 0.75, unit = "m/s", min = 0.01)]
    cruise: f64,
    /// First direction of motion, counter-clockwise from x; none for one at random.
    #[param(unit = "rad")]
    heading: Option<f64>,
    /// Way that its beams keep free before they touch something.
    #[param(default = 0.3, unit = "m", min = 0.0)]
    clearance: f64,
    /// Largest change of the target velocity, and braking that it relies on, its own and that of others like it.
    #[param(default = 1.0, unit = "m/s²", min = 0.01)]
    acceleration: f64,
    /// Time that passes before the vehicle follows a change of its target velocity.
    #[param(default = 0.25, unit = "s", min = 0.0)]
    reaction: f64,
    /// Speed with which it backs away per metre that the clearance lacks.
    #[param(default = 1.0, unit = "1/s", min = 0.0)]
    push: f64,
    /// Control units per m/s of what the velocity lacks.
    #[param(default = 10.0, unit = "s/m", min = 0.0)]
    k: f64,
    /// The law of the upright motors.
    depth: DepthLaw,
}

impl ClearCourseParams {
    /// Fastest approach (m/s) to something at a distance (m) along a beam; negative when it is to back away.
    ///
    /// Both may be vehicles under this law: each has half of the way d = 2·v·t + v²/a for reaction and braking.
    fn limit(&self, distance: f64) -> f64 {
        let way = distance - self.clearance;
        if way < 0.0 {
            return self.push * way;
        }
        let reaction = self.acceleration * self.reaction;
        (reaction * reaction + self.acceleration * way).sqrt() - reaction
    }
}

/// Moves straight on; turns back like a ball from what is so near that it could no longer stop, or to the freest side.
pub struct ClearCourse {
    params: ClearCourseParams,
    ring: Input,
    /// Direction of each beam.
    beams: Vec<[f64; 2]>,
    /// Fastest approach along each beam, m/s; made anew in each step.
    limits: Vec<f64>,
    law: VelocityLaw,
    /// Direction of motion, a unit vector; unknown before the first step.
    heading: Option<[f64; 2]>,
    /// Target velocity, m/s.
    target: [f64; 2],
    told_heading: Published,
    told_nearest: Published,
}

impl ClearCourse {
    /// Fastest motion in a direction, m/s, and the beam that does not allow more.
    fn fastest(&self, direction: [f64; 2]) -> (f64, usize) {
        let limits = self.beams.iter().zip(&self.limits).enumerate();
        let along = limits.filter_map(|(beam, (toward, limit))| {
            let approach = dot(*toward, direction);
            (approach > 1e-9).then(|| (limit / approach, beam))
        });
        along.fold((f64::INFINITY, 0), |least, found| if found.0 < least.0 { found } else { least })
    }

    /// Where to go on: straight on while the way is free. Otherwise mirrored at the beam that says so or, if that way is not
    /// free either, in the direction next to it that is, on the left first; and if none is, in the one that is freest.
    fn course(&self, heading: [f64; 2]) -> [f64; 2] {
        let (fastest, beam) = self.fastest(heading);
        if fastest >= self.params.cruise {
            return heading;
        }
        let (normal, [cos, sin]) = (self.beams[beam], heading);
        let approach = 2.0 * dot(normal, heading);
        let [x, y] = [cos - approach * normal[0], sin - approach * normal[1]];
        let count = self.beams.len();
        // Turned by 0, 1, −1, 2, −2 … beams; the beams' directions are the rotations.
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

    /// A target velocity that changes as fast as allowed toward a wanted one, and then keeps within the limits of all beams.
    fn approach(&self, wanted: [f64; 2], dt: f64) -> [f64; 2] {
        let change = [wanted[0] - self.target[0], wanted[1] - self.target[1]];
        let share = (self.params.acceleration * dt / change[0].hypot(change[1]).max(f64::MIN_POSITIVE)).min(1.0);
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
    let (sin, cos) = angle.sin_cos();
    [cos, sin]
}

impl Controller for ClearCourse {
    type Params = ClearCourseParams;

    fn new(params: ClearCourseParams, robot: &mut ControllerSetup) -> Result<Self> {
        let ring = robot.sensor("ring")?;
        let count = ring.len();
        if count < FEWEST {
            return Err(Fault::new(format!("sensor `ring` has {count} beams, too few to see what is between them"))
                .help(format!("give it at least {FEWEST}"))
                .because(Cause::Binding));
        }
        let sight = params.limit(params.threshold);
        if sight < params.cruise {
            let ClearCourseParams { threshold, cruise, .. } = params;
            let message = format!("with {threshold} m of sight it can stop from {sight:.2} m/s, not from {cruise} m/s");
            let help = "lower `cruise` or `clearance`, or raise `threshold` or `acceleration`";
            return Err(Fault::new(message).help(help).because(Cause::Parameters));
        }
        Ok(Self {
            law: VelocityLaw::bind(robot, params.k, params.depth)?,
            ring,
            beams: (0..count).map(|beam| direction(TAU * beam as f64 / count as f64)).collect(),
            limits: vec![0.0; count],
            heading: params.heading.map(direction),
            target: [0.0; 2],
            told_heading: robot.publish(Channel::new("heading", "rad").frame("world").help("direction of motion")),
            told_nearest: robot.publish(Channel::new("nearest", "m").help("shortest way along a beam")),
            params,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let heading = self.heading.unwrap_or_else(|| direction(io.random().uniform(0.0, TAU)));
        let mut nearest = f64::INFINITY;
        for (limit, closeness) in self.limits.iter_mut().zip(io.read(self.ring)) {
            let distance = self.params.threshold * (1.0 - closeness);
            nearest = nearest.min(distance);
            *limit = self.params.limit(distance);
        }
        let blind = io.read(self.ring).iter().all(|closeness| *closeness >= 1.0);
        if blind {
            // A beam that begins within something reads contact in every direction: it goes on as it last knew to.
            self.heading = Some(heading);
        } else {
            let heading = self.course(heading);
            self.heading = Some(heading);
            self.target = self.approach(heading.map(|part| part * self.params.cruise), io.dt());
        }
        let [x, y] = self.heading.unwrap_or(heading);
        io.publish(self.told_heading, y.atan2(x));
        io.publish(self.told_nearest, nearest);
        self.law.drive(io, self.target);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&(self.heading, self.target, self.law.velocity.last))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        (self.heading, self.target, self.law.velocity.last) = state::load(bytes)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Basin, Pool, Sense};
    use crate::toolkit::tests::{MOTORS, robot};
    use sim_abi::ffi::types::RandomState;
    use sim_abi::random::Random;

    const BEAMS: usize = 36;

    fn build(params: Value) -> ControllerRig<ClearCourse> {
        robot(params, "ring", &[0.0; BEAMS]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::controller(|| build(Value::Null), &MOTORS);
    }

    /// Four vehicles with places and headings at random, at least 2 m from each other.
    fn swarm(pool: Pool, seed: u64, half: f64) -> Basin<ClearCourse> {
        let mut state = RandomState::derive(seed, &["places"]);
        let mut random = Random::from_state(&mut state);
        let mut places: Vec<[f64; 3]> = Vec::new();
        while places.len() < 4 {
            let [x, y] = [0; 2].map(|_| random.uniform(-half, half));
            if places.iter().all(|[a, b, _]| (a - x).hypot(b - y) > 2.0) {
                places.push([x, y, -1.0]);
            }
        }
        let headings = [0; 4].map(|_| random.uniform(0.0, TAU));
        Basin::new(pool, Sense::Ring(BEAMS, 0.3), &places, |number| json!({"heading": headings[number]}))
    }

    #[test]
    fn four_vehicles_move_for_ten_minutes_without_contact() {
        for (pool, half) in [(Pool::rectangle(), 8.0), (Pool::octagon(), 7.5)] {
            for seed in 0..3 {
                let mut basin = swarm(pool.clone(), seed, half);
                (0..60_000).for_each(|_| basin.step());
                let paths: Vec<f64> = basin.swimmers.iter().map(|swimmer| swimmer.path).collect();
                let told = format!("{seed}: gap {:.2} m, wall {:.2} m, paths {paths:.0?}", basin.gap, basin.wall);
                println!("{told}");
                assert!(basin.gap > 0.3 && basin.wall > 0.3 && paths.iter().all(|length| *length > 100.0), "{told}");
            }
        }
    }
}
