//! Contact reduction: a handful of well-spread points instead of very many. The area spanned by the contacts is what supports a body.
//!
//! As in G. van den Bergen and D. Gregorius (eds.), Game Physics Pearls (2010), and in Bullet's and Jolt's manifold reduction: two points
//! far apart, the furthest to either side of the line between them, and the deepest.

use nalgebra::Vector3;

/// A contact point without body ids: normal from the second collider towards the first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    pub point: Vector3<f64>,
    pub normal: Vector3<f64>,
    pub depth: f64,
}

/// Maximum number of points kept per normal.
pub(crate) const MAX_POINTS: usize = 5;

/// Normals within this angle (its cosine; 10°) count as equal.
const SAME_NORMAL: f64 = 0.985;
/// Additional depth from which a point is kept for its depth alone, m.
const DEEPER: f64 = 1e-5;
/// Fraction by which a point must be better than an earlier one in the list, so that rounding does not decide.
const BETTER: f64 = 1e-6;

/// Calls `found` with each point except those at the position of an earlier one: they would distribute the load at random.
pub(crate) fn distinct(points: &[Point], found: &mut impl FnMut(Point)) {
    /// Maximum distance of points at the same position, m.
    const SAME_PLACE: f64 = 1e-9;
    for (number, point) in points.iter().enumerate() {
        let is_same = |other: &Point| {
            (other.point - point.point).norm_squared() < SAME_PLACE * SAME_PLACE
                && other.normal.dot(&point.normal) > SAME_NORMAL
        };
        if !points[..number].iter().any(is_same) {
            found(*point);
        }
    }
}

/// Calls `found` with the points that span their area, normal by normal. Changes the order of the points.
pub(crate) fn spread(points: &mut [Point], found: &mut impl FnMut(Point)) {
    if points.len() <= MAX_POINTS {
        distinct(points, found);
        return;
    }
    let mut rest = points;
    while let Some(seed) = rest.first().map(|point| point.normal) {
        let mut end = 1;
        for other in 1..rest.len() {
            if rest[other].normal.dot(&seed) > SAME_NORMAL {
                rest.swap(end, other);
                end += 1;
            }
        }
        let (group, others) = rest.split_at_mut(end);
        of_one_normal(group, &seed, found);
        rest = others;
    }
}

fn of_one_normal(points: &[Point], normal: &Vector3<f64>, found: &mut impl FnMut(Point)) {
    if points.len() <= MAX_POINTS {
        distinct(points, found);
        return;
    }
    let middle = points.iter().map(|point| point.point).sum::<Vector3<f64>>() / points.len() as f64;
    let flat = |from: &Vector3<f64>, to: &Vector3<f64>| {
        let between = to - from;
        (between - normal * between.dot(normal)).norm_squared()
    };
    let (first, _) = best(points, |point| flat(&middle, &point.point));
    let (second, _) = best(points, |point| flat(&points[first].point, &point.point));
    let along = points[second].point - points[first].point;
    let side = |point: &Point| along.cross(&(point.point - points[first].point)).dot(normal);
    let (left, left_area) = best(points, side);
    let (right, right_area) = best(points, |point| -side(point));
    // A point whose distance from the line is less than a millionth of its length is on it.
    let beside = along.norm_squared() * BETTER;
    let mut chosen = [Some(first), Some(second), None, None, None];
    chosen[2] = (left_area > beside).then_some(left);
    chosen[3] = (right_area > beside).then_some(right);
    let depth = chosen.iter().flatten().map(|number| points[*number].depth).fold(f64::NEG_INFINITY, f64::max);
    let (deepest, most) = best(points, |point| point.depth - depth);
    chosen[4] = (most > DEEPER).then_some(deepest);
    for (place, number) in chosen.iter().enumerate() {
        if let Some(number) = number.filter(|_| !chosen[..place].contains(number)) {
            found(points[number]);
        }
    }
}

/// Index and value of the point with the highest value; the first one among about equal points.
fn best(points: &[Point], value: impl Fn(&Point) -> f64) -> (usize, f64) {
    let mut best = (0, value(&points[0]));
    for (number, point) in points.iter().enumerate().skip(1) {
        let value = value(point);
        if value > best.1 + BETTER * best.1.abs() {
            best = (number, value);
        }
    }
    best
}
