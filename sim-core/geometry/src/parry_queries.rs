//! Queries handled by parry; only this file, `parry_shapes.rs` and `surface_rays.rs` use it.
//!
//! All arguments of parry are expressed relative to one of the shapes, so that precision depends on the size of the shapes and not on their
//! position in the world.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use parry3d::math::{Pose, Rot3, Vec3};

use parry3d::query::details::contact_manifolds_heightfield_composite_shape;
use parry3d::query::{
    ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher,
    Ray, ShapeCastOptions,
};
use parry3d::shape::{Ball, Capsule, Cuboid, Cylinder, HalfSpace, Shape as ParryShape};

use super::internal_edges::GroundPoint;
use super::parry_shapes::{vec3, vector};
use super::reduce::Point;
use super::shape::Shape;
use super::surface_rays;

fn pose(isometry: &Isometry3<f64>) -> Pose {
    let q = isometry.rotation.coords;
    let rotation = Rot3::from_xyzw(q.x, q.y, q.z, q.w).normalize();
    Pose::from_parts(vec3(&isometry.translation.vector), rotation)
}

/// Pose of parry's own frame in the shape's frame.
///
/// The axis of parry's cylinder and height field is y, ours is z; meshes are stored relative to their center.
fn shape_from_parry(shape: &Shape) -> Isometry3<f64> {
    let y_up = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::FRAC_PI_2);
    let none = UnitQuaternion::identity();
    let (middle, rotation) = match shape {
        Shape::Cylinder { .. } => (Vector3::zeros(), y_up),
        Shape::HeightField(field) => (field.middle, y_up),
        Shape::TriMesh(mesh) => (mesh.middle, none),
        Shape::Convex(convex) => (convex.middle, none),
        _ => (Vector3::zeros(), none),
    };
    Isometry3::from_parts(Translation3::from(middle), rotation)
}

/// Calls `work` with the parry version of a shape, built on the stack.
fn with_parry<R>(shape: &Shape, work: impl FnOnce(&dyn ParryShape) -> R) -> R {
    match shape {
        Shape::Box { half_extents } => work(&Cuboid::new(vec3(half_extents))),
        Shape::Sphere { radius } => work(&Ball::new(*radius)),
        Shape::Cylinder { radius, half_height } => work(&Cylinder::new(*half_height, *radius)),
        Shape::Capsule { radius, half_length } => work(&Capsule::new_z(*half_length, *radius)),
        Shape::HalfSpace => work(&HalfSpace::new(Vec3::Z)),
        Shape::TriMesh(mesh) => work(&mesh.triangles),
        Shape::HeightField(field) => work(&field.heights),
        Shape::Convex(convex) => work(&convex.hull),
    }
}

/// Vertices of a mesh or hull relative to its center, and the center; empty for other shapes.
pub(crate) fn vertices(shape: &Shape) -> (&[Vector3<f64>], Vector3<f64>) {
    match shape {
        Shape::TriMesh(mesh) => (&mesh.vertices, mesh.middle),
        Shape::Convex(convex) => (&convex.vertices, convex.middle),
        _ => (&[], Vector3::zeros()),
    }
}

/// A limit slightly above this one, so that hits exactly at the limit are found regardless of the order of the shapes.
fn up(limit: f64) -> f64 {
    limit.next_up().next_up()
}

/// Casts a ray against a shape at the given pose: distance and outward normal (world).
pub(crate) fn cast_ray(
    shape: &Shape,
    world_from_shape: &Isometry3<f64>,
    origin: &Vector3<f64>,
    direction: &Vector3<f64>,
    max: f64,
) -> Option<(f64, Vector3<f64>)> {
    let world_from_parry = world_from_shape * shape_from_parry(shape);
    let start = world_from_parry.inverse_transform_point(&Point3::from(*origin)).coords;
    let along = world_from_parry.inverse_transform_vector(direction);
    // Start at the bounding sphere, so that no precision is lost to the distance.
    let reach = bounding_radius(shape);
    let skip = (-start.dot(&along) - reach).max(0.0);
    if skip > max {
        return None;
    }
    let near = start + along * skip;
    // Hits exactly at the limit are found, regardless of the order of the shapes.
    let limit = (max - skip) * (1.0 + 1e-12) + 1e-12;
    let surface = match shape {
        Shape::HeightField(field) => {
            // Relative to the center, z up.
            let shape_from_parry = shape_from_parry(shape).rotation;
            let (near, along) = (shape_from_parry * near, shape_from_parry * along);
            Some(
                surface_rays::cast_on_terrain(field, &near, &along, limit)
                    .map(|(distance, normal)| (distance, shape_from_parry.inverse() * normal)),
            )
        }
        Shape::TriMesh(mesh) => Some(surface_rays::cast_on_mesh(mesh, &near, &along, limit)),
        _ => None,
    };
    if let Some(hit) = surface {
        let hit = hit.map(|(distance, normal)| (skip + distance, world_from_parry.rotation * normal));
        return hit.filter(|(distance, _)| *distance <= max);
    }
    let ray = Ray::new(vec3(&near), vec3(&along));
    let far = up((max - skip).min(2.0 * reach + 2.0 * start.norm()));
    let hit = with_parry(shape, |parry| parry.cast_local_ray_and_get_normal(&ray, far, true))?;
    let distance = skip + hit.time_of_impact;
    if distance > max {
        return None;
    }
    let normal = world_from_parry.rotation * vector(hit.normal);
    Some((distance, normal.try_normalize(1e-12).unwrap_or(-direction)))
}

fn bounding_radius(shape: &Shape) -> f64 {
    let half = match shape {
        Shape::TriMesh(mesh) => mesh.half_extents,
        Shape::HeightField(field) => field.half_extents,
        Shape::Convex(convex) => convex.half_extents,
        Shape::Box { half_extents } => *half_extents,
        Shape::Sphere { radius } => Vector3::new(*radius, 0.0, 0.0),
        Shape::Cylinder { radius, half_height: half } => Vector3::new(*radius, *half, 0.0),
        Shape::Capsule { radius, half_length: half } => Vector3::new(radius + half, 0.0, 0.0),
        Shape::HalfSpace => return f64::MAX.sqrt(),
    };
    half.norm() * 1.001 + 1e-6
}

/// Nearest point of a shape's surface (world) and whether the given point is inside.
pub(crate) fn nearest(shape: &Shape, world_from_shape: &Isometry3<f64>, point: &Vector3<f64>) -> (Vector3<f64>, bool) {
    let world_from_parry = world_from_shape * shape_from_parry(shape);
    let local = world_from_parry.inverse_transform_point(&Point3::from(*point));
    let found = with_parry(shape, |parry| parry.project_local_point(vec3(&local.coords), false));
    // A surface without volume has no interior.
    let inside = found.is_inside && matches!(shape, Shape::Convex(_));
    (world_from_parry.transform_point(&Point3::from(vector(found.point))).coords, inside)
}

/// A contact found by moving one shape towards another.
pub(crate) struct Touch {
    pub distance: f64,
    pub point: Vector3<f64>,
    /// Outward normal of the shape that does not move.
    pub normal: Vector3<f64>,
}

/// Moves `mover` along a unit direction until it touches `still`; separating motion out of an overlap is free.
pub(crate) fn cast_shape(
    still: (&Shape, &Isometry3<f64>),
    mover: (&Shape, &Isometry3<f64>),
    direction: &Vector3<f64>,
    max: f64,
) -> Option<Touch> {
    let world_from_still = still.1 * shape_from_parry(still.0);
    let world_from_mover = mover.1 * shape_from_parry(mover.0);
    let between = pose(&world_from_still.inv_mul(&world_from_mover));
    let along = vec3(&world_from_still.inverse_transform_vector(direction));
    let options = ShapeCastOptions {
        max_time_of_impact: up(max),
        stop_at_penetration: false,
        compute_impact_geometry_on_penetration: true,
        ..Default::default()
    };
    let hit = with_parry(still.0, |a| {
        with_parry(mover.0, |b| DefaultQueryDispatcher.cast_shapes(&between, along, a, b, options))
    });
    // A pair that parry does not support (terrain against terrain) does not collide: both are fixed in any scene.
    let hit = hit.ok().flatten()?;
    let normal = world_from_still.rotation * vector(hit.normal1);
    Some(Touch {
        distance: hit.time_of_impact,
        point: world_from_still.transform_point(&Point3::from(vector(hit.witness1))).coords,
        normal: normal.try_normalize(1e-9).unwrap_or(-direction),
    })
}

/// Memory for parry's contact routines, reused in each tick.
#[derive(Default)]
pub(crate) struct ManifoldScratch {
    single: Vec<ContactManifold<(), ()>>,
    many: Vec<ContactManifold<(), ()>>,
    workspace: Option<ContactManifoldsWorkspace>,
    /// Candidate points before reduction.
    pub(super) candidates: Vec<Point>,
    /// The same from the perspective of the composite surface.
    pub(super) ground_points: Vec<GroundPoint>,
}

/// Whether a shape consists of many pieces, each with its own contact points.
pub(crate) fn is_composite(shape: &Shape) -> bool {
    matches!(shape, Shape::TriMesh(_) | Shape::HeightField(_))
}

/// Contact points of two shapes: calls `found(point, normal from b towards a, depth)`, all in the world frame.
pub(crate) fn manifold(
    a: (&Shape, &Isometry3<f64>),
    b: (&Shape, &Isometry3<f64>),
    margin: f64,
    scratch: &mut ManifoldScratch,
    mut found: impl FnMut(Vector3<f64>, Vector3<f64>, f64),
) {
    let world_from_a = a.1 * shape_from_parry(a.0);
    let world_from_b = b.1 * shape_from_parry(b.0);
    let between = pose(&world_from_a.inv_mul(&world_from_b));
    let many = is_composite(a.0) || is_composite(b.0);
    let ManifoldScratch { single, many: several, workspace, .. } = scratch;
    let manifolds = if many { several } else { single };
    if many {
        // parry matches old manifolds by triangle; these belong to another pair of shapes.
        manifolds.clear();
        *workspace = None;
    } else if let Some(first) = manifolds.first_mut() {
        // parry would start its search at the old normal; then the result would depend on the previous pair.
        first.clear();
        first.local_n1 = Vec3::ZERO;
        first.local_n2 = Vec3::ZERO;
    }
    let outcome = with_parry(a.0, |one| {
        with_parry(b.0, |two| {
            // The dispatcher treats a height field against a mesh as a single shape, and finds nothing.
            let back = between.inverse();
            let pair = match (one.as_heightfield(), two.as_heightfield()) {
                (Some(field), None) => two.as_composite_shape().map(|mesh| (field, mesh, [&between, &back], false)),
                (None, Some(field)) => one.as_composite_shape().map(|mesh| (field, mesh, [&back, &between], true)),
                _ => None,
            };
            let dispatcher = &DefaultQueryDispatcher;
            let Some((field, mesh, [to, from], flipped)) = pair else {
                return dispatcher.contact_manifolds(&between, one, two, margin, manifolds, workspace);
            };
            contact_manifolds_heightfield_composite_shape(
                dispatcher, to, from, field, mesh, margin, manifolds, workspace, flipped,
            );
            Ok(())
        })
    });
    if outcome.is_err() {
        return;
    }
    for manifold in manifolds.iter() {
        let normal = world_from_a.rotation * -vector(manifold.local_n1);
        let Some(normal) = normal.try_normalize(1e-9) else {
            continue;
        };
        let world_from_one = match manifold.subshape_pos1() {
            Some(sub) => world_from_a * isometry(sub),
            None => world_from_a,
        };
        for contact in &manifold.points {
            let depth = -contact.dist;
            if depth > -margin {
                let on_a = world_from_one.transform_point(&Point3::from(vector(contact.local_p1))).coords;
                found(on_a + normal * (depth / 2.0), normal, depth);
            }
        }
    }
}

fn isometry(pose: &Pose) -> Isometry3<f64> {
    let q = pose.rotation;
    let quaternion = nalgebra::Quaternion::new(q.w, q.x, q.y, q.z);
    Isometry3::from_parts(Translation3::from(vector(pose.translation)), UnitQuaternion::from_quaternion(quaternion))
}
