//! Reads the text of a file.

use std::path::Path;

use crate::{MB, Unreadable, read_regular};
use sim_diagnostics::{Code, Diagnostic};

/// Maximum size of a text, bytes.
const MAX_SIZE: u64 = 64 * MB;

/// Text of the scene or robot file at `path`.
///
/// # Errors
/// If it cannot be read, is not a regular file or is larger than 64 MB, or is not UTF-8. The finding has no place; the
/// caller adds that of the reference to the file.
pub fn of_file(path: &Path) -> Result<String, Diagnostic> {
    let name = path.display().to_string();
    let bytes = read_regular(path, MAX_SIZE).map_err(|error| {
        let reason = error.reason(MAX_SIZE);
        let message = format!("{name} cannot be read: {reason}");
        let diagnostic = Diagnostic::error(Code::SceneUnreadable, message);
        match error {
            Unreadable::TooLarge => diagnostic
                .with_expected(format!("a file of at most {most} MB", most = MAX_SIZE / MB))
                .with_help("move large data to meshes and images, or split the file"),
            _ => diagnostic
                .with_expected("a scene file")
                .with_help("check the path; it is relative to the file that references it"),
        }
    })?;
    of_bytes(bytes, &name)
}

/// Decodes bytes as text; `name` is their source.
///
/// # Errors
/// If they are not UTF-8. The finding has no place.
pub fn of_bytes(bytes: Vec<u8>, name: &str) -> Result<String, Diagnostic> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        Diagnostic::error(Code::SceneNotText, format!("{name} is not UTF-8 text"))
            .with_expected("UTF-8 text")
            .with_found(format!("byte 0x{at:02x} in line {line}", at = error.as_bytes()[at]))
            .with_help("save the file as UTF-8")
    })
}
