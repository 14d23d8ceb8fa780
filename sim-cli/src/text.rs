//! The catalogues of this crate. What commands say stands in English where it is said, and once more in `sim-cli/locales/en.ftl` for
//! translators; what the help says of commands and options stands in English in the doc comments that it is made of.

use sim_text::Catalogue;

pub(crate) static CATALOGUE: Catalogue = Catalogue::new([
    include_str!("../locales/en.ftl"),
    include_str!("../locales/es.ftl"),
    include_str!("../locales/ca.ftl"),
]);

/// What the help says, by the names that [`help`](crate::help) gives to its texts.
pub static HELP: Catalogue =
    Catalogue::new(["", include_str!("../locales/help.es.ftl"), include_str!("../locales/help.ca.ftl")]);

/// A sentence: `say!("output-exists", "the file {file} exists already", file)`.
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
            ".add(",
            ".more(",
            "refused(",
            "refuse(",
        ];
        let findings = check::untranslated(&check::sources(&folder()), &calls);
        assert!(findings.is_empty(), "{}", findings.join("\n"));
    }
}
