//! Which keys of the keyboard are which keys of the simulation.

use egui::Key;
use serde::{Deserialize, Serialize};
use sim_abi::keys;
use std::collections::BTreeMap;

/// Keys of the simulation that bear a name, in the order of the panel.
pub const NAMED: [(&str, u32); 7] = [
    ("Up", keys::UP),
    ("Down", keys::DOWN),
    ("Left", keys::LEFT),
    ("Right", keys::RIGHT),
    ("PageUp", keys::PAGE_UP),
    ("PageDown", keys::PAGE_DOWN),
    ("Space", keys::SPACE),
];

/// Names of the simulation's keys by the names of keyboard keys. It is kept by names, so that it outlives versions of the
/// toolkit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyMap(BTreeMap<String, String>);

impl Default for KeyMap {
    /// Each key of the keyboard means the one that is named as it is.
    fn default() -> Self {
        Self(NAMED.iter().map(|(name, _)| (name.to_string(), name.to_string())).collect())
    }
}

impl KeyMap {
    /// W, A, S and D in place of the arrow keys.
    pub fn wasd() -> Self {
        let mut map = Self::default();
        [("Up", Key::W), ("Left", Key::A), ("Down", Key::S), ("Right", Key::D)]
            .into_iter()
            .for_each(|(name, key)| map.bind(name, key));
        map
    }

    /// Code of the key of the simulation that a keyboard key means; none for keys that mean nothing.
    pub fn code(&self, key: Key) -> Option<u32> {
        match self.0.get(key.name()) {
            Some(name) => keys::code(name),
            None => keys::code(key.name()).filter(|code| char::from_u32(*code).is_some_and(char::is_alphanumeric)),
        }
    }

    /// The keyboard key that means a key of the simulation.
    pub fn key(&self, name: &str) -> Option<Key> {
        self.0.iter().find(|(_, meant)| *meant == name).and_then(|(key, _)| Key::from_name(key))
    }

    /// Lets a keyboard key mean a key of the simulation, in place of the one that did so far.
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
