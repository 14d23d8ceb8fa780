//! Texts are not clipped: in every language, in a small window.

use super::{lock, message, tour};
use sim_gui::Language;
use sim_window_tests::painted::{cut, unexplained};
use std::collections::BTreeSet;

/// Visits every place in a window of this size in points, with this scale.
fn texts_fit_in(language: Language, size: [f32; 2], scale: f32) {
    let _guard = lock();
    let arrows = ["toolkit-tabs-left", "toolkit-tabs-right"].map(|name| message(language, name));
    let (mut found, mut known, mut places) = (Vec::new(), BTreeSet::new(), 0);
    tour::visit_all(language, size, scale, &mut |rig, place| {
        places += 1;
        rig.snap(&format!("{}-{}", language.code(), place.replace(' ', "-")));
        // The running text of the manual's pages wraps.
        let cut = cut(rig, &arrows).into_iter().filter(|text| !text.broken || !place.starts_with("manual"));
        let cut = cut.map(|text| (text, "is cut"));
        // Truncated texts are hovered in every third place, since that is slow: the three languages together cover all
        // places.
        let is_pointed_at = places % 3 == language as usize % 3;
        let unexplained = if is_pointed_at { unexplained(rig) } else { Vec::new() };
        let cut: Vec<_> =
            cut.chain(unexplained.into_iter().map(|text| (text, "the tooltip does not show the full text"))).collect();
        for (text, how) in cut {
            if known.insert((text.text.clone(), how)) {
                found.push(format!("{place}: {:?} {how}: {:.0?} in {:.0?}", text.text, text.letters, text.sight));
            }
        }
    });
    assert!(places > 60, "{places}");
    assert!(found.is_empty(), "{} texts:\n{}", found.len(), found.join("\n"));
}

#[test]
fn texts_fit_in_english() {
    texts_fit_in(Language::English, [800.0, 500.0], 2.0);
}

#[test]
fn texts_fit_in_spanish() {
    texts_fit_in(Language::Spanish, [1024.0, 700.0], 1.0);
}

#[test]
fn texts_fit_in_catalan() {
    texts_fit_in(Language::Catalan, [1024.0, 700.0], 1.0);
}
