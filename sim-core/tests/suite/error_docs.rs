//! The guide explains every diagnostic code, and no others.

use sim_core::diagnostic::Code;
use std::path::Path;

const PAGE: &str = include_str!("../../../docs/src/errors.md");

/// Sections of single codes: heading without `### `, and text.
fn sections() -> Vec<(&'static str, &'static str)> {
    let parts = PAGE.split("\n### ").skip(1);
    parts.map(|part| part.split_once('\n').expect("a heading ends with its line")).collect()
}

#[test]
fn every_code_has_a_section_under_its_title_in_order() {
    let headings: Vec<&str> = sections().iter().map(|(heading, _)| *heading).collect();
    let expected: Vec<String> = Code::all().iter().map(|code| format!("{code}: {}", code.title())).collect();
    assert_eq!(headings, expected);
}

/// All Rust text below a folder, except the list of codes itself and the table of exit statuses.
fn sources(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let texts = paths.map(|path| match path.file_name().and_then(|name| name.to_str()) {
        _ if path.is_dir() => sources(&path),
        Some("code.rs" | "exit.rs" | "tests.rs") | None => String::new(),
        Some(_) => std::fs::read_to_string(&path).unwrap(),
    });
    texts.collect()
}

#[test]
fn every_code_is_given_to_some_finding() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["sim-core/src", "sim-core/pack/src", "sim-cli/src", "sim-cli/nautilus/src", "sim-gui/src"];
    let text = folders.map(|folder| sources(&workspace.join(folder))).concat();
    let used = |code: &&Code| {
        let name = format!("Code::{code:?}");
        let mut ends = text.match_indices(&name).map(|(start, _)| text[start + name.len()..].chars().next());
        ends.any(|next| !next.is_some_and(char::is_alphanumeric))
    };
    // Classes of model errors use their code without its type.
    let of_model = |code: &&Code| code.as_str().starts_with("MD") && text.contains(&format!(", {code:?};"));
    let unused: Vec<_> = Code::all().iter().filter(|code| !used(code) && !of_model(code)).collect();
    assert!(unused.is_empty(), "no finding has the codes {unused:?}");
}

#[test]
fn every_section_says_meaning_cause_and_remedy() {
    for (heading, text) in sections() {
        let (meaning, rest) = text.split_once("**Typical cause:**").unwrap_or_else(|| panic!("{heading}: no cause"));
        let (cause, rest) = rest.split_once("**What to do:**").unwrap_or_else(|| panic!("{heading}: no remedy"));
        let remedy = rest.split("\n## ").next().unwrap_or_default();
        for part in [meaning, cause, remedy] {
            assert!(part.trim().len() > 10, "{heading}: a part is empty");
        }
    }
}
