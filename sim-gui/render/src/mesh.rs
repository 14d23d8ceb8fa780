//! Triangle meshes for drawing.

use crate::texture::Texture;
use nalgebra::{Point3, Vector3};
use sim_core::diagnostic::Diagnostic;
use sim_core::mesh::TriangleMesh;
use std::ops::Range;
use std::sync::Arc;

/// A vertex of a triangle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Vertex {
    /// Position, m, or in units of its form.
    pub position: [f32; 3],
    /// Unit normal.
    pub normal: [f32; 3],
    /// Red, green, blue, opacity as sRGB; multiplies the color of the instance.
    pub color: [u8; 4],
    /// Texture coordinates, from the upper left corner to the right and down; 1 is the size of the image.
    pub place: [f32; 2],
}

/// Triangles of a mesh that share a texture.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshRun {
    /// Range of [`MeshData::indices`].
    pub indices: Range<u32>,
    /// Their texture; `None`: vertex colors only.
    pub texture: Option<Arc<Texture>>,
}

/// Triangles with shared vertices, counterclockwise as seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshData {
    /// Vertices.
    pub vertices: Vec<Vertex>,
    /// Three indices per triangle.
    pub indices: Vec<u32>,
    /// Minimum and maximum corner of the bounding box.
    pub bounds: [[f32; 3]; 2],
    /// Runs of triangles, in order and without gaps.
    pub runs: Vec<MeshRun>,
}

/// Faces that meet at less than this angle, rad, are shaded smoothly.
const CREASE: f64 = 0.7;
const WHITE: [u8; 4] = [255; 4];

impl MeshData {
    /// A mesh from vertices and indices.
    pub fn new(vertices: Vec<Vertex>, indices: Vec<u32>) -> Self {
        let mut bounds = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        for vertex in &vertices {
            let [low, high] = bounds;
            let at = vertex.position;
            bounds = [std::array::from_fn(|k| low[k].min(at[k])), std::array::from_fn(|k| high[k].max(at[k]))];
        }
        let runs = vec![MeshRun { indices: 0..indices.len() as u32, texture: None }];
        Self { vertices, indices, bounds, runs }
    }

    /// A mesh from plain triangles. Face normals are smoothed where faces meet at a small angle. `color` returns the color of
    /// each triangle.
    pub fn from_triangles(
        points: &[[f64; 3]],
        triangles: &[[u32; 3]],
        color: impl Fn(usize) -> Option<[f32; 4]>,
    ) -> Self {
        Self::shaded(points, triangles, color, &[])
    }

    /// A mesh from a file, with its colors and textures. Unusable textures are added to `problems`, and their triangles have
    /// vertex colors only.
    pub fn of(mesh: &TriangleMesh, problems: &mut Vec<Diagnostic>) -> Self {
        let part = |triangle: usize| mesh.parts.iter().find(|part| part.triangles.contains(&triangle));
        let places = &mesh.texture_places;
        let mut made = Self::shaded(&mesh.vertices, &mesh.triangles, |triangle| part(triangle)?.color, places);
        let textures: Vec<Option<Arc<Texture>>> = (mesh.textures.iter())
            .map(|texture| match Texture::decode(&texture.name, &texture.bytes) {
                Ok(texture) => Some(Arc::new(texture)),
                Err(problem) => {
                    problems.push(problem);
                    None
                }
            })
            .collect();
        if textures.iter().any(Option::is_some) {
            made.runs = (mesh.parts.iter())
                .map(|part| MeshRun {
                    indices: 3 * part.triangles.start as u32..3 * part.triangles.end as u32,
                    texture: part.texture.and_then(|index| textures.get(index).cloned().flatten()),
                })
                .collect();
        }
        made
    }

    /// Texture of a triangle.
    pub(crate) fn texture(&self, number: usize) -> Option<&Texture> {
        let run = self.runs.partition_point(|run| run.indices.end as usize <= 3 * number);
        self.runs.get(run)?.texture.as_deref()
    }

    fn shaded(
        points: &[[f64; 3]],
        triangles: &[[u32; 3]],
        color: impl Fn(usize) -> Option<[f32; 4]>,
        places: &[[f32; 2]],
    ) -> Self {
        let faces: Vec<(Vector3<f64>, f64)> = triangles.iter().map(|triangle| face(points, *triangle)).collect();
        let mut around: Vec<Vec<u32>> = vec![Vec::new(); points.len()];
        for (number, triangle) in triangles.iter().enumerate() {
            triangle.iter().for_each(|corner| around[*corner as usize].push(number as u32));
        }
        let mut vertices: Vec<Vertex> = Vec::with_capacity(points.len());
        let mut made: Vec<Vec<u32>> = vec![Vec::new(); points.len()];
        let mut indices = Vec::with_capacity(3 * triangles.len());
        for (number, triangle) in triangles.iter().enumerate() {
            let color =
                color(number).map_or(WHITE, |color| color.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8));
            for corner in triangle {
                let corner = *corner as usize;
                let neighbours = around[corner].iter().map(|other| faces[*other as usize]);
                let normal = neighbours
                    .filter(|(normal, _)| normal.dot(&faces[number].0) > CREASE.cos())
                    .fold(Vector3::zeros(), |sum, (normal, area)| sum + normal * area);
                let normal = normal.try_normalize(1e-30).unwrap_or(faces[number].0);
                let place = places.get(corner).copied().unwrap_or_default();
                let position = points[corner].map(|part| part as f32);
                let vertex = Vertex { position, normal: normal.map(|part| part as f32).into(), color, place };
                let known = made[corner].iter().copied().find(|index| vertices[*index as usize] == vertex);
                let index = known.unwrap_or_else(|| {
                    vertices.push(vertex);
                    made[corner].push(vertices.len() as u32 - 1);
                    vertices.len() as u32 - 1
                });
                indices.push(index);
            }
        }
        Self::new(vertices, indices)
    }

    /// Vertices of a triangle.
    pub(crate) fn triangle(&self, number: usize) -> [&Vertex; 3] {
        [0, 1, 2].map(|corner| &self.vertices[self.indices[3 * number + corner] as usize])
    }
}

/// Unit normal and twice the area of a triangle.
fn face(points: &[[f64; 3]], triangle: [u32; 3]) -> (Vector3<f64>, f64) {
    let [a, b, c] = triangle.map(|corner| Point3::from(points[corner as usize]));
    let cross = (b - a).cross(&(c - a));
    let area = cross.norm();
    (if area > 0.0 { cross / area } else { Vector3::z() }, area)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blunt_edges_are_smooth_and_sharp_ones_are_not() {
        // Two squares that share an edge on the y axis.
        let roof = |height: f64| {
            let points = [
                [-1.0, 0.0, 0.0],
                [-1.0, 1.0, 0.0],
                [0.0, 0.0, height],
                [0.0, 1.0, height],
                [1.0, 0.0, 0.0],
                [1.0, 1.0, 0.0],
            ];
            MeshData::from_triangles(&points, &[[0, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5]], |_| None)
        };
        assert_eq!(roof(0.1).vertices.len(), 6);
        assert_eq!(roof(2.0).vertices.len(), 8);
    }
}
