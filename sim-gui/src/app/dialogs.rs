//! Modal dialogs: questions, the command palette, the list of shortcuts.

use super::about::About;
use super::by_numbers::ByNumbersDialog;
use super::new_component::{ComponentChoice, NewComponentDialog};
use super::palette::Palette;
use super::preferences::{self, Chosen};
use super::shortcut_list::ShortcutList;
use crate::actions::{Action, Request};
use crate::text::{self, Text};
use crate::widgets::name_field::{NameField, NameResult};
use egui::{Modal, Ui};
use sim_edit::{Edit, Refusal, Target};
use std::collections::VecDeque;

/// The open dialogs.
pub struct Dialogs {
    palette: Option<Palette>,
    shortcuts: Option<ShortcutList>,
    preferences: bool,
    about: (About, bool),
    questions: VecDeque<Question>,
    /// An open name dialog and the purpose of the name.
    naming: Option<(NameField, Purpose)>,
    /// The dialog for a new component.
    component: Option<NewComponentDialog>,
    /// The dialog for inserting by typed numbers.
    by_numbers: ByNumbersDialog,
}

/// The purpose of a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// The current panel layout.
    Layout,
    /// A saved state, by number.
    State(u64),
    /// A new saved state, discarded without a name.
    NewState(u64),
    /// Part of the scene.
    Thing(Target),
}

/// A dialog with a manual page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// The command palette.
    Palette,
    /// The list of shortcuts.
    Shortcuts,
    /// The preferences.
    Preferences,
    /// Information about the program.
    About,
}

impl Open {
    /// All dialogs.
    #[cfg(test)]
    pub const ALL: [Self; 4] = [Self::Palette, Self::Shortcuts, Self::Preferences, Self::About];
}

/// A question that must be answered before an action continues.
#[derive(Clone, Debug)]
struct Question {
    text: String,
    /// The choices and their effects.
    answers: Vec<(Text, Answer)>,
}

/// The effect of a choice.
#[derive(Clone, Debug)]
pub enum Answer {
    /// No effect.
    Cancel,
    /// Save, and continue if that succeeds.
    Save(Next),
    /// Continue without saving.
    Discard(Next),
    /// Apply an edit.
    Edit(Box<Edit>),
    /// Delete items, and report why others remain.
    Delete(Box<Edit>, Option<Box<Refusal>>),
    /// Apply the contents of the text view to the scene, and continue if they are valid.
    ApplyText(Next),
    /// Discard the contents of the text view, and continue.
    DropText(Next),
    /// End the recording, then run the action that would have ended it.
    EndRecording(Action),
    /// Overwrite an existing recording.
    RecordOver(std::path::PathBuf),
    /// Overwrite an existing file with the exported surroundings.
    ExportOver(std::path::PathBuf),
    /// Set a name. `None`: no name was entered.
    Named(Purpose, Option<String>),
    /// Overwrite the saved layout of this name with the current layout.
    ReplaceLayout(String),
    /// Delete the layout of this name.
    DeleteLayout(String),
    /// End the recording and restore a saved state.
    GoToState(u64),
    /// Insert the typed items.
    InsertByNumbers,
    /// Create a component.
    Make(Box<NewComponentDialog>),
    /// Overwrite the file of a text, by number, that another program has changed, and continue.
    OverwriteText(u64, Option<Next>),
    /// Save a text of the editor and close it.
    SaveText(u64),
    /// Close a text of the editor without saving it.
    CloseText(u64),
    /// Save all texts of the editor, and continue.
    SaveTexts(Next),
    /// Discard unsaved texts of the editor, and continue.
    DropTexts(Next),
    /// Remove a pack.
    RemovePack(sim_core::packs::Requirement),
    /// Run the libraries of a pack in the program's process.
    LetPackIn(sim_core::packs::Requirement),
    /// Overwrite a file, or the document's own file, and continue.
    Overwrite(Option<std::path::PathBuf>, Option<Next>),
}

/// The action that was interrupted by unsaved changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Close the window.
    Close,
    /// Open a scene.
    Open(std::path::PathBuf),
    /// Create a scene.
    New,
    /// Open a recovery file.
    Recover(std::path::PathBuf),
}

impl Dialogs {
    /// Creates the state with all dialogs closed. `about` is the program information.
    pub fn new(about: About) -> Self {
        let about = (about, false);
        Self {
            palette: None,
            shortcuts: None,
            preferences: false,
            about,
            questions: VecDeque::new(),
            naming: None,
            component: None,
            by_numbers: ByNumbersDialog::default(),
        }
    }

    /// The topmost open dialog with a manual page.
    pub fn helpable(&self) -> Option<Open> {
        let open = [
            (self.shortcuts.is_some(), Open::Shortcuts),
            (self.palette.is_some(), Open::Palette),
            (self.preferences, Open::Preferences),
            (self.about.1, Open::About),
        ];
        open.into_iter()
            .find(|(open, _)| *open && self.questions.is_empty() && self.naming.is_none() && self.component.is_none())
            .map(|(_, dialog)| dialog)
    }

    /// Closes the dialogs with a manual page and returns the topmost one.
    pub fn close_for_help(&mut self) -> Option<Open> {
        let open = self.helpable()?;
        (self.palette, self.shortcuts, self.preferences, self.about.1) = (None, None, false, false);
        Some(open)
    }

    /// Whether a dialog is open, which disables shortcuts.
    pub fn is_open(&self) -> bool {
        self.palette.is_some()
            || self.shortcuts.is_some()
            || self.naming.is_some()
            || self.component.is_some()
            || self.by_numbers.open
            || self.preferences
            || self.about.1
            || !self.questions.is_empty()
    }

    /// Opens the command palette. With `insert`, lists only items to insert.
    pub fn open_palette(&mut self, insert: bool) {
        self.palette = Some(Palette::new(insert));
    }

    /// Opens the list of shortcuts.
    pub fn open_shortcuts(&mut self) {
        self.shortcuts = Some(ShortcutList::default());
    }

    /// Prompts for a name.
    pub fn ask_for_name(&mut self, field: NameField, purpose: Purpose) {
        self.naming = Some((field, purpose));
    }

    /// Opens the dialog for a new component.
    pub fn ask_for_component(&mut self, dialog: NewComponentDialog) {
        self.component = Some(dialog);
    }

    /// Opens the dialog for inserting by typed numbers.
    pub fn open_by_numbers(&mut self) {
        self.by_numbers.open = true;
    }

    /// The dialog for inserting by typed numbers.
    pub(super) fn by_numbers(&mut self) -> &mut ByNumbersDialog {
        &mut self.by_numbers
    }

    /// Opens the preferences.
    pub fn open_preferences(&mut self) {
        self.preferences = true;
    }

    /// Opens the program information.
    pub fn open_about(&mut self) {
        self.about.1 = true;
    }

    /// Queues a question.
    pub fn ask(&mut self, text: impl Into<String>, mut answers: Vec<(Text, Answer)>) {
        answers.push((text::file::CANCEL, Answer::Cancel));
        self.questions.push_back(Question { text: text.into(), answers });
    }

    /// Shows the open dialogs. Returns the effect of the choice made.
    pub fn show(&mut self, ui: &mut Ui, chosen: &Chosen<'_>, requests: &mut Vec<Request>) -> Option<Answer> {
        let Chosen { plugins, availability, .. } = chosen;
        if self.preferences {
            let modal = Modal::new(egui::Id::unique("preferences"));
            let modal = modal.show(ui.ctx(), |ui| preferences::show(ui, chosen, requests));
            // A popup above the dialog handles Escape itself.
            self.preferences = modal.inner && (self.shortcuts.is_some() || !modal.should_close());
        }
        let (about, open) = &mut self.about;
        if *open {
            let modal = Modal::new(egui::Id::unique("about")).show(ui.ctx(), |ui| about.show(ui));
            *open = modal.inner && !modal.should_close();
        }
        if let Some(palette) = &mut self.palette {
            let modal =
                Modal::new(egui::Id::unique("palette")).show(ui.ctx(), |ui| palette.show(ui, plugins, availability));
            let close = modal.should_close();
            if close || modal.inner.is_some() {
                self.palette = None;
            }
            requests.extend(modal.inner);
        }
        if let Some(list) = &mut self.shortcuts {
            list.take_keys(ui, availability, requests);
            let modal = Modal::new(egui::Id::unique("shortcuts"));
            let modal = modal.show(ui.ctx(), |ui| list.show(ui, availability, requests));
            if modal.should_close() || !modal.inner {
                self.shortcuts = None;
            }
        }
        if let Some(named) = self.naming.as_mut().and_then(|(field, _)| field.show(ui.ctx())) {
            let name = if let NameResult::Name(name) = named { Some(name) } else { None };
            return self.naming.take().map(|(_, purpose)| Answer::Named(purpose, name));
        }
        if let Some(wish) = self.component.as_mut().and_then(|dialog| dialog.show(ui.ctx())) {
            let dialog = self.component.take().filter(|_| matches!(wish, ComponentChoice::Make));
            return Some(dialog.map_or(Answer::Cancel, |dialog| Answer::Make(Box::new(dialog))));
        }
        if self.by_numbers.open && self.by_numbers.show(ui.ctx(), plugins, chosen.cursor, requests) {
            return Some(Answer::InsertByNumbers);
        }
        let question = self.questions.front()?;
        let modal = Modal::new(egui::Id::unique("question")).show(ui.ctx(), |ui| {
            ui.set_width(340.0);
            ui.label(&question.text);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let mut given = None;
                for (name, answer) in &question.answers {
                    if ui.button(*name).clicked() {
                        given = Some(answer.clone());
                    }
                }
                given
            })
            .inner
        });
        let closed = modal.should_close().then_some(Answer::Cancel);
        let answer = modal.inner.or(closed)?;
        self.questions.pop_front();
        Some(answer)
    }
}
