//! Images and videos of the 3D view.

use super::Text;
pub use super::generated::view_files::*;

pub const SIZES: [(Text, Text); 2] = [(SIZE_VIEW, SIZE_VIEW_HELP), (SIZE_TWICE, SIZE_TWICE_HELP)];
pub const TIMES: [(Text, Text); 2] = [(TIME_SEEN, TIME_SEEN_HELP), (TIME_RUN, TIME_RUN_HELP)];
pub const KINDS: [(Text, Text); 2] = [(KIND_VIDEO, KIND_VIDEO_HELP), (KIND_PICTURES, KIND_PICTURES_HELP)];

pub fn stopped(file: &str, images: u64, seconds: f64, left_out: u64, reason: Text) -> String {
    let (count, seconds) = (images, format!("{seconds:.1}"));
    let images = super::generated::view_files::images(count);
    match left_out {
        0 => super::generated::view_files::stopped(file, images, reason, seconds),
        left_out => stopped_late(file, images, left_out, reason, seconds),
    }
}

/// Status of a recording video: duration in minutes and seconds, and number of images.
pub fn status(length: f64, count: u64) -> String {
    let seconds = length.max(0.0) as u64;
    let length = format!("{}:{:02}", seconds / 60, seconds % 60);
    super::generated::view_files::status(images(count), length)
}
