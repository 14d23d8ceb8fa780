//! Archives and the store: what is taken in, what is refused, and that nothing is left of what was refused.

mod archives;
mod fuzz;
mod installing;
mod offered;
mod refused;
mod signed;
