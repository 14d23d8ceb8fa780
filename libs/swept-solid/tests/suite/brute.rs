//! Brute-force distances from corners, edges and faces, independent of the crate.

use nalgebra::{Isometry3, Point3, Rotation2, UnitQuaternion, Vector2, Vector3};
use sim_fuzz::Random;
use swept_solid::{Body, PlanarPose};

/// A convex polyhedron; one without faces is a segment or a point.
#[derive(Clone, Debug, Default)]
pub struct Polyhedron {
    pub corners: Vec<Vector3<f64>>,
    pub edges: Vec<[usize; 2]>,
    /// Corners in cyclic order.
    pub faces: Vec<Vec<usize>>,
}

impl Polyhedron {
    /// A prism on a convex base whose corners are counterclockwise seen against `up`.
    pub fn prism(base: &[Vector3<f64>], up: Vector3<f64>) -> Self {
        let count = base.len();
        let mut new = Self { corners: base.to_vec(), ..Self::default() };
        new.corners.extend(base.iter().map(|corner| corner + up));
        new.faces = vec![(0..count).collect(), (count..2 * count).collect()];
        for one in 0..count {
            let next = (one + 1) % count;
            new.faces.push(vec![one, next, next + count, one + count]);
            new.edges.extend([[one, next], [one + count, next + count], [one, one + count]]);
        }
        new
    }

    pub fn cuboid(size: Vector3<f64>, pose: &Isometry3<f64>) -> Self {
        let [x, y, z] = [size.x / 2.0, size.y / 2.0, size.z / 2.0];
        let base = [[-x, -y], [x, -y], [x, y], [-x, y]].map(|[x, y]| (pose * Point3::new(x, y, -z)).coords);
        Self::prism(&base, pose * Vector3::new(0.0, 0.0, size.z))
    }

    /// A pyramid on a convex base.
    pub fn pyramid(base: &[Vector3<f64>], tip: Vector3<f64>) -> Self {
        let count = base.len();
        let mut new = Self { corners: base.to_vec(), ..Self::default() };
        new.corners.push(tip);
        new.faces.push((0..count).collect());
        for one in 0..count {
            let next = (one + 1) % count;
            new.faces.push(vec![one, next, count]);
            new.edges.extend([[one, next], [one, count]]);
        }
        new
    }

    pub fn points(corners: &[Vector3<f64>]) -> Self {
        let edges = if corners.len() == 2 { vec![[0, 1]] } else { Vec::new() };
        Self { corners: corners.to_vec(), edges, faces: Vec::new() }
    }

    /// The volume swept by a body along a line with one heading.
    pub fn swept(body: &Body, from: PlanarPose, to: [f64; 2]) -> Self {
        Self::swept_box(body.size(), 0.0, from, to)
    }

    /// The same for a box above the floor.
    pub fn swept_box(size: Vector3<f64>, height: f64, from: PlanarPose, to: [f64; 2]) -> Self {
        let turned = Rotation2::new(from.heading);
        let [length, width] = [turned * Vector2::new(size.x, 0.0), turned * Vector2::new(0.0, size.y)];
        let travel = Vector2::new(to[0] - from.x, to[1] - from.y);
        // The edges in cyclic order. The polygon has point symmetry: its center is that of its bounding box.
        let mut edges = vec![length, width, -length, -width];
        edges.extend((travel.norm() > 0.0).then_some([travel, -travel]).into_iter().flatten());
        edges.sort_by(|one, two| one.y.atan2(one.x).total_cmp(&two.y.atan2(two.x)));
        let mut corners = vec![Vector2::zeros()];
        for edge in &edges[1..] {
            corners.push(corners[corners.len() - 1] + edge);
        }
        let [min, max] = corners.iter().fold([corners[0]; 2], |[min, max], corner| [min.inf(corner), max.sup(corner)]);
        let moved = Vector2::new(from.x, from.y) + travel / 2.0 - (min + max) / 2.0;
        let base: Vec<_> = corners.iter().map(|corner| (corner + moved).push(height)).collect();
        Self::prism(&base, Vector3::new(0.0, 0.0, size.z))
    }

    pub fn moved(&self, by: &Isometry3<f64>) -> Self {
        let corners = self.corners.iter().map(|corner| (by * Point3::from(*corner)).coords).collect();
        Self { corners, ..self.clone() }
    }

    fn middle(&self) -> Vector3<f64> {
        self.corners.iter().sum::<Vector3<f64>>() / self.corners.len() as f64
    }

    fn directions(&self) -> impl Iterator<Item = Vector3<f64>> + '_ {
        self.edges.iter().map(|[from, to]| self.corners[*to] - self.corners[*from])
    }

    /// Newell's normals, which are robust to corners on an edge.
    fn normals(&self) -> Vec<Vector3<f64>> {
        let of = |face: &Vec<usize>| {
            let at = |corner: usize| self.corners[face[corner % face.len()]] - self.corners[face[0]];
            let sum = (1..face.len()).fold(Vector3::zeros(), |sum, corner| sum + at(corner).cross(&at(corner + 1)));
            sum.normalize()
        };
        self.faces.iter().map(of).collect()
    }

    fn range(&self, direction: &Vector3<f64>) -> [f64; 2] {
        let places = self.corners.iter().map(|corner| corner.dot(direction));
        places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
    }
}

/// Returns whether no plane separates two polyhedra, among those of faces and those along an edge of each (separating
/// axes).
fn overlap(a: &Polyhedron, b: &Polyhedron) -> bool {
    let mut axes: Vec<Vector3<f64>> = [a.normals(), b.normals()].concat();
    for one in a.directions() {
        axes.extend(
            b.directions().map(|two| one.cross(&two)).filter(|axis| axis.norm() > 1e-9).map(|axis| axis.normalize()),
        );
    }
    axes.iter().all(|axis| {
        let ([low, high], [from, to]) = (a.range(axis), b.range(axis));
        low <= to && from <= high
    })
}

fn segments(p: [Vector3<f64>; 2], q: [Vector3<f64>; 2]) -> f64 {
    let (d, e, r) = (p[1] - p[0], q[1] - q[0], p[0] - q[0]);
    let (a, b, c) = (d.norm_squared(), d.dot(&e), e.norm_squared());
    let at = |s: f64, t: f64| (r + d * s - e * t).norm();
    let mut best = f64::INFINITY;
    // The minimum is at an endpoint, or where the connecting line is perpendicular to both.
    for s in [0.0, 1.0] {
        best = best.min(at(s, ((r + d * s).dot(&e) / c).clamp(0.0, 1.0)));
    }
    for t in [0.0, 1.0] {
        best = best.min(at(((e * t - r).dot(&d) / a).clamp(0.0, 1.0), t));
    }
    let det = a * c - b * b;
    if det > 1e-14 * a * c {
        let s = (b * e.dot(&r) - c * d.dot(&r)) / det;
        let t = (a * e.dot(&r) - b * d.dot(&r)) / det;
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            best = best.min(at(s, t));
        }
    }
    best
}

/// Returns the distance of a point to a face, if its projection is on the face.
fn to_face(point: &Vector3<f64>, of: &Polyhedron, face: &[usize], normal: &Vector3<f64>) -> Option<f64> {
    let at = |corner: usize| of.corners[face[corner % face.len()]];
    let height = (point - at(0)).dot(normal);
    let foot = point - normal * height;
    let sides = (0..face.len()).map(|corner| (at(corner + 1) - at(corner)).cross(&(foot - at(corner))).dot(normal));
    let (mut some_left, mut some_right) = (false, false);
    sides.for_each(|side| {
        some_left |= side > 0.0;
        some_right |= side < 0.0;
    });
    (!(some_left && some_right)).then_some(height.abs())
}

/// Returns the distance of two polyhedra, 0 if they overlap.
pub fn distance(a: &Polyhedron, b: &Polyhedron) -> f64 {
    if !a.faces.is_empty() && !b.faces.is_empty() && overlap(a, b) {
        return 0.0;
    }
    let mut best = f64::INFINITY;
    for (one, other) in [(a, b), (b, a)] {
        let normals = one.normals();
        for point in &other.corners {
            for (face, normal) in one.faces.iter().zip(&normals) {
                best = best.min(to_face(point, one, face, normal).unwrap_or(f64::INFINITY));
            }
            for [from, to] in &one.edges {
                let (start, along) = (one.corners[*from], one.corners[*to] - one.corners[*from]);
                let part = ((point - start).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
                best = best.min((start + along * part - point).norm());
            }
            for corner in &one.corners {
                best = best.min((corner - point).norm());
            }
            // Interior points have no distance.
            let is_outside = one.faces.is_empty()
                || normals.iter().zip(&one.faces).any(|(normal, face)| {
                    let from = one.corners[face[0]];
                    let inner = one.middle() - from;
                    (point - from).dot(normal) * inner.dot(normal) < 0.0
                });
            if !is_outside {
                return 0.0;
            }
        }
    }
    for [p, q] in &a.edges {
        for [r, s] in &b.edges {
            best = best.min(segments([a.corners[*p], a.corners[*q]], [b.corners[*r], b.corners[*s]]));
        }
    }
    // Edges that intersect faces.
    for (one, other) in [(a, b), (b, a)] {
        let normals = other.normals();
        for [from, to] in &one.edges {
            let (start, along) = (one.corners[*from], one.corners[*to] - one.corners[*from]);
            for (face, normal) in other.faces.iter().zip(&normals) {
                let [first, last] = [start, start + along].map(|end| (end - other.corners[face[0]]).dot(normal));
                if first * last < 0.0 {
                    let through = start + along * (first / (first - last));
                    if to_face(&through, other, face, normal).is_some() {
                        return 0.0;
                    }
                }
            }
        }
    }
    best
}

/// Returns a random number in a range.
pub fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

pub fn vector(random: &mut Random, low: f64, high: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| between(random, low, high))
}

/// Returns a random orientation; often one that makes edges and faces parallel.
pub fn rotation(random: &mut Random) -> UnitQuaternion<f64> {
    let quarter = std::f64::consts::FRAC_PI_2;
    match random.below(6) {
        0 => UnitQuaternion::identity(),
        1 => UnitQuaternion::from_euler_angles(0.0, 0.0, between(random, -3.0, 3.0)),
        2 => {
            let angles = vector(random, -2.0, 2.0).map(|part| part.round() * quarter / 2.0);
            UnitQuaternion::from_euler_angles(angles.x, angles.y, angles.z)
        }
        _ => UnitQuaternion::from_scaled_axis(vector(random, -2.0, 2.0)),
    }
}

/// Returns the range of random cases: a sample, or all with `SIM_SOAK=1`.
pub fn cases(sample: u64, soak: u64) -> std::ops::Range<u64> {
    0..if std::env::var_os("SIM_SOAK").is_some() { soak } else { sample }
}
