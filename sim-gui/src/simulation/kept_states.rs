//! States of the run that are kept, with the names that a person has given them.

use sim_runner::{KeptState, KeptStates as List};
use std::collections::BTreeMap;
use std::sync::Arc;

/// States of the run that are kept.
#[derive(Default)]
pub struct KeptStates {
    list: Arc<List>,
    names: BTreeMap<u64, String>,
}

impl KeptStates {
    /// Takes over which states there are.
    pub fn follow(&mut self, list: Arc<List>) {
        if !Arc::ptr_eq(&list, &self.list) {
            self.names.retain(|id, _| list.list.iter().any(|state| state.id == *id));
            self.list = list;
        }
    }

    /// How many can be kept.
    pub fn most(&self) -> usize {
        self.list.most
    }

    /// The states with their names, the oldest first. A state that has no name yet is not among them.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&KeptState, &str)> {
        self.list.list.iter().filter_map(|state| Some((state, self.names.get(&state.id)?.as_str())))
    }

    /// The state of a number with its name.
    pub fn get(&self, id: u64) -> Option<(&KeptState, &str)> {
        self.iter().find(|(state, _)| state.id == id)
    }

    /// The state that was kept last.
    pub fn newest(&self) -> Option<(&KeptState, &str)> {
        self.iter().next_back()
    }

    /// Gives a state a name.
    pub fn name(&mut self, id: u64, name: String) {
        self.names.insert(id, name);
    }
}
