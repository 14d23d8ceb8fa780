//! Occupancy grid maps, and path planning on them.
//!
//! A [`Grid`] divides a rectangle of the world into square cells that are unknown, free or occupied. Boxes and sensor rays mark them.
//! [`files`] serializes a grid as an image with a description, and as a pair of ROS map files. A [`Planner`] finds paths for a round robot.
//!
//! ```
//! use nalgebra::{Point2, Vector2};
//! use occupancy_grid::{Cell, Grid, PlanError, Planner};
//!
//! let mut grid = Grid::new(Point2::new(0.0, 0.0), 0.01, 200, 100)?; // 2 m × 1 m
//! grid.fill(Cell::Free);
//! grid.fill_box(Point2::new(1.0, 0.4), Vector2::new(0.1, 0.4), 0.0)?; // a wall, 0.2 m × 0.8 m
//! let planner = Planner { radius: 0.07, margin: 0.01 };
//! let [start, goal] = [Point2::new(0.3, 0.5), Point2::new(1.7, 0.5)];
//! let path = planner.inflate(&grid)?.path(start, goal).expect("a gap of 0.2 m between the wall and the map border");
//! assert_eq!(path.points.len(), 4); // around two corners of the wall
//! assert!(path.length() < 1.7);
//! let wider = Planner { radius: 0.1, ..planner };
//! assert_eq!(wider.inflate(&grid)?.path(start, goal), Err(PlanError::NoPath { start, goal }));
//! # Ok::<(), occupancy_grid::Invalid>(())
//! ```
//!
//! Lengths are in meters, angles in radians, counterclockwise from the x axis. Column 0 is at the smallest x, row 0 at the smallest y.
//! Nothing here reads a clock or uses random numbers; results are the same on every machine. No function panics on any input, except when
//! out of memory.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

mod distance;
pub mod files;
mod grid;
mod planner;
mod search;
mod shapes;
mod sight;

pub use grid::{Bounds, Cell, Grid, Invalid, LARGEST, MAX_CELLS, MAX_CELLS_PER_SIDE, TOUCHING};
pub use planner::{End, Inflated, Path, PlanError, Planner};
pub use shapes::THINNEST;
