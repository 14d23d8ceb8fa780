//! Reader of RON and JSON.
//!
//! Grammar: RON 0.12 without byte strings, ranges, `inf` and `NaN`; JSON as in RFC 8259. Some values that both `ron`
//! and this reader accept have a fixed meaning here: `Some(x)` is `x`, and `deg(90)` is that angle in radians.

use serde_json::Number;

use super::entries::Entries;
use super::{Entry, Format, Kind, Node, Sources, Span, unclosed};
use sim_diagnostics::words::shortened;
use sim_diagnostics::{Code, Diagnostic, Diagnostics};

/// Maximum nesting depth; deeper files are rejected so that no input can exhaust the stack.
pub const DEPTH_LIMIT: usize = 96;

/// Result of reading: the finding is boxed to keep results small.
pub(super) type Read<T> = Result<T, Box<Diagnostic>>;

/// Reads file `file` of `sources` as a tree.
///
/// Duplicate fields are reported and the first one is kept. Syntax errors inside of brackets are reported and read over: the
/// value that contains one becomes null. Brackets and strings that are not closed are reported where they open, and read as if
/// they were closed.
pub fn read(sources: &Sources, file: u32, format: Format, findings: &mut Diagnostics) -> Option<Node> {
    read_from(sources, file, 0, format, findings)
}

/// As [`read`], but starts at byte `start` of the text, which must be the first byte of a character.
pub fn read_from(
    sources: &Sources,
    file: u32,
    start: usize,
    format: Format,
    findings: &mut Diagnostics,
) -> Option<Node> {
    let text = sources.files().get(file as usize)?.text.clone();
    let read = |text: &str, inserted: &[usize]| {
        let mut reader = Reader { at: start, inserted, ..Reader::new(sources, file, text, format) };
        let node = reader.document();
        let mut findings = reader.findings;
        let node = node.map_err(|finding| findings.push(*finding)).ok();
        (node, findings)
    };
    let (node, found) = read(&text, &[]);
    let is_malformed = found.iter().any(|finding| finding.code == Code::SceneSyntax);
    let copies = if is_malformed { unclosed::copies(&text, start, format) } else { Vec::new() };
    let closed = copies.iter().map(|copy| (read(&copy.text, &copy.inserted), copy.findings(sources, file)));
    let ((node, others), mut found) = closed
        .chain([((node, found), Diagnostics::new())])
        .min_by_key(|((node, others), _)| (node.is_none(), others.len()))
        .expect("invariant: the text as written is one of them");
    found.append(others);
    findings.append(found);
    node
}

/// The comment before the first value, trimmed, for keeping it when the scene is written.
pub fn head_comment(text: &str) -> &str {
    let sources = Sources::default();
    let mut reader = Reader::new(&sources, 0, text, Format::Ron);
    reader.byte_order_mark();
    let start = reader.at;
    if reader.space().is_err() {
        return "";
    }
    text[start..reader.at].trim()
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) file: u32,
    pub(super) format: Format,
    sources: &'a Sources,
    depth: usize,
    /// Positions of the open brackets, so that a missing end can be reported with its start.
    pub(super) open: Vec<usize>,
    /// Number of syntax errors that were read over.
    pub(super) recoveries: usize,
    pub(super) findings: Diagnostics,
    /// Positions of characters that are not in the text as written, in ascending order.
    inserted: &'a [usize],
}

/// Whether a value can start with this character.
fn is_value_start(c: char) -> bool {
    is_word_rest(c) || "\"([{-".contains(c)
}

pub(super) fn is_word_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

pub(super) fn is_word_rest(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// RON whitespace.
pub(super) fn is_space(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}'
    )
}

impl<'a> Reader<'a> {
    pub(super) fn new(sources: &'a Sources, file: u32, text: &'a str, format: Format) -> Self {
        let findings = Diagnostics::new();
        Reader {
            text,
            at: 0,
            file,
            format,
            sources,
            depth: 0,
            open: Vec::new(),
            recoveries: 0,
            findings,
            inserted: &[],
        }
    }

    pub(super) fn byte_order_mark(&mut self) {
        if self.starts("\u{feff}") {
            self.at += '\u{feff}'.len_utf8();
        }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn starts(&self, what: &str) -> bool {
        self.text[self.at..].starts_with(what)
    }

    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Position in the text as written.
    pub(super) fn written(&self, at: usize) -> usize {
        at - self.inserted.partition_point(|inserted| *inserted < at)
    }

    /// From a position to the next one.
    pub(super) fn span(&self, start: usize) -> Span {
        self.span_of(start, self.at)
    }

    fn span_of(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: self.written(start) as u32, end: self.written(end) as u32 }
    }

    pub(super) fn error(&self, code: Code, start: usize, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(self.place(Diagnostic::error(code, message), start))
    }

    /// Sets the place of the finding, from `start` to the reader's position.
    fn place(&self, finding: Diagnostic, start: usize) -> Diagnostic {
        self.sources.locate(finding, self.span_of(start, self.at.max(start)))
    }

    /// The next character or word, for messages.
    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the file".to_string(),
            Some(c) if is_word_start(c) => {
                let word: String = self.text[self.at..].chars().take_while(|c| is_word_rest(*c)).collect();
                format!("`{}`", shortened(&word))
            }
            Some(c) => format!("`{}`", c.escape_default()),
        }
    }

    /// "expected … found …" at the current position, with the open bracket if the file ended.
    pub(super) fn unexpected(&mut self, expected: impl Into<String>) -> Box<Diagnostic> {
        let expected = expected.into();
        let found = self.found();
        let start = self.at;
        self.bump();
        let at_end = self.at == start;
        let mut diagnostic = self.place(Diagnostic::unexpected(Code::SceneSyntax, &expected), start).with_found(found);
        self.at = start;
        if at_end {
            if let Some(open) = self.open.last() {
                if let Some(related) = self.sources.related("bracket opened", self.span_of(*open, *open + 1)) {
                    diagnostic = diagnostic.with_related(related);
                }
                diagnostic = diagnostic.with_help("close the bracket");
            }
        } else if let Some(help) = self.advice(start, &expected) {
            diagnostic = diagnostic.with_help(help);
        }
        Box::new(diagnostic)
    }

    fn document(&mut self) -> Read<Node> {
        self.byte_order_mark();
        self.space()?;
        while self.format == Format::Ron && self.starts("#") {
            self.extension()?;
            self.space()?;
        }
        let node = self.value()?;
        self.space()?;
        if self.at < self.text.len() {
            return Err(self.unexpected("the end of the file"));
        }
        Ok(node)
    }

    /// `#![enable(implicit_some)]`: syntax is checked, but it has no effect, since options are always implicit.
    pub(super) fn extension(&mut self) -> Read<()> {
        for expected in ["#", "!", "[", "enable", "("] {
            self.space()?;
            if !self.starts(expected) {
                return Err(self.unexpected("`#![enable(…)]`"));
            }
            self.at += expected.len();
        }
        loop {
            self.space()?;
            if self.eat(')') {
                break;
            }
            if self.word().is_none() {
                return Err(self.unexpected("the name of an extension"));
            }
            self.space()?;
            if !self.eat(',') && self.peek() != Some(')') {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
        self.space()?;
        if self.eat(']') { Ok(()) } else { Err(self.unexpected("`]`")) }
    }

    pub(super) fn space(&mut self) -> Read<()> {
        loop {
            match self.peek() {
                Some(c) if self.format == Format::Ron && is_space(c) => self.at += c.len_utf8(),
                Some(' ' | '\t' | '\n' | '\r') => self.at += 1,
                Some('/') if self.format == Format::Ron && self.starts("//") => {
                    let rest = &self.text[self.at..];
                    self.at += rest.find('\n').unwrap_or(rest.len());
                }
                Some('/') if self.format == Format::Ron && self.starts("/*") => self.block_comment()?,
                Some('#') if self.format == Format::Ron && self.is_inside() => self.hash_comment()?,
                _ => return Ok(()),
            }
        }
    }

    pub(super) fn block_comment(&mut self) -> Read<()> {
        let start = self.at;
        let mut depth = 0usize;
        loop {
            if self.starts("/*") {
                depth += 1;
                self.at += 2;
            } else if self.starts("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Ok(());
                }
            } else if self.bump().is_none() {
                self.at = start + 2;
                let error = self.error(Code::SceneSyntax, start, "unclosed comment");
                return Err(Box::new(error.with_expected("`*/`").with_found("the end of the file")));
            }
        }
    }

    /// A bare word, or its raw form `r#word`.
    fn word(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        if let Some(raw) = rest.strip_prefix("r#") {
            let length: usize =
                raw.chars().take_while(|c| is_word_rest(*c) || ".+-".contains(*c)).map(char::len_utf8).sum();
            if length > 0 {
                self.at += 2 + length;
                return Some(&raw[..length]);
            }
        }
        if !rest.chars().next().is_some_and(is_word_start) {
            return None;
        }
        let length: usize = rest.chars().take_while(|c| is_word_rest(*c)).map(char::len_utf8).sum();
        self.at += length;
        Some(&rest[..length])
    }

    pub(super) fn value(&mut self) -> Read<Node> {
        let start = self.at;
        if self.depth >= DEPTH_LIMIT {
            let error = self.error(Code::SceneDepth, start, "the file is nested too deeply");
            return Err(Box::new(error.with_expected(format!("at most {DEPTH_LIMIT} levels of brackets"))));
        }
        self.depth += 1;
        let kind = self.kind();
        self.depth -= 1;
        Ok(Node { kind: kind?, span: self.span(start) })
    }

    fn kind(&mut self) -> Read<Kind> {
        let ron = self.format == Format::Ron;
        match self.peek() {
            Some('"') => Ok(Kind::Text(self.quoted()?)),
            Some('[') => Ok(Kind::List { items: self.list(']')?, tuple: false }),
            Some('{') => Ok(Kind::Table(self.braced()?)),
            Some('(') if ron => self.bracketed(),
            Some('\'') if ron => Ok(Kind::Text(self.character()?)),
            Some(c) if c.is_ascii_digit() || c == '-' => self.number(),
            Some('+' | '.') if ron => self.number(),
            Some('r') if ron && self.at_raw_string() => Ok(Kind::Text(self.raw_string()?)),
            Some(c) if is_word_start(c) || self.starts("r#") => self.word_value(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn word_value(&mut self) -> Read<Kind> {
        let start = self.at;
        let Some(word) = self.word() else {
            return Err(self.unexpected("a value"));
        };
        let tag_span = self.span(start);
        match (word, self.format) {
            ("true", _) => return Ok(Kind::Bool(true)),
            ("false", _) => return Ok(Kind::Bool(false)),
            ("null", Format::Json) | ("None", Format::Ron) => return Ok(Kind::Null),
            (_, Format::Json) => {
                let error = self.error(Code::SceneSyntax, start, format!("the bare word `{word}` is not JSON"));
                return Err(Box::new(error.with_expected("a value").with_help("put text in double quotes")));
            }
            ("inf" | "NaN" | "inff32" | "inff64" | "NaNf32" | "NaNf64", Format::Ron) => {
                self.recover(self.not_finite(start, word))?;
                return Ok(Kind::Null);
            }
            _ => {}
        }
        if matches!(word, "b" | "br") && matches!(self.peek(), Some('"' | '\'' | '#')) {
            let error = self.error(Code::SceneSyntax, start, "byte strings are not supported");
            return Err(Box::new(error.with_expected("text in double quotes").with_help("remove the `b`")));
        }
        let after_word = self.at;
        self.space()?;
        if self.peek() != Some('(') {
            self.at = after_word;
            return Ok(Kind::Word(word.into()));
        }
        let body_start = self.at;
        let kind = self.bracketed()?;
        let kind = match kind {
            Kind::List { mut items, tuple: true } if items.len() == 1 => match items.pop() {
                Some(only) => return Ok(self.tagged(word, tag_span, only)),
                None => Kind::Table(Vec::new()),
            },
            kind => kind,
        };
        let body = Node { kind, span: self.span(body_start) };
        Ok(self.tagged(word, tag_span, body))
    }

    /// `Some(x)` is `x`; `deg(x)` is an angle in degrees; everything else keeps its tag.
    fn tagged(&self, word: &str, tag_span: Span, body: Node) -> Kind {
        match (word, &body.kind) {
            ("Some", _) => body.kind,
            ("deg", Kind::Number(degrees)) => {
                let radians = degrees.as_f64().map(f64::to_radians).and_then(Number::from_f64);
                radians.map_or(Kind::Null, Kind::Number)
            }
            _ => Kind::Tagged { tag: word.into(), tag_span, body: Box::new(body) },
        }
    }

    /// After `(`: a table if a name and a colon follow, otherwise a tuple; `()` is an empty table.
    fn bracketed(&mut self) -> Read<Kind> {
        let start = self.at;
        self.at += 1;
        self.space()?;
        if self.eat(')') {
            return Ok(Kind::Table(Vec::new()));
        }
        let first = self.at;
        // `(speed = 1)`, `(name "a")` and `("name": "a")` are tables with a typo, not tuples.
        let quoted = self.peek() == Some('"') && self.quoted().is_ok();
        let named = (quoted || self.word().is_some()) && {
            self.space()?;
            matches!(self.peek(), Some(':' | '=')) || !quoted && self.peek() == Some('"')
        };
        self.at = start;
        if !named {
            return Ok(Kind::List { items: self.list(')')?, tuple: true });
        }
        self.open.push(start);
        let level = self.open.len();
        self.at = first;
        let mut entries = Entries::default();
        loop {
            let key_start = self.at;
            match self.field_name() {
                Ok(key) => {
                    let key_span = self.span(key_start);
                    let value = self.entry_value(level)?;
                    self.add(&mut entries, Entry { key, key_span, value });
                }
                Err(error) => self.read_over(error, level)?,
            }
            if self.end_of_element(')')? {
                return Ok(Kind::Table(entries.list));
            }
        }
    }

    /// The name of a field in parentheses.
    fn field_name(&mut self) -> Read<String> {
        if self.peek() == Some('"') {
            let start = self.at;
            let name = self.quoted()?;
            let error = self.error(Code::SceneSyntax, start, "the name of a field is in quotes");
            self.recover(Box::new(error.with_help(format!("write `{}: …`", shortened(&name)))))?;
            return Ok(name);
        }
        match self.word() {
            Some(name) => Ok(name.into()),
            None => Err(self.unexpected("the name of a field or `)`")),
        }
    }

    fn braced(&mut self) -> Read<Vec<Entry>> {
        self.open.push(self.at);
        let level = self.open.len();
        self.at += 1;
        let mut entries = Entries::default();
        self.space()?;
        if self.eat('}') {
            self.open.pop();
            return Ok(Vec::new());
        }
        loop {
            let key_start = self.at;
            let key = match (self.format, self.peek()) {
                (_, Some('"')) => self.quoted(),
                (Format::Json, _) => Err(self.unexpected("a name in double quotes")),
                (Format::Ron, _) => self.plain_key(),
            };
            match key {
                Ok(key) => {
                    let key_span = self.span(key_start);
                    let value = self.entry_value(level)?;
                    self.add(&mut entries, Entry { key, key_span, value });
                }
                Err(error) => self.read_over(error, level)?,
            }
            if self.end_of_element('}')? {
                return Ok(entries.list);
            }
        }
    }

    /// Keys of RON maps may also be numbers and words; they become strings as in JSON.
    fn plain_key(&mut self) -> Read<String> {
        let start = self.at;
        let node = self.value()?;
        match node.kind {
            Kind::Text(text) | Kind::Word(text) => Ok(text),
            Kind::Number(number) => Ok(number.to_string()),
            Kind::Bool(value) => Ok(value.to_string()),
            _ => {
                let error = self.error(Code::SceneSyntax, start, "invalid key of a map");
                Err(Box::new(error.with_expected("text in double quotes").with_found(node.describe())))
            }
        }
    }

    fn entry_value(&mut self, level: usize) -> Read<Node> {
        self.space()?;
        if !self.eat(':') {
            let start = self.at;
            let error = self.unexpected("`:` after the name of a field");
            if !self.eat('=') && !self.text[start..].starts_with(is_value_start) {
                return self.null_for(error, level);
            }
            self.recover(error)?;
        }
        self.space()?;
        self.element()
    }

    fn add(&mut self, entries: &mut Entries, entry: Entry) {
        let Some(first) = entries.find(&entry.key) else {
            entries.push(entry);
            return;
        };
        let message = format!("the field `{key}` is given twice", key = shortened(&entry.key));
        let mut diagnostic = self.sources.locate(
            Diagnostic::error(Code::SceneDuplicateField, message).with_help("remove one of the two"),
            entry.key_span,
        );
        if let Some(related) = self.sources.related("first given", first.key_span) {
            diagnostic = diagnostic.with_related(related);
        }
        self.findings.push(diagnostic);
    }

    /// At the opening bracket: reads the elements up to `close`.
    fn list(&mut self, close: char) -> Read<Vec<Node>> {
        self.open.push(self.at);
        self.at += 1;
        let mut items = Vec::new();
        self.space()?;
        if self.eat(close) {
            self.open.pop();
            return Ok(items);
        }
        loop {
            items.push(self.element()?);
            if self.end_of_element(close)? {
                return Ok(items);
            }
        }
    }

    /// After an element: consumes the comma or the closing bracket; `true` at the end.
    fn end_of_element(&mut self, close: char) -> Read<bool> {
        self.space()?;
        let comma = self.eat(',');
        if comma {
            self.space()?;
        }
        let trailing_allowed = self.format == Format::Ron;
        if (!comma || trailing_allowed) && self.eat(close) {
            self.open.pop();
            return Ok(true);
        }
        if comma {
            return Ok(false);
        }
        let start = self.at;
        let level = self.open.len();
        let error = self.unexpected(format!("`,` or `{close}`"));
        let rest = &self.text[start..];
        if rest.starts_with([')', ']', '}']) {
            self.recover(error)?;
            // A bracket that was opened on this line is closed by the wrong one; another one is not closed at all.
            let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
            let is_wrong = self.open.last().is_some_and(|open| *open >= line);
            self.at += usize::from(is_wrong);
            self.open.pop();
            return Ok(true);
        }
        // A name before a bracket belongs to it, and a word after a number is its unit.
        let is_after_name = self.text[..start].trim_end().ends_with(is_word_rest);
        let belongs = is_after_name && rest.starts_with(['[', '{']) || self.is_unit(start);
        if rest.starts_with(is_value_start) && !belongs {
            self.recover(error)?;
            return Ok(false);
        }
        self.read_over(error, level)?;
        self.end_of_element(close)
    }
}
