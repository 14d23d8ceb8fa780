//! Mapping from keyboard keys to simulation keys.

use egui::Key;
use serde::{Deserialize, Serialize};
use sim_abi::keys;
use std::collections::BTreeMap;

/// Named simulation keys, in the order of the panel.
pub const NAMED: [(&str, u32); 7] = [
    ("Up", keys::UP),
    ("Down", keys::DOWN),
    ("Left", keys::LEFT),
    ("Right", keys::RIGHT),
    ("PageUp", keys::PAGE_UP),
    ("PageDown", keys::PAGE_DOWN),
    ("Space", keys::SPACE),
];

/// Simulation keys by keyboard key. Both are stored by name, so that the map survives toolkit upgrades.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyMap(BTreeMap<String, String>);

impl Default for KeyMap {
    /// Maps each keyboard key to the simulation key of the same name.
    fn default() -> Self {
        Self(NAMED.iter().map(|(name, _)| (name.to_string(), name.to_string())).collect())
    }
}

impl KeyMap {
    /// W, A, S and D instead of the arrow keys.
    pub fn wasd() -> Self {
        let mut map = Self::default();
        [("Up", Key::W), ("Left", Key::A), ("Down", Key::S), ("Right", Key::D)]
            .into_iter()
            .for_each(|(name, key)| map.bind(name, key));
        map
    }

    /// Simulation key code of a keyboard key. `None` if unmapped.
    pub fn code(&self, key: Key) -> Option<u32> {
        match self.0.get(key.name()) {
            Some(name) => keys::code(name),
            None => keys::code(key.name()).filter(|code| char::from_u32(*code).is_some_and(char::is_alphanumeric)),
        }
    }

    /// The keyboard key mapped to a simulation key.
    pub fn key(&self, name: &str) -> Option<Key> {
        self.0.iter().find(|(_, meant)| *meant == name).and_then(|(key, _)| Key::from_name(key))
    }

    /// Maps a keyboard key to a simulation key, replacing the previous one.
    pub fn bind(&mut self, name: &str, key: Key) {
        self.0.retain(|_, meant| meant != name);
        self.0.insert(key.name().to_string(), name.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_they_are_named_after_unless_bound() {
        let map = KeyMap::default();
        assert_eq!(map.code(Key::ArrowUp), Some(keys::UP));
        assert_eq!(map.code(Key::W), Some(u32::from('W')));
        assert_eq!(map.code(Key::Num7), Some(u32::from('7')));
        assert_eq!((map.code(Key::F5), map.code(Key::Tab), map.code(Key::Comma)), (None, None, None));
    }

    #[test]
    fn a_bound_key_takes_the_place_of_the_one_before() {
        let map = KeyMap::wasd();
        assert_eq!((map.code(Key::W), map.code(Key::ArrowUp)), (Some(keys::UP), None));
        assert_eq!((map.key("Left"), map.key("Space")), (Some(Key::A), Some(Key::Space)));
        let mut map = map;
        map.bind("Left", Key::W);
        assert_eq!((map.code(Key::W), map.key("Up")), (Some(keys::LEFT), None));
    }

    #[test]
    fn every_name_is_one_of_the_simulation() {
        assert!(NAMED.iter().all(|(name, code)| keys::code(name) == Some(*code)));
    }
}
