//! Texts of the window in several languages.
//!
//! A [`Catalog`] has one file per language in [Fluent](https://projectfluent.org/fluent/guide/) format, compiled in. Messages are looked
//! up in the current language ([`set_language`]), which can change at any time, then in English.
//!
//! ```
//! use sim_text::{Catalog, Language, set_language};
//!
//! static CATALOG: Catalog = Catalog::new([
//!     "saved = Saved.\nrobots = { $count ->\n    [one] one robot\n   *[other] { $count } robots\n }",
//!     "saved = Guardado.\nrobots = { $count ->\n    [one] un robot\n   *[other] { $count } robots\n }",
//!     "saved = Desat.\nrobots = { $count ->\n    [one] un robot\n   *[other] { $count } robots\n }",
//! ]);
//!
//! assert_eq!(CATALOG.get("saved"), "Saved.");
//! assert_eq!(CATALOG.format("robots", &[("count", 2_u32.into())]), "2 robots");
//! set_language(Language::Catalan);
//! assert_eq!(CATALOG.get("saved"), "Desat.");
//! assert_eq!(CATALOG.format("robots", &[("count", 1_u32.into())]), "un robot");
//! ```

#![forbid(unsafe_code)]

mod catalog;
pub mod check;
mod language;

pub use catalog::{Argument, Catalog};
pub use language::{Language, language, set_language};
