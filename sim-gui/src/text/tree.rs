//! The scene tree.

use super::Text;
pub use super::generated::tree::*;

pub fn paint(paint: &sim_core::scene::Paint, index: usize) -> String {
    use sim_core::scene::Paint;
    let what = match paint {
        Paint::Polygon(_) => FIELD,
        Paint::Stroke(_) => LINE,
        Paint::Disc(_) => DISC,
        Paint::Image(_) => IMAGE,
    };
    format!("{what} {}", index + 1)
}

/// Title of a section of parts without bodies.
pub fn section(section: sim_edit::Section) -> Text {
    use sim_edit::Section;
    match section {
        Section::Objects => super::section::OBJECTS,
        Section::Robots => super::common::ROBOTS,
        Section::Fleets => super::section::FLEETS,
        Section::Beacons => super::section::BEACONS,
        Section::Lights => super::section::LIGHTS,
        Section::Media => super::section::MEDIA,
        Section::Services => super::section::SERVICES,
        Section::Routes => super::common::ROUTES,
        Section::Notes => super::common::NOTES,
        Section::Inputs => super::section::INPUTS,
        Section::Acceptance => super::section::ACCEPTANCE,
        Section::Paint => super::section::PAINT,
        Section::Shapes => super::section::SHAPES,
        Section::Groups => super::section::GROUPS,
        Section::Includes => super::section::INCLUDES,
    }
}
