//! Diagnostics, shared by the terminal, `--json` output and the window.
//!
//! ```
//! use sim_diagnostics::{Code, Diagnostic};
//!
//! let problem = Diagnostic::error(Code::SceneUnknownField, "unknown field `raduis`")
//!     .with_expected("one of `radius`, `height`")
//!     .with_nearest("radius");
//! assert_eq!(
//!     problem.to_string(),
//!     "error[SC007]: unknown field `raduis`\n  expected: one of `radius`, `height`\n  did you mean `radius`?"
//! );
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

mod code;
pub mod data_path;
mod explanation;
pub mod marks;
#[cfg(feature = "graphical")]
mod pretty;
pub mod words;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use code::Code;
pub use explanation::Explanation;
#[cfg(feature = "graphical")]
pub use pretty::Pretty;
pub use sim_abi::fault::nearest;

/// Severity of a finding. Ordered: errors first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The user must act; nothing runs until it is fixed.
    Error,
    /// The result may differ from the user's expectation.
    Warning,
    /// For information; needs no action.
    Note,
}

impl Severity {
    /// Name in messages.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A place in a text: byte range, plus line and column of its start for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// First byte of the range, 0-based.
    pub start: usize,
    /// Byte after the range.
    pub end: usize,
    /// Line of `start`, 1-based.
    pub line: usize,
    /// Column of `start` in characters, 1-based.
    pub column: usize,
}

/// Writes numbers with many digits with an exponent: 1e308 has 309 of them. Digits in a path, a name or a digest are not numbers: a
/// number is one that this program formatted.
fn short_numbers(text: String) -> String {
    /// Maximum length of a number that is written out: every `f64` between 1e-6 and 1e17 is shorter.
    const MAX_DIGITS: usize = 25;
    let of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'.';
    let of_name = |c: char| c.is_alphanumeric() || "_-/\\".contains(c);
    let runs = || text.as_bytes().chunk_by(|one, two| of_word(one) == of_word(two));
    if !runs().any(|run| run.len() > MAX_DIGITS) {
        return text;
    }
    let mut start = 0;
    let shortened = runs().map(|run| {
        let (before, run, after) = (&text[..start], &text[start..start + run.len()], &text[start + run.len()..]);
        start += run.len();
        let is_part = before.strip_suffix('-').unwrap_or(before).ends_with(of_name) || after.starts_with(of_name);
        match run.parse::<f64>() {
            Ok(number) if run.len() > MAX_DIGITS && !is_part && number.to_string() == run => format!("{number:e}"),
            _ => run.to_string(),
        }
    });
    shortened.collect()
}

/// A second place of a finding, such as the first use of a duplicate name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// Message.
    pub message: String,
    /// File of the place, as the user named it.
    pub file: String,
    /// The place itself.
    pub place: Place,
}

/// One finding: message, location, expected and found, help. Its `Debug` form is the text for users, too, which `main` prints when it
/// returns an error.
#[derive(Clone, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable class of the finding.
    pub code: Code,
    /// Severity.
    pub severity: Severity,
    /// Message, one sentence without a final period.
    pub message: String,
    /// File, as specified by the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Place in that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Path in the document, for example `robots[2].dynamics`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Expected value, with unit and range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Actual value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// Help: what to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Nearest known name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// Further places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// Text of the file, for showing the place.
    #[serde(skip)]
    source: Option<Arc<str>>,
}

impl Diagnostic {
    /// A finding with the given severity, without place.
    pub fn new(severity: Severity, code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: short_numbers(message.into()),
            file: None,
            place: None,
            path: None,
            expected: None,
            found: None,
            help: None,
            nearest: None,
            related: Vec::new(),
            source: None,
        }
    }

    /// An error without place.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// An error without place: expected something else.
    pub fn unexpected(code: Code, expected: impl Into<String>) -> Self {
        let expected = expected.into();
        Self::error(code, format!("expected {expected}")).with_expected(expected)
    }

    /// A warning without place.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// A warning without place: a former name is used.
    pub fn renamed(former: &str, name: &str) -> Self {
        Self::warning(Code::SceneRenamed, format!("`{former}` is now called `{name}`"))
            .with_help(format!("write `{name}`; the next version rejects `{former}`"))
    }

    /// Sets the file without a place in it.
    pub fn with_file(self, file: impl Into<String>) -> Self {
        Self { file: Some(file.into()), ..self }
    }

    /// Sets file and place, and keeps the text for showing the place.
    pub fn with_place(mut self, file: impl Into<String>, text: Arc<str>, place: Place) -> Self {
        let file = file.into();
        self.source = Some(text);
        self.file = Some(file);
        self.place = Some(place);
        self
    }

    /// Sets the path in the document.
    pub fn with_path(self, path: impl Into<String>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    /// Sets the expected value.
    pub fn with_expected(self, expected: impl Into<String>) -> Self {
        Self { expected: Some(short_numbers(expected.into())), ..self }
    }

    /// Sets the actual value.
    pub fn with_found(self, found: impl Into<String>) -> Self {
        Self { found: Some(short_numbers(found.into())), ..self }
    }

    /// Downgrades the finding to a warning, for a run that continues without the affected item.
    pub fn into_warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// Sets the help.
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(short_numbers(help.into())), ..self }
    }

    /// Sets the nearest known name.
    pub fn with_nearest(self, name: impl Into<String>) -> Self {
        Self { nearest: Some(name.into()), ..self }
    }

    /// Adds "did you mean" for `name` if one of the candidates is close enough.
    pub fn with_nearest_of<'a>(self, name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        Self { nearest: nearest(name, candidates).map(str::to_owned), ..self }
    }

    /// Adds a second place.
    pub fn with_related(mut self, related: Related) -> Self {
        self.related.push(related);
        self
    }

    /// Message and actual value in one sentence.
    pub fn headline(&self) -> String {
        let message = &self.message;
        match &self.found {
            Some(found) => format!("{message}, found {found}"),
            None => message.clone(),
        }
    }

    /// "did you mean `radius`?", if a known name is close.
    pub fn did_you_mean(&self) -> Option<String> {
        let name = self.nearest.as_ref()?;
        Some(format!("did you mean `{name}`?"))
    }

    /// Lines of the plain form, the first one not indented.
    fn lines(&self) -> Vec<String> {
        let Self { code, message, .. } = self;
        let severity = self.severity.word();
        let mut lines = vec![format!("{severity}[{code}]: {message}")];
        lines.extend(self.place_line());
        lines.extend(self.expected.as_ref().map(|expected| format!("expected: {expected}")));
        lines.extend(self.found.as_ref().map(|found| format!("found: {found}")));
        lines.extend(self.did_you_mean());
        lines.extend(self.related.iter().take(2).map(|Related { message, file, place }| {
            let place = format!("{file}:{}:{}", place.line, place.column);
            format!("{message} at {place}")
        }));
        let more = self.related.len().checked_sub(2).filter(|more| *more > 0);
        lines.extend(more.map(|more| format!("… and {more} more places")));
        lines.extend(self.help_line());
        lines
    }

    /// All lines of the plain form, without length limit.
    pub fn sentence(&self) -> String {
        self.lines().join("\n  ")
    }

    /// "help: …", if there is help.
    pub fn help_line(&self) -> Option<String> {
        self.help.as_ref().map(|help| format!("help: {help}"))
    }

    fn place_line(&self) -> Option<String> {
        let path = self.path.as_deref().filter(|path| !path.is_empty());
        let place = match (&self.file, &self.place) {
            (Some(file), Some(place)) => format!("--> {file}:{}:{}", place.line, place.column),
            (Some(file), None) => format!("--> {file}"),
            (None, _) if path.is_some() => "-->".to_string(),
            (None, _) => return None,
        };
        Some(path.map_or_else(|| place.clone(), |path| format!("{place} ({path})")))
    }
}

/// Maximum length of a line of the plain form.
const LINE_LIMIT: usize = 400;

/// One line: line breaks become spaces, and very long text is shortened.
fn one_line(text: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() <= LINE_LIMIT {
        return flat;
    }
    let mut cut: String = flat.chars().take(LINE_LIMIT).collect();
    cut.push('…');
    cut
}

impl fmt::Display for Diagnostic {
    /// Plain form: at most 10 lines, without color and source line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().iter().map(|line| one_line(line)).collect::<Vec<_>>().join("\n  "))
    }
}

impl fmt::Debug for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Diagnostic {}

impl From<sim_abi::Fault> for Diagnostic {
    fn from(fault: sim_abi::Fault) -> Self {
        let diagnostic = Self::error(Code::EngineError, fault.message());
        if fault.advice().is_empty() { diagnostic } else { diagnostic.with_help(fault.advice()) }
    }
}

/// All findings of an operation, errors before warnings, in the order of the files. Every error of this crate converts to it with `?`; its
/// `Debug` form is the text for users, too, which `main` prints when it returns an error.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds all findings of another list.
    pub fn append(&mut self, other: Diagnostics) {
        self.0.extend(other.0);
    }

    /// Whether at least one finding is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of findings.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Findings in their current order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// Sorts by severity, file, place and code, and removes duplicates.
    pub fn sort(&mut self) {
        self.0.sort_by(|a, b| {
            let key = |one: &Diagnostic, other: &Diagnostic| {
                let places = (one.severity, &one.file, one.place).cmp(&(other.severity, &other.file, other.place));
                places.then_with(|| (one.code, &one.message).cmp(&(other.code, &other.message)))
            };
            key(a, b)
        });
        self.0.dedup_by(|a, b| {
            a.code == b.code && a.file == b.file && a.place == b.place && a.message == b.message && a.path == b.path
        });
    }
}

impl<E> From<E> for Diagnostics
where
    Diagnostic: From<E>,
{
    fn from(error: E) -> Self {
        Self(vec![error.into()])
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(iter: I) -> Self {
        Self(iter.into_iter().collect())
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_hundreds_of_digits_are_written_with_an_exponent() {
        let found = format!("({} m, -{}), ä {} and {}", 1e308, 1.5e-300, 0.1 + 0.2, 123_456_789_012_345_678_i64);
        let finding = Diagnostic::error(Code::SceneRange, "x").with_found(found);
        assert_eq!(finding.found.unwrap(), "(1e308 m, -1.5e-300), ä 0.30000000000000004 and 123456789012345678");
        let digest = "0".repeat(64);
        assert_eq!(short_numbers(format!("a{digest}")), format!("a{digest}"), "a digest is not a number");
    }

    #[test]
    fn names_of_files_keep_their_digits() {
        let digits = "20240101".repeat(4);
        for name in [
            format!("there is no file maps/{digits}/a.stl"),
            format!("{digits}/a.stl cannot be read"),
            format!("C:\\{digits}\\a.stl"),
            format!("scan_{digits}"),
            format!("{digits}_scan, scan-{digits}"),
            format!("{digits}-scan"),
            format!("ä{digits}"),
        ] {
            assert_eq!(short_numbers(name.clone()), name);
        }
        let number = (2e31).to_string();
        assert_eq!(short_numbers(format!("-{number}, (-{number})")), "-2e31, (-2e31)");
        assert_eq!(short_numbers(format!("it is {number}: …{number}")), "it is 2e31: …2e31");
    }

    #[test]
    fn digits_that_are_not_a_number_stay_unchanged() {
        let digests =
            ["0".repeat(64), format!("{}e{}", "1".repeat(30), "7".repeat(33)), "4".repeat(64), "1e27".repeat(7)];
        for text in digests.into_iter().chain(["20240101".repeat(4), format!("1.{}", "0".repeat(40))]) {
            assert_eq!(short_numbers(format!("the robot `{text}`")), format!("the robot `{text}`"));
            assert_eq!(short_numbers(text.clone()), text);
        }
    }

    pub(crate) fn full() -> Diagnostic {
        let place = Place { start: 2, end: 8, line: 1, column: 3 };
        let related = Related { message: "first used".into(), file: "a.ron".into(), place };
        Diagnostic::error(Code::SceneRange, "too\nsmall")
            .with_place("a.ron", Arc::from("( radius: 0 )"), place)
            .with_path("objects[0].radius")
            .with_expected("a number above 0 m")
            .with_found("0")
            .with_help("x\n".repeat(500))
            .with_nearest("radius")
            .with_related(related.clone())
            .with_related(related.clone())
            .with_related(related)
    }

    #[test]
    fn plain_form_has_at_most_ten_lines() {
        let text = full().to_string();
        assert!(text.lines().count() <= 10, "{text}");
        assert!(text.starts_with("error[SC012]: too small\n  --> a.ron:1:3 (objects[0].radius)\n"), "{text}");
    }

    #[test]
    fn json_form_names_code_place_and_leaves_the_source_out() {
        let json = serde_json::to_value(full()).unwrap();
        assert_eq!(json["code"], "SC012");
        assert_eq!(json["severity"], "error");
        assert_eq!(json["place"]["column"], 3);
        assert!(json.get("source").is_none());
    }

    #[test]
    fn nearest_finds_slips_and_refuses_strangers() {
        let names = ["radius", "height", "color"];
        assert_eq!(nearest("raduis", names), Some("radius"));
        assert_eq!(nearest("Height", names), Some("height"));
        assert_eq!(nearest("color", names), Some("color"));
        assert_eq!(nearest("thickness", names), None);
        assert_eq!(nearest("a", ["b"]), None);
    }

    #[test]
    fn sorting_puts_errors_first_and_drops_repetitions() {
        let mut list: Diagnostics = [Diagnostic::warning(Code::SceneRange, "w"), full(), full()].into_iter().collect();
        list.sort();
        assert_eq!(list.len(), 2);
        assert_eq!(list.iter().next().unwrap().severity, Severity::Error);
        assert!(list.has_errors());
    }
}
