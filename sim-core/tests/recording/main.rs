//! Recordings from end to end: written, read, cut off, mutated, exported.

mod attach;
mod damage;
mod export;
mod fuzz;
mod import;
#[path = "../common/inputs.rs"]
mod inputs;
mod kill;
mod round_trip;
mod support;
