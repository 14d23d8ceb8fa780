//! Deserializes the tree of a RON text; an error has the place and the path of the invalid value.

use crate::model_error::{ModelError, Report};
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use sim_diagnostics::data_path::Segment;
use sim_diagnostics::words::one_of;
use sim_files::text::{Entry, Kind, Node, Span};
use std::fmt;

/// What makes it possible to decode the rest.
#[derive(Debug)]
pub(super) enum Fix {
    /// The value is left out.
    LeaveOut,
    /// The field has another name.
    Rename(String),
    /// The value begins with another word.
    Word(String),
    /// Another value.
    Value(Kind),
}

/// A value that does not fit its type.
#[derive(Debug)]
pub(super) struct Invalid {
    /// The error, without its place.
    pub problem: ModelError,
    /// Place; `None` until the error has left the innermost value.
    pub span: Option<Span>,
    /// How to continue.
    pub fix: Fix,
    /// Path of the value, from the innermost step outward.
    steps: Vec<Segment>,
}

impl Invalid {
    fn new(class: fn(Box<Report>) -> ModelError, report: Report) -> Self {
        Self { problem: class(Box::new(report)), span: None, fix: Fix::LeaveOut, steps: Vec::new() }
    }

    /// A value of another type.
    fn wrong_type(node: &Node, expected: &dyn Expected) -> Self {
        let (expected, stand_in) = in_words(&expected.to_string());
        let report = Report::new(format!("expected {expected}")).expected(expected).found(node.describe());
        let report = match (&node.kind, &stand_in) {
            (Kind::Word(word), Some(Kind::Text(_))) => report.help(format!("write \"{word}\"")),
            _ => report,
        };
        Self { fix: stand_in.map_or(Fix::LeaveOut, Fix::Value), ..Self::new(ModelError::Value, report) }
    }

    /// Sets the place, unless the error is about a part of this value.
    fn at(self, span: Span) -> Self {
        Self { span: self.span.or(Some(span)), ..self }
    }

    /// Adds the step that leads to the value.
    fn inside(mut self, step: Segment) -> Self {
        self.steps.push(step);
        self
    }

    /// Path of the value.
    pub fn path(&self) -> Vec<Segment> {
        self.steps.iter().rev().cloned().collect()
    }
}

/// A name of serde in the words of users, and a value of this type.
fn in_words(expected: &str) -> (String, Option<Kind>) {
    let one = || Kind::Number(1.into());
    if let Some(length) = expected.strip_prefix("an array of length ").and_then(|length| length.parse().ok()) {
        let items = (0..length).map(|_| Node::new(one())).collect();
        let words = format!("{length} numbers `({form})`", form = vec!["_"; length].join(", "));
        return (words, Some(Kind::List { items, tuple: true }));
    }
    let (words, value) = match expected {
        "f64" | "f32" => ("a number", Some(one())),
        "u32" => ("a whole number of at least 0", Some(one())),
        "a boolean" => ("`true` or `false`", Some(Kind::Bool(false))),
        "a string" => ("text in double quotes", Some(Kind::Text(String::new()))),
        "a sequence" => ("a list `[…]`", None),
        _ if expected.starts_with("struct ") => ("a table `(field: value, …)`", None),
        _ => (expected, None),
    };
    (words.to_string(), value)
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for Invalid {}

impl de::Error for Invalid {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(ModelError::Value, Report::new(message.to_string()))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let (expected, _) = in_words(&expected.to_string());
        Self::new(ModelError::Value, Report::new(format!("expected {expected}")).expected(expected).found(found))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_value(found, expected)
    }

    fn unknown_variant(name: &str, expected: &'static [&'static str]) -> Self {
        let report = Report::new(format!("unknown variant `{name}`")).found(name);
        let report = report.known(name, expected.iter().copied());
        let fix = report.nearest.clone().map_or(Fix::LeaveOut, Fix::Word);
        Self { fix, ..Self::new(ModelError::Unknown, report) }
    }

    fn missing_field(name: &'static str) -> Self {
        let report = Report::new(format!("missing field `{name}`"));
        Self::new(ModelError::Missing, report.help(format!("add `{name}: …`")))
    }
}

/// Deserializer of a value.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    /// The value.
    pub node: &'t Node,
    /// The whole text.
    pub text: &'t str,
}

impl<'t> Value<'t> {
    fn of(self, node: &'t Node) -> Self {
        Self { node, ..self }
    }

    fn is_empty_table(self) -> bool {
        matches!(&self.node.kind, Kind::Table(entries) if entries.is_empty())
    }

    fn seq<'de, V: Visitor<'de>>(self, items: &'t [Node], visitor: V) -> Result<V::Value, Invalid> {
        visitor.visit_seq(Elements { value: self, items: items.iter().enumerate() })
    }

    fn map<'de, V: Visitor<'de>>(self, fields: Vec<(&'t str, &'t Node)>, visitor: V) -> Result<V::Value, Invalid> {
        visitor.visit_map(Fields { value: self, fields: fields.into_iter(), next: None })
    }
}

/// Names and values of entries.
fn pairs(entries: &[Entry]) -> Vec<(&str, &Node)> {
    entries.iter().map(|entry| (entry.key.as_str(), &entry.value)).collect()
}

impl<'de> de::Deserializer<'de> for Value<'_> {
    type Error = Invalid;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        // RON writes nothing as `()`.
        let is_unit = self.is_empty_table() && self.text[self.node.span.start as usize..].starts_with('(');
        let value = match &self.node.kind {
            _ if is_unit => visitor.visit_unit(),
            Kind::Null => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(whole), ..) => visitor.visit_u64(whole),
                (_, Some(whole), _) => visitor.visit_i64(whole),
                (.., number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            Kind::Text(text) | Kind::Word(text) => visitor.visit_str(text),
            Kind::List { items, .. } => self.seq(items, visitor),
            Kind::Table(entries) => self.map(pairs(entries), visitor),
            Kind::Tagged { tag, body, .. } => self.map(vec![(tag, body)], visitor),
        };
        value.map_err(|error| error.at(self.node.span))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self.node.kind {
            Kind::Number(_) => self.deserialize_any(visitor),
            _ => Err(Invalid::wrong_type(self.node, &visitor).at(self.node.span)),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self.node.kind {
            Kind::Bool(_) => self.deserialize_any(visitor),
            _ => Err(Invalid::wrong_type(self.node, &visitor).at(self.node.span)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self.node.kind {
            Kind::Text(_) => self.deserialize_any(visitor),
            _ => Err(Invalid::wrong_type(self.node, &visitor).at(self.node.span)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        match self.node.kind {
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Invalid> {
        let value = match &self.node.kind {
            Kind::List { items, .. } => self.seq(items, visitor),
            Kind::Table(_) if self.is_empty_table() => self.seq(&[], visitor),
            _ => Err(Invalid::wrong_type(self.node, &visitor)),
        };
        value.map_err(|error| error.at(self.node.span))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Invalid> {
        match &self.node.kind {
            Kind::List { items, .. } if items.len() == length => self.deserialize_seq(visitor),
            _ => Err(Invalid::wrong_type(self.node, &visitor).at(self.node.span)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        let entries = match &self.node.kind {
            Kind::Table(entries) => entries,
            Kind::Tagged { tag, body, .. } if tag == name => {
                return self.of(body).deserialize_struct(name, known, visitor);
            }
            _ => return Err(Invalid::wrong_type(self.node, &visitor).at(self.node.span)),
        };
        // Unknown fields are allowed in messages of plugins; in a file they are typos.
        if let Some(entry) = entries.iter().find(|entry| !known.contains(&entry.key.as_str())) {
            let report = Report::new(format!("unknown field `{key}`", key = entry.key)).found(&entry.key);
            let report = report.known(&entry.key, known.iter().copied());
            let is_free = |name: &String| entries.iter().all(|entry| entry.key != *name);
            let fix = report.nearest.clone().filter(is_free).map_or(Fix::LeaveOut, Fix::Rename);
            let error = Invalid { fix, ..Invalid::new(ModelError::Unknown, report).at(entry.key_span) };
            return Err(error.inside(Segment::Key(entry.key.clone())));
        }
        self.map(pairs(entries), visitor).map_err(|error| error.at(self.node.span))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Invalid> {
        let (word, span, body) = match &self.node.kind {
            Kind::Word(word) | Kind::Text(word) => (word, self.node.span, None),
            Kind::Tagged { tag, tag_span, body } => (tag, *tag_span, Some(self.of(body))),
            _ => {
                let report = Report::new("expected a word").expected(one_of(known));
                let error = Invalid::new(ModelError::Value, report.found(self.node.describe()));
                return Err(error.at(self.node.span));
            }
        };
        visitor.visit_enum(Variant { word, span, body }).map_err(|error| error.at(self.node.span))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u64 u128 char bytes byte_buf unit unit_struct newtype_struct tuple_struct map
        identifier ignored_any
    }
}

/// Elements of a list.
struct Elements<'t> {
    value: Value<'t>,
    items: std::iter::Enumerate<std::slice::Iter<'t, Node>>,
}

impl<'de> de::SeqAccess<'de> for Elements<'_> {
    type Error = Invalid;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Invalid> {
        let Some((index, node)) = self.items.next() else { return Ok(None) };
        let element = seed.deserialize(self.value.of(node));
        element.map(Some).map_err(|error| error.inside(Segment::Index(index)))
    }
}

/// Fields of a table.
struct Fields<'t> {
    value: Value<'t>,
    fields: std::vec::IntoIter<(&'t str, &'t Node)>,
    /// The field whose name has been read.
    next: Option<(&'t str, &'t Node)>,
}

impl<'de> de::MapAccess<'de> for Fields<'_> {
    type Error = Invalid;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Invalid> {
        self.next = self.fields.next();
        self.next.map(|(key, _)| seed.deserialize(StrDeserializer::new(key))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Invalid> {
        let (key, node) = self.next.take().expect("invariant: the name of a field is read before its value");
        seed.deserialize(self.value.of(node)).map_err(|error| error.inside(Segment::Key(key.to_string())))
    }
}

/// A word with its content, if it has brackets.
struct Variant<'t> {
    word: &'t str,
    span: Span,
    body: Option<Value<'t>>,
}

impl<'de> de::EnumAccess<'de> for Variant<'_> {
    type Error = Invalid;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Invalid> {
        let name: StrDeserializer<'_, Invalid> = self.word.into_deserializer();
        let name = seed.deserialize(name).map_err(|error| error.at(self.span))?;
        Ok((name, self))
    }
}

impl Variant<'_> {
    fn without_content(&self) -> Invalid {
        let report = Report::new(format!("`{word}` requires content", word = self.word));
        Invalid::new(ModelError::Value, report.expected(format!("`{word}(…)`", word = self.word)))
    }
}

impl<'de> de::VariantAccess<'de> for Variant<'_> {
    type Error = Invalid;

    fn unit_variant(self) -> Result<(), Invalid> {
        match self.body {
            Some(body) if !body.is_empty_table() => {
                let report = Report::new(format!("`{word}` does not have content", word = self.word));
                Err(Invalid::new(ModelError::Value, report.expected(format!("`{word}`", word = self.word))))
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Invalid> {
        seed.deserialize(self.body.ok_or_else(|| self.without_content())?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Invalid> {
        let body = self.body.ok_or_else(|| self.without_content())?;
        de::Deserializer::deserialize_tuple(body, length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Invalid> {
        let body = self.body.ok_or_else(|| self.without_content())?;
        de::Deserializer::deserialize_struct(body, "", fields, visitor)
    }
}
