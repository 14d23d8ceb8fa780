//! Images and videos of the 3D view.

use super::{Text, text};

pub const SAVE_PICTURE: Text = text("view-files-save-picture");
pub const RECORD: Text = text("view-files-record");
pub const STOP: Text = text("view-files-stop");
pub const VIDEO: Text = text("view-files-video");
pub const SIZE: Text = text("view-files-size");
pub const SIZES: [(Text, Text); 2] = [
    (text("view-files-size-view"), text("view-files-size-view-help")),
    (text("view-files-size-twice"), text("view-files-size-twice-help")),
];
pub const TIME: Text = text("view-files-time");
pub const TIMES: [(Text, Text); 2] = [
    (text("view-files-time-seen"), text("view-files-time-seen-help")),
    (text("view-files-time-run"), text("view-files-time-run-help")),
];
pub const KIND: Text = text("view-files-kind");
pub const KINDS: [(Text, Text); 2] = [
    (text("view-files-kind-video"), text("view-files-kind-video-help")),
    (text("view-files-kind-pictures"), text("view-files-kind-pictures-help")),
];
pub const NOT_SEEN: Text = text("view-files-not-seen");
pub const STILL_WRITTEN: Text = text("view-files-still-written");
pub const NO_PICTURE: Text = text("view-files-no-picture");
pub const SMALLER: Text = text("view-files-smaller");
pub const NO_FOLDER: Text = text("view-files-no-folder");
pub const THERE: Text = text("view-files-there");
pub const OTHER_NAME: Text = text("view-files-other-name");

/// A video ended at the user's request.
pub const ASKED: Text = text("view-files-asked");
/// The view was closed.
pub const CLOSED: Text = text("view-files-closed");
/// Another scene was opened.
pub const OTHER_SCENE: Text = text("view-files-other-scene");
/// The view no longer returns images.
pub const NO_IMAGE: Text = text("view-files-no-image");

pub fn started(file: &str) -> String {
    say!("view-files-started", file)
}

pub fn stopped(file: &str, images: u64, seconds: f64, left_out: u64, reason: Text) -> String {
    let (count, seconds) = (images, format!("{seconds:.1}"));
    let images = say!("view-files-images", count);
    match left_out {
        0 => say!("view-files-stopped", images, seconds, file, reason),
        left_out => say!("view-files-stopped-late", images, seconds, file, reason, left_out),
    }
}

/// Status of a recording video: duration in minutes and seconds, and number of images.
pub fn status(length: f64, count: u64) -> String {
    let seconds = length.max(0.0) as u64;
    let length = format!("{}:{:02}", seconds / 60, seconds % 60);
    say!("view-files-status", length, images = say!("view-files-images", count))
}

/// Number of dropped images.
pub fn left_out(count: u64) -> String {
    say!("view-files-left-out", count)
}
