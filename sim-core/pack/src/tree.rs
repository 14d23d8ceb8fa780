//! Files of packs in folders.

use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use std::path::Path;

/// Names in a folder, in order.
pub fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Adds all files below a folder of a pack. `hidden` specifies whether to include names that begin with a dot.
pub fn below(
    pack: &Path,
    folder: &str,
    hidden: bool,
    files: &mut Vec<String>,
    findings: &mut Diagnostics,
) -> Result<(), Diagnostic> {
    for name in names(&pack.join(folder)).map_err(|error| unreadable(&pack.join(folder), &error))? {
        let path = format!("{folder}/{name}");
        let kind = std::fs::symlink_metadata(pack.join(&path))
            .map_err(|error| unreadable(&pack.join(&path), &error))?
            .file_type();
        if name.starts_with('.') && !hidden {
            continue;
        } else if kind.is_dir() {
            below(pack, &path, hidden, files, findings)?;
        } else if kind.is_file() {
            files.push(path);
        } else {
            let message = "a pack cannot contain links or devices";
            findings.push(Diagnostic::error(Code::PackPath, message).with_file(pack.join(&path).display().to_string()));
        }
    }
    Ok(())
}

/// Diagnostic: a folder of a pack cannot be read.
pub fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = "the folder of the pack cannot be read";
    Diagnostic::error(Code::PackContent, message).with_file(path.display().to_string()).with_found(error.to_string())
}

/// Copies a file of a pack.
pub fn put(from: &Path, staging: &Path, path: &str) -> Result<(), Diagnostic> {
    let to = staging.join(path);
    let copied = std::fs::create_dir_all(to.parent().unwrap_or(staging)).and_then(|()| std::fs::copy(from, &to));
    copied.map(drop).map_err(|error| unreadable(from, &error))
}
