//! Progress of long operations, and announcements.

use super::{Text, text};

pub const DROP_SCENE: Text = text("busy-drop-scene");
pub const DROP_RECORDING: Text = text("busy-drop-recording");
pub const DROP_PART: Text = text("busy-drop-part");
pub const DROP_PACK: Text = text("busy-drop-pack");
pub const DROP_LIBRARY: Text = text("busy-drop-library");
pub const DROP_ANY: Text = text("busy-drop-any");

pub fn building(title: &str) -> String {
    match title {
        "" => text("busy-building").into(),
        title => say!("busy-building-scene", title),
    }
}

pub fn installing(name: &str) -> String {
    say!("busy-installing", name)
}

pub fn loading(name: &str) -> String {
    say!("busy-loading", name)
}

pub fn writing(name: &str) -> String {
    say!("busy-writing", name)
}

pub fn seconds(words: &str, seconds: u64) -> String {
    say!("busy-seconds", words, seconds)
}
