//! Why a file cannot be read.

use crate::{Place, Span};
use std::fmt;

/// What stands in the way, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What it is.
    pub kind: ErrorKind,
    /// The part of the text that it is about.
    pub span: Span,
    /// The beginning of that part.
    pub place: Place,
}

/// What can stand where something else was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A node, `DEF`, `USE`, `PROTO`, `EXTERNPROTO` or `ROUTE`.
    Statement,
    /// A node: its type, `DEF` or `USE`.
    Node,
    /// `{` behind the type of a node.
    OpeningBrace,
    /// The name of a field, or `}`.
    FieldOrClosingBrace,
    /// The value of a field.
    Value,
    /// A further value of the list, or `]`.
    ElementOrClosingBracket,
    /// A name.
    Name,
    /// The rest of a PROTO: its interface in square brackets and its body in curly ones.
    Proto,
    /// `node.event TO node.event`.
    Route,
}

impl Expected {
    /// What it is, in English.
    pub fn text(self) -> &'static str {
        match self {
            Expected::Statement => "a node, DEF, USE, PROTO, EXTERNPROTO or ROUTE",
            Expected::Node => "a node: its type, DEF or USE",
            Expected::OpeningBrace => "`{` behind the type of a node",
            Expected::FieldOrClosingBrace => "the name of a field, or `}`",
            Expected::Value => "a value: numbers, a text, TRUE, FALSE, NULL, a node or a list in `[ ]`",
            Expected::ElementOrClosingBracket => "a further value of the list, or `]`",
            Expected::Name => "a name",
            Expected::Proto => "the interface of the PROTO in `[ ]` and its body in `{ }`",
            Expected::Route => "`ROUTE node.event TO node.event`",
        }
    }
}

/// Kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The file is longer than [`crate::MAX_BYTES`].
    TooLarge,
    /// The file has more nodes than [`crate::MAX_NODES`].
    TooManyNodes,
    /// Nodes are nested deeper than [`crate::MAX_DEPTH`].
    TooDeep,
    /// The file is compressed with gzip.
    Compressed,
    /// The first line is of no format that is read here.
    Header {
        /// The first line, or its beginning.
        found: String,
    },
    /// The file is VRML 1.0, whose nodes are other ones.
    Vrml1,
    /// The file is not UTF-8 text.
    NotUtf8,
    /// Something else stands there; without `found` the file ends.
    Unexpected {
        /// What could stand there.
        expected: Expected,
        /// What stands there.
        found: Option<String>,
        /// The bracket that is not closed yet.
        opened: Option<Place>,
    },
    /// A word that begins like a number is none, or is too large.
    Number {
        /// The word.
        found: String,
    },
    /// A text does not end.
    UnclosedText,
    /// A list has elements of several kinds.
    MixedList,
    /// `USE` of a name that no node above has.
    UnknownName {
        /// The name.
        name: String,
        /// The names that there are above.
        known: Vec<String>,
    },
    /// `USE` of a node within itself.
    Cycle {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::TooLarge => write!(f, "the file is longer than {} bytes", crate::MAX_BYTES),
            ErrorKind::TooManyNodes => write!(f, "the file has more than {} nodes", crate::MAX_NODES),
            ErrorKind::TooDeep => write!(f, "nodes are nested more than {} deep", crate::MAX_DEPTH),
            ErrorKind::Compressed => f.write_str("the file is compressed with gzip"),
            ErrorKind::Header { found } => {
                write!(f, "expected `#VRML V2.0 utf8` or `#VRML_SIM … utf8` at the beginning, found `{found}`")
            }
            ErrorKind::Vrml1 => f.write_str("the file is VRML 1.0"),
            ErrorKind::NotUtf8 => f.write_str("the file is not UTF-8 text"),
            ErrorKind::Unexpected { expected, found: Some(found), .. } => {
                write!(f, "expected {}, found {found}", expected.text())
            }
            ErrorKind::Unexpected { expected, found: None, .. } => {
                write!(f, "expected {}, found the end of the file", expected.text())
            }
            ErrorKind::Number { found } => write!(f, "`{found}` is no number that can be used"),
            ErrorKind::UnclosedText => f.write_str("a text has no closing quote"),
            ErrorKind::MixedList => f.write_str("a list has elements of several kinds"),
            ErrorKind::UnknownName { name, .. } => write!(f, "no node above has the name `{name}`"),
            ErrorKind::Cycle { name } => write!(f, "`{name}` is used within itself"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for Error {}
