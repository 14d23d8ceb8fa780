//! The preferences dialog.

pub use super::generated::preferences::*;

pub fn percent(factor: f32) -> String {
    super::generated::preferences::percent(format!("{:.0}", 100.0 * factor))
}
