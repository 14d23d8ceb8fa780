//! Words of messages.

use std::fmt::Display;

/// A whole number of things: `1 element`, `2 elements`, `0 libraries`. The word is the singular.
pub fn counted<N: Display + PartialEq + From<bool>>(count: N, what: &str) -> String {
    if count == N::from(true) {
        return format!("1 {what}");
    }
    match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_told_in_the_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "component")), ["0 components", "1 component", "2 components"]);
        assert_eq!([1, 3].map(|count| counted(count, "library")), ["1 library", "3 libraries"]);
        assert_eq!(counted(2_usize, "key"), "2 keys");
    }
}
