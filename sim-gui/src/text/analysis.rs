//! Views of plotted values.

pub use super::generated::analysis::*;

/// Length of the time span before the end, s.
pub fn newest(seconds: f64) -> String {
    if seconds > 0.0 { format!("{seconds:.1} s") } else { ALL.into() }
}

/// Accessible label of a plot setting, including its plot.
pub fn choice(kind: &str, unit: &str) -> String {
    if unit.is_empty() { kind.to_string() } else { super::generated::analysis::choice(kind, unit) }
}

/// Axis title or column heading: a quantity with its unit.
pub fn column(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_string() } else { format!("{name} [{unit}]") }
}

/// Column headings of exported tables. They are read by programs, so they are English in every language.
pub mod table {
    pub fn frequency(name: &str) -> String {
        format!("frequency of {name}")
    }

    /// Of the heights of a histogram's bars.
    pub fn bars(name: &str, share: bool) -> String {
        format!("{} of {name}", if share { "fraction" } else { "count" })
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
