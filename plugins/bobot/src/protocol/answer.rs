//! Replies, and their encoding as one line.

use super::text::{encode_char, encode_into};

/// Maximum length of a reply with its LF in the dialect of PyBot, bytes: its clients read once, and at most this many.
pub const MAX_LINE: usize = 1024;

/// A reply: a prefix, items that may be truncated at the end if there is not enough room, and a suffix.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    open: String,
    items: Vec<String>,
    separator: &'static str,
    close: &'static str,
}

/// A reply as it is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Bytes without the LF.
    pub bytes: Vec<u8>,
    /// Whether items were dropped.
    pub truncated: bool,
}

impl Answer {
    /// A plain text reply.
    pub fn text(text: impl Into<String>) -> Self {
        Self { open: text.into(), ..Self::default() }
    }

    /// The reply for an error.
    pub fn error() -> Self {
        Self::text("-1")
    }

    /// An empty line.
    pub fn empty() -> Self {
        Self::default()
    }

    /// A list.
    pub fn list(items: Vec<String>, separator: &'static str) -> Self {
        Self { items, separator, ..Self::default() }
    }

    /// Wraps the reply in a prefix and a suffix.
    pub fn enclosed(mut self, open: impl Into<String>, close: &'static str) -> Self {
        (self.open, self.close) = (open.into(), close);
        self
    }

    /// Returns the line without its LF; with its LF, it has at most `longest` bytes, if given.
    pub fn line(&self, longest: Option<usize>) -> Line {
        let room = longest.map_or(usize::MAX, |longest| longest.saturating_sub(1 + self.close.len()));
        let mut line = Line { bytes: Vec::new(), truncated: false };
        for character in self.open.chars() {
            let before = line.bytes.len();
            encode_char(&mut line.bytes, character);
            if line.bytes.len() > room {
                line.bytes.truncate(before);
                line.truncated = true;
                break;
            }
        }
        for (place, item) in self.items.iter().enumerate() {
            let before = line.bytes.len();
            encode_into(&mut line.bytes, if place > 0 { self.separator } else { "" });
            encode_into(&mut line.bytes, item);
            if line.bytes.len() > room {
                line.bytes.truncate(before);
                line.truncated = true;
                break;
            }
        }
        encode_into(&mut line.bytes, self.close);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BU-03: Each request gets exactly one answer line, at most 1024 bytes in the pybot dialect.
    #[test]
    fn a_list_that_is_too_long_loses_its_last_items() {
        let items: Vec<String> = (0..100).map(|number| format!("module{number:03}@0:{number}")).collect();
        let line = Answer::list(items.clone(), ",").enclosed("{", "}").line(Some(MAX_LINE));
        assert!(line.truncated && line.bytes.len() < MAX_LINE && line.bytes.len() > MAX_LINE - 20);
        let text = String::from_utf8(line.bytes).unwrap();
        let inner = text.strip_prefix('{').unwrap().strip_suffix('}').unwrap();
        let complete: Vec<&str> = inner.split(',').collect();
        assert_eq!(complete, items[..complete.len()]);
    }

    /// BU-03: Each request gets exactly one answer line, at most 1024 bytes in the pybot dialect.
    #[test]
    fn a_text_that_is_too_long_is_cut_between_characters_and_keeps_its_end() {
        let line = Answer::text("€".repeat(400)).enclosed("€".repeat(400), "'").line(Some(MAX_LINE));
        assert!(line.truncated);
        assert_eq!(String::from_utf8(line.bytes).unwrap(), format!("{}'", "€".repeat(340)));
        let line = Answer::text("a".repeat(1023)).line(Some(MAX_LINE));
        assert_eq!((line.bytes.len(), line.truncated), (1023, false));
        let line = Answer::text("a".repeat(1024)).line(Some(MAX_LINE));
        assert_eq!((line.bytes.len(), line.truncated), (1023, true));
        let line = Answer::text("a".repeat(5000)).line(None);
        assert_eq!((line.bytes.len(), line.truncated), (5000, false));
    }

    #[test]
    fn short_answers_are_whole() {
        let line = |answer: Answer| String::from_utf8(answer.line(Some(MAX_LINE)).bytes).unwrap();
        assert_eq!(line(Answer::empty()), "");
        assert_eq!(line(Answer::error()), "-1");
        assert_eq!(line(Answer::list(vec!["a".into(), "b".into()], "; ")), "a; b");
        assert_eq!(line(Answer::list(Vec::new(), ", ").enclosed("{", "}")), "{}");
    }
}
