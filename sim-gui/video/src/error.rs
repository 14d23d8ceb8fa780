//! Errors of videos.

use crate::video::Extent;
use sim_core::diagnostic::{Code, Diagnostic};
use std::path::Path;

/// The video cannot be written because of an error of the system.
pub(crate) fn unwritable(path: &Path, cause: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(Code::ConfigOutput, "the video or picture cannot be written")
        .with_file(path.display().to_string())
        .with_found(cause.to_string())
        .with_help("check that the folder exists and may be written to, and that the disk is not full")
}

/// The name is reserved for unfinished videos.
pub(crate) fn reserved(path: &Path) -> Diagnostic {
    let message = "names of this form are for files that are not finished";
    let help = "choose a name without `.incomplete`, such as run.mp4";
    Diagnostic::error(Code::ConfigOutput, message).with_file(path.display().to_string()).with_help(help)
}

/// A finished video cannot be renamed: the name is in use, or the video is no longer at `begun`.
pub(crate) fn unpublished(path: &Path, begun: &Path, error: std::io::Error) -> Diagnostic {
    let begun = begun.display();
    let (message, help) = match error.kind() {
        std::io::ErrorKind::AlreadyExists => (
            "another program has created this file while the video was written".to_string(),
            format!("the finished video is {begun}; rename it to a name that is free"),
        ),
        std::io::ErrorKind::NotFound => (
            format!("the unfinished video {begun} was moved, removed or replaced"),
            "move or rename a video only when it is finished".to_string(),
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
    Diagnostic::error(Code::ConfigOutput, "another run is writing the video or pictures")
        .with_file(path.display().to_string())
        .with_help("wait until that run has ended, or choose another name")
}

/// The images have a size that videos do not support.
pub(crate) fn wrong_size(path: &Path, [width, height]: [u32; 2], [least, most]: [u32; 2]) -> Diagnostic {
    let expected = format!("even numbers from {least} to {most}");
    Diagnostic::error(Code::ConfigValue, "a video cannot have images of this size")
        .with_file(path.display().to_string())
        .with_expected(expected)
        .with_found(format!("{width} × {height}"))
}

/// The part written before the failure is a playable video.
pub(crate) fn kept(finding: Diagnostic, Extent { images, duration }: Extent) -> Diagnostic {
    let seconds = format!("{duration:.1}");
    finding.with_help(format!(
        "what was written before is kept as a whole video: {images} images, {seconds} s; make room, or choose another \
         folder"
    ))
}

/// The part written before the failure is kept, but without the tables that a player needs.
pub(crate) fn kept_incomplete(finding: Diagnostic, begun: &Path) -> Diagnostic {
    let begun = begun.display().to_string();
    finding.with_help(format!(
        "what was written before is kept in {begun}, which is not complete; make room, or choose another folder"
    ))
}
