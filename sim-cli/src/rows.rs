//! Rows of a label and a value, as summaries for people have them.

use sim_core::diagnostic::{Phrase, Sentence};
use std::fmt::Write;

/// Rows in the language in use.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Vec<(&'static str, String)>,
}

impl Rows {
    /// A row more.
    pub fn add(&mut self, label: Phrase, value: impl Into<Sentence>) {
        self.rows.push((label.told(), value.into().told().into_owned()));
    }

    /// A row without a label, which belongs to the one before.
    pub fn more(&mut self, value: impl Into<Sentence>) {
        self.add(Phrase::plain(""), value);
    }

    /// The text, with this before every row and labels at least so wide.
    pub fn text(&self, before: &str, least: usize) -> String {
        let width = self.rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).max(least);
        let mut text = String::new();
        for (label, value) in &self.rows {
            let _ = writeln!(text, "{before}{label:<width$} {value}");
        }
        text
    }
}
