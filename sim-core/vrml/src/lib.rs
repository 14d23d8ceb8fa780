//! Reads VRML97 files (`.wrl`, ISO/IEC 14772-1:1997) and worlds of Webots (`.wbt`), which have the same syntax, into a tree of
//! nodes with places. What the nodes mean is the matter of whoever reads the tree.
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
//! Files may come from anybody: the size of a file, the number of its nodes and the depth to which they are nested are limited,
//! also along `USE`, and a name can be used only after its node is complete, so that no chain of nodes is endless.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod error;
mod lexer;
mod parser;

pub use error::{Error, ErrorKind, Expected};
pub use parser::parse;

use std::fmt;

/// Largest file, bytes.
pub const MAX_BYTES: usize = 256 << 20;
/// Most nodes of a file.
pub const MAX_NODES: usize = 1 << 20;
/// How deep nodes may be nested, those that `USE` repeats included.
pub const MAX_DEPTH: u32 = 200;

/// Part of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte, counted from 0.
    pub start: usize,
    /// Byte after the part.
    pub end: usize,
}

/// A place for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte of a text; of its end where the text is shorter.
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

/// Of which format a file is, by its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// VRML97: `#VRML V2.0 utf8`.
    Vrml97,
    /// A world of Webots: `#VRML_SIM R2023b utf8`.
    Webots(Release),
}

/// A release of Webots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    /// Up to 2017: `V5.0`, `V8.6`.
    Version {
        /// The number before the point.
        major: u32,
        /// The number behind it.
        minor: u32,
    },
    /// From 2018 on: `R2018a`, `R2025a`.
    Year {
        /// The year.
        year: u32,
        /// The letter behind it.
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
    /// Whether cylinders, planes and grids stand along z and cameras look along x, as in Webots from R2022a on. Before, and in
    /// VRML97, they stand along y and cameras look against z.
    pub fn has_axes_along_z(self) -> bool {
        matches!(self, Dialect::Webots(release) if release >= Release::Year { year: 2022, letter: 'a' })
    }

    /// Whether z is up in a world that does not say it, as in Webots from R2020b on. Before, and in VRML97, y is.
    pub fn has_z_up(self) -> bool {
        matches!(self, Dialect::Webots(release) if release >= Release::Year { year: 2020, letter: 'b' })
    }
}

/// Number of a node in its [`World`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A node where it stands, or where it is used once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeRef {
    /// The node.
    pub id: NodeId,
    /// The place: the node's type, or the word `USE`.
    pub span: Span,
    /// Whether it is a `USE` of a node that stands further up.
    pub is_use: bool,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its type, such as `Transform`.
    pub kind: String,
    /// Its name, from `DEF`.
    pub def: Option<String>,
    /// Its fields in the order of the file.
    pub fields: Vec<Field>,
    /// The place of its type.
    pub span: Span,
    /// How many nodes are written inside it, at any depth.
    pub inside: u32,
    /// How deep nodes are nested in it, itself and those of `USE` included.
    height: u32,
}

impl Node {
    /// The field of this name; the last one where there are several.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().rev().find(|field| field.name == name)
    }
}

/// A field of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// Its value.
    pub value: Value,
    /// The place of the value.
    pub value_span: Span,
    /// Whether Webots has marked it as part of a saved state (`hidden`).
    pub hidden: bool,
}

/// A value. The syntax does not tell a single value from a list of one.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One number or more: `SFFloat`, `SFVec3f`, `MFInt32` …
    Numbers(Vec<f64>),
    /// One text or more.
    Texts(Vec<String>),
    /// One truth value or more.
    Bools(Vec<bool>),
    /// One node or more.
    Nodes(Vec<NodeRef>),
    /// An empty list.
    Empty,
    /// `NULL`: no node.
    Null,
    /// `IS name`: of the interface of a PROTO.
    Is(String),
}

/// A PROTO that is defined or announced; its content is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proto {
    /// Its name; of Webots' `EXTERNPROTO "file"` the name of the file without ending.
    pub name: String,
    /// The place of the word `PROTO` or `EXTERNPROTO`.
    pub span: Span,
    /// Whether it is defined in another file.
    pub external: bool,
}

/// A file as a tree of nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct World {
    /// Its format.
    pub dialect: Dialect,
    /// The nodes at the top, in the order of the file.
    pub roots: Vec<NodeRef>,
    /// The PROTOs in the order of the file.
    pub protos: Vec<Proto>,
    /// The places of the statements `ROUTE`.
    pub routes: Vec<Span>,
    nodes: Vec<Node>,
}

impl World {
    /// A node by its number.
    ///
    /// # Panics
    /// When the number is of another world that has more nodes.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// All nodes, in the order in which they begin in the file: a node stands before those inside it.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}
