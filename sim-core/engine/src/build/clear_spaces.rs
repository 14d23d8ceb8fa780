//! Spaces that components require to be clear.

use super::super::Media;
use super::super::clear_spaces::Surroundings;
use super::Builder;
use sim_abi::clear_space::ClearSpace;
use sim_abi::declare::Kind;
use std::borrow::Cow;

/// Spaces required by a component.
#[derive(PartialEq)]
pub(super) struct Declared {
    kind: Kind,
    id: String,
    places: Vec<ClearSpace>,
}

impl Builder<'_> {
    /// Stores the spaces that a component at a path of the scene requires to be clear.
    pub(super) fn note_clear_spaces(&mut self, path: &str, kind: Kind, id: &str, places: &[ClearSpace]) {
        if places.is_empty() {
            return;
        }
        let known = self.clear_spaces.entry(path.to_owned()).or_default();
        if !known.iter().any(|known| known.kind == kind && known.id == id && known.places == places) {
            known.push(Declared { kind, id: id.to_owned(), places: places.to_vec() });
        }
    }

    /// Reports spaces that are not clear. All fixed bodies must be in the index, and the index up to date.
    pub(super) fn clear_spaces(&mut self) {
        let declared = std::mem::take(&mut self.clear_spaces);
        if declared.is_empty() {
            return;
        }
        let scene = &self.loaded.scene;
        let around = Surroundings {
            index: &self.index,
            bodies: &self.bodies,
            media: Cow::Owned(Media::new(&scene.media, self.seed)),
            has_floor: scene.floor.is_some(),
        };
        let findings = declared.iter().flat_map(|(path, list)| {
            let of_one = |one: &Declared| around.findings(one.kind, &one.id, &one.places);
            list.iter().flat_map(of_one).map(move |finding| (path.as_str(), finding))
        });
        for (path, finding) in findings.collect::<Vec<_>>() {
            self.report(path, finding);
        }
    }
}
