//! Languages, and the current one.

use std::sync::atomic::{AtomicU8, Ordering};

/// A language of the catalogs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// The source language, and the fallback for missing translations.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// Catalan.
    Catalan,
}

impl Language {
    /// All languages, in the order of the catalogs.
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::Catalan];

    /// ISO 639-1 code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Catalan => "ca",
        }
    }

    /// Name in the language itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Spanish => "Español",
            Self::Catalan => "Català",
        }
    }

    /// Language of a locale such as `ca_ES.UTF-8` or `es-UY`; `None` if it is not supported.
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Language of the system; `None` if it is not supported. On Unix, from the environment.
    pub fn of_system() -> Option<Self> {
        // As in other programs, the locale `C` means no language, whatever `LANGUAGE` contains.
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(std::env::var_os);
        let plain =
            set.into_iter().find(|locale| !locale.is_empty()).is_some_and(|locale| is_plain(&locale.to_string_lossy()));
        if plain { None } else { Self::of_locale(&sys_locale::get_locale()?) }
    }
}

/// Whether a locale is one without a language, such as `C` or `C.UTF-8`.
fn is_plain(locale: &str) -> bool {
    locale.split('.').next().is_some_and(|name| ["C", "POSIX"].contains(&name))
}

/// Index of the current language in [`Language::ALL`].
static IN_USE: AtomicU8 = AtomicU8::new(0);

/// Current language of the process.
pub fn language() -> Language {
    Language::ALL[usize::from(IN_USE.load(Ordering::Relaxed))]
}

/// Sets the language of the process. Existing texts are not changed.
pub fn set_language(language: Language) {
    IN_USE.store(language as u8, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_of_programs_without_languages_is_known() {
        assert!(["C", "POSIX", "C.UTF-8", "C.utf8"].into_iter().all(is_plain));
        assert!(!["", "ca_ES.UTF-8", "c", "Catalan"].into_iter().any(is_plain));
    }

    #[test]
    fn locales_name_languages() {
        let known = ["ca_ES.UTF-8", "es-UY", "ES", "en", "ca@valencia"].map(Language::of_locale);
        let [catalan, spanish, english] = [Language::Catalan, Language::Spanish, Language::English].map(Some);
        assert_eq!(known, [catalan, spanish, spanish, english, catalan]);
        assert_eq!(["", "C", "POSIX", "est", "de_DE"].map(Language::of_locale), [None; 5]);
    }
}
