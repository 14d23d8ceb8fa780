//! Checks the length of source files.

use crate::run::{Result, at};
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of lines of a source file without a stated reason.
const MAX_LINES: usize = 600;

/// Marker for a longer file, on a separate line, followed by the reason.
const MARKER: &str = "// Longer than 600 lines: ";

/// Source files below a folder that are too long without a reason, with their number of lines, sorted by name.
pub fn too_long(folder: &Path) -> Result<Vec<(PathBuf, usize)>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(at(&folder))? {
            let path = entry.map_err(at(&folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                // Skip build results and hidden folders of tools.
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).map_err(at(&path))?;
                found.extend(excess(&text).map(|lines| (path, lines)));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The number of lines if it exceeds the limit without a reason.
fn excess(text: &str) -> Option<usize> {
    let lines = text.lines().count();
    let reason = |line: &str| line.strip_prefix(MARKER).is_some_and(|reason| !reason.trim().is_empty());
    (lines > MAX_LINES && !text.lines().any(reason)).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    #[test]
    fn no_source_file_is_longer_than_600_lines_without_a_reason() {
        let found = too_long(&root()).unwrap();
        assert!(found.is_empty(), "split these files, or give the reason as `{MARKER}…`: {found:?}");
    }

    #[test]
    fn only_a_stated_reason_excuses_the_601st_line() {
        let lines = |count: usize| "let a = 1;\n".repeat(count);
        assert_eq!(excess(&lines(MAX_LINES)), None);
        assert_eq!(excess(&lines(MAX_LINES + 1)), Some(MAX_LINES + 1));
        assert_eq!(excess(&format!("{MARKER}one table\n{}", lines(MAX_LINES))), None);
        assert_eq!(excess(&format!("{MARKER} \n{}", lines(MAX_LINES))), Some(MAX_LINES + 1));
        assert_eq!(excess(&format!("let text = \"{MARKER}one table\";\n{}", lines(MAX_LINES))), Some(MAX_LINES + 1));
    }

    #[test]
    fn folders_are_searched_to_the_bottom_but_not_build_results() {
        let folder = std::env::temp_dir().join(format!("xtask-lines-{}", std::process::id()));
        let long = "\n".repeat(MAX_LINES + 1);
        for part in ["a/b", "target/a", ".hidden"] {
            fs::create_dir_all(folder.join(part)).unwrap();
            fs::write(folder.join(part).join("long.rs"), &long).unwrap();
        }
        fs::write(folder.join("long.txt"), &long).unwrap();
        let found = too_long(&folder);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found.unwrap(), [(folder.join("a/b/long.rs"), MAX_LINES + 1)]);
    }
}
