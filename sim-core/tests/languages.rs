//! Findings in the languages: a program of its own, since the language is one for the whole process.

use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Pretty};
use sim_core::engine::{BuildOptions, Simulation, Verdict};
use sim_core::plugins::{Origin, PluginHost, SearchPath};
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

/// A simulation without plugins: a ball that falls out of the bounds, and one that stays on the ground.
fn simulation(more: &str) -> Simulation {
    let text = format!(
        r#"(format_version: 1, bounds: (min: (-1, -1, -1), max: (1, 1, 3)), run: (dt: 0.01),
            objects: [
                (name: "ball", shape: Sphere(radius: 0.1), at: (0, -0.8, 2), mass: 1),
                (name: "table", shape: Box(size: (0.5, 0.5, 0.2)), at: (0.5, 0.5, 0)),
                (name: "cup", shape: Sphere(radius: 0.1), at: (0.5, 0.5, 0.21), mass: 1),
                {more}
            ],
            acceptance: [InBounds(), NoCollision(), InBounds(name: "all stay")])"#
    );
    let loaded = Scene::parse(&text, Format::Ron, "scene.ron").unwrap();
    let host = PluginHost::new(SearchPath::only([])).unwrap();
    Simulation::build(&loaded, &host, &BuildOptions::default()).unwrap_or_else(|found| panic!("{found}")).simulation
}

#[test]
fn verdicts_are_told_in_the_language_in_use_and_written_in_english() {
    let guard = choose(Language::English);
    let mut simulation = simulation("");
    simulation.steps(200).unwrap();
    let verdicts = simulation.verdicts();
    let told = |language| {
        set_language(language);
        let told = |verdict: &Verdict| format!("{}: {}", verdict.name.told(), verdict.seen.told());
        verdicts.iter().map(told).collect::<Vec<_>>().join("\n")
    };
    let english = told(Language::English);
    assert!(english.contains("none lost: 1 lost, first ball at 0."), "{english}");
    assert!(english.contains("no collision: 0 contacts\nall stay: 1 lost"), "{english}");
    let spanish = told(Language::Spanish);
    assert!(spanish.contains("ninguno perdido: 1 perdido: ball a los 0."), "{spanish}");
    assert!(spanish.contains("sin colisiones: 0 contactos\nall stay: 1 perdido"), "{spanish}");
    let catalan = told(Language::Catalan);
    assert!(catalan.contains("sense col·lisions: 0 contactes\nall stay: 1 perdut"), "{catalan}");
    let json = serde_json::to_string(&verdicts).unwrap();
    assert!(json.contains("no collision") && !json.contains("perdut"), "{json}");
    drop(guard);
}

#[test]
fn what_the_engine_says_of_a_run_is_told_in_the_language_in_use() {
    let guard = choose(Language::Spanish);
    let mut old = simulation("");
    let before = old.snapshot().unwrap();
    old.steps(200).unwrap();
    let lost = old.take_log().into_iter().find(|line| line.text.starts_with("lost: ")).unwrap();
    assert!(lost.text.told().starts_with("perdido: ha salido de los límites en (0.000, -0.800, "), "{:?}", lost.text);
    let difference = old.snapshot().unwrap().difference(&before).unwrap();
    assert_eq!((&*difference, &*difference.told()), ("tick 200 and 0", "paso 200 y 0"));
    let mut new = simulation(r#"(name: "third", shape: Sphere(radius: 0.1), at: (-0.5, 0, 2), mass: 1)"#);
    let report = new.carry_over(&mut old).unwrap();
    let [(name, reason)] = &report.restarted[..] else { panic!("{report:?}") };
    assert_eq!((name.as_str(), reason.english(), reason.told()), ("third", "it is new", "es nuevo"));
    let refused = new.call_service("nobody", "f", &[]).unwrap_err();
    assert_eq!(refused.message(), "there is no service `nobody`", "what components get is English");
    drop(guard);
}

#[test]
fn codes_and_folders_of_plugins_are_told_in_the_language_in_use() {
    let guard = choose(Language::Catalan);
    assert_eq!(Code::SceneUnknownField.title().english(), "a field is not known here");
    assert_eq!(Code::SceneUnknownField.title().told(), "un camp no es coneix aquí");
    let origins = [Origin::CommandLine, Origin::User, Origin::Installation].map(|origin| origin.words().told());
    assert_eq!(origins, ["--plugins", "carpeta de l'usuari", "instal·lació"]);
    drop(guard);
}

#[test]
fn a_finding_is_a_sentence_whole_and_drawn_with_its_source_has_the_word_for_help() {
    let guard = choose(Language::English);
    let finding = Diagnostic::error(Code::SceneRange, "x").with_help("y");
    assert_eq!(&*finding.sentence(), "error[SC012]: x\n  help: y");
    let drawn = "SC012\n\n  × x help: z\n\x1b[36m  help: \x1b[0my\n        and more\n";
    assert_eq!(Pretty::in_language(drawn.to_string()), drawn);
    set_language(Language::Spanish);
    assert_eq!(&*finding.sentence().told(), "error[SC012]: x\n  ayuda: y");
    let spanish = "SC012\n\n  × x help: z\n\x1b[36m  ayuda: \x1b[0my\n        and more\n";
    assert_eq!(Pretty::in_language(drawn.to_string()), spanish);
    drop(guard);
}
