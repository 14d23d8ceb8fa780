//! Warnings about unsupported parts of the world and invalid values: once per node, equal reasons merged.

use super::Work;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::scene::text::Span;
use sim_core::words::counted;
use sim_vrml::{Field, Node, NodeId, NodeRef};
use std::collections::{HashMap, HashSet};

/// Maximum length of the excerpt of the file in a finding, characters.
const MAX_EXCERPT: usize = 80;

/// The part of a node that is left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum What {
    /// The whole node is left out.
    Node,
    /// Some fields are left out.
    Fields,
    /// This field has an invalid value.
    Value(String),
}

/// A warning about one node.
#[derive(Debug)]
pub(super) struct LeftOut {
    id: NodeId,
    span: sim_vrml::Span,
    what: What,
    fields: Vec<String>,
    why: String,
    expected: Option<String>,
    found: Option<String>,
}

impl<'w> Work<'w> {
    /// Adds a location in the world to a finding.
    pub(super) fn at(&self, span: sim_vrml::Span, finding: Diagnostic) -> Diagnostic {
        let number = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        self.sources.locate(finding, Span { file: self.file, start: number(span.start), end: number(span.end) })
    }

    /// Reports an invalid value: a geometry with it is left out; elsewhere the default is used.
    pub(super) fn refuse(&mut self, place: NodeRef, field: &Field, expected: String) {
        self.spoilt = true;
        if !self.refused.insert((place.id, field.name.clone())) {
            return;
        }
        let source = &self.sources.files()[self.file as usize].text;
        let found = shortened(&source[field.value_span.start..field.value_span.end]);
        let why = match self.in_geometry {
            true => "the shape is left out".to_string(),
            false => "the default of this field is used".to_string(),
        };
        self.left.push(LeftOut {
            id: place.id,
            span: field.value_span,
            what: What::Value(field.name.clone()),
            fields: Vec::new(),
            why,
            expected: Some(expected),
            found: Some(found),
        });
    }

    /// Reports that the whole file exceeds a limit.
    pub(super) fn fail(&mut self, place: NodeRef, message: String, expected: String) {
        let finding = Diagnostic::error(Code::ImportValue, message).with_expected(expected);
        self.errors.push(self.at(place.span, finding));
    }

    /// Reports, once per node, that a node is left out with all its content.
    pub(super) fn leave(&mut self, place: NodeRef, why: String) {
        self.leave_node(place, why, None);
    }

    /// Reports, once per node, that a node is left out because it is invalid.
    pub(super) fn leave_broken(&mut self, place: NodeRef, why: String, expected: String) {
        self.leave_node(place, why, Some(expected));
    }

    fn leave_node(&mut self, place: NodeRef, why: String, expected: Option<String>) {
        if self.reported.insert((place.id, "")) {
            let (span, found) = (self.world.node(place.id).span, None);
            self.left.push(LeftOut { id: place.id, span, what: What::Node, fields: Vec::new(), why, expected, found });
        }
    }

    /// Reports the fields of a node that are left out, once per node.
    pub(super) fn leave_fields(&mut self, place: NodeRef, names: &[&str]) {
        if !names.is_empty() && self.reported.insert((place.id, "fields")) {
            let why = "not supported by scenes, or specified elsewhere".to_string();
            self.leave_some(place, names, names[0], why);
        }
    }

    /// Reports a value of a node that is left out, once per node and field.
    pub(super) fn leave_value(&mut self, place: NodeRef, name: &'static str, why: String) {
        self.leave_part(place, name, name, why);
    }

    /// Reports a part of a field that is left out, once per node and part.
    pub(super) fn leave_part(&mut self, place: NodeRef, part: &'static str, field: &str, why: String) {
        if self.reported.insert((place.id, part)) {
            self.leave_some(place, &[part], field, why);
        }
    }

    fn leave_some(&mut self, place: NodeRef, names: &[&str], first: &str, why: String) {
        let node = self.world.node(place.id);
        let span = node.field(first).map_or(node.span, |field| field.span);
        let fields = names.iter().map(|name| (*name).to_string()).collect();
        self.left.push(LeftOut { id: place.id, span, what: What::Fields, fields, why, expected: None, found: None });
    }

    /// Creates the findings: one for all nodes of a type with the same reason.
    pub(super) fn collect_findings(&mut self) {
        let mut left = std::mem::take(&mut self.left);
        left.sort_by_key(|left| left.span.start);
        let mut numbers: HashMap<(What, &str, String), usize> = HashMap::new();
        let mut groups: Vec<Vec<&LeftOut>> = Vec::new();
        for one in &left {
            let key = (one.what.clone(), self.world.node(one.id).kind.as_str(), one.why.to_string());
            let number = *numbers.entry(key).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[number].push(one);
        }
        let findings: Vec<Diagnostic> = groups.iter().map(|group| self.together(group)).collect();
        findings.into_iter().for_each(|finding| self.left_out.push(finding));
    }

    /// Merges equal warnings into one finding.
    fn together(&self, group: &[&LeftOut]) -> Diagnostic {
        let first = group[0];
        let count = group.iter().map(|one| one.id).collect::<HashSet<NodeId>>().len();
        let mut finding = match &first.what {
            What::Node => self.nodes_left(group, count),
            What::Fields => self.fields_left(group, count),
            What::Value(field) => self.values_refused(first, field, count),
        };
        if let Some(found) = &first.found {
            finding = finding.with_found(found.clone());
        }
        if let Some(expected) = &first.expected {
            finding = finding.with_expected(expected.clone());
        }
        self.at(first.span, finding.with_help(first.why.clone()))
    }

    /// The type of a node as text.
    fn kind(&self, one: &LeftOut) -> String {
        self.world.node(one.id).kind.chars().take(60).collect()
    }

    fn nodes_left(&self, group: &[&LeftOut], count: usize) -> Diagnostic {
        let node = self.world.node(group[0].id);
        let message = match count {
            1 => format!("{node} is left out", node = described(node)),
            _ => format!("{count} nodes `{kind}` are left out, the first one here", kind = self.kind(group[0])),
        };
        let finding = Diagnostic::warning(Code::ImportLeftOut, message);
        let inside: usize = group.iter().map(|one| self.world.node(one.id).inside as usize).sum();
        match (inside, count) {
            (0, _) => finding,
            (count, 1) => finding.with_found(format!("{count} inside it", count = counted(count, "node"))),
            (count, _) => finding.with_found(format!("{count} inside them", count = counted(count, "node"))),
        }
    }

    fn fields_left(&self, group: &[&LeftOut], count: usize) -> Diagnostic {
        let mut names: Vec<String> = Vec::new();
        for name in group.iter().flat_map(|one| &one.fields).map(|name| format!("`{name}`")) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let (fields, are) = (counted(names.len(), "field"), if names.len() == 1 { "is" } else { "are" });
        let message = match count {
            1 => format!("{fields} of {node} {are} left out", node = described(self.world.node(group[0].id))),
            _ => format!(
                "{fields} of {count} nodes `{kind}` {are} left out, the first one here",
                kind = self.kind(group[0])
            ),
        };
        Diagnostic::warning(Code::ImportLeftOut, message).with_found(names.join(", "))
    }

    fn values_refused(&self, first: &LeftOut, field: &str, count: usize) -> Diagnostic {
        let kind = self.kind(first);
        let message = match count {
            1 => format!("invalid value of the field `{field}` of the node `{kind}`"),
            _ => format!("invalid values of the field `{field}` of {count} nodes `{kind}`, the first one here"),
        };
        Diagnostic::warning(Code::ImportValue, message)
    }
}

/// An excerpt of the file on one line; if truncated, it ends with `…` and its closing bracket.
fn shortened(text: &str) -> String {
    let line = super::one_line(text);
    if line.chars().count() <= MAX_EXCERPT {
        return line;
    }
    let closing = if line.starts_with('[') { " ]" } else { "" };
    let short: String = line.chars().take(MAX_EXCERPT - 4).collect();
    format!("{} …{closing}", short.trim_end())
}

/// A node as text: its type, and its name or DEF if it has one.
pub(super) fn described(node: &Node) -> String {
    let name = node.field("name").and_then(|field| match &field.value {
        sim_vrml::Value::Texts(texts) => texts.first(),
        _ => None,
    });
    let short = |text: &str| -> String { text.chars().take(60).collect() };
    match (name, &node.def) {
        (Some(name), Some(def)) => format!("`{}` \"{}\" (DEF {})", short(&node.kind), short(name), short(def)),
        (Some(name), None) => format!("`{}` \"{}\"", short(&node.kind), short(name)),
        (None, Some(def)) => format!("`{}` (DEF {})", short(&node.kind), short(def)),
        (None, None) => format!("`{}`", short(&node.kind)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_keeps_its_closing_bracket() {
        assert_eq!(shortened("[\n  1\n  2\n]"), "[ 1 2 ]");
        let cut = shortened(&format!("[ {}]", "1.25 ".repeat(50)));
        assert!(cut.starts_with("[ 1.25 1.25") && cut.ends_with(" … ]") && cut.chars().count() <= 80, "{cut}");
        assert!(shortened(&"a".repeat(100)).ends_with("a …"));
    }
}
