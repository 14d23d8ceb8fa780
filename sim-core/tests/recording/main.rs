//! Recordings from end to end: written, read, cut off, mutated, exported.

mod attach;
mod damage;
mod edits;
mod export;
mod fuzz;
mod import;
mod kill;
mod round_trip;
mod support;
