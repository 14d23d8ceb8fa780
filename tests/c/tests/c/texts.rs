//! Translations of libraries in C.

use crate::compiler::{library, root};
use sim_core::plugins::{PluginHost, SearchPath};
use std::collections::BTreeSet;
use std::path::Path;

/// The source as C and as C++.
fn sources(folder: &Path) -> [std::path::PathBuf; 2] {
    let (c, cpp) = (root().join("tests/c/tests/c/texts.c"), folder.join("texts.cpp"));
    std::fs::copy(&c, &cpp).unwrap();
    [c, cpp]
}

#[test]
fn a_library_has_its_texts_in_several_languages() {
    let folder = tempfile::tempdir().unwrap();
    for source in sources(folder.path()) {
        let file = folder.path().join(format!("libtexts{}", std::env::consts::DLL_SUFFIX));
        library(&source, &file);
        let mut host = PluginHost::new(SearchPath::only([])).unwrap();
        host.load_file(&file).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        let manifest = host.libraries()[0].manifest().clone();
        let languages: Vec<&str> = manifest.texts.0.keys().map(String::as_str).collect();
        assert_eq!(languages, ["ca", "es"]);
        for (language, texts) in &manifest.texts.0 {
            assert_eq!(texts.keys().cloned().collect::<BTreeSet<_>>(), manifest.translatable(), "{language}");
        }
        assert_eq!(manifest.texts.translated("ca", "How cold it is."), "Com de fred està.");
        assert_eq!(manifest.texts.translated("es", "Gain."), "Ganancia.");
    }
}
