//! Texts of the window in several languages.
//!
//! A [`Catalogue`] has one file per language in [Fluent](https://projectfluent.org/fluent/guide/) format, compiled in. Messages are looked
//! up in the current language ([`set_language`]), which can change at any time, then in English.
//!
//! ```
//! use sim_text::{Catalogue, Language, set_language};
//!
//! static CATALOGUE: Catalogue = Catalogue::new([
//!     "saved = Saved.\nrobots = { $count ->\n    [one] one robot\n   *[other] { $count } robots\n }",
//!     "saved = Guardado.\nrobots = { $count ->\n    [one] un robot\n   *[other] { $count } robots\n }",
//!     "saved = Desat.\nrobots = { $count ->\n    [one] un robot\n   *[other] { $count } robots\n }",
//! ]);
//!
//! assert_eq!(CATALOGUE.get("saved"), "Saved.");
//! assert_eq!(sim_text::format!(CATALOGUE, "robots", count = 2_u32), "2 robots");
//! set_language(Language::Catalan);
//! assert_eq!(CATALOGUE.get("saved"), "Desat.");
//! assert_eq!(sim_text::format!(CATALOGUE, "robots", count = 1_u32), "un robot");
//! ```

#![forbid(unsafe_code)]

mod catalogue;
pub mod check;
mod language;

pub use catalogue::{Argument, Catalogue};
pub use language::{Language, language, set_language};
