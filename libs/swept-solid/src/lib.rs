//! Does a box that moves over a floor come too near to something, and where first?
//!
//! A [`Body`] is a box that stands on the floor, with a margin. A [`Leg`] is the straight way from one pose to another: the box
//! keeps the heading of its start, and [`Turning`] says when it turns to that of its end. [`Obstacles`] are closed solids at any
//! pose: boxes, balls, capsules, cylinders, cones, hulls, meshes. They are put in order once and then asked about many legs: a
//! route editor asks at each move of the mouse.
//!
//! ```
//! use nalgebra::{Isometry3, Vector3};
//! use swept_solid::{Body, Leg, Margin, Obstacles, PlanarPose, Scratch, Solid, Turning};
//!
//! let robot = Body::new(Vector3::new(0.5, 0.4, 0.3), Margin::new([10.0, 10.0, 0.0])?)?; // 0.6 m × 0.48 m × 0.3 m
//! let table = Solid::cuboid(Vector3::new(1.0, 1.0, 0.05), &Isometry3::translation(2.0, 0.0, 0.7))?;
//! let post = Solid::cylinder(0.05, 2.0, &Isometry3::translation(3.0, 0.2, 1.0))?;
//! let obstacles = Obstacles::new([("table", table), ("post", post)]);
//! let mut scratch = Scratch::default();
//!
//! let poses = [PlanarPose::new(0.0, 0.0, 0.0), PlanarPose::new(5.0, 0.0, 1.57)];
//! let leg = Leg::new(poses[0], poses[1], Turning::AtEnd)?;
//! let hit = obstacles.first(&robot, &leg, |_| false, &mut scratch).expect("the table is high enough, the post is in the way");
//! assert_eq!(obstacles.key(hit.obstacle), Some(&"post"));
//! assert!((hit.along - (3.0 - 0.05 - 0.3 - 0.001)).abs() < 1e-6); // its nearest point, half the robot, the tolerance
//! assert!(obstacles.is_free(&robot, &leg, |key| *key == "post", &mut scratch));
//! # Ok::<(), swept_solid::Invalid>(())
//! ```
//!
//! # What counts as contact
//! Two closed solids meet when their distance is at most [`TOL`]: surfaces that cross or touch, either solid inside the other.
//! Distances between [`TOL`] and [`TOL`] + [`SLACK`] count as contact, too, as does whatever cannot be told from them by the
//! numbers of the machine: no contact is missed. That a box around something is in the way decides nothing.
//!
//! # Units and frames
//! Lengths are in metres, angles in radians. The frame of the scene is right-handed; z points up, the floor is z = 0. Headings
//! are counter-clockwise from the x axis, seen from above. The floor itself is no obstacle: what reaches up to z = 0 touches a body
//! that stands there.
//!
//! Nothing here reads a clock or draws a number; results are the same on every machine. No function panics, whatever it is given,
//! but for lack of memory.

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

pub use body::{Body, Leg, Margin, PlanarPose, Turning};
pub use error::{Invalid, LARGEST, LARGEST_ANGLE};
pub use obstacles::{Contact, Hit, Obstacles, Scratch};
pub use solid::Solid;

/// Solids at this distance or less meet, m. Nothing is thinner than this, either.
pub const TOL: f64 = 0.001;

/// How much farther than [`TOL`] solids may be apart and count as meeting all the same, m.
pub const SLACK: f64 = 1e-9;
