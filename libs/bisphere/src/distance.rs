//! Distance of a leg to a bi-sphere: the minimum of a convex function of two parameters.

use crate::{BiSphere, Leg, Sphere};
use nalgebra::Vector3;
use std::fmt;

/// Distances up to this value count as touching.
pub const TOUCHING: f64 = 1e-9;

/// Distances that differ by less are equal, and so are positions along a leg.
const EQUAL: f64 = 1e-12;

/// Maximum magnitude of coordinates and radii, so that fourth powers of derived values do not overflow.
pub(crate) const LARGEST: f64 = 1e60;

/// Closest approach of a leg to a bi-sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Minimum translational distance. Positive: the clearance. Negative: the penetration depth, i.e. the length of the shortest
    /// translation that separates the two. Exact in both cases.
    pub distance: f64,
    /// Position on the leg, 0 at its start, 1 at its end; the earliest if the minimum is not unique.
    pub along_leg: f64,
    /// Position on the axis of the bi-sphere, 0 at its first end, 1 at its second.
    pub along_obstacle: f64,
    /// Unit vector from the axis of the bi-sphere to the center of the moving sphere: the shortest direction out.
    pub normal: Vector3<f64>,
    /// Vector from the axis of the bi-sphere to the center of the moving sphere. Zero if the line of the leg hits the axis.
    pub apart: Vector3<f64>,
    /// Sum of the radii at the closest approach.
    pub radii: f64,
    /// Position on the leg of first contact, 0 … 1; `None` without contact.
    pub entry: Option<f64>,
}

/// Invalid input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// A coordinate is NaN, or its magnitude exceeds 10⁶⁰.
    Center,
    /// A radius is NaN, negative, or above 10⁶⁰.
    Radius,
    /// A planner setting is not finite or negative, or its minimum height exceeds its maximum.
    Settings,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Center => "a center is not finite",
            Self::Radius => "a radius is negative or not finite",
            Self::Settings => "a setting is negative or not finite, or the minimum height exceeds the maximum",
        })
    }
}

impl std::error::Error for Invalid {}

impl Sphere {
    pub(crate) fn checked(&self) -> Result<&Self, Invalid> {
        // Comparisons with NaN are false.
        if !self.center.iter().all(|value| value.abs() <= LARGEST) {
            return Err(Invalid::Center);
        }
        if !(0.0..=LARGEST).contains(&self.radius) {
            return Err(Invalid::Radius);
        }
        Ok(self)
    }
}

/// Returns the clearance of a leg from a bi-sphere, or its penetration depth.
///
/// `distance` is the minimum over (s, t) in the unit square of |c + s·a + t·b| − (ρ + s·α + t·β): the distance between the center of the
/// moving sphere at s and the point t of the obstacle's axis, minus the radii there. That function is convex, so its minimum is inside the
/// square or on one of its four sides; both cases have a closed form.
///
/// # Errors
/// [`Invalid`] for non-finite values and negative radii.
pub fn swept_vs_bisphere(leg: &Leg, obstacle: &BiSphere) -> Result<Closest, Invalid> {
    let spheres = [&leg.from, &leg.to, &obstacle.ends[0], &obstacle.ends[1]];
    for sphere in spheres {
        sphere.checked()?;
    }
    Ok(closest_of_checked(leg, obstacle))
}

/// [`swept_vs_bisphere`] for validated input.
pub(crate) fn closest_of_checked(leg: &Leg, obstacle: &BiSphere) -> Closest {
    Pair::new(leg, obstacle).closest()
}

/// Returns the distance between a sphere and the surface of a bi-sphere; negative inside.
///
/// # Errors
/// [`Invalid`] for non-finite values and negative radii.
pub fn clearance(sphere: &Sphere, obstacle: &BiSphere) -> Result<f64, Invalid> {
    for sphere in [sphere, &obstacle.ends[0], &obstacle.ends[1]] {
        sphere.checked()?;
    }
    Ok(clearance_of_checked(sphere, obstacle))
}

/// [`clearance`] for validated input.
pub(crate) fn clearance_of_checked(sphere: &Sphere, obstacle: &BiSphere) -> f64 {
    Pair::new(&Leg { from: *sphere, to: *sphere }, obstacle).nearest_of_obstacle(0.0)
}

/// A line of sphere centers relative to a point, with radii to subtract: |start + l·way| − (radius + l·growth).
#[derive(Clone, Copy)]
struct Line {
    pub start: Vector3<f64>,
    pub way: Vector3<f64>,
    pub radius: f64,
    pub growth: f64,
}

impl Line {
    /// Returns the l in 0 … 1 that minimizes the function, the smallest one if it is not unique.
    ///
    /// If the radius grows by k per unit length of the line, the nearest point of the cone around it is h·k/√(1 − k²) beyond the foot of
    /// the perpendicular, of length h. If it grows faster than the line gets longer, one end contains all the others.
    pub fn least(&self) -> f64 {
        let length = self.way.norm();
        if length == 0.0 {
            return if self.growth > 0.0 { 1.0 } else { 0.0 };
        }
        let taper = self.growth / length;
        if taper >= 1.0 {
            return 1.0;
        }
        if taper <= -1.0 {
            return 0.0;
        }
        let direction = self.way / length;
        let foot = -self.start.dot(&direction);
        let height = (self.start + direction * foot).norm();
        ((foot + height * taper / (1.0 - taper * taper).sqrt()) / length).clamp(0.0, 1.0)
    }

    /// Evaluates the function.
    pub fn at(&self, l: f64) -> f64 {
        (self.start + self.way * l).norm() - (self.radius + l * self.growth)
    }
}

/// A plane of sphere centers relative to a point, with radii to subtract: |c + s·a + t·b| − (ρ + s·α + t·β).
#[derive(Clone, Copy)]
struct Pair {
    c: Vector3<f64>,
    a: Vector3<f64>,
    b: Vector3<f64>,
    rho: f64,
    alpha: f64,
    beta: f64,
}

impl Pair {
    fn new(leg: &Leg, obstacle: &BiSphere) -> Self {
        let [first, second] = &obstacle.ends;
        Self {
            c: leg.from.center - first.center,
            a: leg.to.center - leg.from.center,
            b: first.center - second.center,
            rho: leg.from.radius + first.radius,
            alpha: leg.to.radius - leg.from.radius,
            beta: second.radius - first.radius,
        }
    }

    pub fn at(&self, s: f64, t: f64) -> f64 {
        (self.c + self.a * s + self.b * t).norm() - (self.rho + s * self.alpha + t * self.beta)
    }

    /// Returns the line along the leg at this position on the obstacle.
    fn along_leg(&self, t: f64) -> Line {
        Line { start: self.c + self.b * t, way: self.a, radius: self.rho + t * self.beta, growth: self.alpha }
    }

    /// Returns the line along the obstacle at this position on the leg.
    fn along_obstacle(&self, s: f64) -> Line {
        Line { start: self.c + self.a * s, way: self.b, radius: self.rho + s * self.alpha, growth: self.beta }
    }

    /// Returns the distance of the moving sphere to the obstacle at this position on the leg.
    fn nearest_of_obstacle(&self, s: f64) -> f64 {
        let line = self.along_obstacle(s);
        line.at(line.least())
    }

    /// Returns the unconstrained minimizer over the entire plane; `None` if it does not exist, e.g. when a and b are parallel.
    ///
    /// With the gradient g of the radii in the plane and the distance d of the plane from the origin, it lies d·g/√(1 − |g|²) from the foot
    /// of the perpendicular.
    pub fn inside(&self) -> Option<(f64, f64)> {
        let (aa, ab, bb) = (self.a.dot(&self.a), self.a.dot(&self.b), self.b.dot(&self.b));
        let determinant = aa * bb - ab * ab;
        if determinant <= 1e-12 * aa * bb {
            return None;
        }
        let solve = |x: f64, y: f64| ((bb * x - ab * y) / determinant, (aa * y - ab * x) / determinant);
        let (gs, gt) = solve(self.alpha, self.beta);
        let gradient = gs * self.alpha + gt * self.beta;
        if gradient >= 1.0 {
            return None;
        }
        let (s, t) = solve(-self.a.dot(&self.c), -self.b.dot(&self.c));
        let distance = (self.c + self.a * s + self.b * t).norm();
        let shift = distance / (1.0 - gradient).sqrt();
        let (s, t) = (s + shift * gs, t + shift * gt);
        (s.is_finite() && t.is_finite()).then_some((s, t))
    }

    fn closest(&self) -> Closest {
        let (distance, s, t) = self.least();
        let apart = self.c + self.a * s + self.b * t;
        Closest {
            distance,
            along_leg: s,
            along_obstacle: t,
            normal: self.normal(&apart),
            apart,
            radii: self.rho + s * self.alpha + t * self.beta,
            entry: (distance <= TOUCHING).then(|| self.entry(s)),
        }
    }

    /// Returns the minimum and its position; ties are resolved by the smallest s, then the smallest t.
    fn least(&self) -> (f64, f64, f64) {
        let [at_first, at_second] = [0.0, 1.0].map(|t| (self.along_leg(t).least(), t));
        let [at_start, at_end] = [0.0, 1.0].map(|s| (s, self.along_obstacle(s).least()));
        let inside = self.inside().filter(|(s, t)| (0.0..=1.0).contains(s) && (0.0..=1.0).contains(t));
        let places = [Some(at_start), Some(at_first), Some(at_second), inside, Some(at_end)];
        let mut best = (f64::INFINITY, 0.0, 0.0);
        for (s, t) in places.into_iter().flatten() {
            let found = (self.at(s, t), s, t);
            let same = (found.0 - best.0).abs() <= EQUAL * found.0.abs().max(1.0);
            let earlier = found.1 < best.1 - EQUAL || (found.1 <= best.1 + EQUAL && found.2 < best.2 - EQUAL);
            if (same && earlier) || (!same && found.0 < best.0) {
                best = found;
            }
        }
        best
    }

    /// Returns the direction of a vector from the obstacle to the leg. If the leg hits the axis: a direction perpendicular to both, to the
    /// right of the leg as seen from above; perpendicular to the leg if there is no common perpendicular; along x if the leg is vertical.
    fn normal(&self, apart: &Vector3<f64>) -> Vector3<f64> {
        if let Some(normal) = apart.try_normalize(1e-9) {
            return normal;
        }
        let right = right_of(&self.a);
        match self.a.cross(&self.b).try_normalize(1e-12 * (1.0 + self.a.norm() * self.b.norm())) {
            Some(across) if across.dot(&right) < 0.0 => -across,
            Some(across) => across,
            None => right,
        }
    }

    /// Returns the first position of contact up to `last`, by bisection: the distance to the obstacle is convex along the leg.
    fn entry(&self, last: f64) -> f64 {
        if self.nearest_of_obstacle(0.0) <= 0.0 {
            return 0.0;
        }
        let (mut apart, mut touching) = (0.0, last);
        while touching - apart > EQUAL {
            let middle = 0.5 * (apart + touching);
            if self.nearest_of_obstacle(middle) <= 0.0 {
                touching = middle;
            } else {
                apart = middle;
            }
        }
        touching
    }
}

/// Returns the horizontal unit vector to the right of a direction, with z up; along x if the direction is vertical.
pub(crate) fn right_of(way: &Vector3<f64>) -> Vector3<f64> {
    let right = way.cross(&Vector3::z());
    right.try_normalize(1e-12 * way.norm()).unwrap_or_else(Vector3::x)
}
