//! The catalogue of running: why runs and recordings end, what is refused, and what is wrong with files. The English
//! texts stand where they are made; `sim-gui/runner/locales/` has them once more for translators, beside the other languages.

use sim_text::Catalogue;

pub(crate) static CATALOGUE: Catalogue = Catalogue::new([
    include_str!("../locales/en.ftl"),
    include_str!("../locales/es.ftl"),
    include_str!("../locales/ca.ftl"),
]);

/// A sentence: `say!("no-robot-expected", "an index below {count}", count)`.
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
    use sim_text::check;
    use std::path::{Path, PathBuf};

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
    }

    fn sources() -> Vec<String> {
        let sources = check::sources(&folder());
        assert!(sources.len() > 20);
        sources
    }

    #[test]
    fn the_catalogue_says_in_every_language_what_the_sources_say() {
        check::whole(&CATALOGUE, &folder(), check::sentences);
    }

    #[test]
    fn findings_are_made_of_sentences() {
        let calls = [
            "Diagnostic::error(…,",
            "Diagnostic::warning(…,",
            ".with_expected(",
            ".with_help(",
            "reason: ",
            "close_simulation(",
            "stop_recording(…,",
            "gone(…,",
            "text: ",
        ];
        let findings = check::untranslated(&sources(), &calls);
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}
