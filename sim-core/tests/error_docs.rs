//! The guide explains every code of a diagnostic, and no other.

use sim_core::diagnostic::Code;

const PAGE: &str = include_str!("../../docs/src/errors.md");

/// The sections of single codes: heading without `### `, and text.
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
