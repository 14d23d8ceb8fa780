//! The file dialog.

pub use super::generated::choose::*;

/// A file kind with its extensions.
pub fn kind(name: &str, extensions: &[&str]) -> String {
    let ends: Vec<String> = extensions.iter().map(|extension| format!("*.{extension}")).collect();
    format!("{name} ({})", ends.join(", "))
}

/// A size in bytes.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
