//! The guide explains every diagnostic code, and no others.

use sim_core::diagnostic::{Code, Explanation};
use sim_core::scene::Scene;
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
        Some(name) if name.ends_with(".rs") && !["code.rs", "exit.rs", "tests.rs"].contains(&name) => {
            std::fs::read_to_string(&path).unwrap()
        }
        _ => String::new(),
    });
    texts.collect()
}

#[test]
fn every_code_is_given_to_some_finding() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = ["sim-core", "sim-cli", "sim-gui"].map(|folder| sources(&workspace.join(folder))).concat();
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
fn every_section_says_meaning_cause_and_remedy_and_has_examples_before_and_after() {
    for code in Code::all() {
        let Explanation { meaning, cause, remedy, before, after } = code.explanation();
        for part in [meaning, cause, remedy] {
            assert!(part.len() > 10 && !part.contains("]("), "{code}: {part}");
        }
        assert!(before.len() > 3 && after.len() > 3 && before != after, "{code}: {before} / {after}");
    }
}

/// Codes of scenes whose examples need a file, a plugin, or another format than a part of a scene.
const OTHER_EXAMPLES: &[&str] = &[
    "SC001", "SC002", "SC005", "SC006", "SC021", "SC025", "SC026", "SC027", "SC028", "SC029", "SC032", "SC033",
    "SC034", "SC037", "SC038",
];

#[test]
fn the_example_before_leads_to_the_code_and_the_one_after_to_nothing() {
    let codes = Code::all().iter().filter(|code| code.as_str().starts_with("SC"));
    for code in codes.filter(|code| !OTHER_EXAMPLES.contains(&code.as_str())) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("rock.obj"), "").unwrap();
        let file = folder.path().join("a.ron");
        std::fs::write(folder.path().join("map.ron"), "(format_version: 1, include: [])").unwrap();
        let found = |example: &str| {
            std::fs::write(&file, format!("(format_version: 1,\n{example}\n)")).unwrap();
            match Scene::load(&file) {
                Ok(loaded) => loaded.warnings,
                Err(findings) => findings,
            }
        };
        let Explanation { before, after, .. } = code.explanation();
        let findings = found(&before);
        assert!(
            findings.len() == 1 && findings.iter().all(|finding| finding.code == *code),
            "{code}: {before}\n{findings}"
        );
        assert!(found(&after).is_empty(), "{code}: {after}\n{}", found(&after));
    }
}
