//! Tests of grids, their files, and paths on them.

#[cfg(feature = "files")]
mod files;
mod planning;
#[cfg(feature = "files")]
mod shapes;
