//! Work on trees: parts that have a place in the text stand for that text, parts without are new.

use sim_core::scene::text::{Entry, Kind, Node, Span};

/// Whether a part is new: it stands nowhere in the text.
pub(crate) fn is_fresh(node: &Node) -> bool {
    node.span.start == node.span.end
}

/// A copy without places.
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

/// A number, without a point where it is whole.
pub(crate) fn number(value: f64) -> Node {
    tidy(Node::number(value), false)
}

/// `(a, b, …)`
pub(crate) fn tuple(values: &[f64]) -> Node {
    Node::new(Kind::List { items: values.iter().map(|value| number(*value)).collect(), tuple: true })
}

/// Whether two trees say the same; places, and the differences between the two notations, do not count.
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

/// In JSON a tagged value is a table of one entry, a bare word is text.
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

/// Whether the number of a field is an angle.
fn is_angle(field: &str) -> bool {
    matches!(field, "yaw" | "rpy" | "half_angle" | "field_of_view" | "yaw_within" | "Fixed")
}

/// The angle of a field as `deg(…)` when that says exactly the same in fewer digits.
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

/// New numbers as a person writes them: without the digits that arithmetic leaves behind, and without a point where
/// they are whole; points and sizes in round brackets. In `free` data, which only a component understands, a whole
/// number keeps its point and a list its brackets.
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

/// 0.30000000000000004 is meant as 0.3: a number that differs in the last digits from one of at most 9 digits.
fn shortened(value: f64) -> f64 {
    let short: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    if (short - value).abs() <= 4.0 * f64::EPSILON * value.abs() { short } else { value }
}

/// A length to a millionth (of a metre), for what a pointing device gives.
pub fn rounded(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded == 0.0 || !rounded.is_finite() { 0.0 } else { rounded }
}

/// An angle to a millionth of a radian, or the hundredth of a degree that it is meant to be.
pub fn rounded_angle(value: f64) -> f64 {
    let degrees = (value.to_degrees() * 100.0).round() / 100.0;
    let exact = degrees.to_radians();
    if (exact - value).abs() < 2e-6 { if degrees == 0.0 { 0.0 } else { exact } } else { rounded(value) }
}

/// The entries of a table, looking through tags.
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

/// The elements when a value is a list that is written as one.
pub(crate) fn items_mut_if_list(node: &mut Node) -> &mut [Node] {
    match &mut node.kind {
        Kind::List { items, .. } => items,
        _ => &mut [],
    }
}

/// The value of a field, for changing it.
pub(crate) fn get_mut<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    entries_mut(node)?.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.value)
}

/// Takes a field out of a table.
pub(crate) fn remove(node: &mut Node, key: &str) -> Option<Node> {
    let entries = entries_mut(node)?;
    let at = entries.iter().position(|entry| entry.key == key)?;
    Some(entries.remove(at).value)
}

/// Sets a field. A new one is put behind the nearest one that precedes it in `order`, or at the end.
pub(crate) fn set(node: &mut Node, key: &str, value: Node, order: &[&str]) {
    let Some(entries) = entries_mut(node) else { return };
    if let Some(entry) = entries.iter_mut().find(|entry| entry.key == key) {
        // What says the same keeps its text.
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

/// Writes the short form of a record (`"id"`, or a number) as a table (`(id: "id")`).
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
    fn numbers_are_short_where_nothing_is_lost() {
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
