//! Problems: the findings that the terminal shows too.

use crate::text;
use egui::{RichText, ScrollArea, Ui};
use sim_core::diagnostic::{Diagnostic, Severity};

/// Findings that are kept.
const KEPT: usize = 500;

/// The problems of the scene, of the plugins and of the run.
#[derive(Default)]
pub struct Problems {
    list: Vec<Diagnostic>,
}

impl Problems {
    /// Adds a finding, unless the same is there already.
    pub fn add(&mut self, finding: Diagnostic) {
        if self.list.len() < KEPT && !self.list.iter().any(|known| known.to_string() == finding.to_string()) {
            self.list.push(finding);
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Number of findings.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The findings.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Shows the findings.
    pub fn show(&self, ui: &mut Ui) {
        if self.list.is_empty() {
            return super::empty(ui, text::problems::NONE);
        }
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            for finding in &self.list {
                let color = match finding.severity {
                    Severity::Error => ui.visuals().error_fg_color,
                    _ => ui.visuals().warn_fg_color,
                };
                ui.label(RichText::new(finding.to_string()).monospace().color(color));
                ui.separator();
            }
        });
    }
}
