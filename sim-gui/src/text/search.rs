//! Searching by typing.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text as it is searched: in lower case and without accents, so that `condicion` finds `Condición`.
pub fn folded(text: &str) -> String {
    text.nfd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect()
}

/// How well texts answer a search, the most important text first: the less, the better. A text that begins with what is
/// searched comes before one of whose words that is true, and this before one that has it inside a word. Several words may stand
/// apart; none where one of them is nowhere. All texts and the search are folded.
pub fn rank(search: &str, texts: &[String]) -> Option<usize> {
    let search = search.trim();
    let whole = |wanted: &str| {
        let mut places = texts.iter().enumerate().filter_map(|(number, text)| Some(3 * number + place(text, wanted)?));
        places.next()
    };
    let apart = || search.split_whitespace().map(whole).try_fold(0, |worst, next| Some(worst.max(next?)));
    whole(search).or_else(apart)
}

/// Where a text has what is searched: 0 at its beginning, 1 at the beginning of a word, 2 inside a word.
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
