//! Reading continues after a syntax error, so that all of them are reported in one round.

use super::read::{Read, Reader, is_word_rest, is_word_start};
use super::unclosed::closing;
use super::{Kind, Node, Span};
use sim_diagnostics::{Code, Diagnostic};

/// Maximum number of syntax errors after which reading continues; more of them mean that the text is something else.
const MAX_RECOVERIES: usize = 20;

impl Reader<'_> {
    /// Reports a syntax error inside a bracket that need not end the reading.
    pub(super) fn recover(&mut self, error: Box<Diagnostic>) -> Read<()> {
        if self.open.is_empty() || self.recoveries == MAX_RECOVERIES {
            return Err(error);
        }
        self.recoveries += 1;
        self.findings.push(*error);
        Ok(())
    }

    /// What to do about the text at `start`, where something else was expected.
    pub(super) fn advice(&self, start: usize, expected: &str) -> Option<String> {
        let (before, rest) = (self.text[..start].trim_end(), &self.text[start..]);
        let next = rest.chars().next()?;
        let last = before.chars().next_back().unwrap_or(' ');
        let is_after_number = last.is_ascii_digit() || last == '.';
        let text = match next {
            '#' => "comments begin with `//`",
            ';' => "separate elements by commas",
            '“' | '”' | '„' | '«' | '»' | '‘' | '’' => "write text in straight double quotes: \"text\"",
            '°' if is_after_number => "write angles as `deg(90)`",
            '*' | '/' | '+' | '-' if is_after_number => "write the result: a file has no expressions",
            _ if expected.contains("`:`") => "fields are written `name: value`",
            _ if !expected.contains("`,`") => return None,
            _ if self.is_unit(start) => "write numbers without units, and angles as `deg(90)`",
            '[' | '{' if is_word_rest(last) => return Some(format!("write `(` instead of `{next}` after a name")),
            ')' | ']' | '}' => {
                let open = self.open.last().and_then(|open| self.text[*open..].chars().next())?;
                return Some(format!("close `{open}` with `{}`, or remove this bracket", closing(open)));
            }
            ':' => "fields are written `name: value`, with the name not in quotes",
            _ => "put a comma between the elements",
        };
        Some(text.to_string())
    }

    /// After a syntax error within an element of the innermost bracket: goes to the comma or bracket that ends the element.
    fn skip_element(&mut self) {
        let mut inner = 0_usize;
        loop {
            let before = self.at;
            match self.peek() {
                None => return,
                Some(',' | ')' | ']' | '}') if inner == 0 => return,
                Some('(' | '[' | '{') => inner += 1,
                Some(')' | ']' | '}') => inner -= 1,
                Some('"') if self.quoted().is_ok() => continue,
                _ if self.space().is_ok() && self.at > before => continue,
                _ => {}
            }
            self.bump();
        }
    }

    /// The value of an element, or null after a syntax error in it, which is then reported.
    pub(super) fn element(&mut self) -> Read<Node> {
        let level = self.open.len();
        self.value().or_else(|error| self.null_for(error, level))
    }

    /// Reports a syntax error within the bracket of this level, and returns a null at its place.
    pub(super) fn null_for(&mut self, error: Box<Diagnostic>, level: usize) -> Read<Node> {
        let place = error.place;
        self.read_over(error, level)?;
        let [start, end] =
            place.map_or([self.written(self.at); 2], |place| [place.start, place.end]).map(|at| at as u32);
        Ok(Node { kind: Kind::Null, span: Span { file: self.file, start, end } })
    }

    /// Reports a syntax error within the bracket of this level, and goes to the end of its element.
    pub(super) fn read_over(&mut self, error: Box<Diagnostic>, level: usize) -> Read<()> {
        let is_end = self.at >= self.text.len();
        if error.code != Code::SceneSyntax || is_end {
            return Err(error);
        }
        self.open.truncate(level);
        self.recover(error)?;
        self.skip_element();
        Ok(())
    }

    /// Whether a word at this position is the unit of a number before it, and not the name of the next field.
    pub(super) fn is_unit(&self, start: usize) -> bool {
        let (before, rest) = (self.text[..start].trim_end(), &self.text[start..]);
        let is_name = rest.trim_start_matches(is_word_rest).trim_start().starts_with([':', '=']);
        let is_same_line = !self.text[before.len()..start].contains('\n');
        before.ends_with(|c: char| c.is_ascii_digit()) && rest.starts_with(is_word_start) && is_same_line && !is_name
    }

    /// Whether a bracket is open.
    pub(super) fn is_inside(&self) -> bool {
        !self.open.is_empty()
    }

    /// At a `#`: reports the comment and reads over it.
    pub(super) fn hash_comment(&mut self) -> Read<()> {
        let start = self.at;
        let rest = &self.text[start..];
        let end = start + rest.find('\n').unwrap_or(rest.len());
        let error = self.unexpected("a comment that begins with `//`");
        self.at = end;
        self.recover(error)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Sources, read};
    use sim_diagnostics::{Code, Diagnostics};

    /// Findings of a text, as code and help, and whether a tree was read.
    fn findings(text: &str) -> (Vec<(Code, String)>, bool) {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", None, text);
        let mut findings = Diagnostics::new();
        let tree = read(&sources, file, Format::Ron, &mut findings);
        let list = findings.iter().map(|finding| (finding.code, finding.help.clone().unwrap_or_default()));
        (list.collect(), tree.is_some())
    }

    #[test]
    fn each_slip_is_one_finding_with_help_that_applies_and_the_rest_is_read() {
        for (slip, help) in [
            ("a: 1 # one", "`//`"),
            ("a: 1; b: 2", "commas"),
            ("a: 'text'", "double quotes"),
            ("a: “text”", "straight double quotes"),
            ("a: 2 * 3", "the result"),
            ("a: 2 kg", "without units"),
            ("a: 90°", "`deg(90)`"),
            ("a: Box[1]", "instead of `[`"),
            ("a: Box{b: 1}", "instead of `{`"),
            ("a \"x\"", "`name: value`"),
            ("\"a\": \"x\"", "`a: …`"),
            ("a: [\"x\")", "close `[` with `]`"),
            ("a: 1\n b: 2", "comma"),
            ("a: 1 b: 2", "comma"),
            ("a = 1", "`name: value`"),
            ("# one\n a: 1", "`//`"),
        ] {
            let text = format!("(\n first: (\n {slip},\n ),\n last: 3..4,\n)");
            let (found, is_read) = findings(&text);
            assert!(is_read && found.len() == 2, "{slip}: {found:?}");
            assert!(found.iter().all(|(code, _)| *code == Code::SceneSyntax), "{slip}: {found:?}");
            assert!(found[0].1.contains(help), "{slip}: {found:?}");
        }
    }
}
