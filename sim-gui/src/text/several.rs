//! Numbered views, panel layouts, saved states.

pub use super::generated::several::*;

/// Accessible label of a view; the first of its kind has no number.
pub fn view_of_scene(name: &str, number: u32) -> String {
    match number {
        1 => name.to_owned(),
        number => format!("{name} ({number})"),
    }
}

/// Default name for a state saved at a time, s.
pub fn state_at(time: f64) -> String {
    super::generated::several::state_at(format!("{time:.2}"))
}

/// Time of a state, s.
pub fn moment(time: f64) -> String {
    super::generated::several::moment(format!("{time:.2}"))
}
