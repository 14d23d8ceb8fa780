//! The table of all robots.

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
/// What a robot is called, how it is, what it is about, how fast it is, its battery, its faults and what it has touched.
pub const COLUMNS: [Text; 7] = [
    text("robots-columns-1"),
    text("robots-columns-2"),
    text("robots-columns-3"),
    text("robots-columns-4"),
    text("robots-columns-5"),
    text("robots-columns-6"),
    text("robots-columns-7"),
];

/// How many are listed of how many.
pub fn count(listed: usize, all: usize) -> String {
    say!("robots-count", listed, all)
}

/// What the title of a column is called; whether it falls, where rows are sorted by it now.
pub fn sort(column: &str, falling: Option<bool>) -> String {
    match falling {
        None => say!("robots-sort", column),
        Some(true) => say!("robots-sorted-falling", column),
        Some(false) => say!("robots-sorted-rising", column),
    }
}

/// What the row of a robot is called.
pub fn row(robot: &str, state: &str) -> String {
    say!("robots-row", robot, state)
}

/// To which pose of its route a robot goes, and how far the end is.
pub fn task(pose: u64, left: &str) -> String {
    say!("robots-task", pose, left)
}

/// A speed in m/s.
pub fn speed(speed: &str) -> String {
    say!("robots-speed", speed)
}

/// How full a battery is, 0 … 1.
pub fn charge(charge: f64) -> String {
    say!("robots-charge", percent = format!("{:.0}", 100.0 * charge))
}

/// A voltage in V.
pub fn voltage(voltage: &str) -> String {
    say!("robots-voltage", voltage)
}
