//! The robot NinjUAB and its virtual twin in the window.

mod mapping;
mod orders;
