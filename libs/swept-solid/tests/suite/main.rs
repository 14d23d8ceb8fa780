//! Tests of queries about legs.

mod brute;
mod memory;
mod questions;
mod random;
mod vectors;
