//! Meshes, terrains and hulls as parry stores them, relative to their own center.

use nalgebra::{Point3, Vector3};
use parry3d::math::Vec3;
use parry3d::shape::{ConvexPolyhedron, HeightField as ParryHeights, TriMesh};
use parry3d::utils::Array2;
use serde::{Deserialize, Serialize};

use super::error::ShapeError;
use super::hull::{self, NoHull};

pub(super) fn vec3(v: &Vector3<f64>) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}

pub(super) fn vector(v: Vec3) -> Vector3<f64> {
    Vector3::new(v.x, v.y, v.z)
}

fn finite(field: &'static str, values: impl Iterator<Item = f64>) -> Result<(), ShapeError> {
    match values.into_iter().find(|value| !value.is_finite()) {
        Some(value) => Err(ShapeError::NotFinite { field, value }),
        None => Ok(()),
    }
}

/// Center and half extents of a set of points.
fn bounds_of(points: &[Point3<f64>]) -> (Vector3<f64>, Vector3<f64>) {
    let mut low = points[0].coords;
    let mut high = low;
    for point in points {
        low = low.inf(&point.coords);
        high = high.sup(&point.coords);
    }
    ((low + high) / 2.0, (high - low) / 2.0)
}

/// A triangle mesh, stored relative to its own center.
#[derive(Serialize, Deserialize)]
pub struct Mesh {
    pub(super) triangles: TriMesh,
    pub(super) vertices: Vec<Vector3<f64>>,
    pub(super) middle: Vector3<f64>,
    pub(super) half_extents: Vector3<f64>,
}

impl Mesh {
    /// A mesh from vertices (m) and triangles of vertex indices.
    ///
    /// Fails if a list is empty, a vertex is not finite, or a triangle refers to a missing vertex.
    pub fn try_new(vertices: &[Point3<f64>], triangles: &[[u32; 3]]) -> Result<Self, ShapeError> {
        if vertices.len() < 3 {
            let expected = "a mesh needs at least three";
            return Err(ShapeError::Count { field: "vertices", count: vertices.len(), expected });
        }
        if triangles.is_empty() {
            let expected = "a mesh needs at least one";
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

    /// Center and half extents of the bounding box in the shape's frame, m.
    pub fn bounds(&self) -> (Vector3<f64>, Vector3<f64>) {
        (self.middle, self.half_extents)
    }

    /// Its vertices in the shape's frame, m.
    pub fn points(&self) -> impl Iterator<Item = Point3<f64>> {
        self.vertices.iter().map(|vertex| Point3::from(vertex + self.middle))
    }

    /// Its triangles, as vertex indices.
    pub fn triangles(&self) -> &[[u32; 3]] {
        self.triangles.indices()
    }
}

/// The convex hull of points, stored relative to its own center.
#[derive(Serialize, Deserialize)]
pub struct Convex {
    pub(super) hull: ConvexPolyhedron,
    pub(super) vertices: Vec<Vector3<f64>>,
    pub(super) middle: Vector3<f64>,
    pub(super) half_extents: Vector3<f64>,
    /// The full surface relative to the center, if `hull` is simplified.
    surface: Option<Vec<[Vector3<f64>; 3]>>,
}

/// Maximum number of corners of a hull for contacts: above it some corners are dropped.
const MAX_CORNERS: usize = 1024;

/// Minimum distances between the remaining corners, for a hull of size 2: the first one suitable for contacts is used.
const DISTANCES: [f64; 11] = [0.0, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.2, 0.3];

impl Convex {
    /// The hull of at least four points (m) that are not coplanar.
    ///
    /// parry merges triangles that meet at less than 1.5° into one face. For a finely tessellated round body that leaves no face at all,
    /// and its contact queries panic; such a hull collides with fewer corners. Its surface keeps all corners.
    pub fn try_new(points: &[Point3<f64>]) -> Result<Self, ShapeError> {
        if points.len() < 4 {
            let expected = "a convex shape needs at least four";
            return Err(ShapeError::Count { field: "points", count: points.len(), expected });
        }
        finite("points", points.iter().flat_map(|v| v.coords.iter().copied()))?;
        let (middle, half_extents) = bounds_of(points);
        if half_extents.min() <= 1e-9 * half_extents.max() {
            return Err(ShapeError::NoVolume { count: points.len() });
        }
        let built = |hull: ConvexPolyhedron, surface| {
            let vertices = hull.points().iter().map(|&v| vector(v)).collect();
            Self { hull, vertices, middle, half_extents, surface }
        };
        let local: Vec<Vector3<f64>> = points.iter().map(|point| point.coords - middle).collect();
        if points.len() <= MAX_CORNERS {
            let local: Vec<Vec3> = local.iter().map(vec3).collect();
            if let Some(hull) = ConvexPolyhedron::from_convex_hull(&local).filter(is_sound) {
                return Ok(built(hull, None));
            }
        }
        // Scaling the axes does not change the corners and faces of a hull.
        let unit: Vec<_> = local.iter().map(|point| point.component_div(&half_extents)).collect();
        let mut whole: Option<Vec<[u32; 3]>> = None;
        for distance in DISTANCES {
            let selected = match &whole {
                _ if distance == 0.0 => (0..points.len() as u32).collect(),
                Some(whole) => among(&corners_of(whole), &unit, distance),
                None => hull::spaced_out(&unit, distance),
            };
            let own: Vec<_> = selected.iter().map(|number| unit[*number as usize]).collect();
            let triangles = match hull::triangles(&own) {
                Ok(triangles) => triangles,
                Err(NoHull::Flat) if distance == 0.0 => return Err(ShapeError::NoVolume { count: points.len() }),
                Err(_) => continue,
            };
            let triangles: Vec<[u32; 3]> =
                triangles.into_iter().map(|corners| corners.map(|corner| selected[corner as usize])).collect();
            let whole = whole.get_or_insert_with(|| triangles.clone());
            let corners = corners_of(&triangles);
            if corners.len() > MAX_CORNERS {
                continue;
            }
            let number = |corner: u32| corners.binary_search(&corner).unwrap_or(0) as u32;
            let renumbered: Vec<[u32; 3]> = triangles.iter().map(|corners| corners.map(number)).collect();
            let places = corners.iter().map(|corner| vec3(&local[*corner as usize])).collect();
            if let Some(hull) = ConvexPolyhedron::from_convex_mesh(places, &renumbered).filter(is_sound) {
                let surface = whole.iter().map(|corners| corners.map(|corner| local[corner as usize])).collect();
                return Ok(built(hull, Some(surface)));
            }
        }
        Err(ShapeError::NoHull { count: points.len() })
    }

    /// Corners of the hull, in the shape's frame, m.
    pub fn corners(&self) -> impl Iterator<Item = Point3<f64>> {
        // The full surface if present: the hull for contacts is then inside it.
        let whole = self.surface.iter().flatten().flatten();
        let hull = self.vertices.iter().filter(|_| self.surface.is_none());
        whole.chain(hull).map(|corner| Point3::from(corner + self.middle))
    }

    /// The surface as triangles, counterclockwise seen from outside, in the shape's frame, m.
    pub fn surface(&self) -> Vec<[Vector3<f64>; 3]> {
        if let Some(surface) = &self.surface {
            return surface.iter().map(|corners| corners.map(|corner| corner + self.middle)).collect();
        }
        let (points, triangles) = self.hull.to_trimesh();
        let corner = |index: u32| vector(points[index as usize]) + self.middle;
        triangles.into_iter().map(|corners| corners.map(corner)).collect()
    }

    /// Center and half extents of the bounding box in the shape's frame, m.
    pub fn bounds(&self) -> (Vector3<f64>, Vector3<f64>) {
        (self.middle, self.half_extents)
    }
}

/// Indices of all corners of triangles, sorted.
fn corners_of(triangles: &[[u32; 3]]) -> Vec<u32> {
    let mut corners: Vec<u32> = triangles.as_flattened().to_vec();
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// The points that keep a minimum distance from each other.
fn among(numbers: &[u32], unit: &[Vector3<f64>], distance: f64) -> Vec<u32> {
    let own: Vec<_> = numbers.iter().map(|number| unit[*number as usize]).collect();
    hull::spaced_out(&own, distance).into_iter().map(|number| numbers[number as usize]).collect()
}

/// Whether the faces made by parry bound the hull: flat enough, closed, and with all points on their inner side.
fn is_sound(hull: &ConvexPolyhedron) -> bool {
    /// Maximum deviation of faces from flat, as a fraction of the size.
    const FLATNESS: f64 = 0.05;
    let (points, faces) = (hull.points(), hull.faces());
    if faces.len() < 4 {
        return false;
    }
    let middle = points.iter().fold(Vec3::ZERO, |sum, point| sum + *point / points.len() as f64);
    let size = points.iter().map(|point| (*point - middle).length()).fold(0.0, f64::max);
    let mut edges = Vec::new();
    for face in faces {
        let first = face.first_vertex_or_edge as usize;
        let corners = &hull.vertices_adj_to_face()[first..first + face.num_vertices_or_edges as usize];
        let at = |corner: usize| points[corners[corner % corners.len()] as usize];
        let flat = corners.iter().all(|corner| (points[*corner as usize] - at(0)).dot(face.normal) > -FLATNESS * size);
        let area =
            (1..corners.len()).fold(Vec3::ZERO, |sum, corner| sum + (at(corner) - at(0)).cross(at(corner + 1) - at(0)));
        let inside = points.iter().all(|point| (*point - at(0)).dot(face.normal) < FLATNESS * size);
        if !(flat && inside && area.dot(face.normal) > 0.9 * area.length()) {
            return false;
        }
        edges.extend((0..corners.len()).map(|corner| (corners[corner], corners[(corner + 1) % corners.len()])));
    }
    edges.sort_unstable();
    edges.windows(2).all(|pair| pair[0] != pair[1])
        && edges.iter().all(|(from, to)| edges.binary_search(&(*to, *from)).is_ok())
}

/// A height field on a regular grid, centered on the origin of its frame in x and y.
#[derive(Serialize, Deserialize)]
pub struct HeightField {
    pub(super) heights: ParryHeights,
    pub(super) middle: Vector3<f64>,
    pub(super) half_extents: Vector3<f64>,
}

impl HeightField {
    /// A terrain of `columns` × `rows` heights (m) that covers `size_x` × `size_y` (m).
    ///
    /// Heights are listed row by row: x grows fastest, and both x and y start at their lowest end. Fails if there are fewer than two
    /// columns or rows, the list has a different length, or a number is not finite.
    pub fn try_new(heights: &[f64], columns: usize, rows: usize, size_x: f64, size_y: f64) -> Result<Self, ShapeError> {
        let expected = "a height field needs at least two";
        if columns < 2 {
            return Err(ShapeError::Count { field: "columns", count: columns, expected });
        }
        if rows < 2 {
            return Err(ShapeError::Count { field: "rows", count: rows, expected });
        }
        if Some(heights.len()) != columns.checked_mul(rows) {
            let expected = "there must be columns × rows";
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
        // parry's grid is in x and z with heights along y; our y is its -z, hence the reversed rows.
        let mut grid = Vec::with_capacity(heights.len());
        for column in 0..columns {
            for row in (0..rows).rev() {
                grid.push(heights[row * columns + column] - middle.z);
            }
        }
        let scale = Vec3::new(size_x, 1.0, size_y);
        Ok(Self {
            heights: ParryHeights::new(Array2::new(rows, columns, grid), scale),
            middle,
            half_extents: Vector3::new(size_x / 2.0, size_y / 2.0, (high - low) / 2.0),
        })
    }

    /// Center and half extents of the bounding box in the shape's frame, m.
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
