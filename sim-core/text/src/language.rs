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

    /// The language of the system; none where there is no catalogue for it. On Unix the environment says it.
    pub fn of_system() -> Option<Self> {
        // As for other programs: whoever asks for the locale `C` asks for no language, whatever `LANGUAGE` prefers.
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(std::env::var_os);
        let plain =
            set.into_iter().find(|locale| !locale.is_empty()).is_some_and(|locale| is_plain(&locale.to_string_lossy()));
        if plain { None } else { Self::of_locale(&sys_locale::get_locale()?) }
    }
}

/// Whether a locale is that of programs without languages, such as `C` or `C.UTF-8`.
fn is_plain(locale: &str) -> bool {
    locale.split('.').next().is_some_and(|name| ["C", "POSIX"].contains(&name))
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
