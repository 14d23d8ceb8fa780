//! Decodes a tree to typed data; collects all problems of a file in one pass, each with its exact place.
//!
//! The macros `record!` and `choice!` describe a type once; reading, writing, defaults, ranges and the serde
//! implementations are derived from that description.

mod wrong_types;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::form::{FieldForm, Form, Limits, joined, unit_in};
use super::former_names;
use super::help;
use super::text::{Entry, Kind, Node, Sources};
use sim_diagnostics::words::{elements, one_of, shortened};
use sim_diagnostics::{Code, Diagnostic, Diagnostics, nearest};

pub use sim_diagnostics::data_path::{Segment, path_text, quoted_step};

/// Free-form properties, in the order of the scene.
pub type Properties = Map<String, Value>;

/// A value that can be read from and written to a tree.
pub trait Field: Sized + Clone + PartialEq {
    /// Expected value, for messages: "a number", "a table `(…)`".
    fn expected() -> String;

    /// Decodes the value; on failure, reports to the decoder and returns `None`.
    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self>;

    /// Encodes the value as a tree without places.
    fn encode(&self) -> Node;

    /// Form of the value.
    fn form() -> Form;
}

impl FieldForm {
    /// A field of a record. The unit is that of its range, or the one mentioned in its help.
    pub(crate) fn new<T: Field>(
        name: &'static str,
        key: &'static str,
        help: &'static [&'static str],
        (limits, unit): (Limits, &'static str),
        default: Option<fn() -> T>,
    ) -> Self {
        let english = joined(help);
        let unit = if unit.is_empty() { unit_in(&english) } else { unit };
        let default = default.map(|default| default().encode());
        let help = help::in_use(key, english);
        FieldForm { name: name.into(), key, help, unit: unit.into(), form: T::form(), limits, default }
    }
}

/// State of a decoding job.
pub struct Decoder<'s> {
    sources: &'s Sources,
    /// Per file: prefix that makes relative paths relative to the main file.
    prefixes: &'s [String],
    path: Vec<Segment>,
    findings: Diagnostics,
}

impl<'s> Decoder<'s> {
    /// A decoder for trees of `sources`; `prefixes` may be empty.
    pub fn new(sources: &'s Sources, prefixes: &'s [String]) -> Self {
        Self { sources, prefixes, path: Vec::new(), findings: Diagnostics::new() }
    }

    /// The texts of the trees.
    pub(super) fn sources(&self) -> &'s Sources {
        self.sources
    }

    /// Findings in the order of reading.
    pub fn into_findings(self) -> Diagnostics {
        self.findings
    }

    /// Reports a finding at a node.
    pub fn report(&mut self, node: &Node, diagnostic: Diagnostic) {
        let diagnostic = self.sources.locate(diagnostic, node.span).with_path(path_text(&self.path));
        self.findings.push(diagnostic);
    }

    /// Reports a finding at a field of a table, or at the table if the field is not written.
    pub fn report_field(&mut self, table: &Node, field: &str, diagnostic: Diagnostic) {
        match table.get(field) {
            Some(value) => self.inside(Segment::Key(field.into()), |decoder| decoder.report(value, diagnostic)),
            None => self.report(table, diagnostic),
        }
    }

    /// Reports a finding at an element of a list, or at the list if it has no such element.
    pub fn report_element(&mut self, list: &Node, index: usize, diagnostic: Diagnostic) {
        match list.items().and_then(|items| items.get(index)) {
            Some(value) => self.inside(Segment::Index(index), |decoder| decoder.report(value, diagnostic)),
            None => self.report(list, diagnostic),
        }
    }

    /// Runs `work` one level deeper in the path.
    pub fn inside<T>(&mut self, segment: Segment, work: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(segment);
        let result = work(self);
        self.path.pop();
        result
    }

    /// Entries of a table whose fields must all be in `known`; reports unknown ones.
    pub fn table<'n>(
        &mut self,
        node: &'n Node,
        type_name: &str,
        what: &'static str,
        known: &[&str],
    ) -> Option<&'n [Entry]> {
        let entries = match &node.kind {
            Kind::Table(entries) => entries,
            Kind::Tagged { tag, body, .. } if tag == type_name => {
                return self.table(body, type_name, what, known);
            }
            _ => {
                return self.wrong_type(node, format!("{what} as a table `(field: value, …)`"));
            }
        };
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let span = Node { span: entry.key_span, kind: Kind::Null };
            let current = former_names::field(&entry.key, known);
            if let Some(name) = current.filter(|name| entries.iter().all(|entry| entry.key != *name)) {
                let diagnostic = Diagnostic::renamed(&entry.key, name);
                self.inside(Segment::Key(entry.key.clone()), |decoder| decoder.report(&span, diagnostic));
                continue;
            }
            let message = format!("unknown field `{key}` in {what}", key = shortened(&entry.key));
            let diagnostic = Diagnostic::error(Code::SceneUnknownField, message)
                .with_expected(one_of(known))
                .with_found(format!("`{}`", shortened(&entry.key)))
                .with_nearest_of(&entry.key, known.iter().copied());
            self.inside(Segment::Key(entry.key.clone()), |decoder| decoder.report(&span, diagnostic));
        }
        Some(entries)
    }

    /// Decodes one field of a table: its value, its default, or an error if it is missing.
    pub fn field<T: Field>(
        &mut self,
        (node, entries): (&Node, &[Entry]),
        (what, known, name, help): (&'static str, &[&str], &str, &[&str]),
        default: Option<fn() -> T>,
        check: impl FnOnce(&T, &Node, &mut Self),
    ) -> Option<T> {
        let is_former = |entry: &&Entry| former_names::field(&entry.key, known) == Some(name);
        let given = entries.iter().find(|entry| entry.key == name);
        let Some(entry) = given.or_else(|| entries.iter().find(is_former)) else {
            if let Some(default) = default {
                return Some(default());
            }
            // A misspelled name has already been reported as an unknown field.
            let slip = |entry: &Entry| {
                !known.contains(&entry.key.as_str()) && nearest(&entry.key, known.iter().copied()) == Some(name)
            };
            if entries.iter().any(slip) {
                return None;
            }
            let diagnostic = Diagnostic::error(Code::SceneMissingField, format!("{what} needs the field `{name}`"))
                .with_expected(format!("`{name}: …`, {expected}", expected = T::expected()));
            self.report(node, diagnostic);
            return None;
        };
        self.inside(Segment::Key(name.into()), |decoder| {
            let value = T::decode(&entry.value, decoder)?;
            let before = decoder.findings.len();
            check(&value, &entry.value, decoder);
            if decoder.findings.len() == before && decoder.has_degrees(&entry.value) && unit_in(&joined(help)) == "rad"
            {
                decoder.warn_of_degrees(&entry.value);
            }
            Some(value)
        })
    }

    /// Decodes the variant of a choice: the word and its content, if any.
    pub fn variant<'n>(
        &mut self,
        node: &'n Node,
        what: &'static str,
        known: &[(&str, bool)],
    ) -> Option<(&'n str, Option<&'n Node>)> {
        let (word, word_node, body) = match &node.kind {
            Kind::Word(word) | Kind::Text(word) => (word.as_str(), Node { span: node.span, kind: Kind::Null }, None),
            Kind::Tagged { tag, tag_span, body } => {
                (tag.as_str(), Node { span: *tag_span, kind: Kind::Null }, Some(body.as_ref()))
            }
            Kind::Table(entries) if entries.len() == 1 => {
                let entry = &entries[0];
                (entry.key.as_str(), Node { span: entry.key_span, kind: Kind::Null }, Some(&entry.value))
            }
            _ => {
                return self.wrong_type(node, format!("{what}: {choices}", choices = choices(known)));
            }
        };
        let current = former_names::word(word, |word| known.iter().any(|(name, _)| *name == word));
        if let Some(name) = current {
            self.report(&word_node, Diagnostic::renamed(word, name));
        }
        let word = current.unwrap_or(word);
        match known.iter().find(|(name, _)| *name == word) {
            Some((_, true)) if body.is_none() => {
                let diagnostic = Diagnostic::error(Code::SceneType, format!("`{word}` requires content"))
                    .with_expected(format!("`{word}(…)`"))
                    .with_found(node.describe());
                self.report(node, diagnostic);
                None
            }
            Some((_, false)) if body.is_some_and(|body| !matches!(&body.kind, Kind::Table(t) if t.is_empty())) => {
                let diagnostic = Diagnostic::error(Code::SceneType, format!("`{word}` does not have content"))
                    .with_expected(format!("`{word}`"))
                    .with_found(node.describe());
                self.report(node, diagnostic);
                None
            }
            Some(_) => Some((word, body)),
            None => {
                let diagnostic =
                    Diagnostic::error(Code::SceneChoice, format!("`{word}` is not {what}", word = shortened(word)))
                        .with_expected(choices(known))
                        .with_found(format!("`{}`", shortened(word)))
                        .with_nearest_of(word, known.iter().map(|(name, _)| *name));
                self.report(&word_node, diagnostic);
                None
            }
        }
    }

    /// Elements of a list; an empty table `()` counts as an empty list.
    pub fn list<'n>(&mut self, node: &'n Node, expected: impl FnOnce() -> String) -> Option<&'n [Node]> {
        list_items(node).or_else(|| self.wrong_type(node, expected()))
    }

    fn prefix(&self, node: &Node) -> &str {
        self.prefixes.get(node.span.file as usize).map_or("", String::as_str)
    }
}

/// Elements of a list; an empty table `()` counts as an empty list.
fn list_items(node: &Node) -> Option<&[Node]> {
    match &node.kind {
        Kind::List { items, .. } => Some(items),
        Kind::Table(entries) if entries.is_empty() => Some(&[]),
        _ => None,
    }
}

fn choices(known: &[(&str, bool)]) -> String {
    let forms: Vec<_> =
        known.iter().map(|(name, content)| format!("{name}{}", if *content { "(…)" } else { "" })).collect();
    one_of(&forms.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The long form `(field: value)` of a record that is written as a single value.
pub(crate) fn long_form(node: &Node, field: &str, alone: fn(&Kind) -> bool) -> Option<Node> {
    if !alone(&node.kind) {
        return None;
    }
    let entry = Entry { key: field.into(), key_span: node.span, value: node.clone() };
    Some(Node { span: node.span, kind: Kind::Table(vec![entry]) })
}

/// Creates a record whose fields all have defaults.
pub(crate) fn defaults<T: Field>() -> T {
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources, &[]);
    T::decode(&Node::table(Vec::new()), &mut decoder).expect("invariant: every field of this record has a default")
}

/// Decodes plain data as a typed value; the error lists all problems.
pub(crate) fn from_value<T: Field>(value: &Value) -> Result<T, String> {
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources, &[]);
    let decoded = T::decode(&Node::from_json(value), &mut decoder);
    let findings = decoder.into_findings();
    match decoded {
        Some(decoded) if !findings.has_errors() => Ok(decoded),
        _ => Err(findings.to_string()),
    }
}

macro_rules! number_field {
    ($($type:ty, $form:expr, $what:expr, $get:expr;)*) => {$(
        impl Field for $type {
            fn expected() -> String {
                $what
            }

            fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
                let get: fn(&serde_json::Number) -> Option<$type> = $get;
                match &node.kind {
                    Kind::Number(number) => match get(number) {
                        Some(value) => Some(value),
                        None => decoder.wrong_type(node, Self::expected()),
                    },
                    _ => decoder.wrong_type(node, Self::expected()),
                }
            }

            fn encode(&self) -> Node {
                Node::from_json(&serde_json::json!(self))
            }

            fn form() -> Form {
                $form
            }
        }
    )*};
}

number_field! {
    f64, Form::Number, "a number".to_string(), |number| number.as_f64();
    u32, Form::Whole, "a whole number, not negative".to_string(), |number| number.as_u64().and_then(|value| value.try_into().ok());
    u64, Form::Whole, "a whole number, not negative".to_string(), |number| number.as_u64();
}

impl Field for bool {
    fn expected() -> String {
        "`true` or `false`".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        match node.kind {
            Kind::Bool(value) => Some(value),
            _ => {
                let diagnostic = Diagnostic::unexpected(Code::SceneType, Self::expected());
                decoder.report(node, diagnostic.with_found(node.describe()));
                None
            }
        }
    }

    fn encode(&self) -> Node {
        Node::new(Kind::Bool(*self))
    }

    fn form() -> Form {
        Form::Flag
    }
}

impl Field for String {
    fn expected() -> String {
        "text in double quotes".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        match &node.kind {
            Kind::Text(text) => Some(text.clone()),
            _ => decoder.wrong_type(node, Self::expected()),
        }
    }

    fn encode(&self) -> Node {
        Node::text(self)
    }

    fn form() -> Form {
        Form::Text
    }
}

impl<T: Field> Field for Option<T> {
    fn expected() -> String {
        T::expected()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        match node.kind {
            Kind::Null => Some(None),
            _ => T::decode(node, decoder).map(Some),
        }
    }

    fn encode(&self) -> Node {
        self.as_ref().map_or(Node::new(Kind::Null), T::encode)
    }

    fn form() -> Form {
        Form::Optional(Box::new(T::form()))
    }
}

impl<T: Field> Field for Vec<T> {
    fn expected() -> String {
        format!("a list `[…]`, each element {expected}", expected = T::expected())
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Some(items) = list_items(node) else {
            decoder.report_single::<T>(node);
            return None;
        };
        let mut values = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            // Later elements are read even after a failure, so that all problems are reported at once.
            values.push(decoder.inside(Segment::Index(index), |decoder| T::decode(item, decoder)));
        }
        values.into_iter().collect()
    }

    fn encode(&self) -> Node {
        Node::new(Kind::List { items: self.iter().map(T::encode).collect(), tuple: false })
    }

    fn form() -> Form {
        Form::List(Box::new(T::form()))
    }
}

impl<const N: usize> Field for [f64; N] {
    fn expected() -> String {
        let form = vec!["_"; N].join(", ");
        format!("{N} numbers `({form})`")
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let items = decoder.list(node, Self::expected)?;
        let Ok(items) = <&[Node; N]>::try_from(items) else {
            let diagnostic = Diagnostic::unexpected(Code::SceneArity, Self::expected());
            decoder.report(node, diagnostic.with_found(elements(items.len())));
            return None;
        };
        let mut values = [Some(0.0); N];
        for (index, item) in items.iter().enumerate() {
            values[index] = decoder.inside(Segment::Index(index), |decoder| f64::decode(item, decoder));
        }
        let mut complete = [0.0; N];
        for (value, decoded) in complete.iter_mut().zip(values) {
            *value = decoded?;
        }
        Some(complete)
    }

    fn encode(&self) -> Node {
        Node::new(Kind::List { items: self.iter().map(f64::encode).collect(), tuple: true })
    }

    fn form() -> Form {
        Form::Numbers(N)
    }
}

impl<T: Field> Field for BTreeMap<String, T> {
    fn expected() -> String {
        format!("a table of names and, for each, {expected}", expected = T::expected())
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let Kind::Table(entries) = &node.kind else {
            return decoder.wrong_type(node, Self::expected());
        };
        let mut map = BTreeMap::new();
        let mut complete = true;
        for entry in entries {
            let segment = Segment::Key(entry.key.clone());
            match decoder.inside(segment, |decoder| T::decode(&entry.value, decoder)) {
                Some(value) => {
                    map.insert(entry.key.clone(), value);
                }
                None => complete = false,
            }
        }
        complete.then_some(map)
    }

    fn encode(&self) -> Node {
        Node::table(self.iter().map(|(key, value)| (key.as_str(), value.encode())).collect())
    }

    fn form() -> Form {
        Form::ByName(Box::new(T::form()))
    }
}

impl Field for Properties {
    fn expected() -> String {
        "a table of free properties `(name: value, …)`".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        match (&node.kind, node.to_json()) {
            (Kind::Table(_), Value::Object(map)) => Some(map),
            _ => decoder.wrong_type(node, Self::expected()),
        }
    }

    fn encode(&self) -> Node {
        Node::from_json(&Value::Object(self.clone()))
    }

    fn form() -> Form {
        Form::Free
    }
}

/// A file referenced by the scene, relative to the folder of the main scene file, or in a pack:
/// `pack:publisher/name/path`.
///
/// Paths in included files are relative to the included file and are rewritten when the scene is merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRef(pub String);

impl Field for FileRef {
    fn expected() -> String {
        "the path of a file in double quotes".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let path = String::decode(node, decoder)?;
        if path.is_empty() {
            let diagnostic = Diagnostic::error(Code::SceneFile, "empty file path");
            decoder.report(node, diagnostic.with_expected(Self::expected()).with_found("\"\""));
            return None;
        }
        let prefix = decoder.prefix(node);
        let is_absolute = path.starts_with(['/', '\\'])
            || path.as_bytes().get(1) == Some(&b':')
            || path.starts_with(sim_files::packs::SCHEME);
        Some(FileRef(if is_absolute || prefix.is_empty() { path } else { format!("{prefix}{path}") }))
    }

    fn encode(&self) -> Node {
        Node::text(&self.0)
    }

    fn form() -> Form {
        Form::File
    }
}

/// Id of a component: `family/name` in lower case with digits and dashes; a pack's id may precede the family with a dot
/// (`publisher.pack/name`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ComponentId(pub String);

impl ComponentId {
    /// Whether a text is a valid component id.
    pub fn is_valid(text: &str) -> bool {
        let part = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_lowercase())
                && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c))
        };
        text.split_once('/').is_some_and(|(family, name)| part(family) && part(name))
    }
}

impl std::fmt::Display for ComponentId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Field for ComponentId {
    fn expected() -> String {
        "a component id \"family/name\"".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let text = match &node.kind {
            Kind::Text(text) => text.clone(),
            _ => return decoder.wrong_type(node, Self::expected()),
        };
        if !Self::is_valid(&text) {
            let message = format!("\"{text}\" is not a component id", text = shortened(&text));
            let mut diagnostic = Diagnostic::error(Code::SceneComponentId, message)
                .with_expected("`family/name` in lowercase letters, digits, `-`, `_` and `.`")
                .with_found(shortened(&format!("{text:?}")));
            let repaired = text.to_lowercase().replace([' ', '_'], "-").replace("::", "/").replace(':', "/");
            if Self::is_valid(&repaired) {
                diagnostic = diagnostic.with_nearest(repaired);
            }
            decoder.report(node, diagnostic.with_help("`sim plugins` lists the ids of all components"));
            return None;
        }
        Some(ComponentId(text))
    }

    fn encode(&self) -> Node {
        Node::text(&self.0)
    }

    fn form() -> Form {
        Form::Component
    }
}
