//! Text files that are edited alongside the scene: missions, controller code, any UTF-8 text.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sim_core::digest::sha256;

use crate::disk::{Access, FileContent, FileError, OnDisk, Overwrite, TEXT_FILE_LIMIT, write_whole};
use crate::recovery_file::{Keeper, Unsaved};

/// The byte order mark that some programs write before UTF-8 text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text file, or a text without a file.
///
/// Lines of the text end with `\n`. A file whose lines all end with `\r\n`, or that starts with a byte order mark, is written back
/// in the same form.
#[derive(Debug)]
pub struct TextFile {
    path: Option<PathBuf>,
    text: String,
    /// The text as last opened or saved.
    saved: String,
    form: Form,
    /// SHA-256 of the file as last read or written; `None` if there was none.
    known_digest: Option<String>,
    /// The unsaved text, for the autosave thread.
    shared: Option<Arc<str>>,
    keeper: Option<Keeper>,
    number: u64,
}

/// The encoding of a text in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Form {
    /// Whether it starts with a byte order mark.
    marked: bool,
    /// Whether all lines end with `\r\n`.
    wide_ends: bool,
}

impl Form {
    /// Splits the content of a file into its form and its text.
    fn of(held: &str) -> (Self, String) {
        let text = held.strip_prefix(BYTE_ORDER_MARK);
        let (marked, text) = (text.is_some(), text.unwrap_or(held));
        let ends = text.matches('\n').count();
        let wide_ends = ends > 0 && text.matches("\r\n").count() == ends && text.matches('\r').count() == ends;
        let text = if wide_ends { text.replace("\r\n", "\n") } else { text.to_owned() };
        (Self { marked, wide_ends }, text)
    }

    /// The content of a file with this text.
    fn bytes(self, text: &str) -> Vec<u8> {
        let mark = if self.marked { "\u{feff}" } else { "" };
        let text = if self.wide_ends { text.replace('\n', "\r\n") } else { text.to_owned() };
        [mark.as_bytes(), text.as_bytes()].concat()
    }
}

/// The content of a file.
struct Contents {
    text: String,
    form: Form,
    digest: String,
}

fn read(path: &Path) -> Result<Contents, FileError> {
    let reading = |error: std::io::Error| FileError::reading(path, &error);
    let data = std::fs::metadata(path).map_err(reading)?;
    if !data.is_file() {
        return Err(FileError::Io {
            path: path.into(),
            access: Access::Read,
            cause: "it is not a regular file".to_string(),
            remedy: "choose a file",
        });
    }
    let mut bytes = Vec::new();
    // The file may grow in the meantime.
    std::fs::File::open(path)
        .and_then(|file| file.take(TEXT_FILE_LIMIT + 1).read_to_end(&mut bytes))
        .map_err(reading)?;
    if bytes.len() as u64 > TEXT_FILE_LIMIT {
        return Err(FileError::TooLarge { path: path.into(), size: data.len().max(bytes.len() as u64) });
    }
    let digest = sha256(&bytes);
    let held = String::from_utf8(bytes)
        .map_err(|error| FileError::NotText { path: path.into(), at: error.utf8_error().valid_up_to() })?;
    let (form, text) = Form::of(&held);
    Ok(Contents { text, form, digest })
}

impl Default for TextFile {
    fn default() -> Self {
        Self::new()
    }
}

impl TextFile {
    /// An empty text without a file.
    pub fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        Self {
            path: None,
            text: String::new(),
            saved: String::new(),
            form: Form::default(),
            known_digest: None,
            shared: None,
            keeper: None,
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Opens a file.
    ///
    /// # Errors
    /// A file that cannot be read, is larger than [`TEXT_FILE_LIMIT`], or is not UTF-8.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let mut file = Self::new();
        file.hold(read(&path)?);
        file.path = Some(path);
        Ok(file)
    }

    /// A text recovered after a crash, with its file, which may have changed since.
    pub(crate) fn recovered(path: Option<PathBuf>, text: String, known_digest: Option<String>, keeper: Keeper) -> Self {
        let mut file = Self::new();
        if let Some(contents) = path.as_deref().and_then(|path| read(path).ok()) {
            file.hold(contents);
        }
        Self { path, text, known_digest, keeper: Some(keeper), ..file }
    }

    fn hold(&mut self, contents: Contents) {
        self.saved.clone_from(&contents.text);
        (self.text, self.form, self.known_digest) = (contents.text, contents.form, Some(contents.digest));
        self.forget();
    }

    /// A number that identifies the text within the process.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The file; `None` for a text that was never saved.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The mutable text.
    pub fn text_mut(&mut self) -> &mut String {
        &mut self.text
    }

    /// Whether the text differs from the last opened or saved one.
    pub fn is_modified(&self) -> bool {
        self.text != self.saved
    }

    /// The state of the file since it was opened or saved, given its current content.
    pub fn compared(&self, held: &FileContent) -> OnDisk {
        if self.path.is_none() { OnDisk::NoFile } else { held.compared(self.known_digest.as_ref()) }
    }

    /// Saves the text to its file, atomically.
    ///
    /// # Errors
    /// The text has no file yet; another program has changed or deleted the file and `overwrite` is not set; or the system
    /// reports an error. Text and file are then unchanged.
    pub fn save(&mut self, overwrite: Overwrite) -> Result<(), FileError> {
        let path = self.path.clone().ok_or(FileError::NoPath)?;
        self.compared(&FileContent::read(&path)).check(&path, overwrite)?;
        self.write(&path)
    }

    /// Saves the text to another file, which becomes its file. An existing file is replaced.
    ///
    /// # Errors
    /// An error of the system. Text and file are then unchanged.
    pub fn save_as(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        self.write(&path)?;
        self.path = Some(path);
        Ok(())
    }

    fn write(&mut self, path: &Path) -> Result<(), FileError> {
        let bytes = self.form.bytes(&self.text);
        write_whole(path, &bytes)?;
        self.known_digest = Some(sha256(&bytes));
        self.saved.clone_from(&self.text);
        self.forget();
        Ok(())
    }

    /// Reverts to the content of the file, even if another program has changed it.
    ///
    /// # Errors
    /// The text has no file, or [`TextFile::open`] fails. The text is then unchanged.
    pub fn revert(&mut self) -> Result<(), FileError> {
        let path = self.path.clone().ok_or(FileError::NoPath)?;
        self.hold(read(&path)?);
        Ok(())
    }

    /// Acknowledges a change of the file by another program: the text stays as it is, and saving overwrites the file.
    pub fn accept_disk(&mut self) {
        let Some(path) = self.path.as_deref() else { return };
        let bytes = std::fs::read(path).ok();
        self.known_digest = bytes.as_ref().map(sha256);
        let held = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        // An unreadable file counts as a different text.
        self.saved = held.map_or_else(|| format!("{}\n", self.text), |held| Form::of(&held).1);
    }

    /// The unsaved text, to be written to a recovery file in this folder; see [`crate::Autosave`].
    pub fn unsaved(&mut self, folder: &Path) -> Option<Unsaved> {
        if !self.is_modified() {
            self.forget();
            return None;
        }
        if self.shared.as_deref() != Some(&self.text) {
            self.shared = Some(self.text.as_str().into());
        }
        if self.keeper.as_ref().is_none_or(|keeper| !keeper.is_in(folder)) {
            self.forget_keeper();
            self.keeper = Some(Keeper::empty(folder));
        }
        let (keeper, text) = (self.keeper.as_ref()?, self.shared.clone()?);
        Some(keeper.unsaved_text(self.path.clone(), self.known_digest.clone(), self.number, text))
    }

    /// Closes the text and removes its recovery file.
    pub fn close(mut self) {
        self.forget();
    }

    fn forget(&mut self) {
        self.shared = None;
        self.forget_keeper();
    }

    fn forget_keeper(&mut self) {
        if let Some(keeper) = self.keeper.take() {
            keeper.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(content: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mission.ron");
        std::fs::write(&path, content).unwrap();
        (folder, path)
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn revert_restores_bytes_and_what_is_not_touched_is_saved_as_it_was() {
        for content in
            ["a\nb\n", "a\r\nb\r\n", "\u{feff}a\nb", "a\r\nb\n", "a\rb", "", "\u{feff}", "çé\n", "\u{feff}a\r\n"]
        {
            let (_folder, path) = file(content.as_bytes());
            let mut text = TextFile::open(&path).unwrap();
            assert!(!text.is_modified());
            text.save(Overwrite::No).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), content.as_bytes(), "{content:?}");
            let before = text.text().to_owned();
            text.text_mut().push_str("more");
            assert!(text.is_modified());
            text.revert().unwrap();
            assert_eq!((text.text(), text.is_modified()), (&*before, false));
            text.save(Overwrite::No).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), content.as_bytes(), "{content:?}");
        }
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn lines_keep_their_ends() {
        let (_folder, path) = file(b"one\r\ntwo\r\n");
        let mut text = TextFile::open(&path).unwrap();
        assert_eq!(text.text(), "one\ntwo\n");
        text.text_mut().push_str("three\n");
        text.save(Overwrite::No).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one\r\ntwo\r\nthree\r\n");
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn a_file_changed_by_another_program_is_not_overwritten_without_confirmation() {
        let (_folder, path) = file(b"old");
        let mut text = TextFile::open(&path).unwrap();
        text.text_mut().push_str(" mine");
        std::fs::write(&path, "theirs").unwrap();
        assert_eq!(text.compared(&FileContent::read(&path)), OnDisk::Changed);
        assert!(matches!(text.save(Overwrite::No), Err(FileError::ChangedOnDisk { .. })));
        assert_eq!(std::fs::read(&path).unwrap(), b"theirs");
        text.accept_disk();
        assert!(text.is_modified());
        text.save(Overwrite::No).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"old mine");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text.compared(&FileContent::read(&path)), OnDisk::Deleted);
        assert!(matches!(text.save(Overwrite::No), Err(FileError::DeletedOnDisk { .. })));
        text.save(Overwrite::Yes).unwrap();
        assert_eq!((std::fs::read(&path).unwrap(), text.is_modified()), (b"old mine".to_vec(), false));
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn binary_oversized_and_missing_files_are_rejected() {
        let (folder, path) = file(&[b'a', 0xff, b'b']);
        assert!(matches!(TextFile::open(&path), Err(FileError::NotText { at: 1, .. })));
        std::fs::write(&path, vec![b'a'; TEXT_FILE_LIMIT as usize]).unwrap();
        assert!(TextFile::open(&path).is_ok());
        std::fs::write(&path, vec![b'a'; TEXT_FILE_LIMIT as usize + 1]).unwrap();
        let error = TextFile::open(&path).unwrap_err();
        assert!(matches!(error, FileError::TooLarge { size, .. } if size == TEXT_FILE_LIMIT + 1));
        assert!(error.to_string().contains("5.2 MB"), "{error}");
        for path in [folder.path().join("nowhere"), folder.path().to_path_buf()] {
            assert!(matches!(TextFile::open(path), Err(FileError::Io { access: Access::Read, .. })));
        }
        assert!(matches!(TextFile::new().save(Overwrite::Yes), Err(FileError::NoPath)));
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn saving_under_another_name_leaves_the_first_file() {
        let (folder, path) = file(b"old");
        let mut text = TextFile::open(&path).unwrap();
        text.text_mut().push('!');
        let other = folder.path().join("other.ron");
        assert!(text.save_as(folder.path().join("nowhere/x")).is_err());
        assert_eq!((text.path(), text.is_modified()), (Some(&*path), true));
        text.save_as(&other).unwrap();
        assert_eq!((text.path(), text.is_modified()), (Some(&*other), false));
        assert_eq!([&path, &other].map(|path| std::fs::read(path).unwrap()), [b"old".to_vec(), b"old!".to_vec()]);
        assert_eq!(folder.path().read_dir().unwrap().count(), 2, "nothing is left of the writing");
    }
}
