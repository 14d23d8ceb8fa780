//! What opens above the window: questions, the command palette, the list of shortcuts.

use super::about::About;
use super::by_numbers::ByNumbersDialog;
use super::new_component::{NewComponentDialog, Wish};
use super::palette::Palette;
use super::preferences::{self, Chosen};
use super::shortcut_list::ShortcutList;
use crate::actions::{Action, Request};
use crate::text::Text;
use crate::widgets::name_field::{NameField, Named};
use egui::{Modal, Ui};
use sim_edit::{Edit, Refusal, Target};
use std::collections::VecDeque;

/// What is open above the window.
pub struct Dialogs {
    palette: Option<Palette>,
    shortcuts: Option<ShortcutList>,
    preferences: bool,
    about: (About, bool),
    questions: VecDeque<Question>,
    /// A name that is asked for, and what gets it.
    naming: Option<(NameField, Purpose)>,
    /// A component that is to be made.
    component: Option<NewComponentDialog>,
    /// What is put in by numbers.
    by_numbers: ByNumbersDialog,
}

/// What gets a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// The present layout of the panels.
    Layout,
    /// A kept state, by number.
    State(u64),
    /// The same, which is not kept without a name.
    NewState(u64),
    /// Something of the scene.
    Thing(Target),
}

/// A dialog that help can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// The command palette.
    Palette,
    /// The list of shortcuts.
    Shortcuts,
    /// The preferences.
    Preferences,
    /// What the program tells of itself.
    About,
}

impl Open {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Self; 4] = [Self::Palette, Self::Shortcuts, Self::Preferences, Self::About];
}

/// A question that has to be answered before something is done.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is the matter.
    pub text: String,
    /// The answers, and what follows from each.
    pub answers: Vec<(Text, Answer)>,
}

/// What follows from an answer.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Nothing.
    Cancel,
    /// Saves, and goes on if that succeeds.
    Save(Next),
    /// Goes on.
    Discard(Next),
    /// Makes an edit.
    Edit(Box<Edit>),
    /// Deletes things, and tells why others stay.
    Delete(Box<Edit>, Option<Box<Refusal>>),
    /// Makes the text of the text view the scene, and goes on if it is one.
    ApplyText(Next),
    /// Throws away what was written in the text view, and goes on.
    DropText(Next),
    /// Ends the recording, and does what would have ended it.
    EndRecording(Action),
    /// Records in place of what is there.
    RecordOver(std::path::PathBuf),
    /// Exports the surroundings in place of what is there.
    ExportOver(std::path::PathBuf),
    /// Something has got a name, or none.
    Named(Purpose, Option<String>),
    /// Saves the present layout in place of the one of this name.
    ReplaceLayout(String),
    /// Deletes the layout of this name.
    DeleteLayout(String),
    /// Ends the recording, and goes to a kept state.
    GoToState(u64),
    /// Puts in what has been typed.
    InsertByNumbers,
    /// Makes a component.
    Make(Box<NewComponentDialog>),
    /// Saves a text of the editor over what another program has written, by number, and goes on.
    OverwriteText(u64, Option<Next>),
    /// Saves a text of the editor and closes it.
    SaveText(u64),
    /// Closes a text of the editor without saving it.
    CloseText(u64),
    /// Saves all texts of the editor, and goes on.
    SaveTexts(Next),
    /// Throws away what is not saved in the editor, and goes on.
    DropTexts(Next),
    /// Removes a pack.
    RemovePack(sim_core::packs::Requirement),
    /// Lets the libraries of a pack run in the program's own process.
    LetPackIn(sim_core::packs::Requirement),
    /// Saves over what stands in a file, or in the document's own, and goes on.
    Overwrite(Option<std::path::PathBuf>, Option<Next>),
}

/// What was to be done when there were unsaved changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Close the window.
    Close,
    /// Open a scene.
    Open(std::path::PathBuf),
    /// Begin a new scene.
    New,
    /// Open what a recovery file holds.
    Recover(std::path::PathBuf),
}

impl Dialogs {
    /// Nothing is open; `about` is what the program tells of itself.
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

    /// The dialog that help can be asked for now, the uppermost one.
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

    /// Closes such dialogs, and tells the one that help was asked for.
    pub fn close_for_help(&mut self) -> Option<Open> {
        let open = self.helpable()?;
        (self.palette, self.shortcuts, self.preferences, self.about.1) = (None, None, false, false);
        Some(open)
    }

    /// Whether anything is open, so that keys mean nothing else.
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

    /// Opens the command palette, with `insert` on what can be put in alone.
    pub fn open_palette(&mut self, insert: bool) {
        self.palette = Some(Palette::new(insert));
    }

    /// Opens the list of shortcuts.
    pub fn open_shortcuts(&mut self) {
        self.shortcuts = Some(ShortcutList::default());
    }

    /// Asks for a name.
    pub fn ask_for_name(&mut self, field: NameField, purpose: Purpose) {
        self.naming = Some((field, purpose));
    }

    /// Asks what component is to be made.
    pub fn ask_for_component(&mut self, dialog: NewComponentDialog) {
        self.component = Some(dialog);
    }

    /// Opens the dialog for what is put in by numbers.
    pub fn open_by_numbers(&mut self) {
        self.by_numbers.open = true;
    }

    /// The dialog for what is put in by numbers.
    pub(super) fn by_numbers(&mut self) -> &mut ByNumbersDialog {
        &mut self.by_numbers
    }

    /// Opens the preferences.
    pub fn open_preferences(&mut self) {
        self.preferences = true;
    }

    /// Opens what the program tells of itself.
    pub fn open_about(&mut self) {
        self.about.1 = true;
    }

    /// Asks something, after what is being asked already.
    pub fn ask(&mut self, question: Question) {
        self.questions.push_back(question);
    }

    /// Shows what is open. Returns the answer that was given.
    pub fn show(&mut self, ui: &mut Ui, chosen: &Chosen<'_>, requests: &mut Vec<Request>) -> Option<Answer> {
        let Chosen { plugins, availability, .. } = chosen;
        if self.preferences {
            let modal = Modal::new(egui::Id::unique("preferences"));
            let modal = modal.show(ui.ctx(), |ui| preferences::show(ui, chosen, requests));
            // A list that opens above it has Escape for itself.
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
            let name = if let Named::Name(name) = named { Some(name) } else { None };
            return self.naming.take().map(|(_, purpose)| Answer::Named(purpose, name));
        }
        if let Some(wish) = self.component.as_mut().and_then(|dialog| dialog.show(ui.ctx())) {
            let dialog = self.component.take().filter(|_| matches!(wish, Wish::Make));
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
