//! Entries of tables while they are read.

use super::Entry;
use std::collections::HashMap;

/// The entries of a table that is being read.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) list: Vec<Entry>,
    /// Places by key, once there are many.
    places: HashMap<String, usize>,
}

impl Entries {
    /// Up to so many keys are compared one by one.
    const MAX_COMPARED: usize = 16;

    /// The entry with a key.
    pub(super) fn find(&self, key: &str) -> Option<&Entry> {
        match self.list.len() {
            0..=Self::MAX_COMPARED => self.list.iter().find(|known| known.key == key),
            _ => self.places.get(key).map(|place| &self.list[*place]),
        }
    }

    /// Adds an entry whose key is new.
    pub(super) fn push(&mut self, entry: Entry) {
        self.list.push(entry);
        let first = match self.list.len() {
            0..=Self::MAX_COMPARED => return,
            _ if self.places.is_empty() => 0,
            length => length - 1,
        };
        let added = self.list.iter().enumerate().skip(first).map(|(place, entry)| (entry.key.clone(), place));
        self.places.extend(added);
    }
}
