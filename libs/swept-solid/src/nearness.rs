//! Tests whether two convex solids are closer to each other than a tolerance.
//!
//! The search is that of Gilbert, Johnson and Keerthi ("A fast procedure for computing the distance between complex objects in
//! three-dimensional space", IEEE Journal of Robotics and Automation 4, 1988). It tracks the nearest known point of the set of all
//! differences between points of the two solids. The length of any such point is an upper bound on the distance, a plane through a support
//! point of the set gives a lower bound. The search ends as soon as one of the bounds is conclusive, so that rounding errors can prolong
//! it, but not make its result wrong. As the tolerance is well above rounding errors, the search ends before differences become so short
//! that it is unreliable.

use nalgebra::Vector3;

use crate::SLACK;
use crate::convex::Support;

/// Maximum number of steps of a search; polyhedra need about a dozen, round solids near the tolerance several dozen.
const MAX_STEPS: usize = 256;

/// Result of a distance comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Nearness {
    /// The distance is at most `tolerance` + [`SLACK`], and at most `distance`, m.
    Near { distance: f64 },
    /// The distance is more than `tolerance`: along the unit vector `normal`, which points from the first to the second, the solids are
    /// separated by `gap`, m. The excess of `gap` over the tolerance is at least half the excess of the distance, unless rounding errors
    /// ended the search early.
    Apart { normal: Vector3<f64>, gap: f64 },
}

/// Known part of the difference set: up to four points, whose hull has a nearest point to the origin.
struct Simplex {
    points: [Vector3<f64>; 4],
    count: usize,
}

/// The nearest point of a hull, in barycentric coordinates.
struct Nearest {
    parts: [f64; 4],
    /// Squared distance to the origin.
    square: f64,
    /// Direction from the origin to the point, of any length.
    direction: Vector3<f64>,
}

impl Simplex {
    /// Tests the hull of the corners whose bits are set in `mask`; returns a result if the projection of the origin onto it is inside.
    fn candidate(&self, mask: u8) -> Option<Nearest> {
        let mut corners = [0; 4];
        let mut count = 0;
        for corner in 0..self.count {
            if mask & (1 << corner) != 0 {
                corners[count] = corner;
                count += 1;
            }
        }
        let at = |number: usize| &self.points[corners[number]];
        let mut parts = [0.0; 4];
        let mut plane = None;
        match count {
            1 => parts[corners[0]] = 1.0,
            2 => {
                let edge = at(1) - at(0);
                let part = -at(0).dot(&edge) / edge.norm_squared();
                (parts[corners[0]], parts[corners[1]]) = (1.0 - part, part);
            }
            3 => {
                let normal = (at(1) - at(0)).cross(&(at(2) - at(0)));
                let square = normal.norm_squared();
                for number in 0..3 {
                    let opposite = at((number + 1) % 3).cross(at((number + 2) % 3));
                    parts[corners[number]] = opposite.dot(&normal) / square;
                }
                plane = Some(normal * at(0).dot(&normal).signum());
            }
            _ => {
                // Volumes of the tetrahedra in which the origin replaces a corner.
                let [a, b, c, d] = [at(0), at(1), at(2), at(3)];
                let volumes = [b.dot(&c.cross(d)), -a.dot(&c.cross(d)), a.dot(&b.cross(d)), -a.dot(&b.cross(c))];
                let whole: f64 = volumes.iter().sum();
                parts = volumes.map(|volume| volume / whole);
            }
        }
        // Comparisons with NaN are false.
        if !(0..count).all(|number| parts[corners[number]] > 0.0 && parts[corners[number]] <= 1.0) {
            return None;
        }
        let sum: f64 = parts.iter().sum();
        parts = parts.map(|part| part / sum);
        let point = (0..self.count).fold(Vector3::zeros(), |sum, corner| sum + self.points[corner] * parts[corner]);
        Some(Nearest { parts, square: point.norm_squared(), direction: plane.unwrap_or(point) })
    }

    /// Returns the nearest point among the hulls that contain the last corner. Despite rounding errors in its coordinates it is a point of
    /// the set, and its length is computed from it.
    fn nearest(&self) -> Option<Nearest> {
        let last = 1 << (self.count - 1);
        let mut best: Option<Nearest> = None;
        for others in 0..last {
            if let Some(found) = self.candidate(last | others)
                && best.as_ref().is_none_or(|best| found.square < best.square)
            {
                best = Some(found);
            }
        }
        best
    }

    /// Drops the corners that do not contribute to a point.
    fn keep(&mut self, parts: &[f64; 4]) {
        let points = self.points;
        self.count = 0;
        for (point, part) in points.iter().zip(parts) {
            if *part > 0.0 {
                self.points[self.count] = *point;
                self.count += 1;
            }
        }
    }
}

/// Compares the distance of two solids with a tolerance (m, 0 or more), starting with a guess of the direction from `a` to `b`.
pub(crate) fn compare(a: &impl Support, b: &impl Support, guess: &Vector3<f64>, tolerance: f64) -> Nearness {
    let radii = a.radius() + b.radius();
    let support = |direction: &Vector3<f64>| b.support(&-direction) - a.support(direction);
    let mut simplex = Simplex { points: [Vector3::zeros(); 4], count: 1 };
    simplex.points[0] = support(guess);
    let mut direction = simplex.points[0];
    let mut upper = direction.norm();
    let (mut lower, mut normal) = (f64::NEG_INFINITY, Vector3::zeros());
    for _ in 0..MAX_STEPS {
        if upper - radii <= tolerance + SLACK {
            break;
        }
        let length = direction.norm();
        // Degenerate directions give no bound.
        if length.is_nan() || length <= 0.0 {
            break;
        }
        let unit = direction / length;
        let corner = support(&unit);
        let reach = corner.dot(&unit);
        if reach > lower {
            (lower, normal) = (reach, unit);
        }
        let over = lower - radii - tolerance;
        if over > 0.0 && upper - radii - tolerance <= 2.0 * over {
            break;
        }
        if simplex.count == 4 || simplex.points[..simplex.count].contains(&corner) {
            break;
        }
        simplex.points[simplex.count] = corner;
        simplex.count += 1;
        let Some(nearest) = simplex.nearest() else { break };
        let distance = nearest.square.sqrt();
        if distance >= upper {
            break;
        }
        upper = distance;
        direction = nearest.direction;
        simplex.keep(&nearest.parts);
    }
    // If the bounds are inconclusive, the solids count as near: the test is conservative.
    if lower - radii > tolerance && upper - radii > tolerance + SLACK {
        Nearness::Apart { normal, gap: lower - radii }
    } else {
        Nearness::Near { distance: (upper - radii).max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TOL;
    use crate::convex::Convex;
    use nalgebra::UnitQuaternion;
    use sim_fuzz::Random;

    fn between(random: &mut Random, low: f64, high: f64) -> f64 {
        low + (high - low) * (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn vector(random: &mut Random, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| between(random, -size, size))
    }

    fn solid(random: &mut Random) -> Convex {
        let turned = match random.below(3) {
            0 => UnitQuaternion::identity(),
            _ => UnitQuaternion::from_scaled_axis(vector(random, 2.0)),
        };
        let largest = if random.below(8) == 0 { 30.0 } else { 2.0 };
        let mut arm = |axis| turned * Vector3::ith(axis, between(random, 0.001, largest));
        let arms = [0, 1, 2].map(&mut arm);
        let radii = [arms[0], turned * Vector3::y() * arms[0].norm()];
        match random.below(4) {
            0 => Convex::Cuboid { center: Vector3::zeros(), arms },
            1 => Convex::Triangle(arms),
            2 => Convex::Hull { points: (0..12).map(|_| vector(random, 1.0)).collect(), radius: 0.0 },
            _ => Convex::Cylinder { center: Vector3::zeros(), end: arms[2], radii },
        }
    }

    /// A solid at another position.
    struct At<'a>(&'a Convex, Vector3<f64>);

    impl Support for At<'_> {
        fn support(&self, direction: &Vector3<f64>) -> Vector3<f64> {
            self.0.support(direction) + self.1
        }

        fn radius(&self) -> f64 {
            self.0.radius()
        }

        fn middle(&self) -> Vector3<f64> {
            self.0.middle() + self.1
        }
    }

    #[test]
    fn both_answers_are_proven() {
        let count = if std::env::var_os("SIM_SOAK").is_some() { 1_000_000 } else { 5_000 };
        let (mut near, mut apart, mut open, mut worst) = (0, 0, 0, 0.0_f64);
        for number in 0..count {
            let random = &mut Random::new(number);
            let (one, two) = (solid(random), solid(random));
            let direction = vector(random, 1.0).normalize();
            let compared = |away: f64| {
                let at = At(&two, direction * away);
                compare(&one, &at, &(at.middle() - one.middle()), TOL)
            };
            // To within rounding errors of the tolerance, from beyond it.
            let mut away = 150.0;
            for _ in 0..60 {
                let Nearness::Apart { gap, normal } = compared(away) else { break };
                let closing = normal.dot(&direction);
                away -= if closing > 0.001 { (gap - TOL) / closing } else { break };
            }
            for moved in [0.0, 1e-7, 1e-4, -1e-7, -1e-4, between(random, -1.0, 1.0)] {
                match compared(away + moved) {
                    Nearness::Near { distance } if distance > TOL + SLACK => {
                        open += 1;
                        worst = worst.max(distance - TOL);
                    }
                    Nearness::Near { .. } => near += 1,
                    Nearness::Apart { normal, gap } => {
                        assert!(gap > TOL, "{number}: {gap}");
                        // Planes between the two.
                        let first = one.support(&normal).dot(&normal);
                        let second = At(&two, direction * (away + moved)).support(&-normal).dot(&normal);
                        // Rounding error of numbers of some hundred meters.
                        assert!(second - first >= gap - 1e-12, "{number}: {gap} is {}", second - first);
                        apart += 1;
                    }
                }
            }
        }
        assert!(near > count && apart > count, "{near} near, {apart} apart");
        // Unproven contact is not wrong, but must be close to the truth.
        assert!(open * 10_000 <= count && worst < 1e-7, "{open} open, up to {worst} m");
    }
}
