//! What opens above the window: command palette and list of shortcuts.

use crate::action::{Action, Request};
use crate::insert::{Insertion, offers};
use crate::means::Means;
use crate::text;
use egui::{Key, Modal, ScrollArea, Ui};
use sim_edit::Edit;
use sim_runner::PluginList;
use std::collections::VecDeque;

/// What is open above the window.
#[derive(Default)]
pub struct Overlay {
    palette: Option<Palette>,
    shortcuts: bool,
    questions: VecDeque<Question>,
}

/// A question that has to be answered before something is done.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is the matter.
    pub text: String,
    /// The answers, and what follows from each.
    pub answers: Vec<(&'static str, Answer)>,
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
    /// Makes the text of the text view the scene, and goes on if it is one.
    ApplyText(Next),
    /// Throws away what was written in the text view, and goes on.
    DropText(Next),
    /// Ends the recording, and does what would have ended it.
    EndRecording(Action),
    /// Records in place of what is there.
    RecordOver(std::path::PathBuf),
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

#[derive(Default)]
struct Palette {
    text: String,
    chosen: usize,
    insert: bool,
    /// What can be chosen, as it was when the palette was opened.
    entries: Vec<Entry>,
}

/// Something that can be chosen.
struct Entry {
    name: String,
    action: Option<Action>,
    insertion: Option<Insertion>,
}

impl Entry {
    fn action(action: Action) -> Self {
        Self { name: action.name().to_owned(), action: Some(action), insertion: None }
    }

    fn insertion(insertion: Insertion) -> Self {
        Self { name: insertion.label.clone(), action: None, insertion: Some(insertion) }
    }

    fn request(&self) -> Option<Request> {
        let insertion = self.insertion.clone().map(|insertion| Request::Place(Box::new(insertion)));
        insertion.or(self.action.map(Request::from))
    }
}

impl Overlay {
    /// Whether anything is open, so that keys mean nothing else.
    pub fn is_open(&self) -> bool {
        self.palette.is_some() || self.shortcuts || !self.questions.is_empty()
    }

    /// Opens the command palette, with `insert` on what can be put in alone.
    pub fn open_palette(&mut self, insert: bool) {
        self.palette = Some(Palette { insert, ..Palette::default() });
    }

    /// Opens the list of shortcuts.
    pub fn open_shortcuts(&mut self) {
        self.shortcuts = true;
    }

    /// Asks something, after what is being asked already.
    pub fn ask(&mut self, question: Question) {
        self.questions.push_back(question);
    }

    /// Shows what is open. Returns the answer that was given.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        plugins: &PluginList,
        means: &Means<'_>,
        requests: &mut Vec<Request>,
    ) -> Option<Answer> {
        if let Some(palette) = &mut self.palette {
            let modal = Modal::new(egui::Id::unique("palette")).show(ui.ctx(), |ui| palette.show(ui, plugins, means));
            let close = modal.should_close();
            if close || modal.inner.is_some() {
                self.palette = None;
            }
            requests.extend(modal.inner);
        }
        if self.shortcuts {
            let height = ui.ctx().content_rect().height() - 80.0;
            let all = |ui: &mut Ui| ScrollArea::vertical().max_height(height).show(ui, shortcuts);
            let modal = Modal::new(egui::Id::unique("shortcuts")).show(ui.ctx(), all);
            self.shortcuts = !modal.should_close();
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

impl Palette {
    /// Returns what was chosen.
    fn show(&mut self, ui: &mut Ui, plugins: &PluginList, means: &Means<'_>) -> Option<Request> {
        ui.set_width(380.0);
        if self.entries.is_empty() {
            let actions = Action::ALL.into_iter().filter(|_| !self.insert).map(Entry::action);
            self.entries = actions.chain(offers(plugins).into_iter().map(Entry::insertion)).collect();
        }
        let text = ui.add(
            egui::TextEdit::singleline(&mut self.text).hint_text(text::palette::HINT).desired_width(f32::INFINITY),
        );
        text.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, text::palette::HINT));
        text.request_focus();
        if text.changed() {
            self.chosen = 0;
        }
        let wanted = self.text.to_lowercase();
        let found: Vec<&Entry> =
            self.entries.iter().filter(|entry| entry.name.to_lowercase().contains(&wanted)).collect();
        if found.is_empty() {
            ui.weak(text::palette::NOTHING);
            return None;
        }
        let (down, up, enter) =
            ui.input(|input| [Key::ArrowDown, Key::ArrowUp, Key::Enter].map(|key| input.key_pressed(key))).into();
        self.chosen = (self.chosen + usize::from(down)).saturating_sub(usize::from(up)).min(found.len() - 1);
        let possible = |entry: &&Entry| entry.action.is_none_or(|action| means.reason(action).is_none());
        let mut chosen = enter.then(|| found[self.chosen]).filter(possible);
        ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for (number, entry) in found.iter().enumerate() {
                let keys = entry.action.and_then(Action::shortcut);
                let keys = keys.map(|keys| ui.ctx().format_shortcut(&keys)).unwrap_or_default();
                let name = entry.action.map_or_else(|| entry.name.clone(), |action| means.name(action));
                let row = egui::Button::new(name).shortcut_text(keys).selected(number == self.chosen);
                let reason = entry.action.and_then(|action| means.reason(action));
                let row = ui.add_enabled(reason.is_none(), row.min_size(egui::vec2(ui.available_width(), 0.0)));
                if row.on_disabled_hover_text(reason.unwrap_or_default()).clicked() {
                    chosen = Some(*entry);
                }
            }
        });
        chosen.and_then(Entry::request)
    }
}

fn shortcuts(ui: &mut Ui) {
    ui.heading(text::menu::SHORTCUTS);
    ui.add_space(8.0);
    egui::Grid::new("shortcuts").num_columns(2).striped(true).spacing([24.0, 4.0]).show(ui, |ui| {
        for action in Action::ALL {
            let keys: Vec<String> = action.shortcuts().map(|keys| ui.ctx().format_shortcut(&keys)).collect();
            if keys.is_empty() {
                continue;
            }
            ui.label(action.name());
            ui.monospace(keys.join(", "));
            ui.end_row();
        }
        use egui::gui_zoom::kb_shortcuts::{ZOOM_IN, ZOOM_OUT, ZOOM_RESET};
        let zooms =
            [(text::manners::LARGER, ZOOM_IN), (text::manners::SMALLER, ZOOM_OUT), (text::manners::NORMAL, ZOOM_RESET)];
        for (name, keys) in zooms {
            ui.label(name);
            ui.monospace(ui.ctx().format_shortcut(&keys));
            ui.end_row();
        }
    });
    ui.add_space(8.0);
    ui.label(text::view::HINT);
}
