//! Errors of videos.

use sim_core::diagnostic::{Code, Diagnostic};
use std::path::Path;

/// The video cannot be written because of an error of the system.
pub(crate) fn unwritable(path: &Path, cause: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(Code::ConfigOutput, "cannot write the video or picture")
        .with_file(path.display().to_string())
        .with_found(cause.to_string())
        .with_help("check that the folder exists and is writable, and that the disk is not full")
}

/// The name is reserved for unfinished videos.
pub(crate) fn reserved(path: &Path) -> Diagnostic {
    let message = "names with `.incomplete` are reserved for unfinished files";
    let help = "choose a name without `.incomplete`, such as run.mp4";
    Diagnostic::error(Code::ConfigOutput, message).with_file(path.display().to_string()).with_help(help)
}

/// A finished video cannot be renamed: the name is in use, or the video is no longer at `begun`.
pub(crate) fn unpublished(path: &Path, begun: &Path, error: std::io::Error) -> Diagnostic {
    let begun = begun.display();
    let (message, help) = match error.kind() {
        std::io::ErrorKind::AlreadyExists => (
            "another program created this file while the video was being written".to_string(),
            format!("the finished video is {begun}; rename it to an unused name"),
        ),
        std::io::ErrorKind::NotFound => (
            format!("the unfinished video {begun} was moved, removed or replaced"),
            "do not move or rename a video before it is finished".to_string(),
        ),
        _ => return unwritable(path, error),
    };
    Diagnostic::error(Code::ConfigOutput, message).with_file(path.display().to_string()).with_help(help)
}

/// A video cannot be started, because another run is writing it or because of an error of the system.
pub(crate) fn unavailable(path: &Path, error: std::io::Error) -> Diagnostic {
    if error.kind() != std::io::ErrorKind::ResourceBusy {
        return unwritable(path, error);
    }
    Diagnostic::error(Code::ConfigOutput, "the video or pictures are in use by another run")
        .with_file(path.display().to_string())
        .with_help("wait for that run to end, or choose another name")
}

/// The images have a size that videos do not support.
pub(crate) fn wrong_size(path: &Path, [width, height]: [u32; 2], [least, most]: [u32; 2]) -> Diagnostic {
    let expected = format!("even numbers from {least} to {most}");
    Diagnostic::error(Code::ConfigValue, "unsupported video size")
        .with_file(path.display().to_string())
        .with_expected(expected)
        .with_found(format!("{width} × {height}"))
}

/// The part written before the failure is a playable video.
pub(crate) fn partial_video(finding: Diagnostic, images: u64, duration: f64) -> Diagnostic {
    let seconds = format!("{duration:.1}");
    finding.with_help(format!(
        "the images written before the error form a complete video: {images} images, {seconds} s; free up disk space, \
         or choose another folder"
    ))
}

/// The part written before the failure is kept, but without the tables that a player needs.
pub(crate) fn incomplete_video(finding: Diagnostic, begun: &Path) -> Diagnostic {
    let begun = begun.display().to_string();
    finding.with_help(format!(
        "the data written before the error is in {begun}, which is incomplete; free up disk space, or choose another folder"
    ))
}
