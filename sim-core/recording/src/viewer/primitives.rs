//! Converts shapes to the primitives that viewers draw.

use super::super::scenery::{Entity, Piece, PieceShape};
use super::wire::Wire;
use nalgebra::{Isometry3, Vector3};
use sim_diagnostics::marks;
use sim_engine::{Form, Prism, Terrain};
use sim_model::mesh::{self, TriangleMesh};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

/// Edge length and thickness of the box that represents an infinite plane, m.
const PLANE: [f64; 2] = [100.0, 0.002];
/// Maximum total size of the meshes of a recording, bytes; further ones are replaced by boxes of their size.
const MESHES: usize = 64 << 20;

/// Fields of `foxglove.SceneEntity`.
const FRAME: u32 = 2;
const ID: u32 = 3;
const FRAME_LOCKED: u32 = 5;
const CUBES: u32 = 8;
const SPHERES: u32 = 9;
const CYLINDERS: u32 = 10;
const LINES: u32 = 11;
const TRIANGLES: u32 = 12;
const TEXTS: u32 = 13;

/// A mesh file and its scale factors, as bits.
type MeshKey = (Arc<PathBuf>, [u64; 3]);

/// Creates primitives; caches meshes that are used several times.
#[derive(Default)]
pub(super) struct Primitives {
    meshes: HashMap<MeshKey, Option<Arc<TriangleMesh>>>,
    /// Bytes of meshes written so far.
    written: usize,
}

impl Primitives {
    /// An entity as `foxglove.SceneEntity` without its time, in its frame.
    pub(super) fn entity(&mut self, entity: &Entity, frame: &str) -> Vec<u8> {
        let mut out = Vec::new();
        let mut wire = Wire(&mut out);
        wire.text(FRAME, frame);
        wire.text(ID, &entity.id);
        wire.number(FRAME_LOCKED, 1);
        entity.pieces.iter().for_each(|piece| self.piece(&mut wire, piece));
        out
    }

    fn piece(&mut self, out: &mut Wire<'_>, Piece { placement, color, shape }: &Piece) {
        match shape {
            PieceShape::Form(form) => self.form(out, placement, *color, form),
            PieceShape::Line { points, closed } => line(out, points.iter().copied(), *closed, *color),
            PieceShape::Text(text) => out.message(TEXTS, |message| {
                message.pose(1, placement);
                message.number(2, 1);
                message.double(3, marks::TEXT_HEIGHT);
                message.number(4, 0);
                message.color(5, *color);
                message.text(6, text);
            }),
        }
    }

    fn form(&mut self, out: &mut Wire<'_>, placement: &Isometry3<f64>, color: [f32; 4], form: &Form) {
        match form {
            Form::Box(size) => solid(out, CUBES, placement, *size, color),
            Form::Sphere { radius } => solid(out, SPHERES, placement, [2.0 * radius; 3], color),
            Form::Ellipsoid { radii } => solid(out, SPHERES, placement, radii.map(|radius| 2.0 * radius), color),
            Form::Cylinder { radius, height } => cylinder(out, placement, *radius, *height, color),
            Form::Capsule { radius, height } => {
                cylinder(out, placement, *radius, *height, color);
                for end in [-height / 2.0, height / 2.0] {
                    let place = placement * Isometry3::translation(0.0, 0.0, end);
                    solid(out, SPHERES, &place, [2.0 * radius; 3], color);
                }
            }
            Form::Plane => {
                let [edge, thickness] = PLANE;
                let place = placement * Isometry3::translation(0.0, 0.0, -thickness / 2.0);
                solid(out, CUBES, &place, [edge, edge, thickness], color);
            }
            Form::Ramp { length, width, height } => {
                triangles(out, placement, &ramp(*length, *width, *height), &RAMP, color);
            }
            Form::Prism(prism) => {
                let (points, faces) = prism_faces(prism);
                triangles(out, placement, &points, &faces, color);
            }
            Form::Terrain(terrain) => {
                let (points, faces) = terrain_faces(terrain);
                triangles(out, placement, &points, &faces, color);
            }
            Form::Triangles(mesh) => triangles(out, placement, &mesh.vertices, &mesh.triangles, color),
            Form::Mesh { file, scale } => self.mesh(out, placement, color, file, *scale),
        }
    }

    /// A mesh part by part, each with its color from the file. Unreadable files were reported when the world was
    /// built.
    fn mesh(
        &mut self,
        out: &mut Wire<'_>,
        placement: &Isometry3<f64>,
        color: [f32; 4],
        file: &Arc<PathBuf>,
        scale: [f64; 3],
    ) {
        let key = (Arc::clone(file), scale.map(f64::to_bits));
        let read = || mesh::load(file, scale).ok().map(|loaded| Arc::new(loaded.mesh));
        let Some(mesh) = self.meshes.entry(key).or_insert_with(read).clone() else { return };
        let before = out.0.len();
        if self.written + BYTES_PER_POINT * mesh.vertices.len() + BYTES_PER_FACE * mesh.triangles.len() > MESHES {
            let Some([low, high]) = mesh.bounding_box() else { return };
            let (low, high) = (Vector3::from(low), Vector3::from(high));
            let place = placement * Isometry3::from((low + high) / 2.0);
            return solid(out, CUBES, &place, (high - low).into(), color);
        }
        let part = |part: &mesh::MeshPart| {
            let own = part.color.unwrap_or([1.0; 4]);
            let color = std::array::from_fn(|index| color[index] * own[index]);
            let (points, faces) = used(&mesh, &mesh.triangles[part.triangles.clone()]);
            triangles(out, placement, &points, &faces, color);
        };
        mesh.parts.iter().for_each(part);
        self.written += out.0.len() - before;
    }
}

/// Approximate size of a point and a triangle in a message.
const BYTES_PER_POINT: usize = 29;
const BYTES_PER_FACE: usize = 12;

/// `foxglove.CubePrimitive` or `foxglove.SpherePrimitive`, which have the same fields.
fn solid(out: &mut Wire<'_>, field: u32, placement: &Isometry3<f64>, size: [f64; 3], color: [f32; 4]) {
    out.message(field, |message| {
        message.pose(1, placement);
        message.vector(2, size);
        message.color(3, color);
    });
}

fn cylinder(out: &mut Wire<'_>, placement: &Isometry3<f64>, radius: f64, height: f64, color: [f32; 4]) {
    out.message(CYLINDERS, |message| {
        message.pose(1, placement);
        message.vector(2, [2.0 * radius, 2.0 * radius, height]);
        message.double(3, 1.0);
        message.double(4, 1.0);
        message.color(5, color);
    });
}

/// A line, `foxglove.LinePrimitive`.
pub(super) fn line(out: &mut Wire<'_>, points: impl Iterator<Item = [f64; 3]>, closed: bool, color: [f32; 4]) {
    out.message(LINES, |message| {
        message.number(1, closed.into());
        message.pose(2, &Isometry3::identity());
        message.double(3, marks::LINE_WIDTH.into());
        message.number(4, 1);
        points.for_each(|point| message.vector(5, point));
        message.color(6, color);
    });
}

fn triangles(out: &mut Wire<'_>, placement: &Isometry3<f64>, points: &[[f64; 3]], faces: &[[u32; 3]], color: [f32; 4]) {
    out.message(TRIANGLES, |message| {
        message.pose(1, placement);
        points.iter().for_each(|point| message.vector(2, *point));
        message.color(3, color);
        message.fixed32s(5, faces.as_flattened().iter().copied());
    });
}

/// The points that some triangles use, and the triangles as indices of these points.
fn used(mesh: &TriangleMesh, faces: &[[u32; 3]]) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let (mut points, mut numbers) = (Vec::new(), BTreeMap::new());
    let mut number = |corner: u32| {
        *numbers.entry(corner).or_insert_with(|| {
            points.push(mesh.vertices[corner as usize]);
            points.len() as u32 - 1
        })
    };
    let faces = faces.iter().map(|face| face.map(&mut number)).collect();
    (points, faces)
}

/// Corners of a wedge: the lower edge at −x, the foot of the upper end at +x, and its upper edge, each from −y to +y.
fn ramp(length: f64, width: f64, height: f64) -> [[f64; 3]; 6] {
    let (x, y) = (length / 2.0, width / 2.0);
    [[-x, -y, 0.0], [-x, y, 0.0], [x, -y, 0.0], [x, y, 0.0], [x, -y, height], [x, y, height]]
}

/// Slope, upper end, bottom and the two sides.
const RAMP: [[u32; 3]; 8] = [[0, 4, 5], [0, 5, 1], [2, 3, 5], [2, 5, 4], [0, 1, 3], [0, 3, 2], [0, 2, 4], [1, 5, 3]];

fn prism_faces(prism: &Prism) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let count = prism.corners.len() as u32;
    let level = |z: f64| prism.corners.iter().map(move |[x, y]| [*x, *y, z]);
    let points = level(0.0).chain(level(prism.height)).collect();
    let mut faces = Vec::new();
    for triangle in &prism.triangles {
        let [a, b, c] = triangle.map(|corner| corner as u32);
        faces.extend([[a + count, b + count, c + count], [a, c, b]]);
    }
    for corner in 0..count {
        let next = (corner + 1) % count;
        faces.extend([[corner, next, next + count], [corner, next + count, corner + count]]);
    }
    (points, faces)
}

fn terrain_faces(terrain: &Terrain) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let columns = terrain.columns.max(1);
    let rows = terrain.heights.len() / columns;
    let part = |index: usize, count: usize| index as f64 / count.saturating_sub(1).max(1) as f64 - 0.5;
    let point = |(index, height): (usize, &f64)| {
        let (row, column) = (index / columns, index % columns);
        [part(column, columns) * terrain.size[0], part(row, rows) * terrain.size[1], *height]
    };
    let points = terrain.heights.iter().enumerate().map(point).collect();
    let mut faces = Vec::new();
    for row in 1..rows {
        for column in 1..columns {
            let here = (row * columns + column) as u32;
            let below = here - columns as u32;
            faces.extend([[below - 1, below, here], [below - 1, here, here - 1]]);
        }
    }
    (points, faces)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Volume enclosed by triangles, m³; negative if they face inward (divergence theorem).
    fn volume(points: &[[f64; 3]], faces: &[[u32; 3]]) -> f64 {
        let corner = |number: u32| Vector3::from(points[number as usize]);
        let part = |face: &[u32; 3]| corner(face[0]).dot(&corner(face[1]).cross(&corner(face[2]))) / 6.0;
        faces.iter().map(part).sum()
    }

    #[test]
    fn wedges_and_prisms_are_closed_and_face_outward() {
        assert!((volume(&ramp(2.0, 3.0, 0.5), &RAMP) - 1.5).abs() < 1e-12);
        let corners = vec![[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]];
        let prism = Prism { corners, triangles: vec![[0, 1, 2], [0, 2, 3]], height: 0.25 };
        let (points, faces) = prism_faces(&prism);
        assert!((volume(&points, &faces) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn terrain_has_its_corners_where_its_rows_and_columns_end() {
        let terrain = Terrain { size: [4.0, 2.0], columns: 3, heights: vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0] };
        let (points, faces) = terrain_faces(&terrain);
        assert_eq!((points[0], points[5]), ([-2.0, -1.0, 0.0], [2.0, 1.0, 5.0]));
        assert_eq!(faces.len(), 4);
        let up = |face: &[u32; 3]| {
            let [a, b, c] = face.map(|corner| Vector3::from(points[corner as usize]));
            (b - a).cross(&(c - a)).z
        };
        assert!(faces.iter().all(|face| up(face) > 0.0));
    }
}
