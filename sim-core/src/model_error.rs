//! What can be wrong with a robot's data or a mesh, and what a reader ignored or guessed.

use crate::diagnostic::{Code, nearest};
use std::fmt;
use std::path::{Path, PathBuf};

/// The facts about one finding: what, where, expected, found, and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// One sentence: what is wrong, or what was ignored or guessed.
    pub message: String,
    /// File it was found in.
    pub file: Option<PathBuf>,
    /// Line, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1.
    pub column: Option<u32>,
    /// Where in the data, such as `links[2].mass`.
    pub path: Option<String>,
    /// What would have been right.
    pub expected: Option<String>,
    /// What stands there.
    pub found: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// The nearest known name, where a name is unknown.
    pub nearest: Option<String>,
}

impl Report {
    /// A report that has its sentence only.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// Names the file.
    #[must_use]
    pub fn file(mut self, file: impl AsRef<Path>) -> Self {
        self.file = Some(file.as_ref().to_path_buf());
        self
    }

    /// Names line and column, both from 1.
    #[must_use]
    pub fn at(mut self, line: u32, column: u32) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// Names the line, from 1, where the column says nothing.
    #[must_use]
    pub fn line(mut self, line: u32) -> Self {
        self.line = Some(line);
        self
    }

    /// Names the place in the data.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Says what would have been right.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Says what stands there; long text is cut.
    #[must_use]
    pub fn found(mut self, found: impl fmt::Display) -> Self {
        self.found = Some(shortened(&found.to_string()));
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Proposes the known name nearest to `name`, or lists the known ones if none is near.
    #[must_use]
    pub fn known<'a>(mut self, name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Self {
        self.nearest = nearest(name, known.clone()).map(str::to_string);
        let list: Vec<&str> = known.into_iter().take(MOST_NAMES).collect();
        if self.nearest.is_none() && !list.is_empty() {
            self.expected = Some(format!("one of {names}", names = list.join(", ")));
        }
        self
    }
}

/// Most names that a report lists.
const MOST_NAMES: usize = 24;

/// Characters of found text that a report repeats.
const MOST_CHARACTERS: usize = 120;

/// The text in one piece of bounded length, so that a broken file cannot flood the reader.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
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
        /// Why a robot or a mesh could not be used. The variant is the class, the [`Report`] carries the facts.
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum ModelError {
            $($(#[$meta])* #[error("{0}")] $name(Box<Report>),)*
        }

        impl ModelError {
            /// Stable text of the class.
            pub fn code(&self) -> &'static str {
                match self { $(Self::$name(_) => $text,)* }
            }

            /// Code of the class as a diagnostic.
            pub fn diagnostic_code(&self) -> Code {
                match self { $(Self::$name(_) => Code::$code,)* }
            }

            /// The facts.
            pub fn report(&self) -> &Report {
                match self { $(Self::$name(report) => report,)* }
            }

            /// The facts, to add to them.
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
    /// A file cannot be read.
    Unreadable = "model/unreadable", ModelUnreadable;
    /// The text is not well formed.
    Syntax = "model/syntax", ModelSyntax;
    /// A name stands for nothing: a field, an element, a link.
    Unknown = "model/unknown", ModelReference;
    /// Something required is absent.
    Missing = "model/missing", ModelValue;
    /// A value is of the wrong kind or out of its range.
    Value = "model/value", ModelValue;
    /// Links and joints do not make one tree, or a name occurs twice.
    Structure = "model/structure", ModelReference;
    /// A package or a mesh file cannot be found.
    Unresolved = "model/unresolved", ModelPackage;
    /// The file is of a kind that is not read here.
    Unsupported = "model/unsupported", ModelSyntax;
    /// Triangles that cannot be used.
    Mesh = "model/mesh", ModelMesh;
    /// Strict reading refuses what was ignored or guessed.
    Strict = "model/strict", ModelIgnored;
}

impl ModelError {
    /// Names the file unless one is named already.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Self {
        let report = self.report_mut();
        if report.file.is_none() {
            report.file = Some(file.to_path_buf());
        }
        self
    }
}

/// Largest file that the readers of this crate take, bytes: what exceeds it is not a robot.
const LARGEST_FILE: u64 = 1 << 30;

/// All bytes of a file, or an error that says why not.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, ModelError> {
    let refuse = |report: Report| Err(ModelError::Unreadable(Box::new(report.file(path))));
    match std::fs::metadata(path) {
        Err(error) => {
            return refuse(Report::new(format!("cannot be read: {error}")).help("check the path"));
        }
        Ok(meta) if meta.is_dir() => {
            return refuse(Report::new("is a folder").help("name a file in it"));
        }
        Ok(meta) if !meta.is_file() => {
            return refuse(Report::new("is no regular file").help("name a file that is stored on a disk"));
        }
        Ok(meta) if meta.len() > LARGEST_FILE => {
            return refuse(Report::new("is larger than 1 GiB").help("reduce the mesh to what a simulation needs"));
        }
        Ok(_) => {}
    }
    std::fs::read(path).or_else(|error| refuse(Report::new(format!("cannot be read: {error}"))))
}

/// The bytes as text without byte order mark, or an error that names the line of the first bad byte.
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
        assert_eq!(report.found.map(|text| text.chars().count()), Some(MOST_CHARACTERS + 2));
    }

    #[test]
    fn text_that_is_not_utf8_names_its_line() {
        let error = utf8(b"a\nb\n\xff", Path::new("f")).unwrap_err();
        assert_eq!(error.report().line, Some(3));
        assert_eq!(utf8(b"\xef\xbb\xbfa", Path::new("f")), Ok("a"));
    }
}
