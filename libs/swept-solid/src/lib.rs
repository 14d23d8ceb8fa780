//! Sweep tests of a box that moves over a floor: whether it comes too close to an obstacle, and where first.
//!
//! A [`Body`] is a box on the floor. A [`Leg`] is a straight segment from one pose to another: the box keeps its start
//! heading, and [`Turning`] specifies when it turns to its end heading. [`Obstacles`] are closed solids at any pose: boxes, balls,
//! capsules, cylinders, hulls, meshes. They are indexed once and then queried for many legs: a route editor runs a query on each
//! mouse move.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3};
//! use swept_solid::{Body, Leg, Obstacles, PlanarPose, Scratch, Solid, Turning};
//!
//! let robot = Body::new(Vector3::new(0.6, 0.48, 0.3))?;
//! let table = Solid::cuboid(Vector3::new(1.0, 1.0, 0.05), &Isometry3::translation(2.0, 0.0, 0.7))?;
//! let post = Solid::cylinder(0.05, 2.0, &Isometry3::translation(3.0, 0.2, 1.0))?;
//! let obstacles = Obstacles::new([("table", table), ("post", post)]);
//! let mut scratch = Scratch::default();
//!
//! let poses = [PlanarPose::new(0.0, 0.0, 0.0), PlanarPose::new(5.0, 0.0, 1.57)];
//! let leg = Leg::new(poses[0], poses[1], Turning::AtEnd)?;
//! let [hit] = obstacles.all(&robot, &leg, |_| false, &mut scratch) else { panic!("the table is high enough") };
//! assert_eq!(obstacles.key(hit.obstacle), Some(&"post"));
//! assert!((hit.along - (3.0 - 0.05 - 0.3 - 0.001)).abs() < 1e-6); // its nearest point, half the robot, the tolerance
//! assert!(obstacles.all(&robot, &leg, |key| *key == "post", &mut scratch).is_empty());
//! # Ok::<(), swept_solid::Invalid>(())
//! ```
//!
//! # Definition of contact
//! Two closed solids are in contact if their distance is at most [`TOL`]: if their surfaces intersect or touch, or one is inside the other.
//! Distances between [`TOL`] and [`TOL`] + [`SLACK`] also count as contact, as do distances that floating-point arithmetic cannot
//! distinguish from them: the test is conservative. Overlap of bounding boxes alone is not contact.
//!
//! # Units and frames
//! Lengths are in meters, angles in radians. The frame of the scene is right-handed; z points up, the floor is z = 0. Headings are
//! counterclockwise from the x axis, seen from above. The floor itself is not an obstacle: a solid that extends up to z = 0 touches a body
//! that rests there.
//!
//! Nothing here reads a clock or uses random numbers; results are the same on every machine. No function panics on any input, except when
//! out of memory.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

mod body;
mod bounds;
mod convex;
mod error;
mod nearness;
mod obstacles;
mod solid;
mod surface;
mod sweep;
mod tree;

pub use body::{Body, Leg, PlanarPose, Turning};
pub use error::{Invalid, LARGEST, LARGEST_ANGLE};
pub use obstacles::{Contact, Hit, Obstacles, Scratch};
pub use solid::Solid;

/// Solids at this distance or less are in contact, m. It is also the minimum thickness.
pub const TOL: f64 = 0.001;

/// Distances of up to [`TOL`] plus this may also count as contact, m.
pub const SLACK: f64 = 1e-9;
