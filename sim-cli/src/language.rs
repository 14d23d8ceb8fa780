//! Language of the window: from the command line, the environment variable [`VARIABLE`], or the system. Output of commands is in English.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sim_text::Language;

/// Environment variable with a language. Unknown languages mean English.
#[cfg(feature = "window")]
const VARIABLE: &str = "SIM_LANGUAGE";

/// The language set in the environment.
#[cfg(feature = "window")]
pub fn asked() -> Option<Language> {
    let name = std::env::var(VARIABLE).ok().filter(|name| !name.is_empty())?;
    Some(Language::of_locale(&name).unwrap_or_default())
}

/// A parser for language codes.
pub fn parser() -> impl TypedValueParser<Value = Language> {
    let codes = PossibleValuesParser::new(Language::ALL.map(Language::code));
    codes.map(|code| Language::of_locale(&code).expect("invariant: only these codes are possible"))
}
