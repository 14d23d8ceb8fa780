//! Searching by typing.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text as it is searched: in lower case and without accents, so that `condicion` finds `Condición`.
pub fn folded(text: &str) -> String {
    text.nfd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn accents_and_capitals_do_not_count() {
        assert_eq!(super::folded("Condición de l’ÀREA"), "condicion de l’area");
    }
}
