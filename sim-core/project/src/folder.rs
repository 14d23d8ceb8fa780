//! Folders that are made whole, or not at all.

use sim_core::diagnostic::{Code, Diagnostic};
use std::path::Path;

/// Files of a folder: path within it, and content.
pub(crate) type Files = Vec<(String, String)>;

/// Whether a folder can be made here: nothing is there, or an empty folder.
pub(crate) fn check_free(folder: &Path) -> Result<(), Diagnostic> {
    // Something with another name would take the place of a link, or of what it leads to.
    let is_link = folder.symlink_metadata().is_ok_and(|there| there.is_symlink());
    let found = match folder.read_dir() {
        _ if is_link && !folder.exists() => "a symbolic link that leads nowhere".to_string(),
        _ if is_link => "a symbolic link".to_string(),
        Ok(mut entries) => match entries.next() {
            None => return Ok(()),
            Some(_) => "a folder with files in it".to_string(),
        },
        Err(_) if !folder.exists() => return Ok(()),
        Err(_) => "something that is not a folder, or a folder that cannot be read".to_string(),
    };
    let message = "there is something already where the folder would be made";
    Err(Diagnostic::error(Code::ConfigValue, message)
        .with_file(folder.display().to_string())
        .with_expected("no folder of this name, or an empty one")
        .with_found(found)
        .with_help("take another name, or `--dir` to make it elsewhere; nothing was written"))
}

/// Names of devices, which no file or folder of Windows can have, in any spelling.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Whether a name stands for a device of Windows: a folder of this name could not be copied to there.
pub(crate) fn is_device(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let port = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    DEVICES.contains(&&*name)
        || port.is_some_and(|number| number.len() == 1 && number.bytes().all(|b| b.is_ascii_digit()))
}

/// What is said of such a name.
pub(crate) fn refuse_device(name: &str) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, "Windows keeps this name for a device")
        .with_found(format!("`{name}`"))
        .with_help(format!("take `my-{name}`, for example"))
}

/// Writes files into a folder, which is made.
pub(crate) fn write_files(folder: &Path, files: &Files) -> Result<(), Diagnostic> {
    for (path, content) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
        std::fs::write(&path, content).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

/// A file or folder that could not be written.
pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::ConfigOutput, "the folder could not be written")
        .with_file(path.display().to_string())
        .with_found(error.to_string())
        .with_help("check that the folder can be written and the disk is not full")
}

/// Makes a folder that `fill` fills: under another name beside it first, so that nothing is left where that fails.
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
        // What cannot be removed has a name that says what it is.
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
