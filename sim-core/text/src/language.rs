//! The languages, and the one in use.

use std::sync::atomic::{AtomicU8, Ordering};

/// A language that catalogues have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// What everything is written in first, and what stands where a translation is missing.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// Catalan.
    Catalan,
}

impl Language {
    /// All of them, in the order in which catalogues have them.
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::Catalan];

    /// Its code in ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Catalan => "ca",
        }
    }

    /// Its name in itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Spanish => "Español",
            Self::Catalan => "Català",
        }
    }

    /// The language of a locale such as `ca_ES.UTF-8` or `es-UY`; none where there is no catalogue for it.
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }
}

/// Index of the language in use in [`Language::ALL`].
static IN_USE: AtomicU8 = AtomicU8::new(0);

/// The language in use, of the whole process.
pub fn language() -> Language {
    Language::ALL[usize::from(IN_USE.load(Ordering::Relaxed))]
}

/// Chooses the language of the whole process. What has been said already stays as it is.
pub fn set_language(language: Language) {
    IN_USE.store(language as u8, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_languages() {
        let known = ["ca_ES.UTF-8", "es-UY", "ES", "en", "ca@valencia"].map(Language::of_locale);
        let [catalan, spanish, english] = [Language::Catalan, Language::Spanish, Language::English].map(Some);
        assert_eq!(known, [catalan, spanish, spanish, english, catalan]);
        assert_eq!(["", "C", "POSIX", "est", "de_DE"].map(Language::of_locale), [None; 5]);
    }
}
