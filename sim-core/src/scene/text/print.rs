//! Writing a tree as readable RON.

use std::fmt::Write;

use super::{Kind, Node};

/// Widest line that is written when a value can be broken.
const WIDTH: usize = 110;

/// The tree as RON: short values on one line, long ones with one element per line, ending with a line break.
///
/// Tables whose keys are all plain words are written `(key: value)`, others `{"key": value}`.
pub fn to_ron(node: &Node) -> String {
    let mut out = String::new();
    write_node(&mut out, node, 0, 0);
    out.push('\n');
    out
}

/// Writes at `indent` levels, where `used` columns of the present line are taken.
fn write_node(out: &mut String, node: &Node, indent: usize, used: usize) {
    let mut flat = String::new();
    write_flat(&mut flat, node);
    // The outermost level is always broken so that a scene has one section per line.
    if indent > 0 && used + flat.chars().count() <= WIDTH || is_simple(node) {
        out.push_str(&flat);
        return;
    }
    match &node.kind {
        Kind::List { items, tuple } => {
            let (open, close) = if *tuple && items.len() > 1 { ('(', ')') } else { ('[', ']') };
            out.push(open);
            for item in items {
                new_line(out, indent + 1);
                write_node(out, item, indent + 1, 4 * (indent + 1) + 1);
                out.push(',');
            }
            new_line(out, indent);
            out.push(close);
        }
        Kind::Table(entries) => {
            let plain = entries.iter().all(|entry| is_plain_key(&entry.key));
            out.push(if plain { '(' } else { '{' });
            for entry in entries {
                new_line(out, indent + 1);
                let before = out.len();
                write_key(out, &entry.key, plain);
                out.push_str(": ");
                let used = 4 * (indent + 1) + out[before..].chars().count() + 1;
                write_node(out, &entry.value, indent + 1, used);
                out.push(',');
            }
            new_line(out, indent);
            out.push(if plain { ')' } else { '}' });
        }
        Kind::Tagged { tag, body, .. } => {
            out.push_str(tag);
            if is_named_table(body) {
                write_node(out, body, indent, used + tag.chars().count());
            } else {
                out.push('(');
                write_node(out, body, indent, used + tag.chars().count() + 1);
                out.push(')');
            }
        }
        _ => out.push_str(&flat),
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

/// Whether the printed form of a table brings its own round brackets.
fn is_named_table(node: &Node) -> bool {
    matches!(&node.kind, Kind::Table(entries) if entries.iter().all(|entry| is_plain_key(&entry.key)))
}

fn new_line(out: &mut String, indent: usize) {
    out.push('\n');
    for _ in 0..indent {
        out.push_str("    ");
    }
}

fn write_flat(out: &mut String, node: &Node) {
    match &node.kind {
        Kind::Null => out.push_str("None"),
        Kind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Kind::Number(number) => out.push_str(&number.to_string()),
        Kind::Text(text) => write_text(out, text),
        Kind::Word(word) => out.push_str(word),
        Kind::List { items, tuple } => {
            // A tuple of one element would be read as that tuple, of none as an empty table: use a list for both.
            let (open, close) = if *tuple && items.len() > 1 { ('(', ')') } else { ('[', ']') };
            out.push(open);
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_flat(out, item);
            }
            out.push(close);
        }
        Kind::Table(entries) => {
            let plain = is_named_table(node);
            out.push(if plain { '(' } else { '{' });
            for (index, entry) in entries.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_key(out, &entry.key, plain);
                out.push_str(": ");
                write_flat(out, &entry.value);
            }
            out.push(if plain { ')' } else { '}' });
        }
        Kind::Tagged { tag, body, .. } => {
            out.push_str(tag);
            if is_named_table(body) {
                write_flat(out, body);
            } else {
                out.push('(');
                write_flat(out, body);
                out.push(')');
            }
        }
    }
}

/// Keys that need no quotes. Words with a meaning of their own and `r` (raw strings) are quoted.
fn is_plain_key(key: &str) -> bool {
    let mut chars = key.chars();
    let starts = chars.next().is_some_and(|c| c == '_' || c.is_ascii_alphabetic());
    starts
        && chars.all(|c| c == '_' || c.is_ascii_alphanumeric())
        && !matches!(key, "true" | "false" | "None" | "Some" | "inf" | "NaN" | "r" | "b" | "br" | "_")
}

fn write_key(out: &mut String, key: &str, plain: bool) {
    if plain {
        out.push_str(key);
    } else {
        write_text(out, key);
    }
}

fn write_text(out: &mut String, text: &str) {
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
