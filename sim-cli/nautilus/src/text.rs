//! The catalogues of this crate: see those of `sim-cli`.

use sim_text::Catalogue;

pub(crate) static CATALOGUE: Catalogue = Catalogue::new([
    include_str!("../locales/en.ftl"),
    include_str!("../locales/es.ftl"),
    include_str!("../locales/ca.ftl"),
]);

/// What the help says of this command alone; the options that others have as well are in the catalogue of `sim-cli`.
pub static HELP: Catalogue =
    Catalogue::new(["", include_str!("../locales/help.es.ftl"), include_str!("../locales/help.ca.ftl")]);

/// A sentence: `say!("command-whole", "all lists in {folder} are whole", folder)`.
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

    #[test]
    fn the_catalogue_says_the_same_in_every_language_and_in_the_sources() {
        check::whole(&CATALOGUE, &folder(), check::sentences);
    }

    #[test]
    fn what_people_read_is_made_of_sentences() {
        let calls = [
            "Diagnostic::error(…,",
            "Diagnostic::warning(…,",
            ".with_expected(",
            ".with_found(",
            ".with_help(",
            ".say(",
            ".tell(",
            "wrong(",
        ];
        let findings = check::untranslated(&check::sources(&folder()), &calls);
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}
