//! A finding with its source line.

use super::Diagnostic;
use miette::{LabeledSpan, SourceCode};
use std::fmt;

/// A diagnostic for miette's graphical reporter: its `Display` is the message only, because the reporter
/// itself shows place, help and source line.
#[derive(Clone, Debug)]
pub struct Pretty(pub Diagnostic);

impl fmt::Display for Pretty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.headline())
    }
}

impl std::error::Error for Pretty {}

impl miette::Diagnostic for Pretty {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        miette::Diagnostic::code(&self.0)
    }

    fn severity(&self) -> Option<miette::Severity> {
        miette::Diagnostic::severity(&self.0)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        miette::Diagnostic::help(&self.0)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        miette::Diagnostic::source_code(&self.0)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        miette::Diagnostic::labels(&self.0)
    }
}
