//! Contact points of two placed colliders.
//!
//! Exact in f64 for the pairs of a planar world (spheres, upright cylinders, boxes), for two capsules and for everything against a
//! half-space; the other pairs go through parry.

use arrayvec::ArrayVec;
use nalgebra::{Isometry3, Vector2, Vector3};
use sim_abi::math;

use super::capsules;
use super::internal_edges::{Feeler, GroundPoint, find_internal, same_normal};
use super::nearest;
use super::parry_queries::{self, ManifoldScratch};
use super::placed::{Kind, PlacedCollider};
use super::reduce::{self, Point};
use super::shape::Shape;

/// One side of a pair.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub placed: &'a PlacedCollider,
    pub shape: &'a Shape,
    pub pose: &'a Isometry3<f64>,
    /// Velocity of its body, m/s; zero if unknown.
    pub velocity: Vector3<f64>,
}

impl<'a> Side<'a> {
    /// A side with unknown velocity.
    pub fn new(placed: &'a PlacedCollider, shape: &'a Shape, pose: &'a Isometry3<f64>) -> Self {
        Self { placed, shape, pose, velocity: Vector3::zeros() }
    }
}

/// Calls `found` with each point where `a` and `b` are closer than `margin` (m); depth is negative while they are apart.
pub(crate) fn touch(
    a: Side<'_>,
    b: Side<'_>,
    margin: f64,
    scratch: &mut ManifoldScratch,
    found: &mut impl FnMut(Point),
) {
    let mut keep = |contact: Point| {
        if contact.depth >= -margin {
            found(contact);
        }
    };
    let mut reversed = |contact: Point| keep(Point { normal: -contact.normal, ..contact });
    use Kind::*;
    match (a.placed.kind, b.placed.kind) {
        (HalfSpace, HalfSpace) => {}
        (Other, HalfSpace) => vertices_on_half_space(a, b.placed, margin, scratch, &mut keep),
        (HalfSpace, Other) => vertices_on_half_space(b, a.placed, margin, scratch, &mut reversed),
        (_, HalfSpace) => on_half_space(a, b.placed, &mut keep),
        (HalfSpace, _) => on_half_space(b, a.placed, &mut reversed),
        (Other, _) | (_, Other) => through_parry(a, b, margin, scratch, &mut keep),
        (Sphere, _) => ball(a.placed, b.placed, &mut keep),
        (_, Sphere) => ball(b.placed, a.placed, &mut reversed),
        (Capsule, Capsule) => capsules::touch(a.placed, b.placed, &mut keep),
        (UprightCylinder, UprightCylinder) => cylinders(a.placed, b.placed, &mut keep),
        (UprightCylinder, Box) if turns_about_z(b.placed) => cylinder_box(a, b.placed, &mut keep),
        (Box, UprightCylinder) if turns_about_z(a.placed) => cylinder_box(b, a.placed, &mut reversed),
        (Cylinder | UprightCylinder, Box) => {
            if !over_face(a, b.placed, margin, &mut keep) {
                through_parry(a, b, margin, scratch, &mut keep);
            }
        }
        (Box, Cylinder | UprightCylinder) => {
            if !over_face(b, a.placed, margin, &mut reversed) {
                through_parry(a, b, margin, scratch, &mut keep);
            }
        }
        _ => through_parry(a, b, margin, scratch, &mut keep),
    }
}

fn through_parry(a: Side<'_>, b: Side<'_>, margin: f64, scratch: &mut ManifoldScratch, keep: &mut impl FnMut(Point)) {
    let mut candidates = std::mem::take(&mut scratch.candidates);
    candidates.clear();
    parry_queries::manifold((a.shape, a.pose), (b.shape, b.pose), margin, scratch, |point, normal, depth| {
        candidates.push(Point { point, normal, depth });
    });
    for (cylinder, ground, sign) in [(a, b, 1.0), (b, a, -1.0)] {
        let has_faces = ground.placed.kind == Kind::Box || parry_queries::is_composite(ground.shape);
        if has_faces && matches!(cylinder.placed.kind, Kind::Cylinder | Kind::UprightCylinder) {
            add_round_edge(cylinder, ground, sign, margin, &mut candidates);
        }
    }
    if !(parry_queries::is_composite(a.shape) || parry_queries::is_composite(b.shape)) {
        reduce::distinct(&candidates, keep);
        scratch.candidates = candidates;
        return;
    }
    let many = [a, b].map(|side| parry_queries::is_composite(side.shape));
    // Of two composite surfaces, the one that does not move is the ground.
    let b_is_ground = if many == [true; 2] { a.placed.is_moving() } else { many[1] };
    let (ground, mover, sign) = if b_is_ground { (b, a, 1.0) } else { (a, b, -1.0) };
    let same_normal = same_normal(mover.placed.kind);
    let seen = |point: &Point| GroundPoint {
        surface: point.point + point.normal * (sign * point.depth / 2.0),
        normal: point.normal * sign,
        depth: point.depth,
        piece: 0,
        same_normal,
    };
    let ground_points = &mut scratch.ground_points;
    ground_points.clear();
    ground_points.extend(candidates.iter().map(seen));
    let hits = |_: &GroundPoint, feeler: &Feeler| {
        let Feeler { origin, direction, length } = feeler;
        parry_queries::cast_ray(ground.shape, ground.pose, origin, direction, *length).is_some()
    };
    // Marked by an impossible depth.
    find_internal(ground_points, hits, |number| candidates[number].depth = f64::NEG_INFINITY);
    candidates.retain(|candidate| candidate.depth > f64::NEG_INFINITY);
    reduce::spread(&mut candidates, keep);
    scratch.candidates = candidates;
}

/// A plane of the ground: a point and its normal.
type Plane = (Vector3<f64>, Vector3<f64>);

/// Adds the contacts of the round edge of a cylinder with the planes that it touches: parry treats the edge as that of a prism, over which
/// the cylinder tips too early. Points replaced by the edge are dropped. `sign` is 1 if the normals point from the ground to the cylinder,
/// otherwise −1.
fn add_round_edge(cylinder: Side<'_>, ground: Side<'_>, sign: f64, margin: f64, candidates: &mut Vec<Point>) {
    /// Additional planes keep the points of parry.
    const MAX_PLANES: usize = 4;
    /// Height above a plane from which its surface is searched, m.
    const ABOVE: f64 = 5e-4;
    /// Distance and angle below which a surface belongs to a plane, m and rad. Contacts of parry are less accurate.
    const SAME_SURFACE: [f64; 2] = [1e-6, 1e-6];
    let same_contact = [1e-5, same_normal(Kind::Cylinder)];
    let surface = |point: &Point| point.point + point.normal * (sign * point.depth / 2.0);
    let is_in = |(foot, normal): &Plane, (point, faces): &Plane, [distance, angle]: [f64; 2]| {
        (point - foot).dot(normal).abs() < distance && faces.dot(normal) > 0.0 && faces.cross(normal).norm() < angle
    };
    let find = |point: &Vector3<f64>, normal: &Vector3<f64>| -> Option<Plane> {
        let above = point + normal * ABOVE;
        let hit = parry_queries::cast_ray(ground.shape, ground.pose, &above, &-normal, 2.0 * ABOVE);
        hit.map(|(distance, faces)| (above - normal * distance, faces))
    };
    let mut planes = ArrayVec::<Plane, MAX_PLANES>::new();
    for candidate in candidates.iter() {
        let touched = (surface(candidate), candidate.normal * sign);
        if !planes.is_full() && !planes.iter().any(|plane| is_in(plane, &touched, same_contact)) {
            planes.extend(find(&touched.0, &touched.1).filter(|plane| is_in(plane, &touched, same_contact)));
        }
    }
    for plane in &planes {
        let (foot, normal) = plane;
        let mut edge = ArrayVec::<Point, MAX_LOWEST>::new();
        on_plane(cylinder, foot, normal, &mut |point| {
            if point.depth >= -margin {
                edge.push(Point { normal: point.normal * sign, ..point });
            }
        });
        let lowest = edge.len();
        edge.retain(|point| find(&surface(point), normal).is_some_and(|found| is_in(plane, &found, SAME_SURFACE)));
        if lowest > 0 && edge.len() == lowest {
            candidates.retain(|point| !is_in(plane, &(surface(point), point.normal * sign), same_contact));
        }
        candidates.extend(edge);
    }
}

/// A mesh or a hull against a half-space: a handful of the vertices inside it.
fn vertices_on_half_space(
    a: Side<'_>,
    ground: &PlacedCollider,
    margin: f64,
    scratch: &mut ManifoldScratch,
    keep: &mut impl FnMut(Point),
) {
    let normal = ground.axis();
    let (vertices, middle) = parry_queries::vertices(a.shape);
    let origin = a.pose.transform_point(&middle.into()).coords;
    // Heights in the frame of the shape: one dot product per vertex.
    let (up, base) = (a.pose.rotation.inverse_transform_vector(&normal), (origin - ground.center).dot(&normal));
    scratch.candidates.clear();
    for vertex in vertices {
        let height = base + vertex.dot(&up);
        if height <= margin {
            let point = origin + a.pose.rotation * vertex - normal * (height / 2.0);
            scratch.candidates.push(Point { point, normal, depth: -height });
        }
    }
    reduce::spread(&mut scratch.candidates, keep);
}

fn turns_about_z(placed: &PlacedCollider) -> bool {
    placed.rotation.m33 > 1.0 - 1e-14
}

/// A ball against any analytic shape: the surface point nearest to its center.
fn ball(a: &PlacedCollider, b: &PlacedCollider, keep: &mut impl FnMut(Point)) {
    let surface = nearest::surface(b, &a.center);
    let depth = a.dims.x - surface.distance;
    // Midway between the deepest point of the ball and the surface it entered.
    let point = surface.point - surface.normal * (depth / 2.0);
    keep(Point { point, normal: surface.normal, depth });
}

/// Chooses the sideways or the upright separation of an overlap, whichever is shorter; returns (normal, depth, upright?).
fn min_separation(sideways: (Vector2<f64>, f64), rise: f64, overlap_z: f64) -> (Vector3<f64>, f64, bool) {
    if sideways.1 <= overlap_z {
        (Vector3::new(sideways.0.x, sideways.0.y, 0.0), sideways.1, false)
    } else {
        (Vector3::new(0.0, 0.0, 1.0_f64.copysign(rise)), overlap_z, true)
    }
}

/// Heights between which two upright shapes overlap: (low, high).
fn common_heights(a: &PlacedCollider, half_a: f64, b: &PlacedCollider, half_b: f64) -> (f64, f64) {
    let low = (a.center.z - half_a).max(b.center.z - half_b);
    let high = (a.center.z + half_a).min(b.center.z + half_b);
    (low, high)
}

/// Two upright cylinders: two discs and two height intervals.
fn cylinders(a: &PlacedCollider, b: &PlacedCollider, keep: &mut impl FnMut(Point)) {
    let between = (a.center - b.center).xy();
    let reach = a.dims.x + b.dims.x;
    let apart = between.norm();
    let out = if apart > 1e-12 { between / apart } else { Vector2::x() };
    let rise = a.center.z - b.center.z;
    let overlap_z = a.dims.y + b.dims.y - rise.abs();
    let (low, high) = common_heights(a, a.dims.y, b, b.dims.y);
    let (normal, depth, upright) = min_separation((out, reach - apart), rise, overlap_z);
    let middle = 0.5 * (low + high);
    if !upright {
        let surface = b.center.xy() + out * (b.dims.x - depth / 2.0);
        keep(Point { point: Vector3::new(surface.x, surface.y, middle), normal, depth });
        return;
    }
    // One rests on the other: points around the edge of the lens shared by their discs.
    let nearer = ((apart * apart + math::powi(b.dims.x, 2) - math::powi(a.dims.x, 2)) / (2.0 * apart.max(1e-12)))
        .clamp(-b.dims.x, b.dims.x);
    let half_chord = (math::powi(b.dims.x, 2) - nearer * nearer).max(0.0).sqrt();
    let one_inside = apart + a.dims.x.min(b.dims.x) <= a.dims.x.max(b.dims.x);
    let side = Vector2::new(-out.y, out.x);
    let place = |flat: Vector2<f64>| Point { point: Vector3::new(flat.x, flat.y, middle), normal, depth };
    if one_inside {
        let inner = if a.dims.x < b.dims.x { a } else { b };
        for way in [out, -out, side, -side] {
            keep(place(inner.center.xy() + way * inner.dims.x));
        }
        return;
    }
    let chord = b.center.xy() + out * nearer;
    keep(place(chord + side * half_chord));
    keep(place(chord - side * half_chord));
    keep(place(b.center.xy() + out * b.dims.x));
    keep(place(a.center.xy() - out * a.dims.x));
}

/// An upright cylinder against a box that is rotated about z only: a disc against a rectangle, and heights.
fn cylinder_box(cylinder: Side<'_>, b: &PlacedCollider, keep: &mut impl FnMut(Point)) {
    let a = cylinder.placed;
    let local = b.in_shape(&(a.center - b.center)).xy();
    let half = b.dims.xy();
    let clamped = Vector2::new(local.x.clamp(-half.x, half.x), local.y.clamp(-half.y, half.y));
    let offset = local - clamped;
    let apart = offset.norm();
    let (out_local, apart) = if apart > 1e-12 {
        (offset / apart, apart)
    } else {
        // The axis is inside the rectangle: the nearest side.
        let over = local.abs() - half;
        let axis = over.imax();
        let mut out = Vector2::zeros();
        out[axis] = 1.0_f64.copysign(local[axis]);
        (out, over[axis])
    };
    let to_world = |v: Vector2<f64>| (b.rotation * Vector3::new(v.x, v.y, 0.0)).xy();
    let out = to_world(out_local);
    let rise = a.center.z - b.center.z;
    let overlap_z = a.dims.y + b.dims.z - rise.abs();
    let (normal, depth, upright) = min_separation((out, a.dims.x - apart), rise, overlap_z);
    let (low, high) = common_heights(a, a.dims.y, b, b.dims.z);
    let middle = 0.5 * (low + high);
    let place = |flat: Vector2<f64>| Point { point: Vector3::new(flat.x, flat.y, middle), normal, depth };
    if !upright {
        keep(place(a.center.xy() - out * (a.dims.x - depth / 2.0)));
        return;
    }
    // Resting on each other: the ends of the shared area along both sides of the rectangle. A point inside it could carry the whole weight,
    // and nothing would resist rotation.
    let mut ends = ArrayVec::<Point, 9>::new();
    if let Some(way) = foremost(&cylinder.velocity, &Vector3::z()) {
        let end = a.center + way * a.dims.x;
        let local = b.in_shape(&(end - b.center)).xy();
        if local.x.abs() <= half.x && local.y.abs() <= half.y {
            ends.push(place(end.xy()));
        }
    }
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        for end in ends_of_disc(&local, a.dims.x, &half, axis, sign).into_iter().flatten() {
            ends.push(place(b.center.xy() + to_world(end)));
        }
    }
    reduce::distinct(&ends, keep);
}

/// The points of a disc within a rectangle about the origin that are furthest along an axis: one on its rim, or two on a side of the
/// rectangle.
fn ends_of_disc(
    middle: &Vector2<f64>,
    radius: f64,
    half: &Vector2<f64>,
    axis: usize,
    sign: f64,
) -> [Option<Vector2<f64>>; 2] {
    let other = 1 - axis;
    let at =
        |along: f64, across: f64| if axis == 0 { Vector2::new(along, across) } else { Vector2::new(across, along) };
    let side = sign * half[axis];
    let chord = math::powi(radius, 2) - math::powi(side - middle[axis], 2);
    if sign * (middle[axis] - side) + radius > 0.0 && chord > 0.0 {
        let reach = chord.sqrt();
        let (low, high) = ((middle[other] - reach).max(-half[other]), (middle[other] + reach).min(half[other]));
        if low <= high {
            return [Some(at(side, low)), Some(at(side, high))];
        }
    }
    let across = middle[other].clamp(-half[other], half[other]);
    let reach = (math::powi(radius, 2) - math::powi(across - middle[other], 2)).max(0.0).sqrt();
    [Some(at((middle[axis] + sign * reach).clamp(-half[axis], half[axis]), across)), None]
}

/// Tilt below which the caps of a cylinder count as level, rad: the error at the lowest point of its rim is a third of that times the
/// radius.
const LEVEL: f64 = 2e-3;

/// Direction, perpendicular to its axis, in which a cylinder moves. The forces of this step have caused this velocity; the cylinder tips
/// over the rim point in that direction.
fn foremost(velocity: &Vector3<f64>, axis: &Vector3<f64>) -> Option<Vector3<f64>> {
    /// At lower speeds, m/s, or below this fraction of the velocity, the direction may be due to rounding.
    const MIN_SPEED: f64 = 1e-6;
    const MIN_FRACTION: f64 = 1e-3;
    (velocity - axis * velocity.dot(axis)).try_normalize(MIN_SPEED.max(MIN_FRACTION * velocity.norm()))
}

/// A cylinder in any attitude over a face of a box, as over the plane of the face: parry treats its round edge as that of a prism, over
/// which it tips too early. False if it may touch beyond the face.
fn over_face(a: Side<'_>, b: &PlacedCollider, margin: f64, keep: &mut impl FnMut(Point)) -> bool {
    let PlacedCollider { center, dims, .. } = a.placed;
    let (middle, axis) = (b.in_shape(&(center - b.center)), b.in_shape(&a.placed.axis()));
    let extent = |k: usize| dims.y * axis[k].abs() + dims.x * (1.0 - axis[k] * axis[k]).max(0.0).sqrt();
    let overlap = [0, 1, 2].map(|k| b.dims[k] + extent(k) - middle[k].abs());
    let face = Vector3::from(overlap).imin();
    let is_inside = |local: &Vector3<f64>| (0..3).all(|k| k == face || local[k].abs() <= b.dims[k]);
    if !is_inside(&middle) {
        return false;
    }
    let normal = b.rotation.column(face) * 1.0_f64.copysign(middle[face]);
    let mut points = ArrayVec::<Point, MAX_LOWEST>::new();
    on_plane(a, &(b.center + normal * b.dims[face]), &normal, &mut |point| points.push(point));
    points.retain(|point| point.depth >= -margin);
    let fits = points.iter().all(|point| is_inside(&b.in_shape(&(point.point - b.center))));
    if fits {
        points.into_iter().for_each(keep);
    }
    fits
}

/// An analytic shape against a half-space.
fn on_half_space(side: Side<'_>, ground: &PlacedCollider, keep: &mut impl FnMut(Point)) {
    on_plane(side, &ground.center, &ground.axis(), keep);
}

/// Maximum number of points of [`on_plane`].
const MAX_LOWEST: usize = 10;

/// The points of an analytic shape that can be lowest over a plane through a point.
fn on_plane(side: Side<'_>, foot: &Vector3<f64>, normal: &Vector3<f64>, keep: &mut impl FnMut(Point)) {
    let (placed, normal) = (side.placed, *normal);
    let mut lowest = |point: Vector3<f64>| {
        let height = (point - foot).dot(&normal);
        keep(Point { point: point - normal * (height / 2.0), normal, depth: -height });
    };
    let (radius, half) = (placed.dims.x, placed.dims.y);
    match placed.kind {
        Kind::Sphere => lowest(placed.center - normal * radius),
        Kind::Capsule => {
            let axis = placed.axis() * half;
            lowest(placed.center + axis - normal * radius);
            lowest(placed.center - axis - normal * radius);
        }
        Kind::Cylinder | Kind::UprightCylinder => {
            let axis = placed.axis();
            // Steepest direction within the caps. If the caps are level except for rounding, it would differ in each tick, and no contact
            // would last: use the same four points, and the one over which the cylinder may tip.
            let down = -(normal - axis * axis.dot(&normal));
            let steepest = down.try_normalize(LEVEL);
            let first = steepest.unwrap_or_else(|| placed.rotation.column(0).into_owned());
            let second = axis.cross(&first);
            let foremost = if steepest.is_none() { foremost(&side.velocity, &axis) } else { None };
            for end in [axis * half, axis * -half] {
                for way in [first, -first, second, -second].into_iter().chain(foremost) {
                    lowest(placed.center + end + way * radius);
                }
            }
        }
        Kind::Box => {
            for corner in 0..8 {
                let sign = |bit: usize| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
                let local = Vector3::new(sign(0), sign(1), sign(2)).component_mul(&placed.dims);
                lowest(placed.center + placed.rotation * local);
            }
        }
        // `Other` is handled by its vertices.
        Kind::Other | Kind::HalfSpace => {}
    }
}
