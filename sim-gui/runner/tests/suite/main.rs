//! Tests of the simulation thread.

mod allocation;
mod carrying;
mod common;
mod edits;
mod external_input;
mod going_back;
mod plugins;
mod recordings;
mod running;
mod serving;
