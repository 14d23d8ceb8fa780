//! Unsaved work: saved for crash recovery, and offered after a crash.

use super::Window;
use super::dialogs::Next;
use super::notices::Notices;
use super::panes::Panels;
use crate::document::editor::{self, Editor};
use crate::preferences::layout::Pane;
use crate::text::recovery as words;
use crate::text::{self, Text};
use egui::{Context, Key, Modal, Modifiers, RichText, ScrollArea, Ui};
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_edit::{Autosave, AutosaveReport, DISCARDED_DAYS, Recoveries, Recovery, RecoveryFilter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name of the folder for unsaved work in the data folder.
const FOLDER: &str = "recovery";
/// Width of the list, points.
const WIDTH: f32 = 460.0;

/// Saving unsaved work, and the list of unsaved work from earlier sessions.
pub(super) struct RecoveryArea {
    /// Saves unsaved work for crash recovery.
    autosave: Option<Autosave>,
    list: Recoveries,
}

/// The user's choice in the list.
enum Choice {
    /// Opens a recovery file.
    Open(PathBuf),
    /// Discards a recovery file.
    Discard(PathBuf),
    /// Keeps a recovery file for later.
    Later(PathBuf),
    /// Keeps all recovery files for later.
    Close,
}

impl RecoveryArea {
    /// Starts to save unsaved work in the data folder.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(super) fn start(data: Option<&Path>, on_written: Arc<dyn Fn() + Send + Sync>) -> Result<Self, Diagnostic> {
        let autosave = data.map(|folder| Autosave::start(folder.join(FOLDER), move || on_written()));
        let autosave = autosave.transpose().map_err(|error| {
            Diagnostic::error(Code::ConfigValue, words::NO_THREAD)
                .with_found(error.to_string())
                .with_help(words::NO_THREAD_HELP)
        })?;
        Ok(Self { autosave, list: Recoveries::default() })
    }

    /// Lists the unsaved work from earlier sessions. Returns whether there is any.
    pub(super) fn offer(&mut self, notices: &mut Notices) -> bool {
        let Some(folder) = self.autosave.as_ref().map(Autosave::folder) else { return false };
        match sim_edit::recoveries(folder, RecoveryFilter::Crashed) {
            Ok(list) => self.list = list,
            Err(error) => notices.note(editor::failed(&error)),
        }
        self.is_open()
    }

    /// Saves unsaved work for crash recovery, and reports errors.
    pub(super) fn update(&self, editor: &mut Editor, panels: &mut Panels, notices: &mut Notices) {
        let Some(autosave) = &self.autosave else { return };
        editor.keep(autosave, panels.text.shared());
        autosave.follow_texts(panels.editor.texts_mut());
        for report in autosave.take_reports() {
            match report {
                AutosaveReport::Failed(error) => {
                    let finding = Diagnostic::error(Code::ConfigOutput, words::failed(error.sentence()));
                    notices.note(finding.with_help(words::FAILED_HELP));
                }
                AutosaveReport::Works => notices.succeeded(words::WORKS, words::WORKS),
            }
        }
    }

    fn discard(&mut self, file: &Path, notices: &mut Notices) {
        match sim_edit::discard(file) {
            Ok(place) => {
                self.take_out(file);
                let text = words::discarded(DISCARDED_DAYS, place.display().to_string());
                notices.toasts.info(&text);
                notices.say(LogLevel::Info, "", text);
            }
            Err(error) => notices.note(editor::failed(&error)),
        }
    }

    /// Whether the list is open.
    pub(super) fn is_open(&self) -> bool {
        !self.list.found.is_empty() || !self.list.unreadable.is_empty()
    }

    fn close(&mut self) {
        self.list = Recoveries::default();
    }

    fn take_out(&mut self, file: &Path) {
        self.list.found.retain(|recovery| recovery.file != file);
        self.list.unreadable.retain(|(other, _)| other != file);
    }

    fn show(&self, ctx: &Context) -> Option<Choice> {
        let height = ctx.content_rect().height() - 160.0;
        let modal = Modal::new(egui::Id::unique("recovery")).show(ctx, |ui| {
            ui.set_width(WIDTH);
            ui.heading(words::TITLE);
            ui.label(words::HELP);
            ui.add_space(8.0);
            let rows = |ui: &mut Ui| self.rows(ui);
            let chosen = ScrollArea::vertical().max_height(height).show(ui, rows).inner;
            ui.separator();
            let close = ui.button(words::LATER_FOR_ALL).clicked().then_some(Choice::Close);
            chosen.or(close)
        });
        // A click outside has no effect.
        let escape = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        modal.inner.or(escape.then_some(Choice::Close))
    }

    fn rows(&self, ui: &mut Ui) -> Option<Choice> {
        let mut chosen = None;
        for recovery in &self.list.found {
            let name = name(recovery);
            ui.strong(&name);
            let minutes = recovery.saved_at.elapsed().map_or(0, |elapsed| elapsed.as_secs() / 60);
            ui.label(words::state(minutes, recovery.original, recovery.unapplied.is_some()));
            ui.horizontal(|ui| {
                if button(ui, words::RECOVER, &words::RECOVER_HELP, &name) {
                    chosen = Some(Choice::Open(recovery.file.clone()));
                }
                chosen = chosen.take().or(put_off(ui, &recovery.file, &name));
            });
            ui.add_space(8.0);
        }
        for (file, reason) in &self.list.unreadable {
            let name = file.display().to_string();
            ui.label(RichText::new(words::unreadable_of(&name, reason)).color(ui.visuals().error_fg_color));
            ui.horizontal(|ui| chosen = chosen.take().or(put_off(ui, file, &name)));
            ui.add_space(8.0);
        }
        chosen
    }
}

/// The buttons to discard or postpone.
fn put_off(ui: &mut Ui, file: &Path, name: &str) -> Option<Choice> {
    let discard = button(ui, text::common::DISCARD, &words::discard_help(DISCARDED_DAYS), name);
    let later = button(ui, words::LATER, &words::LATER_HELP, name);
    match (discard, later) {
        (true, _) => Some(Choice::Discard(file.to_path_buf())),
        (_, true) => Some(Choice::Later(file.to_path_buf())),
        _ => None,
    }
}

/// A button whose accessible name includes the item.
fn button(ui: &mut Ui, verb: Text, help: &str, name: &str) -> bool {
    let button = ui.button(verb).on_hover_text(help);
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{verb} {name}")));
    button.clicked()
}

/// The name of the file that a recovery belongs to.
fn name(recovery: &Recovery) -> String {
    recovery.path.as_ref().map_or_else(text::file::untitled, |path| path.display().to_string())
}

impl Window {
    /// Lists the unsaved work at the user's request.
    pub(super) fn ask_for_recoveries(&mut self) {
        if !self.recovery.offer(&mut self.notices) {
            self.notices.toasts.info(words::NONE);
        }
    }

    /// Shows the list, unless a question is open, and handles the choice.
    pub(super) fn show_recoveries(&mut self, ctx: &Context) {
        if self.dialogs.is_open() || !self.recovery.is_open() {
            return;
        }
        match self.recovery.show(ctx) {
            Some(Choice::Open(file)) => match Recovery::read(&file) {
                Ok(recovery) if recovery.plain => {
                    self.recovery.take_out(&file);
                    self.recover_text(recovery);
                }
                _ => {
                    self.recovery.close();
                    self.leave(ctx, Next::Recover(file));
                }
            },
            Some(Choice::Discard(file)) => self.recovery.discard(&file, &mut self.notices),
            Some(Choice::Later(file)) => self.recovery.take_out(&file),
            Some(Choice::Close) => self.recovery.close(),
            None => {}
        }
    }

    /// Opens a recovery file in place of the current scene.
    pub(super) fn recover(&mut self, file: &Path) {
        let recovery = match Recovery::read(file) {
            Ok(recovery) => recovery,
            Err(reason) => return self.notices.note(unreadable(file, reason)),
        };
        let unapplied = recovery.unapplied.clone();
        match self.state.editor.recover(recovery, &self.state.runner) {
            Ok(()) => {
                self.clear();
                self.find_in_document();
                if let (Some(written), Some(document)) = (unapplied, self.state.editor.document()) {
                    self.panels.text.restore(document.to_text(), written);
                    self.show_panel(Pane::Text);
                }
            }
            Err(error) => self.notices.note(editor::failed(&error)),
        }
    }
}

fn unreadable(file: &Path, reason: String) -> Diagnostic {
    Diagnostic::error(Code::SceneFile, words::UNREADABLE)
        .with_file(file.display().to_string())
        .with_found(reason)
        .with_help(words::UNREADABLE_HELP)
}
