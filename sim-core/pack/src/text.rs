//! The catalogue of packs: what is refused and why. The English texts stand where they are made; `sim-core/pack/locales/` has them once
//! more for translators, beside the other languages.

use sim_text::Catalogue;

pub(crate) static CATALOGUE: Catalogue = Catalogue::new([
    include_str!("../locales/en.ftl"),
    include_str!("../locales/es.ftl"),
    include_str!("../locales/ca.ftl"),
]);

/// A sentence: `say!("pack-made", "made {folder}", folder)`.
macro_rules! say {
    ($($message:tt)*) => { sim_text::sentence!($crate::text::CATALOGUE, $($message)*) };
}

#[cfg(test)]
mod tests {
    use super::CATALOGUE;
    use sim_text::check;
    use std::path::{Path, PathBuf};

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
    }

    #[test]
    fn the_catalogue_says_in_every_language_what_the_sources_say() {
        check::whole(&CATALOGUE, &folder(), check::sentences);
    }

    #[test]
    fn what_people_read_is_made_of_sentences() {
        let calls = ["Diagnostic::error(…,", ".with_expected(", ".with_found(", ".with_help("];
        let findings = check::untranslated(&check::sources(&folder()), &calls);
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}
