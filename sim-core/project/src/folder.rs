//! Atomic creation of folders.

use sim_core::diagnostic::{Code, Diagnostic};
use std::path::Path;

/// Files of a folder: relative path and content.
pub(crate) type Files = Vec<(String, String)>;

/// Checks that a folder can be created here: the path does not exist or is an empty folder.
pub(crate) fn check_free(folder: &Path) -> Result<(), Diagnostic> {
    // The temporary folder would replace the link or its target.
    let is_link = folder.symlink_metadata().is_ok_and(|there| there.is_symlink());
    let found = match folder.read_dir() {
        _ if is_link && !folder.exists() => "a dangling symbolic link".to_string(),
        _ if is_link => "a symbolic link".to_string(),
        Ok(mut entries) => match entries.next() {
            None => return Ok(()),
            Some(_) => "a folder that is not empty".to_string(),
        },
        Err(_) if !folder.exists() => return Ok(()),
        Err(_) => "not a folder, or an unreadable one".to_string(),
    };
    Err(Diagnostic::error(Code::ConfigValue, "the folder already exists")
        .with_file(folder.display().to_string())
        .with_expected("a folder that does not exist, or is empty")
        .with_found(found)
        .with_help("use another name or another parent folder (`--dir`); nothing was written"))
}

/// Device names, which are invalid for files and folders on Windows, in any spelling.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Whether a name is that of a Windows device: a folder with this name could not be copied to Windows.
pub(crate) fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let port = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    DEVICES.contains(&&*name)
        || port.is_some_and(|number| number.len() == 1 && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Diagnostic for such a name.
pub(crate) fn refuse_device(name: &str) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, "the name is a Windows device name")
        .with_found(format!("`{name}`"))
        .with_help(format!("use, for example, `my-{name}`"))
}

/// Creates a folder and writes files into it.
pub(crate) fn write_files(folder: &Path, files: &Files) -> Result<(), Diagnostic> {
    for (path, content) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
        std::fs::write(&path, content).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

/// Diagnostic: a file or folder could not be written.
pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::ConfigOutput, "the folder could not be written")
        .with_file(path.display().to_string())
        .with_found(error.to_string())
        .with_help("check that the folder is writable and the disk is not full")
}

/// Creates a folder with content from `fill`. Uses a temporary folder next to it first, so that a failure leaves nothing behind.
pub(crate) fn make(folder: &Path, fill: impl FnOnce(&Path) -> Result<(), Diagnostic>) -> Result<(), Diagnostic> {
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let part = parent.join(format!(".{name}-{}.part", std::process::id()));
    let made = std::fs::create_dir(&part)
        .map_err(|error| unwritable(&part, &error))
        .and_then(|()| fill(&part))
        .and_then(|()| put(&part, folder).map_err(|error| unwritable(folder, &error)));
    if made.is_err() {
        // If it cannot be removed, its name identifies it as temporary.
        let _ = std::fs::remove_dir_all(&part);
    }
    made
}

fn put(part: &Path, folder: &Path) -> std::io::Result<()> {
    if folder.exists() {
        std::fs::remove_dir(folder)?;
    }
    std::fs::rename(part, folder)
}
