//! The robots panel.

use super::{Text, text};

pub const TITLE: Text = text("robots-title");
pub const NONE: Text = text("robots-none");
pub const NOTHING: Text = text("robots-nothing");
pub const FILTER: Text = text("robots-filter");
pub const SORT_HELP: Text = text("robots-sort-help");
pub const ROW_HELP: Text = text("robots-row-help");
pub const FAULT: Text = text("robots-fault");
pub const HALTED: Text = text("robots-halted");
pub const RUNNING: Text = text("robots-running");
pub const STANDS: Text = text("robots-stands");
pub const DONE: Text = text("robots-done");
/// Column titles: name, state, task, speed, battery, faults and contacts.
pub const COLUMNS: [Text; 7] = [
    text("robots-columns-1"),
    text("robots-columns-2"),
    text("robots-columns-3"),
    text("robots-columns-4"),
    text("robots-columns-5"),
    text("robots-columns-6"),
    text("robots-columns-7"),
];

/// Number of listed robots out of all.
pub fn count(listed: usize, all: usize) -> String {
    say!("robots-count", listed, all)
}

/// Accessible label of a column header. `falling`: the current sort direction of this column.
pub fn sort(column: &str, falling: Option<bool>) -> String {
    match falling {
        None => say!("robots-sort", column),
        Some(true) => say!("robots-sorted-falling", column),
        Some(false) => say!("robots-sorted-rising", column),
    }
}

/// Accessible label of a robot's row.
pub fn row(robot: &str, state: &str) -> String {
    say!("robots-row", robot, state)
}

/// The next waypoint on a robot's route, and the remaining distance.
pub fn task(pose: u64, left: &str) -> String {
    say!("robots-task", pose, left)
}

/// A speed, m/s.
pub fn speed(speed: &str) -> String {
    say!("robots-speed", speed)
}

/// State of charge, 0 … 1.
pub fn charge(charge: f64) -> String {
    say!("robots-charge", percent = format!("{:.0}", 100.0 * charge))
}

/// A voltage, V.
pub fn voltage(voltage: &str) -> String {
    say!("robots-voltage", voltage)
}
