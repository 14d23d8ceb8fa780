//! Shortcuts: a keymap with the user's own bindings.

use super::action_list::Action;
use super::key_sets::KeySet;
use crate::text;
use crate::widgets::key_order::is_held_with_others;
use egui::{Context, Event, Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Shortcuts of actions: the user's bindings override the keymap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shortcuts {
    /// The user's bindings by action name. `None`: the action has no shortcut.
    own: BTreeMap<String, Option<Keys>>,
    /// The keymap for all other actions. Stored separately.
    #[serde(skip)]
    set: KeySet,
}

/// A key with modifiers. Stored by name, so that it survives toolkit upgrades.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Keys {
    key: String,
    command: bool,
    shift: bool,
    alt: bool,
}

impl Keys {
    fn of(keys: KeyboardShortcut) -> Self {
        let Modifiers { command, shift, alt, .. } = keys.modifiers;
        Self { key: keys.logical_key.name().to_owned(), command, shift, alt }
    }

    fn shortcut(&self) -> Option<KeyboardShortcut> {
        let held = [(self.command, Modifiers::COMMAND), (self.shift, Modifiers::SHIFT), (self.alt, Modifiers::ALT)];
        let held = held.into_iter().filter(|(on, _)| *on).fold(Modifiers::NONE, |all, (_, one)| all.plus(one));
        Key::from_name(&self.key).map(|key| KeyboardShortcut::new(held, key))
    }
}

/// Why a shortcut cannot be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserved {
    /// The system uses it for the clipboard.
    Clipboard,
    /// It closes popups, leaves a field or confirms.
    Fields,
    /// It scales the interface.
    Size,
}

impl Shortcuts {
    /// The keymap under the user's bindings.
    pub fn set(&self) -> KeySet {
        self.set
    }

    /// Selects a keymap. The user's bindings are preserved.
    pub fn choose(&mut self, set: KeySet) {
        self.set = set;
    }

    /// Shortcuts of the keymap that the user has bound to another action: the shortcut, the user's action, the keymap's action.
    pub fn conflicts(&self) -> Vec<(KeyboardShortcut, Action, Action)> {
        let of_set = |action: &Action| !self.own.contains_key(&name(*action));
        let of_set = Action::ALL.iter().copied().filter(of_set);
        let all = of_set.flat_map(|action| self.set.keys(action).map(move |keys| (keys, action)));
        all.filter_map(|(keys, action)| Some((keys, self.owner(keys)?, action))).collect()
    }

    /// The action to which the user has bound a shortcut.
    fn owner(&self, keys: KeyboardShortcut) -> Option<Action> {
        let (of, _) = self.own.iter().find(|(_, own)| own.as_ref().and_then(Keys::shortcut) == Some(keys))?;
        Action::ALL.iter().copied().find(|action| name(*action) == *of)
    }

    /// The shortcuts of an action.
    pub fn of(&self, action: Action) -> impl Iterator<Item = KeyboardShortcut> {
        let own = self.own.get(&name(action));
        let list = self.set.keys(action).filter(move |keys| own.is_none() && self.owner(*keys).is_none());
        list.chain(own.and_then(Option::as_ref).and_then(Keys::shortcut)).collect::<Vec<_>>().into_iter()
    }

    /// The first shortcut of an action, formatted.
    pub fn words(&self, action: Action, ctx: &Context) -> String {
        self.of(action).next().map(|keys| text::keys::shortcut(&keys, ctx)).unwrap_or_default()
    }

    /// Whether the shortcuts of an action differ from the defaults.
    pub fn is_changed(&self, action: Action) -> bool {
        self.own.contains_key(&name(action))
    }

    /// The action bound to a shortcut.
    pub fn meaning(&self, keys: KeyboardShortcut) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| self.of(*action).any(|other| other == keys))
    }

    /// Binds a shortcut to one action only. Without `keys`, removes the shortcut of the action.
    pub fn bind(&mut self, action: Action, keys: Option<KeyboardShortcut>) {
        if let Some(other) = keys.and_then(|keys| self.meaning(keys)).filter(|other| *other != action) {
            self.own.insert(name(other), None);
        }
        self.own.insert(name(action), keys.map(Keys::of));
        if self.of(action).eq(self.set.keys(action)) {
            self.own.remove(&name(action));
        }
    }

    /// Restores the default shortcut of an action and unbinds it from others. Without `action`, resets all actions.
    pub fn reset(&mut self, action: Option<Action>) {
        let Some(action) = action else { return self.own.clear() };
        for keys in self.set.keys(action) {
            if let Some(other) = self.meaning(keys).filter(|other| *other != action) {
                self.own.insert(name(other), None);
            }
        }
        self.own.remove(&name(action));
    }

    /// The action whose shortcut was pressed, unless text is being entered. With `arrows` false, arrow keys are left to another widget.
    pub fn pressed(&self, ctx: &Context, arrows: bool) -> Option<Action> {
        let writing = ctx.egui_wants_keyboard_input();
        // The system reports these as clipboard events, not as keys.
        let meant = |event: &Event| match event {
            Event::Copy => Some(Action::Copy),
            Event::Cut => Some(Action::Cut),
            _ => None,
        };
        if let Some(action) = ctx.input(|input| input.events.iter().find_map(meant)).filter(|_| !writing) {
            return Some(action);
        }
        let text = ctx.text_edit_focused();
        // Shift with a letter types a capital letter.
        let types = |keys: &KeyboardShortcut| {
            let Modifiers { alt, shift, .. } = keys.modifiers;
            // On some keyboards Ctrl+Alt types characters.
            let sign = alt && keys.modifiers.command;
            sign || !keys.modifiers.any() || shift && !alt && !keys.modifiers.command && !is_function(keys.logical_key)
        };
        let wanted = |(action, shortcut): &(Action, KeyboardShortcut)| {
            !(text && action.is_of_text() || writing && types(shortcut))
                && (arrows || shortcut.modifiers.any() || !is_arrow(shortcut.logical_key))
        };
        // Shortcuts with more modifiers are tested first, so that none shadows another.
        let all = Action::ALL.iter().copied().flat_map(|action| self.of(action).map(move |keys| (action, keys)));
        let mut list: Vec<(Action, KeyboardShortcut)> = all.filter(wanted).collect();
        list.sort_by_key(|(_, shortcut)| {
            let Modifiers { alt, shift, command, .. } = shortcut.modifiers;
            std::cmp::Reverse([alt, shift, command].into_iter().filter(|held| *held).count())
        });
        // The toolkit ignores an additional Alt.
        let held = |event: &Event, keys: &KeyboardShortcut| {
            matches!(event, Event::Key { key, pressed: true, modifiers, .. }
                if *key == keys.logical_key && modifiers.alt == keys.modifiers.alt)
        };
        list.into_iter()
            .find(|(_, keys)| {
                ctx.input_mut(|input| {
                    input.events.iter().any(|event| held(event, keys)) && input.consume_shortcut(keys)
                })
            })
            .map(|(action, _)| action)
    }
}

/// Why a shortcut is reserved. `None` if it can be bound.
pub fn reserved(keys: KeyboardShortcut) -> Option<Reserved> {
    use egui::gui_zoom::kb_shortcuts::{ZOOM_IN, ZOOM_IN_SECONDARY, ZOOM_OUT, ZOOM_RESET};
    match keys.logical_key {
        Key::Escape | Key::Tab | Key::Enter => Some(Reserved::Fields),
        Key::C | Key::X | Key::V if keys.modifiers == Modifiers::COMMAND => Some(Reserved::Clipboard),
        _ => [ZOOM_IN, ZOOM_IN_SECONDARY, ZOOM_OUT, ZOOM_RESET].contains(&keys).then_some(Reserved::Size),
    }
}

/// Consumes the pressed shortcut. An error if the system reports it as another event.
pub fn take_pressed(ctx: &Context) -> Option<Result<KeyboardShortcut, Reserved>> {
    ctx.input_mut(|input| {
        let found = input.events.iter().find_map(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } if !is_held_with_others(*key) => {
                let Modifiers { command, shift, alt, .. } = *modifiers;
                let held = Modifiers { alt, shift, ..if command { Modifiers::COMMAND } else { Modifiers::NONE } };
                Some(Ok(KeyboardShortcut::new(held, *key)))
            }
            Event::Copy | Event::Cut | Event::Paste(_) => Some(Err(Reserved::Clipboard)),
            _ => None,
        });
        if found.is_some() {
            input.events.retain(|event| !matches!(event, Event::Key { .. } | Event::Text(_) | Event::Paste(_)));
        }
        found
    })
}

/// Whether a key never types text.
fn is_function(key: Key) -> bool {
    let name = key.name();
    name.len() > 1 && name.starts_with('F') && name[1..].bytes().all(|byte| byte.is_ascii_digit())
}

fn is_arrow(key: Key) -> bool {
    matches!(key, Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight)
}

/// The name under which the shortcuts of an action are stored.
fn name(action: Action) -> String {
    format!("{action:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: KeyboardShortcut = KeyboardShortcut::new(Modifiers::SHIFT, Key::U);
    const CTRL_N: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::N);

    #[test]
    fn keys_trigger_one_action_each_and_are_stored() {
        let mut shortcuts = Shortcuts::default();
        shortcuts.bind(Action::Theme, Some(U));
        assert_eq!((shortcuts.meaning(U), shortcuts.is_changed(Action::Theme)), (Some(Action::Theme), true));
        shortcuts.bind(Action::Open, Some(CTRL_N));
        assert_eq!(shortcuts.meaning(CTRL_N), Some(Action::Open));
        assert_eq!(shortcuts.of(Action::New).count(), 0);
        let stored: Shortcuts = serde_json::from_str(&serde_json::to_string(&shortcuts).unwrap()).unwrap();
        assert_eq!(stored, shortcuts);
        shortcuts.reset(Some(Action::New));
        assert_eq!((shortcuts.meaning(CTRL_N), shortcuts.of(Action::Open).count()), (Some(Action::New), 0));
        shortcuts.reset(None);
        assert_eq!(shortcuts, Shortcuts::default());
    }

    #[test]
    fn default_keys_are_not_stored() {
        let mut shortcuts = Shortcuts::default();
        shortcuts.bind(Action::New, None);
        assert_eq!(shortcuts.meaning(CTRL_N), None);
        shortcuts.bind(Action::New, Some(CTRL_N));
        assert_eq!(shortcuts, Shortcuts::default());
    }

    #[test]
    fn no_keys_of_the_sets_are_reserved_but_those_of_the_clipboard() {
        for set in KeySet::ALL {
            let taken = |action: &&Action| set.keys(**action).any(|keys| reserved(keys).is_some());
            let taken: Vec<Action> = Action::ALL.iter().filter(taken).copied().collect();
            assert_eq!(taken, [Action::Cut, Action::Copy, Action::Paste]);
        }
    }

    /// RM-89: Shortcuts are rebindable, and no two enabled commands share a key.
    #[test]
    fn in_no_set_do_two_actions_share_keys() {
        for set in KeySet::ALL {
            let mut shortcuts = Shortcuts::default();
            shortcuts.choose(set);
            let all = || Action::ALL.iter().flat_map(|action| shortcuts.of(*action).map(move |keys| (keys, *action)));
            for (keys, action) in all() {
                let others: Vec<Action> = all().filter(|(other, _)| *other == keys).map(|(_, action)| action).collect();
                assert_eq!(others, [action], "{set:?} {keys:?}");
            }
            assert!(shortcuts.conflicts().is_empty());
        }
    }

    /// RM-89: Shortcuts are rebindable, and no two enabled commands share a key.
    #[test]
    fn keys_of_one_s_own_lie_over_the_set_and_conflicts_are_named() {
        let labels = KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::N);
        let mut shortcuts = Shortcuts::default();
        assert_eq!(shortcuts.meaning(labels), None);
        shortcuts.bind(Action::Theme, Some(labels));
        shortcuts.choose(KeySet::RoboMap);
        assert_eq!(shortcuts.meaning(labels), Some(Action::Theme));
        assert_eq!(shortcuts.conflicts(), [(labels, Action::Theme, Action::Labels)]);
        assert_eq!(shortcuts.of(Action::Labels).count(), 1, "its other keys stay");
        // The keymap is stored separately, so preferences of earlier versions remain readable.
        let stored = serde_json::to_string(&shortcuts).unwrap();
        let mut read: Shortcuts = serde_json::from_str(&stored).unwrap();
        assert_eq!(read.set(), KeySet::Standard);
        read.choose(KeySet::RoboMap);
        assert_eq!(read, shortcuts);
        shortcuts.reset(None);
        assert_eq!((shortcuts.meaning(labels), shortcuts.set()), (Some(Action::Labels), KeySet::RoboMap));
    }
}
