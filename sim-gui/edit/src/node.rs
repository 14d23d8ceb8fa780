//! Tree operations. A node with a span refers to that part of the text; a node without a span is new.

use sim_core::scene::decode::{Decoder, Field};
use sim_core::scene::text::{Entry, Kind, Node, Sources, Span};

/// The value of a tree, if it is valid.
pub(crate) fn decoded<T: Field>(node: &Node) -> Option<T> {
    let sources = Sources::default();
    let mut decoder = Decoder::new(&sources, &[]);
    let value = T::decode(node, &mut decoder);
    value.filter(|_| !decoder.into_findings().has_errors())
}

/// Whether a node is new: it has no span in the text.
pub(crate) fn is_fresh(node: &Node) -> bool {
    node.span.start == node.span.end
}

/// A copy without spans.
pub(crate) fn fresh(node: &Node) -> Node {
    Node::new(match &node.kind {
        Kind::List { items, tuple } => Kind::List { items: items.iter().map(fresh).collect(), tuple: *tuple },
        Kind::Table(entries) => {
            Kind::Table(entries.iter().map(|entry| new_entry(&entry.key, fresh(&entry.value))).collect())
        }
        Kind::Tagged { tag, body, .. } => {
            Kind::Tagged { tag: tag.clone(), tag_span: Span::default(), body: Box::new(fresh(body)) }
        }
        kind => kind.clone(),
    })
}

pub(crate) fn new_entry(key: &str, value: Node) -> Entry {
    Entry { key: key.into(), key_span: Span::default(), value }
}

/// A number node, without a decimal point for integers.
pub(crate) fn number(value: f64) -> Node {
    tidy(Node::number(value), false)
}

/// `(a, b, …)`
pub(crate) fn tuple(values: &[f64]) -> Node {
    Node::new(Kind::List { items: values.iter().map(|value| number(*value)).collect(), tuple: true })
}

/// Whether two trees are equivalent, ignoring spans and the differences between RON and JSON.
pub(crate) fn same(a: &Node, b: &Node) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::Null, Kind::Null) => true,
        (Kind::Bool(a), Kind::Bool(b)) => a == b,
        (Kind::Number(a), Kind::Number(b)) => a == b,
        (Kind::Text(a) | Kind::Word(a), Kind::Text(b) | Kind::Word(b)) => a == b,
        (Kind::List { items: a, .. }, Kind::List { items: b, .. }) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Kind::Table(a), Kind::Table(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key == b.key && same(&a.value, &b.value))
        }
        (Kind::Tagged { tag: a, body: x, .. }, Kind::Tagged { tag: b, body: y, .. }) => a == b && same(x, y),
        (Kind::Tagged { tag, body, .. }, Kind::Table(entries))
        | (Kind::Table(entries), Kind::Tagged { tag, body, .. }) => {
            matches!(entries.as_slice(), [only] if only.key == *tag && same(&only.value, body))
        }
        _ => false,
    }
}

/// Converts tagged values to tables of one entry and bare words to strings, as in JSON.
pub(crate) fn without_tags(node: &mut Node) {
    match &mut node.kind {
        Kind::List { items, .. } => items.iter_mut().for_each(without_tags),
        Kind::Table(entries) => entries.iter_mut().for_each(|entry| without_tags(&mut entry.value)),
        Kind::Tagged { tag, body, .. } => {
            without_tags(body);
            let body = std::mem::replace(body.as_mut(), Node::new(Kind::Null));
            node.kind = Kind::Table(vec![new_entry(tag, body)]);
        }
        Kind::Word(word) => node.kind = Kind::Text(std::mem::take(word)),
        _ => {}
    }
}

/// Whether the numbers of a field are angles.
fn is_angle(field: &str) -> bool {
    matches!(field, "yaw" | "rpy" | "half_angle" | "field_of_view" | "yaw_within" | "Fixed")
}

/// The angle of a field as `deg(…)` if that is exact and shorter.
pub(crate) fn in_degrees(node: &Node, field: &str) -> Option<String> {
    let Kind::Number(number) = &node.kind else { return None };
    let radians = number.as_f64().filter(|_| is_angle(field))?;
    let degrees = (radians.to_degrees() * 100.0).round() / 100.0;
    if degrees.to_radians() != radians || degrees == 0.0 {
        return None;
    }
    let text = format!("deg({degrees})");
    (text.len() < number.to_string().len()).then_some(text)
}

/// Formats new numbers as a person would write them: without floating-point noise, and without a decimal point for integers;
/// points and sizes in parentheses. In `free` data, which only a component interprets, integral floats keep their decimal point
/// and lists their brackets.
pub(crate) fn tidy(mut node: Node, free: bool) -> Node {
    tidy_in_place(&mut node, free);
    node
}

fn tidy_in_place(node: &mut Node, free: bool) {
    match &mut node.kind {
        Kind::Number(number) if number.is_f64() && node.span.start == node.span.end => {
            let value = shortened(number.as_f64().unwrap_or_default());
            let whole = value.fract() == 0.0 && value.abs() < 1e15;
            node.kind = match (free, whole) {
                (false, true) => Kind::Number((value as i64).into()),
                _ => Node::number(value).kind,
            };
        }
        Kind::List { items, tuple } => {
            let is_point = (2..=4).contains(&items.len()) && items.iter().all(|i| matches!(i.kind, Kind::Number(_)));
            *tuple |= is_point && !free;
            items.iter_mut().for_each(|item| tidy_in_place(item, free));
        }
        Kind::Table(entries) => entries.iter_mut().for_each(|entry| {
            let free = free || matches!(entry.key.as_str(), "params" | "properties" | "heights");
            tidy_in_place(&mut entry.value, free);
        }),
        Kind::Tagged { body, .. } => tidy_in_place(body, free),
        _ => {}
    }
}

/// Rounds a number that differs only in its last digits from one with at most 9 digits: 0.30000000000000004 becomes 0.3.
fn shortened(value: f64) -> f64 {
    let short: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    if (short - value).abs() <= 4.0 * f64::EPSILON * value.abs() { short } else { value }
}

/// Rounds a length to 1e-6 m, for pointer input.
pub fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded == 0.0 || !rounded.is_finite() { 0.0 } else { rounded }
}

/// Rounds an angle to 1e-6 rad, or to a hundredth of a degree if it is close to one.
pub fn rounded_angle(value: f64) -> f64 {
    let degrees = (value.to_degrees() * 100.0).round() / 100.0;
    let exact = degrees.to_radians();
    if (exact - value).abs() < 2e-6 { if degrees == 0.0 { 0.0 } else { exact } } else { rounded(value) }
}

/// The entries of a table, inside a tag, too.
pub(crate) fn entries_mut(node: &mut Node) -> Option<&mut Vec<Entry>> {
    match &mut node.kind {
        Kind::Table(entries) => Some(entries),
        Kind::Tagged { body, .. } => entries_mut(body),
        _ => None,
    }
}

/// The elements of a list; an empty table `()` counts as an empty list and becomes one.
pub(crate) fn items_mut(node: &mut Node) -> Option<&mut Vec<Node>> {
    if matches!(&node.kind, Kind::Table(entries) if entries.is_empty()) {
        *node = Node::new(Kind::List { items: Vec::new(), tuple: false });
    }
    match &mut node.kind {
        Kind::List { items, .. } => Some(items),
        _ => None,
    }
}

/// The elements of a value that is written as a list.
pub(crate) fn items_mut_if_list(node: &mut Node) -> &mut [Node] {
    match &mut node.kind {
        Kind::List { items, .. } => items,
        _ => &mut [],
    }
}

/// The mutable value of a field.
pub(crate) fn get_mut<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    entries_mut(node)?.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.value)
}

/// Removes a field from a table.
pub(crate) fn remove(node: &mut Node, key: &str) -> Option<Node> {
    let entries = entries_mut(node)?;
    let at = entries.iter().position(|entry| entry.key == key)?;
    Some(entries.remove(at).value)
}

/// Sets a field. A new one is inserted after the nearest one that precedes it in `order`, or at the end.
pub(crate) fn set(node: &mut Node, key: &str, value: Node, order: &[&str]) {
    let Some(entries) = entries_mut(node) else { return };
    if let Some(entry) = entries.iter_mut().find(|entry| entry.key == key) {
        // An equivalent value keeps its text.
        if !same(&entry.value, &value) {
            entry.value = value;
        }
        return;
    }
    let at = match order.iter().position(|known| *known == key) {
        None => entries.len(),
        Some(rank) => {
            let before = |entry: &Entry| order[..rank].contains(&entry.key.as_str());
            match entries.iter().rposition(before) {
                Some(at) => at + 1,
                None if entries.iter().any(|entry| order.contains(&entry.key.as_str())) => 0,
                None => entries.len(),
            }
        }
    };
    entries.insert(at, new_entry(key, value));
}

/// Expands the short form of a record (`"id"`, or a number) to a table (`(id: "id")`).
pub(crate) fn lengthen(node: &mut Node, short: &str) {
    if matches!(node.kind, Kind::Text(_) | Kind::Number(_)) {
        let value = node.clone();
        *node = Node::new(Kind::Table(vec![new_entry(short, value)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_without_losing_precision() {
        for (given, free, printed) in [
            (0.1 + 0.2, false, "0.3"),
            (2.0, false, "2"),
            (2.0, true, "2.0"),
            (-0.0, false, "0"),
            (1.0 / 3.0, false, "0.3333333333333333"),
            (1e300, false, "1e+300"),
        ] {
            match tidy(Node::number(given), free).kind {
                Kind::Number(number) => assert_eq!(number.to_string(), printed),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!((rounded(1.23456789), rounded(-1e-9)), (1.234568, 0.0));
        assert_eq!(rounded_angle(45f64.to_radians() - 1e-6), 45f64.to_radians());
        assert_eq!(rounded_angle(0.123_456_78), 0.123457);
    }

    #[test]
    fn new_fields_stand_where_a_person_expects_them() {
        let order = ["name", "shape", "at", "yaw", "color"];
        let mut node =
            Node::table(vec![("name", Node::text("a")), ("color", Node::text("c")), ("odd", Node::text("d"))]);
        set(&mut node, "at", Node::text("x"), &order);
        set(&mut node, "extra", Node::text("y"), &order);
        let keys: Vec<_> = entries_mut(&mut node).unwrap().iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!(keys, ["name", "at", "color", "odd", "extra"]);
    }
}
