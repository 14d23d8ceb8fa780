//! The message catalog of the window.

use egui::{RichText, WidgetText};
use sim_text::Catalog;
use std::fmt;
use std::ops::Deref;

pub(super) static CATALOG: Catalog =
    Catalog::new([include_str!("locales/en.ftl"), include_str!("locales/es.ftl"), include_str!("locales/ca.ftl")]);

/// A message without arguments, usable as a `str` in the current language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(&'static str);

impl Text {
    /// The message with this id.
    pub(super) const fn new(id: &'static str) -> Self {
        Self(id)
    }

    /// The message in the current language.
    pub fn as_str(self) -> &'static str {
        CATALOG.get(self.0)
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.as_str().to_string()
    }
}

impl From<Text> for WidgetText {
    fn from(text: Text) -> Self {
        text.as_str().into()
    }
}

impl From<Text> for RichText {
    fn from(text: Text) -> Self {
        text.as_str().into()
    }
}

impl From<Text> for sim_text::Argument<'_> {
    fn from(text: Text) -> Self {
        text.as_str().into()
    }
}

impl<'a> From<&'a Text> for sim_text::Argument<'a> {
    fn from(text: &'a Text) -> Self {
        text.as_str().into()
    }
}

#[cfg(test)]
mod tests {
    use sim_text::check;
    use std::path::Path;

    #[test]
    fn the_catalog_has_the_same_messages_in_every_language() {
        check::whole(&super::CATALOG);
    }

    /// All message catalogs of the workspace.
    fn catalogs(folder: &Path) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                found.extend(catalogs(&path));
            } else if name.ends_with(".ftl") {
                let text = std::fs::read_to_string(&path).unwrap();
                let said = text.lines().filter(|line| !line.starts_with('#')).collect();
                found.push((path.display().to_string(), said));
            }
        }
        found
    }

    #[test]
    fn the_fonts_have_every_character_of_every_catalog() {
        let all = catalogs(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
        assert!(all.len() >= 5, "{}", all.len());
        let ctx = egui::Context::default();
        ctx.run_ui(egui::RawInput::default(), |_| ()).textures_delta.clear();
        let mut missing = Vec::new();
        for (file, text) in all {
            let characters: std::collections::BTreeSet<char> = text.chars().collect();
            let font = egui::FontId::proportional(14.0);
            let unknown = characters.into_iter().filter(|c| !ctx.fonts_mut(|fonts| fonts.has_glyph(&font, *c)));
            missing.extend(unknown.map(|character| format!("{file}: {character}")));
        }
        assert_eq!(missing, [""; 0]);
    }
}
