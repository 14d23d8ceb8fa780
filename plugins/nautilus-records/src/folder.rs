//! The folder of a run.

use sim_abi::prelude::*;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Windows does not allow colons in file names.
const BETWEEN: &str = if cfg!(windows) { "-" } else { ":" };

/// Creates a folder with a unique name for a run that starts now, local time.
pub fn create(parent: &Path) -> Result<PathBuf> {
    let now = jiff::Zoned::now();
    let name = now.strftime(&format!("EXP-%Y_%m_%d-%I{BETWEEN}%M{BETWEEN}%S_%p")).to_string();
    std::fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
    for number in 1u32.. {
        let folder = parent.join(if number == 1 { name.clone() } else { format!("{name}_{number}") });
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(unwritable(&folder, &error)),
        }
    }
    Err(Fault::new(format!("{} contains too many runs of this second", parent.display())))
}

/// Replaces a file; the previous file is kept if the disk is full.
pub fn replace(path: &Path, text: &str) -> Result {
    let part = path.with_extension("part");
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|error| {
        // A partial file is useless.
        let _ = std::fs::remove_file(&part);
        unwritable(path, &error)
    })
}

/// Error for a file or folder that cannot be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Fault {
    Fault::new(format!("{} cannot be written: {error}", path.display()))
        .help("choose another folder, or free disk space")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NA-78: Each run with output gets its own folder, named by local date and time.
    #[test]
    fn runs_of_one_second_have_folders_of_their_own() {
        let parent = tempfile::tempdir().unwrap();
        let folders: Vec<PathBuf> = (0..3).map(|_| create(&parent.path().join("output_files")).unwrap()).collect();
        assert!(folders[0] != folders[1] && folders[1] != folders[2]);
        for folder in folders {
            let name = folder.file_name().unwrap().to_str().unwrap().to_string();
            // EXP-2026_11_22-06:41:09_AM
            let pattern = "EXP-dddd_dd_dd-dd:dd:dd_?M";
            let fits = |(found, wanted): (char, char)| match wanted {
                'd' => found.is_ascii_digit(),
                '?' => found == 'A' || found == 'P',
                ':' => BETWEEN.starts_with(found),
                _ => found == wanted,
            };
            assert!(name.len() >= pattern.len() && name.chars().zip(pattern.chars()).all(fits), "{name}");
            let rest = &name[pattern.len()..];
            assert!(rest.is_empty() || rest.strip_prefix('_').is_some_and(|n| n.parse::<u32>().is_ok()), "{name}");
            let hour: u32 = name[15..17].parse().unwrap();
            assert!((1..=12).contains(&hour), "{name}");
        }
    }

    /// NA-78: Each run with output gets its own folder, named by local date and time.
    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let parent = tempfile::tempdir().unwrap();
        let file = parent.path().join("file");
        std::fs::write(&file, "").unwrap();
        let fault = create(&file.join("runs")).unwrap_err();
        assert!(fault.message().contains("file/runs cannot be written"), "{fault}");
    }
}
