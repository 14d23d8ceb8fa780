//! Archives and the store: accepted and rejected archives, and that a rejected one leaves nothing behind.

mod archives;
mod fuzz;
mod installing;
mod offered;
mod refused;
mod signed;
