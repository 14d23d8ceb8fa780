//! Views of plotted values.

use super::{Text, text};

pub const OVER_TIME: Text = text("analysis-over-time");
pub const XY: Text = text("analysis-xy");
pub const HISTOGRAM: Text = text("analysis-histogram");
pub const SPECTRUM: Text = text("analysis-spectrum");
pub const OVER_TIME_HELP: Text = text("analysis-over-time-help");
pub const XY_HELP: Text = text("analysis-xy-help");
pub const HISTOGRAM_HELP: Text = text("analysis-histogram-help");
pub const SPECTRUM_HELP: Text = text("analysis-spectrum-help");
pub const OVER: Text = text("analysis-over");
pub const SHARE: Text = text("analysis-share");
pub const SHARE_HELP: Text = text("analysis-share-help");
pub const NEWEST: Text = text("analysis-newest");
pub const NEWEST_HELP: Text = text("analysis-newest-help");
pub const NUMBER: Text = text("analysis-number");
pub const PART: Text = text("analysis-part");
pub const FREQUENCY: Text = text("analysis-frequency");
pub const MEAN: Text = text("analysis-mean");
pub const DEVIATION: Text = text("analysis-deviation");
pub const VALUES: Text = text("analysis-values");
pub const GREATEST: Text = text("analysis-greatest");
pub const COMPUTING: Text = text("analysis-computing");
pub const TOO_FEW: Text = text("analysis-too-few");
pub const NO_OTHER: Text = text("analysis-no-other");

/// Length of the time span before the end, s.
pub fn newest(seconds: f64) -> String {
    if seconds > 0.0 { format!("{seconds:.1} s") } else { text("analysis-all").into() }
}

/// Accessible label of a plot setting, including its plot.
pub fn choice(kind: &str, unit: &str) -> String {
    if unit.is_empty() { kind.to_string() } else { say!("analysis-choice", kind, unit) }
}

/// X axis of a plot: the same channel of each robot.
pub fn of_each(path: &str) -> String {
    say!("analysis-of-each", path)
}

/// Axis title: a quantity with its unit.
pub fn axis(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_string() } else { format!("{name} / {unit}") }
}

/// A column heading of a table.
pub fn column(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_string() } else { format!("{name} [{unit}]") }
}

/// Column headings of exported tables. They are read by programs, so they are English in every language.
pub mod table {
    pub fn frequency(name: &str) -> String {
        format!("frequency of {name}")
    }

    pub fn of(what: &str, name: &str) -> String {
        format!("{what} of {name}")
    }

    pub fn over(name: &str, other: &str) -> String {
        format!("{name} over {other}")
    }

    pub fn along(name: &str, other: &str) -> String {
        format!("{other} under {name}")
    }

    pub fn amplitude(name: &str) -> String {
        format!("amplitude of {name}")
    }

    pub fn from(unit: &str) -> String {
        super::column("bin from", unit)
    }

    pub fn to(unit: &str) -> String {
        super::column("bin to", unit)
    }
}
