//! Key names in the current language. Stored shortcuts use the toolkit's names, which do not depend on the language.

use super::{Text, text};
use egui::{Context, Key, KeyboardShortcut, ModifierNames, Modifiers};

const CTRL: Text = text("key-ctrl");
const SHIFT: Text = text("key-shift");
const ALT: Text = text("key-alt");
const COMMAND: Text = text("key-command");
const OPTION: Text = text("key-option");

/// The name of a key. `None` for a key that types a character.
fn word(key: Key) -> Option<Text> {
    Some(match key {
        Key::ArrowUp => text("key-up"),
        Key::ArrowDown => text("key-down"),
        Key::ArrowLeft => text("key-left"),
        Key::ArrowRight => text("key-right"),
        Key::Escape => text("key-escape"),
        Key::Tab => text("key-tab"),
        Key::Backspace => text("key-backspace"),
        Key::Enter => text("key-enter"),
        Key::Space => text("key-space"),
        Key::Insert => text("key-insert"),
        Key::Delete => text("key-delete"),
        Key::Home => text("key-home"),
        Key::End => text("key-end"),
        Key::PageUp => text("key-page-up"),
        Key::PageDown => text("key-page-down"),
        Key::Copy => text("common-copy"),
        Key::Cut => text("key-cut"),
        Key::Paste => text("key-paste"),
        Key::BrowserBack => text("key-back"),
        Key::BrowserForward => text("key-forward"),
        Key::BrowserRefresh => text("key-refresh"),
        Key::BrowserSearch => text("key-search"),
        Key::BrowserHome => text("key-home-page"),
        Key::BrowserFavorites => text("key-favorites"),
        Key::BrowserStop => text("key-stop"),
        Key::MediaPlayPause => text("key-media-play"),
        Key::MediaTrackNext => text("key-media-next"),
        Key::MediaTrackPrevious => text("key-media-previous"),
        Key::MediaStop => text("key-media-stop"),
        Key::AudioVolumeMute => text("key-mute"),
        Key::AudioVolumeDown => text("key-volume-down"),
        Key::AudioVolumeUp => text("key-volume-up"),
        Key::LaunchMail => text("key-mail"),
        Key::LaunchApp1 => text("key-application-1"),
        Key::LaunchApp2 => text("key-application-2"),
        Key::ShiftLeft => text("key-shift-left"),
        Key::ShiftRight => text("key-shift-right"),
        Key::ControlLeft => text("key-ctrl-left"),
        Key::ControlRight => text("key-ctrl-right"),
        Key::AltLeft => text("key-alt-left"),
        Key::AltRight => text("key-alt-right"),
        Key::SuperLeft => text("key-system-left"),
        Key::SuperRight => text("key-system-right"),
        Key::IntlBackslash => text("key-beside-shift"),
        Key::CapsLock => text("key-caps-lock"),
        Key::NumLock => text("key-num-lock"),
        Key::ScrollLock => text("key-scroll-lock"),
        Key::PrintScreen => text("key-print-screen"),
        Key::Pause => text("key-pause"),
        Key::Menu => text("key-menu"),
        Key::Fn => text("key-fn"),
        Key::Eject => text("key-eject"),
        Key::Help => text("key-help"),
        Key::Power => text("key-power"),
        Key::Sleep => text("key-sleep"),
        Key::Clear => text("key-clear"),
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
        alt: &ALT,
        ctrl: &CTRL,
        shift: &SHIFT,
        mac_cmd: &COMMAND,
        mac_alt: &OPTION,
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
