//! Key names in the current language. Stored shortcuts use the toolkit's names, which do not depend on the language.

use super::Text;
use egui::{Context, Key, KeyboardShortcut, ModifierNames, Modifiers};

/// The name of a key. `None` for a key that types a character.
fn word(key: Key) -> Option<Text> {
    Some(match key {
        Key::ArrowUp => super::key::UP,
        Key::ArrowDown => super::key::DOWN,
        Key::ArrowLeft => super::key::LEFT,
        Key::ArrowRight => super::key::RIGHT,
        Key::Escape => super::key::ESCAPE,
        Key::Tab => super::key::TAB,
        Key::Backspace => super::key::BACKSPACE,
        Key::Enter => super::key::ENTER,
        Key::Space => super::key::SPACE,
        Key::Insert => super::key::INSERT,
        Key::Delete => super::key::DELETE,
        Key::Home => super::key::HOME,
        Key::End => super::key::END,
        Key::PageUp => super::key::PAGE_UP,
        Key::PageDown => super::key::PAGE_DOWN,
        Key::Copy => super::common::COPY,
        Key::Cut => super::key::CUT,
        Key::Paste => super::key::PASTE,
        Key::BrowserBack => super::key::BACK,
        Key::BrowserForward => super::key::FORWARD,
        Key::BrowserRefresh => super::key::REFRESH,
        Key::BrowserSearch => super::key::SEARCH,
        Key::BrowserHome => super::key::HOME_PAGE,
        Key::BrowserFavorites => super::key::FAVORITES,
        Key::BrowserStop => super::key::STOP,
        Key::MediaPlayPause => super::key::MEDIA_PLAY,
        Key::MediaTrackNext => super::key::MEDIA_NEXT,
        Key::MediaTrackPrevious => super::key::MEDIA_PREVIOUS,
        Key::MediaStop => super::key::MEDIA_STOP,
        Key::AudioVolumeMute => super::key::MUTE,
        Key::AudioVolumeDown => super::key::VOLUME_DOWN,
        Key::AudioVolumeUp => super::key::VOLUME_UP,
        Key::LaunchMail => super::key::MAIL,
        Key::LaunchApp1 => super::key::APPLICATION_1,
        Key::LaunchApp2 => super::key::APPLICATION_2,
        Key::ShiftLeft => super::key::SHIFT_LEFT,
        Key::ShiftRight => super::key::SHIFT_RIGHT,
        Key::ControlLeft => super::key::CTRL_LEFT,
        Key::ControlRight => super::key::CTRL_RIGHT,
        Key::AltLeft => super::key::ALT_LEFT,
        Key::AltRight => super::key::ALT_RIGHT,
        Key::SuperLeft => super::key::SYSTEM_LEFT,
        Key::SuperRight => super::key::SYSTEM_RIGHT,
        Key::IntlBackslash => super::key::BESIDE_SHIFT,
        Key::CapsLock => super::key::CAPS_LOCK,
        Key::NumLock => super::key::NUM_LOCK,
        Key::ScrollLock => super::key::SCROLL_LOCK,
        Key::PrintScreen => super::key::PRINT_SCREEN,
        Key::Pause => super::key::PAUSE,
        Key::Menu => super::key::MENU,
        Key::Fn => super::key::FN,
        Key::Eject => super::key::EJECT,
        Key::Help => super::key::HELP,
        Key::Power => super::key::POWER,
        Key::Sleep => super::key::SLEEP,
        Key::Clear => super::key::CLEAR,
        _ => return None,
    })
}

/// The name of a key: a word, or its character.
pub fn key(key: Key) -> &'static str {
    let sign = if key == Key::Quote { "'" } else { key.symbol_or_name() };
    word(key).map_or(sign, Text::as_str)
}

/// The name of a shortcut, such as `Ctrl+Space`; with Mac symbols if the font has them.
pub fn shortcut(keys: &KeyboardShortcut, ctx: &Context) -> String {
    let mac = ctx.os().is_mac();
    let signs = ModifierNames::SYMBOLS;
    let has_signs = mac && ctx.format_modifiers(Modifiers::COMMAND) == signs.format(&Modifiers::COMMAND, true);
    let words = ModifierNames {
        is_short: false,
        alt: &super::key::ALT,
        ctrl: &super::key::CTRL,
        shift: &super::key::SHIFT,
        mac_cmd: &super::key::COMMAND,
        mac_alt: &super::key::OPTION,
        concat: "+",
    };
    let names = if has_signs { signs } else { words };
    let held = names.format(&keys.modifiers, mac);
    let between = if held.is_empty() { "" } else { names.concat };
    format!("{held}{between}{}", key(keys.logical_key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_by_words_and_characters() {
        let shown = |modifiers, key| shortcut(&KeyboardShortcut::new(modifiers, key), &Context::default());
        assert_eq!(shown(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::O), "Ctrl+Shift+O");
        assert_eq!(shown(Modifiers::ALT, Key::Comma), "Alt+,");
        assert_eq!(shown(Modifiers::NONE, Key::PageUp), "PgUp");
        assert_eq!(shown(Modifiers::COMMAND, Key::Quote), "Ctrl+'");
    }

    #[test]
    fn only_characters_and_keys_with_a_number_have_no_word() {
        let numbered = |name: &str| name.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok());
        let wordless = Key::ALL.iter().filter(|key| word(**key).is_none()).map(|other| key(*other));
        let left: Vec<&str> = wordless.filter(|name| name.chars().count() > 1 && !numbered(name)).collect();
        assert_eq!(left, [""; 0]);
    }
}
