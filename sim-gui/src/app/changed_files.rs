//! Files of the scene changed by other programs: shown in a bar, then reloaded, merged or ignored.

use super::Window;
use super::notices::Notices;
use super::panes::Panels;
use crate::document::editor;
use crate::text::changed_files as words;
use crate::text::{self, Text};
use egui::{Context, Panel, Ui};
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_edit::{Document, NotMerged, OnDisk, SceneWatch};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// External changes of the scene's files that are not yet handled.
#[derive(Default)]
pub(super) struct ChangedFiles {
    watch: Option<SceneWatch>,
    /// Whether the scene's own file has changed.
    own: bool,
    /// Changed files that the scene includes or references.
    named: BTreeSet<PathBuf>,
    /// Whether the files could not be reloaded and have not changed since.
    unreadable: bool,
    /// The last read error. A file being written is detected as changed several times.
    reason: Option<String>,
    /// Whether to reload automatically if there are no unsaved changes.
    pub(super) always: bool,
}

/// The user's choice in the bar.
enum Choice {
    Reload,
    Merge,
    Keep,
}

impl ChangedFiles {
    /// Starts a thread that watches the files.
    pub(super) fn start(ctx: &Context, always: bool) -> (Self, Option<Diagnostic>) {
        let ctx = ctx.clone();
        match SceneWatch::start(move || ctx.request_repaint()) {
            Ok(watch) => (Self { watch: Some(watch), always, ..Self::default() }, None),
            Err(error) => {
                let finding = Diagnostic::warning(Code::SceneFile, words::NOT_WATCHED)
                    .with_found(error.to_string())
                    .with_help(words::NOT_WATCHED_HELP);
                (Self { always, ..Self::default() }, Some(finding))
            }
        }
    }

    /// Takes note of the changes since the last frame.
    fn update(&mut self, document: Option<&Document>, panels: &mut Panels, notices: &mut Notices) {
        let Some(watch) = &mut self.watch else { return };
        watch.follow(document);
        watch.follow_texts(panels.editor.paths());
        let changes = watch.take_changes();
        changes.findings.into_iter().for_each(|finding| notices.note(finding));
        for (file, held) in &changes.texts {
            panels.editor.file_changed(file, held);
        }
        for (file, held) in changes.files {
            self.unreadable = false;
            match document {
                Some(document) if document.path() == Some(&file) => {
                    let state = document.compared(&held);
                    self.own = state == OnDisk::Changed;
                    if state == OnDisk::Deleted {
                        let text = words::deleted(file.display().to_string());
                        notices.toasts.warning(&text);
                        notices.say(LogLevel::Warn, "", text);
                    }
                }
                Some(_) => _ = self.named.insert(file),
                None => {}
            }
        }
    }

    /// Clears the changes after they are handled, or for another scene.
    pub(super) fn forget(&mut self) {
        (self.own, self.unreadable, self.reason) = (false, false, None);
        self.named.clear();
    }

    fn is_any(&self) -> bool {
        self.own || !self.named.is_empty()
    }

    /// Names of the changed files.
    fn names(&self, own: Option<&Path>) -> Vec<String> {
        // Relative to the scene: a mission may share its scene's name in another folder.
        let folder = own.and_then(Path::parent);
        let last = |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let name = |path: &Path| match folder.and_then(|folder| path.strip_prefix(folder).ok()) {
            Some(relative) => relative.to_string_lossy().into_owned(),
            None => last(path),
        };
        let own = own.filter(|_| self.own);
        own.into_iter().chain(self.named.iter().map(PathBuf::as_path)).map(name).collect()
    }

    fn show(&mut self, ui: &mut Ui, own: Option<&Path>, unsaved: bool, mergeable: bool) -> Option<Choice> {
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.label(words::changed(&self.names(own)));
            let mut button = |ui: &mut Ui, name: Text, help: Text, choice: Choice| {
                if ui.button(name).on_hover_text(help).clicked() {
                    chosen = Some(choice);
                }
            };
            let help = if self.own && unsaved { words::RELOAD_UNSAVED_HELP } else { words::RELOAD_HELP };
            button(ui, text::common::RELOAD, help, Choice::Reload);
            if self.own && mergeable {
                button(ui, words::MERGE, words::MERGE_HELP, Choice::Merge);
            }
            button(ui, words::KEEP, words::KEEP_HELP, Choice::Keep);
            ui.checkbox(&mut self.always, words::ALWAYS).on_hover_text(words::ALWAYS_HELP);
        });
        chosen
    }
}

impl Window {
    /// Handles changed files. Reloads them automatically if enabled and nothing would be lost.
    pub(super) fn follow_files(&mut self) {
        self.changed_files.update(self.state.editor.document(), &mut self.panels, &mut self.notices);
        let free = self.state.scene.player.is_none() && !self.has_changes() && !self.state.records();
        if self.changed_files.is_any() && self.changed_files.always && free && !self.changed_files.unreadable {
            let previous = self.changed_files.reason.clone();
            if let Err(finding) = self.try_reload(self.changed_files.own)
                && previous != self.changed_files.reason
            {
                self.notices.note(finding);
            }
        }
    }

    /// Shows the bar if files have changed, and handles the choice.
    pub(super) fn show_changed_files(&mut self, ui: &mut Ui) {
        if !self.changed_files.is_any() || self.state.scene.player.is_some() {
            return;
        }
        let document = self.state.editor.document();
        let own = document.and_then(Document::path).map(Path::to_path_buf);
        let unapplied = self.panels.text.unapplied().is_some();
        let modified = document.is_some_and(Document::is_modified);
        let bar = Panel::top("changed files")
            .show(ui, |ui| self.changed_files.show(ui, own.as_deref(), modified || unapplied, modified && !unapplied));
        match bar.inner {
            Some(Choice::Reload) => self.reload(self.changed_files.own),
            Some(Choice::Merge) => self.merge(),
            Some(Choice::Keep) => {
                if self.changed_files.own {
                    self.state.editor.accept_disk();
                }
                self.changed_files.forget();
            }
            None => {}
        }
    }

    /// Reloads the scene's files; with `own`, also the scene's own file, which replaces the current text.
    pub(super) fn reload(&mut self, own: bool) {
        if let Err(finding) = self.try_reload(own) {
            self.notices.note(finding);
        }
    }

    fn try_reload(&mut self, own: bool) -> Result<(), Diagnostic> {
        let (editor, live) = self.state.editing();
        let lost = own && editor.is_modified();
        match editor.reload(own, &live) {
            Ok(()) => {
                let text = if lost { words::RELOADED_OVER } else { words::RELOADED };
                self.notices.toasts.info(text);
                self.notices.say(LogLevel::Info, "", text);
                self.taken_over();
                Ok(())
            }
            Err(error) => {
                let finding = editor::failed(&error);
                self.changed_files.unreadable = true;
                self.changed_files.reason = Some(finding.to_string());
                Err(finding)
            }
        }
    }

    /// Merges the changes in the scene's file with the unsaved ones.
    fn merge(&mut self) {
        let (editor, live) = self.state.editing();
        match editor.merge(&live) {
            Ok(()) => {
                self.notices.toasts.success(words::MERGED);
                self.taken_over();
            }
            Err(NotMerged::File(error)) => self.notices.note(editor::failed(&error)),
            Err(reason) => {
                let finding = Diagnostic::error(Code::SceneFile, words::NOT_MERGED).with_found(reason.to_string());
                self.notices.note(finding.with_help(text::file::REMEDY));
            }
        }
    }

    /// Handles a successful reload: document and files agree.
    fn taken_over(&mut self) {
        self.changed_files.forget();
        self.find_in_document();
        self.state.scene.refused = None;
        self.state.find_part();
    }
}
