//! The inspector.

pub use super::generated::inspector::*;

pub fn parameters_of(component: &str) -> String {
    super::generated::inspector::parameters_of(component.to_lowercase())
}
