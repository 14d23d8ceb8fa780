//! Rows of labels and values for summaries.

use std::fmt::Write;

/// Rows of a summary.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Vec<(&'static str, String)>,
}

impl Rows {
    /// Adds a row.
    pub fn add(&mut self, label: &'static str, value: impl Into<String>) {
        self.rows.push((label, value.into()));
    }

    /// Adds a row without a label, which continues the previous one.
    pub fn more(&mut self, value: impl Into<String>) {
        self.add("", value);
    }

    /// Formats the rows, with this prefix and a minimum label width.
    pub fn text(&self, before: &str, least: usize) -> String {
        let width = self.rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).max(least);
        let mut text = String::new();
        for (label, value) in &self.rows {
            let _ = writeln!(text, "{before}{label:<width$} {value}");
        }
        text
    }
}
