//! Plots.

use super::figures::{column, with_unit};
use super::{Text, text};

pub const ROBOT: Text = text("common-robot");
pub const CHANNEL: Text = text("plots-channel");
pub const PLOT: Text = text("plots-plot");
pub const CLEAR: Text = text("plots-clear");
pub const EXPORT: Text = text("plots-export");
pub const EXPORT_CSV: Text = text("plots-export-csv");
pub const EXPORT_PNG: Text = text("plots-export-png");
pub const FIT: Text = text("common-fit");
pub const FIT_HELP: Text = text("plots-fit-help");
pub const HOLD: Text = text("plots-hold");
pub const HOLD_HELP: Text = text("plots-hold-help");
pub const HOLD_LIVE: Text = text("plots-hold-live");
pub const TIME: Text = text("plots-time");
pub const EXPORT_FAILED: Text = text("plots-export-failed");
pub const NO_PICTURE: Text = text("plots-no-picture");
pub const OUT_OF_SIGHT: Text = text("plots-out-of-sight");
pub const TO_THE_FRONT: Text = text("plots-to-the-front");
pub const INCOMPLETE: Text = text("plots-incomplete");

/// The heading of a curve in the current language. Only one kind of heading is translated; channel names are not.
pub fn heading(heading: &str) -> String {
    match heading.strip_suffix(sim_runner::Comparison::CHANNEL) {
        Some(robot) => format!("{robot}{}", text("plots-distance")),
        None => heading.to_owned(),
    }
}

pub const REMOVE: Text = text("plots-remove");
pub const NOTHING: Text = text("plots-nothing");
pub const TOGGLE: Text = text("plots-toggle");

pub fn remove(name: &str) -> String {
    say!("plots-remove-of", name)
}

pub fn written(file: &str) -> String {
    say!("plots-written", file)
}

pub fn recorded(name: &str) -> String {
    say!("plots-recorded", name)
}

pub fn at(time: Option<f64>) -> String {
    format!("{} s", column(time.unwrap_or(f64::NAN), 3))
}

/// The current value and, with a recording, the recorded one.
pub fn values(value: Option<f64>, recorded: Option<Option<f64>>, unit: &str) -> String {
    let word = |value: Option<f64>| column(value.unwrap_or(f64::NAN), 4);
    let recorded = recorded.map(|value| say!("plots-recorded-value", value = word(value))).unwrap_or_default();
    with_unit(&word(value), unit) + &recorded
}
