//! Keymaps: the default shortcuts of actions.

use super::action_list::Action;
use egui::{Key, KeyboardShortcut, Modifiers};
use serde::{Deserialize, Serialize};

/// A keymap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KeySet {
    /// The default shortcuts of the action list.
    #[default]
    Standard,
    /// RoboMap's keymap, with the usual shortcuts of 3D editors.
    RoboMap,
}

const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);

const fn keys(held: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(held, key)
}

impl KeySet {
    /// All keymaps.
    pub const ALL: [Self; 2] = [Self::Standard, Self::RoboMap];

    /// The shortcuts of an action.
    pub fn keys(self, action: Action) -> impl Iterator<Item = KeyboardShortcut> {
        let own = if self == Self::RoboMap { robomap(action) } else { None };
        let listed = action.shortcuts().filter(move |_| own.is_none());
        own.unwrap_or_default().iter().copied().chain(listed)
    }
}

/// The shortcuts of an action that differ from those of the action list.
fn robomap(action: Action) -> Option<&'static [KeyboardShortcut]> {
    Some(match action {
        Action::Labels => const { &[keys(CTRL_SHIFT, Key::N), keys(CTRL_ALT, Key::N)] },
        Action::Margins => const { &[keys(CTRL_ALT, Key::A)] },
        Action::Ceilings => const { &[keys(CTRL_ALT, Key::C)] },
        Action::TakeBackPoint => const { &[keys(CTRL_SHIFT, Key::U)] },
        Action::Delete => {
            const {
                &[
                    keys(Modifiers::NONE, Key::X),
                    keys(Modifiers::NONE, Key::Delete),
                    keys(Modifiers::NONE, Key::Backspace),
                ]
            }
        }
        Action::Inspector => const { &[keys(Modifiers::NONE, Key::N)] },
        Action::FirstPerson => const { &[keys(Modifiers::NONE, Key::Num0), keys(Modifiers::NONE, Key::V)] },
        Action::Palette => const { &[keys(Modifiers::NONE, Key::F3), keys(Modifiers::COMMAND, Key::K)] },
        // RoboMap's plain keys have other meanings here.
        Action::Grab => const { &[keys(Modifiers::NONE, Key::G)] },
        Action::Spin => const { &[keys(Modifiers::NONE, Key::R)] },
        Action::Follow => const { &[keys(Modifiers::SHIFT, Key::G)] },
        Action::Resize => const { &[keys(Modifiers::NONE, Key::S)] },
        Action::Snap => const { &[keys(Modifiers::SHIFT, Key::S)] },
        _ => return None,
    })
}
