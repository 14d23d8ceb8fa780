//! Things that are dragged.

/// How far something was moved, m.
pub fn moved([x, y, z]: [f64; 3]) -> String {
    let length = (x * x + y * y + z * z).sqrt();
    let parts = [("x", x), ("y", y), ("z", z)].into_iter().filter(|(_, part)| part.abs() >= 5e-4);
    let parts: Vec<String> = parts.map(|(axis, part)| format!("{axis} {part:+.3}")).collect();
    format!("{length:.3} m  {}", parts.join("  "))
}

/// How far something was turned, degrees.
pub fn turned(degrees: f64) -> String {
    say!("drag-turned", degrees = format!("{degrees:.1}"))
}
