//! Converts model errors to diagnostics.

use crate::model_error::{ModelError, Report};
use sim_diagnostics::{Code, Diagnostic, Place, Severity};

impl From<&ModelError> for Diagnostic {
    fn from(error: &ModelError) -> Self {
        error.report().diagnostic_of(Severity::Error, error.diagnostic_code())
    }
}

impl Report {
    /// Converts the report to a warning of this class.
    pub fn diagnostic(&self, code: Code) -> Diagnostic {
        self.diagnostic_of(Severity::Warning, code)
    }

    fn diagnostic_of(&self, severity: Severity, code: Code) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(severity, code, &self.message);
        if let Some(file) = &self.file {
            let name = file.display().to_string();
            diagnostic = diagnostic.with_file(&name);
            if let (Some(line), Ok(text)) = (self.line, std::fs::read_to_string(file)) {
                let place = place(&text, line as usize, self.column.unwrap_or(1) as usize);
                diagnostic = diagnostic.with_place(name, text.into(), place);
            }
        }
        diagnostic.path = self.path.clone();
        diagnostic.expected = self.expected.clone();
        diagnostic.found = self.found.clone();
        diagnostic.help = self.help.clone();
        diagnostic.nearest = self.nearest.clone();
        diagnostic
    }
}

/// Place of a line and a column in a text.
fn place(text: &str, line: usize, column: usize) -> Place {
    let start_of_line: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = &text[start_of_line.min(text.len())..];
    let offset = rest.char_indices().nth(column - 1).map_or(0, |(offset, _)| offset);
    let start = start_of_line.min(text.len()) + offset;
    let end = text[start..].char_indices().nth(1).map_or(text.len(), |(next, _)| start + next);
    Place { start, end, line, column }
}
