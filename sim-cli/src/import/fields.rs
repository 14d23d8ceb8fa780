//! The fields of a node, of their types; those that nobody asks for are told.

use super::Work;
use sim_core::words::counted;
use sim_vrml::{Field, Node, NodeRef, Value};

/// The fields of a node that are being read.
pub(super) struct Fields<'w> {
    pub(super) node: &'w Node,
    pub(super) place: NodeRef,
    asked: Vec<&'static str>,
}

impl<'w> Fields<'w> {
    /// Those of this node.
    pub(super) fn of(work: &Work<'w>, place: NodeRef) -> Self {
        Self { node: work.world.node(place.id), place, asked: Vec::new() }
    }

    /// A field that is written down.
    pub(super) fn field(&mut self, name: &'static str) -> Option<&'w Field> {
        self.asked.push(name);
        self.node.field(name)
    }

    /// Whether a field is written down.
    pub(super) fn has(&self, name: &str) -> bool {
        self.node.field(name).is_some()
    }

    /// Reports that a field of this name has another type, or a value that cannot be.
    pub(super) fn refuse(&self, work: &mut Work<'w>, name: &str, expected: String) {
        if let Some(field) = self.node.field(name) {
            work.refuse(self.place, field, expected);
        }
    }

    /// All numbers of a field; none where it is not written down.
    pub(super) fn numbers(&mut self, work: &mut Work<'w>, name: &'static str) -> Option<&'w [f64]> {
        match &self.field(name)?.value {
            Value::Numbers(numbers) => Some(numbers),
            Value::Empty => Some(&[]),
            _ => {
                self.refuse(work, name, "numbers".to_string());
                None
            }
        }
    }

    /// So many numbers.
    pub(super) fn exact<const N: usize>(
        &mut self,
        work: &mut Work<'w>,
        name: &'static str,
        default: [f64; N],
    ) -> [f64; N] {
        let Some(numbers) = self.numbers(work, name) else { return default };
        <[f64; N]>::try_from(numbers).unwrap_or_else(|_| {
            self.refuse(work, name, counted(N, "number"));
            default
        })
    }

    /// Groups of so many numbers.
    pub(super) fn tuples<const N: usize>(&mut self, work: &mut Work<'w>, name: &'static str) -> Option<Vec<[f64; N]>> {
        let numbers = self.numbers(work, name)?;
        let groups = numbers.chunks_exact(N);
        if !groups.remainder().is_empty() {
            self.refuse(work, name, format!("groups of {N} numbers"));
            return None;
        }
        Some(groups.map(|group| <[f64; N]>::try_from(group).expect("invariant: a group has that size")).collect())
    }

    /// A number.
    pub(super) fn number(&mut self, work: &mut Work<'w>, name: &'static str, default: f64) -> f64 {
        self.exact(work, name, [default])[0]
    }

    /// Numbers that all are above 0.
    pub(super) fn positive<const N: usize>(
        &mut self,
        work: &mut Work<'w>,
        name: &'static str,
        default: [f64; N],
    ) -> [f64; N] {
        let numbers = self.exact(work, name, default);
        if numbers.iter().all(|number| *number > 0.0) {
            return numbers;
        }
        self.refuse(work, name, "above 0".to_string());
        default
    }

    /// A number within a range.
    pub(super) fn within(
        &mut self,
        work: &mut Work<'w>,
        name: &'static str,
        default: f64,
        [least, most]: [f64; 2],
    ) -> f64 {
        let number = self.number(work, name, default);
        if (least..=most).contains(&number) {
            return number;
        }
        self.refuse(work, name, format!("from {least} to {most}"));
        default
    }

    /// Red, green and blue.
    pub(super) fn color(&mut self, work: &mut Work<'w>, name: &'static str, default: [f64; 3]) -> [f64; 3] {
        let color = self.exact(work, name, default);
        if color.iter().all(|part| (0.0..=1.0).contains(part)) {
            return color;
        }
        self.refuse(work, name, "red, green and blue, each from 0 to 1".to_string());
        default
    }

    /// An axis of any length above 0 and an angle, rad.
    pub(super) fn rotation(&mut self, work: &mut Work<'w>, name: &'static str, default: [f64; 4]) -> [f64; 4] {
        let rotation = self.exact(work, name, default);
        let length = rotation[..3].iter().map(|part| part.abs()).fold(0.0, f64::max);
        // Axes are normalised by the squares of their parts.
        if (1e-100..1e100).contains(&length) {
            return rotation;
        }
        // No turn at all is written in this way, too.
        if length != 0.0 || rotation[3] != 0.0 {
            self.refuse(work, name, "an axis that is not (0, 0, 0), and an angle in rad".to_string());
        }
        default
    }

    /// A truth value.
    pub(super) fn flag(&mut self, work: &mut Work<'w>, name: &'static str, default: bool) -> bool {
        match self.field(name).map(|field| &field.value) {
            None => default,
            Some(Value::Bools(truths)) if truths.len() == 1 => truths[0],
            Some(_) => {
                self.refuse(work, name, "TRUE or FALSE".to_string());
                default
            }
        }
    }

    /// All texts of a field.
    pub(super) fn texts(&mut self, work: &mut Work<'w>, name: &'static str) -> &'w [String] {
        match self.field(name).map(|field| &field.value) {
            None | Some(Value::Empty) => &[],
            Some(Value::Texts(texts)) => texts,
            Some(_) => {
                self.refuse(work, name, "a text in quotes".to_string());
                &[]
            }
        }
    }

    /// A text; none where it is empty.
    pub(super) fn text(&mut self, work: &mut Work<'w>, name: &'static str) -> Option<&'w str> {
        self.texts(work, name).first().map(String::as_str).filter(|text| !text.trim().is_empty())
    }

    /// All nodes of a field.
    pub(super) fn nodes(&mut self, work: &mut Work<'w>, name: &'static str) -> &'w [NodeRef] {
        match self.field(name).map(|field| &field.value) {
            None | Some(Value::Empty | Value::Null) => &[],
            Some(Value::Nodes(nodes)) => nodes,
            Some(_) => {
                self.refuse(work, name, "a node, or a list of nodes".to_string());
                &[]
            }
        }
    }

    /// The node of a field that holds one.
    pub(super) fn one(&mut self, work: &mut Work<'w>, name: &'static str) -> Option<NodeRef> {
        let nodes = self.nodes(work, name);
        if nodes.len() > 1 {
            self.refuse(work, name, "one node".to_string());
        }
        nodes.first().copied()
    }

    /// Tells the fields that nobody has asked for, but for those that mean nothing in a scene.
    pub(super) fn done(self, work: &mut Work<'w>, silent: &[&str]) {
        let is_left = |field: &&Field| !field.hidden && !silent.contains(&field.name.as_str());
        let left = self.node.fields.iter().filter(is_left).map(|field| field.name.as_str());
        let mut left: Vec<&str> = left.filter(|name| !self.asked.contains(name)).collect();
        left.dedup();
        work.leave_fields(self.place, &left);
    }
}
