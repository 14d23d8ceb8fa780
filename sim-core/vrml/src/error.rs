//! Errors of reading a file.

use crate::{Place, Span};
use std::fmt;

/// An error with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Kind.
    pub kind: ErrorKind,
    /// Affected part of the text.
    pub span: Span,
    /// Start of that part.
    pub place: Place,
}

/// Expected item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A node, `DEF`, `USE`, `PROTO`, `EXTERNPROTO` or `ROUTE`.
    Statement,
    /// A node: its type, `DEF` or `USE`.
    Node,
    /// `{` after the type of a node.
    OpeningBrace,
    /// The name of a field, or `}`.
    FieldOrClosingBrace,
    /// The value of a field.
    Value,
    /// Another value of the list, or `]`.
    ElementOrClosingBracket,
    /// A name.
    Name,
    /// The rest of a PROTO: its interface in square brackets and its body in curly brackets.
    Proto,
    /// `node.event TO node.event`.
    Route,
}

impl Expected {
    /// Description in English.
    pub fn text(self) -> &'static str {
        match self {
            Expected::Statement => "a node, DEF, USE, PROTO, EXTERNPROTO or ROUTE",
            Expected::Node => "a node: its type, DEF or USE",
            Expected::OpeningBrace => "`{` after the type of a node",
            Expected::FieldOrClosingBrace => "the name of a field, or `}`",
            Expected::Value => "a value: numbers, a text, TRUE, FALSE, NULL, a node or a list in `[ ]`",
            Expected::ElementOrClosingBracket => "another value of the list, or `]`",
            Expected::Name => "a name",
            Expected::Proto => "the interface of the PROTO in `[ ]` and its body in `{ }`",
            Expected::Route => "`ROUTE node.event TO node.event`",
        }
    }
}

/// Kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The file is larger than [`crate::MAX_BYTES`].
    TooLarge,
    /// The file has more nodes than [`crate::MAX_NODES`].
    TooManyNodes,
    /// Nodes are nested deeper than [`crate::MAX_DEPTH`].
    TooDeep,
    /// The file is compressed with gzip.
    Compressed,
    /// The first line is not that of a supported format.
    Header {
        /// The first line, or its beginning.
        found: String,
    },
    /// The file is VRML 1.0, which has different nodes.
    Vrml1,
    /// The file is not UTF-8 text.
    NotUtf8,
    /// Unexpected text; without `found`, the end of the file.
    Unexpected {
        /// Expected item.
        expected: Expected,
        /// Actual text.
        found: Option<String>,
        /// The innermost unclosed bracket.
        opened: Option<Place>,
    },
    /// A word that starts like a number is not a number, or is too large.
    Number {
        /// The word.
        found: String,
    },
    /// A string is not closed.
    UnclosedText,
    /// A list has elements of several types.
    MixedList,
    /// `USE` of a name that no node above defines.
    UnknownName {
        /// The name.
        name: String,
        /// Names defined above.
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
            ErrorKind::TooLarge => write!(f, "the file is larger than {} bytes", crate::MAX_BYTES),
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
            ErrorKind::Number { found } => write!(f, "`{found}` is not a valid number"),
            ErrorKind::UnclosedText => f.write_str("unclosed string"),
            ErrorKind::MixedList => f.write_str("the elements of a list have different types"),
            ErrorKind::UnknownName { name, .. } => write!(f, "no node above is named `{name}`"),
            ErrorKind::Cycle { name } => write!(f, "`{name}` contains itself"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for Error {}
