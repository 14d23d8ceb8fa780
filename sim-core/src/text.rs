//! The catalogue of the core: what its findings say. The English texts stand where they are made; `sim-core/locales/` has them once more
//! for translators, beside the other languages.

use sim_text::Catalogue;

pub(crate) static CATALOGUE: Catalogue = Catalogue::new([
    include_str!("../locales/en.ftl"),
    include_str!("../locales/es.ftl"),
    include_str!("../locales/ca.ftl"),
]);

/// A sentence: `say!("scene-unknown-field", "unknown field `{field}`", field)`.
macro_rules! say {
    ($($message:tt)*) => { sim_text::sentence!($crate::text::CATALOGUE, $($message)*) };
}

/// A sentence without arguments, as a constant.
macro_rules! phrase {
    ($($message:tt)*) => { sim_text::phrase!($crate::text::CATALOGUE, $($message)*) };
}

#[cfg(test)]
mod tests {
    use super::CATALOGUE;
    use std::path::Path;

    #[test]
    fn the_catalogue_says_the_same_in_every_language() {
        let findings = sim_text::check::findings(&CATALOGUE);
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }

    #[test]
    fn the_english_catalogue_has_what_the_sources_say() {
        let sources = sim_text::check::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let findings = sim_text::check::sentences(&CATALOGUE, &sources);
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }

    #[test]
    fn findings_are_made_of_sentences() {
        let untranslated = |folder: &str, calls: &[&str]| {
            let sources = sim_text::check::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
            assert!(!sources.is_empty(), "{folder}");
            sim_text::check::untranslated(&sources, calls)
        };
        let of_findings = [
            "Diagnostic::error(…,",
            "Diagnostic::warning(…,",
            "Diagnostic::unexpected(…,",
            ".with_expected(",
            ".with_found(",
            ".with_help(",
        ];
        let of_reports = ["Report::new(", ".report(", ".expected(", ".found(", ".help("];
        let mut findings = untranslated("src", &of_findings);
        for folder in ["src/model", "src/mesh"] {
            findings.extend(untranslated(folder, &of_reports));
        }
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}
