//! Writes a tree as readable RON or JSON.

use std::fmt::Write;

use super::{Format, Kind, Node};

/// Maximum line width of a value that can be broken.
pub const WIDTH: usize = 110;

/// Formats the tree as RON: short values on one line, long ones with one element per line, with a final line break. Numbers
/// and points are packed, as many per line as fit.
///
/// Tables whose keys are all plain words are written as `(key: value)`, others as `{"key": value}`.
pub fn to_ron(node: &Node) -> String {
    let printer = Printer::new(Format::Ron);
    // The outermost level is always broken, so that each section of a scene is on its own line.
    let mut text = if is_simple(node) { printer.flat(node, "") } else { printer.broken(node, "", "") };
    text.push('\n');
    text
}

/// Writes values in the style of the surrounding text.
///
/// ```
/// use sim_files::text::{Format, Node, Printer};
///
/// let node = Node::from_json(&serde_json::json!({"name": "a", "size": [1, 2]}));
/// let printer = Printer::new(Format::Ron);
/// assert_eq!(printer.value(&node, "", "    ", 0), r#"(name: "a", size: [1, 2])"#);
/// assert_eq!(printer.broken(&node, "", "    "), "(\n        name: \"a\",\n        size: [1, 2],\n    )");
/// ```
pub struct Printer<'a> {
    /// The notation.
    pub format: Format,
    /// Indentation per bracket level.
    pub unit: &'a str,
    /// Line ending.
    pub newline: &'a str,
    /// Maximum line width of a value that can be broken, in characters.
    pub width: usize,
    /// Fields whose tables are maps with arbitrary names: written as `{"name": value}` in RON, too.
    pub maps: &'a [&'a str],
    /// Optional text to use for a value instead of the printed one. Receives the value and the name of its field, or of the
    /// field with its list (empty at the top level).
    pub given: &'a dyn Fn(&Node, &str) -> Option<String>,
}

/// Columns of a tab.
const TAB: usize = 4;

/// Numbers or tuples of numbers, as many per line as fit into `width` after `used` columns and before a comma.
pub(super) fn packed(values: impl Iterator<Item = String>, width: usize, used: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for value in values {
        match lines.last_mut() {
            Some(line) if used + line.chars().count() + 2 + value.chars().count() < width => {
                line.extend([", ", &value])
            }
            _ => lines.push(value),
        }
    }
    lines
}

/// Whether a value is a number or a tuple of numbers; several of them share a line.
fn is_numbers(node: &Node) -> bool {
    let is_number = |node: &Node| matches!(node.kind, Kind::Number(_));
    match &node.kind {
        Kind::List { items, tuple: true } => items.len() > 1 && items.iter().all(is_number),
        _ => is_number(node),
    }
}

/// Number of columns of a line's start.
pub fn columns(text: &str) -> usize {
    text.chars().map(|c| if c == '\t' { TAB } else { 1 }).sum()
}

impl Printer<'static> {
    /// The style of generated scenes: four spaces, 110 columns.
    pub fn new(format: Format) -> Self {
        Printer { format, unit: "    ", newline: "\n", width: WIDTH, maps: &[], given: &|_, _| None }
    }
}

impl Printer<'_> {
    /// The value on one line; texts from [`Printer::given`] may contain line breaks.
    pub fn flat(&self, node: &Node, field: &str) -> String {
        let mut out = String::new();
        self.write_flat(&mut out, node, field);
        out
    }

    /// The value on one line if it fits after `used` columns, otherwise with one element per line, each indented one level
    /// deeper than `indent`.
    pub fn value(&self, node: &Node, field: &str, indent: &str, used: usize) -> String {
        let flat = self.flat(node, field);
        if used + flat.chars().count() <= self.width && !flat.contains('\n') || is_simple(node) {
            return flat;
        }
        self.broken(node, field, indent)
    }

    /// The value with one element per line, each indented one level deeper than `indent`; simple values unchanged.
    pub fn broken(&self, node: &Node, field: &str, indent: &str) -> String {
        if let Some(given) = (self.given)(node, field) {
            return given;
        }
        let deeper = format!("{indent}{}", self.unit);
        let comma = |last: bool| if last && self.format == Format::Json { "" } else { "," };
        let mut out = String::new();
        match &node.kind {
            Kind::List { items, .. } => {
                let (open, close) = self.list_brackets(&node.kind);
                out.push(open);
                let values = match items.iter().all(is_numbers) {
                    true => packed(items.iter().map(|item| self.flat(item, field)), self.width, columns(&deeper)),
                    false => items.iter().map(|item| self.value(item, field, &deeper, columns(&deeper) + 1)).collect(),
                };
                for (index, value) in values.iter().enumerate() {
                    out.extend([self.newline, &deeper, value, comma(index + 1 == values.len())]);
                }
                out.extend([self.newline, indent]);
                out.push(close);
            }
            Kind::Table(entries) => {
                let plain = self.has_plain_keys(node, field);
                out.push(if plain { '(' } else { '{' });
                for (index, entry) in entries.iter().enumerate() {
                    let key = self.key(&entry.key, plain);
                    let used = columns(&deeper) + key.chars().count() + 3;
                    let value = self.value(&entry.value, &entry.key, &deeper, used);
                    out.extend([self.newline, &deeper, &key, ": ", &value, comma(index + 1 == entries.len())]);
                }
                out.extend([self.newline, indent]);
                out.push(if plain { ')' } else { '}' });
            }
            Kind::Tagged { tag, body, .. } if self.format == Format::Json => {
                let key = self.key(tag, false);
                let value = self.value(body, field, &deeper, columns(&deeper) + key.chars().count() + 3);
                out.extend(["{", self.newline, &deeper, &key, ": ", &value, self.newline, indent, "}"]);
            }
            Kind::Tagged { tag, body, .. } => {
                out.push_str(tag);
                if self.has_plain_keys(body, field) {
                    out.push_str(&self.broken(body, field, indent));
                } else {
                    let inner = self.value(body, field, indent, columns(indent) + tag.chars().count() + 2);
                    out.extend(["(", &inner, ")"]);
                }
            }
            _ => self.write_flat(&mut out, node, field),
        }
        out
    }

    /// Name of a field; `plain` for tables in round brackets.
    pub fn key(&self, key: &str, plain: bool) -> String {
        let mut out = String::new();
        self.write_key(&mut out, key, plain);
        out
    }

    /// Whether a table is written in round brackets, which a tag can share.
    fn has_plain_keys(&self, node: &Node, field: &str) -> bool {
        let Kind::Table(entries) = &node.kind else { return false };
        let is_map = self.format == Format::Json || (self.maps.contains(&field) && !entries.is_empty());
        !is_map && entries.iter().all(|entry| is_plain_key(&entry.key))
    }

    /// A tuple of one element would be read as that element, an empty one as an empty table: both are written as lists.
    fn list_brackets(&self, kind: &Kind) -> (char, char) {
        match kind {
            Kind::List { items, tuple: true } if items.len() > 1 && self.format == Format::Ron => ('(', ')'),
            _ => ('[', ']'),
        }
    }

    fn write_flat(&self, out: &mut String, node: &Node, field: &str) {
        if let Some(given) = (self.given)(node, field) {
            out.push_str(&given);
            return;
        }
        let json = self.format == Format::Json;
        match &node.kind {
            Kind::Null => out.push_str(if json { "null" } else { "None" }),
            Kind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Kind::Number(number) => out.push_str(&number.to_string()),
            Kind::Text(text) => self.write_text(out, text),
            Kind::Word(word) if json => self.write_text(out, word),
            Kind::Word(word) => out.push_str(word),
            Kind::List { items, .. } => {
                let (open, close) = self.list_brackets(&node.kind);
                out.push(open);
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    self.write_flat(out, item, field);
                }
                out.push(close);
            }
            Kind::Table(entries) => {
                let plain = self.has_plain_keys(node, field);
                out.push(if plain { '(' } else { '{' });
                for (index, entry) in entries.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    self.write_key(out, &entry.key, plain);
                    out.push_str(": ");
                    self.write_flat(out, &entry.value, &entry.key);
                }
                out.push(if plain { ')' } else { '}' });
            }
            Kind::Tagged { tag, body, .. } if json => {
                out.push('{');
                self.write_text(out, tag);
                out.push_str(": ");
                self.write_flat(out, body, field);
                out.push('}');
            }
            Kind::Tagged { tag, body, .. } => {
                out.push_str(tag);
                if self.has_plain_keys(body, field) {
                    self.write_flat(out, body, field);
                } else {
                    out.push('(');
                    self.write_flat(out, body, field);
                    out.push(')');
                }
            }
        }
    }

    fn write_key(&self, out: &mut String, key: &str, plain: bool) {
        if plain {
            out.push_str(key);
        } else {
            self.write_text(out, key);
        }
    }

    fn write_text(&self, out: &mut String, text: &str) {
        if self.format == Format::Json {
            out.push_str(&serde_json::Value::from(text).to_string());
        } else {
            write_ron_text(out, text);
        }
    }
}

fn is_simple(node: &Node) -> bool {
    match &node.kind {
        Kind::List { items, .. } => items.is_empty(),
        Kind::Table(entries) => entries.is_empty(),
        Kind::Tagged { body, .. } => is_simple(body),
        _ => true,
    }
}

/// Whether a key needs no quotes in RON. Reserved words and `r` (raw strings) are quoted.
pub fn is_plain_key(key: &str) -> bool {
    let mut chars = key.chars();
    let starts = chars.next().is_some_and(|c| c == '_' || c.is_ascii_alphabetic());
    starts
        && chars.all(|c| c == '_' || c.is_ascii_alphanumeric())
        && !matches!(key, "true" | "false" | "None" | "Some" | "inf" | "NaN" | "r" | "b" | "br" | "_")
}

fn write_ron_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::super::{Sources, read};
    use super::*;

    #[test]
    fn json_is_written_without_trailing_commas_and_words() {
        let mut sources = Sources::default();
        let text = r#"(shape: Box(size: (1, 2.5, 3)), when: By(5), none: None, word: Always, "quote": "a\"b\u{7}")"#;
        let file = sources.add("a", None, text.replace("\"quote\"", "quote"));
        let mut findings = sim_diagnostics::Diagnostics::new();
        let node = read(&sources, file, Format::Ron, &mut findings).unwrap_or_else(|| panic!("{findings}"));
        for printed in [
            Printer::new(Format::Json).flat(&node, ""),
            Printer::new(Format::Json).broken(&node, "", "  "),
            Printer { width: 10, unit: "\t", newline: "\r\n", ..Printer::new(Format::Json) }.broken(&node, "", ""),
        ] {
            let value: serde_json::Value = serde_json::from_str(&printed).unwrap_or_else(|e| panic!("{printed}: {e}"));
            assert_eq!(value, node.to_json(), "{printed}");
        }
        assert_eq!(
            Printer::new(Format::Json).flat(node.get("shape").unwrap(), ""),
            r#"{"Box": {"size": [1, 2.5, 3]}}"#
        );
    }

    #[test]
    fn many_numbers_stand_on_a_line_and_lists_of_them_do_not() {
        let numbers = |count: usize| serde_json::json!(vec![1; count]);
        let printed =
            |value| Printer { width: 20, ..Printer::new(Format::Ron) }.broken(&Node::from_json(&value), "", "");
        assert_eq!(printed(numbers(7)), "[\n    1, 1, 1, 1, 1,\n    1, 1,\n]");
        assert_eq!(printed(serde_json::json!([numbers(2), numbers(2)])), "[\n    [1, 1],\n    [1, 1],\n]");
        let point = Node::new(Kind::List { items: vec![Node::number(0.5), Node::number(1.5)], tuple: true });
        let points = Node::new(Kind::List { items: vec![point.clone(), point.clone(), point], tuple: false });
        let printer = Printer { width: 30, ..Printer::new(Format::Ron) };
        assert_eq!(printer.broken(&points, "", ""), "[\n    (0.5, 1.5), (0.5, 1.5),\n    (0.5, 1.5),\n]");
    }

    #[test]
    fn given_texts_take_the_place_of_values() {
        let node = Node::table(vec![("yaw", Node::number(1.5)), ("at", Node::number(2.5))]);
        let given = |_: &Node, field: &str| (field == "yaw").then(|| "deg(86)".to_string());
        let printer = Printer { given: &given, ..Printer::new(Format::Ron) };
        assert_eq!(printer.flat(&node, ""), "(yaw: deg(86), at: 2.5)");
        assert_eq!(printer.broken(&node, "", ""), "(\n    yaw: deg(86),\n    at: 2.5,\n)");
        let printer = Printer { maps: &["sensors"], ..Printer::new(Format::Ron) };
        assert_eq!(printer.flat(&Node::table(vec![("sensors", node)]), ""), r#"(sensors: {"yaw": 1.5, "at": 2.5})"#);
    }
}
