//! Folder listings, read on a separate thread: a network folder may not respond for minutes.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, lossily converted to text.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
    /// Whether it is a folder, or a link to one.
    pub is_folder: bool,
    /// Size of a file, bytes.
    pub size: u64,
}

impl Entry {
    /// Whether the system hides it by default.
    pub fn is_hidden(&self) -> bool {
        self.name.starts_with('.')
    }

    /// Whether its name has one of these extensions, without dot, case-insensitively.
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let own = self.path.extension().unwrap_or_default();
        extensions.iter().any(|extension| own.eq_ignore_ascii_case(extension))
    }
}

/// The entries of a folder, or the error.
type Read = Result<Vec<Entry>, String>;

/// The listing of a folder, which may be pending.
pub struct Listing {
    reading: Receiver<Read>,
    read: Option<Read>,
}

impl Listing {
    /// Starts to read a folder; `done` is called when it has been read.
    pub fn begin(folder: &Path, done: impl FnOnce() + Send + 'static) -> Self {
        let (sender, reading) = channel();
        let folder = folder.to_path_buf();
        let reader = move || {
            // There is no receiver if another folder has been selected meanwhile.
            let _ = sender.send(read(&folder).map_err(|error| error.to_string()));
            done();
        };
        let started = std::thread::Builder::new().name("file dialog".into()).spawn(reader);
        Self { reading, read: started.err().map(|error| Err(error.to_string())) }
    }

    /// The entries, or the error; `None` while the folder is being read.
    pub fn entries(&mut self) -> Option<Result<&[Entry], &str>> {
        if self.read.is_none() {
            self.read = self.reading.try_recv().ok();
        }
        self.read.as_ref().map(|read| read.as_deref().map_err(String::as_str))
    }
}

/// Folders first, then files, each by name.
fn read(folder: &Path) -> std::io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        // A dangling link is useless here.
        let (Some(name), Ok(data)) = (path.file_name(), path.metadata()) else { continue };
        let name = name.to_string_lossy().into_owned();
        entries.push(Entry { name, is_folder: data.is_dir(), size: data.len(), path });
    }
    entries.sort_by_cached_key(|entry| (!entry.is_folder, entry.name.to_lowercase(), entry.name.clone()));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_and_all_are_in_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.ron", "A.RON", "c.json", ".kept"] {
            std::fs::write(folder.path().join(name), "12").unwrap();
        }
        std::fs::create_dir(folder.path().join("z")).unwrap();
        let (sender, done) = channel();
        let mut listing = Listing::begin(folder.path(), move || sender.send(()).unwrap());
        done.recv().unwrap();
        let entries = listing.entries().unwrap().unwrap();
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["z", ".kept", "A.RON", "b.ron", "c.json"]);
        let of = |name: &str| entries.iter().find(|entry| entry.name == name).unwrap();
        assert!(of("z").is_folder && of(".kept").is_hidden() && of("A.RON").has_extension(&["ron"]));
        assert!(!of("c.json").has_extension(&["ron"]) && !of(".kept").has_extension(&["kept"]));
        assert_eq!(of("b.ron").size, 2);
    }

    #[test]
    fn a_folder_that_cannot_be_read_says_why() {
        let (sender, done) = channel();
        let mut listing = Listing::begin(Path::new("/there/is/no/folder"), move || sender.send(()).unwrap());
        done.recv().unwrap();
        assert!(!listing.entries().unwrap().unwrap_err().is_empty());
    }
}
