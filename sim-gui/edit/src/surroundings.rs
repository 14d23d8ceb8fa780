//! Surroundings files: a room without its robots, for reuse in other scenes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sim_core::scene::text::{Format, Node, Printer};

use crate::content::{Content, converted, parse};
use crate::disk::{FileError, read_text, write_whole};
use crate::draft::Draft;
use crate::node::{fresh, same, without_tags};
use crate::page::Page;
use crate::scene_references::{for_each_file_of_scene, moved, relative};

/// Extensions of surroundings files; the first one is the default.
const EXTENSIONS: [&str; 2] = ["ron", "json"];

/// Builds the name of a surroundings file from user input: one stem and an extension. A missing extension is added, a wrong one
/// replaced; of several stems the last one is used; empty input becomes `default`.
///
/// # Errors
/// The characters that the stem may contain.
pub fn surroundings_name(written: &str, default: &str) -> Result<String, String> {
    let written = written.trim();
    let (stems, extension) = match written.rsplit_once('.') {
        Some((stems, end)) => (stems, EXTENSIONS.into_iter().find(|known| end.eq_ignore_ascii_case(known))),
        None => (written, None),
    };
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
    let stem = stems.rsplit('.').next().unwrap_or_default().trim();
    if !written.chars().all(allowed) || (stem.is_empty() && !stems.is_empty()) {
        return Err(format!("{written:?} is not a valid file name; use letters, digits, spaces, `-` and `_`"));
    }
    let stem = if stem.is_empty() { default } else { stem };
    Ok(format!("{stem}.{}", extension.unwrap_or(EXTENSIONS[0])))
}

/// The exported surroundings of a document. Independent of later changes to the document.
#[derive(Clone, Debug)]
pub struct Export {
    pub(crate) text: Arc<str>,
    pub(crate) format: Format,
    pub(crate) path: Option<PathBuf>,
}

impl Export {
    /// Writes objects, beacons, lights, water, air and floor to a standalone scene file, replacing an existing one. Robots, their
    /// attached things, routes, services and notes are left out. The content of included files is written, comments between the
    /// exported parts are preserved, and relative paths of meshes and images still lead to the same files. The extension `.json`
    /// selects JSON, any other RON. May take a while for a large scene.
    ///
    /// # Errors
    /// No surroundings, the document's own file, or an error of the system. An existing file is then unchanged.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let canonical = |path: &Path| path.canonicalize().ok();
        if self.path.as_deref().and_then(canonical).is_some_and(|own| canonical(path) == Some(own)) {
            return Err(FileError::OwnFile { path: path.into() });
        }
        let text = self.text_for(path)?;
        if let Content::Broken(findings) = Content::load(&text, Format::of_path(path), Some(path)) {
            return Err(FileError::Invalid { path: path.into(), findings });
        }
        write_whole(path, text.as_bytes())
    }

    fn text_for(&self, path: &Path) -> Result<String, FileError> {
        let own = || self.path.clone().unwrap_or_else(|| path.into());
        let loaded = match Content::load(&self.text, self.format, self.path.as_deref()) {
            Content::Scene(loaded) => loaded,
            Content::Broken(findings) => return Err(FileError::NoScene { path: own(), findings }),
        };
        let mut draft = Draft::new(&loaded.scene, &loaded.own);
        if !draft.keep_surroundings() {
            return Err(FileError::NoSurroundings { path: own() });
        }
        let mut tree = draft.tree;
        let folder = |path: &Path| path.parent().map(Path::to_path_buf).unwrap_or_default();
        let new = folder(path);
        for_each_file_of_scene(&mut tree, &mut |file| match self.path.as_deref().map(folder) {
            Some(old) => moved(file, &old, &new),
            None => relative(file, &new),
        });
        if self.format == Format::Json {
            without_tags(&mut tree);
        }
        let mut text = Page::new(&self.text, self.format, &loaded.own).rewrite(&tree);
        if !parse(&text, self.format).is_some_and(|read| same(&read, &tree)) {
            text = format!("{}\n", Printer::new(self.format).broken(&fresh(&tree), "", ""));
        }
        let format = Format::of_path(path);
        Ok(if format == self.format { None } else { converted(&text, self.format, format) }.unwrap_or(text))
    }
}

/// The surroundings read from a file, for [`crate::Edit::ReplaceSurroundings`].
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// File name without folder and extension.
    pub(crate) name: String,
    /// A scene without text spans, with absolute file paths.
    pub(crate) tree: Node,
    pub(crate) format: Format,
}

impl Surroundings {
    /// Reads a scene file with its includes; skips robots and everything that belongs to them. May take a while for a large file.
    ///
    /// # Errors
    /// A file that cannot be read, is not a scene, has a newer format version, or contains no surroundings.
    pub fn read(path: &Path) -> Result<Surroundings, FileError> {
        let text = read_text(path)?;
        let format = Format::of_path(path);
        let loaded = match Content::load(&text, format, Some(path)) {
            Content::Scene(loaded) => loaded,
            Content::Broken(findings) => return Err(FileError::NoScene { path: path.into(), findings }),
        };
        let mut draft = Draft::new(&loaded.scene, &loaded.own);
        if !draft.keep_surroundings() {
            return Err(FileError::NoSurroundings { path: path.into() });
        }
        let mut tree = fresh(&draft.tree);
        let folder = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let folder = folder.parent().unwrap_or(Path::new(""));
        for_each_file_of_scene(&mut tree, &mut |file| *file = folder.join(&*file).to_string_lossy().into_owned());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Surroundings { name, tree, format })
    }

    /// File name without folder and extension.
    pub fn name(&self) -> &str {
        &self.name
    }
}
