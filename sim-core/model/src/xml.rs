//! An XML document as a small tree of elements with line and column.

use crate::model_error::{ModelError, Report};
use std::fmt;
use std::path::Path;
use xml::common::Position;
use xml::reader::{EventReader, XmlEvent};

/// Maximum nesting depth. A robot description needs seven levels; an XML bomb has thousands, and the functions that
/// read the tree are recursive.
const DEEPEST: usize = 48;

/// An element with its place in the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Element {
    /// Name, including its prefix.
    pub name: String,
    /// Attributes in the order of the file.
    pub attributes: Vec<(String, String)>,
    /// Child elements.
    pub children: Vec<Element>,
    /// All text directly inside, trimmed.
    pub text: String,
    /// Line, 1-based.
    pub line: u32,
    /// Column, 1-based.
    pub column: u32,
}

impl Element {
    /// Value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Child elements with a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// First child element with a name.
    pub fn first(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// An empty element at the same place.
    pub fn clone_place(&self) -> Element {
        Element { line: self.line, column: self.column, ..Element::default() }
    }

    /// A report about this element.
    pub fn report(&self, message: impl Into<String>) -> Report {
        Report::new(message).at(self.line, self.column)
    }
}

/// Formats as XML, without the text between elements.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}", self.name)?;
        for (name, value) in &self.attributes {
            write!(f, " {name}=\"{}\"", xml::escape::escape_str_attribute(value))?;
        }
        write!(f, ">")?;
        self.children.iter().try_for_each(|child| child.fmt(f))?;
        write!(f, "</{}>", self.name)
    }
}

/// Parses a document. Fails with line and column if it is malformed, has a document type or is nested too deeply.
pub(super) fn parse(text: &str, file: &Path) -> Result<Element, ModelError> {
    let mut events = EventReader::new(text.as_bytes());
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    let fail = |report: Report| ModelError::Syntax(Box::new(report.file(file)));
    loop {
        let event = events.next();
        let position = events.position();
        let (line, column) = (position.row as u32 + 1, position.column as u32 + 1);
        match event {
            Ok(XmlEvent::StartElement { name, attributes, .. }) => {
                if events.doctype().is_some() {
                    let report = Report::new("a document type is not supported").at(line, column);
                    return Err(fail(report.help("remove the <!DOCTYPE …> declaration")));
                }
                if open.len() == DEEPEST {
                    let report = Report::new(format!("elements nest deeper than {DEEPEST} levels"));
                    return Err(fail(report.at(line, column).help("a robot description needs at most 7")));
                }
                let attributes = attributes.into_iter().map(|a| (written(&a.name), a.value)).collect();
                open.push(Element { name: written(&name), attributes, line, column, ..Element::default() });
            }
            Ok(XmlEvent::EndElement { .. }) => {
                let Some(done) = open.pop() else { continue };
                match open.last_mut() {
                    Some(parent) => parent.children.push(done),
                    None => root = Some(done),
                }
            }
            Ok(XmlEvent::Characters(more) | XmlEvent::CData(more)) => {
                if let Some(element) = open.last_mut() {
                    element.text.push_str(more.trim());
                }
            }
            Ok(XmlEvent::EndDocument) => break,
            Ok(_) => {}
            Err(error) => {
                let (line, column) = (error.position().row as u32 + 1, error.position().column as u32 + 1);
                return Err(fail(
                    Report::new(format!("malformed XML: {error}", error = cause(&error))).at(line, column),
                ));
            }
        }
    }
    root.ok_or_else(|| fail(Report::new("the file contains no element")))
}

/// Name as written in the file.
fn written(name: &xml::name::OwnedName) -> String {
    match &name.prefix {
        Some(prefix) => format!("{prefix}:{}", name.local_name),
        None => name.local_name.clone(),
    }
}

/// Message of the error without the position, which is part of the report.
fn cause(error: &xml::reader::Error) -> String {
    let whole = error.to_string();
    whole.strip_prefix(&error.position().to_string()).unwrap_or(&whole).trim().to_string()
}
