//! The language of the window: that of the command line, of the environment variable [`VARIABLE`], or of the system. What commands write
//! is in English.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sim_text::Language;

/// The environment variable that names a language. Any other name means English.
#[cfg(feature = "window")]
const VARIABLE: &str = "SIM_LANGUAGE";

/// The language that the environment asks for.
#[cfg(feature = "window")]
pub fn asked() -> Option<Language> {
    let name = std::env::var(VARIABLE).ok().filter(|name| !name.is_empty())?;
    Some(Language::of_locale(&name).unwrap_or_default())
}

/// Reads the codes of languages.
pub fn parser() -> impl TypedValueParser<Value = Language> {
    let codes = PossibleValuesParser::new(Language::ALL.map(Language::code));
    codes.map(|code| Language::of_locale(&code).expect("invariant: only these codes are possible"))
}
