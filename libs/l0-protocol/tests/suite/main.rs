//! Tests of the line protocol.

mod answers;
mod line_fuzz;
mod lines;
mod orders;
