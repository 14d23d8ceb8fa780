//! Saved states of the run with their names.

use sim_runner::{SavedState, SavedStates as List};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Saved states of the run.
#[derive(Default)]
pub struct KeptStates {
    list: Arc<List>,
    names: BTreeMap<u64, String>,
}

impl KeptStates {
    /// Updates the list of states.
    pub fn follow(&mut self, list: Arc<List>) {
        if !Arc::ptr_eq(&list, &self.list) {
            self.names.retain(|id, _| list.list.iter().any(|state| state.id == *id));
            self.list = list;
        }
    }

    /// Maximum number of states.
    pub fn most(&self) -> usize {
        self.list.max
    }

    /// Named states, oldest first. States without a name are omitted.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&SavedState, &str)> {
        self.list.list.iter().filter_map(|state| Some((state, self.names.get(&state.id)?.as_str())))
    }

    /// A state by number, with its name.
    pub fn get(&self, id: u64) -> Option<(&SavedState, &str)> {
        self.iter().find(|(state, _)| state.id == id)
    }

    /// The most recently saved state.
    pub fn newest(&self) -> Option<(&SavedState, &str)> {
        self.iter().next_back()
    }

    /// Names a state.
    pub fn name(&mut self, id: u64, name: String) {
        self.names.insert(id, name);
    }
}
