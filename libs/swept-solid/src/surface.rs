//! Closed triangle surfaces and point-in-surface tests.

use nalgebra::Vector3;
use std::f64::consts::TAU;

use crate::bounds::Bounds;
use crate::convex::Convex;

/// Triangles without open edges.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Surface {
    triangles: Vec<[Vector3<f64>; 3]>,
    bounds: Bounds,
}

/// Returns a position as bits, identical for both zeros.
fn bits(place: &Vector3<f64>) -> [u64; 3] {
    [0, 1, 2].map(|axis| (place[axis] + 0.0).to_bits())
}

impl Surface {
    /// Creates a surface from triangles if each edge is traversed equally often in both directions.
    pub(crate) fn closed(triangles: Vec<[Vector3<f64>; 3]>) -> Option<Self> {
        let ends = |corners: &[Vector3<f64>; 3]| {
            let at = corners.map(|corner| bits(&corner));
            [[at[0], at[1]], [at[1], at[2]], [at[2], at[0]]]
        };
        let mut edges: Vec<[[u64; 3]; 2]> = triangles.iter().flat_map(ends).filter(|[from, to]| from != to).collect();
        let mut opposite: Vec<_> = edges.iter().map(|[from, to]| [*to, *from]).collect();
        edges.sort_unstable();
        opposite.sort_unstable();
        let bounds =
            triangles.iter().fold(Bounds::EMPTY, |whole, corners| whole.with(&Convex::Triangle(*corners).bounds()));
        (edges == opposite).then_some(Self { triangles, bounds })
    }

    /// Returns the bounding box.
    pub(crate) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Returns whether a point is inside, by the winding number from solid angles (Jacobson, Kavan, Sorkine-Hornung, "Robust inside-outside
    /// segmentation using generalized winding numbers", ACM Transactions on Graphics 32, 2013; van Oosterom, Strackee, "The solid angle of
    /// a plane triangle", IEEE Transactions on Biomedical Engineering 30, 1983).
    ///
    /// Points on the surface may be inside or not.
    pub(crate) fn encloses(&self, point: &Vector3<f64>) -> bool {
        if !self.bounds.holds(point, 0.0) {
            return false;
        }
        let half_angle = |corners: &[Vector3<f64>; 3]| {
            let [a, b, c] = corners.map(|corner| corner - point);
            let [la, lb, lc] = [a.norm(), b.norm(), c.norm()];
            libm::atan2(a.dot(&b.cross(&c)), la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb)
        };
        let turns = self.triangles.iter().map(half_angle).sum::<f64>() / TAU;
        turns.abs() > 0.5
    }
}
