//! Tests of the machine.

mod board;
mod machine_fuzz;
mod rows;
