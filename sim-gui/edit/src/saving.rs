//! Opening, saving and reverting documents.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sim_core::digest::sha256;
use sim_core::packs::{InstalledPack, Requirement};
use sim_core::scene::text::{Format, Kind, Node};
use sim_core::scene::{LoadOptions, Scene};

use crate::content::{Content, converted, parse};
use crate::disk::{FileContent, FileError, OnDisk, Overwrite, read_text, write_whole};
use crate::document::Document;
use crate::impact::Impact;
use crate::node::set;
use crate::page::Page;
use crate::scene_references;

impl Document {
    /// Opens a scene file. A file with errors opens as text with its findings.
    ///
    /// # Errors
    /// A file that cannot be read or is not text.
    pub fn open(path: impl AsRef<Path>) -> Result<Document, FileError> {
        let path = path.as_ref();
        let text = read_text(path)?;
        let mut document = Document::of_text(&text, Format::of_path(path), Some(path.to_path_buf()));
        document.baseline = Some(document.text.clone());
        document.known_digest = Some(sha256(text.as_bytes()));
        Ok(document)
    }

    /// The state of the file since it was opened or saved. Reads the file.
    pub fn on_disk(&self) -> OnDisk {
        self.path.as_deref().map_or(OnDisk::NoFile, |path| self.compared(&FileContent::read(path)))
    }

    /// The state of the file since it was opened or saved, given its current content.
    pub fn compared(&self, content: &FileContent) -> OnDisk {
        content.compared(self.known_digest.as_ref())
    }

    /// Saves the text to the document's file.
    ///
    /// # Errors
    /// The document has no file yet; another program has changed or deleted the file and `overwrite` is not set; or the system
    /// reports an error. The document and the old file are then unchanged.
    pub fn save(&mut self, overwrite: Overwrite) -> Result<(), FileError> {
        let path = self.path.clone().ok_or(FileError::NoPath)?;
        self.on_disk().check(&path, overwrite)?;
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

    /// Saves the text to another file, which becomes the document's file. An existing file is replaced.
    ///
    /// In another folder, relative paths of included files, models, meshes and images are updated so that they lead to the same
    /// files, in the undo steps, too. The extension `.json` makes the text JSON, any other RON; a change of format drops comments
    /// and clears the history.
    ///
    /// # Errors
    /// A scene that would be invalid there, or an error of the system. The document is then unchanged.
    pub fn save_as(&mut self, path: impl AsRef<Path>) -> Result<(), FileError> {
        self.save_to(path.as_ref(), None)
    }

    /// As [`Document::save_as`], for a scene of an installed pack that is saved outside of it: files of the pack are referenced
    /// as such, and the scene then depends on the pack.
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

    /// Reverts to the content of the file, even if another program has changed it. Can be undone.
    ///
    /// # Errors
    /// The document has no file, or the system reports an error.
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

    /// Acknowledges a change of the file by another program: the document stays as it is, now with unsaved changes, and saving
    /// overwrites the file.
    pub fn accept_disk(&mut self) {
        let bytes = self.path.as_deref().and_then(|path| std::fs::read(path).ok());
        self.known_digest = bytes.as_ref().map(sha256);
        self.baseline = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).map(Arc::from);
    }

    /// Closes the document and removes its recovery file. Merely dropping a document leaves the recovery file, as after a crash.
    pub fn close(mut self) {
        self.forget();
    }

    /// Removes the recovery file.
    pub(crate) fn forget(&mut self) {
        if let Some(keeper) = self.keeper.take() {
            keeper.remove();
        }
    }

    /// The packs that the scene depends on, including those of its included files as they are on disk; for an invalid text, as
    /// far as it can be parsed.
    pub fn needed_packs(&self) -> Vec<Requirement> {
        let own = parse(&self.text, self.format).map(|tree| needed(&tree)).unwrap_or_default();
        let partly = self.path.as_deref().map(|path| Scene::load_partly(path, &LoadOptions::default()));
        let included = partly.and_then(|partly| partly.loaded).map(|loaded| loaded.scene.packs).unwrap_or_default();
        let more = included.into_iter().filter(|one| !own.contains(one)).collect::<Vec<_>>();
        own.into_iter().chain(more).collect()
    }

    /// The folder that paths in the scene are relative to.
    pub fn folder(&self) -> Option<PathBuf> {
        self.path.as_deref().and_then(Path::parent).map(Path::to_path_buf)
    }
}

/// Adds a dependency on a pack, in this or a later compatible version, unless the scene already names the pack.
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

/// The packs that a scene tree names.
fn needed(tree: &Node) -> Vec<Requirement> {
    let named = tree.get("packs").and_then(Node::items).unwrap_or_default().iter();
    let text = |item: &Node| if let Kind::Text(text) = &item.kind { text.parse().ok() } else { None };
    named.filter_map(text).collect()
}

/// The text with updated file paths and an additional pack dependency; invalid texts are unchanged.
fn rewritten(text: &str, format: Format, visit: &mut dyn FnMut(&mut String), pack: Option<&InstalledPack>) -> String {
    let Some(root) = parse(text, format) else { return text.to_owned() };
    let mut tree = root.clone();
    scene_references::for_each_file_of_scene(&mut tree, visit);
    pack.into_iter().for_each(|pack| need(&mut tree, pack));
    Page::new(text, format, &root).rewrite(&tree)
}
