//! Plots.

use super::figures::{column, with_unit};
pub use super::generated::plots::*;

/// The heading of a curve in the current language. Only one kind of heading is translated; channel names are not.
pub fn heading(heading: &str) -> String {
    match heading.strip_suffix(sim_runner::Comparison::CHANNEL) {
        Some(robot) => format!("{robot}{}", DISTANCE),
        None => heading.to_owned(),
    }
}

pub fn at(time: Option<f64>) -> String {
    format!("{} s", column(time.unwrap_or(f64::NAN), 3))
}

/// The current value and, with a recording, the recorded one.
pub fn values(value: Option<f64>, recorded: Option<Option<f64>>, unit: &str) -> String {
    let word = |value: Option<f64>| column(value.unwrap_or(f64::NAN), 4);
    let recorded = recorded.map(|value| recorded_value(word(value))).unwrap_or_default();
    with_unit(&word(value), unit) + &recorded
}
