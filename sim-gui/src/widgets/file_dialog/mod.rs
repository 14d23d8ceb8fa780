//! A file dialog inside the window, so that it is available on every system and does not block the window.

mod listing;

use super::name_field::select;
use crate::text::Text;
use crate::text::{self, choose as words};
use crate::widgets::{list, long_text};
use egui::{Button, ComboBox, Context, Id, Key, Modal, Role, ScrollArea, TextEdit, Ui, Vec2, WidgetInfo, vec2};
use listing::{Entry, Listing};
use std::cell::Cell;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Size of the list, points.
const LIST: Vec2 = vec2(460.0, 300.0);
/// Width of the places column, points.
const PLACES: f32 = 130.0;

/// The purpose of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Open a file for reading.
    Open,
    /// Choose a file to be written.
    Save {
        /// Proposed name.
        name: String,
    },
}

/// A file type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// Name of the type.
    pub name: Text,
    /// Its extensions, without dot; the first one is appended to names without one. Empty: all files.
    pub extensions: &'static [&'static str],
}

/// An additional setting of the dialog with a few options. Clones share the selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    name: Text,
    /// Name and help of each option.
    options: &'static [(Text, Text)],
    chosen: Rc<Cell<usize>>,
}

impl Choice {
    /// A setting with these options and their help; the first one is selected.
    pub fn new(name: Text, options: &'static [(Text, Text)]) -> Self {
        Self { name, options, chosen: Rc::default() }
    }

    /// Index of the selected option.
    pub fn chosen(&self) -> usize {
        self.chosen.get()
    }

    fn show(&self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.label(self.name);
            for (number, (option, help)) in self.options.iter().enumerate() {
                let on = self.chosen() == number;
                let button = ui.radio(on, *option).on_hover_text(*help);
                let name = format!("{}: {option}", self.name);
                button.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, &name));
                if button.clicked() {
                    self.chosen.set(number);
                }
            }
        });
    }
}

/// The configuration of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRequest {
    /// Its purpose, shown as title.
    pub title: String,
    /// Open or save.
    pub mode: Mode,
    /// The file type.
    pub kind: FileKind,
    /// Additional settings.
    pub choices: Vec<Choice>,
}

/// The selected entry of the list.
struct Chosen {
    /// Its index among the displayed entries.
    index: usize,
    /// Its path, if it is a folder.
    folder: Option<PathBuf>,
}

/// A notice below the list.
enum Notice {
    /// An operation failed.
    Refused(String),
    /// The path exists already.
    Exists(PathBuf),
}

/// The result of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A file was chosen: an existing one, or one that may be written or overwritten.
    Chosen(PathBuf),
    /// The dialog was canceled.
    Cancelled,
}

/// The dialog.
pub struct FileDialog {
    wanted: FileRequest,
    /// Quick-access folders, by name.
    places: Vec<(String, PathBuf)>,
    folder: PathBuf,
    /// Text of the folder field.
    folder_text: String,
    /// Text of the name field.
    name: String,
    listing: Option<Listing>,
    chosen: Option<Chosen>,
    all_files: bool,
    hidden_files: bool,
    /// Name of a folder to be created.
    new_folder: Option<String>,
    notice: Option<Notice>,
    /// Whether it has been drawn.
    seen: bool,
}

impl FileDialog {
    /// A dialog that shows a folder; `places` are quick-access folders, by name.
    pub fn new(wanted: FileRequest, folder: PathBuf, places: Vec<(String, PathBuf)>) -> Self {
        let name = match &wanted.mode {
            Mode::Open => String::new(),
            Mode::Save { name } => name.clone(),
        };
        Self {
            all_files: wanted.kind.extensions.is_empty(),
            wanted,
            places,
            folder_text: folder.display().to_string(),
            listing: None,
            folder,
            name,
            chosen: None,
            hidden_files: false,
            new_folder: None,
            notice: None,
            seen: false,
        }
    }

    /// The file type.
    pub fn kind(&self) -> FileKind {
        self.wanted.kind
    }

    /// Whether it is a save dialog.
    pub fn is_for_saving(&self) -> bool {
        self.wanted.mode != Mode::Open
    }

    /// Shows it above the window. Returns the result, once.
    pub fn show(&mut self, ctx: &Context) -> Option<Outcome> {
        let modal = Modal::new(Id::unique("file dialog")).show(ctx, |ui| {
            ui.set_width((PLACES + LIST.x).min(ui.ctx().content_rect().width() - 60.0));
            ui.heading(&self.wanted.title);
            self.show_folder(ui);
            if self.new_folder.is_some() {
                self.show_new_folder(ui);
            }
            ui.separator();
            let rows = self.wanted.choices.len() as f32 * (ui.spacing().interact_size.y + ui.spacing().item_spacing.y);
            let height = LIST.y.min(ui.ctx().content_rect().height() - 260.0 - rows).max(80.0);
            let area = vec2(ui.available_width(), height);
            let opened = ui.allocate_ui_with_layout(area, egui::Layout::left_to_right(egui::Align::Min), |ui| {
                self.show_places(ui);
                ui.separator();
                ui.vertical(|ui| self.show_entries(ui)).inner
            });
            ui.separator();
            let confirmed = self.show_name(ui) | opened.inner;
            self.wanted.choices.iter().for_each(|choice| choice.show(ui));
            if let Some(Notice::Refused(reason)) = &self.notice {
                ui.colored_label(ui.visuals().error_fg_color, reason);
            }
            match &self.notice {
                Some(Notice::Exists(path)) => self.ask_to_replace(ui, path.clone()),
                _ => match self.show_answers(ui) {
                    None if confirmed => self.confirm(),
                    outcome => outcome,
                },
            }
        });
        // A click outside does not close the dialog: too many choices would be lost.
        let escape = modal.is_top_modal && !modal.any_popup_open && ctx.input(|input| input.key_pressed(Key::Escape));
        self.seen = true;
        match modal.inner {
            None if escape && matches!(self.notice, Some(Notice::Exists(_))) => {
                self.notice = None;
                None
            }
            None if escape => Some(Outcome::Cancelled),
            outcome => outcome,
        }
    }

    /// The folder, with navigation.
    fn show_folder(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let parent = self.folder.parent().map(Path::to_path_buf);
            let up = ui.add_enabled(parent.is_some(), Button::new("⬆")).on_hover_text(words::PARENT);
            up.widget_info(|| WidgetInfo::labeled(Role::Button, true, words::PARENT));
            let mut to = parent.filter(|_| up.clicked());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if matches!(self.wanted.mode, Mode::Save { .. }) && ui.button(words::NEW_FOLDER).clicked() {
                    self.new_folder = self.new_folder.is_none().then(String::new);
                }
                let again = ui.button("⟲").on_hover_text(words::REFRESH);
                again.widget_info(|| WidgetInfo::labeled(Role::Button, true, words::REFRESH));
                if again.clicked() {
                    to = Some(self.folder.clone());
                }
                let field = TextEdit::singleline(&mut self.folder_text).desired_width(f32::INFINITY);
                let field = ui.add(field);
                field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, words::FOLDER));
                if field.lost_focus() && take_enter(ui) {
                    to = Some(with_home(&self.folder_text));
                }
            });
            to.into_iter().for_each(|folder| self.go(folder));
        });
    }

    /// The name of a folder to be created.
    fn show_new_folder(&mut self, ui: &mut Ui) {
        let Some(name) = &mut self.new_folder else { return };
        let mut make = false;
        ui.horizontal(|ui| {
            let label = ui.label(words::NEW_FOLDER_NAME);
            let field = ui.add(TextEdit::singleline(name).desired_width(200.0)).labelled_by(label.id);
            let enter = field.lost_focus() && take_enter(ui);
            let possible = !name.trim().is_empty();
            make = (ui.add_enabled(possible, Button::new(words::CREATE)).clicked() || enter) && possible;
        });
        let path = self.folder.join(name.trim());
        if make {
            match std::fs::create_dir(&path) {
                Ok(()) => {
                    self.new_folder = None;
                    self.go(path);
                }
                Err(error) => self.refuse(words::not_made(path.display().to_string(), error.to_string())),
            }
        }
    }

    /// Quick-access folders.
    fn show_places(&mut self, ui: &mut Ui) {
        let mut to = None;
        ui.vertical(|ui| {
            ui.set_width(PLACES);
            for (name, folder) in &self.places {
                let row = Button::selectable(*folder == self.folder, name).truncate().min_size(vec2(PLACES, 0.0));
                if long_text::or_hover(ui.add(row), name).on_hover_text(folder.display().to_string()).clicked() {
                    to = Some(folder.clone());
                }
            }
        });
        to.into_iter().for_each(|folder| self.go(folder));
    }

    /// The entries of the folder. Returns whether a file was opened.
    fn show_entries(&mut self, ui: &mut Ui) -> bool {
        let (all, hidden, extensions) = (self.all_files, self.hidden_files, self.wanted.kind.extensions);
        let is_shown = |entry: &&Entry| {
            (entry.is_folder || all || entry.has_extension(extensions)) && (hidden || !entry.is_hidden())
        };
        let ctx = ui.ctx().clone();
        let begin = || Listing::begin(&self.folder, move || ctx.request_repaint());
        let entries: Vec<Entry> = match self.listing.get_or_insert_with(begin).entries() {
            Some(Ok(entries)) => entries.iter().filter(is_shown).cloned().collect(),
            Some(Err(reason)) => {
                ui.colored_label(ui.visuals().error_fg_color, reason);
                return false;
            }
            None => {
                ui.weak(words::READING);
                return false;
            }
        };
        if entries.is_empty() {
            ui.weak(words::EMPTY);
            return false;
        }
        let height = ui.spacing().interact_size.y;
        let mut area = ScrollArea::vertical().auto_shrink(false);
        if let Some(index) = self.take_arrows(ui.ctx(), &entries) {
            let row = height + ui.spacing().item_spacing.y;
            area = area.vertical_scroll_offset((index as f32 * row - 0.5 * ui.available_height()).max(0.0));
        }
        let mut opened = None;
        area.show_rows(ui, height, entries.len(), |ui, rows| {
            for (index, entry) in entries.iter().enumerate().take(rows.end).skip(rows.start) {
                let row = show_entry(ui, entry, self.chosen_index() == Some(index), height);
                if row.clicked() {
                    self.choose(index, entry);
                }
                if row.double_clicked() {
                    opened = Some(entry);
                }
            }
        });
        match opened {
            Some(entry) if entry.is_folder => self.go(entry.path.clone()),
            opened => return opened.is_some(),
        }
        false
    }

    /// Handles the arrow keys. Returns the new index.
    fn take_arrows(&mut self, ctx: &Context, entries: &[Entry]) -> Option<usize> {
        let pressed = |key| ctx.input_mut(|input| input.count_and_consume_key(egui::Modifiers::NONE, key));
        let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
        if down == up {
            return None;
        }
        let last = entries.len() - 1;
        let next =
            self.chosen_index().map_or(if down > up { 0 } else { last }, |at| (at + down).saturating_sub(up).min(last));
        self.choose(next, &entries[next]);
        Some(next)
    }

    fn chosen_index(&self) -> Option<usize> {
        self.chosen.as_ref().map(|chosen| chosen.index)
    }

    fn choose(&mut self, index: usize, entry: &Entry) {
        self.chosen = Some(Chosen { index, folder: entry.is_folder.then(|| entry.path.clone()) });
        self.notice = None;
        if !entry.is_folder {
            self.name.clone_from(&entry.name);
        }
    }

    /// The file name, and the file type filter. Returns whether the name was confirmed.
    fn show_name(&mut self, ui: &mut Ui) -> bool {
        let mut confirmed = false;
        ui.horizontal(|ui| {
            let label = ui.label(words::NAME);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let hidden = ui.checkbox(&mut self.hidden_files, words::HIDDEN);
                let kinds = self.show_kinds(ui);
                if hidden.changed() || kinds {
                    self.chosen = None;
                }
                let field = TextEdit::singleline(&mut self.name).desired_width(f32::INFINITY).show(ui);
                if !self.seen {
                    field.response.request_focus();
                    // Typing replaces the proposed name without its extension.
                    let stem = Path::new(&self.name).file_stem().unwrap_or_default().to_string_lossy();
                    select(ui, field.response.id, field.state, stem.chars().count());
                }
                let field = field.response.response.labelled_by(label.id);
                if field.changed() {
                    (self.chosen, self.notice) = (None, None);
                }
                let elsewhere = ui.memory(|memory| memory.focused().is_some());
                confirmed = (field.lost_focus() || !elsewhere) && take_enter(ui);
                if confirmed {
                    field.request_focus();
                }
            });
        });
        confirmed
    }

    /// The file type filter. Returns whether it was changed.
    fn show_kinds(&mut self, ui: &mut Ui) -> bool {
        if self.wanted.kind.extensions.is_empty() {
            return false;
        }
        let kind = words::kind(&self.wanted.kind.name, self.wanted.kind.extensions);
        let shown = if self.all_files { words::ALL.as_str() } else { kind.as_str() };
        let mut changed = false;
        let list = ComboBox::from_id_salt("kinds").selected_text(shown);
        let combo = list::show(list, ui, |ui| {
            changed |= ui.selectable_value(&mut self.all_files, false, &kind).changed();
            changed |= ui.selectable_value(&mut self.all_files, true, words::ALL).changed();
        });
        combo.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, words::KINDS));
        changed
    }

    /// The buttons that close the dialog.
    fn show_answers(&mut self, ui: &mut Ui) -> Option<Outcome> {
        let name = match self.wanted.mode {
            Mode::Open => words::OPEN,
            Mode::Save { .. } => text::action::SAVE.name,
        };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
            let cancelled = ui.button(text::file::CANCEL).clicked().then_some(Outcome::Cancelled);
            let possible = !self.name.trim().is_empty() || self.chosen.is_some();
            let confirmed = ui.add_enabled(possible, Button::new(name)).clicked();
            if confirmed { self.confirm() } else { cancelled }
        })
        .inner
    }

    /// Asks for confirmation to overwrite a file.
    fn ask_to_replace(&mut self, ui: &mut Ui, path: PathBuf) -> Option<Outcome> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ui.horizontal(|ui| {
            ui.label(words::exists(&name));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                if ui.button(words::KEEP).clicked() {
                    self.notice = None;
                }
                ui.button(text::common::REPLACE).clicked().then_some(Outcome::Chosen(path))
            })
            .inner
        })
        .inner
    }

    /// Accepts the entered name, or navigates to a folder.
    fn confirm(&mut self) -> Option<Outcome> {
        if let Some(folder) = self.chosen.as_mut().and_then(|chosen| chosen.folder.take()) {
            self.go(folder);
            return None;
        }
        let name = self.name.trim();
        if name.is_empty() {
            return None;
        }
        let mut path = self.folder.join(with_home(name));
        if path.is_dir() {
            self.name.clear();
            self.go(path);
            return None;
        }
        if self.wanted.mode == Mode::Open {
            if let Some(path) = self.existing(&path) {
                return Some(Outcome::Chosen(path));
            }
            self.refuse(words::no_file(path.display().to_string()));
            return None;
        }
        let kinds = self.wanted.kind.extensions;
        let is_one = |own: &OsStr| kinds.iter().any(|kind| own.eq_ignore_ascii_case(kind));
        // If all files are shown, another extension is intended.
        let is_meant = path.extension().is_some_and(|own| self.all_files || is_one(own));
        if let (false, Some(extension)) = (is_meant, kinds.first()) {
            path.as_mut_os_string().push(format!(".{extension}"));
        }
        match path.parent().filter(|folder| !folder.is_dir()) {
            Some(folder) => self.refuse(words::no_folder(folder.display().to_string())),
            None if path.exists() => self.notice = Some(Notice::Exists(path)),
            None => return Some(Outcome::Chosen(path)),
        }
        None
    }

    /// The path of an entered name: with an extension of the file type if it has none and no file of that exact name exists.
    fn existing(&self, path: &Path) -> Option<PathBuf> {
        let with = |ending: &&str| {
            let mut path = path.to_path_buf();
            path.as_mut_os_string().push(format!(".{ending}"));
            path
        };
        let endings = self.wanted.kind.extensions.iter().map(with);
        std::iter::once(path.to_path_buf()).chain(endings).find(|path| path.exists())
    }

    fn refuse(&mut self, reason: String) {
        self.notice = Some(Notice::Refused(reason));
    }

    /// Navigates to another folder.
    fn go(&mut self, folder: PathBuf) {
        self.listing = None;
        self.folder_text = folder.display().to_string();
        self.folder = folder;
        (self.chosen, self.notice) = (None, None);
    }
}

/// Whether Enter has been pressed; consumes it.
fn take_enter(ui: &Ui) -> bool {
    ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Enter))
}

/// A row of the list.
fn show_entry(ui: &mut Ui, entry: &Entry, chosen: bool, height: f32) -> egui::Response {
    let (sign, size) = match entry.is_folder {
        true => ("🗀", String::new()),
        false => ("🗋", words::size(entry.size)),
    };
    let row = Button::selectable(chosen, format!("{sign} {}", entry.name)).right_text(size).truncate();
    let row = ui.add(row.min_size(vec2(ui.available_width(), height)));
    row.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, chosen, &entry.name));
    long_text::or_hover(row, &entry.name)
}

/// Expands `~` to the home folder.
fn with_home(text: &str) -> PathBuf {
    let rest = text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(std::path::is_separator));
    match (rest, std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches(std::path::is_separator)),
        _ => PathBuf::from(text),
    }
}
