//! Find and replace in texts.

use std::ops::Range;

/// A search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The text; an empty one matches nothing.
    pub text: String,
    /// Case-sensitive.
    pub case: bool,
    /// Whole words only: no letter, digit or underscore before or after the match.
    pub word: bool,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Byte range in the text.
    pub bytes: Range<usize>,
    /// Character range in the text.
    pub chars: Range<usize>,
}

impl Search {
    /// All matches in a text, from the beginning, without overlaps.
    pub fn find(&self, text: &str) -> Vec<Hit> {
        let folded: Vec<char> = match self.case {
            true => self.text.chars().collect(),
            false => self.text.chars().flat_map(char::to_lowercase).collect(),
        };
        if folded.is_empty() {
            return Vec::new();
        }
        let (mut hits, mut byte, mut chars, mut before) = (Vec::new(), 0, 0, None);
        while let Some(first) = text[byte..].chars().next() {
            let found = self.matched(&text[byte..], &folded).filter(|(length, _)| {
                let after = text[byte + length..].chars().next();
                !self.word || !(is_of_word(before) || is_of_word(after))
            });
            match found {
                Some((length, count)) => {
                    hits.push(Hit { bytes: byte..byte + length, chars: chars..chars + count });
                    before = text[byte..byte + length].chars().next_back();
                    (byte, chars) = (byte + length, chars + count);
                }
                None => {
                    before = Some(first);
                    (byte, chars) = (byte + first.len_utf8(), chars + 1);
                }
            }
        }
        hits
    }

    /// Length in bytes and characters of the match at the start of a text.
    fn matched(&self, text: &str, wanted: &[char]) -> Option<(usize, usize)> {
        let (mut at, mut bytes, mut count) = (0, 0, 0);
        for letter in text.chars() {
            let same = |at: &mut usize, letter: char| {
                let same = wanted.get(*at) == Some(&letter);
                *at += 1;
                same
            };
            let fits = match self.case {
                true => same(&mut at, letter),
                false => letter.to_lowercase().all(|letter| same(&mut at, letter)),
            };
            if !fits {
                return None;
            }
            (bytes, count) = (bytes + letter.len_utf8(), count + 1);
            if at == wanted.len() {
                return Some((bytes, count));
            }
        }
        None
    }
}

fn is_of_word(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The text with all matches replaced.
pub fn replaced(text: &str, hits: &[Hit], with: &str) -> String {
    let mut new = String::with_capacity(text.len());
    let mut from = 0;
    for hit in hits {
        new.push_str(&text[from..hit.bytes.start]);
        new.push_str(with);
        from = hit.bytes.end;
    }
    new.push_str(&text[from..]);
    new
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "lists of ranges are meant")]
mod tests {
    use super::*;

    fn found(wanted: &str, case: bool, word: bool, text: &str) -> Vec<Range<usize>> {
        let hits = Search { text: wanted.into(), case, word }.find(text);
        for hit in &hits {
            assert_eq!(text[..hit.bytes.start].chars().count(), hit.chars.start, "{wanted} in {text}");
            assert_eq!(text[hit.bytes.clone()].chars().count(), hit.chars.len(), "{wanted} in {text}");
        }
        hits.into_iter().map(|hit| hit.bytes).collect()
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn search_distinguishes_case_and_whole_words_on_request() {
        let text = "At at cat; at_x (AT)";
        assert_eq!(found("at", false, false, text), [0..2, 3..5, 7..9, 11..13, 17..19]);
        assert_eq!(found("at", true, false, text), [3..5, 7..9, 11..13]);
        assert_eq!(found("at", false, true, text), [0..2, 3..5, 17..19]);
        assert_eq!(found("at", true, true, text), [3..5]);
        assert!(found("", false, false, text).is_empty());
        assert!(found("dog", false, false, text).is_empty());
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn hits_do_not_overlap_and_letters_of_several_bytes_are_found() {
        assert_eq!(found("aa", false, false, "aaaa a"), [0..2, 2..4]);
        assert_eq!(found("É", false, false, "é É e"), [0..2, 3..5]);
        assert_eq!(found("x", false, false, "€x€x"), [3..4, 7..8]);
        // One letter becomes two in lowercase.
        assert_eq!(found("i\u{307}", false, false, "İ"), [0..2]);
        assert!(found("i", false, false, "İ").is_empty());
        assert_eq!(found("a\nb", false, false, "xa\nbx"), [1..4]);
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn all_hits_are_replaced() {
        let text = "one two one";
        let hits = Search { text: "ONE".into(), ..Search::default() }.find(text);
        assert_eq!(replaced(text, &hits, "1ne"), "1ne two 1ne");
        assert_eq!(replaced(text, &hits, ""), " two ");
        assert_eq!(replaced(text, &[], "x"), text);
    }
}
