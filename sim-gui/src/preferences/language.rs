//! The language of the window.

pub use sim_text::Language;
use sim_text::set_language;

/// The language of the window: that of the system, until a person chooses one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Languages {
    /// That of the system.
    pub system: Language,
    /// The chosen one.
    chosen: Option<Language>,
}

impl Languages {
    /// What has been kept by [`kept`](Self::kept), for a system with a language of its own. It is in use from now on.
    pub fn new(system: Option<Language>, kept: &str) -> Self {
        let mut languages = Self { system: system.unwrap_or_default(), chosen: None };
        languages.choose(Language::of_locale(kept));
        languages
    }

    /// Uses a language from now on; without one, that of the system.
    pub fn choose(&mut self, language: Option<Language>) {
        self.chosen = language;
        set_language(language.unwrap_or(self.system));
    }

    /// The chosen one; none while it is that of the system.
    pub fn chosen(self) -> Option<Language> {
        self.chosen
    }

    /// What is kept until the next start: its code.
    pub fn kept(self) -> &'static str {
        self.chosen.map_or("", Language::code)
    }
}
