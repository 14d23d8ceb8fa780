//! Files in the editor: opening, saving, reverting, closing, and changes by other programs.

use super::dialogs::{Answer, Next};
use super::{Window, file_dialogs};
use crate::actions::{Action, Request, TextRequest};
use crate::document::editor;
use crate::packs::place::{is_stored, pack_of};
use crate::preferences::layout::Pane;
use crate::text::{self, editor as words};
use egui::Context;
use sim_edit::{Document, FileError, Overwrite, Recovery, TextFile};
use std::path::Path;

impl Window {
    /// Handles shortcuts with another meaning while the editor has the keyboard focus.
    pub(super) fn take_editor_keys(&mut self, ctx: &Context) -> Option<Request> {
        if self.is_asking() {
            return None;
        }
        let keys = |action| self.state.settings.shortcuts.of(action).collect::<Vec<_>>();
        let (save, save_as) = (keys(Action::Save), keys(Action::SaveAs));
        self.panels.editor.take_keys(ctx, &save, &save_as)
    }

    pub(super) fn text_request(&mut self, ctx: &Context, request: TextRequest) {
        match request {
            TextRequest::New => {
                self.panels.editor.add(TextFile::new());
                self.show_panel(Pane::Editor);
            }
            TextRequest::Open(None) => self.ask_for_text(),
            TextRequest::Open(Some(path)) => _ = self.open_text(&path, None),
            TextRequest::OpenAt(path, line, column) => _ = self.open_text(&path, Some((line, column))),
            TextRequest::Save(number) => _ = self.save_text(number, Overwrite::No, None),
            TextRequest::SaveAs(number) => self.save_text_as(number, None),
            TextRequest::Revert(number) => self.revert_text(ctx, number),
            TextRequest::Keep(number) => {
                if let Some(file) = self.panels.editor.file(number) {
                    file.accept_disk();
                }
                self.panels.editor.decided(number);
            }
            TextRequest::Close(number) => self.close_text(number),
        }
    }

    fn ask_for_text(&mut self) {
        if let Some(folder) = self.panels.editor.folder() {
            self.files.remember(file_dialogs::TEXTS, &folder.join("file"));
        }
        self.open_file(&text::choose::OPEN_TEXT, file_dialogs::TEXTS, |window, _, path| {
            _ = window.open_text(&path, None)
        });
    }

    /// Opens a file in the editor, or shows it if already open, at a 1-based line and column. The scene's own file opens in the text view.
    /// Returns whether it is shown.
    pub fn open_text(&mut self, path: &Path, place: Option<(usize, usize)>) -> bool {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if self.state.editor.document().and_then(Document::path).is_some_and(|own| real(own) == real(path)) {
            match place {
                Some((line, _)) => self.go_to_line(line),
                None => self.show_panel(Pane::Text),
            }
            return true;
        }
        match self.panels.editor.of_path(path) {
            Some(number) => self.panels.editor.show_file(number),
            None => match TextFile::open(path) {
                Ok(file) => self.panels.editor.add(file),
                Err(error) => {
                    self.notices.note(editor::failed(&error));
                    return false;
                }
            },
        }
        self.show_panel(Pane::Editor);
        match place {
            Some((line, column)) => self.panels.editor.go_to(line, column),
            None => self.panels.editor.take_keyboard(),
        }
        true
    }

    /// Saves a text and continues with `next`. Prompts first if another program's changes would be overwritten, or if the text has no file.
    /// Returns whether it was saved immediately.
    pub(super) fn save_text(&mut self, number: u64, overwrite: Overwrite, next: Option<Next>) -> bool {
        let Some(file) = self.panels.editor.file(number) else { return false };
        if let Some(pack) = file.path().and_then(pack_of) {
            self.notices.toasts.info(text::packs::saved_elsewhere(format!("{} {}", pack.name, pack.version)));
            self.save_text_as(number, next);
            return false;
        }
        match file.save(overwrite) {
            Ok(()) => {
                self.text_saved(number);
                true
            }
            Err(FileError::NoPath) => {
                self.save_text_as(number, next);
                false
            }
            Err(error @ (FileError::ChangedOnDisk { .. } | FileError::DeletedOnDisk { .. })) => {
                let answers = vec![(text::file::OVERWRITE, Answer::OverwriteText(number, next))];
                self.dialogs.ask(error.to_string(), answers);
                false
            }
            Err(error) => {
                self.notices.note(editor::failed(&error));
                false
            }
        }
    }

    fn text_saved(&mut self, number: u64) {
        self.panels.editor.decided(number);
        let name = self.panels.editor.files().iter().find(|open| open.file.number() == number).map(|open| open.name());
        self.notices.toasts.success(text::file::saved(name.unwrap_or_default()));
    }

    fn save_text_as(&mut self, number: u64, next: Option<Next>) {
        let Some(file) = self.panels.editor.file(number) else { return };
        let path = file.path().map(Path::to_path_buf);
        let name = path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        if let Some(path) = path.as_ref().filter(|path| !is_stored(path)) {
            self.files.remember(file_dialogs::TEXTS, path);
        }
        let name = name.unwrap_or_else(|| "text.ron".to_owned());
        self.save_file(&text::choose::SAVE_TEXT, file_dialogs::TEXTS, name, move |window, ctx, path| {
            let Some(file) = window.panels.editor.file(number) else { return };
            match file.save_as(&path) {
                Ok(()) => {
                    window.text_saved(number);
                    next.into_iter().for_each(|next| window.leave(ctx, next));
                }
                Err(error) => window.notices.note(editor::failed(&error)),
            }
        });
    }

    fn revert_text(&mut self, ctx: &Context, number: u64) {
        self.panels.editor.will_replace(ctx, number);
        let Some(file) = self.panels.editor.file(number) else { return };
        match file.revert() {
            Ok(()) => {
                self.panels.editor.decided(number);
                let open = self.panels.editor.files().iter().find(|open| open.file.number() == number);
                self.notices.toasts.info(words::reverted(open.map(|open| open.name()).unwrap_or_default()));
            }
            Err(error) => self.notices.note(editor::failed(&error)),
        }
    }

    fn close_text(&mut self, number: u64) {
        let open = self.panels.editor.files().iter().find(|open| open.file.number() == number);
        let Some(open) = open else { return };
        if !open.file.is_modified() {
            return self.panels.editor.close(number);
        }
        let text = words::unsaved(open.name());
        let answers = vec![
            (text::action::SAVE.name, Answer::SaveText(number)),
            (text::common::DISCARD, Answer::CloseText(number)),
        ];
        self.dialogs.ask(text, answers);
    }

    /// Saves a text and closes it.
    pub(super) fn save_and_close_text(&mut self, number: u64) {
        if self.save_text(number, Overwrite::No, None) {
            self.panels.editor.close(number);
        }
    }

    /// Prompts to save unsaved texts before the window closes. Returns whether there are any.
    pub(super) fn ask_about_texts(&mut self, next: &Next) -> bool {
        if *next != Next::Close || !self.panels.editor.is_modified() {
            return false;
        }
        let names = self.panels.editor.unsaved();
        let answers = vec![
            (words::SAVE_ALL, Answer::SaveTexts(next.clone())),
            (words::THROW_AWAY, Answer::DropTexts(next.clone())),
        ];
        self.dialogs.ask(words::all_unsaved(names.len(), names.join(", ")), answers);
        true
    }

    /// Saves all texts and continues with `next`. Prompts first about texts without a file or changed by another program.
    pub(super) fn save_texts(&mut self, ctx: &Context, next: Next) {
        let modified = |open: &&crate::panels::editor::OpenFile| open.file.is_modified();
        let numbers: Vec<u64> =
            self.panels.editor.files().iter().filter(modified).map(|open| open.file.number()).collect();
        if numbers.into_iter().all(|number| self.save_text(number, Overwrite::No, Some(next.clone()))) {
            self.leave(ctx, next);
        }
    }

    /// Opens the text of a recovery file.
    pub(super) fn recover_text(&mut self, recovery: Recovery) {
        match recovery.recover_text() {
            Ok(file) => {
                self.panels.editor.add(file);
                self.show_panel(Pane::Editor);
            }
            Err(error) => self.notices.note(editor::failed(&error)),
        }
    }
}
