//! Layouts of the panels with names.

use super::layout::Pane;
use egui_tiles::Tree;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The layouts that a person has saved, by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Layouts(BTreeMap<String, Tree<Pane>>);

impl Layouts {
    /// Their names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The layout of a name.
    pub fn get(&self, name: &str) -> Option<&Tree<Pane>> {
        self.0.get(name)
    }

    /// Saves a layout under a name, in place of one that has it already.
    pub fn save(&mut self, name: String, layout: Tree<Pane>) {
        self.0.insert(name, layout);
    }

    /// Deletes the layout of a name.
    pub fn delete(&mut self, name: &str) {
        self.0.remove(name);
    }
}
