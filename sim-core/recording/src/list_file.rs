//! JSON lists that grow on disk, and repair of truncated ones.
//!
//! One object per line. Each write replaces the closing bracket with more objects and a new bracket in one system
//! call, so that the file is a valid list if the process ends between two writes.

use super::{RecordingError, Result};
use serde::de::IgnoredAny;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const END: &[u8] = b"\n]\n";

/// A JSON list on disk. The file is open only during writes, so that thousands may exist at once.
pub(super) struct ListFile {
    path: PathBuf,
    /// Objects not yet in the file, each with its preceding separator.
    pub waiting: Vec<u8>,
    empty: bool,
}

impl ListFile {
    /// Creates an empty list; replaces the file.
    pub(super) fn create(path: PathBuf) -> Result<Self> {
        std::fs::write(&path, [b"[", END].concat()).map_err(RecordingError::io(&path, "create the file"))?;
        Ok(Self { path, waiting: Vec::new(), empty: true })
    }

    /// Starts an object: the caller then writes one JSON object without line breaks to [`ListFile::waiting`].
    pub(super) fn begin(&mut self) {
        self.waiting.extend_from_slice(if self.empty { b"\n" } else { b",\n" });
        self.empty = false;
    }

    /// Writes the buffered objects.
    pub(super) fn flush(&mut self) -> Result {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.waiting.extend_from_slice(END);
        let append = || {
            let mut file = OpenOptions::new().write(true).open(&self.path)?;
            file.seek(SeekFrom::End(-(END.len() as i64)))?;
            file.write_all(&self.waiting)
        };
        append().map_err(RecordingError::io(&self.path, "write"))?;
        self.waiting.clear();
        Ok(())
    }
}

/// A repaired list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The file.
    pub file: PathBuf,
    /// Number of objects in it.
    pub objects: u64,
    /// Bytes of an incomplete object that were removed.
    pub removed: u64,
}

/// Closes the lists in a folder of JSON output that a killed process left open; returns the repaired ones.
///
/// Repairs `robot-*.json`, `Robot-*.json`, `object-*.json` and `events.json`. All complete objects are kept.
pub fn repair(folder: &Path) -> Result<Vec<Repaired>> {
    let failed = || RecordingError::io(folder, "read the folder");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed())? {
        let path = entry.map_err(failed())?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let of_a_body = ["robot-", "Robot-", "object-"].iter().any(|start| name.starts_with(start));
        if name == "events.json" || (of_a_body && name.ends_with(".json")) {
            paths.push(path);
        }
    }
    paths.sort();
    let mut repaired = Vec::new();
    for path in paths {
        repaired.extend(repair_list(&path)?);
    }
    Ok(repaired)
}

fn repair_list(path: &Path) -> Result<Option<Repaired>> {
    let (objects, keep, tail) = scan(path)?;
    if tail == END {
        return Ok(None);
    }
    let repair = || {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(keep)?;
        file.seek(SeekFrom::End(0))?;
        file.write_all(if keep == 0 { b"[\n]\n" } else { END })
    };
    repair().map_err(RecordingError::io(path, "write"))?;
    Ok(Some(Repaired { file: path.to_owned(), objects, removed: tail.len() as u64 }))
}

/// Number of complete objects, end of the last one, and the bytes after it.
fn scan(path: &Path) -> Result<(u64, u64, Vec<u8>)> {
    let file = File::open(path).map_err(RecordingError::io(path, "open"))?;
    let mut reader = BufReader::new(file);
    let (mut objects, mut keep, mut tail, mut line) = (0, 0, Vec::new(), Vec::new());
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(RecordingError::io(path, "read"))? == 0 {
            return Ok((objects, keep, tail));
        }
        let whole = if keep == 0 && tail.is_empty() && line.first() == Some(&b'[') {
            Some(1)
        } else if line.first() == Some(&b'{') && matches!(tail.as_slice(), b"\n" | b",\n") {
            let mut values = serde_json::Deserializer::from_slice(&line).into_iter::<IgnoredAny>();
            let whole = values.next().is_some_and(|value| value.is_ok()).then(|| values.byte_offset());
            objects += u64::from(whole.is_some());
            whole
        } else {
            None
        };
        if let Some(end) = whole {
            keep += (tail.len() + end) as u64;
            tail.clear();
        }
        tail.extend_from_slice(&line[whole.unwrap_or(0)..]);
    }
}
