//! Tests of grids, their files, and paths on them.

mod files;
mod planning;
mod shapes;
