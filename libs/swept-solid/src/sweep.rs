//! Sweeps of a body: along a line with one heading, and with every heading of a turn.
//!
//! All computations are in the frame of the scene translated to the leg's start, so that positions far from the origin lose no precision
//! beyond that of their coordinates.

use nalgebra::Vector3;
use std::f64::consts::PI;

use crate::body::{Body, Leg};
use crate::bounds::Bounds;
use crate::convex::{Convex, Support};
use crate::nearness::{Nearness, compare};
use crate::{SLACK, TOL};

/// Maximum number of steps of an approach along a line. Each at least halves the excess of the distance over the tolerance.
const MAX_STEPS: usize = 400;

/// Maximum number of steps of a turn. Typical are several dozen, rarely more than a hundred.
const MAX_TURN_STEPS: usize = 10_000;

/// Number of steps of a turn after which larger parts are tested as a whole.
const FEW_TURNS: usize = 8;

/// Initial size of the part of a turn that is tested as a whole, rad.
const FIRST_STRIDE: f64 = 0.5;

/// Minimum step of a turn, rad; smaller ones are lost in rounding.
const LEAST_TURN: f64 = 1e-13;

/// Rounding error of angles, rad.
const ROUNDED: f64 = 1e-9;

/// Number of bisections to locate the first contact of a body that turns while moving.
const HALVINGS: usize = 40;

/// A box with one heading, swept along `travel`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prism {
    pub(crate) center: Vector3<f64>,
    pub(crate) half: Vector3<f64>,
    /// Sine and cosine of the heading.
    pub(crate) turned: (f64, f64),
    pub(crate) travel: Vector3<f64>,
}

impl Prism {
    /// Returns the half on one side along its own x axis (0) or y axis (1).
    fn halved(mut self, axis: usize, side: f64) -> Self {
        let (sin, cos) = self.turned;
        let along = if axis == 0 { Vector3::new(cos, sin, 0.0) } else { Vector3::new(-sin, cos, 0.0) };
        self.center += along * (side * self.half[axis]);
        self.half[axis] /= 2.0;
        self
    }
}

impl Support for Prism {
    fn support(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        let (sin, cos) = self.turned;
        let along = if cos * direction.x + sin * direction.y >= 0.0 { self.half.x } else { -self.half.x };
        let across = if cos * direction.y - sin * direction.x >= 0.0 { self.half.y } else { -self.half.y };
        let up = if direction.z >= 0.0 { self.half.z } else { -self.half.z };
        let corner = Vector3::new(cos * along - sin * across, sin * along + cos * across, up);
        let moved = if self.travel.dot(direction) > 0.0 { self.travel } else { Vector3::zeros() };
        self.center + corner + moved
    }

    fn radius(&self) -> f64 {
        0.0
    }

    fn middle(&self) -> Vector3<f64> {
        self.center + self.travel / 2.0
    }
}

/// The convex hull of a box with two headings.
struct Between([Prism; 2]);

impl Support for Between {
    fn support(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        let [one, two] = [self.0[0].support(direction), self.0[1].support(direction)];
        if one.dot(direction) >= two.dot(direction) { one } else { two }
    }

    fn radius(&self) -> f64 {
        0.0
    }

    fn middle(&self) -> Vector3<f64> {
        self.0[0].middle()
    }
}

/// An obstacle in the frame of the leg's start.
struct LocalObstacle<'a> {
    solid: &'a Convex,
    from: Vector3<f64>,
}

impl Support for LocalObstacle<'_> {
    fn support(&self, direction: &Vector3<f64>) -> Vector3<f64> {
        self.solid.support(direction) - self.from
    }

    fn radius(&self) -> f64 {
        self.solid.radius()
    }

    fn middle(&self) -> Vector3<f64> {
        self.solid.middle() - self.from
    }
}

/// Progress along a leg.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Moment {
    /// Distance, m.
    pub(crate) along: f64,
    /// Magnitude of the angle turned, rad.
    pub(crate) turned: f64,
}

/// The volume swept by a body on one part of its motion: the headings of a turn, each along an entire line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    /// Position of the start in the scene, m.
    from: Vector3<f64>,
    /// Vector from the center to the faces, m.
    half: Vector3<f64>,
    /// Height of the center above the floor, m.
    height: f64,
    /// Start of the line relative to the start of the leg, m.
    begin: Vector3<f64>,
    /// Displacement along the line, m.
    travel: Vector3<f64>,
    /// Distance traveled before the line, m.
    before: f64,
    /// Initial heading, rad.
    heading: f64,
    /// Magnitude of the turn, rad, and its direction.
    turn: f64,
    sense: f64,
}

impl Sweep {
    /// Sweeps a body along a leg with its initial heading.
    pub(crate) fn straight(body: &Body, leg: &Leg) -> Self {
        let from = Vector3::new(leg.start.x, leg.start.y, 0.0);
        let half = body.size() / 2.0;
        let travel = Vector3::new(leg.travel[0], leg.travel[1], 0.0);
        let begin = Vector3::zeros();
        let sense = if leg.turn < 0.0 { -1.0 } else { 1.0 };
        Self { from, half, height: half.z, begin, travel, before: 0.0, heading: leg.start.heading, turn: 0.0, sense }
    }

    /// Sweeps a body that turns in place at the end of a leg.
    pub(crate) fn turn_at_end(body: &Body, leg: &Leg) -> Self {
        let straight = Self::straight(body, leg);
        let (begin, travel) = (straight.travel, Vector3::zeros());
        Self { begin, travel, before: leg.length(), turn: leg.turn.abs(), ..straight }
    }

    /// Sweeps a body that may have any heading of the turn at any position of a leg.
    pub(crate) fn turn_while_moving(body: &Body, leg: &Leg) -> Self {
        Self { turn: leg.turn.abs(), ..Self::straight(body, leg) }
    }

    /// Returns the sweep of a body that is thinner by [`TOL`] on each side, or has zero thickness.
    pub(crate) fn shrunk(&self) -> Self {
        Self { half: self.half.map(|half| (half - TOL).max(0.0)), ..*self }
    }

    /// Returns the start of this part of the motion.
    pub(crate) fn first_moment(&self) -> Moment {
        Moment { along: self.before, turned: 0.0 }
    }

    /// Returns a point inside the body at the start of this part of the motion, in the scene, m.
    pub(crate) fn inner_point(&self) -> Vector3<f64> {
        self.from + self.begin + Vector3::new(0.0, 0.0, self.height)
    }

    /// Returns the box with its heading after an angle, swept along the entire line.
    fn prism(&self, turned: f64) -> Prism {
        let heading = self.heading + self.sense * turned;
        let center = self.begin + Vector3::new(0.0, 0.0, self.height);
        Prism { center, half: self.half, turned: libm::sincos(heading), travel: self.travel }
    }

    fn seen<'a>(&self, solid: &'a Convex) -> LocalObstacle<'a> {
        LocalObstacle { solid, from: self.from }
    }

    /// Returns whether the body ever comes within a tolerance of a solid.
    pub(crate) fn meets(&self, solid: &Convex, tolerance: f64) -> bool {
        self.first_turn(&self.seen(solid), tolerance).is_some()
    }

    /// Returns when the body first comes within [`TOL`] of a solid.
    pub(crate) fn first(&self, solid: &Convex) -> Option<Moment> {
        let seen = self.seen(solid);
        let turned = self.first_turn(&seen, TOL)?;
        let length = self.travel.norm();
        if length == 0.0 {
            return Some(Moment { along: self.before, turned });
        }
        if self.turn == 0.0 {
            return Some(Moment { along: self.before + self.approach(&seen, length), turned: 0.0 });
        }
        // Contacts increase monotonically with the length of the line: bisect for the length at which they start.
        let up_to = |part: f64| Self { travel: self.travel * part, ..*self }.first_turn(&seen, TOL);
        if let Some(turned) = up_to(0.0) {
            return Some(Moment { along: self.before, turned });
        }
        let (mut free, mut hit) = (0.0, (1.0, turned));
        for _ in 0..HALVINGS {
            let part = (free + hit.0) / 2.0;
            match up_to(part) {
                Some(turned) => hit = (part, turned),
                None => free = part,
            }
            if (hit.0 - free) * length < SLACK {
                break;
            }
        }
        Some(Moment { along: self.before + length * hit.0, turned: hit.1 })
    }

    /// Returns the distance along the line at which a body without turns contacts the solid, m. The contact must exist.
    ///
    /// The distance is a convex function of the position, as both solids are convex. A separating plane therefore gives a lower bound on
    /// the free distance, and Newton's steps approach the contact from the near side.
    fn approach(&self, seen: &LocalObstacle<'_>, length: f64) -> f64 {
        let direction = self.travel / length;
        let mut prism = Prism { travel: Vector3::zeros(), ..self.prism(0.0) };
        let start = prism.center;
        let mut along = 0.0;
        let mut guess = seen.middle() - prism.middle();
        for _ in 0..MAX_STEPS {
            prism.center = start + direction * along;
            let Nearness::Apart { normal, gap } = compare(&prism, seen, &guess, TOL) else { break };
            let closing = normal.dot(&direction);
            // The entire line contacts the solid. If no position on it does, rounding errors decide: use the last position that was closer
            // than all previous ones.
            if closing <= 0.0 {
                break;
            }
            along += (gap - TOL) / closing;
            guess = normal;
            if along >= length {
                return length;
            }
        }
        along
    }

    /// Returns the first angle of the turn at which the body, swept along the entire line, is within a tolerance of a solid.
    ///
    /// As long as the solids are separated along a normal by more than the tolerance, the body can turn until its extent along this normal,
    /// which is known for each angle, has grown by the difference. If a long side turns close to an obstacle, that angle is small, so
    /// larger parts of the turn are also tested as a whole.
    fn first_turn(&self, seen: &LocalObstacle<'_>, tolerance: f64) -> Option<f64> {
        let (mut turned, mut stride): (f64, f64) = (0.0, FIRST_STRIDE);
        let mut prism = self.prism(turned);
        let mut guess = seen.middle() - prism.middle();
        for step in 0..MAX_TURN_STEPS {
            let Nearness::Apart { normal, gap } = compare(&prism, seen, &guess, tolerance) else { return Some(turned) };
            if turned >= self.turn {
                return None;
            }
            let heading = self.heading + self.sense * turned;
            let mut free = self.free_turn(&normal, heading, gap - tolerance)?;
            if step >= FEW_TURNS && stride > 2.0 * free {
                let whole = stride.min(self.turn - turned);
                if self.passes(seen, turned, whole, &normal, tolerance) {
                    free = free.max(whole);
                    stride *= 2.0;
                } else {
                    stride /= 2.0;
                }
            }
            if free < LEAST_TURN {
                break;
            }
            // The final heading is always tested.
            turned = (turned + free).min(self.turn);
            prism = self.prism(turned);
            guess = normal;
        }
        // Inconclusive: the test is conservative.
        Some(turned)
    }

    /// Returns whether the body stays further from a solid than a tolerance on a part of its turn, the angle `whole` from `turned` on;
    /// `false` is inconclusive.
    ///
    /// On their arcs, points leave the hull of their positions at both ends of the part by at most r (1 - cos(whole / 2)), where r is their
    /// distance from the axis. The body is tested in halves that are side by side as seen along a normal: when a body turns about an
    /// interior point, one side moves forward and the other back, and a single hull would be too large.
    fn passes(&self, seen: &LocalObstacle<'_>, turned: f64, whole: f64, normal: &Vector3<f64>, tolerance: f64) -> bool {
        let ends = [self.prism(turned), self.prism(turned + whole)];
        let tolerance = tolerance + self.radius() * (1.0 - libm::cos(whole / 2.0));
        let (sin, cos) = ends[0].turned;
        let is_at_front = (cos * normal.x + sin * normal.y).abs() > (cos * normal.y - sin * normal.x).abs();
        [-0.5, 0.5].into_iter().all(|side| {
            let halves = ends.map(|prism| prism.halved(usize::from(is_at_front), side));
            matches!(compare(&Between(halves), seen, normal, tolerance), Nearness::Apart { .. })
        })
    }

    /// Returns the maximum horizontal distance of a point of the box from its axis, m.
    fn radius(&self) -> f64 {
        (self.half.x * self.half.x + self.half.y * self.half.y).sqrt()
    }

    /// Returns the angle by which the box can turn until its extent along a normal exceeds that at a heading by `spare` (m); `None` if it
    /// never does.
    ///
    /// In a horizontal direction at an angle a from its x axis, |a| ≤ π/2, a rectangle with half diagonal r has the extent r cos(|a| − b),
    /// where b is the angle of its diagonal.
    fn free_turn(&self, normal: &Vector3<f64>, heading: f64, spare: f64) -> Option<f64> {
        let [x, y] = [self.half.x, self.half.y];
        let reach = (normal.x * normal.x + normal.y * normal.y).sqrt() * self.radius();
        let diagonal = libm::atan2(y, x);
        // Angle of the normal from the box, positive in the direction of the turn; turning decreases it.
        let ahead = self.sense * (libm::atan2(normal.y, normal.x) - heading);
        let folded = ahead - PI * (ahead / PI).round();
        let bound = reach * libm::cos(folded.abs() - diagonal) + spare;
        if bound >= reach {
            return None;
        }
        // The extent exceeds the bound within this angle of both diagonals.
        let half_width = libm::acos(bound / reach);
        let up_to = |center: f64| {
            let rest = folded - center - half_width;
            let rest = rest - PI * (rest / PI).floor();
            // Rounding errors have passed the start of the range; the remaining angle is not a full turn.
            if rest > PI - ROUNDED { 0.0 } else { rest }
        };
        Some(up_to(diagonal).min(up_to(-diagonal)))
    }

    /// Returns the extents of the swept volume for tree searches.
    pub(crate) fn extents(&self) -> Extents {
        let prism = self.prism(0.0);
        let round = self.turn > 0.0;
        let radius = self.radius();
        let length = self.travel.norm();
        let ahead = if length > 0.0 { self.travel / length } else { Vector3::x() };
        let (sin, cos) = prism.turned;
        let directions = [[1.0, 0.0], [0.0, 1.0], [cos, sin], [-sin, cos], [-ahead.y, ahead.x], [ahead.x, ahead.y]];
        let slabs = directions.map(|[x, y]| {
            let direction = Vector3::new(x, y, 0.0);
            let [low, high] = if round {
                let [one, two] = [prism.center, prism.center + self.travel].map(|center| center.dot(&direction));
                [one.min(two) - radius, one.max(two) + radius]
            } else {
                [prism.support(&-direction).dot(&direction), prism.support(&direction).dot(&direction)]
            };
            Slab { x, y, low, high }
        });
        let [low, high] = [self.height - self.half.z, self.height + self.half.z];
        Extents { from: self.from, slabs, low, high }
    }
}

/// Range of a body along a horizontal direction.
#[derive(Clone, Copy, Debug)]
struct Slab {
    x: f64,
    y: f64,
    low: f64,
    high: f64,
}

/// Ranges of a body along some directions, from the start of the leg, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extents {
    from: Vector3<f64>,
    slabs: [Slab; 6],
    low: f64,
    high: f64,
}

impl Extents {
    /// Returns whether a box may be within [`TOL`] of the body.
    pub(crate) fn are_near(&self, bounds: &Bounds) -> bool {
        const WITHIN: f64 = TOL + 2.0 * SLACK;
        let (middle, half) = (bounds.middle() - self.from, bounds.half());
        bounds.min.z <= self.high + WITHIN
            && bounds.max.z >= self.low - WITHIN
            && self.slabs.iter().all(|Slab { x, y, low, high }| {
                let at = x * middle.x + y * middle.y;
                let reach = x.abs() * half.x + y.abs() * half.y + WITHIN;
                at - reach <= *high && at + reach >= *low
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::{PlanarPose, Turning};

    #[test]
    fn a_box_turns_until_it_extends_as_far_as_allowed() {
        let body = Body::new(Vector3::new(2.0, 1.0, 1.0)).unwrap();
        for number in 0..2000 {
            let number = f64::from(number);
            let [start, end] = [0.37 * number, 0.37 * number + 3.0 * (number * 0.71).sin()];
            let poses = [start, end].map(|heading| PlanarPose::new(0.0, 0.0, heading));
            let sweep = Sweep::turn_at_end(&body, &Leg::new(poses[0], poses[1], Turning::AtEnd).unwrap());
            let normal = Vector3::new((number * 0.13).cos(), (number * 0.13).sin(), (number * 0.7).sin()).normalize();
            let extent = |turned: f64| sweep.prism(turned).support(&normal).dot(&normal);
            let spare = 0.3 * (number * 0.53).sin().powi(2) + 1e-6;
            let bound = extent(0.0) + spare;
            let most = sweep.free_turn(&normal, sweep.heading, spare);
            let free = most.unwrap_or(PI);
            for part in 0..=200 {
                let turned = free * f64::from(part) / 200.0;
                assert!(extent(turned) <= bound + 1e-12, "{number}: {turned} of {free}");
            }
            if most.is_some() {
                assert!((extent(free) - bound).abs() < 1e-9, "{number}: the turn ends too early");
                assert!(extent(free + 1e-5) > bound || spare < 1e-5, "{number}: the turn ends too early");
            }
        }
    }
}
