//! Contacts at internal edges of a surface: between triangles of a mesh, cells of a terrain, adjacent boxes.
//!
//! A body that moves over such a surface touches its pieces one by one. At their edges a single piece would produce a normal across the
//! surface, which would stop or lift a body that only passes (ghost collision). Such a contact lies in the plane of another contact of at
//! least nearly the same depth, and nothing rises above that plane behind it; it is dropped.

use super::placed::Kind;
use nalgebra::Vector3;

/// A contact point from the perspective of the ground.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroundPoint {
    /// The point on the ground, world frame, m.
    pub surface: Vector3<f64>,
    /// Unit normal away from the ground.
    pub normal: Vector3<f64>,
    pub depth: f64,
    /// The piece of the ground.
    pub piece: u32,
    /// Angle below which two normals count as equal, rad.
    pub same_normal: f64,
}

/// Angle below which two normals count as equal, rad, by the shape of the moving body: the tilt of a flat body does not make an edge, and a
/// round body touches edges at any angle.
pub(super) fn same_normal(kind: Kind) -> f64 {
    match kind {
        Kind::Sphere | Kind::Capsule => 1e-6,
        Kind::Cylinder | Kind::UprightCylinder => 0.02,
        Kind::Box | Kind::HalfSpace | Kind::Other => 0.2,
    }
}

/// A short ray that tests whether the ground rises above a plane, or is level with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Feeler {
    pub origin: Vector3<f64>,
    pub direction: Vector3<f64>,
    pub length: f64,
}

/// Maximum distance of a point from a plane to count as lying in it, m.
const FLAT: f64 = 1e-4;
/// Minimum height above the plane of a rise, m, and search distance around the point.
const RISE: f64 = 5e-4;
/// Above this number, points are not filtered.
const MAX_POINTS: usize = 256;

/// Calls `drop` with the index of each point that is inside a surface. Points of one piece with the same normal must be adjacent. `hits`
/// returns whether a feeler hits the piece of a point.
pub(super) fn find_internal(
    points: &[GroundPoint],
    hits: impl Fn(&GroundPoint, &Feeler) -> bool,
    mut drop: impl FnMut(usize),
) {
    let first = match points {
        [first, _, ..] if points.len() <= MAX_POINTS => first.normal,
        _ => return,
    };
    if points.iter().all(|point| point.normal.cross(&first).norm() < point.same_normal) {
        return;
    }
    let same = |one: &GroundPoint, other: &GroundPoint| one.piece == other.piece && one.normal == other.normal;
    let depth = |group: &[GroundPoint]| group.iter().map(|point| point.depth).fold(f64::NEG_INFINITY, f64::max);
    let height = |point: &GroundPoint, plane: &GroundPoint| (point.surface - plane.surface).dot(&plane.normal);
    let lies_in = |group: &[GroundPoint], plane: &GroundPoint| {
        let lowest = -FLAT - plane.depth.max(0.0);
        group.iter().map(|point| height(point, plane)).all(|height| lowest < height && height < FLAT)
    };
    let mut start = 0;
    for group in points.chunk_by(same) {
        let (normal, own_depth) = (group[0].normal, depth(group));
        let is_inside = |other: &[GroundPoint]| {
            let plane = &other[0];
            let across = normal - plane.normal * normal.dot(&plane.normal);
            let Some(outwards) = across.try_normalize(group[0].same_normal) else { return false };
            // If two contacts have about the same depth, the false one is the one whose plane does not contain the points of the other.
            let depth = depth(other);
            let outranks = depth >= own_depth || depth + FLAT >= own_depth && !lies_in(other, &group[0]);
            outranks
                && lies_in(group, plane)
                && group.iter().all(|point| {
                    let below = (-height(point, plane)).max(0.0);
                    let above = point.surface + plane.normal * (below + RISE);
                    let feel = |origin, direction| hits(point, &Feeler { origin, direction, length: 2.0 * RISE });
                    // If the body has penetrated, its edge is below the plane, at the side of a piece that is level with it.
                    let is_level = below < FLAT || feel(above - outwards * RISE, -plane.normal);
                    is_level && !feel(above + outwards * RISE, -outwards)
                })
        };
        if points.chunk_by(same).any(|other| !std::ptr::eq(other, group) && is_inside(other)) {
            (start..start + group.len()).for_each(&mut drop);
        }
        start += group.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(surface: [f64; 3], normal: [f64; 3], depth: f64, piece: u32) -> GroundPoint {
        let normal = Vector3::from(normal).normalize();
        GroundPoint { surface: surface.into(), normal, depth, piece, same_normal: 1e-6 }
    }

    fn internal(points: &[GroundPoint], rises: bool) -> Vec<usize> {
        let mut dropped = Vec::new();
        find_internal(points, |_, _| rises, |number| dropped.push(number));
        dropped
    }

    #[test]
    fn the_edge_of_the_next_tile_is_inside_and_the_foot_of_a_wall_is_not() {
        let floor = point([0.0; 3], [0.0, 0.0, 1.0], 1e-4, 0);
        let edge = point([0.1, 0.0, 0.0], [-1.0, 0.0, 0.0], 5e-5, 1);
        assert_eq!(internal(&[floor, edge], false), [1]);
        assert_eq!(internal(&[edge, floor], false), [0]);
        assert!(internal(&[floor, edge], true).is_empty(), "something rises behind it");
        let higher = point([0.1, 0.0, 0.01], [-1.0, 0.0, 0.0], 5e-5, 1);
        assert!(internal(&[floor, edge, higher], false).is_empty(), "the contact reaches above the floor");
    }

    #[test]
    fn the_lower_end_of_an_edge_that_has_sunk_in_is_inside_too() {
        let floor = point([0.0; 3], [0.0, 0.0, 1.0], 1e-3, 0);
        let side = [0.0, -1e-3].map(|z| point([0.1, 0.0, z], [-1.0, 0.0, 0.0], 2e-4, 1));
        // The piece fills x > 0.1, z < top.
        let internal_below = |top: f64| {
            let mut dropped = Vec::new();
            let hits = |_: &GroundPoint, Feeler { origin, direction, length }: &Feeler| {
                let end = origin + direction * *length;
                end.x > 0.1 && end.z < top
            };
            find_internal(&[floor, side[0], side[1]], hits, |number| dropped.push(number));
            dropped
        };
        assert_eq!(internal_below(0.0), [1, 2]);
        assert!(internal_below(0.1).is_empty(), "it rises above the floor");
        assert!(internal_below(-5e-3).is_empty(), "it is not level with the floor");
    }

    #[test]
    fn a_false_normal_that_is_a_little_deeper_is_inside_too() {
        let floor = [[0.0; 3], [0.2, 0.0, 0.0], [0.0, 0.2, 0.0]].map(|at| point(at, [0.0, 0.0, 1.0], 4.9e-6, 0));
        let tilted = point([0.1, 0.1, 0.0], [-0.14, 0.14, 0.98], 5.1e-6, 0);
        assert_eq!(internal(&[floor[0], floor[1], floor[2], tilted], false), [3]);
    }
}
