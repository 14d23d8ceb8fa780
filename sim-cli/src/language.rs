//! The language in which the program speaks to people: that of the command line, of the environment variable [`VARIABLE`], or of the
//! system. Documents, files and names of commands and options are the same in every language.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sim_text::{Language, set_language};
use std::ffi::OsString;

/// The environment variable that names a language; one that there is not means English.
pub const VARIABLE: &str = "SIM_LANGUAGE";

/// Speaks the language that a command line asks for from now on. The words need not be a right command line.
pub fn choose(words: &[OsString]) {
    set_language(of_words(words).or_else(asked).unwrap_or_else(|| Language::of_system().unwrap_or_default()));
}

/// The language of the option `--language` among the words of a command line.
fn of_words(words: &[OsString]) -> Option<Language> {
    value_of(words, "--language", |value| Language::ALL.into_iter().find(|language| language.code() == value))
}

/// The language that the environment asks for.
fn asked() -> Option<Language> {
    let name = std::env::var(VARIABLE).ok().filter(|name| !name.is_empty())?;
    Some(Language::of_locale(&name).unwrap_or_default())
}

/// The language for a window, whose own choice counts more than that of the system: the one that the command line or the environment
/// asks for.
pub fn of_window(told: Option<Language>) -> Option<Language> {
    told.or_else(asked)
}

/// Reads the codes of languages.
pub fn parser() -> impl TypedValueParser<Value = Language> {
    let codes = PossibleValuesParser::new(Language::ALL.map(Language::code));
    codes.map(|code| Language::of_locale(&code).expect("invariant: only these codes are possible"))
}

/// The first value of an option that can be read, among the words of a command line that need not be a right one.
pub(crate) fn value_of<T>(words: &[OsString], option: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let own: Vec<&str> = words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str()).collect();
    let named = |(place, word): (usize, &&str)| match word.strip_prefix(option)? {
        "" => own.get(place + 1).copied().and_then(&read),
        rest => rest.strip_prefix('=').and_then(&read),
    };
    own.iter().enumerate().find_map(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_of_a_command_say_nothing_of_the_language() {
        let language = |line: &str| of_words(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(language("sim rum --language ca"), Some(Language::Catalan));
        assert_eq!(language("sim --language=es rum"), Some(Language::Spanish));
        for line in ["sim rum", "sim rum --language", "sim --language=de", "sim dive -- --language ca"] {
            assert_eq!(language(line), None, "{line}");
        }
    }
}
