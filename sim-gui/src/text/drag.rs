//! Dragged items.

/// The distance moved: total, and components along axes.
pub fn moved(length: &str, parts: &[(&str, String)]) -> String {
    let parts: Vec<String> = parts.iter().map(|(axis, part)| format!("{axis} {part}")).collect();
    format!("{length}  {}", parts.join("  "))
}
