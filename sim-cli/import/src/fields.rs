//! Typed access to the fields of a node; reports the fields that were not read.

use super::Work;
use sim_core::words::counted;
use sim_vrml::{Field, Node, NodeRef, Value};

/// The fields of a node being read.
pub(super) struct Fields<'w> {
    pub(super) node: &'w Node,
    pub(super) place: NodeRef,
    asked: Vec<&'static str>,
}

impl<'w> Fields<'w> {
    /// The fields of this node.
    pub(super) fn of(work: &Work<'w>, place: NodeRef) -> Self {
        Self { node: work.world.node(place.id), place, asked: Vec::new() }
    }

    /// A field, if the file specifies it.
    pub(super) fn field(&mut self, name: &'static str) -> Option<&'w Field> {
        self.asked.push(name);
        self.node.field(name)
    }

    /// Whether the file specifies a field.
    pub(super) fn has(&self, name: &str) -> bool {
        self.node.field(name).is_some()
    }

    /// Reports that a field has a wrong type or an invalid value.
    pub(super) fn refuse(&self, work: &mut Work<'w>, name: &str, expected: String) {
        if let Some(field) = self.node.field(name) {
            work.refuse(self.place, field, expected);
        }
    }

    /// All numbers of a field; none if the field is missing.
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

    /// A fixed count of numbers.
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

    /// Tuples of N numbers.
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

    /// Numbers that must all be positive.
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
    pub(super) fn in_range(
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

    /// A color: red, green and blue.
    pub(super) fn color(&mut self, work: &mut Work<'w>, name: &'static str, default: [f64; 3]) -> [f64; 3] {
        let color = self.exact(work, name, default);
        if color.iter().all(|part| (0.0..=1.0).contains(part)) {
            return color;
        }
        self.refuse(work, name, "red, green and blue, each from 0 to 1".to_string());
        default
    }

    /// An axis with positive length and an angle, rad.
    pub(super) fn rotation(&mut self, work: &mut Work<'w>, name: &'static str, default: [f64; 4]) -> [f64; 4] {
        let rotation = self.exact(work, name, default);
        let length = rotation[..3].iter().map(|part| part.abs()).fold(0.0, f64::max);
        // The squares of the components must not overflow or underflow when axes are normalized.
        if (1e-100..1e100).contains(&length) {
            return rotation;
        }
        // A zero axis with a zero angle is valid: no rotation.
        if length != 0.0 || rotation[3] != 0.0 {
            self.refuse(work, name, "an axis that is not (0, 0, 0), and an angle in rad".to_string());
        }
        default
    }

    /// A boolean.
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

    /// All strings of a field.
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

    /// A string; none if it is empty.
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

    /// The node of a field that holds a single one.
    pub(super) fn one(&mut self, work: &mut Work<'w>, name: &'static str) -> Option<NodeRef> {
        let nodes = self.nodes(work, name);
        if nodes.len() > 1 {
            self.refuse(work, name, "one node".to_string());
        }
        nodes.first().copied()
    }

    /// Reports the fields that were not read, except those without meaning in a scene.
    pub(super) fn done(self, work: &mut Work<'w>, ignored: &[&str]) {
        let is_left = |field: &&Field| !field.hidden && !ignored.contains(&field.name.as_str());
        let left = self.node.fields.iter().filter(is_left).map(|field| field.name.as_str());
        let mut left: Vec<&str> = left.filter(|name| !self.asked.contains(name)).collect();
        left.dedup();
        work.leave_fields(self.place, &left);
    }
}
