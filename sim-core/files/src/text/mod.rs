//! Text of scenes and robots: a tree of values with their places, read from and written as RON or JSON.
//!
//! The `ron` crate is not used for reading because its generic value drops bare words (`mode: Fast`) and places; the
//! former are needed for free-form properties, the latter for exact error places.

mod entries;
mod file;
mod layout;
mod numbers;
mod print;
mod read;
mod recovery;
mod strings;
mod unclosed;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Number, Value};

use sim_diagnostics::words::{elements, shortened};
use sim_diagnostics::{Diagnostic, Place, Related};

pub use file::{of_bytes, of_file};
pub use layout::{SECTIONS, format};
pub use print::{Printer, WIDTH, columns, is_plain_key, to_ron};
pub use read::{head_comment, read, read_from};

/// Notation of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Rusty object notation: comments, bare words, trailing commas.
    Ron,
    /// Strict JSON.
    Json,
}

impl Format {
    /// JSON for the extension `json`, RON for everything else.
    pub fn of_path(path: &Path) -> Format {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("json") => Format::Json,
            _ => Format::Ron,
        }
    }

    /// JSON for a text that is JSON, RON for everything else.
    pub fn of_text(text: &str) -> Format {
        let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text.trim_start_matches('\u{feff}')).is_ok();
        if is_json { Format::Json } else { Format::Ron }
    }
}

/// A byte range in one of the files of a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    /// Index of the file in its [`Sources`].
    pub file: u32,
    /// First byte.
    pub start: u32,
    /// Byte after the range.
    pub end: u32,
}

/// A source text of a scene.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name in messages: the path as written by the user or in the including file.
    pub name: String,
    /// Path on disk; `None` for texts that are not from a file.
    pub path: Option<PathBuf>,
    /// The whole text.
    pub text: Arc<str>,
    line_starts: Arc<[u32]>,
    /// Number of characters before each [`STRIDE`] of the text, so that columns of long lines are not counted from the
    /// start.
    characters: Arc<[u32]>,
}

/// Bytes between two cached character counts.
const STRIDE: usize = 1024;

fn count_characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u32
}

impl Source {
    fn characters_before(&self, at: usize) -> u32 {
        let known = at / STRIDE;
        self.characters[known] + count_characters(&self.text.as_bytes()[known * STRIDE..at])
    }
}

/// All source texts of a scene; spans refer to them by index.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns its index.
    pub fn add(&mut self, name: impl Into<String>, path: Option<PathBuf>, text: impl Into<Arc<str>>) -> u32 {
        let text: Arc<str> = text.into();
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect();
        let sums = text.as_bytes().chunks(STRIDE).scan(0, |sum, chunk| {
            *sum += count_characters(chunk);
            Some(*sum)
        });
        let characters = std::iter::once(0).chain(sums).collect();
        self.files.push(Source { name: name.into(), path, text, line_starts, characters });
        (self.files.len() - 1) as u32
    }

    /// The texts in the order in which they were read.
    pub fn files(&self) -> &[Source] {
        &self.files
    }

    /// Line and column of a span's start.
    pub fn place(&self, span: Span) -> Option<(&Source, Place)> {
        let source = self.files.get(span.file as usize)?;
        let line = source.line_starts.partition_point(|start| *start <= span.start).max(1);
        let line_start = source.line_starts[line - 1] as usize;
        let start = span.start as usize;
        source.text.get(line_start..start)?;
        let column = (source.characters_before(start) - source.characters_before(line_start)) as usize + 1;
        Some((source, Place { start, end: span.end as usize, line, column }))
    }

    /// Adds file and place of `span` to a diagnostic.
    pub fn locate(&self, diagnostic: Diagnostic, span: Span) -> Diagnostic {
        match self.place(span) {
            Some((source, place)) => diagnostic.with_place(&source.name, source.text.clone(), place),
            None => diagnostic,
        }
    }

    /// Creates a second place of a diagnostic.
    pub fn related(&self, message: impl Into<String>, span: Span) -> Option<Related> {
        let (source, place) = self.place(span)?;
        Some(Related { message: message.into(), file: source.name.clone(), place })
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// Place of the value.
    pub span: Span,
    /// The value.
    pub kind: Kind,
}

/// Kinds of values.
#[derive(Clone, Debug)]
pub enum Kind {
    /// RON `None`, JSON `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A finite number.
    Number(Number),
    /// A quoted string.
    Text(String),
    /// A bare word such as `Everywhere` (RON only).
    Word(String),
    /// `[a, b]` or, in RON, the tuple `(a, b)`.
    List {
        /// The elements.
        items: Vec<Node>,
        /// Whether it was a tuple.
        tuple: bool,
    },
    /// `(key: value)` or `{"key": value}`; the keys are unique.
    Table(Vec<Entry>),
    /// `Tag(…)` (RON only).
    Tagged {
        /// Word before the bracket.
        tag: String,
        /// Place of that word.
        tag_span: Span,
        /// Content of the bracket: a table, a single value, or a list of several values.
        body: Box<Node>,
    },
}

/// One entry of a [`Kind::Table`].
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name of the field.
    pub key: String,
    /// Place of the name.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Node {
    /// A node without place, for generated trees.
    pub fn new(kind: Kind) -> Node {
        Node { span: Span::default(), kind }
    }

    /// A quoted string without place.
    pub fn text(text: impl Into<String>) -> Node {
        Node::new(Kind::Text(text.into()))
    }

    /// A number without place; `null` if it is not finite.
    pub fn number(value: f64) -> Node {
        Node::new(Number::from_f64(value).map_or(Kind::Null, Kind::Number))
    }

    /// A table without places.
    pub fn table(entries: Vec<(&str, Node)>) -> Node {
        let entry = |(key, value): (&str, Node)| Entry { key: key.into(), key_span: Span::default(), value };
        Node::new(Kind::Table(entries.into_iter().map(entry).collect()))
    }

    /// `Tag(body)` without places.
    pub fn tagged(tag: &str, body: Node) -> Node {
        Node::new(Kind::Tagged { tag: tag.into(), tag_span: Span::default(), body: Box::new(body) })
    }

    /// The entry with this key; unwraps a tag.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.kind {
            Kind::Table(entries) => entries.iter().find(|entry| entry.key == key),
            Kind::Tagged { body, .. } => body.entry(key),
            _ => None,
        }
    }

    /// The value of the entry with this key; unwraps a tag.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Elements, if it is a list.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::List { items, .. } => Some(items),
            _ => None,
        }
    }

    /// Text of a quoted string or a bare word.
    pub fn as_text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) | Kind::Word(text) => Some(text),
            _ => None,
        }
    }

    /// Converts to plain data: tables become objects, tuples arrays, bare words strings, `Tag(x)` the object `{"Tag":
    /// x}`.
    ///
    /// This is the form in which serde writes structs, tuples and enums, so a component that reads its parameters through
    /// serde gets the values as written in the scene.
    pub fn to_json(&self) -> Value {
        match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Number(number) => Value::Number(number.clone()),
            Kind::Text(text) | Kind::Word(text) => Value::String(text.clone()),
            Kind::List { items, .. } => Value::Array(items.iter().map(Node::to_json).collect()),
            Kind::Table(entries) => {
                Value::Object(entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect())
            }
            Kind::Tagged { tag, body, .. } => Value::Object(Map::from_iter([(tag.clone(), body.to_json())])),
        }
    }

    /// Converts plain data to a tree without places.
    pub fn from_json(value: &Value) -> Node {
        Node::new(match value {
            Value::Null => Kind::Null,
            Value::Bool(value) => Kind::Bool(*value),
            Value::Number(number) => Kind::Number(number.clone()),
            Value::String(text) => Kind::Text(text.clone()),
            Value::Array(items) => Kind::List { items: items.iter().map(Node::from_json).collect(), tuple: false },
            Value::Object(map) => {
                let entry = |(key, value): (&String, &Value)| Entry {
                    key: key.clone(),
                    key_span: Span::default(),
                    value: Node::from_json(value),
                };
                Kind::Table(map.iter().map(entry).collect())
            }
        })
    }

    /// Description of the value, for messages.
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Null => "nothing (`None`)".to_string(),
            Kind::Bool(value) => format!("`{value}`"),
            Kind::Number(number) => format!("the number {number}"),
            Kind::Text(text) => format!("the text {text}", text = shortened(&format!("{text:?}"))),
            Kind::Word(word) => format!("the bare word `{word}`", word = shortened(word)),
            Kind::List { items, tuple: true } => {
                format!("a tuple of {elements}", elements = elements(items.len()))
            }
            Kind::List { items, tuple: false } => {
                format!("a list of {elements}", elements = elements(items.len()))
            }
            Kind::Table(entries) => match entries.first() {
                None => "an empty table `()`".to_string(),
                Some(first) => {
                    format!("a table that begins with `{key}`", key = shortened(&first.key))
                }
            },
            Kind::Tagged { tag, .. } => format!("`{}(…)`", shortened(tag)),
        }
    }
}
