//! A finding with its source line.

use super::{Diagnostic, Related, Severity};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
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
        Some(Box::new(self.0.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.0.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let near = self.0.did_you_mean();
        let parts: Vec<String> = near.into_iter().chain(self.0.help.clone()).collect();
        (!parts.is_empty()).then(|| Box::new(parts.join(" ")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source.as_ref().map(|_| self as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = self.0.place?;
        let label = self.0.expected.as_ref().map(|expected| format!("expected {expected}"));
        let main = LabeledSpan::new_primary_with_span(label, (place.start, place.end - place.start));
        let same_file = move |related: &&Related| Some(&related.file) == self.0.file.as_ref();
        let others = self.0.related.iter().filter(same_file).map(|related| {
            let length = related.place.end - related.place.start;
            LabeledSpan::new_with_span(Some(related.message.clone()), (related.place.start, length))
        });
        Some(Box::new(std::iter::once(main).chain(others)))
    }
}

/// The text of the file, with its name.
impl SourceCode for Pretty {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = self.0.source.as_deref().unwrap_or_default();
        let read = text.read_span(span, lines_before, lines_after)?;
        let name = self.0.file.as_deref().unwrap_or_default().to_string();
        let (line, column, lines) = (read.line(), read.column(), read.line_count());
        Ok(Box::new(MietteSpanContents::new_named(name, read.data(), *read.span(), line, column, lines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::full;

    #[test]
    fn graphical_form_has_source_and_labels() {
        let full = Pretty(full());
        let labels: Vec<_> = miette::Diagnostic::labels(&full).unwrap().collect();
        assert_eq!(labels.len(), 4);
        assert_eq!((labels[0].offset(), labels[0].len()), (2, 6));
        assert!(miette::Diagnostic::source_code(&full).is_some());
    }
}
