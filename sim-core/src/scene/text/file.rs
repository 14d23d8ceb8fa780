//! Reading the text of a file.

use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};

/// The text of the scene or robot file at `path`.
///
/// # Errors
/// When it cannot be read, and when it is not UTF-8 text. The finding names no place: who asks for the file adds it.
pub fn of_file(path: &Path) -> Result<String, Diagnostic> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => say!("scene-there-no-such-file", "there is no such file"),
            _ => error.to_string().into(),
        };
        Diagnostic::error(
            Code::SceneUnreadable,
            say!("scene-cannot-read", "{name} cannot be read: {reason}", name, reason),
        )
        .with_expected(say!("scene-scene-file", "a scene file"))
        .with_help(say!(
            "scene-check-path-counts-from-folder",
            "check the path; it counts from the folder of the file that names it"
        ))
    })?;
    of_bytes(bytes, &name)
}

/// Bytes as text; `name` stands for what they were read from.
///
/// # Errors
/// When they are not UTF-8 text. The finding names no place.
pub fn of_bytes(bytes: Vec<u8>, name: &str) -> Result<String, Diagnostic> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        Diagnostic::error(Code::SceneNotText, say!("scene-not-utf-8-text", "{name} is not UTF-8 text", name))
            .with_expected(say!("scene-utf-8-text", "UTF-8 text"))
            .with_found(say!(
                "scene-byte-0x-line",
                "byte 0x{at} in line {line}",
                at = format!("{:02x}", error.as_bytes()[at]),
                line
            ))
            .with_help(say!("scene-save-file-as-utf-8", "save the file as UTF-8"))
    })
}
