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
    use sim_text::check;
    use std::path::Path;

    #[test]
    fn the_catalogue_says_in_every_language_what_the_sources_say() {
        check::whole(&CATALOGUE, &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), check::sentences);
    }

    /// Rows of names and English texts.
    macro_rules! table {
        ($($name:literal $text:literal;)*) => { [$(($name, $text)),*] };
    }

    /// What the contract says to components in `sim-abi`, which has no catalogue: it reaches people through their faults.
    const OF_THE_CONTRACT: &[(&str, &str)] = &table! {
        "fault-contract-accepted" "accepted: {range}{unit}";
        "fault-contract-answer-long" "the answer has {given} bytes, more than the limit of {limit}";
        "fault-contract-answer-no-text" "the answer is no text: {error}";
        "fault-contract-bug" "a panic is a bug of the plugin: mend the named line, build, and drop the library in again";
        "fault-contract-channels" "its channels: {channels}";
        "fault-contract-did-you-mean" "did you mean `{near}`?";
        "fault-contract-did-you-mean-known" "did you mean `{near}`? known: {known}";
        "fault-contract-driven-joints" "driven joints: {joints}";
        "fault-contract-known" "known: {known}";
        "fault-contract-no-channel" "{what} `{part}` has no channel `{channel}`";
        "fault-contract-no-description" "the module has no function that describes it";
        "fault-contract-no-memory" "there is no memory for an answer of {size} bytes";
        "fault-contract-no-such" "this library has no {kind} `{id}`";
        "fault-contract-none" "this robot has no {what}";
        "fault-contract-not-driven" "no actuator drives the joint `{joint}`";
        "fault-contract-not-granted" "the scene does not grant `{grant}` to this service";
        "fault-contract-parameter-range" "parameter `{name}` is {value}{unit}, outside its range";
        "fault-contract-parameters" "parameters cannot be read: {error}";
        "fault-contract-saved-state" "the saved state does not fit this version: {error}";
        "fault-contract-texts" "the texts in the language `{language}`: {error}";
        "fault-contract-texts-help" "give an object in JSON from each text to its translation";
        "fault-contract-unknown-name" "there is no {what} named `{name}`";
        "fault-contract-unknown-parameter" "unknown parameter `{name}`";
        "fault-contract-values" "{given} values were written to an actuator that takes {taken}";
        "fault-contract-values-help" "write one value per channel; `sim check --verbose SCENE` lists the channels";
    };

    #[test]
    fn what_the_contract_says_is_in_the_catalogue_as_the_contract_says_it() {
        /// With the same name for all arguments.
        fn bare(text: &str) -> String {
            let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
            parts.collect::<Vec<_>>().join("{}")
        }
        let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sim-abi/src");
        let sources = check::sources(&contract).concat();
        let said: String = sources.split('"').map(|literal| bare(literal) + "\n").collect();
        let strange: Vec<_> = OF_THE_CONTRACT.iter().filter(|(_, text)| !said.contains(&bare(text))).collect();
        assert!(strange.is_empty(), "{strange:?}");
        for (name, text) in OF_THE_CONTRACT {
            let found = sim_text::recognise(&CATALOGUE, "fault-", text);
            assert!(found.is_some(), "{name}: {text}");
        }
    }

    #[test]
    fn findings_are_made_of_sentences() {
        let untranslated = |folder: &str, calls: &[&str]| {
            let sources = check::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
            assert!(!sources.is_empty(), "{folder}");
            check::untranslated(&sources, calls)
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
