//! Semantic differences between two scenes.

use std::collections::{HashMap, HashSet};

use serde_json::{Number, Value};

use super::decode::{Field, Segment, path_text};
use super::form::{FieldForm, Form};
use super::model::Scene;
use super::path::item_name;
use super::text::{Format, Kind, Node, Printer};

/// A difference between two scenes.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Path of the value, such as `robots.anna.at`: list elements by name, if all elements have one.
    pub path: String,
    /// Kind of difference.
    pub change: Change,
}

/// Kind of a difference.
#[derive(Clone, Debug)]
pub enum Change {
    /// Different values; an unwritten one is the default.
    Other {
        /// In the first scene.
        from: Node,
        /// In the second scene.
        to: Node,
    },
    /// Only the second scene has it.
    Added(Node),
    /// Only the first scene has it.
    Removed(Node),
    /// Both reference a file with the same name but different content.
    Content(String),
    /// The common elements are in a different order.
    Order {
        /// Their names in the first scene.
        from: Vec<String>,
        /// Their names in the second scene.
        to: Vec<String>,
    },
}

/// Returns a digest of a file's content by its name in a scene; `None` if it cannot be read.
pub type Content<'c> = &'c dyn Fn(&str) -> Option<String>;

/// A scene to compare.
#[derive(Clone, Copy)]
pub struct Compared<'c> {
    /// The scene.
    pub scene: &'c Scene,
    /// Contents of its files.
    pub content: Content<'c>,
}

/// Differences between two scenes, in the order of scene files. Unwritten values count as their defaults. Files are compared by
/// content, or by name if one of them cannot be read.
pub fn differences(a: Compared<'_>, b: Compared<'_>) -> Vec<Difference> {
    let mut search = Search { contents: [a.content, b.content], path: Vec::new(), found: Vec::new() };
    search.by_form(&a.scene.encode(), &b.scene.encode(), &Scene::form());
    search.found
}

/// Formats a value on one line, as a user would write it.
pub fn value_text(node: &Node) -> String {
    Printer::new(Format::Ron).flat(&plain(node), "")
}

/// Writes `1` for `1.0`.
fn plain(node: &Node) -> Node {
    let each = |items: &[Node]| items.iter().map(plain).collect();
    Node::new(match &node.kind {
        Kind::Number(number) => Kind::Number(whole(number).unwrap_or_else(|| number.clone())),
        Kind::List { items, tuple } => Kind::List { items: each(items), tuple: *tuple },
        Kind::Table(entries) => {
            let entry = |entry: &super::text::Entry| super::text::Entry { value: plain(&entry.value), ..entry.clone() };
            Kind::Table(entries.iter().map(entry).collect())
        }
        Kind::Tagged { tag, tag_span, body } => {
            Kind::Tagged { tag: tag.clone(), tag_span: *tag_span, body: Box::new(plain(body)) }
        }
        other => other.clone(),
    })
}

fn whole(number: &Number) -> Option<Number> {
    let value = number.as_f64().filter(|_| number.is_f64())?;
    (value.fract() == 0.0 && value.abs() < 1e15).then(|| Number::from(value as i64))
}

/// Equal in meaning: `1` equals `1.0`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() || b.is_f64() => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn equal(a: &Node, b: &Node) -> bool {
    same(&a.to_json(), &b.to_json())
}

struct Search<'c> {
    contents: [Content<'c>; 2],
    path: Vec<Segment>,
    found: Vec<Difference>,
}

impl Search<'_> {
    fn note(&mut self, change: Change) {
        self.found.push(Difference { path: path_text(&self.path), change });
    }

    fn inside(&mut self, segment: Segment, work: impl FnOnce(&mut Self)) {
        self.path.push(segment);
        work(self);
        self.path.pop();
    }

    /// Compares as a whole.
    fn value(&mut self, a: &Node, b: &Node) {
        let table = |node: &Node| matches!(node.kind, Kind::Table(_) | Kind::Tagged { .. });
        match (&a.kind, &b.kind) {
            _ if equal(a, b) => {}
            (Kind::Null, _) if table(b) => self.note(Change::Added(b.clone())),
            (_, Kind::Null) if table(a) => self.note(Change::Removed(a.clone())),
            _ => self.note(Change::Other { from: a.clone(), to: b.clone() }),
        }
    }

    fn by_form(&mut self, a: &Node, b: &Node, form: &Form) {
        let none = matches!(a.kind, Kind::Null) || matches!(b.kind, Kind::Null);
        match form {
            // Also if it is written as its only field.
            Form::Optional(inner) if matches!(**inner, Form::Record(_) | Form::Fields(_)) => match (&a.kind, &b.kind) {
                (Kind::Null, Kind::Null) => {}
                (Kind::Null, _) => self.note(Change::Added(b.clone())),
                (_, Kind::Null) => self.note(Change::Removed(a.clone())),
                _ => self.by_form(a, b, inner),
            },
            Form::File if !none => self.file(a, b),
            Form::Optional(inner) if !none => self.by_form(a, b, inner),
            Form::Record(fields) if !none => self.record(a, b, &fields()),
            Form::Fields(fields) if !none => self.record(a, b, fields),
            Form::List(inner) => self.list(a, b, inner),
            Form::ByName(inner) => self.table(a, b, |search, a, b| search.by_form(a, b, inner)),
            Form::Free => self.free(a, b),
            Form::Choice(variants) => match (variant(a), variant(b)) {
                (Some((one, a)), Some((other, b))) if one == other => {
                    let variants = variants();
                    let content =
                        variants.iter().find(|variant| variant.word == one).and_then(|found| found.content.as_ref());
                    match content {
                        Some(form) => self.by_form(a, b, form),
                        None => self.value(a, b),
                    }
                }
                _ => self.value(a, b),
            },
            _ => self.value(a, b),
        }
    }

    /// File names.
    fn file(&mut self, a: &Node, b: &Node) {
        let (Kind::Text(old), Kind::Text(new)) = (&a.kind, &b.kind) else { return self.value(a, b) };
        let [of_old, of_new] = self.contents;
        match (of_old(old), of_new(new)) {
            (Some(one), Some(other)) if one == other => {}
            (Some(_), Some(_)) if old == new => self.note(Change::Content(old.clone())),
            _ => self.value(a, b),
        }
    }

    fn record(&mut self, a: &Node, b: &Node, fields: &[FieldForm]) {
        let (Some(a), Some(b)) = (long(a, fields), long(b, fields)) else { return self.value(a, b) };
        for field in fields {
            let written = |node: &Node| node.get(&field.name).or(field.default.as_ref()).cloned();
            let none = || Node::new(Kind::Null);
            let (a, b) = (written(&a).unwrap_or_else(none), written(&b).unwrap_or_else(none));
            self.inside(Segment::Key(field.name.to_string()), |search| search.by_form(&a, &b, &field.form));
        }
    }

    /// Tables with arbitrary keys.
    fn table(&mut self, a: &Node, b: &Node, compare: impl Fn(&mut Self, &Node, &Node)) {
        let (Kind::Table(olds), Kind::Table(news)) = (&a.kind, &b.kind) else { return self.value(a, b) };
        for old in olds {
            self.inside(Segment::Key(old.key.clone()), |search| match b.get(&old.key) {
                Some(new) => compare(search, &old.value, new),
                None => search.note(Change::Removed(old.value.clone())),
            });
        }
        for new in news.iter().filter(|new| a.get(&new.key).is_none()) {
            self.inside(Segment::Key(new.key.clone()), |search| search.note(Change::Added(new.value.clone())));
        }
    }

    /// Free-form data, such as parameters.
    fn free(&mut self, a: &Node, b: &Node) {
        match (&a.kind, &b.kind) {
            (Kind::Table(_), Kind::Table(_)) => self.table(a, b, Self::free),
            _ => self.value(a, b),
        }
    }

    fn list(&mut self, a: &Node, b: &Node, form: &Form) {
        let (Some(olds), Some(news)) = (a.items(), b.items()) else { return self.value(a, b) };
        match (names(olds), names(news)) {
            (Some(old_names), Some(new_names)) => self.by_name((olds, &old_names), (news, &new_names), form),
            _ if matches!(form, Form::Record(_) | Form::Choice(_)) => self.in_order(olds, news, form),
            _ => self.value(a, b),
        }
    }

    fn by_name(&mut self, (olds, old_names): (&[Node], &[&str]), (news, new_names): (&[Node], &[&str]), form: &Form) {
        let known: HashSet<&str> = old_names.iter().copied().collect();
        let by_name: HashMap<&str, &Node> = new_names.iter().copied().zip(news).collect();
        for (old, name) in olds.iter().zip(old_names) {
            self.inside(Segment::Key(name.to_string()), |search| match by_name.get(name) {
                Some(new) => search.by_form(old, new, form),
                None => search.note(Change::Removed(old.clone())),
            });
        }
        for (new, name) in news.iter().zip(new_names).filter(|(_, name)| !known.contains(*name)) {
            self.inside(Segment::Key(name.to_string()), |search| search.note(Change::Added(new.clone())));
        }
        let common = |names: &[&str], has: &dyn Fn(&str) -> bool| -> Vec<String> {
            names.iter().filter(|name| has(name)).map(ToString::to_string).collect()
        };
        let from = common(old_names, &|name| by_name.contains_key(name));
        let to = common(new_names, &|name| known.contains(name));
        if from != to {
            self.note(Change::Order { from, to });
        }
    }

    /// Elements without names: equal elements at the start and at the end are paired.
    fn in_order(&mut self, olds: &[Node], news: &[Node], form: &Form) {
        let pairs = || olds.iter().zip(news);
        let first = pairs().take_while(|(a, b)| equal(a, b)).count();
        let rest = olds.len().min(news.len()) - first;
        let last = olds.iter().rev().zip(news.iter().rev()).take(rest).take_while(|(a, b)| equal(a, b)).count();
        let (olds_end, news_end) = (olds.len() - last, news.len() - last);
        for index in first..olds_end.max(news_end) {
            let old = olds[..olds_end].get(index);
            let new = news[..news_end].get(index);
            self.inside(Segment::Index(index), |search| match (old, new) {
                (Some(old), Some(new)) => search.by_form(old, new, form),
                (Some(old), None) => search.note(Change::Removed(old.clone())),
                (None, Some(new)) => search.note(Change::Added(new.clone())),
                (None, None) => {}
            });
        }
    }
}

/// Word and content of a choice.
fn variant(node: &Node) -> Option<(&str, &Node)> {
    match &node.kind {
        Kind::Tagged { tag, body, .. } => Some((tag, body)),
        _ => None,
    }
}

/// A record as a table, also if it is written as its only field.
fn long(node: &Node, fields: &[FieldForm]) -> Option<Node> {
    fn inner(form: &Form) -> &Form {
        if let Form::Optional(form) = form { inner(form) } else { form }
    }
    let only = |is_it: fn(&Form) -> bool| {
        let field = fields.iter().find(|field| is_it(inner(&field.form)))?;
        Some(Node::table(vec![(&*field.name, node.clone())]))
    };
    match &node.kind {
        Kind::Table(_) => Some(node.clone()),
        Kind::Text(_) => only(|form| matches!(form, Form::Component | Form::File)),
        Kind::Number(_) => only(|form| matches!(form, Form::Number)),
        _ => None,
    }
}

/// Names of all elements, if each has a unique one.
fn names(items: &[Node]) -> Option<Vec<&str>> {
    let names: Vec<&str> = items.iter().map(item_name).collect::<Option<_>>()?;
    let mut seen = HashSet::new();
    names.iter().all(|name| seen.insert(*name)).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNREAD: &dyn Fn(&str) -> Option<String> = &|_| None;

    fn said(a: &str, b: &str) -> Vec<String> {
        said_with(a, b, [UNREAD; 2])
    }

    fn said_with(a: &str, b: &str, [of_a, of_b]: [Content<'_>; 2]) -> Vec<String> {
        let scene = |text: &str| {
            let text = format!("(format_version: 1, {text})");
            Scene::parse(&text, Format::Ron, "a.ron").unwrap_or_else(|e| panic!("{e}\n{text}")).scene
        };
        let line = |difference: &Difference| {
            let what = match &difference.change {
                Change::Other { from, to } => format!("{} → {}", value_text(from), value_text(to)),
                Change::Added(_) => "added".into(),
                Change::Removed(_) => "removed".into(),
                Change::Content(name) => format!("different content of {name}"),
                Change::Order { from, to } => format!("{} → {}", from.join(" "), to.join(" ")),
            };
            format!("{}: {what}", difference.path)
        };
        let (a, b) = (scene(a), scene(b));
        let (a, b) = (Compared { scene: &a, content: of_a }, Compared { scene: &b, content: of_b });
        differences(a, b).iter().map(line).collect()
    }

    const ROBOTS: &str = r#"robots: [(name: "anna", model: "a/b"), (name: "bert", model: "a/b", yaw: deg(90))]"#;

    #[test]
    fn different_notations_are_equal() {
        let other = r#"run: (seed: 0, dt: 0.01), robots: [
            (model: (id: "a/b"), name: "anna", at: (0, 0)), // comment
            (yaw: 1.5707963267948966, name: "bert", model: "a/b"),
        ]"#;
        assert_eq!(said(ROBOTS, other), Vec::<String>::new());
        let params = |text: &str| format!("services: [(name: \"s\", id: \"a/b\", params: ({text}))]");
        assert_eq!(said(&params("x: 1, y: [2, (z: 3.0)]"), &params("y: [2.0, (z: 3)], x: 1.0")), Vec::<String>::new());
    }

    #[test]
    fn values_are_named_by_path_and_items_by_name() {
        let moved = r#"run: (duration: 40), robots: [
            (name: "cora", model: "a/b"),
            (name: "anna", model: "a/b", at: (1, 0, 0), controller: (id: "c/d", params: (speed: 0.5))),
        ]"#;
        let expected = [
            "run.duration: None → 40",
            "robots.anna.at: (0, 0, 0) → (1, 0, 0)",
            "robots.anna.controller: added",
            "robots.bert: removed",
            "robots.cora: added",
        ];
        assert_eq!(said(ROBOTS, moved), expected);
        let params = |text: &str| format!("robots: [(name: \"odd name\", model: (id: \"a/b\", params: ({text})))]");
        let expected = ["robots[\"odd name\"].model.params.a.b: 1 → 2", "robots[\"odd name\"].model.params.c: added"];
        assert_eq!(said(&params("a: (b: 1)"), &params("a: (b: 2), c: 3")), expected);
        let short = "robots: [(name: \"odd name\", model: \"a/b\")]";
        assert_eq!(said(short, &params("c: 3")), ["robots[\"odd name\"].model.params.c: added"]);
    }

    #[test]
    fn files_are_compared_by_what_they_hold() {
        let mesh = |file: &str| format!("objects: [(name: \"x\", shape: Mesh(file: {file:?}))]");
        let (one, two, none) = (|_: &str| Some("1".to_string()), |_: &str| Some("2".to_string()), |_: &str| None);
        let (here, there) = (mesh("a.stl"), mesh("b/a.stl"));
        assert_eq!(said_with(&here, &there, [&one, &one]), Vec::<String>::new());
        assert_eq!(said_with(&here, &here, [&one, &two]), ["objects.x.shape.file: different content of a.stl"]);
        let names = ["objects.x.shape.file: \"a.stl\" → \"b/a.stl\""];
        assert_eq!(said_with(&here, &there, [&one, &two]), names);
        assert_eq!(said_with(&here, &there, [&one, &none]), names);
        assert_eq!(said_with(&here, &here, [&one, &none]), Vec::<String>::new());
        let robot = |model: &str| format!("robots: [(name: \"r\", model: (file: {model:?}))]");
        let robots = [robot("a.urdf"), robot("b.urdf")];
        assert_eq!(said_with(&robots[0], &robots[1], [&one, &one]), Vec::<String>::new());
        assert_eq!(
            said_with(&robots[0], &robots[0], [&one, &two]),
            ["robots.r.model.file: different content \
            of a.urdf"]
        );
    }

    #[test]
    fn a_component_in_its_short_form_is_added_and_removed_like_any_other() {
        let [without, with] =
            ["", ", controller: \"c/d\""].map(|more| format!("robots: [(name: \"anna\", model: \"a/b\"{more})]"));
        assert_eq!(said(&without, &with), ["robots.anna.controller: added"]);
        assert_eq!(said(&with, &without), ["robots.anna.controller: removed"]);
    }

    #[test]
    fn the_time_is_linear_in_the_number_of_items() {
        let beacons = |count: usize| -> Vec<Node> {
            (0..count).map(|number| Node::table(vec![("name", Node::text(format!("b{number}")))])).collect()
        };
        let start = std::time::Instant::now();
        let mut search = Search { contents: [UNREAD; 2], path: Vec::new(), found: Vec::new() };
        let list = |count| Node::new(Kind::List { items: beacons(count), tuple: false });
        search.list(&list(60_000), &list(60_000), &Form::Free);
        assert!(search.found.is_empty());
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    #[test]
    fn changed_shapes_orders_and_unnamed_elements_are_reported() {
        let objects = |shape: &str| format!("objects: [(name: \"x\", shape: {shape})]");
        let (large, small) = (objects("Box(size: (1, 2, 3))"), objects("Box(size: (1, 1, 1))"));
        assert_eq!(said(&large, &small), ["objects.x.shape.size: (1, 2, 3) → (1, 1, 1)"]);
        let ball = said(&large, &objects("Sphere(radius: 1)"));
        assert_eq!(ball, ["objects.x.shape: Box(size: (1, 2, 3)) → Sphere(radius: 1)"]);
        let turned = r#"robots: [(name: "bert", model: "a/b", yaw: deg(90)), (name: "anna", model: "a/b")]"#;
        assert_eq!(said(ROBOTS, turned), ["robots: anna bert → bert anna"]);
        let notes = |texts: &[&str]| {
            let notes: Vec<String> = texts.iter().map(|text| format!("(text: {text:?}, at: (0, 0, 1))")).collect();
            format!("notes: [{}]", notes.join(", "))
        };
        assert_eq!(said(&notes(&["a", "c"]), &notes(&["a", "b", "c"])), ["notes[1]: added"]);
        assert_eq!(said(&notes(&["a", "b"]), &notes(&["a", "x"])), ["notes[1].text: \"b\" → \"x\""]);
    }
}
