//! Geometry of the world: shapes, rays, nearest points, contacts and sweeps.
//!
//! Positions and poses are f64 in the world frame (meters, z up). Boxes, spheres, cylinders, capsules and half-spaces are tested
//! analytically in f64, and so are rays against triangle meshes and height fields; their other queries, convex hulls, and the contact pairs
//! without a formula here go through parry, always relative to one of the shapes.
//!
//! ```
//! use nalgebra::{Isometry3, Point3, Vector3};
//! use sim_geometry::{Collider, Mobility, QueryFilter, Shape, SpatialIndex};
//!
//! let mut index = SpatialIndex::new();
//! let wall = Collider::new(Shape::try_box(Vector3::new(0.1, 2.0, 1.0))?);
//! index.add_body(Mobility::Fixed, vec![wall], Isometry3::translation(3.0, 0.0, 1.0))?;
//! index.refresh(false);
//! let hit = index.cast_ray(&Point3::new(0.0, 0.0, 0.5), &Vector3::x(), 10.0, &QueryFilter::default())?;
//! assert!((hit.expect("the wall").distance - 2.9).abs() < 1e-12);
//! # Ok::<(), sim_geometry::GeometryError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

mod body;
mod bounds;
mod capsules;
mod contact;
mod error;
mod hull;
mod index;
pub mod inertia;
mod internal_edges;
mod lanes;
mod nearest;
mod neighbors;
mod pairs;
mod parry_queries;
mod parry_shapes;
mod placed;
mod query;
mod ray;
mod ray_fan;
mod ray_packet;
mod reduce;
mod replica;
mod shape;
pub mod spin;
mod surface_rays;
pub mod surroundings;
mod sweep;
mod tree;

#[cfg(test)]
mod tests;

pub use body::{BodyId, Mobility};
pub use error::{GeometryError, ShapeError};
pub use index::Revision;
pub use index::{QueryFilter, SpatialIndex};
pub use neighbors::NeighborList;
pub use pairs::{Contact, ContactOptions, ContactScratch};
pub use parry_shapes::{Convex, HeightField, Mesh};
pub use query::{NearestHit, RayHit};
pub use replica::{BODY_WORDS, COLLIDER_WORDS};
pub use shape::{Collider, Material, Shape};
pub use sweep::UNSWEPT;
pub use sweep::{ColliderId, ShapeHit, SweepHit};
