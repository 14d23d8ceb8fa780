//! Simulation control.

pub use super::generated::run::*;

pub fn speed(factor: Option<f64>) -> String {
    factor.map_or_else(|| UNLIMITED.to_string(), |factor| format!("×{factor}"))
}

pub fn factor(factor: f64) -> String {
    super::generated::run::factor(format!("{factor:.2}"))
}
