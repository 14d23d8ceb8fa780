//! The scene tree.

use super::{Text, text};

pub const SEARCH: Text = text("tree-search");
pub const ROBOTS: Text = text("common-robots");
pub const MOVABLE: Text = text("tree-movable");
pub const FIXED: Text = text("tree-fixed");
pub const ADDED: Text = text("tree-added");
pub const SCENE: Text = text("tree-scene");

pub fn paint(paint: &sim_core::scene::Paint, index: usize) -> String {
    use sim_core::scene::Paint;
    let what = match paint {
        Paint::Polygon(_) => text("tree-field"),
        Paint::Stroke(_) => text("tree-line"),
        Paint::Disc(_) => text("tree-disc"),
        Paint::Image(_) => text("tree-image"),
    };
    format!("{what} {}", index + 1)
}

/// Title of a section of parts without bodies.
pub fn section(section: sim_edit::Section) -> Text {
    use sim_edit::Section;
    match section {
        Section::Objects => text("section-objects"),
        Section::Robots => text("common-robots"),
        Section::Fleets => text("section-fleets"),
        Section::Beacons => text("section-beacons"),
        Section::Lights => text("section-lights"),
        Section::Media => text("section-media"),
        Section::Services => text("section-services"),
        Section::Routes => text("common-routes"),
        Section::Notes => text("common-notes"),
        Section::Inputs => text("section-inputs"),
        Section::Acceptance => text("section-acceptance"),
        Section::Paint => text("section-paint"),
        Section::Shapes => text("section-shapes"),
        Section::Groups => text("section-groups"),
        Section::Includes => text("section-includes"),
    }
}

pub const NOTHING: Text = text("tree-nothing");
pub const EMPTY: Text = text("tree-empty");
pub const REFUSED: Text = text("tree-refused");

pub fn show(name: &str) -> String {
    say!("tree-show", name)
}
