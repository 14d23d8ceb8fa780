//! Progress of long operations, and announcements.

pub use super::generated::busy::*;

pub fn building(title: &str) -> String {
    match title {
        "" => BUILDING.into(),
        title => building_scene(title),
    }
}
