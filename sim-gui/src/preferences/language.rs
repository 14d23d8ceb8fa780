//! The language of the window.

pub use sim_text::Language;
use sim_text::set_language;

/// The language of the window. Default: the system's language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Languages {
    /// The system's language.
    pub system: Language,
    /// The user's choice.
    chosen: Option<Language>,
}

impl Languages {
    /// Restores the choice stored by [`stored`](Self::kept) and activates the language.
    pub fn new(system: Option<Language>, stored: &str) -> Self {
        let mut languages = Self { system: system.unwrap_or_default(), chosen: None };
        languages.choose(Language::of_locale(stored));
        languages
    }

    /// Sets the language. `None`: the system's language.
    pub fn choose(&mut self, language: Option<Language>) {
        self.chosen = language;
        set_language(language.unwrap_or(self.system));
    }

    /// The user's choice. `None` if the system's language is used.
    pub fn chosen(self) -> Option<Language> {
        self.chosen
    }

    /// The language code to store.
    pub fn stored(self) -> &'static str {
        self.chosen.map_or("", Language::code)
    }
}
