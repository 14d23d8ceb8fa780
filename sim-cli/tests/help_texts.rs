//! The help in every language. A program of its own: a process has one language.

use clap::CommandFactory;
use sim_cli::{Cli, HELP, help};
use sim_text::{Language, check, set_language};
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

/// Chooses the language until the test is over.
fn speak(language: Language) -> MutexGuard<'static, ()> {
    static LANGUAGE: Mutex<()> = Mutex::new(());
    let turn = LANGUAGE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    set_language(language);
    turn
}

fn catalogue(language: Language) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(format!("help.{}.ftl", language.code()));
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn every_text_of_the_help_is_translated_as_it_stands_now() {
    let _turn = speak(Language::English);
    let findings = [Language::Spanish, Language::Catalan].into_iter().flat_map(|language| {
        let file = catalogue(language);
        let english = &help::english(Cli::command(), &[&file])[0];
        assert!(english.len() > 100 && english.contains_key("option-duration"), "{english:?}");
        check::translations(language, &file, english)
    });
    let findings: Vec<String> = findings.collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn what_has_no_translation_or_another_english_is_found() {
    let _turn = speak(Language::English);
    let file = catalogue(Language::Spanish);
    let without = file.replace("\noption-duration = ", "\noption-gone = ");
    let changed = file.replace("# Number of steps after", "# Number of ticks after");
    let findings =
        |file: String| check::translations(Language::Spanish, &file, &help::english(Cli::command(), &[&file])[0]);
    let missing = "es: `option-run-duration` is missing";
    assert_eq!(findings(without), [missing, "es: `option-gone` translates nothing"]);
    let findings = findings(changed);
    assert!(findings.len() == 1 && findings[0].contains("`option-steps` translates \"Number of ticks"), "{findings:?}");
}

#[test]
fn the_help_is_in_the_language_with_its_headings_and_remarks() {
    let read = |language, words: &[&str]| {
        let _turn = speak(language);
        let words: Vec<OsString> = words.iter().map(Into::into).collect();
        help::parse(Cli::command, &words, &[&HELP]).unwrap_err().to_string()
    };
    let english = read(Language::English, &["sim", "run", "--help"]);
    assert!(english.contains("Usage: sim run [OPTIONS] <SCENE>") && english.contains("Possible values:"), "{english}");
    let spanish = read(Language::Spanish, &["sim", "run", "--help"]);
    for part in [
        "Ejecutar una escena\n\nUso: sim run [OPCIONES] <ESCENA>\n\nArgumentos:\n  <ESCENA>\n",
        "\nOpciones:\n      --duration <S>\n",
        "\nCambios en la escena:\n      --dt <S>\n          Paso de la simulación, s\n",
        "Valores posibles:\n          - off:   Ninguna\n",
        "[por defecto: info]",
        "Mostrar la ayuda (resumida con '-h')",
    ] {
        assert!(spanish.contains(part), "{part} in\n{spanish}");
    }
    let english = ["Usage", "Options", "OPTIONS", "Possible", "default", "Print"];
    assert!(!english.iter().any(|word| spanish.contains(word)), "{spanish}");
    let catalan = read(Language::Catalan, &["sim", "-h"]);
    for part in ["Ús: sim ESCENA\n    sim <ORDRE>\n\nOrdres:\n  run ", "Colors dels missatges [per defecte: auto]"] {
        assert!(catalan.contains(part), "{part} in\n{catalan}");
    }
}
