//! Overlap queries for services.

use super::world::World;
use sim_abi::Fault;
use sim_abi::math::Pose;
use sim_abi::serde_json::{Value, json};
use sim_abi::service::OverlapShape;
use sim_geometry::{QueryFilter, Shape};

/// Names of the bodies that a shape at this pose would overlap by more than `depth` (m), in scene order.
///
/// # Errors
/// If a number is not finite, or a length is not valid.
pub(super) fn names(world: &World, shape: &OverlapShape, pose: &Pose, depth: f64) -> Result<Value, Fault> {
    let shape = match *shape {
        OverlapShape::Box { size: [x, y, z] } => Shape::Box { half_extents: [x / 2.0, y / 2.0, z / 2.0].into() },
        OverlapShape::Sphere { radius } => Shape::Sphere { radius },
        OverlapShape::Cylinder { radius, height } => Shape::Cylinder { radius, half_height: height / 2.0 },
    };
    let bodies = world.index.overlapped_bodies(&shape, pose, depth, &QueryFilter::default());
    let bodies = bodies.map_err(|error| Fault::new(error.to_string()))?;
    Ok(bodies.iter().map(|body| json!(&*world.bodies[body.index()].name)).collect())
}
