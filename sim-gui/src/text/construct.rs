//! Texts of the robot editor.

pub use super::generated::construct::*;

pub const AXIS_NAMES: [&str; 2] = ["x", "y"];

pub fn port_of(name: &str, kind: &str) -> String {
    match kind {
        "" => name.to_owned(),
        kind => format!("{name} ({kind})"),
    }
}

pub fn reading(read: f64, clean: Option<f64>, unit: &str, more: usize) -> String {
    let unit = super::figures::unit(unit);
    let clean = clean.map(|clean| format!(" · {TRUE} {}", number(clean))).unwrap_or_default();
    let more = if more > 0 { format!(" +{more}") } else { String::new() };
    format!("{}{clean} {unit}", number(read)).trim_end().to_owned() + &more
}

/// A plugin's text, limited to characters in the window's fonts.
pub fn plain(text: &str) -> String {
    sim_core::words::unwrapped(text).replace('→', "->").replace('←', "<-")
}

/// A value with its significant digits.
pub fn number(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".to_owned(),
        // Otherwise a small negative number would be shown as −0.
        size if size < 5e-4 => "0.000".to_owned(),
        size if size < 100.0 => format!("{value:.3}"),
        size if size < 1e6 => format!("{value:.1}"),
        _ => format!("{value:.3e}"),
    }
}

/// An error in a robot's file.
pub fn finding(path: Option<&str>, line: Option<usize>, message: &str) -> String {
    let path = path.map(|path| format!("{path}: ")).unwrap_or_default();
    let line = line.map(|line| super::generated::construct::line(line) + ": ").unwrap_or_default();
    format!("{line}{path}{message}")
}
