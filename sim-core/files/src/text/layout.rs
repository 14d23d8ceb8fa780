//! Formatter for scene files in the style of [`Printer`](super::Printer); keeps comments.
//!
//! Tokens are not changed, only whitespace, line breaks and commas. A comment stays on its own lines before the item that follows
//! it, or at the end of the line of the item that it follows.

use super::print::{WIDTH, columns, packed};
use super::read::{Read, Reader, is_space, is_word_rest};
use super::{Format, Sources, read};
use sim_diagnostics::Diagnostics;

/// Sections that the editor writes with one element per line, regardless of their length.
pub const SECTIONS: [&str; 6] = ["objects", "robots", "fleets", "lights", "beacons", "media"];

/// Maximum width of a line that was written as one line.
const WIDEST: usize = 130;

/// Indentation per bracket level.
const UNIT: &str = "    ";

/// Formats the RON file `file` of `sources` like files written by the program; `None` if it has errors.
///
/// The result parses to the same tree and has the same comments in the same order. A list with one element per line is kept that
/// way, however short it is, and a single line is kept up to 130 columns. Line endings are those of the first line.
pub fn format(sources: &Sources, file: u32, findings: &mut Diagnostics) -> Option<String> {
    let mut own = Diagnostics::new();
    let node = read(sources, file, Format::Ron, &mut own);
    let is_right = node.is_some() && !own.has_errors();
    findings.append(own);
    let text = &sources.files().get(file as usize)?.text;
    if !is_right {
        return None;
    }
    match pieces(sources, file, text) {
        Ok((pieces, newline)) => Some(written(text, pieces, newline)),
        Err(finding) => {
            findings.push(*finding);
            None
        }
    }
}

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    Comma,
    Colon,
    /// A word, a number or a string.
    Atom,
    /// A comment, or a line such as `#![enable(…)]`.
    Remark,
    /// The end of the text.
    End,
}

#[derive(Clone, Copy, Debug)]
struct Piece<'t> {
    token: Token,
    text: &'t str,
    /// Line breaks between the previous token and this one.
    breaks: usize,
}

/// Tokens of a valid text, the last one being its end; and the first line ending, if that is not within a token.
fn pieces<'t>(sources: &'t Sources, file: u32, text: &'t str) -> Read<(Vec<Piece<'t>>, &'static str)> {
    let mut reader = Reader::new(sources, file, text, Format::Ron);
    reader.byte_order_mark();
    let mut pieces = Vec::new();
    let mut newline = None;
    loop {
        let mut breaks = 0;
        while let Some(c) = reader.peek().filter(|c| is_space(*c)) {
            if c == '\n' {
                breaks += 1;
                newline = newline.or(Some(if text[..reader.at].ends_with('\r') { "\r\n" } else { "\n" }));
            }
            reader.bump();
        }
        let start = reader.at;
        let token = match reader.peek() {
            None => Token::End,
            Some('/') if reader.starts("//") => {
                reader.at += text[start..].find('\n').unwrap_or(text.len() - start);
                Token::Remark
            }
            Some('/') => {
                reader.block_comment()?;
                Token::Remark
            }
            Some('#') => {
                reader.extension()?;
                Token::Remark
            }
            Some('"') => reader.quoted().map(|_| Token::Atom)?,
            Some('\'') => reader.character().map(|_| Token::Atom)?,
            Some('r') if reader.at_raw_string() => reader.raw_string().map(|_| Token::Atom)?,
            Some(c) => {
                reader.bump();
                match c {
                    '(' | '[' | '{' => Token::Open,
                    ')' | ']' | '}' => Token::Close,
                    ',' => Token::Comma,
                    ':' => Token::Colon,
                    _ => {
                        while reader.peek().is_some_and(|c| is_word_rest(c) || "#.+-".contains(c)) {
                            reader.bump();
                        }
                        Token::Atom
                    }
                }
            }
        };
        pieces.push(Piece { token, text: text[start..reader.at].trim_end(), breaks });
        if token == Token::End {
            return Ok((pieces, newline.unwrap_or("\n")));
        }
    }
}

/// A comment.
#[derive(Debug)]
struct Remark<'t> {
    text: &'t str,
    /// Whether it follows a blank line.
    blank: bool,
    /// Whether the next item is on the same line.
    beside: bool,
}

/// A list element or a table field, with its comments.
#[derive(Debug)]
struct Item<'t> {
    before: Vec<Remark<'t>>,
    /// Whether it follows a blank line.
    blank: bool,
    key: Option<Value<'t>>,
    value: Value<'t>,
    /// Comments at the end of its line.
    after: Vec<Remark<'t>>,
}

/// A word, a bracketed group, or a word with a bracketed group.
#[derive(Debug)]
struct Value<'t> {
    word: &'t str,
    group: Option<Group<'t>>,
}

/// Content of a pair of brackets.
#[derive(Debug)]
struct Group<'t> {
    open: &'t str,
    close: &'t str,
    /// Comments on the line of the opening bracket.
    beside: Vec<Remark<'t>>,
    items: Vec<Item<'t>>,
    /// Comments after the last element.
    end: Vec<Remark<'t>>,
    /// Whether its first element was on a new line.
    was_broken: bool,
    /// Whether it was on a single line, from bracket to bracket.
    was_flat: bool,
}

/// Parses tokens to elements.
struct Parser<'t> {
    pieces: Vec<Piece<'t>>,
    /// For each token, its kind, or the kind of the next token if it is a comment.
    next: Vec<Token>,
    at: usize,
}

impl<'t> Parser<'t> {
    fn new(pieces: Vec<Piece<'t>>) -> Self {
        let mut next: Vec<Token> = pieces.iter().map(|piece| piece.token).collect();
        for index in (1..next.len()).rev() {
            if next[index - 1] == Token::Remark {
                next[index - 1] = next[index];
            }
        }
        Self { pieces, next, at: 0 }
    }

    fn peek(&self) -> Piece<'t> {
        // The last token is the end, which is never consumed.
        self.pieces[self.at.min(self.pieces.len() - 1)]
    }

    fn take(&mut self) -> Piece<'t> {
        let piece = self.peek();
        self.at += 1;
        piece
    }

    fn take_if(&mut self, token: Token) -> bool {
        let found = self.peek().token == token;
        self.at += usize::from(found);
        found
    }

    /// The next token that is not a comment.
    fn next_token(&self) -> Token {
        self.next.get(self.at).copied().unwrap_or(Token::End)
    }

    /// The next comments.
    fn remarks(&mut self) -> Vec<Remark<'t>> {
        let mut remarks = Vec::new();
        while self.peek().token == Token::Remark {
            let Piece { text, breaks, .. } = self.take();
            remarks.push(Remark { text, blank: breaks > 1, beside: self.peek().breaks == 0 });
        }
        remarks
    }

    /// The next comments on the line of the last consumed token, unless they belong to an item that follows them on that line.
    fn remarks_beside(&mut self) -> Vec<Remark<'t>> {
        let run = self.pieces[self.at..].iter().position(|piece| piece.token != Token::Remark).unwrap_or(0);
        let first_break = (0..=run).find(|index| self.pieces[self.at + index].breaks > 0);
        let count = match first_break {
            Some(count) => count,
            None if matches!(self.next_token(), Token::Close | Token::End) => run,
            None => 0,
        };
        let end = self.at + count;
        let mut remarks = Vec::new();
        while self.at < end {
            remarks.push(Remark { text: self.take().text, blank: false, beside: true });
        }
        remarks
    }

    /// Parses a value; comments within it that have no place there are moved before it.
    fn value(&mut self, before: &mut Vec<Remark<'t>>) -> Value<'t> {
        let inner = |parser: &mut Self, before: &mut Vec<Remark<'t>>| {
            let remarks = parser.remarks().into_iter();
            before.extend(remarks.map(|remark| Remark { blank: false, beside: false, ..remark }));
        };
        inner(self, before);
        let word = if self.peek().token == Token::Atom { self.take().text } else { "" };
        let is_tag = self.next_token() == Token::Open;
        if is_tag {
            inner(self, before);
        }
        Value { word, group: is_tag.then(|| self.group()) }
    }

    fn group(&mut self) -> Group<'t> {
        let open = self.take().text;
        let start = self.at;
        let was_broken = self.peek().breaks > 0;
        let beside = self.remarks_beside();
        let was_broken = was_broken || self.peek().breaks > 0;
        let mut items = Vec::new();
        let mut before = self.remarks();
        while !matches!(self.peek().token, Token::Close | Token::End) {
            let is_first = items.is_empty() && before.is_empty();
            let blank = self.peek().breaks > 1 && !is_first;
            let mut value = self.value(&mut before);
            let mut key = None;
            if self.next_token() == Token::Colon {
                value.release(&mut before);
                before.extend(self.remarks().into_iter().map(|remark| Remark { beside: false, ..remark }));
                self.take();
                key = Some(std::mem::replace(&mut value, self.value(&mut before)));
            }
            let mut after = Vec::new();
            let mut next = Vec::new();
            while self.next_token() == Token::Comma && self.peek().token == Token::Remark {
                let beside = self.peek().breaks == 0 && next.is_empty();
                let remark = Remark { text: self.take().text, blank: false, beside };
                if beside { after.push(remark) } else { next.push(remark) }
            }
            let comma = self.take_if(Token::Comma);
            // Nothing can follow a comment that extends to the end of its line.
            if next.is_empty() && !after.last().is_some_and(|last| last.text.starts_with("//")) {
                after.extend(self.remarks_beside());
            }
            next.extend(self.remarks());
            items.push(Item { before: std::mem::replace(&mut before, next), blank, key, value, after });
            if !comma {
                break;
            }
        }
        let close = self.take().text;
        let was_flat = self.pieces[start..self.at].iter().all(|piece| piece.breaks == 0);
        Group { open, close, beside, items, end: before, was_broken, was_flat }
    }
}

/// Formats the whole text.
fn written(text: &str, pieces: Vec<Piece<'_>>, newline: &str) -> String {
    let mut parser = Parser::new(pieces);
    let mut head = parser.remarks();
    let blank = parser.peek().breaks > 1;
    let root = parser.value(&mut head);
    let after = parser.remarks_beside();
    let tail = parser.remarks();
    let mut page = Page { out: String::new(), newline };
    if text.starts_with('\u{feff}') {
        page.out.push('\u{feff}');
    }
    let start = page.out.len();
    page.lines(&head, "", start);
    page.begin(head.last(), blank, "", start);
    let simple = flat(&root).filter(|_| is_simple(&root));
    let root = simple.unwrap_or_else(|| page.broken(&root, "", true));
    page.out.push_str(&root);
    page.beside(&after);
    if let Some(first) = tail.first() {
        page.begin(None, first.blank, "", start);
        page.lines(&tail, "", page.out.len());
    }
    page.out.push_str(newline);
    page.out
}

impl<'t> Value<'t> {
    /// Releases all its comments: a key is never broken.
    fn release(&mut self, to: &mut Vec<Remark<'t>>) {
        let Some(group) = &mut self.group else { return };
        group.was_broken = false;
        to.append(&mut group.beside);
        for item in &mut group.items {
            to.append(&mut item.before);
            item.key.iter_mut().for_each(|key| key.release(to));
            item.value.release(to);
            to.append(&mut item.after);
        }
        to.append(&mut group.end);
        to.iter_mut().for_each(|remark| remark.beside = false);
    }
}

/// Whether a value is never broken: a word, or empty brackets.
fn is_simple(value: &Value<'_>) -> bool {
    match &value.group {
        None => true,
        Some(group) => group.items.is_empty() || only(value).is_some_and(is_simple),
    }
}

/// Whether a value is a number, including degrees, or a tuple of numbers; several of them share a line.
fn is_numbers(value: &Value<'_>) -> bool {
    let is_number = |value: &Value<'_>| {
        let inner = only(value).filter(|_| value.word == "deg");
        let Value { word, group } = inner.unwrap_or(value);
        group.is_none() && word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
    };
    match &value.group {
        Some(group) if value.word.is_empty() => {
            let holds = |item: &Item<'_>| item.is_bare() && is_number(&item.value);
            group.open == "(" && group.items.len() > 1 && group.is_uncommented() && group.items.iter().all(holds)
        }
        _ => is_number(value),
    }
}

impl Item<'_> {
    /// Whether it is a value without a name or comments.
    fn is_bare(&self) -> bool {
        self.key.is_none() && self.before.is_empty() && self.after.is_empty()
    }
}

impl Group<'_> {
    /// Whether it is a list that was written with one element per line; numbers share lines.
    fn stays_broken(&self) -> bool {
        let is_list = self.was_broken && self.open == "[" && !self.items.is_empty();
        is_list && !self.items.iter().all(|item| is_numbers(&item.value))
    }

    /// Whether there are no comments next to its brackets.
    fn is_uncommented(&self) -> bool {
        self.beside.is_empty() && self.end.is_empty()
    }
}

/// The value in `Word(value)`, which does not get its own line.
fn only<'v, 't>(value: &'v Value<'t>) -> Option<&'v Value<'t>> {
    let group = value.group.as_ref().filter(|group| group.is_uncommented())?;
    match group.items.as_slice() {
        [Item { before, key: None, value: inner, after, .. }]
            if !value.word.is_empty() && before.is_empty() && after.is_empty() =>
        {
            Some(inner)
        }
        _ => None,
    }
}

/// The value on a single line; `None` if it contains comments or a list that stays broken.
fn flat(value: &Value<'_>) -> Option<String> {
    let mut out = value.word.to_string();
    let Some(group) = &value.group else { return Some(out) };
    if !group.is_uncommented() || group.stays_broken() {
        return None;
    }
    out.push_str(group.open);
    for (index, item) in group.items.iter().enumerate() {
        if !item.before.is_empty() || !item.after.is_empty() {
            return None;
        }
        if index > 0 {
            out.push_str(", ");
        }
        if let Some(key) = &item.key {
            out.push_str(&flat(key)?);
            out.push_str(": ");
        }
        out.push_str(&flat(&item.value)?);
    }
    out.push_str(group.close);
    Some(out)
}

/// Maximum line width of a value.
fn widest(value: &Value<'_>) -> usize {
    if value.group.as_ref().is_some_and(|group| group.was_flat) { WIDEST } else { WIDTH }
}

/// The only field of a table, if it was written on the line of the table's opening bracket.
fn alone<'v, 't>(group: &'v Group<'t>) -> Option<(&'v Value<'t>, &'v Value<'t>)> {
    match group.items.as_slice() {
        [Item { before, key: Some(key), value, after, .. }]
            if before.is_empty() && after.is_empty() && group.is_uncommented() && !group.was_broken =>
        {
            Some((key, value)).filter(|(_, value)| value.group.is_some())
        }
        _ => None,
    }
}

/// Output of the formatter.
struct Page<'n> {
    out: String,
    newline: &'n str,
}

impl Page<'_> {
    /// Starts the output after a comment or another line. `start` is the length of the text when there is nothing before it.
    fn begin(&mut self, comment: Option<&Remark<'_>>, blank: bool, indent: &str, start: usize) {
        if comment.is_some_and(|comment| comment.beside) {
            self.out.push(' ');
        } else if self.out.len() > start {
            if blank {
                self.out.push_str(self.newline);
            }
            self.out.push_str(self.newline);
            self.out.push_str(indent);
        }
    }

    /// Comments on separate lines.
    fn lines(&mut self, remarks: &[Remark<'_>], indent: &str, start: usize) {
        for (index, remark) in remarks.iter().enumerate() {
            self.begin(index.checked_sub(1).map(|before| &remarks[before]), remark.blank, indent, start);
            self.out.push_str(remark.text);
        }
    }

    /// Comments at the end of a line.
    fn beside(&mut self, remarks: &[Remark<'_>]) {
        remarks.iter().for_each(|remark| self.out.extend([" ", remark.text]));
    }

    /// The value on one line if it fits after `used` columns, otherwise with one element per line.
    fn value(&self, value: &Value<'_>, indent: &str, used: usize) -> String {
        match flat(value) {
            Some(flat) if is_simple(value) => flat,
            Some(flat) if used + flat.chars().count() <= widest(value) && !flat.contains('\n') => flat,
            _ => self.broken(value, indent, false),
        }
    }

    /// The value with one element per line, each indented one level deeper than `indent`; `root` for the file's value.
    fn broken(&self, value: &Value<'_>, indent: &str, root: bool) -> String {
        let Some(group) = &value.group else { return value.word.to_string() };
        if let Some(inner) = only(value) {
            let used = columns(indent) + value.word.chars().count() + 2;
            let inner = self.value(inner, indent, used);
            return [value.word, group.open, &inner, group.close].concat();
        }
        if let Some((key, inner)) = alone(group).filter(|_| !root)
            && let Some(key) = flat(key)
        {
            let used = columns(indent) + [value.word, &key].map(|word| word.chars().count()).iter().sum::<usize>() + 4;
            let inner = self.value(inner, indent, used);
            return [value.word, group.open, &key, ": ", &inner, group.close].concat();
        }
        let deeper = format!("{indent}{UNIT}");
        let mut page = Page { out: [value.word, group.open].concat(), newline: self.newline };
        page.beside(&group.beside);
        page.out.extend([self.newline, &deeper]);
        let start = page.out.len();
        let is_packed = value.word.is_empty() && !group.items.is_empty() && group.end.is_empty();
        if is_packed && group.items.iter().all(|item| item.is_bare() && !item.blank && is_numbers(&item.value)) {
            let values = group.items.iter().filter_map(|item| flat(&item.value));
            let lines = packed(values, WIDTH, columns(&deeper));
            let between = [",", self.newline, &deeper].concat();
            page.out.extend([&*lines.join(&between), ",", self.newline, indent, group.close]);
            return page.out;
        }
        for item in &group.items {
            page.lines_before(item, &deeper, start);
            let key = item.key.as_ref().and_then(flat);
            let used = columns(&deeper) + 1 + key.as_ref().map_or(0, |key| key.chars().count() + 2);
            let written = self.value(&item.value, &deeper, used);
            if let Some(key) = key {
                page.out.extend([&*key, ": "]);
            }
            page.out.extend([&*written, ","]);
            page.beside(&item.after);
        }
        if let Some(first) = group.end.first() {
            page.begin(None, first.blank, &deeper, start);
            let start = page.out.len();
            page.lines(&group.end, &deeper, start);
        }
        if page.out.len() == start {
            page.out.truncate(start - deeper.len() - self.newline.len());
        }
        page.out.extend([self.newline, indent, group.close]);
        page.out
    }

    /// Text before an element: its comments, and the start of its line.
    fn lines_before(&mut self, item: &Item<'_>, indent: &str, start: usize) {
        if let Some(first) = item.before.first() {
            self.begin(None, first.blank, indent, start);
            let begun = self.out.len();
            self.lines(&item.before, indent, begun);
            self.begin(item.before.last(), item.blank, indent, begun);
        } else {
            self.begin(None, item.blank, indent, start);
        }
    }
}

#[cfg(test)]
mod tests;
