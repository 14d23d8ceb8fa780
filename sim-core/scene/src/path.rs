//! Paths in a scene: locating a value, and overriding a value from the command line.

use super::decode::{ComponentId, Segment};
use super::text::{self, Entry, Format, Kind, Node, Sources, Span};
use sim_diagnostics::words::shortened;
use sim_diagnostics::{Code, Diagnostic, Diagnostics};

/// One step of a user-specified path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A field, or the list element with this name.
    Key(String),
    /// A list element by index.
    Index(usize),
    /// All list elements.
    All,
}

/// A step with its byte range in the text of the path.
type PlacedStep = (Step, usize, usize);

/// Parses `robots[2].params.speed`, `robots.a.controller`, `robots.*.dynamics`, `sensors["odd name"]`.
pub(crate) fn parse_path(path: &str) -> Result<Vec<PlacedStep>, String> {
    let mut steps = Vec::new();
    let mut at = 0;
    while at < path.len() {
        let rest = &path[at..];
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let end = quoted.find("\"]").ok_or_else(|| "`[\"` without `\"]`".to_string())?;
            steps.push((Step::Key(quoted[..end].into()), at, at + end + 4));
            at += end + 4;
        } else if let Some(index) = rest.strip_prefix('[') {
            let end = index.find(']').ok_or_else(|| "`[` without `]`".to_string())?;
            let step = match &index[..end] {
                "*" => Step::All,
                digits => {
                    let refuse = || format!("`[{digits}]` is not an index", digits = shortened(digits));
                    Step::Index(digits.parse().map_err(|_| refuse())?)
                }
            };
            steps.push((step, at, at + end + 2));
            at += end + 2;
        } else {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            if end == 0 {
                return Err("empty name between two dots".to_string());
            }
            let key = &rest[..end];
            steps.push((if key == "*" { Step::All } else { Step::Key(key.into()) }, at, at + end));
            at += end;
        }
        if path[at..].starts_with('.') {
            at += 1;
            if at == path.len() {
                return Err("the path ends with a dot".to_string());
            }
        }
    }
    if steps.is_empty() { Err("the path is empty".to_string()) } else { Ok(steps) }
}

/// Steps of a path such as `robots[2].params.speed` or `sensors["odd name"]`.
///
/// # Errors
/// The error in the path, as a sentence. `*` is rejected: the path must lead to one place.
pub fn path_steps(path: &str) -> Result<Vec<Segment>, String> {
    let steps = parse_path(path)?.into_iter().map(|(step, _, _)| match step {
        Step::Key(key) => Ok(Segment::Key(key)),
        Step::Index(index) => Ok(Segment::Index(index)),
        Step::All => Err("`*` matches several places; specify one".to_string()),
    });
    steps.collect()
}

/// Result of following a path.
pub(crate) struct FoundNode<'n> {
    /// The deepest existing value on the path.
    pub node: &'n Node,
    /// Place of that value's name, if it has one.
    pub key_span: Option<Span>,
    /// Whether the whole path exists.
    pub complete: bool,
}

/// Follows a path as far as it exists.
pub(crate) fn find<'n>(tree: &'n Node, path: &str) -> FoundNode<'n> {
    let mut found = FoundNode { node: tree, key_span: None, complete: true };
    let Ok(steps) = parse_path(path) else {
        return FoundNode { complete: path.is_empty(), ..found };
    };
    for (step, _, _) in steps {
        let next = match (&step, content(found.node)) {
            (Step::Key(key), Node { kind: Kind::Table(entries), .. }) => {
                entries.iter().find(|entry| entry.key == *key).map(|entry| (&entry.value, Some(entry.key_span)))
            }
            (Step::Key(key), Node { kind: Kind::List { items, .. }, .. }) => {
                items.iter().find(|item| item_name(item) == Some(key)).map(|item| (item, None))
            }
            (Step::Index(index), Node { kind: Kind::List { items, .. }, .. }) => {
                items.get(*index).map(|item| (item, None))
            }
            // A record in its short form, as a single string or number: that value is at the same place.
            (Step::Key(_), node @ Node { kind: Kind::Text(_) | Kind::Number(_), .. }) => {
                return FoundNode { node, key_span: found.key_span, complete: false };
            }
            _ => None,
        };
        match next {
            Some((node, key_span)) => found = FoundNode { node, key_span, complete: true },
            None => {
                return FoundNode { complete: false, ..found };
            }
        }
    }
    found
}

/// Unwraps tags: the fields of `Box(size: …)` are those of its content.
fn content(node: &Node) -> &Node {
    match &node.kind {
        Kind::Tagged { body, .. } => content(body),
        _ => node,
    }
}

/// As [`content`], to change it.
pub(super) fn content_mut(node: &mut Node) -> &mut Node {
    match node.kind {
        Kind::Tagged { .. } => match &mut node.kind {
            Kind::Tagged { body, .. } => content_mut(body),
            _ => unreachable!("invariant: the kind was just checked"),
        },
        _ => node,
    }
}

/// Name of a list element.
pub(super) fn item_name(item: &Node) -> Option<&str> {
    ["name", "prefix"].iter().find_map(|key| item.get(key)).and_then(Node::as_text)
}

/// Sets one value of a scene tree: `PATH=VALUE`, as for `--set`.
///
/// Steps of the path are fields, `[index]`, the name of an element, or `*` for all elements; missing fields are
/// created. The value is RON; unambiguous text needs no quotes. The assignment becomes its own source, so that later
/// findings about the value point into it.
///
/// # Errors
/// If the path does not exist or the value is malformed, with the place in the assignment.
pub fn set_value(tree: &mut Node, sources: &mut Sources, assignment: &str) -> Result<(), Diagnostics> {
    let file = sources.add("--set", None, assignment);
    let span = |start: usize, end: usize| Span { file, start: start as u32, end: end as u32 };
    let fail = |sources: &Sources, start, end, diagnostic: Diagnostic| {
        Err(Diagnostics::from(sources.locate(diagnostic, span(start, end))))
    };
    let Some(equals) = assignment.find('=') else {
        let diagnostic = Diagnostic::error(Code::SceneSetPath, "missing `=` in the assignment")
            .with_expected("PATH=VALUE, such as `robots.a.controller.params.speed=0.3`");
        return fail(sources, 0, assignment.len(), diagnostic);
    };
    let steps = match parse_path(&assignment[..equals]) {
        Ok(steps) => steps,
        Err(reason) => {
            let diagnostic = Diagnostic::error(Code::SceneSetPath, reason)
                .with_expected("a path such as `robots.a.controller.params.speed` or `objects[2].at`");
            return fail(sources, 0, equals, diagnostic);
        }
    };
    let value = set_text(sources, file, equals + 1)?;
    let mut assign = Assign { sources, file, value: &value };
    assign.descend(tree, &steps).map_err(|diagnostic| Diagnostics::from(*diagnostic))
}

/// Parses the value of an assignment, with spans relative to the start of the assignment.
fn set_text(sources: &Sources, file: u32, start: usize) -> Result<Node, Diagnostics> {
    let all = sources.files()[file as usize].text.clone();
    let text = &all[start..];
    let mut findings = Diagnostics::new();
    let read = text::read_from(sources, file, start, Format::Ron, &mut findings);
    let span = Span { file, start: start as u32, end: all.len() as u32 };
    match read {
        Some(Node { kind: Kind::Word(word), .. }) => Ok(Node { span, kind: Kind::Text(word) }),
        Some(node) if findings.is_empty() => Ok(node),
        _ if text.trim_start().starts_with(|c: char| c.is_alphabetic() || "./_~".contains(c)) => {
            Ok(Node { span, kind: Kind::Text(text.into()) })
        }
        _ => Err(findings),
    }
}

fn unknown_element(name: &str, items: &[Node]) -> Diagnostic {
    Diagnostic::error(Code::SceneSetPath, format!("unknown element `{name}`", name = shortened(name)))
        .with_expected("the name of an element, an index such as `[0]`, or `*`")
        .with_nearest_of(name, items.iter().filter_map(item_name))
}

struct Assign<'a> {
    sources: &'a Sources,
    file: u32,
    value: &'a Node,
}

impl Assign<'_> {
    fn fail(&self, step: &PlacedStep, diagnostic: Diagnostic) -> Result<(), Box<Diagnostic>> {
        let span = Span { file: self.file, start: step.1 as u32, end: step.2 as u32 };
        Err(Box::new(self.sources.locate(diagnostic, span)))
    }

    fn descend(&mut self, node: &mut Node, steps: &[PlacedStep]) -> Result<(), Box<Diagnostic>> {
        let Some((step, rest)) = steps.split_first() else {
            *node = self.value.clone();
            return Ok(());
        };
        if let Kind::Tagged { body, .. } = &mut node.kind {
            return self.descend(body, steps);
        }
        let is_id = |kind: &Kind| matches!(kind, Kind::Text(text) if ComponentId::is_valid(text));
        if matches!(step.0, Step::Key(_)) && is_id(&node.kind) {
            // Short form of a component: its id becomes a field next to the one that is set.
            let entry = Entry { key: "id".into(), key_span: node.span, value: node.clone() };
            node.kind = Kind::Table(vec![entry]);
        }
        if matches!(node.kind, Kind::Null) {
            node.kind = Kind::Table(Vec::new());
        }
        match (&step.0, &mut node.kind) {
            (Step::Key(key), Kind::Table(entries)) => {
                let position = entries.iter().position(|entry| entry.key == *key);
                let position = position.unwrap_or_else(|| {
                    let key_span = Span { file: self.file, start: step.1 as u32, end: step.2 as u32 };
                    let value = Node { span: key_span, kind: Kind::Table(Vec::new()) };
                    entries.push(Entry { key: key.clone(), key_span, value });
                    entries.len() - 1
                });
                self.descend(&mut entries[position].value, rest)
            }
            (Step::Key(key), Kind::List { items, .. }) => {
                match items.iter().position(|item| item_name(item) == Some(key)) {
                    Some(index) => self.descend(&mut items[index], rest),
                    None => self.fail(step, unknown_element(key, items)),
                }
            }
            (Step::Index(index), Kind::List { items, .. }) => {
                let count = items.len();
                match items.get_mut(*index) {
                    Some(item) => self.descend(item, rest),
                    None => {
                        let diagnostic = Diagnostic::error(Code::SceneSetPath, "index out of range")
                            .with_expected(format!("an index below {count}"))
                            .with_found(index.to_string());
                        self.fail(step, diagnostic)
                    }
                }
            }
            (Step::All, Kind::List { items, .. }) => items.iter_mut().try_for_each(|item| self.descend(item, rest)),
            (Step::All, Kind::Table(entries)) => {
                entries.iter_mut().try_for_each(|entry| self.descend(&mut entry.value, rest))
            }
            (_, kind) => {
                let found = Node { span: Span::default(), kind: kind.clone() }.describe();
                let diagnostic = Diagnostic::error(Code::SceneSetPath, "the path continues past a leaf value")
                    .with_expected("a table or a list")
                    .with_found(found);
                self.fail(step, diagnostic)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_paths_are_read_again() {
        use super::super::decode::path_text;
        let segments = [
            Segment::Key("robots".into()),
            Segment::Index(2),
            Segment::Key("odd name.1".into()),
            Segment::Key("params".into()),
        ];
        let steps: Vec<_> = parse_path(&path_text(&segments)).unwrap().into_iter().map(|step| step.0).collect();
        let expected =
            [Step::Key("robots".into()), Step::Index(2), Step::Key("odd name.1".into()), Step::Key("params".into())];
        assert_eq!(steps, expected);
        assert_eq!(path_steps(&path_text(&segments)).unwrap(), segments);
        assert!(path_steps("robots.*.at").is_err());
        for name in ["a\\b", "tab\t", "a\"b", "ä b", "a.b", "[0]"] {
            let segments = [Segment::Key("robots".into()), Segment::Key(name.into()), Segment::Index(1)];
            assert_eq!(path_steps(&path_text(&segments)).unwrap(), segments);
        }
        for bad in ["", "a.", ".a", "a[", "a[x]", "a..b", "a[\"b"] {
            assert!(parse_path(bad).is_err(), "{bad}");
        }
    }
}
