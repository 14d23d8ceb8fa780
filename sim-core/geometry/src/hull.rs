//! The convex hull of points, in f64.
//!
//! Quickhull (Barber, Dobkin & Huhdanpaa, "The quickhull algorithm for convex hulls", ACM TOMS 22 (1996)): the point furthest outside of a
//! face replaces all faces that it sees by a cone over their boundary. Points within a tolerance of a face count as inside.

use nalgebra::Vector3;
use std::collections::BTreeMap;

/// Minimum distance of a point of the unit cube outside of a face.
const TOLERANCE: f64 = 1e-8;

/// Why no hull exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoHull {
    /// The points lie in one plane.
    Flat,
    /// Rounding makes it undecidable which faces a point sees.
    Tangled,
}

/// Three corners, counterclockwise seen from outside.
struct Face {
    corners: [u32; 3],
    /// The face beyond the edge from each corner to the next.
    beyond: [u32; 3],
    normal: Vector3<f64>,
    offset: f64,
    alive: bool,
    /// Points that see this face, and no face created before.
    outside: Vec<u32>,
}

impl Face {
    fn new(corners: [u32; 3], points: &[Vector3<f64>]) -> Result<Self, NoHull> {
        let [a, b, c] = corners.map(|corner| points[corner as usize]);
        let normal = (b - a).cross(&(c - a)).try_normalize(f64::MIN_POSITIVE).ok_or(NoHull::Tangled)?;
        Ok(Self { corners, beyond: [0; 3], normal, offset: normal.dot(&a), alive: true, outside: Vec::new() })
    }

    fn height(&self, point: &Vector3<f64>) -> f64 {
        self.normal.dot(point) - self.offset
    }
}

/// Triangles of the hull, counterclockwise seen from outside, as point indices. The points must be normalized to the cube from −1 to 1,
/// which does not change the hull.
pub(super) fn triangles(points: &[Vector3<f64>]) -> Result<Vec<[u32; 3]>, NoHull> {
    let mut faces = tetrahedron(points)?;
    let all: Vec<u32> = (0..points.len() as u32).collect();
    assign(&mut faces, 0, &all, points);
    let (mut seen, mut edges, mut freed) = (Vec::new(), BTreeMap::new(), Vec::new());
    let mut next = 0;
    while next < faces.len() {
        let face = &faces[next];
        let highest = |best: Option<(f64, u32)>, point: &u32| {
            let height = face.height(&points[*point as usize]);
            if best.is_none_or(|(most, _)| height > most) { Some((height, *point)) } else { best }
        };
        let top = if face.alive { face.outside.iter().fold(None, highest) } else { None };
        let Some((_, top)) = top else {
            next += 1;
            continue;
        };
        // All faces that the point sees are connected.
        seen.clear();
        edges.clear();
        freed.clear();
        faces[next].alive = false;
        seen.push(next as u32);
        let mut done = 0;
        while done < seen.len() {
            let number = seen[done] as usize;
            done += 1;
            freed.append(&mut faces[number].outside);
            for edge in 0..3 {
                let other = faces[number].beyond[edge];
                let beyond = &mut faces[other as usize];
                if beyond.alive && beyond.height(&points[top as usize]) > TOLERANCE {
                    beyond.alive = false;
                    seen.push(other);
                }
            }
        }
        for &number in &seen {
            let face = &faces[number as usize];
            for edge in 0..3 {
                if faces[face.beyond[edge] as usize].alive {
                    let ends = (face.corners[edge], (face.corners[(edge + 1) % 3], face.beyond[edge]));
                    if edges.insert(ends.0, ends.1).is_some() {
                        return Err(NoHull::Tangled);
                    }
                }
            }
        }
        let first = faces.len();
        add_cone(top, &edges, &mut faces, points)?;
        assign(&mut faces, first, &freed, points);
    }
    Ok(faces.iter().filter(|face| face.alive).map(|face| face.corners).collect())
}

/// Joins a point to a closed loop of edges, which contains for each corner the next one and the face on the other side.
fn add_cone(
    top: u32,
    edges: &BTreeMap<u32, (u32, u32)>,
    faces: &mut Vec<Face>,
    points: &[Vector3<f64>],
) -> Result<(), NoHull> {
    let Some(&start) = edges.keys().next() else { return Err(NoHull::Tangled) };
    let (first, count) = (faces.len() as u32, edges.len() as u32);
    let mut from = start;
    for step in 0..count {
        let &(to, other) = edges.get(&from).ok_or(NoHull::Tangled)?;
        let mut face = Face::new([top, from, to], points)?;
        face.beyond = [first + (step + count - 1) % count, other, first + (step + 1) % count];
        let edge = faces[other as usize].corners.iter().position(|corner| *corner == to).ok_or(NoHull::Tangled)?;
        faces[other as usize].beyond[edge] = first + step;
        faces.push(face);
        from = to;
        if (from == start) != (step + 1 == count) {
            return Err(NoHull::Tangled);
        }
    }
    Ok(())
}

/// Assigns each point to the face from `first` on that it is furthest outside of. Points outside of no face are inside.
fn assign(faces: &mut [Face], first: usize, numbers: &[u32], points: &[Vector3<f64>]) {
    for &number in numbers {
        let mut best = (TOLERANCE, None);
        for (face, entry) in faces[first..].iter().enumerate() {
            let height = entry.height(&points[number as usize]);
            if height > best.0 {
                best = (height, Some(first + face));
            }
        }
        if let Some(face) = best.1 {
            faces[face].outside.push(number);
        }
    }
}

/// Four points far from each other, and their faces.
fn tetrahedron(points: &[Vector3<f64>]) -> Result<Vec<Face>, NoHull> {
    /// Flatter sets of points have no volume.
    const FLAT: f64 = 1e-9;
    let farthest = |distance: &dyn Fn(&Vector3<f64>) -> f64| {
        let mut best = (f64::NEG_INFINITY, 0);
        for (number, point) in points.iter().enumerate() {
            let found = distance(point);
            if found > best.0 {
                best = (found, number);
            }
        }
        best
    };
    let a = farthest(&|point| point.x).1;
    let b = farthest(&|point| (point - points[a]).norm_squared()).1;
    let along = (points[b] - points[a]).try_normalize(FLAT).ok_or(NoHull::Flat)?;
    let (away, c) = farthest(&|point| (point - points[a]).cross(&along).norm_squared());
    if away <= FLAT * FLAT {
        return Err(NoHull::Flat);
    }
    let normal = along.cross(&(points[c] - points[a])).try_normalize(FLAT * FLAT).ok_or(NoHull::Flat)?;
    let (height, d) = farthest(&|point| (point - points[a]).dot(&normal).abs());
    if height <= FLAT {
        return Err(NoHull::Flat);
    }
    let above = (points[d] - points[a]).dot(&normal) > 0.0;
    let (b, c) = if above { (b, c) } else { (c, b) };
    let [a, b, c, d] = [a, b, c, d].map(|corner| corner as u32);
    let mut faces = Vec::new();
    for (corners, beyond) in
        [([a, c, b], [3, 2, 1]), ([a, b, d], [0, 2, 3]), ([b, c, d], [0, 3, 1]), ([c, a, d], [0, 1, 2])]
    {
        faces.push(Face { beyond, ..Face::new(corners, points)? });
    }
    Ok(faces)
}

/// Indices of points of the cube from −1 to 1 that are at least `distance` apart. Includes the outermost points along each axis.
pub(super) fn spaced_out(points: &[Vector3<f64>], distance: f64) -> Vec<u32> {
    let cell = |point: &Vector3<f64>| [0, 1, 2].map(|axis| (point[axis] / distance).floor() as i32);
    let mut cells: BTreeMap<[i32; 3], Vec<u32>> = BTreeMap::new();
    let mut selected = Vec::new();
    let outermost = (0..6).filter_map(|side| {
        let (axis, sign) = (side / 2, if side % 2 == 0 { -1.0 } else { 1.0 });
        let mut numbers = 0..points.len() as u32;
        let first = numbers.next()?;
        let along = |number: u32| sign * points[number as usize][axis];
        Some(numbers.fold(first, |best, number| if along(number) > along(best) { number } else { best }))
    });
    for number in outermost.chain(0..points.len() as u32) {
        let point = &points[number as usize];
        let [x, y, z] = cell(point);
        let around = (-1..=1).flat_map(|i| (-1..=1).flat_map(move |j| (-1..=1).map(move |k| [x + i, y + j, z + k])));
        let near = |other: &u32| (points[*other as usize] - point).norm_squared() < distance * distance;
        if !around.filter_map(|cell| cells.get(&cell)).flatten().any(near) {
            cells.entry([x, y, z]).or_default().push(number);
            selected.push(number);
        }
    }
    selected
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// Volume; also checks that every edge has two sides and that no point is outside.
    fn volume(points: &[Vector3<f64>]) -> f64 {
        let faces = triangles(points).unwrap();
        let mut edges = std::collections::BTreeSet::new();
        for face in &faces {
            for edge in 0..3 {
                assert!(edges.insert((face[edge], face[(edge + 1) % 3])), "same orientation twice");
            }
            let flat = Face::new(*face, points).unwrap();
            assert!(points.iter().all(|point| flat.height(point) < 1e-6));
        }
        assert!(edges.iter().all(|(from, to)| edges.contains(&(*to, *from))), "an edge with one side");
        let part = |face: &[u32; 3]| {
            let [a, b, c] = face.map(|corner| points[corner as usize]);
            a.dot(&b.cross(&c)) / 6.0
        };
        faces.iter().map(part).sum()
    }

    #[test]
    fn a_cube_of_points_has_the_volume_of_the_cube() {
        let grid = |n: i32| move |i: i32| f64::from(i) / f64::from(n) * 2.0 - 1.0;
        for n in [1, 2, 5, 10] {
            let at = grid(n);
            let points: Vec<_> = (0..=n)
                .flat_map(|i| (0..=n).flat_map(move |j| (0..=n).map(move |k| Vector3::new(at(i), at(j), at(k)))))
                .collect();
            assert!((volume(&points) - 8.0).abs() < 1e-9, "{n}");
        }
    }

    #[test]
    fn round_bodies_have_their_volume_however_many_corners_they_have() {
        for corners in [3, 16, 220, 240, 256, 800, 5000] {
            let ring = |z: f64| {
                (0..corners).map(move |k| {
                    let angle = TAU * f64::from(k) / f64::from(corners);
                    Vector3::new(angle.cos(), angle.sin(), z)
                })
            };
            let points: Vec<_> = ring(-1.0).chain(ring(1.0)).collect();
            let wanted = f64::from(corners) * (TAU / f64::from(corners)).sin();
            assert!((volume(&points) - wanted).abs() < 1e-6, "{corners}");
        }
        for (around, up) in [(16, 8), (128, 64), (256, 128)] {
            let points: Vec<_> = (1..up)
                .flat_map(|j| (0..around).map(move |i| (j, i)))
                .map(|(j, i)| {
                    let (v, u) = (TAU / 2.0 * f64::from(j) / f64::from(up), TAU * f64::from(i) / f64::from(around));
                    // Written with few digits, as in files.
                    Vector3::new(v.sin() * u.cos(), v.sin() * u.sin(), v.cos()).map(|x| (x * 1e7).round() / 1e7)
                })
                .collect();
            let ball = TAU * 2.0 / 3.0;
            assert!((volume(&points) / ball - 1.0).abs() < 30.0 / f64::from(around * up), "{around}");
        }
    }

    #[test]
    fn points_of_a_plane_have_no_hull() {
        let points: Vec<_> = (0..30).map(|k| Vector3::new(f64::from(k % 6), f64::from(k / 6), 0.0) / 6.0).collect();
        assert_eq!(triangles(&points).err(), Some(NoHull::Flat));
        let tilted: Vec<_> = points.iter().map(|point| Vector3::new(point.x, point.y, point.x + point.y)).collect();
        assert_eq!(triangles(&tilted).err(), Some(NoHull::Flat));
        assert_eq!(triangles(&[Vector3::zeros(); 5]).err(), Some(NoHull::Flat));
    }

    #[test]
    fn spaced_out_points_preserve_distance_and_bounds() {
        let points: Vec<_> =
            (0..1000).map(|k| f64::from(k) / 999.0 * 2.0 - 1.0).map(|x| Vector3::new(x, x, -x)).collect();
        let selected = spaced_out(&points, 0.1);
        assert!((17..=36).contains(&selected.len()), "{}", selected.len());
        assert!(selected.contains(&0) && selected.contains(&999));
    }
}
