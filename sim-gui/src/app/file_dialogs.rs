//! File dialogs and actions on the chosen files.

use super::Window;
use crate::simulation::playback::EXTENSION;
use crate::text::Text;
use crate::text::choose as words;
use crate::widgets::file_dialog::{Choice, FileDialog, FileKind, FileRequest, Mode, Outcome};
use crate::widgets::form;
use egui::Context;
use sim_edit::Document;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub(super) const SCENES: FileKind = FileKind { name: words::SCENE, extensions: &["ron", "json"] };
/// Scenes, and pack archives to install.
pub(super) const SCENES_TO_OPEN: FileKind =
    FileKind { name: words::SCENE, extensions: &["ron", "json", sim_pack::ENDING] };
pub(super) const PACKS: FileKind = FileKind { name: crate::text::packs::ARCHIVE, extensions: &[sim_pack::ENDING] };
/// Public keys.
pub(super) const KEYS: FileKind = FileKind { name: crate::text::packs::KEY_FILE, extensions: &["pub"] };
pub(super) const RECORDINGS: FileKind = FileKind { name: words::RECORDING, extensions: &[EXTENSION] };
/// Files of the editor.
pub(super) const TEXTS: FileKind = FileKind { name: words::FILES, extensions: &[] };
/// Robot model formats for writing.
pub(super) const ROBOTS: FileKind = FileKind { name: words::ROBOT, extensions: &["ron"] };
/// Robot model formats for reading.
pub(super) const ROBOTS_TO_READ: FileKind = FileKind { name: words::ROBOT, extensions: &["ron", "urdf"] };
pub(super) const TABLES: FileKind = FileKind { name: words::TABLE, extensions: &["ron"] };
pub(super) const LOGS: FileKind = FileKind { name: words::TEXT, extensions: &["txt", "log"] };
pub(super) const CSV: FileKind = FileKind { name: words::CSV, extensions: &["csv"] };
pub(super) const PNG: FileKind = FileKind { name: words::PNG, extensions: &["png"] };
pub(super) const VIDEOS: FileKind = FileKind { name: crate::text::view_files::VIDEO, extensions: &["mp4"] };
pub(super) const SVG: FileKind = FileKind { name: words::SVG, extensions: &["svg"] };

/// The action on the chosen file.
type Then = Box<dyn FnOnce(&mut Window, &Context, PathBuf)>;

/// The state of the file dialog.
#[derive(Default)]
pub(super) struct Files {
    open: Option<(FileDialog, Then)>,
    /// The most recent folder for each file kind, by the name of the kind.
    folders: BTreeMap<Text, PathBuf>,
}

impl Files {
    /// Whether the dialog is open.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Remembers the folder of a chosen file.
    pub(super) fn remember(&mut self, kind: FileKind, file: &Path) {
        if let Some(folder) = file.parent() {
            self.folders.insert(kind.name, folder.to_path_buf());
        }
    }
}

impl Window {
    /// Opens a dialog for a file to read.
    pub(super) fn open_file(
        &mut self,
        title: &str,
        kind: FileKind,
        then: impl FnOnce(&mut Self, &Context, PathBuf) + 'static,
    ) {
        self.ask_for_file(FileRequest { title: title.to_owned(), mode: Mode::Open, kind, choices: Vec::new() }, then);
    }

    /// Opens a dialog for a file to write. Prompts before overwriting.
    pub(super) fn save_file(
        &mut self,
        title: &str,
        kind: FileKind,
        name: String,
        then: impl FnOnce(&mut Self, &Context, PathBuf) + 'static,
    ) {
        self.save_file_with(title, kind, name, Vec::new(), then);
    }

    /// As [`Window::save_file`], with additional options in the dialog.
    pub(super) fn save_file_with(
        &mut self,
        title: &str,
        kind: FileKind,
        name: String,
        choices: Vec<Choice>,
        then: impl FnOnce(&mut Self, &Context, PathBuf) + 'static,
    ) {
        self.ask_for_file(FileRequest { title: title.to_owned(), mode: Mode::Save { name }, kind, choices }, then);
    }

    fn ask_for_file(&mut self, wanted: FileRequest, then: impl FnOnce(&mut Self, &Context, PathBuf) + 'static) {
        let of_scene = self.folder_of_document();
        let home = std::env::home_dir();
        let last = self.files.folders.get(&wanted.kind.name).cloned();
        let working = std::env::current_dir().ok();
        let folders = [last.as_ref(), of_scene.as_ref(), working.as_ref(), home.as_ref()];
        let folder = folders.into_iter().flatten().find(|folder| folder.is_dir()).cloned().unwrap_or_default();
        let places = [(words::HOME, home), (words::OF_SCENE, of_scene), (words::LAST, last), (words::WORKING, working)];
        let mut seen = BTreeSet::new();
        let places = places.into_iter().filter_map(|(name, folder)| Some((name.to_string(), folder?)));
        let places = places.filter(|(_, folder)| seen.insert(folder.clone())).collect();
        self.files.open = Some((FileDialog::new(wanted, folder, places), Box::new(then)));
    }

    /// Shows the open dialog and runs the action on the chosen file.
    pub(super) fn show_file_dialog(&mut self, ctx: &Context) {
        if let Some(field) = form::take_wanted_file(ctx) {
            let kind = FileKind { name: words::FILES, extensions: field.extensions };
            self.open_file(&crate::text::common::CHOOSE_FILE, kind, move |_, ctx, path| {
                form::give_file(ctx, field.id, path)
            });
        }
        let Some((dialog, _)) = &mut self.files.open else { return };
        let Some(outcome) = dialog.show(ctx) else { return };
        let Some((dialog, then)) = self.files.open.take() else { return };
        if let Outcome::Chosen(path) = outcome {
            if dialog.is_for_saving() && self.refuses_stored(&path) {
                return;
            }
            self.files.remember(dialog.kind(), &path);
            then(self, ctx, path);
        }
    }

    /// Default name for an exported file: the scene's name, a suffix and the extension of the kind.
    pub(super) fn name_of_export(&self, word: &str, kind: FileKind) -> String {
        let extension = kind.extensions[0];
        let path = self.state.editor.document().and_then(Document::path);
        match path.and_then(Path::file_stem) {
            Some(stem) => format!("{}-{word}.{extension}", stem.to_string_lossy()),
            None => format!("{word}.{extension}"),
        }
    }
}
