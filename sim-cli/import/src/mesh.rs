//! Triangle meshes: for shapes that scenes do not support, and for shapes distorted beyond their parameters.

use super::frame::tidy_number;
use nalgebra::{Matrix3, Vector3};
use std::collections::HashMap;
use std::f64::consts::{PI, TAU};
use std::fmt::Write;
use std::rc::Rc;

/// Number of segments around a cylinder, cone or sphere.
const AROUND: u32 = 48;

/// Points and triangles, wound counterclockwise as seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mesh {
    pub(super) points: Vec<Vector3<f64>>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds a point and returns its index.
    pub(super) fn point(&mut self, x: f64, y: f64, z: f64) -> u32 {
        self.points.push(Vector3::new(x, y, z));
        self.points.len() as u32 - 1
    }

    /// Adds two triangles that form a quadrilateral; the vertices are in cyclic order.
    pub(super) fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// The transformed mesh; a reflection reverses the winding.
    pub(super) fn moved(&self, linear: &Matrix3<f64>, by: &Vector3<f64>) -> Self {
        let points = self.points.iter().map(|point| linear * point + by).collect();
        let over = linear.determinant() < 0.0;
        let triangles = self.triangles.iter().map(|[a, b, c]| if over { [*a, *c, *b] } else { [*a, *b, *c] });
        Self { points, triangles: triangles.collect() }
    }

    /// The enclosed volume, m³; meaningless for an open surface.
    pub(super) fn volume(&self) -> f64 {
        let at = |index: u32| self.points[index as usize];
        self.triangles.iter().map(|[a, b, c]| at(*a).dot(&at(*b).cross(&at(*c))) / 6.0).sum()
    }

    /// Volume (m³) and the integrals of x (m⁴) and of x·xᵀ (m⁵) over the interior, computed from the tetrahedra between the origin and
    /// the triangles: Blow & Binstock, How to find the inertia tensor (or other mass properties) of a 3D solid body, 2004.
    pub(super) fn moments(&self) -> (f64, Vector3<f64>, Matrix3<f64>) {
        let at = |index: u32| self.points[index as usize];
        // The same integral of the tetrahedron between the origin and the unit vectors.
        let canonical = Matrix3::new(2.0, 1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0, 2.0) / 120.0;
        let mut whole = (0.0, Vector3::zeros(), Matrix3::zeros());
        for [a, b, c] in &self.triangles {
            let edges = Matrix3::from_columns(&[at(*a), at(*b), at(*c)]);
            let size = edges.determinant();
            whole.0 += size / 6.0;
            whole.1 += (at(*a) + at(*b) + at(*c)) * (size / 24.0);
            whole.2 += edges * canonical * edges.transpose() * size;
        }
        whole
    }

    /// Whether every edge is shared by two triangles that traverse it in opposite directions.
    pub(super) fn is_closed(&self) -> bool {
        // Merge points at the same position.
        let mut numbers = HashMap::with_capacity(self.points.len());
        let number = |point: &Vector3<f64>| {
            let next = numbers.len() as u64;
            *numbers.entry([point.x, point.y, point.z].map(|part| (part + 0.0).to_bits())).or_insert(next)
        };
        let places: Vec<u64> = self.points.iter().map(number).collect();
        // Each edge as the indices of its ends, the smaller one first, and its direction.
        let mut edges: Vec<u64> = Vec::with_capacity(3 * self.triangles.len());
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|index| places[index as usize]);
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if from != to {
                    edges.push(from.min(to) << 33 | from.max(to) << 1 | u64::from(from < to));
                }
            }
        }
        edges.sort_unstable();
        let even = |same: &[u64]| 2 * same.iter().filter(|edge| *edge & 1 == 1).count() == same.len();
        !self.triangles.is_empty() && edges.chunk_by(|one, other| one >> 1 == other >> 1).all(even)
    }

    /// A cuboid centered at the origin.
    pub(super) fn cuboid(size: [f64; 3]) -> Self {
        let [x, y, z] = size.map(|edge| edge / 2.0);
        let mut mesh = Self::default();
        for corner in 0..8 {
            let side = |bit: u32, half: f64| if corner >> bit & 1 == 0 { -half } else { half };
            mesh.point(side(0, x), side(1, y), side(2, z));
        }
        for face in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
            mesh.quad(face);
        }
        mesh
    }

    /// A solid of revolution about z. Each ring is a radius and a height, from bottom to top; if the solid is closed, the first and last
    /// radius are 0.
    pub(super) fn revolution(rings: &[[f64; 2]]) -> Self {
        let mut mesh = Self::default();
        let mut below: Option<Vec<u32>> = None;
        for [radius, height] in rings {
            let ring: Vec<u32> = if *radius == 0.0 {
                vec![mesh.point(0.0, 0.0, *height); AROUND as usize]
            } else {
                let angle = |step: u32| TAU * f64::from(step) / f64::from(AROUND);
                (0..AROUND)
                    .map(|step| mesh.point(radius * angle(step).cos(), radius * angle(step).sin(), *height))
                    .collect()
            };
            if let Some(below) = &below {
                for step in 0..AROUND as usize {
                    let next = (step + 1) % AROUND as usize;
                    let [a, b, c, d] = [below[step], below[next], ring[next], ring[step]];
                    mesh.triangles
                        .extend([[a, b, c], [a, c, d]].into_iter().filter(|[a, b, c]| a != b && b != c && a != c));
                }
            }
            below = Some(ring);
        }
        mesh
    }

    /// A cylinder centered at the origin, with its axis along z.
    pub(super) fn cylinder(radius: f64, height: f64) -> Self {
        let half = height / 2.0;
        Self::revolution(&[[0.0, -half], [radius, -half], [radius, half], [0.0, half]])
    }

    /// A cone along z, with its base at −height/2 and its apex at +height/2.
    pub(super) fn cone(radius: f64, height: f64) -> Self {
        let half = height / 2.0;
        Self::revolution(&[[0.0, -half], [radius, -half], [0.0, half]])
    }

    /// A capsule along z; a sphere if `height` is 0.
    pub(super) fn capsule(radius: f64, height: f64) -> Self {
        let steps = AROUND / 4;
        let half = |from: f64, middle: f64| {
            (0..=steps).map(move |step| {
                let angle = from + PI / 2.0 * f64::from(step) / f64::from(steps);
                let wide = if (angle.abs() - PI / 2.0).abs() < 1e-9 { 0.0 } else { radius * angle.cos() };
                [wide, middle + radius * angle.sin()]
            })
        };
        let rings = half(-PI / 2.0, -height / 2.0).chain(half(0.0, height / 2.0).skip(usize::from(height == 0.0)));
        Self::revolution(&rings.collect::<Vec<_>>())
    }

    /// A height grid centered at the origin: rows of heights, starting at the largest y.
    pub(super) fn grid(size: [f64; 2], rows: &[Vec<f64>]) -> Self {
        let mut mesh = Self::default();
        let columns = rows.first().map_or(0, Vec::len);
        for (j, row) in rows.iter().enumerate() {
            for (i, height) in row.iter().enumerate() {
                let part = |at: usize, count: usize| at as f64 / (count - 1) as f64 - 0.5;
                mesh.point(part(i, columns) * size[0], -part(j, rows.len()) * size[1], *height);
            }
        }
        for j in 1..rows.len() {
            for i in 1..columns {
                let at = |j: usize, i: usize| (j * columns + i) as u32;
                mesh.quad([at(j, i - 1), at(j, i), at(j - 1, i), at(j - 1, i - 1)]);
            }
        }
        mesh
    }
}

/// Writes single-colored meshes as an OBJ file, and an MTL file with their materials if there are several.
pub(super) fn to_obj(parts: &[(Rc<Mesh>, [f64; 4])], materials: &str) -> (String, Option<String>) {
    let (mut obj, mut mtl) = (String::new(), String::new());
    let several = parts.len() > 1;
    if several {
        let _ = writeln!(obj, "mtllib {materials}");
    }
    let mut first = 1;
    for (number, (mesh, [red, green, blue, opacity])) in parts.iter().enumerate() {
        if several {
            let _ = writeln!(mtl, "newmtl part{number}\nKd {red} {green} {blue}\nd {opacity}");
            let _ = writeln!(obj, "usemtl part{number}");
        }
        for point in &mesh.points {
            let [x, y, z] = [point.x, point.y, point.z].map(tidy_number);
            let _ = writeln!(obj, "v {x} {y} {z}");
        }
        for triangle in &mesh.triangles {
            let [a, b, c] = triangle.map(|index| index as usize + first);
            let _ = writeln!(obj, "f {a} {b} {c}");
        }
        first += mesh.points.len();
    }
    (obj, several.then_some(mtl))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minimum and maximum corner of the bounding box.
    fn extent(mesh: &Mesh) -> [Vector3<f64>; 2] {
        let first = mesh.points[0];
        mesh.points.iter().fold([first; 2], |[low, high], point| [low.inf(point), high.sup(point)])
    }

    #[test]
    fn bodies_are_closed_wound_outward_and_as_large_as_they_should() {
        // Ratio of the areas of a 48-sided polygon and its circumscribed circle.
        let round = (f64::from(AROUND) / TAU) * (TAU / f64::from(AROUND)).sin();
        for (mesh, volume, size) in [
            (Mesh::cuboid([1.0, 2.0, 3.0]), 6.0, [1.0, 2.0, 3.0]),
            (Mesh::cylinder(0.5, 2.0), PI * 0.25 * 2.0 * round, [1.0, 1.0, 2.0]),
            (Mesh::cone(0.5, 3.0), PI * 0.25 * round, [1.0, 1.0, 3.0]),
        ] {
            assert!(mesh.is_closed() && (mesh.volume() - volume).abs() < 1e-12, "{} {volume}", mesh.volume());
            let [low, high] = extent(&mesh);
            assert!((high - low - Vector3::from(size)).amax() < 1e-12);
        }
        for (mesh, volume) in
            [(Mesh::capsule(1.0, 0.0), PI * 4.0 / 3.0), (Mesh::capsule(1.0, 2.0), PI * 4.0 / 3.0 + PI * 2.0)]
        {
            assert!(mesh.is_closed() && (mesh.volume() / volume - 1.0).abs() < 0.01, "{} {volume}", mesh.volume());
        }
        let mirrored =
            Mesh::cuboid([1.0; 3]).moved(&Matrix3::from_diagonal(&Vector3::new(1.0, -1.0, 1.0)), &Vector3::x());
        assert!((mirrored.volume() - 1.0).abs() < 1e-12 && mirrored.is_closed());
    }

    #[test]
    fn a_grid_has_its_first_row_at_the_largest_y_and_faces_up() {
        let mesh = Mesh::grid([2.0, 4.0], &[vec![1.0, 2.0], vec![3.0, 4.0]]);
        assert_eq!(mesh.points[0], Vector3::new(-1.0, 2.0, 1.0));
        assert_eq!(mesh.points[3], Vector3::new(1.0, -2.0, 4.0));
        assert!(!mesh.is_closed());
        for [a, b, c] in &mesh.triangles {
            let [a, b, c] = [a, b, c].map(|index| mesh.points[*index as usize]);
            assert!((b - a).cross(&(c - a)).z > 0.0);
        }
    }

    #[test]
    fn several_parts_of_a_file_keep_their_colors() {
        let part = |color| (Rc::new(Mesh::cuboid([1.0; 3])), color);
        let (obj, mtl) = to_obj(&[part([1.0, 0.0, 0.0, 1.0])], "a.mtl");
        assert!(mtl.is_none() && obj.starts_with("v -0.5 -0.5 -0.5\n") && obj.contains("f 1 3 4\n"));
        let (obj, mtl) = to_obj(&[part([1.0, 0.0, 0.0, 1.0]), part([0.0, 1.0, 0.0, 0.5])], "a.mtl");
        assert!(
            obj.starts_with("mtllib a.mtl\nusemtl part0\n")
                && obj.contains("usemtl part1\nv ")
                && obj.contains("f 9 11 12\n")
        );
        assert!(mtl.unwrap().contains("newmtl part1\nKd 0 1 0\nd 0.5\n"));
    }
}
