//! Meshes, terrains and hulls as parry3d holds them, in f32 about their own middle.

use nalgebra::{Point3, Vector3};
use parry3d::math::Vec3;
use parry3d::shape::{ConvexPolyhedron, HeightField as ParryHeights, TriMesh};
use parry3d::utils::Array2;

use super::error::ShapeError;

pub(super) fn vec3(v: &Vector3<f64>) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

pub(super) fn vector(v: Vec3) -> Vector3<f64> {
    Vector3::new(v.x as f64, v.y as f64, v.z as f64)
}

fn finite(field: &'static str, values: impl Iterator<Item = f64>) -> Result<(), ShapeError> {
    match values.into_iter().find(|value| !value.is_finite()) {
        Some(value) => Err(ShapeError::NotFinite { field, value }),
        None => Ok(()),
    }
}

/// Middle and half extents of a set of points.
fn bounds_of(points: &[Point3<f64>]) -> (Vector3<f64>, Vector3<f64>) {
    let mut low = points[0].coords;
    let mut high = low;
    for point in points {
        low = low.inf(&point.coords);
        high = high.sup(&point.coords);
    }
    ((low + high) / 2.0, (high - low) / 2.0)
}

/// A surface of triangles, stored about its own middle.
pub struct Mesh {
    pub(super) triangles: TriMesh,
    pub(super) vertices: Vec<Vector3<f64>>,
    pub(super) middle: Vector3<f64>,
    pub(super) half_extents: Vector3<f64>,
}

impl Mesh {
    /// A mesh from vertices (m) and triangles of vertex indices.
    ///
    /// Fails when a list is empty, a vertex is not finite, or a triangle names a vertex that does not exist.
    pub fn try_new(vertices: &[Point3<f64>], triangles: &[[u32; 3]]) -> Result<Self, ShapeError> {
        if vertices.len() < 3 {
            let expected = phrase!("geometry-mesh-needs-at-least-three", "a mesh needs at least three");
            return Err(ShapeError::Count { field: "vertices", count: vertices.len(), expected });
        }
        if triangles.is_empty() {
            let expected = phrase!("geometry-mesh-needs-at-least-one", "a mesh needs at least one");
            return Err(ShapeError::Count { field: "triangles", count: 0, expected });
        }
        finite("vertices", vertices.iter().flat_map(|v| v.coords.iter().copied()))?;
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&index| index as usize >= vertices.len()) {
                return Err(ShapeError::VertexIndex { triangle, vertex, vertices: vertices.len() });
            }
        }
        let (middle, half_extents) = bounds_of(vertices);
        let local: Vec<_> = vertices.iter().map(|v| v.coords - middle).collect();
        let triangles = TriMesh::new(local.iter().map(vec3).collect(), triangles.to_vec())
            .map_err(|_| ShapeError::NoVolume { count: vertices.len() })?;
        Ok(Self { triangles, vertices: local, middle, half_extents })
    }

    /// Middle and half extents of the bounding box in the shape's frame, m.
    pub fn bounds(&self) -> (Vector3<f64>, Vector3<f64>) {
        (self.middle, self.half_extents)
    }
}

/// The convex hull of points, stored about its own middle.
pub struct Convex {
    pub(super) hull: ConvexPolyhedron,
    pub(super) vertices: Vec<Vector3<f64>>,
    pub(super) middle: Vector3<f64>,
    pub(super) half_extents: Vector3<f64>,
}

impl Convex {
    /// The hull of at least four points (m) that do not lie in one plane.
    pub fn try_new(points: &[Point3<f64>]) -> Result<Self, ShapeError> {
        if points.len() < 4 {
            let expected = phrase!("geometry-convex-shape-needs-at-least", "a convex shape needs at least four");
            return Err(ShapeError::Count { field: "points", count: points.len(), expected });
        }
        finite("points", points.iter().flat_map(|v| v.coords.iter().copied()))?;
        let (middle, half_extents) = bounds_of(points);
        if half_extents.min() <= 1e-9 * half_extents.max() {
            return Err(ShapeError::NoVolume { count: points.len() });
        }
        let local: Vec<Vec3> = points.iter().map(|v| vec3(&(v.coords - middle))).collect();
        let hull = ConvexPolyhedron::from_convex_hull(&local).ok_or(ShapeError::NoVolume { count: points.len() })?;
        let vertices = hull.points().iter().map(|&v| vector(v)).collect();
        Ok(Self { hull, vertices, middle, half_extents })
    }

    /// The surface as triangles, counter-clockwise seen from outside, in the shape's frame, m.
    pub fn surface(&self) -> Vec<[Vector3<f64>; 3]> {
        let (points, triangles) = self.hull.to_trimesh();
        let corner = |index: u32| vector(points[index as usize]) + self.middle;
        triangles.into_iter().map(|corners| corners.map(corner)).collect()
    }

    /// Middle and half extents of the bounding box in the shape's frame, m.
    pub fn bounds(&self) -> (Vector3<f64>, Vector3<f64>) {
        (self.middle, self.half_extents)
    }
}

/// A terrain of heights over a regular grid, centred on the origin of its frame in x and y.
pub struct HeightField {
    pub(super) heights: ParryHeights,
    pub(super) middle: Vector3<f64>,
    pub(super) half_extents: Vector3<f64>,
}

impl HeightField {
    /// A terrain of `columns` × `rows` heights (m) that covers `size_x` × `size_y` (m).
    ///
    /// Heights are listed row by row: x grows fastest, and both x and y start at their lowest end. Fails when
    /// there are fewer than two columns or rows, the list has another length, or a number is not finite.
    pub fn try_new(heights: &[f64], columns: usize, rows: usize, size_x: f64, size_y: f64) -> Result<Self, ShapeError> {
        let expected = phrase!("geometry-height-field-needs-at-least", "a height field needs at least two");
        if columns < 2 {
            return Err(ShapeError::Count { field: "columns", count: columns, expected });
        }
        if rows < 2 {
            return Err(ShapeError::Count { field: "rows", count: rows, expected });
        }
        if Some(heights.len()) != columns.checked_mul(rows) {
            let expected = phrase!("geometry-there-must-columns-rows", "there must be columns × rows");
            return Err(ShapeError::Count { field: "heights", count: heights.len(), expected });
        }
        for (field, value) in [("size_x", size_x), ("size_y", size_y)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(ShapeError::Length { field, value });
            }
        }
        finite("heights", heights.iter().copied())?;
        let low = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let high = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let middle = Vector3::new(0.0, 0.0, (low + high) / 2.0);
        // parry's grid stands on x and z with heights along y; our y is its -z, hence the rows in reverse.
        let mut grid = Vec::with_capacity(heights.len());
        for column in 0..columns {
            for row in (0..rows).rev() {
                grid.push((heights[row * columns + column] - middle.z) as f32);
            }
        }
        let scale = Vec3::new(size_x as f32, 1.0, size_y as f32);
        Ok(Self {
            heights: ParryHeights::new(Array2::new(rows, columns, grid), scale),
            middle,
            half_extents: Vector3::new(size_x / 2.0, size_y / 2.0, (high - low) / 2.0),
        })
    }

    /// Middle and half extents of the bounding box in the shape's frame, m.
    pub fn bounds(&self) -> (Vector3<f64>, Vector3<f64>) {
        (self.middle, self.half_extents)
    }
}

macro_rules! short_debug {
    ($($name:ident),*) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("middle", &self.middle)
                    .field("half_extents", &self.half_extents)
                    .finish_non_exhaustive()
            }
        }
    )*};
}
short_debug!(Mesh, Convex, HeightField);
