//! End-to-end tests of recordings: written, read, truncated, mutated, exported.

mod attach;
mod damage;
mod edits;
mod export;
mod fuzz;
mod import;
mod kill;
mod round_trip;
mod support;
