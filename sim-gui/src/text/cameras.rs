//! Camera images.

use super::{Text, text};

pub const TITLE: Text = text("cameras-title");
pub const CAMERA: Text = text("cameras-camera");
pub const NO_SCENE: Text = text("common-no-scene");
pub const NONE: Text = text("cameras-none");
/// An example line of a scene.
pub const LINE: &str = "sensors: {\"eye\": (id: \"camera/pinhole\", at: (0.09, 0, 0.06))},";
pub const COPY: Text = text("common-copy-line");
pub const NO_IMAGE: Text = text("cameras-no-image");
pub const WAITING: Text = text("cameras-waiting");
pub const BEYOND: Text = text("cameras-beyond");
pub const IMAGE: Text = text("cameras-image");
pub const UNREADABLE: Text = text("cameras-unreadable");
pub const UNREADABLE_HELP: Text = text("cameras-unreadable-help");
pub const NO_PIXELS: Text = text("cameras-no-pixels");

pub fn no_number(name: &str) -> String {
    say!("cameras-no-number", name)
}

pub fn wrong_bytes(count: usize, size: [usize; 2]) -> String {
    let [bytes, width, height] = [count, size[0], size[1]].map(|number| number.to_string());
    say!("cameras-wrong-bytes", bytes, width, height)
}

pub fn no_format(format: &str) -> String {
    say!("cameras-no-format", format)
}

pub fn facts(size: [usize; 2], depth: bool, images: u64) -> String {
    let [width, height] = size;
    let kind = if depth { text("cameras-distances") } else { text("cameras-colors") };
    say!("cameras-facts", width, height, kind, images)
}

pub fn metres(value: f32) -> String {
    say!("cameras-metres", value = format!("{value:.2}"))
}

pub fn pixel(column: usize, row: usize, value: &str) -> String {
    say!("cameras-pixel", column, row, value)
}
