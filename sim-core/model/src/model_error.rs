//! Errors in a robot's data or a mesh, and warnings about ignored or guessed data.

use sim_diagnostics::{Code, nearest};
use std::fmt;
use std::path::{Path, PathBuf};

/// Facts about one finding: error, location, expected, found, help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// One sentence: the error, or what was ignored or guessed.
    pub message: String,
    /// File.
    pub file: Option<PathBuf>,
    /// Line, 1-based.
    pub line: Option<u32>,
    /// Column in characters, 1-based.
    pub column: Option<u32>,
    /// Path in the data, such as `links[2].mass`.
    pub path: Option<String>,
    /// Expected value.
    pub expected: Option<String>,
    /// Actual value.
    pub found: Option<String>,
    /// How to fix it.
    pub help: Option<String>,
    /// Nearest known name for an unknown one.
    pub nearest: Option<String>,
}

impl Report {
    /// A report with a message only.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// Sets the file.
    #[must_use]
    pub fn file(self, file: impl AsRef<Path>) -> Self {
        Self { file: Some(file.as_ref().to_path_buf()), ..self }
    }

    /// Sets line and column, both 1-based.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// Sets the line, 1-based, without a column.
    #[must_use]
    pub fn line(self, line: u32) -> Self {
        Self { line: Some(line), ..self }
    }

    /// Sets the path in the data.
    #[must_use]
    pub fn path(self, path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Sets the expected value.
    #[must_use]
    pub fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: Some(expected.into()), ..self }
    }

    /// Sets the actual value; long text is shortened.
    #[must_use]
    pub fn found(self, found: impl fmt::Display) -> Self {
        Self { found: Some(shortened(&found.to_string())), ..self }
    }

    /// Sets the help.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Suggests the known name nearest to `name`, or lists the known ones if none is close.
    #[must_use]
    pub fn known<'a>(mut self, name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Self {
        self.nearest = nearest(name, known.clone()).map(str::to_string);
        let list: Vec<&str> = known.into_iter().take(MAX_NAMES).collect();
        if self.nearest.is_none() && !list.is_empty() {
            self.expected = Some(format!("one of {names}", names = list.join(", ")));
        }
        self
    }
}

/// Maximum number of names that a report lists.
const MAX_NAMES: usize = 24;

/// Maximum number of characters of found text in a report.
const MAX_CHARACTERS: usize = 120;

/// The text on one line with limited length, so that a broken file cannot flood the output.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_string(),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", file.display())?;
            if let Some(line) = self.line {
                write!(f, "{line}:")?;
            }
            if let Some(column) = self.column {
                write!(f, "{column}:")?;
            }
            write!(f, " ")?;
        }
        write!(f, "{}", self.message)?;
        if let Some(path) = &self.path {
            write!(f, " (at {path})")?;
        }
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        if let Some(found) = &self.found {
            write!(f, "; found {found}")?;
        }
        if let Some(nearest) = &self.nearest {
            write!(f, "; did you mean `{nearest}`?")?;
        }
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}

/// Describes each class once: its variant, its stable text, and its code as a diagnostic.
macro_rules! classes {
    ($($(#[$meta:meta])* $name:ident = $text:literal, $code:ident;)*) => {
        /// Reason why a robot or a mesh could not be used. The variant is the class; the [`Report`] holds the
        /// facts.
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum ModelError {
            $($(#[$meta])* #[error("{0}")] $name(Box<Report>),)*
        }

        impl ModelError {
            /// Stable name of the class.
            pub fn code(&self) -> &'static str {
                match self { $(Self::$name(_) => $text,)* }
            }

            /// Diagnostic code of the class.
            pub fn diagnostic_code(&self) -> Code {
                match self { $(Self::$name(_) => Code::$code,)* }
            }

            /// The report.
            pub fn report(&self) -> &Report {
                match self { $(Self::$name(report) => report,)* }
            }

            /// The report, for adding facts.
            pub fn report_mut(&mut self) -> &mut Report {
                match self { $(Self::$name(report) => report,)* }
            }
        }

        /// One error of each class, in order.
        #[cfg(test)]
        fn one_of_each(report: &Report) -> Vec<ModelError> {
            vec![$(ModelError::$name(Box::new(report.clone()))),*]
        }
    };
}

classes! {
    /// The file cannot be read.
    Unreadable = "model/unreadable", ModelUnreadable;
    /// The text is malformed.
    Syntax = "model/syntax", ModelSyntax;
    /// A field, an element or a link with this name does not exist.
    Unknown = "model/unknown", ModelReference;
    /// A required item is missing.
    Missing = "model/missing", ModelValue;
    /// A value has the wrong type or is out of range.
    Value = "model/value", ModelValue;
    /// Links and joints do not form a single tree, or a name is not unique.
    Structure = "model/structure", ModelReference;
    /// A package or a mesh file does not exist.
    Unresolved = "model/unresolved", ModelPackage;
    /// The file format is not supported.
    Unsupported = "model/unsupported", ModelSyntax;
    /// Unusable triangles.
    Mesh = "model/mesh", ModelMesh;
    /// Data was ignored or guessed, which strict mode rejects.
    Strict = "model/strict", ModelIgnored;
}

impl ModelError {
    /// Sets the file if none is set.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Self {
        let report = self.report_mut();
        if report.file.is_none() {
            report.file = Some(file.to_path_buf());
        }
        self
    }
}

/// The first of at least one problem.
pub(crate) fn first(mut problems: Vec<ModelError>) -> ModelError {
    problems.swap_remove(0)
}

/// Maximum size of a file that the readers of this crate accept, bytes: anything larger is not a robot.
const LARGEST_FILE: u64 = 1 << 30;

/// Reads all bytes of a file.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, ModelError> {
    let refuse = |report: Report| Err(ModelError::Unreadable(Box::new(report.file(path))));
    match std::fs::metadata(path) {
        Err(error) => {
            return refuse(Report::new(format!("cannot be read: {error}")).help("check the path"));
        }
        Ok(meta) if meta.is_dir() => {
            return refuse(Report::new("is a folder").help("specify a file in it"));
        }
        Ok(meta) if !meta.is_file() => {
            return refuse(Report::new("is not a regular file").help("specify a regular file"));
        }
        Ok(meta) if meta.len() > LARGEST_FILE => {
            return refuse(Report::new("is larger than 1 GiB").help("simplify the mesh"));
        }
        Ok(_) => {}
    }
    std::fs::read(path).or_else(|error| refuse(Report::new(format!("cannot be read: {error}"))))
}

/// Decodes bytes as text without byte order mark; an error has the line of the first invalid byte.
pub(crate) fn utf8<'a>(bytes: &'a [u8], file: &Path) -> Result<&'a str, ModelError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() as u32;
        let report = Report::new("is not UTF-8 text").file(file).line(line);
        ModelError::Syntax(Box::new(report.help("save the file as UTF-8")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_reads_as_one_line_with_place_cause_and_remedy() {
        let report = Report::new("unknown link `arn`").file("a.urdf").at(3, 7).found("arn").help("rename it");
        let report = report.known("arn", ["base", "arm"]);
        assert_eq!(report.to_string(), "a.urdf:3:7: unknown link `arn`; found arn; did you mean `arm`?; rename it");
    }

    #[test]
    fn every_class_has_a_text_of_its_own_and_carries_its_report() {
        let report = Report::new("x");
        let mut texts = std::collections::BTreeSet::new();
        for mut error in one_of_each(&report) {
            assert!(error.code().starts_with("model/") && texts.insert(error.code()), "{}", error.code());
            assert!(error.diagnostic_code().as_str().starts_with("MD"), "{}", error.code());
            assert_eq!((error.report(), error.to_string()), (&report, "x".to_string()));
            error.report_mut().line = Some(3);
            assert_eq!(error.in_file(Path::new("f")).report(), &Report::new("x").file("f").line(3));
        }
        assert_eq!(texts.len(), 10);
    }

    #[test]
    fn found_text_is_cut_at_a_character_not_a_byte() {
        let report = Report::new("x").found("é".repeat(500));
        assert_eq!(report.found.map(|text| text.chars().count()), Some(MAX_CHARACTERS + 2));
    }

    #[test]
    fn text_that_is_not_utf8_names_its_line() {
        let error = utf8(b"a\nb\n\xff", Path::new("f")).unwrap_err();
        assert_eq!(error.report().line, Some(3));
        assert_eq!(utf8(b"\xef\xbb\xbfa", Path::new("f")), Ok("a"));
    }
}
