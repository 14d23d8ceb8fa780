//! Human-readable sizes.

/// A number of bytes with its unit: `999 B`, `12 kB`, `1.5 MB`, `30 MB`.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        1_000_000..10_000_000 => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_few_digits() {
        let sizes = [999, 1_000, 999_999, 1_000_000, 9_960_000, 10_000_000].map(size);
        assert_eq!(sizes, ["999 B", "1 kB", "999 kB", "1.0 MB", "9.9 MB", "10 MB"]);
    }
}
