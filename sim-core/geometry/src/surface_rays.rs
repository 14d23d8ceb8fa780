//! Ray casts against triangulated surfaces, in f64 and watertight: if two triangles share an edge or a corner, a ray exactly through it
//! hits one of them.

use nalgebra::Vector3;
use parry3d::bounding_volume::BoundingVolume;
use parry3d::partitioning::BvhNode;
use parry3d::query::{Ray, RayCast};

use super::parry_shapes::{HeightField, Mesh, vec3};

/// Distance along the ray, m, and the normal that faces its origin, in the frame of the shape.
type Hit = (f64, Vector3<f64>);

/// A normal of a surface without interior, flipped to the side of the ray's origin.
fn facing(normal: Vector3<f64>, along: &Vector3<f64>) -> Vector3<f64> {
    if normal.dot(along) > 0.0 { -normal } else { normal }
}

/// Fraction of the extent by which a ray may miss the border of a terrain: rounding of poses must not make a ray exactly above the border
/// miss.
const BORDER: f64 = 1e-9;

/// First hit of a ray on a terrain within `max` (m). `start` and `along` are in the frame of the shape, relative to its center; `along` is
/// a unit vector.
///
/// The ray's height above the surface is a continuous function that is linear between the grid lines and the diagonals of the cells. It is
/// evaluated once on each of them, and the ray hits where its sign changes; so no hit is lost between two triangles.
pub(super) fn cast_on_terrain(
    field: &HeightField,
    start: &Vector3<f64>,
    along: &Vector3<f64>,
    max: f64,
) -> Option<Hit> {
    let heights = field.heights.heights();
    let cells = [heights.ncols() - 1, heights.nrows() - 1];
    let half = field.half_extents;
    // Position and direction in units of cells, from the lowest corner.
    let scale = [cells[0] as f64 / (2.0 * half.x), cells[1] as f64 / (2.0 * half.y)];
    let from = [(start.x + half.x) * scale[0], (start.y + half.y) * scale[1]];
    let step = [along.x * scale[0], along.y * scale[1]];
    // The mean of the lowest and the highest height is rounded.
    let slack = 1e-6 * half.z + 1e-9;
    // `max` does not limit the span, so that it does not affect the distance by a single bit.
    let mut span = clip((0.0, f64::INFINITY), start.z, along.z, (-half.z - slack, half.z + slack))?;
    for axis in 0..2 {
        let (last, border) = (cells[axis] as f64, cells[axis] as f64 * BORDER);
        span = clip(span, from[axis], step[axis], (-border, last + border))?;
    }
    // Heights of a cell's corners, starting at its lowest corner: along x, then along y.
    let corners = |cell: [usize; 2]| {
        let height = |x: usize, y: usize| heights[(cells[1] - y, x)];
        let [x, y] = cell;
        [height(x, y), height(x + 1, y), height(x, y + 1), height(x + 1, y + 1)]
    };
    let at = |t: f64, axis: usize| from[axis] + t * step[axis];
    let beyond = |cell: [usize; 2], axis: usize| match step[axis] > 0.0 {
        true => cell[axis] + 1,
        false => cell[axis].wrapping_sub(1),
    };
    let mut cell = [0, 1].map(|axis| (at(span.0, axis).floor().max(0.0) as usize).min(cells[axis] - 1));
    let mut place = span.0;
    let mut above = above_cell(&corners(cell), [at(place, 0), at(place, 1)], cell, start.z + place * along.z);
    loop {
        let edges = [0, 1].map(|axis| {
            let line = if step[axis] > 0.0 { cell[axis] + 1 } else { cell[axis] };
            // The span ends at the border.
            let ends = step[axis] == 0.0 || beyond(cell, axis) >= cells[axis];
            if ends { f64::INFINITY } else { (line as f64 - from[axis]) / step[axis] }
        });
        let axis = usize::from(edges[1] < edges[0]);
        let leaves = edges[axis].max(place).min(span.1);
        let corners = corners(cell);
        // The diagonal from the lowest to the highest corner splits the cell.
        let side = |t: f64| (at(t, 0) - cell[0] as f64) - (at(t, 1) - cell[1] as f64);
        let (first, last) = (side(place), side(leaves));
        let diagonal = (first * last < 0.0).then(|| place + (leaves - place) * (first / (first - last)));
        for end in diagonal.into_iter().chain([leaves]) {
            let now = above_cell(&corners, [at(end, 0), at(end, 1)], cell, start.z + end * along.z);
            if above == 0.0 || (above > 0.0) != (now > 0.0) || now == 0.0 {
                let share = if above == now { 0.0 } else { (above / (above - now)).clamp(0.0, 1.0) };
                let lower = side(0.5 * (place + end)) >= 0.0;
                let [low, right, left, high] = corners;
                let (x, y) = if lower { (right - low, high - right) } else { (high - left, left - low) };
                let normal = Vector3::new(-x * scale[0], -y * scale[1], 1.0).normalize();
                let distance = place + (end - place) * share;
                return (distance <= max).then(|| (distance, facing(normal, along)));
            }
            (place, above) = (end, now);
        }
        if leaves >= span.1 || leaves > max {
            return None;
        }
        cell[axis] = beyond(cell, axis);
    }
}

/// The part of a ray's span in which a coordinate is between two limits.
fn clip(span: (f64, f64), from: f64, step: f64, limits: (f64, f64)) -> Option<(f64, f64)> {
    if step == 0.0 {
        return (limits.0..=limits.1).contains(&from).then_some(span);
    }
    let (a, b) = ((limits.0 - from) / step, (limits.1 - from) / step);
    let clipped = (span.0.max(a.min(b)), span.1.min(a.max(b)));
    (clipped.0 <= clipped.1).then_some(clipped)
}

/// Height of a point above the surface in a cell, m.
fn above_cell(corners: &[f64; 4], place: [f64; 2], cell: [usize; 2], z: f64) -> f64 {
    let [x, y] = [0, 1].map(|axis| (place[axis] - cell[axis] as f64).clamp(0.0, 1.0));
    let [low, right, left, high] = corners;
    let surface = match x >= y {
        true => low + x * (right - low) + y * (high - right),
        false => low + y * (left - low) + x * (high - left),
    };
    z - surface
}

/// First hit of a ray on a mesh within `max` (m). `start` and `along` are in the frame of the shape, relative to its center; `along` is a
/// unit vector.
///
/// Woop, Benthin, Wald: Watertight Ray/Triangle Intersection, Journal of Computer Graphics Techniques 2 (2013): the side of an edge on
/// which the ray passes is computed from its two ends alone, so two triangles with a common edge are always consistent.
pub(super) fn cast_on_mesh(mesh: &Mesh, start: &Vector3<f64>, along: &Vector3<f64>, max: f64) -> Option<Hit> {
    let main = along.iamax();
    let [one, two] = [(main + 1) % 3, (main + 2) % 3];
    let (slope_one, slope_two) = (along[one] / along[main], along[two] / along[main]);
    let (vertices, triangles) = (mesh.triangles.vertices(), mesh.triangles.indices());
    // A corner in ray coordinates: across the ray and along its main axis, relative to its start.
    let seen = |vertex: u32| {
        let corner = super::parry_shapes::vector(vertices[vertex as usize]) - start;
        (corner[one] - slope_one * corner[main], corner[two] - slope_two * corner[main], corner[main])
    };
    let distance = |triangle: u32| {
        let [a, b, c] = triangles[triangle as usize].map(seen);
        let (u, v, w) = (c.0 * b.1 - c.1 * b.0, a.0 * c.1 - a.1 * c.0, b.0 * a.1 - b.1 * a.0);
        if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) {
            return None;
        }
        let whole = u + v + w;
        let distance = (u * a.2 + v * b.2 + w * c.2) / whole / along[main];
        (whole != 0.0 && distance >= 0.0 && distance <= max).then_some(distance)
    };
    // Boxes are compared in f64, padded by more than the rounding of the ray.
    let ray = Ray::new(vec3(start), vec3(along));
    let slack = 1e-6 * (mesh.half_extents.norm() + start.norm()) + 1e-9;
    let reach = max.next_up().next_up();
    let node =
        |node: &BvhNode, best: f64| node.aabb().loosened(slack).cast_local_ray(&ray, best, true).unwrap_or(f64::MAX);
    let leaf = |triangle: u32, _: f64| distance(triangle).map(|distance| (distance, distance));
    let (triangle, (_, distance)) = mesh.triangles.bvh().find_best(reach, node, leaf)?;
    let [a, b, c] = triangles[triangle as usize].map(|vertex| super::parry_shapes::vector(vertices[vertex as usize]));
    let normal = (b - a).cross(&(c - a)).try_normalize(1e-300).unwrap_or(-along);
    Some((distance, facing(normal, along)))
}
