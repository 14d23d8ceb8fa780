//! Files of the scene: opening and saving, and questions before unsaved changes are lost.

use super::dialogs::{Answer, Next};
use super::{Window, ending, file_dialogs};
use crate::actions::FileRequest;
use crate::document::editor;
use crate::text;
use crate::widgets::file_url::open_folder;
use egui::Context;
use sim_edit::{Document, FileError, Overwrite};
use std::path::{Path, PathBuf};

impl Window {
    pub(super) fn file_request(&mut self, ctx: &Context, request: FileRequest) {
        match request {
            FileRequest::Open(path) => self.leave(ctx, Next::Open(path)),
            FileRequest::ForgetMissing => {
                if let Err(error) = self.start_page.forget_missing() {
                    self.notices.note(editor::failed(&error));
                }
            }
            FileRequest::ShowFolder(path) => open_folder(ctx, &path),
        }
    }

    /// Saves to `path`, or to the document's own file. Prompts before overwriting unknown contents, and then continues with `next`. Returns
    /// whether it was saved immediately.
    pub(super) fn save(&mut self, path: Option<PathBuf>, overwrite: Overwrite, next: Option<Next>) -> bool {
        let own = self.state.editor.document().and_then(Document::path).map(Path::to_path_buf);
        if let (None, Some(pack)) = (&path, self.state.editor.pack()) {
            let name = format!("{} {}", pack.name, pack.version);
            self.notices.toasts.info(text::packs::saved_elsewhere(&name));
            self.save_as(next);
            return false;
        }
        if path.as_ref().is_some_and(|path| self.refuses_stored(path)) {
            return false;
        }
        // The document tracks its own file, so overwriting needs no question.
        let path = path.filter(|path| overwrite == Overwrite::Yes || Some(path) != own.as_ref());
        if let Some(path) = path.as_ref().filter(|path| overwrite == Overwrite::No && path.exists()) {
            let text = text::file::exists(path.display().to_string());
            self.ask_to_overwrite(text, Some(path.clone()), next);
            return false;
        }
        match self.state.editor.save(path, overwrite) {
            Ok(()) => {
                let document = self.state.editor.document();
                let title = document.map(Document::title).unwrap_or_default();
                let path = document.and_then(Document::path).map(Path::to_path_buf);
                self.notices.toasts.success(text::file::saved(&title));
                path.into_iter().for_each(|path| self.remember(&path));
                self.notices.follow_document(self.state.editor.document());
                true
            }
            Err(FileError::NoPath) => {
                self.save_as(next);
                false
            }
            Err(error @ (FileError::ChangedOnDisk { .. } | FileError::DeletedOnDisk { .. })) => {
                self.ask_to_overwrite(error.to_string(), None, next);
                false
            }
            Err(error) => {
                self.notices.note(editor::failed(&error));
                false
            }
        }
    }

    fn ask_to_overwrite(&mut self, text: String, path: Option<PathBuf>, next: Option<Next>) {
        let answers = vec![(text::file::OVERWRITE, Answer::Overwrite(path, next))];
        self.dialogs.ask(text, answers);
    }

    /// Prompts for a file, saves to it and continues with `next`. The file dialog prompts before overwriting another file.
    pub(super) fn save_as(&mut self, next: Option<Next>) {
        let own = self.state.editor.document().and_then(Document::path).and_then(Path::file_name);
        let name = own.map_or_else(|| "scene.ron".to_owned(), |name| name.to_string_lossy().into_owned());
        self.save_file(&text::choose::SAVE_SCENE, file_dialogs::SCENES, name, |window, ctx, path| {
            if window.save(Some(path), Overwrite::Yes, None) {
                next.into_iter().for_each(|next| window.go_on(ctx, next));
            }
        });
    }

    /// Saves to a file. Prompts before overwriting another file. Returns whether it was saved immediately.
    pub fn save_to(&mut self, path: PathBuf) -> bool {
        self.save(Some(path), Overwrite::No, None)
    }

    /// Runs an action that loses unsaved changes. Prompts first if there are any.
    pub(super) fn leave(&mut self, ctx: &Context, next: Next) {
        // An unfinished drawing counts as an unsaved change.
        if self.views.tool.begun(self.state.settings.drawing).is_some() {
            self.leave_tool();
        }
        if self.panels.text.unapplied().is_some() {
            let answers = vec![
                (text::source::APPLY_FIRST, Answer::ApplyText(next.clone())),
                (text::source::THROW_AWAY, Answer::DropText(next)),
            ];
            return self.dialogs.ask(text::source::UNAPPLIED.to_string(), answers);
        }
        if self.ask_about_texts(&next) {
            return;
        }
        if !self.state.editor.is_modified() {
            if !self.ask_to_end(&next) {
                self.go_on(ctx, next);
            }
            return;
        }
        let answers =
            vec![(text::action::SAVE.name, Answer::Save(next.clone())), (text::common::DISCARD, Answer::Discard(next))];
        let known = ending::to_know(&self.state.context());
        let text = [text::file::UNSAVED.to_string()].into_iter().chain(known).collect::<Vec<_>>().join("\n");
        self.dialogs.ask(text, answers);
    }

    pub(super) fn go_on(&mut self, ctx: &Context, next: Next) {
        match next {
            Next::Close => {
                self.state.editor.close();
                self.ending.confirmed = true;
                self.end_simulation();
                // Check the progress in the next frame.
                ctx.request_repaint();
            }
            Next::Open(path) => self.open(path),
            Next::New => self.begin(),
            Next::Recover(file) => self.recover(&file),
        }
    }
}
