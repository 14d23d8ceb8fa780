//! Tests of the distance query and of detours.

mod detours;
mod query;
