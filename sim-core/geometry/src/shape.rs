//! Shapes, materials and colliders: the components of a body, in its own frame.

use std::sync::Arc;

use nalgebra::{Isometry3, Point3, Vector3};
use serde::{Deserialize, Serialize};

use super::error::{ShapeError, check_pose};
use super::parry_shapes::{Convex, HeightField, Mesh};

/// The geometry of a collider, in the shape's own frame (meters).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Shape {
    /// A box centered on the origin.
    Box {
        /// Half of each edge length, m.
        half_extents: Vector3<f64>,
    },
    /// A ball centered on the origin.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// A cylinder centered on the origin, with its axis along z.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Half of the height, m.
        half_height: f64,
    },
    /// A segment along z, centered on the origin, inflated by a radius.
    Capsule {
        /// Radius, m.
        radius: f64,
        /// Half of the length of the inner segment (without the round ends), m.
        half_length: f64,
    },
    /// Everything at or below z = 0.
    HalfSpace,
    /// A triangle mesh.
    TriMesh(Arc<Mesh>),
    /// A height field on a regular grid.
    HeightField(Arc<HeightField>),
    /// The convex hull of points, such as a ramp or a wedge.
    Convex(Arc<Convex>),
}

fn length(field: &'static str, value: f64) -> Result<f64, ShapeError> {
    if value.is_finite() && value > 0.0 { Ok(value) } else { Err(ShapeError::Length { field, value }) }
}

impl Shape {
    /// A box from half of each edge length (m). Fails unless all are finite and positive.
    pub fn try_box(half_extents: Vector3<f64>) -> Result<Self, ShapeError> {
        length("half_extents.x", half_extents.x)?;
        length("half_extents.y", half_extents.y)?;
        length("half_extents.z", half_extents.z)?;
        Ok(Self::Box { half_extents })
    }

    /// A ball of the given radius (m). Fails unless it is finite and positive.
    pub fn try_sphere(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self::Sphere { radius: length("radius", radius)? })
    }

    /// A cylinder along z (m). Fails unless both lengths are finite and positive.
    pub fn try_cylinder(radius: f64, half_height: f64) -> Result<Self, ShapeError> {
        Ok(Self::Cylinder { radius: length("radius", radius)?, half_height: length("half_height", half_height)? })
    }

    /// A capsule along z (m). Fails unless both lengths are finite and positive.
    pub fn try_capsule(radius: f64, half_length: f64) -> Result<Self, ShapeError> {
        Ok(Self::Capsule { radius: length("radius", radius)?, half_length: length("half_length", half_length)? })
    }

    /// An ellipsoid with semi-axes along x, y and z (m), as the convex hull of 642 points of its surface: the hull lies inside the surface
    /// by at most 1/200 of a semi-axis. Fails unless all are finite and positive.
    pub fn try_ellipsoid(radii: Vector3<f64>) -> Result<Self, ShapeError> {
        length("radii.x", radii.x)?;
        length("radii.y", radii.y)?;
        length("radii.z", radii.z)?;
        let points: Vec<_> = geodesic().iter().map(|point| Point3::from(point.component_mul(&radii))).collect();
        Self::try_convex(&points)
    }

    /// A triangle mesh from vertices (m) and triangles (vertex indices, counterclockwise seen from outside).
    pub fn try_mesh(vertices: &[Point3<f64>], triangles: &[[u32; 3]]) -> Result<Self, ShapeError> {
        Ok(Self::TriMesh(Arc::new(Mesh::try_new(vertices, triangles)?)))
    }

    /// The convex hull of the given points (m).
    pub fn try_convex(points: &[Point3<f64>]) -> Result<Self, ShapeError> {
        Ok(Self::Convex(Arc::new(Convex::try_new(points)?)))
    }

    /// A ramp: a wedge with the base rectangle |x| ≤ `length`/2, |y| ≤ `width`/2 at z = 0 and a top that rises from z = 0 at x =
    /// -`length`/2 to z = `height` at x = +`length`/2 (m).
    pub fn try_ramp(length_x: f64, width_y: f64, height_z: f64) -> Result<Self, ShapeError> {
        let (x, y) = (length("length", length_x)? / 2.0, length("width", width_y)? / 2.0);
        let z = length("height", height_z)?;
        Self::try_convex(&[
            Point3::new(-x, -y, 0.0),
            Point3::new(-x, y, 0.0),
            Point3::new(x, -y, 0.0),
            Point3::new(x, y, 0.0),
            Point3::new(x, -y, z),
            Point3::new(x, y, z),
        ])
    }

    /// A terrain centered on the origin; see [`HeightField::try_new`].
    pub fn try_height_field(
        heights: &[f64],
        columns: usize,
        rows: usize,
        size_x: f64,
        size_y: f64,
    ) -> Result<Self, ShapeError> {
        let field = HeightField::try_new(heights, columns, rows, size_x, size_y)?;
        Ok(Self::HeightField(Arc::new(field)))
    }

    /// Checks the values of a shape that was built without a constructor.
    pub fn validate(&self) -> Result<(), ShapeError> {
        match *self {
            Self::Box { half_extents } => Self::try_box(half_extents).map(drop),
            Self::Sphere { radius } => Self::try_sphere(radius).map(drop),
            Self::Cylinder { radius, half_height } => Self::try_cylinder(radius, half_height).map(drop),
            Self::Capsule { radius, half_length } => Self::try_capsule(radius, half_length).map(drop),
            Self::HalfSpace | Self::TriMesh(_) | Self::HeightField(_) | Self::Convex(_) => Ok(()),
        }
    }

    /// The surface of a convex shape as triangles, counterclockwise seen from outside, in the shape's frame, m; `None` for other shapes.
    pub fn hull_surface(&self) -> Option<Vec<[Vector3<f64>; 3]>> {
        match self {
            Self::Convex(convex) => Some(convex.surface()),
            _ => None,
        }
    }

    /// Minimum and maximum coordinates of the shape at a pose, m; exact for round shapes. `None` for a half-space.
    pub fn extent(&self, pose: &Isometry3<f64>) -> Option<[Vector3<f64>; 2]> {
        let turn = pose.rotation.to_rotation_matrix();
        let box_of = |half: Vector3<f64>| turn.matrix().abs() * half;
        let about = |middle: Vector3<f64>, half: Vector3<f64>| Some([middle - half, middle + half]);
        let around = |points: &mut dyn Iterator<Item = Point3<f64>>| {
            let points = points.map(|point| (pose * point).coords).map(|point| [point, point]);
            points.reduce(|[low, high], [one, other]| [low.inf(&one), high.sup(&other)])
        };
        let (middle, axis) = (pose.translation.vector, turn * Vector3::z());
        match self {
            Self::Box { half_extents } => about(middle, box_of(*half_extents)),
            Self::Sphere { radius } => about(middle, Vector3::repeat(*radius)),
            Self::Cylinder { radius, half_height } => {
                about(middle, axis.map(|part| half_height * part.abs() + radius * (1.0 - part * part).max(0.0).sqrt()))
            }
            Self::Capsule { radius, half_length } => about(middle, axis.map(|part| half_length * part.abs() + radius)),
            Self::HalfSpace => None,
            Self::TriMesh(mesh) => around(&mut mesh.points()),
            Self::Convex(convex) => around(&mut convex.corners()),
            Self::HeightField(field) => {
                let (center, half) = field.bounds();
                about((pose * Point3::from(center)).coords, box_of(half))
            }
        }
    }

    /// The smallest width of the shape, m; infinity for a half-space.
    pub fn smallest_extent(&self) -> f64 {
        match self {
            Self::Box { half_extents } => 2.0 * half_extents.min(),
            Self::Sphere { radius } | Self::Capsule { radius, .. } => 2.0 * radius,
            Self::Cylinder { radius, half_height } => 2.0 * radius.min(*half_height),
            Self::HalfSpace => f64::INFINITY,
            Self::TriMesh(mesh) => 2.0 * mesh.bounds().1.min(),
            Self::HeightField(field) => 2.0 * field.bounds().1.min(),
            Self::Convex(convex) => 2.0 * convex.bounds().1.min(),
        }
    }
}

/// 642 nearly equidistant points of the unit sphere: an icosahedron whose edges are halved three times.
fn geodesic() -> Vec<Vector3<f64>> {
    let golden = (1.0 + 5_f64.sqrt()) / 2.0;
    let rectangle = |signs: u8| [signs & 1, signs >> 1].map(|sign| if sign == 0 { -1.0 } else { 1.0 });
    let mut points: Vec<Vector3<f64>> = (0..12)
        .map(|corner| {
            let [short, long] = rectangle(corner % 4);
            let mut point = Vector3::zeros();
            let plane = usize::from(corner / 4);
            (point[plane], point[(plane + 1) % 3]) = (short, long * golden);
            point.normalize()
        })
        .collect();
    // Neighbors are nearer than this, all other points further away.
    for reach in [1.3, 0.75, 0.38] {
        let count = points.len();
        for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
            if (points[a] - points[b]).norm() < reach {
                points.push((points[a] + points[b]).normalize());
            }
        }
    }
    points
}

/// Surface properties in contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Material {
    /// Coulomb friction coefficient, 0 or more. Two surfaces combine by the geometric mean.
    pub friction: f64,
    /// Coefficient of restitution: fraction of the approach speed returned on impact, 0 to 1. Two surfaces combine by the maximum.
    pub restitution: f64,
}

impl Default for Material {
    fn default() -> Self {
        Self { friction: 0.5, restitution: 0.0 }
    }
}

impl Material {
    /// Coulomb friction coefficient of two surfaces.
    pub(crate) fn friction_with(&self, other: &Self) -> f64 {
        (self.friction * other.friction).sqrt()
    }

    /// A material from its coefficients. Fails if friction is negative or not finite, or if restitution is outside [0, 1].
    pub fn try_new(friction: f64, restitution: f64) -> Result<Self, ShapeError> {
        let check = |field, value: f64, most: f64| {
            if (0.0..=most).contains(&value) {
                Ok(value)
            } else {
                Err(ShapeError::Coefficient { field, value, least: 0.0, most })
            }
        };
        Ok(Self {
            friction: check("friction", friction, f64::MAX)?,
            restitution: check("restitution", restitution, 1.0)?,
        })
    }
}

/// One piece of a body: a shape, its pose, and its flags.
#[derive(Debug, Clone)]
pub struct Collider {
    /// The geometry.
    pub shape: Shape,
    /// Pose of the shape in the body's frame.
    pub body_from_collider: Isometry3<f64>,
    /// Takes part in contacts and shape casts.
    pub solid: bool,
    /// Detected by rays and nearest-point queries.
    pub detectable: bool,
    /// Category bits; compared with the category mask of a query.
    pub category: u32,
    /// Contact properties.
    pub material: Material,
}

impl Collider {
    /// Center of the shape's bounding box, in the body's frame, m.
    pub fn middle(&self) -> Vector3<f64> {
        let own = match &self.shape {
            Shape::TriMesh(mesh) => mesh.bounds().0,
            Shape::HeightField(field) => field.bounds().0,
            Shape::Convex(convex) => convex.bounds().0,
            _ => Vector3::zeros(),
        };
        (self.body_from_collider * Point3::from(own)).coords
    }

    /// A solid and detectable collider at the body's origin, in every category, with the default material.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            body_from_collider: Isometry3::identity(),
            solid: true,
            detectable: true,
            category: u32::MAX,
            material: Material::default(),
        }
    }

    /// The same collider at another pose in the body's frame.
    #[must_use]
    pub fn at(self, body_from_collider: Isometry3<f64>) -> Self {
        Self { body_from_collider, ..self }
    }

    /// The same collider with another material.
    #[must_use]
    pub fn with_material(self, material: Material) -> Self {
        Self { material, ..self }
    }

    /// Checks shape, pose and material.
    pub fn validate(&self) -> Result<(), ShapeError> {
        self.shape.validate()?;
        check_pose("body_from_collider", &self.body_from_collider)?;
        Material::try_new(self.material.friction, self.material.restitution).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_length_is_refused_by_name_and_value() {
        let error = Shape::try_box(Vector3::new(1.0, -2.0, 1.0)).expect_err("negative");
        assert_eq!(error, ShapeError::Length { field: "half_extents.y", value: -2.0 });
        assert!(error.to_string().contains("half_extents.y is -2"));
        for bad in [0.0, f64::NAN, f64::INFINITY, -0.0] {
            assert!(Shape::try_sphere(bad).is_err());
            assert!(Shape::try_cylinder(bad, 1.0).is_err());
            assert!(Shape::try_cylinder(1.0, bad).is_err());
            assert!(Shape::try_capsule(bad, 1.0).is_err());
            assert!(Shape::try_capsule(1.0, bad).is_err());
            assert!(Shape::try_ramp(1.0, 1.0, bad).is_err());
        }
    }

    #[test]
    fn a_bad_material_is_refused() {
        assert!(Material::try_new(-0.1, 0.0).is_err());
        assert!(Material::try_new(f64::NAN, 0.0).is_err());
        assert!(Material::try_new(0.5, 1.1).is_err());
        assert!(Material::try_new(0.5, f64::NAN).is_err());
        assert!(Material::try_new(2.0, 1.0).is_ok());
    }

    #[test]
    fn a_pose_that_is_not_finite_is_refused() {
        let ball = Shape::try_sphere(1.0).expect("valid");
        let collider = Collider::new(ball).at(Isometry3::translation(0.0, f64::NAN, 0.0));
        assert!(matches!(collider.validate(), Err(ShapeError::NotFinite { .. })));
    }

    #[test]
    fn the_hull_of_a_ball_deviates_by_at_most_a_200th_of_its_radius() {
        let ball = Shape::try_ellipsoid(Vector3::repeat(1.0)).unwrap();
        let faces = ball.hull_surface().unwrap();
        // For a closed surface of triangles with V corners, by Euler: 2·V − 4.
        assert_eq!((geodesic().len(), faces.len()), (642, 2 * 642 - 4));
        for [a, b, c] in faces {
            let normal = (b - a).cross(&(c - a)).normalize();
            assert!((0.995..=1.0).contains(&normal.dot(&a)), "{}", normal.dot(&a));
        }
    }

    #[test]
    fn an_ellipsoid_needs_three_semi_axes_above_zero() {
        for radii in [[0.0, 1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, f64::NAN]] {
            assert!(Shape::try_ellipsoid(radii.into()).is_err());
        }
    }
}
