//! Reads VRML97 files (`.wrl`, ISO/IEC 14772-1:1997) and Webots worlds (`.wbt`), which have the same syntax, into a tree of
//! nodes with places. The meaning of the nodes is left to the caller.
//!
//! ```
//! let world = sim_vrml::parse(b"#VRML V2.0 utf8\nDEF BALL Shape { geometry Sphere { radius 0.5 } }").unwrap();
//! let shape = world.node(world.roots[0].id);
//! assert_eq!((shape.kind.as_str(), shape.def.as_deref()), ("Shape", Some("BALL")));
//!
//! let error = sim_vrml::parse(b"#VRML V2.0 utf8\nShape { geometry Sphere { radius 0.5. } }").unwrap_err();
//! assert_eq!(error.place.to_string(), "2:34");
//! ```
//!
//! Files may be untrusted: file size, number of nodes and nesting depth, also through `USE`, are limited, and a name can only
//! be used after its node is complete, so that there are no cycles.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod error;
mod lexer;
mod parser;

pub use error::{Error, ErrorKind, Expected};
pub use parser::parse;

use std::fmt;

/// Maximum file size, bytes.
pub const MAX_BYTES: usize = 256 << 20;
/// Maximum number of nodes in a file.
pub const MAX_NODES: usize = 1 << 20;
/// Maximum nesting depth of nodes, including nodes reused by `USE`.
pub const MAX_DEPTH: u32 = 200;

/// Part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte, 0-based.
    pub start: usize,
    /// Byte after the part.
    pub end: usize,
}

/// A place for display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line, 1-based.
    pub line: usize,
    /// Column in characters, 1-based.
    pub column: usize,
}

impl Place {
    /// Place of a byte in a text, or of the text's end if it is shorter.
    pub fn of(text: &str, byte: usize) -> Self {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    /// `line:column`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Format of a file, from its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// VRML97: `#VRML V2.0 utf8`.
    Vrml97,
    /// A Webots world: `#VRML_SIM R2023b utf8`.
    Webots(Release),
}

/// A release of Webots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    /// Up to 2017: `V5.0`, `V8.6`.
    Version {
        /// Number before the period.
        major: u32,
        /// Number after the period.
        minor: u32,
    },
    /// From 2018 on: `R2018a`, `R2025a`.
    Year {
        /// The year.
        year: u32,
        /// Letter after the year.
        letter: char,
    },
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Release::Version { major, minor } => write!(f, "V{major}.{minor}"),
            Release::Year { year, letter } => write!(f, "R{year}{letter}"),
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dialect::Vrml97 => f.write_str("VRML97"),
            Dialect::Webots(release) => write!(f, "Webots {release}"),
        }
    }
}

impl Dialect {
    /// Whether cylinders, planes and grids are aligned with z and cameras look along x, as in Webots since R2022a. Earlier, and
    /// in VRML97, they are aligned with y and cameras look along -z.
    pub fn has_axes_along_z(self) -> bool {
        matches!(self, Dialect::Webots(release) if release >= Release::Year { year: 2022, letter: 'a' })
    }

    /// Whether z is up in a world that does not specify it, as in Webots since R2020b. Earlier, and in VRML97, y is up.
    pub fn has_z_up(self) -> bool {
        matches!(self, Dialect::Webots(release) if release >= Release::Year { year: 2020, letter: 'b' })
    }
}

/// Index of a node in its [`World`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A reference to a node, at its definition or by `USE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRef {
    /// The node.
    pub id: NodeId,
    /// Place of the node's type, or of the word `USE`.
    pub span: Span,
    /// Whether it is a `USE` of a node above.
    pub is_use: bool,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Type, such as `Transform`.
    pub kind: String,
    /// Name, from `DEF`.
    pub def: Option<String>,
    /// Fields in file order.
    pub fields: Vec<Field>,
    /// Place of its type.
    pub span: Span,
    /// Number of nodes inside it, at any depth.
    pub inside: u32,
    /// Nesting depth below it, including itself and nodes reused by `USE`.
    height: u32,
}

impl Node {
    /// The field with this name; the last one if there are several.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().rev().find(|field| field.name == name)
    }
}

/// A field of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Name.
    pub name: String,
    /// Place of the name.
    pub span: Span,
    /// Value.
    pub value: Value,
    /// Place of the value.
    pub value_span: Span,
    /// Whether Webots marked it as part of a saved state (`hidden`).
    pub hidden: bool,
}

/// A value. The syntax does not distinguish a single value from a list with one element.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One or more numbers: `SFFloat`, `SFVec3f`, `MFInt32` …
    Numbers(Vec<f64>),
    /// One or more strings.
    Texts(Vec<String>),
    /// One or more Booleans.
    Bools(Vec<bool>),
    /// One or more nodes.
    Nodes(Vec<NodeRef>),
    /// An empty list.
    Empty,
    /// `NULL`: no node.
    Null,
    /// `IS name`: refers to the interface of a PROTO.
    Is(String),
}

/// A PROTO that is defined or declared; its content is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proto {
    /// Name; for Webots' `EXTERNPROTO "file"`, the file name without extension.
    pub name: String,
    /// Place of the word `PROTO` or `EXTERNPROTO`.
    pub span: Span,
    /// Whether it is defined in another file.
    pub external: bool,
}

/// A file as a tree of nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// Format.
    pub dialect: Dialect,
    /// Top-level nodes, in file order.
    pub roots: Vec<NodeRef>,
    /// PROTOs, in file order.
    pub protos: Vec<Proto>,
    /// Places of the `ROUTE` statements.
    pub routes: Vec<Span>,
    nodes: Vec<Node>,
}

impl World {
    /// Returns a node by its id.
    ///
    /// # Panics
    /// If the id belongs to another world with more nodes.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// All nodes in the order of their starts in the file: a node precedes those inside it.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}
