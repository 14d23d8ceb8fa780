//! Archives for tests.

use sim_pack::archive::{Writer, sort};
use std::path::{Path, PathBuf};

/// The description of a pack without code.
pub fn manifest(name: &str, version: &str, more: &str) -> String {
    format!("(pack: 1, name: \"{name}\", version: \"{version}\", description: \"A pack.\", license: \"MIT\", {more})")
}

/// An archive of these files, in the canonical order.
pub fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
    sort(&mut paths);
    let ordered: Vec<(&str, &[u8])> =
        paths.iter().map(|path| *files.iter().find(|(name, _)| name == path).unwrap()).collect();
    unordered(&ordered)
}

/// An archive of these files, in the given order.
pub fn unordered(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    for (path, content) in files {
        writer.add(path, content.len() as u64, &mut &content[..]).unwrap();
    }
    writer.finish().unwrap()
}

/// A pack with a description and these files.
pub fn pack(name: &str, version: &str, more: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    let manifest = manifest(name, version, more);
    let mut all: Vec<(&str, &[u8])> = vec![("pack.ron", manifest.as_bytes())];
    all.extend(files);
    archive(&all)
}

/// All files below a folder, and their contents.
pub fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path().is_dir() {
            true => found.extend(files(&entry.path())),
            false => found.push((entry.path(), std::fs::read(entry.path()).unwrap())),
        }
    }
    found.sort();
    found
}
