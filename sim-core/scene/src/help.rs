//! Help for fields and variants in the current language. English help is the doc comments of the types; catalogs of other
//! languages are read when a form is created in that language.

use std::borrow::Cow;

#[cfg(feature = "translations")]
use sim_text::Catalog;

#[cfg(feature = "translations")]
static CATALOG: Catalog =
    Catalog::new(["", include_str!("../../locales/fields.es.ftl"), include_str!("../../locales/fields.ca.ftl")]);

/// Help for this key in the current language; falls back to English.
pub(super) fn in_use(key: &str, english: String) -> Cow<'static, str> {
    #[cfg(feature = "translations")]
    if let Some(text) = CATALOG.find(key) {
        return Cow::Borrowed(text);
    }
    #[cfg(not(feature = "translations"))]
    let _ = key;
    english.into()
}
