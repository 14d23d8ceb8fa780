//! Units of lengths and angles.

pub use super::generated::units::*;

pub fn no_length(text: &str) -> String {
    super::generated::units::no_length(format!("{text:?}"))
}

pub fn no_angle(text: &str) -> String {
    super::generated::units::no_angle(format!("{text:?}"))
}
