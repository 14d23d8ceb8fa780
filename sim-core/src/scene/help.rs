//! What fields and variants are, in the language in use. The doc comments of the types are the English; the other languages have
//! catalogues, which are read when a form is made in such a language.

use std::borrow::Cow;

use sim_text::Catalogue;

static CATALOGUE: Catalogue =
    Catalogue::new(["", include_str!("../../locales/fields.es.ftl"), include_str!("../../locales/fields.ca.ftl")]);

/// The help of this key in the language in use; in English where there is none.
pub(super) fn in_use(key: &str, english: String) -> Cow<'static, str> {
    CATALOGUE.find(key).map_or(english.into(), Cow::Borrowed)
}
