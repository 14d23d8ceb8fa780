//! File names in a pack, which must be valid on every platform.

use std::collections::BTreeMap;
use unicode_normalization::is_nfc;

/// Maximum length of a file's path, bytes.
pub const MAX_LEN: usize = 200;

/// Maximum nesting depth of folders.
pub const DEEPEST: usize = 12;

/// Maximum length of a file name, and of the folders before it, bytes: an archive has two fields for them.
const NAME: usize = 100;
const FOLDERS: usize = 155;

/// Whether a path fits into these fields, split at one of its slashes if it is too long for the first.
fn fits_a_header(path: &str) -> bool {
    let cuts = path.bytes().enumerate().filter(|(_, byte)| *byte == b'/').map(|(at, _)| at);
    path.len() <= NAME || cuts.into_iter().any(|at| at <= FOLDERS && path.len() - at - 1 <= NAME && at > 0)
}

/// Device names of Windows, with any extension.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "com", "lpt", "conin$", "conout$", "clock$"];

/// Checks that a path, with `/` between folders, is valid for a file in a pack.
///
/// # Errors
/// The violated rule.
pub fn check(path: &str) -> Result<(), String> {
    if path.is_empty() || path.len() > MAX_LEN {
        return Err(format!("path of {count} bytes (expected: 1 to {MAX_LEN})", count = path.len()));
    }
    if !fits_a_header(path) {
        return Err(format!("file name of more than {NAME} bytes, or folder path of more than {FOLDERS}"));
    }
    if path.starts_with('/') {
        return Err("absolute path".to_string());
    }
    if path.split('/').any(|part| matches!(part, "." | "..")) {
        return Err("`.` or `..` in the path".to_string());
    }
    if path.split('/').any(str::is_empty) {
        return Err("empty folder name in the path".to_string());
    }
    if path.split('/').count() > DEEPEST + 1 {
        return Err(format!("more than {DEEPEST} nested folders"));
    }
    if let Some(character) =
        path.chars().find(|c| c.is_control() || "\\:*?\"<>|\u{202e}\u{202d}\u{2066}\u{2067}".contains(*c))
    {
        let character = character.escape_debug().to_string();
        return Err(format!("the path contains `{character}`, which is invalid on some systems"));
    }
    if !is_nfc(path) {
        return Err("the path is not in Unicode NFC".to_string());
    }
    if path.split('/').any(|part| part.ends_with(['.', ' ']) || part.starts_with(' ')) {
        return Err("a name in the path begins with a blank, or ends with a dot or a blank".to_string());
    }
    if let Some(part) = path.split('/').find(|part| is_device(part)) {
        return Err(format!("`{part}` in the path is a Windows device name"));
    }
    Ok(())
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let numbered = stem.strip_suffix(|c: char| c.is_ascii_digit() || "¹²³".contains(c));
    let plain = DEVICES.contains(&stem.as_str()) && !matches!(stem.as_str(), "com" | "lpt");
    plain || numbered.is_some_and(|stem| matches!(stem, "com" | "lpt"))
}

/// The paths of a pack, which can coexist on every platform.
#[derive(Debug, Default)]
pub struct Paths {
    /// By case-folded path: the path, and whether it is a file.
    known: BTreeMap<String, (String, bool)>,
}

impl Paths {
    /// Adds the path of a file, which has passed [`check`].
    ///
    /// # Errors
    /// The path that it conflicts with.
    pub fn add(&mut self, path: &str) -> Result<(), String> {
        let ends = path.char_indices().filter(|(_, c)| *c == '/').map(|(at, _)| at);
        for (end, is_file) in ends.map(|end| (end, false)).chain([(path.len(), true)]) {
            let part = &path[..end];
            match self.known.get(&part.to_lowercase()) {
                None => drop(self.known.insert(part.to_lowercase(), (part.to_owned(), is_file))),
                Some((other, false)) if !is_file && other == part => {}
                Some((other, _)) if other == part => {
                    return Err("duplicate path, or a folder with the name of a file".to_string());
                }
                Some((other, _)) => {
                    return Err(format!("`{part}` and `{other}` differ only in case"));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_some_system_cannot_have_are_refused() {
        for good in
            ["pack.ron", "models/rover.robot.ron", "docs/guía.md", "a/.hidden", "lib/x/libcom.so", "console.txt"]
        {
            assert!(check(good).is_ok(), "{good}");
        }
        let (long, deep) = ("a".repeat(201), "a/".repeat(13) + "a");
        for bad in [
            "",
            "/etc/passwd",
            "../a",
            "a/../b",
            "a/./b",
            "a//b",
            "a/",
            "C:/a",
            "a\\b",
            "a\0b",
            "a\nb",
            "a*",
            "con",
            "COM1.txt",
            "a/nul.png",
            "a.",
            "a /b",
            "a/ b",
            "e\u{301}.md",
            "a\u{202e}gnp.exe",
            &long,
            &deep,
        ] {
            assert!(check(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn paths_that_clash_on_some_system_are_refused() {
        let added =
            |paths: &[&str]| paths.iter().try_fold(Paths::default(), |mut all, path| all.add(path).map(|()| all));
        assert!(added(&["a/b", "a/c", "b"]).is_ok());
        for bad in [&["a", "a"][..], &["a", "A"], &["a/b", "A/c"], &["a", "a/b"], &["a/b", "a"], &["É", "é"]] {
            assert!(added(bad).is_err(), "{bad:?}");
        }
    }
}
