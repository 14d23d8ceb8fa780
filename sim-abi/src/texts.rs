//! Translations of the texts of a library's components.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Translations of a library's texts: help of components, of their parameters, functions and channels, and the description of the
/// library.
///
/// For each language (ISO 639-1 code), maps source texts, with single spaces between words, to translations. Other texts are shown
/// untranslated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Texts(pub BTreeMap<String, BTreeMap<String, String>>);

impl Texts {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads texts of several languages: code and a JSON object.
    pub(crate) fn read(texts: &[(&str, &str)]) -> crate::Result<Self> {
        let read = |(language, texts): &(&str, &str)| match serde_json::from_str(texts) {
            Ok(texts) => Ok((language.to_string(), texts)),
            Err(error) => Err(crate::Fault::new(format!("texts in the language `{language}`: {error}"))
                .help("use a JSON object that maps each text to its translation")),
        };
        Ok(Self(texts.iter().map(read).collect::<crate::Result<_>>()?))
    }

    /// Translates a text to a language; returns it unchanged if there is no translation.
    pub fn translated<'a>(&'a self, language: &str, text: &'a str) -> &'a str {
        let Some(texts) = self.0.get(language) else { return text };
        texts.get(text).or_else(|| texts.get(&single_spaced(text))).map_or(text, String::as_str)
    }
}

/// A text on one line, with single spaces between its words.
pub(crate) fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::{ComponentInfo, Datasheet, Function, Kind, Manifest};
    use serde_json::json;

    #[test]
    fn a_text_is_found_whatever_its_lines_are_and_stays_where_it_is_not() {
        let texts = Texts::read(&[("es", r#"{"Speed of a wheel.": "Velocidad de una rueda."}"#)]).unwrap();
        assert_eq!(texts.translated("es", "Speed of a wheel."), "Velocidad de una rueda.");
        assert_eq!(texts.translated("es", "Speed\n of  a wheel. "), "Velocidad de una rueda.");
        assert_eq!(texts.translated("es", "Radius."), "Radius.");
        assert_eq!(texts.translated("ca", "Speed of a wheel."), "Speed of a wheel.");
    }

    #[test]
    fn invalid_texts_are_reported_with_their_language() {
        let fault = Texts::read(&[("es", "{}"), ("ca", r#"{"One.": 1}"#)]).unwrap_err();
        assert!(fault.message().starts_with("texts in the language `ca`: invalid type"), "{fault}");
    }

    #[test]
    fn a_manifest_without_texts_is_written_as_before_and_one_with_texts_comes_back() {
        let old = r#"{"name":"old","version":"1.0.0","components":[]}"#;
        let manifest: Manifest = serde_json::from_str(old).unwrap();
        assert!(manifest.texts.is_empty() && !serde_json::to_string(&manifest).unwrap().contains("texts"));
        let texts = Texts::read(&[("ca", r#"{"A lamp.": "Una làmpada."}"#)]).unwrap();
        let text = serde_json::to_string(&Manifest { texts: texts.clone(), ..manifest }).unwrap();
        assert!(text.contains(r#""texts":{"ca":{"A lamp.":"Una làmpada."}}"#), "{text}");
        assert_eq!(serde_json::from_str::<Manifest>(&text).unwrap().texts, texts);
    }

    #[test]
    fn all_texts_of_a_manifest_can_be_translated() {
        let schema = json!({"description": "Its\nparameters.", "properties": {
            "description": {"type": "string", "description": "Value.", "default": {"description": "no text"}},
            "default": {"oneOf": [{"const": "a", "description": "The first."}]},
        }});
        let sheet = Datasheet::default().function(Function::new("turn").help("turns it"));
        let component =
            ComponentInfo { id: "a/b".into(), kind: Kind::Sensor, help: " A part.\n".into(), schema, sheet };
        let manifest = Manifest { description: "Parts.".into(), components: vec![component], ..Manifest::default() };
        let texts: Vec<String> = manifest.translatable().into_iter().collect();
        assert_eq!(texts, ["A part.", "Its parameters.", "Parts.", "The first.", "Value.", "turns it"]);
    }
}
