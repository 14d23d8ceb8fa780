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
        let sources = sim_text::check::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let calls = [
            "Diagnostic::error(…,",
            "Diagnostic::warning(…,",
            "Diagnostic::unexpected(…,",
            ".with_expected(",
            ".with_found(",
            ".with_help(",
            "Report::new(",
            ".report(",
            ".expected(",
            ".found(",
            ".help(",
        ];
        // What a component is told by a service's answer, or by a test rig, is text of components.
        let findings = sim_text::check::untranslated(&sources, &calls);
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}
