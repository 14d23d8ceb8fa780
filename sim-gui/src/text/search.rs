//! Text search.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Normalizes a text for search: lower case, without accents. `condicion` matches `Condición`.
pub fn folded(text: &str) -> String {
    text.nfd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect()
}

/// Rank of a match, lower is better; the most important text comes first. A match at the start of a text ranks before one at the start of
/// a word, then one within a word. Words may match separately; `None` if any word has no match. All texts and the query must be
/// normalized.
pub fn rank(search: &str, texts: &[String]) -> Option<usize> {
    let search = search.trim();
    let whole = |wanted: &str| {
        let mut places = texts.iter().enumerate().filter_map(|(number, text)| Some(3 * number + place(text, wanted)?));
        places.next()
    };
    let apart = || search.split_whitespace().map(whole).try_fold(0, |worst, next| Some(worst.max(next?)));
    whole(search).or_else(apart)
}

/// Position of a match: 0 at the start, 1 at the start of a word, 2 within a word.
fn place(text: &str, wanted: &str) -> Option<usize> {
    let begins_word = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
    let best = text.match_indices(wanted).map(|(at, _)| if at == 0 { 0 } else { 2 - usize::from(begins_word(at)) });
    best.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_capitals_do_not_count() {
        assert_eq!(folded("Condición de l’ÀREA"), "condicion de l’area");
    }

    #[test]
    fn a_beginning_comes_before_a_word_and_a_word_before_what_is_inside_one() {
        let texts = ["camera/pinhole and its grid", "views", "shows a camera on the ground"].map(str::to_owned);
        for (search, wanted) in [
            ("camera", Some(0)),
            ("pin", Some(1)),
            ("era", Some(2)),
            ("view", Some(3)),
            ("shows", Some(6)),
            ("ground", Some(7)),
            ("round", Some(8)),
            ("camera grid", Some(1)),
            ("ground camera", Some(7)),
            ("camera moon", None),
            ("", Some(0)),
            ("  ", Some(0)),
        ] {
            assert_eq!(rank(search, &texts), wanted, "{search:?}");
        }
    }
}
