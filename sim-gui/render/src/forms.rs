//! Converts forms to meshes. Forms that differ only in size share one mesh of unit size.

use crate::mesh::{MeshData, Vertex};
use nalgebra::Vector3;
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::{Form, Prism, Terrain};
use std::f32::consts::{PI, TAU};
use std::path::PathBuf;
use std::sync::Arc;

/// The level of detail of curved shapes and meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Detail {
    /// Smooth cylinders and spheres; meshes as in their files.
    #[default]
    Full,
    /// Few vertices, boxes instead of meshes: for very many things, or a slow machine.
    Low,
}

/// The source of a mesh; equal keys share a mesh.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MeshKey {
    Box,
    Sphere(Detail),
    Cylinder(Detail),
    /// Height over radius, in thousandths.
    Capsule(Detail, u64),
    Ramp,
    Plane,
    Terrain(usize),
    Prism(usize),
    Triangles(usize),
    File(Detail, Arc<PathBuf>),
}

/// The mesh key of a form, and the scale factors from the unit mesh to the form.
pub(crate) fn key(form: &Form, detail: Detail) -> (MeshKey, Vector3<f64>) {
    match form {
        Form::Box(size) => (MeshKey::Box, (*size).into()),
        Form::Sphere { radius } => (MeshKey::Sphere(detail), Vector3::repeat(*radius)),
        Form::Cylinder { radius, height } => (MeshKey::Cylinder(detail), Vector3::new(*radius, *radius, *height)),
        Form::Capsule { radius, height } => {
            let slender = (height / radius * 1000.0).round() as u64;
            (MeshKey::Capsule(detail, slender), Vector3::repeat(*radius))
        }
        Form::Ellipsoid { radii } => (MeshKey::Sphere(detail), (*radii).into()),
        Form::Ramp { length, width, height } => (MeshKey::Ramp, Vector3::new(*length, *width, *height)),
        Form::Plane => (MeshKey::Plane, Vector3::repeat(1.0)),
        Form::Terrain(terrain) => (MeshKey::Terrain(Arc::as_ptr(terrain) as usize), Vector3::repeat(1.0)),
        Form::Prism(prism) => (MeshKey::Prism(Arc::as_ptr(prism) as usize), Vector3::repeat(1.0)),
        Form::Triangles(mesh) => (MeshKey::Triangles(Arc::as_ptr(mesh) as usize), Vector3::repeat(1.0)),
        Form::Mesh { file, scale } => (MeshKey::File(detail, file.clone()), (*scale).into()),
    }
}

/// Builds the mesh of a form. Unusable parts of a file are added to `problems`.
///
/// # Errors
/// A mesh file cannot be used.
pub(crate) fn build(form: &Form, key: &MeshKey, problems: &mut Vec<Diagnostic>) -> Result<MeshData, Diagnostic> {
    Ok(match key {
        MeshKey::Box => cuboid(),
        MeshKey::Sphere(detail) => capsule(0.0, corners(*detail)),
        MeshKey::Cylinder(detail) => cylinder(corners(*detail)),
        MeshKey::Capsule(detail, slender) => capsule(*slender as f32 / 1000.0, corners(*detail)),
        MeshKey::Ramp => ramp(),
        MeshKey::Plane => plane(),
        MeshKey::Terrain(_) => match form {
            Form::Terrain(heights) => terrain(heights),
            _ => MeshData::default(),
        },
        MeshKey::Prism(_) => match form {
            Form::Prism(shape) => prism(shape),
            _ => MeshData::default(),
        },
        MeshKey::Triangles(_) => match form {
            Form::Triangles(mesh) => MeshData::of(mesh, problems),
            _ => MeshData::default(),
        },
        MeshKey::File(detail, file) => {
            let loaded = sim_core::mesh::load(file, [1.0; 3]).map_err(|error| Diagnostic::from(&error))?;
            match detail {
                Detail::Full => {
                    let known = problems.len();
                    let mesh = MeshData::of(&loaded.mesh, problems);
                    let name = file.display().to_string();
                    problems[known..].iter_mut().for_each(|problem| *problem = problem.clone().with_file(name.clone()));
                    mesh
                }
                Detail::Low => around(loaded.mesh.bounding_box().unwrap_or_default()),
            }
        }
    })
}

fn corners(detail: Detail) -> u32 {
    match detail {
        Detail::Full => 32,
        Detail::Low => 8,
    }
}

/// Half the edge length of an infinite plane, m.
const ENDLESS: f32 = 2000.0;

#[derive(Default)]
struct Builder {
    vertices: Vec<Vertex>,
    indices: Vec<u32>,
}

impl Builder {
    fn vertex(&mut self, position: [f32; 3], normal: [f32; 3]) -> u32 {
        self.vertices.push(Vertex { position, normal, color: [255; 4], place: [0.0; 2] });
        self.vertices.len() as u32 - 1
    }

    /// A flat face with its vertices counterclockwise as seen from outside.
    fn face(&mut self, corners: &[[f32; 3]]) {
        let [a, b, c] = [0, 1, 2].map(|index| Vector3::from(corners[index]));
        let normal = (b - a).cross(&(c - a)).normalize().into();
        let first = self.vertices.len() as u32;
        corners.iter().for_each(|corner| _ = self.vertex(*corner, normal));
        for last in 2..corners.len() as u32 {
            self.indices.extend([first, first + last - 1, first + last]);
        }
    }

    fn quad(&mut self, [a, b, c, d]: [u32; 4]) {
        self.indices.extend([a, b, c, a, c, d]);
    }

    fn done(self) -> MeshData {
        MeshData::new(self.vertices, self.indices)
    }
}

fn cuboid() -> MeshData {
    around([[-0.5; 3], [0.5; 3]])
}

fn around([low, high]: [[f64; 3]; 2]) -> MeshData {
    let corner = |x: usize, y: usize, z: usize| {
        let pick = |axis: usize, side: usize| if side == 0 { low[axis] as f32 } else { high[axis] as f32 };
        [pick(0, x), pick(1, y), pick(2, z)]
    };
    let mut builder = Builder::default();
    builder.face(&[corner(0, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(0, 1, 1)]);
    builder.face(&[corner(0, 0, 0), corner(0, 1, 0), corner(1, 1, 0), corner(1, 0, 0)]);
    builder.face(&[corner(1, 0, 0), corner(1, 1, 0), corner(1, 1, 1), corner(1, 0, 1)]);
    builder.face(&[corner(0, 0, 0), corner(0, 0, 1), corner(0, 1, 1), corner(0, 1, 0)]);
    builder.face(&[corner(0, 1, 0), corner(0, 1, 1), corner(1, 1, 1), corner(1, 1, 0)]);
    builder.face(&[corner(0, 0, 0), corner(1, 0, 0), corner(1, 0, 1), corner(0, 0, 1)]);
    builder.done()
}

/// Radius 1, height 1.
fn cylinder(corners: u32) -> MeshData {
    let mut builder = Builder::default();
    let ring = |index: u32| {
        let angle = TAU * index as f32 / corners as f32;
        [angle.cos(), angle.sin()]
    };
    let [top, bottom]: [Vec<[f32; 3]>; 2] =
        [0.5, -0.5].map(|z| (0..corners).map(ring).map(|[x, y]| [x, y, z]).collect());
    builder.face(&top);
    builder.face(&bottom.iter().rev().copied().collect::<Vec<_>>());
    let first = builder.vertices.len() as u32;
    for index in 0..=corners {
        let [x, y] = ring(index);
        builder.vertex([x, y, -0.5], [x, y, 0.0]);
        builder.vertex([x, y, 0.5], [x, y, 0.0]);
    }
    for index in 0..corners {
        let at = first + 2 * index;
        builder.quad([at, at + 2, at + 3, at + 1]);
    }
    builder.done()
}

/// Radius 1; two hemispheres, `slender` apart.
fn capsule(slender: f32, corners: u32) -> MeshData {
    let mut builder = Builder::default();
    let rows = corners / 2;
    // A sphere needs its equator once, a capsule twice.
    let rings: Vec<(f32, f32)> = (0..=rows)
        .flat_map(|row| {
            let latitude = PI * (row as f32 / rows as f32 - 0.5);
            let at = |side: f32| (latitude, side * slender / 2.0);
            match (2 * row).cmp(&rows) {
                std::cmp::Ordering::Less => vec![at(-1.0)],
                std::cmp::Ordering::Equal if slender > 0.0 => vec![at(-1.0), at(1.0)],
                _ => vec![at(1.0)],
            }
        })
        .collect();
    for (latitude, shift) in &rings {
        for index in 0..=corners {
            let longitude = TAU * index as f32 / corners as f32;
            let normal = [latitude.cos() * longitude.cos(), latitude.cos() * longitude.sin(), latitude.sin()];
            builder.vertex([normal[0], normal[1], normal[2] + shift], normal);
        }
    }
    for row in 0..rings.len() as u32 - 1 {
        for index in 0..corners {
            let at = row * (corners + 1) + index;
            builder.quad([at, at + 1, at + corners + 2, at + corners + 1]);
        }
    }
    builder.done()
}

/// Length, width and height 1, on z = 0, rising along x.
fn ramp() -> MeshData {
    let (a, b, c, d) = ([-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.5, 0.5, 0.0], [-0.5, 0.5, 0.0]);
    let (e, f) = ([0.5, -0.5, 1.0], [0.5, 0.5, 1.0]);
    let mut builder = Builder::default();
    builder.face(&[a, e, f, d]);
    builder.face(&[a, d, c, b]);
    builder.face(&[b, c, f, e]);
    builder.face(&[a, b, e]);
    builder.face(&[d, f, c]);
    builder.done()
}

fn prism(prism: &Prism) -> MeshData {
    let mut builder = Builder::default();
    let point = |corner: usize, z: f64| [prism.corners[corner][0] as f32, prism.corners[corner][1] as f32, z as f32];
    for [a, b, c] in &prism.triangles {
        builder.face(&[*a, *b, *c].map(|corner| point(corner, prism.height)));
        builder.face(&[*a, *c, *b].map(|corner| point(corner, 0.0)));
    }
    for a in 0..prism.corners.len() {
        let b = (a + 1) % prism.corners.len();
        builder.face(&[point(a, 0.0), point(b, 0.0), point(b, prism.height), point(a, prism.height)]);
    }
    builder.done()
}

fn plane() -> MeshData {
    let mut builder = Builder::default();
    let e = ENDLESS;
    builder.face(&[[-e, -e, 0.0], [e, -e, 0.0], [e, e, 0.0], [-e, e, 0.0]]);
    builder.done()
}

fn terrain(terrain: &Terrain) -> MeshData {
    let (columns, rows) = (terrain.columns, terrain.heights.len() / terrain.columns.max(1));
    let place = |index: usize, count: usize, size: f64| (index as f64 / (count - 1) as f64 - 0.5) * size;
    let point = |index: usize| {
        let (row, column) = (index / columns, index % columns);
        [place(column, columns, terrain.size[0]), place(row, rows, terrain.size[1]), terrain.heights[index]]
    };
    let points: Vec<[f64; 3]> = (0..columns * rows).map(point).collect();
    let cells = (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| (row * columns + column) as u32));
    let step = columns as u32;
    let triangles: Vec<[u32; 3]> =
        cells.flat_map(|at| [[at, at + 1, at + step], [at + 1, at + step + 1, at + step]]).collect();
    MeshData::from_triangles(&points, &triangles, |_| None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms() -> Vec<Form> {
        let heights = vec![0.0, 0.1, 0.2, 0.0, 0.3, 0.1];
        vec![
            Form::Box([1.0, 2.0, 3.0]),
            Form::Sphere { radius: 0.5 },
            Form::Cylinder { radius: 0.5, height: 2.0 },
            Form::Capsule { radius: 0.5, height: 1.0 },
            Form::Ellipsoid { radii: [0.5, 0.3, 0.2] },
            Form::Ramp { length: 2.0, width: 1.0, height: 0.5 },
            Form::Plane,
            Form::Terrain(Arc::new(Terrain { size: [2.0, 1.0], columns: 3, heights })),
            Form::Prism(Arc::new(Prism {
                corners: vec![[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 0.5], [0.0, 1.0]],
                triangles: vec![[0, 1, 3], [1, 2, 3], [0, 3, 4]],
                height: 0.4,
            })),
        ]
    }

    #[test]
    fn triangles_face_along_their_normals() {
        for form in forms() {
            for detail in [Detail::Full, Detail::Low] {
                let (key, _) = key(&form, detail);
                let mesh = build(&form, &key, &mut Vec::new()).unwrap();
                for number in 0..mesh.indices.len() / 3 {
                    let [a, b, c] = mesh.triangle(number).map(|vertex| Vector3::from(vertex.position));
                    let cross = (b - a).cross(&(c - a));
                    for vertex in mesh.triangle(number) {
                        let normal = Vector3::from(vertex.normal);
                        assert!((normal.norm() - 1.0).abs() < 1e-5, "{form:?}");
                        // The triangles at the poles of a sphere have no area.
                        assert!(cross.norm() < 1e-6 || cross.dot(&normal) > 0.0, "{form:?} {number}");
                    }
                }
            }
        }
    }

    #[test]
    fn scaled_meshes_are_as_large_as_their_forms() {
        let size = |form: Form| {
            let (key, scale) = key(&form, Detail::Full);
            let [low, high] = build(&form, &key, &mut Vec::new()).unwrap().bounds;
            let size: [f64; 3] = std::array::from_fn(|k| f64::from(high[k] - low[k]) * scale[k]);
            size.map(|part| (part * 1e4).round() / 1e4)
        };
        let sizes: Vec<[f64; 3]> = forms().into_iter().map(size).collect();
        assert_eq!(sizes[0], [1.0, 2.0, 3.0]);
        assert_eq!(sizes[1], [1.0, 1.0, 1.0]);
        assert_eq!(sizes[2], [1.0, 1.0, 2.0]);
        assert_eq!(sizes[3], [1.0, 1.0, 2.0]);
        assert_eq!(sizes[4], [1.0, 0.6, 0.4]);
        assert_eq!(sizes[5], [2.0, 1.0, 0.5]);
        assert_eq!(sizes[7], [2.0, 1.0, 0.3]);
        assert_eq!(sizes[8], [2.0, 1.0, 0.4]);
    }
}
