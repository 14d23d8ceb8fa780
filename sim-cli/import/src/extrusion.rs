//! Triangulates extrusions of VRML97 (ISO/IEC 14772-1:1997, 6.18) and of Webots' PROTO, which differs in the orientation of the
//! cross-section, in the axes of its rotations, and in supporting a spline as its spine.

use super::frame::turn;
use super::mesh::Mesh;
use nalgebra::{Matrix3, Vector3};

/// The dialect of an extrusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// VRML97.
    Node,
    /// Webots' PROTO up to R2021b, with cross-sections oriented as in VRML97.
    OldProto,
    /// Webots' PROTO since R2022a.
    Proto,
}

/// Parameters of an extrusion, in the axes of VRML97.
#[derive(Clone, Debug)]
pub(super) struct Extrusion {
    /// Vertices of the cross-section: x and z.
    pub(super) section: Vec<[f64; 2]>,
    /// Points of the spine.
    pub(super) spine: Vec<Vector3<f64>>,
    /// Scale factors along x and z of the cross-section: a single one, or one per spine point.
    pub(super) scale: Vec<[f64; 2]>,
    /// Rotations of the cross-section, likewise: axis and angle.
    pub(super) orientation: Vec<[f64; 4]>,
    /// Whether the first and last cross-sections are capped.
    pub(super) caps: [bool; 2],
    pub(super) kind: Kind,
}

/// Lengths below this are treated as zero.
const NOTHING: f64 = 1e-12;

impl Extrusion {
    fn is_closed(points: &[Vector3<f64>]) -> bool {
        points.len() > 2 && (points[0] - points[points.len() - 1]).norm() < NOTHING
    }

    /// The axes of each cross-section: x, y (along the spine) and z.
    fn planes(&self) -> Vec<Matrix3<f64>> {
        let (spine, count) = (&self.spine, self.spine.len());
        let closed = Self::is_closed(spine);
        let around = |at: usize| match (at, closed) {
            (0, true) => (spine[count - 2], spine[1]),
            (0, false) => (spine[0], spine[1]),
            (last, true) if last == count - 1 => (spine[count - 2], spine[1]),
            (last, false) if last == count - 1 => (spine[count - 2], spine[last]),
            _ => (spine[at - 1], spine[at + 1]),
        };
        let unit = |vector: Vector3<f64>| vector.try_normalize(NOTHING);
        let ys: Vec<Option<Vector3<f64>>> = (0..count).map(&around).map(|(from, to)| unit(to - from)).collect();
        let first_y = ys.iter().flatten().next().copied().unwrap_or_else(Vector3::y);
        let ys = carried(ys, first_y);
        // An inner point has the z axis of its own bend; the ends of an open spine have that of their neighbors.
        let bend = |at: usize| {
            let inner = closed || (at > 0 && at < count - 1);
            let (before, after) = if inner { around(at) } else { return None };
            let z = (after - spine[at]).cross(&(before - spine[at]));
            unit(z).filter(|_| z.norm() > 1e-9 * (after - spine[at]).norm() * (before - spine[at]).norm())
        };
        let mut zs: Vec<Option<Vector3<f64>>> = (0..count).map(bend).collect();
        let mut last: Option<Vector3<f64>> = None;
        for z in zs.iter_mut().flatten() {
            if last.is_some_and(|last| z.dot(&last) < 0.0) {
                *z = -*z;
            }
            last = Some(*z);
        }
        let first_z = zs.iter().flatten().next().copied().unwrap_or_else(|| {
            // A straight spine: rotate z together with y.
            nalgebra::Rotation3::rotation_between(&Vector3::y(), &first_y)
                .map_or(-Vector3::z(), |turn| turn * Vector3::z())
        });
        // The PROTO flips the z axes if the first one has a positive component.
        let first_z = match (self.kind, zs.first().copied().flatten()) {
            (Kind::Proto, None) if first_z.iter().any(|part| *part > NOTHING) => {
                zs.iter_mut().flatten().for_each(|z| *z = -*z);
                -first_z
            }
            (Kind::Proto, Some(z)) if z.iter().any(|part| *part > NOTHING) => {
                zs.iter_mut().flatten().for_each(|z| *z = -*z);
                -z
            }
            _ => first_z,
        };
        let zs = carried(zs, first_z);
        let axes = ys.iter().zip(&zs).map(|(y, z)| {
            let x = unit(y.cross(z)).unwrap_or_else(Vector3::x);
            Matrix3::from_columns(&[x, *y, unit(x.cross(y)).unwrap_or(*z)])
        });
        axes.collect()
    }

    /// The triangles, in the axes of VRML97; none if the extrusion is degenerate.
    pub(super) fn mesh(&self) -> Option<Mesh> {
        let mut section = self.section.clone();
        let closed_section = section.len() > 2 && section.first() == section.last();
        if closed_section {
            section.pop();
        }
        let count = section.len();
        if count < 2 || self.spine.len() < 2 {
            return None;
        }
        let mut mesh = Mesh::default();
        for (at, axes) in self.planes().iter().enumerate() {
            let scale = self.scale[at.min(self.scale.len() - 1)];
            let turned = match self.kind {
                Kind::Node => axes * turn(self.orientation[at.min(self.orientation.len() - 1)]).into_inner(),
                // Rotations are in the axes of the node; points without one are not rotated.
                Kind::OldProto | Kind::Proto => match self.orientation.get(at) {
                    Some(about) => turn(*about).into_inner() * axes,
                    None => *axes,
                },
            };
            for [x, z] in &section {
                let point = self.spine[at] + turned * Vector3::new(x * scale[0], 0.0, z * scale[1]);
                mesh.point(point.x, point.y, point.z);
            }
        }
        let at = |ring: usize, corner: usize| (ring * count + corner % count) as u32;
        let area: f64 =
            (0..count).map(|a| (section[a], section[(a + 1) % count])).map(|([x, z], [u, w])| x * w - u * z).sum();
        for ring in 1..self.spine.len() {
            for corner in 0..if closed_section { count } else { count - 1 } {
                // With the spine along y and a cross-section that winds from x to z, these face outward.
                let [a, b] = [at(ring - 1, corner), at(ring, corner)];
                let [c, d] = [at(ring, corner + 1), at(ring - 1, corner + 1)];
                mesh.quad(if area < 0.0 { [a, d, c, b] } else { [a, b, c, d] });
            }
        }
        let mut numbers: Vec<u32> = Vec::new();
        earcut::Earcut::new().earcut(section.iter().copied(), &[], &mut numbers);
        for (ring, cap) in [(0, self.caps[0]), (self.spine.len() - 1, self.caps[1])] {
            if !cap || Self::is_closed(&self.spine) {
                continue;
            }
            for corners in numbers.chunks_exact(3) {
                let [[ax, az], [bx, bz], [cx, cz]] = [0, 1, 2].map(|corner| section[corners[corner] as usize]);
                // Winding from x to z faces against the spine, as the first cap does.
                let against = (bx - ax) * (cz - az) > (cx - ax) * (bz - az);
                let [a, b, c] = [0, 1, 2].map(|corner| at(ring, corners[corner] as usize));
                mesh.triangles.push(if against == (ring == 0) { [a, b, c] } else { [a, c, b] });
            }
        }
        let points = &mesh.points;
        mesh.triangles.retain(|triangle| {
            let [a, b, c] = triangle.map(|index| points[index as usize]);
            a != b && b != c && a != c
        });
        (!mesh.triangles.is_empty()).then_some(mesh)
    }
}

/// An extrusion of the PROTO along the uniform cubic B-spline of its spine, with the same end points. Scales and rotations are
/// interpolated between the points.
pub(super) fn spline(extrusion: Extrusion, pieces: usize) -> Extrusion {
    let Extrusion { spine, scale, orientation, .. } = &extrusion;
    let (count, pieces) = (spine.len(), pieces.max(1));
    // Extrapolate linearly before the first and after the last point.
    let point = |at: isize| match at {
        -1 => 2.0 * spine[0] - spine[1],
        at if at as usize == count => 2.0 * spine[count - 1] - spine[count - 2],
        at => spine[at as usize],
    };
    let mut line = vec![spine[0]];
    for from in 0..count as isize - 1 {
        let [a, b, c, d] = [-1, 0, 1, 2].map(|by| point(from + by));
        for piece in 1..=pieces {
            let t = piece as f64 / pieces as f64;
            let s = 1.0 - t;
            let weights =
                [s * s * s, 3.0 * t * t * t - 6.0 * t * t + 4.0, 3.0 * s * s * s - 6.0 * s * s + 4.0, t * t * t];
            line.push((a * weights[0] + b * weights[1] + c * weights[2] + d * weights[3]) / 6.0);
        }
    }
    let between = |at: usize| (at / pieces, (at % pieces) as f64 / pieces as f64);
    let scale = match scale.len() {
        1 => scale.clone(),
        given => (0..line.len())
            .map(|at| {
                let (from, t) = between(at);
                let [a, b] = [from, from + 1].map(|at| scale[at.min(given - 1)]);
                [a[0] * (1.0 - t) + b[0] * t, a[1] * (1.0 - t) + b[1] * t]
            })
            .collect(),
    };
    let none = [0.0, 1.0, 0.0, 0.0];
    let orientation = match orientation.len() {
        1 if pieces > 1 => vec![orientation[0]; line.len()],
        given if pieces > 1 => (0..given * pieces)
            .map(|at| {
                let (from, t) = between(at);
                let [a, b] = [from, from + 1].map(|at| orientation.get(at).copied().unwrap_or(none));
                let part = |at: usize| a[at] * (1.0 - t) + b[at] * t;
                let turn = [part(0), part(1), part(2), part(3)];
                if turn[..3].iter().all(|part| part.abs() < 1e-100) { none } else { turn }
            })
            .collect(),
        _ => orientation.clone(),
    };
    Extrusion { spine: line, scale, orientation, ..extrusion }
}

/// Replaces missing vectors by the previous one; initially by `first`.
fn carried(vectors: Vec<Option<Vector3<f64>>>, first: Vector3<f64>) -> Vec<Vector3<f64>> {
    let mut last = first;
    let carry = |vector: Option<Vector3<f64>>| {
        last = vector.unwrap_or(last);
        last
    };
    vectors.into_iter().map(carry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extrusion(section: &[[f64; 2]], spine: &[[f64; 3]]) -> Extrusion {
        Extrusion {
            section: section.to_vec(),
            spine: spine.iter().map(|point| Vector3::from(*point)).collect(),
            scale: vec![[1.0; 2]],
            orientation: vec![[0.0, 0.0, 1.0, 0.0]],
            caps: [true; 2],
            kind: Kind::Node,
        }
    }

    fn extent(mesh: &Mesh) -> [[f64; 3]; 2] {
        let first = mesh.points[0];
        let [low, high] = mesh.points.iter().fold([first; 2], |[low, high], point| [low.inf(point), high.sup(point)]);
        [low.into(), high.into()]
    }

    /// The standard's default square, which winds from z to x, and its reverse.
    const SQUARE: [[f64; 2]; 5] = [[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];

    #[test]
    fn a_square_along_y_is_a_closed_box_in_either_direction() {
        let mut back = SQUARE;
        back.reverse();
        for section in [SQUARE, back] {
            for spine in [[[0.0, 0.0, 0.0], [0.0, 3.0, 0.0]], [[0.0, 3.0, 0.0], [0.0, 0.0, 0.0]]] {
                let mesh = extrusion(&section, &spine).mesh().unwrap();
                assert!(mesh.is_closed() && (mesh.volume() - 12.0).abs() < 1e-12, "{}", mesh.volume());
                assert_eq!(extent(&mesh), [[-1.0, 0.0, -1.0], [1.0, 3.0, 1.0]]);
            }
        }
    }

    /// BL-03: The river banks are an extrusion: 12 m wide, 2 m high, 20 m long.
    #[test]
    fn the_banks_are_as_large_as_the_thesis_has_them() {
        let section = [[-3.0, 1.0], [-1.0, 1.0], [-0.5, 0.0], [0.5, 0.0], [1.0, 1.0], [3.0, 1.0]];
        let mesh = extrusion(&section, &[[0.0, 0.0, 5.0], [0.0, 0.0, -5.0]]).mesh().unwrap();
        let scaled = mesh.moved(&Matrix3::from_diagonal_element(2.0), &Vector3::zeros());
        let [low, high] = extent(&scaled);
        for (found, wanted) in low.iter().chain(&high).zip([-6.0, 0.0, -10.0, 6.0, 2.0, 10.0]) {
            assert!((found - wanted).abs() < 1e-9, "{low:?} {high:?}");
        }
    }

    #[test]
    fn a_bent_spine_keeps_its_width_and_a_ring_has_no_caps() {
        let bent =
            extrusion(&SQUARE, &[[0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 8.0, 0.0], [8.0, 8.0, 0.0]]).mesh().unwrap();
        assert!(bent.is_closed() && bent.volume() > 0.0);
        let [low, high] = extent(&bent);
        assert!((high[2] - low[2] - 2.0).abs() < 1e-9, "{low:?} {high:?}");
        let ring = [[5.0, 0.0, 0.0], [0.0, 0.0, 5.0], [-5.0, 0.0, 0.0], [0.0, 0.0, -5.0], [5.0, 0.0, 0.0]];
        let ring = extrusion(&SQUARE, &ring).mesh().unwrap();
        assert!(ring.is_closed() && ring.volume() > 0.0, "{}", ring.volume());
    }

    #[test]
    fn scale_and_orientation_hold_for_each_point_of_the_spine() {
        let mut tapered = extrusion(&SQUARE, &[[0.0, 0.0, 0.0], [0.0, 3.0, 0.0]]);
        tapered.scale = vec![[1.0, 1.0], [0.5, 2.0]];
        let mesh = tapered.mesh().unwrap();
        assert_eq!(extent(&mesh), [[-1.0, 0.0, -2.0], [1.0, 3.0, 2.0]]);
        tapered.scale = vec![[2.0, 1.0]];
        tapered.orientation = vec![[0.0, 1.0, 0.0, std::f64::consts::FRAC_PI_2]];
        let [low, high] = extent(&tapered.mesh().unwrap());
        assert!((high[0] - 1.0).abs() < 1e-9 && (high[2] - 2.0).abs() < 1e-9 && low[1] == 0.0, "{low:?} {high:?}");
        assert!(extrusion(&SQUARE[..1], &[[0.0; 3], [1.0; 3]]).mesh().is_none());
        assert!(extrusion(&SQUARE, &[[0.0; 3], [0.0; 3]]).mesh().is_none_or(|mesh| !mesh.triangles.is_empty()));
    }
}
