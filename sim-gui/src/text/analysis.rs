//! Words of the ways to look at plotted values.

pub const OVER_TIME: &str = "Over time";
pub const XY: &str = "XY";
pub const HISTOGRAM: &str = "Histogram";
pub const SPECTRUM: &str = "Spectrum";
pub const OVER_TIME_HELP: &str = "Values as they came.";
pub const XY_HELP: &str = "Values over another value that is plotted, of the same moment.";
pub const HISTOGRAM_HELP: &str =
    "How often the values were in which range. The bins are as wide as Freedman and Diaconis say.";
pub const SPECTRUM_HELP: &str = "Which frequencies the values have: amplitudes without the mean, under Hann's window. A sine shows its amplitude. The newest 65,536 steps count.";
pub const OVER: &str = "over";
pub const SHARE: &str = "Shares";
pub const SHARE_HELP: &str =
    "Parts of all values instead of their number, so that runs of different length can be compared.";
pub const NEWEST: &str = "of the last";
pub const NEWEST_HELP: &str = "Only values of so many seconds before the end count; 0: all.";
pub const NUMBER: &str = "number";
pub const PART: &str = "share";
pub const FREQUENCY: &str = "frequency / Hz";
pub const COMPUTING: &str = "Computing …";
pub const TOO_FEW: &str = "There are too few values for this yet.";
pub const NO_OTHER: &str = "Plot another value, too: XY shows the values of this plot over it.";

/// How many seconds before the end count.
pub fn newest(seconds: f64) -> String {
    if seconds > 0.0 { format!("{seconds:.1} s") } else { "all".to_string() }
}

/// A choice of a plot, for who does not see to which one it belongs.
pub fn choice(kind: &str, unit: &str) -> String {
    if unit.is_empty() { kind.to_string() } else { format!("{kind} of {unit}") }
}

/// What a plot is drawn over: the same channel of each robot.
pub fn of_each(path: &str) -> String {
    format!("{path} of each robot")
}

/// A quantity with its unit, as an axis is called.
pub fn axis(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_string() } else { format!("{name} / {unit}") }
}

/// A heading of a table.
pub fn column(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_string() } else { format!("{name} [{unit}]") }
}

/// Mean and standard deviation of values.
pub fn moments(mean: &str, deviation: &str, unit: &str, count: usize) -> String {
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    format!("mean {mean}{unit}, standard deviation {deviation}{unit}, {count} values")
}

/// The greatest line of a spectrum.
pub fn peak(frequency: &str, amplitude: &str, unit: &str) -> String {
    format!("greatest {amplitude} {unit} at {frequency} Hz").replace("  ", " ")
}

/// Headings of tables.
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
