//! Compiler messages and the source locations in them.

use serde_json::Value;
use sim_core::diagnostic::Severity;
use std::path::{Path, PathBuf};

/// A location in a file; line and column are 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// The line.
    pub line: usize,
    /// The column, characters.
    pub column: usize,
}

/// A message of a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildMessage {
    /// Its severity.
    pub severity: Severity,
    /// Its location; `None` for a message without one.
    pub place: Option<Place>,
    /// Its text, in one line.
    pub text: String,
    /// The complete compiler output for it.
    pub whole: String,
}

impl BuildMessage {
    /// Whether it prevents the build from succeeding.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// A message in Cargo's JSON output; `None` for other lines. Relative paths are resolved from `folder` or one of its
/// ancestors.
pub(super) fn of_cargo(event: &Value, folder: &Path) -> Option<BuildMessage> {
    let message = event.get("message").filter(|_| event["reason"] == "compiler-message")?;
    let severity = match message["level"].as_str()? {
        "error" | "error: internal compiler error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Note,
    };
    let spans = message["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
    let place = spans.iter().find(|span| span["is_primary"] == true).and_then(|span| {
        let number = |name: &str| span[name].as_u64().and_then(|number| usize::try_from(number).ok());
        let (line, column) = (number("line_start")?, number("column_start")?);
        Some(Place { file: resolved(Path::new(span["file_name"].as_str()?), folder), line, column })
    });
    let text = message["message"].as_str()?.to_owned();
    // Messages that only count others or refer to further documentation contain no information.
    const AFTER: [&str; 3] =
        ["aborting due to", "For more information about", "Some errors have detailed explanations"];
    let only_counts = text.ends_with("warning emitted") || text.ends_with("warnings emitted");
    if place.is_none() && (only_counts || AFTER.iter().any(|words| text.starts_with(words))) {
        return None;
    }
    let whole = message["rendered"].as_str().unwrap_or(&text).trim_end().to_owned();
    Some(BuildMessage { severity, place, text, whole })
}

/// A message in a line of C or C++ compiler output: `file:line:column: error: text`, or `file(line,column): error text`
/// on Windows.
pub(super) fn of_line(line: &str, folder: &Path) -> Option<BuildMessage> {
    const WORDS: [(&str, Severity); 4] = [
        ("fatal error", Severity::Error),
        ("error", Severity::Error),
        ("warning", Severity::Warning),
        ("note", Severity::Note),
    ];
    for (word, severity) in WORDS {
        let Some(at) = line.find(&format!(": {word}")) else { continue };
        let (before, after) = (&line[..at], &line[at + 2 + word.len()..]);
        let text = match after.split_once(':') {
            // `error C2065: text`: the number of the message comes first.
            Some((code, text)) if code.trim().chars().all(char::is_alphanumeric) => text.trim(),
            _ => continue,
        };
        let Some(place) = place(before, folder) else { continue };
        return Some(BuildMessage { severity, place: Some(place), text: text.to_owned(), whole: line.to_owned() });
    }
    None
}

fn place(text: &str, folder: &Path) -> Option<Place> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|number| *number > 0);
    if let Some((file, numbers)) = text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        let (line, column) = numbers.split_once(',').unwrap_or((numbers, "1"));
        return Some(Place { file: resolved(Path::new(file), folder), line: number(line)?, column: number(column)? });
    }
    let (rest, last) = text.rsplit_once(':')?;
    let last = number(last)?;
    match rest.rsplit_once(':').and_then(|(file, line)| Some((file, number(line)?))) {
        Some((file, line)) => Some(Place { file: resolved(Path::new(file), folder), line, column: last }),
        None => Some(Place { file: resolved(Path::new(rest), folder), line: last, column: 1 }),
    }
}

/// Resolves a path relative to a folder or one of its ancestors, such as that of a workspace.
fn resolved(file: &Path, folder: &Path) -> PathBuf {
    let found = folder.ancestors().map(|folder| folder.join(file)).find(|file| file.is_file());
    found.unwrap_or_else(|| folder.join(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn messages_of_rust_have_their_place() {
        let event = json!({"reason": "compiler-message", "message": {
            "level": "error", "message": "mismatched types", "rendered": "error[E0308]: mismatched types\n --> src/lib.rs:3:5\n",
            "spans": [
                {"is_primary": false, "file_name": "src/other.rs", "line_start": 1, "column_start": 1},
                {"is_primary": true, "file_name": "src/lib.rs", "line_start": 3, "column_start": 5},
            ],
        }});
        let message = of_cargo(&event, Path::new("/desk/avoid")).unwrap();
        let place = Place { file: "/desk/avoid/src/lib.rs".into(), line: 3, column: 5 };
        assert_eq!(
            (message.severity, message.place, &*message.text),
            (Severity::Error, Some(place), "mismatched types")
        );
        assert!(message.whole.ends_with("src/lib.rs:3:5"));
        let summary = json!({"reason": "compiler-message", "message": {
            "level": "error", "message": "aborting due to 1 previous error", "spans": [],
        }});
        assert_eq!(of_cargo(&summary, Path::new("/desk")), None);
        assert_eq!(of_cargo(&json!({"reason": "build-finished", "success": false}), Path::new("/desk")), None);
    }

    /// BL-85: The window compiles a project, lists errors with their places and loads the result.
    #[test]
    fn messages_of_c_have_their_place() {
        let found = |line: &str| {
            let message = of_line(line, Path::new("/desk"))?;
            let place = message.place?;
            Some((message.severity, place.file.display().to_string(), place.line, place.column, message.text))
        };
        let expected =
            |severity, file: &str, line, column, text: &str| Some((severity, file.into(), line, column, text.into()));
        assert_eq!(
            found("avoid.c:12:5: error: expected ‘;’ before ‘return’"),
            expected(Severity::Error, "/desk/avoid.c", 12, 5, "expected ‘;’ before ‘return’")
        );
        assert_eq!(
            found("avoid.c:1:10: fatal error: nothing.h: No such file or directory"),
            expected(Severity::Error, "/desk/avoid.c", 1, 10, "nothing.h: No such file or directory")
        );
        assert_eq!(found("/a/b.c:7: warning: odd"), expected(Severity::Warning, "/a/b.c", 7, 1, "odd"));
        assert_eq!(
            found("C:\\desk\\avoid.c(12,5): error C2065: 'x': undeclared identifier"),
            expected(Severity::Error, "/desk/C:\\desk\\avoid.c", 12, 5, "'x': undeclared identifier")
        );
        for line in [
            "make: *** [Makefile:9: plugins/libavoid.so] Error 1",
            "cc -o avoid avoid.c",
            "avoid.c: In function ‘step’:",
            "",
        ] {
            assert_eq!(found(line), None, "{line}");
        }
    }
}
