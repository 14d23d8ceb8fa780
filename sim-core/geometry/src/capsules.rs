//! Contacts of two capsules: where their axes are nearest, and both ends of the section along which they are parallel and adjacent.

use nalgebra::Vector3;

use super::placed::PlacedCollider;
use super::reduce::Point;

/// Sine of the angle below which two capsules count as parallel.
const PARALLEL: f64 = 0.1;

/// Minimum length of that section, m.
const SHORTEST: f64 = 1e-9;

/// Calls `keep` with the contact points; normals point from the second capsule towards the first.
pub(super) fn touch(a: &PlacedCollider, b: &PlacedCollider, keep: &mut impl FnMut(Point)) {
    let [along_a, along_b] = [a.axis(), b.axis()];
    let across = along_a.cross(&along_b);
    let at = |on_a: Vector3<f64>| {
        let on_b = b.center + along_b * (on_a - b.center).dot(&along_b).clamp(-b.dims.y, b.dims.y);
        let between = on_a - on_b;
        let distance = between.norm();
        let normal = if distance > 1e-12 {
            between / distance
        } else {
            across.try_normalize(1e-6).unwrap_or_else(|| side(&along_b))
        };
        let depth = a.dims.x + b.dims.x - distance;
        Point { point: on_b + normal * (b.dims.x - depth / 2.0), normal, depth }
    };
    let to_b = b.center - a.center;
    let parallel = across.norm_squared();
    if parallel < PARALLEL * PARALLEL {
        let (middle, reach) = (to_b.dot(&along_a), along_a.dot(&along_b).abs() * b.dims.y);
        let (low, high) = ((middle - reach).max(-a.dims.y), (middle + reach).min(a.dims.y));
        if high - low > SHORTEST {
            let ends = [low, high].map(|end| at(a.center + along_a * end));
            ends.into_iter().for_each(&mut *keep);
            // Axes that cross are nearer to each other in between.
            let nearest = at(a.center + along_a * nearest(a, b));
            if ends.iter().all(|end| nearest.depth > end.depth + SHORTEST) {
                keep(nearest);
            }
            return;
        }
    }
    keep(at(a.center + along_a * nearest(a, b)));
}

/// Point on the axis of `a` nearest to the axis of `b`, m from its center (C. Ericson, Real-Time Collision Detection, 2005, section 5.1.9).
fn nearest(a: &PlacedCollider, b: &PlacedCollider) -> f64 {
    let (along_a, along_b, to_b) = (a.axis(), b.axis(), b.center - a.center);
    let (both, on_a, on_b) = (along_a.dot(&along_b), along_a.dot(&to_b), along_b.dot(&to_b));
    let spread = 1.0 - both * both;
    let free = if spread > 1e-12 { (on_a - both * on_b) / spread } else { on_a };
    let first = free.clamp(-a.dims.y, a.dims.y);
    let second = (both * first - on_b).clamp(-b.dims.y, b.dims.y);
    (both * second + on_a).clamp(-a.dims.y, a.dims.y)
}

/// A direction perpendicular to an axis.
fn side(axis: &Vector3<f64>) -> Vector3<f64> {
    let helper = if axis.z.abs() < 0.7 { Vector3::z() } else { Vector3::x() };
    helper.cross(axis).normalize()
}
