//! Rows of a label and a value, as summaries for people have them.

use std::fmt::Write;

/// Rows.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Vec<(&'static str, String)>,
}

impl Rows {
    /// A row more.
    pub fn add(&mut self, label: &'static str, value: impl Into<String>) {
        self.rows.push((label, value.into()));
    }

    /// A row without a label, which belongs to the one before.
    pub fn more(&mut self, value: impl Into<String>) {
        self.add("", value);
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
