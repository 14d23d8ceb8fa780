//! Shapes shared by several objects because the world reuses a node: scenes define them once.

use super::Table;
use super::names::Names;
use serde_json::{Value, json};
use sim_vrml::NodeId;
use std::collections::HashMap;

/// The shape of a node.
#[derive(Debug)]
struct Used {
    shape: Value,
    name: String,
    count: usize,
}

/// The shapes used by objects.
#[derive(Debug, Default)]
pub(super) struct Shared {
    list: Vec<Used>,
    /// The shapes of a node: one, or several of different sizes.
    of_node: HashMap<NodeId, Vec<usize>>,
}

impl Shared {
    /// A placeholder for a shape until [`Shared::settle`]: its index.
    pub(super) fn stand_in(&mut self, node: NodeId, shape: Value, name: &str) -> Value {
        let numbers = self.of_node.entry(node).or_default();
        let number = numbers.iter().copied().find(|number| self.list[*number].shape == shape).unwrap_or_else(|| {
            self.list.push(Used { shape, name: name.into(), count: 0 });
            numbers.push(self.list.len() - 1);
            self.list.len() - 1
        });
        self.list[number].count += 1;
        json!(number)
    }

    /// Replaces the placeholders: by a name if a shape is used more than once, otherwise by the shape. Returns the named shapes.
    pub(super) fn settle(&self, objects: &mut [Value]) -> Vec<Value> {
        let (mut names, mut shapes) = (Names::default(), Vec::new());
        let values: Vec<Value> = self
            .list
            .iter()
            .map(|used| match used.count {
                0 | 1 => used.shape.clone(),
                _ => {
                    let name = names.take(&used.name);
                    shapes.push(Value::Object(Table::from_iter([
                        ("name".to_string(), json!(name)),
                        ("shape".to_string(), used.shape.clone()),
                    ])));
                    json!({"Named": name})
                }
            })
            .collect();
        let settled = |shape: &mut Value| {
            if let Some(value) = shape.as_u64().and_then(|number| values.get(number as usize)) {
                *shape = value.clone();
            }
        };
        for object in objects {
            settled(&mut object["shape"]);
            let parts = object.get_mut("collision").and_then(Value::as_array_mut);
            parts.into_iter().flatten().for_each(|part| settled(&mut part["shape"]));
        }
        shapes
    }
}
