//! Opening and saving.

pub(crate) mod scene_references;
pub(crate) mod surroundings;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sim_core::digest::sha256;
use sim_core::packs::{InstalledPack, Requirement};
use sim_core::scene::text::{Format, Kind, Node, Printer};
use sim_core::scene::{LoadOptions, Scene};

use crate::document::{Content, Document, parse};
use crate::impact::Impact;
use crate::node::{set, without_tags};
use crate::page::Page;
use crate::refusal::FileError;

/// What has become of a document's file since it was opened or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDisk {
    /// The document has no file.
    NoFile,
    /// The file is as the document knows it.
    Unchanged,
    /// Somebody else has written to it, or it cannot be read any more.
    Changed,
    /// It is gone.
    Deleted,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A content with this SHA-256, hexadecimal.
    Content(String),
    /// There is no such file.
    Nothing,
    /// It cannot be read.
    Unreadable,
}

impl Held {
    /// Reads a file.
    pub fn by(path: &Path) -> Self {
        match std::fs::read(path) {
            Ok(bytes) => Self::Content(sha256(&bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::Nothing,
            Err(_) => Self::Unreadable,
        }
    }
}

/// Whether a file may be replaced that somebody else has changed or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Refuse, so that the user can decide.
    No,
    /// The user has decided.
    Yes,
}

pub(crate) fn read_text(path: &Path) -> Result<String, FileError> {
    let bytes = std::fs::read(path).map_err(|error| FileError::reading(path, &error))?;
    String::from_utf8(bytes)
        .map_err(|error| FileError::NotText { path: path.into(), at: error.utf8_error().valid_up_to() })
}

/// As [`sim_core::files::write_whole`].
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    sim_core::files::write_whole(path, bytes).map_err(|error| FileError::writing(path, &error))
}

impl Document {
    /// Opens a scene file. One with mistakes opens, too: as text with its problems.
    ///
    /// # Errors
    /// A file that cannot be read, or is no text.
    pub fn open(path: impl AsRef<Path>) -> Result<Document, FileError> {
        let path = path.as_ref();
        let text = read_text(path)?;
        let mut document = Document::of_text(&text, Format::of_path(path), Some(path.to_path_buf()));
        document.baseline = Some(document.text.clone());
        document.known_digest = Some(sha256(text.as_bytes()));
        Ok(document)
    }

    /// What has become of the file since it was opened or saved. Reads the file.
    pub fn on_disk(&self) -> OnDisk {
        self.path.as_deref().map_or(OnDisk::NoFile, |path| self.compared(&Held::by(path)))
    }

    /// What has become of the file since it was opened or saved, when it holds this.
    pub fn compared(&self, held: &Held) -> OnDisk {
        match held {
            Held::Content(digest) if self.known_digest.as_ref() == Some(digest) => OnDisk::Unchanged,
            Held::Content(_) | Held::Unreadable => OnDisk::Changed,
            Held::Nothing if self.known_digest.is_some() => OnDisk::Deleted,
            Held::Nothing => OnDisk::NoFile,
        }
    }

    /// Saves the text to the document's file.
    ///
    /// # Errors
    /// No file yet; a file that somebody else has changed or deleted, unless it may be overwritten; what the system
    /// says. The document and the old file are then as they were.
    pub fn save(&mut self, overwrite: Overwrite) -> Result<(), FileError> {
        let path = self.path.clone().ok_or(FileError::NoPath)?;
        match self.on_disk() {
            OnDisk::Changed if overwrite == Overwrite::No => return Err(FileError::ChangedOnDisk { path }),
            OnDisk::Deleted if overwrite == Overwrite::No => return Err(FileError::DeletedOnDisk { path }),
            _ => {}
        }
        self.end_groups();
        write_whole(&path, self.text.as_bytes())?;
        self.saved();
        Ok(())
    }

    fn saved(&mut self) {
        self.baseline = Some(self.text.clone());
        self.known_digest = Some(sha256(self.text.as_bytes()));
        self.history.seal();
        self.forget();
    }

    /// Saves the text to another file, which is then the document's; a file that is there is replaced.
    ///
    /// In another folder, relative paths of included files, models, meshes and images are changed so that they still
    /// lead to the same files, in the steps of undo, too. A file name ending in `.json` makes the text JSON, any other
    /// RON; when that changes the notation, comments are lost and the history ends.
    ///
    /// # Errors
    /// A scene that would not be valid there, and what the system says. The document is then as it was.
    pub fn save_as(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        self.save_to(path.as_ref(), None)
    }

    /// As [`Document::save_as`], for a scene of an installed pack that is saved outside of it: files of the pack are named as
    /// such, and the scene needs the pack from then on.
    ///
    /// # Errors
    /// As [`Document::save_as`].
    pub fn save_copy(&mut self, path: impl AsRef<Path>, pack: &InstalledPack) -> Result<(), FileError> {
        self.save_to(path.as_ref(), Some(pack))
    }

    fn save_to(&mut self, path: &Path, pack: Option<&InstalledPack>) -> Result<(), FileError> {
        self.end_groups();
        let format = Format::of_path(path);
        let folder = |path: &Path| path.parent().map(Path::to_path_buf).unwrap_or_default();
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let new = folder(path);
        let move_file = |file: &mut String| match self.path.as_deref().map(folder) {
            None => scene_references::relative(file, &new),
            Some(old) if absolute(&old) != absolute(&new) => {
                let real = old.canonicalize().unwrap_or_else(|_| absolute(&old));
                pack.iter().for_each(|pack| scene_references::in_pack(file, &real, pack));
                scene_references::moved(file, &old, &new);
            }
            Some(_) => {}
        };
        let mut rewrite = |text: &str| rewritten(text, self.format, &mut { move_file }, pack);
        let mut history = self.history.clone();
        let mut text: Arc<str> = self.text.clone();
        if self.folder().is_none_or(|old| absolute(&old) != absolute(&new)) {
            text = rewrite(&self.text).into();
            history.rewrite(&self.text, &mut rewrite);
        }
        if format != self.format
            && let Some(converted) = converted(&text, self.format, format)
        {
            text = converted.into();
            history = self.history.forgotten();
        }
        let content = Content::load(&text, format, Some(path));
        if let (Content::Broken(findings), Content::Scene(_)) = (&content, &self.content) {
            return Err(FileError::Invalid { path: path.into(), findings: findings.clone() });
        }
        write_whole(path, text.as_bytes())?;
        self.hold(text, content);
        self.history = history;
        self.format = format;
        self.path = Some(path.to_path_buf());
        self.saved();
        Ok(())
    }

    /// Goes back to what is in the file, also when somebody else has changed it. This can be undone.
    ///
    /// # Errors
    /// No file, and what the system says.
    pub fn revert(&mut self) -> Result<Impact, FileError> {
        let path = self.path.clone().ok_or(FileError::NoPath)?;
        let text = read_text(&path)?;
        self.end_groups();
        let before = self.text.clone();
        let impact = self.take_text(&text);
        self.record(&before, "Revert", String::new());
        self.baseline = Some(self.text.clone());
        self.known_digest = Some(sha256(text.as_bytes()));
        self.forget();
        Ok(impact)
    }

    /// Takes notice of what somebody else has done to the file: the document stays as it is, with changes that the file has not,
    /// and saving replaces what is in the file now.
    pub fn accept_disk(&mut self) {
        let bytes = self.path.as_deref().and_then(|path| std::fs::read(path).ok());
        self.known_digest = bytes.as_ref().map(sha256);
        self.baseline = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).map(Arc::from);
    }

    /// Ends the work on the document in order: nothing is kept for recovery. A document that is merely dropped leaves
    /// what it has autosaved, as after a crash.
    pub fn close(mut self) {
        self.forget();
    }

    /// Removes what was kept for recovery.
    pub(crate) fn forget(&mut self) {
        if let Some(keeper) = self.keeper.take() {
            keeper.remove();
        }
    }

    /// The packs that the scene needs, also those that files need which it includes, as these are on the disk; of a broken text
    /// as far as it can be read.
    pub fn needed_packs(&self) -> Vec<Requirement> {
        let own = parse(&self.text, self.format).map(|tree| needed(&tree)).unwrap_or_default();
        let partly = self.path.as_deref().map(|path| Scene::load_partly(path, &LoadOptions::default()));
        let included = partly.and_then(|partly| partly.loaded).map(|loaded| loaded.scene.packs).unwrap_or_default();
        let more = included.into_iter().filter(|one| !own.contains(one)).collect::<Vec<_>>();
        own.into_iter().chain(more).collect()
    }

    /// Folder that the paths in the scene count from.
    pub fn folder(&self) -> Option<PathBuf> {
        self.path.as_deref().and_then(Path::parent).map(Path::to_path_buf)
    }
}

/// Lets a scene need a pack, in this version or a later one that is compatible with it, unless it names the pack already.
fn need(tree: &mut Node, pack: &InstalledPack) {
    let mut needed = needed(tree);
    if needed.iter().all(|one| one.name != pack.name)
        && let Ok(one) = format!("{}@^{}", pack.name, pack.version).parse()
    {
        needed.push(one);
        let texts = needed.iter().map(|one: &Requirement| Node::text(one.to_string())).collect();
        set(tree, "packs", Node::new(Kind::List { items: texts, tuple: false }), Scene::FIELDS);
    }
}

/// The packs that the tree of a scene names.
fn needed(tree: &Node) -> Vec<Requirement> {
    let named = tree.get("packs").and_then(Node::items).unwrap_or_default().iter();
    let text = |item: &Node| if let Kind::Text(text) = &item.kind { text.parse().ok() } else { None };
    named.filter_map(text).collect()
}

/// The text with other paths of files, and the pack that it needs besides; broken texts stay as they are.
fn rewritten(text: &str, format: Format, visit: &mut dyn FnMut(&mut String), pack: Option<&InstalledPack>) -> String {
    let Some(root) = parse(text, format) else { return text.to_owned() };
    let mut tree = root.clone();
    scene_references::for_each_file_of_scene(&mut tree, visit);
    pack.into_iter().for_each(|pack| need(&mut tree, pack));
    Page::new(text, format, &root).rewrite(&tree)
}

/// The text in the other notation; none for a broken one.
fn converted(text: &str, from: Format, to: Format) -> Option<String> {
    let mut tree = parse(text, from)?;
    if to == Format::Json {
        without_tags(&mut tree);
    }
    Some(format!("{}\n", Printer::new(to).broken(&tree, "", "")))
}
