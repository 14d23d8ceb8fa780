//! The catalogue of videos. The English texts stand where they are made; `sim-gui/video/locales/` has them once more for
//! translators, beside the other languages.

use sim_text::Catalogue;

pub(crate) static CATALOGUE: Catalogue = Catalogue::new([
    include_str!("../locales/en.ftl"),
    include_str!("../locales/es.ftl"),
    include_str!("../locales/ca.ftl"),
]);

/// A sentence: `say!("video-unwritable", "the video cannot be written")`.
macro_rules! say {
    ($($message:tt)*) => { sim_text::sentence!($crate::text::CATALOGUE, $($message)*) };
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
}
