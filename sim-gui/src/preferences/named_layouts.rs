//! Named panel layouts.

use super::layout::Pane;
use egui_tiles::Tree;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The user's saved layouts, by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Layouts(BTreeMap<String, Tree<Pane>>);

impl Layouts {
    /// Their names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// A layout by name.
    pub fn get(&self, name: &str) -> Option<&Tree<Pane>> {
        self.0.get(name)
    }

    /// Saves a layout under a name, replacing an existing one.
    pub fn save(&mut self, name: String, layout: Tree<Pane>) {
        self.0.insert(name, layout);
    }

    /// Deletes a layout by name.
    pub fn delete(&mut self, name: &str) {
        self.0.remove(name);
    }
}
