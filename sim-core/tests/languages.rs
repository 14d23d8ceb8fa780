//! Findings in the languages: a program of its own, since the language is one for the whole process.

use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::scene::Scene;
use sim_core::scene::text::Format;
use sim_text::{Language, set_language};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One test at a time chooses the language.
static CHOSEN: Mutex<()> = Mutex::new(());

fn choose(language: Language) -> MutexGuard<'static, ()> {
    let guard = CHOSEN.lock().unwrap_or_else(PoisonError::into_inner);
    set_language(language);
    guard
}

fn findings(text: &str) -> Diagnostics {
    Scene::parse(text, Format::Ron, "scene.ron").expect_err("the scene has mistakes")
}

/// A field that no beacon has, a missing one, a direction of two numbers.
const MISTAKES: &str = r#"(
    format_version: 1,
    beacons: [(name: "a", kind: Cone((half_angle: 1.0, direction: (0, 1))), raneg: 2.0)],
    lights: [(name: "b")],
)"#;

#[test]
fn what_a_finding_is_made_of_is_said_in_the_language_in_use() {
    let guard = choose(Language::English);
    let found = findings(MISTAKES);
    let told = |language| {
        set_language(language);
        found.to_string()
    };
    let english = told(Language::English);
    for part in [
        "error[SC007]: unknown field `raneg` in a beacon",
        "expected: one of `name`, `kind`",
        "did you mean `range`?",
        "error[SC008]: a light needs the field `kind`",
        "expected: `kind: …`, a kind of light: one of `Ambient`, `Directional`",
        "error[SC013]: expected 3 numbers `(_, _, _)`",
        "found: 2 elements",
    ] {
        assert!(english.contains(part), "{part}\n{english}");
    }
    let spanish = told(Language::Spanish);
    for part in [
        "error[SC007]: campo desconocido `raneg` en una baliza",
        "esperado: uno de `name`, `kind`",
        "¿quizá `range`?",
        "error[SC008]: falta el campo `kind` en una luz",
        "esperado: `kind: …`, un tipo de luz: uno de `Ambient`, `Directional`",
        "error[SC013]: se esperaba: 3 números `(_, _, _)`",
        "hallado: 2 elementos",
    ] {
        assert!(spanish.contains(part), "{part}\n{spanish}");
    }
    let catalan = told(Language::Catalan);
    for part in [
        "error[SC007]: camp desconegut `raneg` en una balisa",
        "esperat: un de `name`, `kind`",
        "error[SC008]: falta el camp `kind` en un llum",
        "esperat: `kind: …`, un tipus de llum: un de `Ambient`, `Directional`",
        "trobat: 2 elements",
    ] {
        assert!(catalan.contains(part), "{part}\n{catalan}");
    }
    drop(guard);
}

#[test]
fn the_json_of_findings_is_english_in_every_language() {
    let guard = choose(Language::English);
    let english = serde_json::to_string(&findings(MISTAKES)).unwrap();
    for language in [Language::Spanish, Language::Catalan] {
        set_language(language);
        assert_eq!(serde_json::to_string(&findings(MISTAKES)).unwrap(), english);
    }
    drop(guard);
}

#[test]
fn a_finding_in_a_language_keeps_it_and_long_numbers_are_short_in_all() {
    let guard = choose(Language::Spanish);
    let found = findings("(format_version: 1, bounds: (min: (0, 1e308, 0), max: (1, 1, 1)))");
    let finding = found.iter().next().unwrap();
    assert_eq!(finding.expected.as_deref(), Some("a value above 1e308"));
    let spanish = finding.in_language();
    assert_eq!(spanish.message, "`min` no es menor que `max` en y");
    assert_eq!(spanish.expected.as_deref(), Some("un valor mayor que 1e308"));
    set_language(Language::Catalan);
    assert_eq!(spanish.in_language().message, spanish.message);
    assert_eq!(finding.in_language().message, "`min` no és més petit que `max` en y");
    drop(guard);
}

#[test]
fn a_text_that_is_in_no_catalogue_stays_as_it_is() {
    let guard = choose(Language::Catalan);
    let finding = Diagnostic::warning(Code::EngineError, "the plugin's own words").with_help("its advice");
    assert_eq!(finding.to_string(), "avís[EN002]: the plugin's own words\n  ajuda: its advice");
    drop(guard);
}
