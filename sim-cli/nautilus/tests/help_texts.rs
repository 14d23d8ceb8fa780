//! The help of `sim nautilus` in every language.

use clap::CommandFactory;
use sim_cli::help;
use sim_nautilus::command::Cli;
use sim_text::{Language, check};
use std::path::Path;

fn catalogue(folder: &str, language: Language) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("help.{}.ftl", language.code()));
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn every_text_of_the_help_is_translated_as_it_stands_now() {
    for language in [Language::Spanish, Language::Catalan] {
        let (own, shared) = (catalogue("locales", language), catalogue("../locales", language));
        let english = help::english(Cli::command(), &[&own, &shared]);
        let findings = check::translations(language, &own, &english[0]);
        assert!(findings.is_empty() && english[0].len() > 10, "{}", findings.join("\n"));
        // The other commands use more of what is shared.
        let findings = check::translations(language, &shared, &english[1]);
        let wrong: Vec<String> = findings.into_iter().filter(|found| !found.ends_with("translates nothing")).collect();
        assert!(wrong.is_empty() && english[1].len() > 10, "{}", wrong.join("\n"));
    }
}
