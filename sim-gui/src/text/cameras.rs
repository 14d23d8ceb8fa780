//! Camera images.

pub use super::generated::cameras::*;

/// An example line of a scene.
pub const LINE: &str = "sensors: {\"eye\": (id: \"camera/pinhole\", at: (0.09, 0, 0.06))},";

pub fn wrong_bytes(count: usize, size: [usize; 2]) -> String {
    let [bytes, width, height] = [count, size[0], size[1]].map(|number| number.to_string());
    super::generated::cameras::wrong_bytes(bytes, height, width)
}

pub fn facts(size: [usize; 2], depth: bool, images: u64) -> String {
    let [width, height] = size;
    let kind = if depth { DISTANCES } else { COLORS };
    super::generated::cameras::facts(height, images, kind, width)
}

pub fn metres(value: f32) -> String {
    super::generated::cameras::metres(format!("{value:.2}"))
}
