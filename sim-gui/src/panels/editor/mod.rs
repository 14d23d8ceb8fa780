//! The text editor for files of any kind related to the scene, such as missions and code of controllers.

mod finder;
mod output;

use crate::actions::{BuildRequest, Request, TextRequest};
use crate::text::{self, build as building, editor as words};
use crate::widgets::code_editor::{self, CodeEditor, TextDisplay};
use egui::{Context, Id, Key, KeyboardShortcut, Modifiers, RichText, ScrollArea, Ui};
use finder::Finder;
use output::Output;
use sim_edit::{FileContent, OnDisk, TextFile};
use std::path::{Path, PathBuf};

/// The editor with its open files.
#[derive(Default)]
pub struct Editor {
    files: Vec<OpenFile>,
    /// Number of the shown text.
    shown: Option<u64>,
    finder: Finder,
    /// Output of a build.
    pub output: Output,
    /// Whether the panel had the keyboard focus in the previous frame.
    focused: bool,
}

/// An open file.
pub struct OpenFile {
    /// The file with its text.
    pub file: TextFile,
    code: CodeEditor,
    /// External changes of the file that are not yet handled.
    disk: Option<OnDisk>,
}

impl OpenFile {
    fn new(file: TextFile) -> Self {
        Self { file, code: CodeEditor::default(), disk: None }
    }

    /// File name without its folder.
    pub fn name(&self) -> String {
        let name = self.file.path().and_then(Path::file_name);
        name.map_or_else(|| words::UNTITLED.to_string(), |name| name.to_string_lossy().into_owned())
    }

    /// Widget id of its field.
    fn id(&self) -> Id {
        Id::unique(("text of a file", self.file.number()))
    }
}

/// Shortcuts of the editor, active while it has the keyboard focus.
const FIND: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::F);
const REPLACE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::H);
const NEXT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::F3);
const PREVIOUS: KeyboardShortcut = KeyboardShortcut::new(Modifiers::SHIFT, Key::F3);
/// Maximum height of the build output, points.
const OUTPUT: f32 = 260.0;
const ESCAPE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::Escape);

impl Editor {
    /// The open files.
    pub fn files(&self) -> &[OpenFile] {
        &self.files
    }

    /// Their texts, to be saved for recovery.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut TextFile> {
        self.files.iter_mut().map(|open| &mut open.file)
    }

    /// The shown file.
    pub fn shown(&self) -> Option<&OpenFile> {
        self.files.iter().find(|open| Some(open.file.number()) == self.shown)
    }

    /// A file by text number.
    pub fn file(&mut self, number: u64) -> Option<&mut TextFile> {
        self.texts_mut().find(|file| file.number() == number)
    }

    /// Number of the open file with a path.
    pub fn of_path(&self, path: &Path) -> Option<u64> {
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let wanted = real(path);
        let is_it = |open: &&OpenFile| open.file.path().is_some_and(|path| real(path) == wanted);
        self.files.iter().find(is_it).map(|open| open.file.number())
    }

    /// Whether any file has unsaved changes.
    pub fn is_modified(&self) -> bool {
        self.files.iter().any(|open| open.file.is_modified())
    }

    /// Names of the files with unsaved changes.
    pub fn unsaved(&self) -> Vec<String> {
        self.files.iter().filter(|open| open.file.is_modified()).map(OpenFile::name).collect()
    }

    /// Adds a file and shows it.
    pub fn add(&mut self, file: TextFile) {
        self.shown = Some(file.number());
        self.files.push(OpenFile::new(file));
        self.take_keyboard();
    }

    /// Shows a file.
    pub fn show_file(&mut self, number: u64) {
        self.shown = Some(number);
    }

    /// Moves the keyboard focus to the shown text.
    pub fn take_keyboard(&mut self) {
        if let Some(open) = self.shown_mut() {
            open.code.take_keyboard();
        }
    }

    /// Marks a position in the shown file and moves the cursor there: 1-based line and column, in characters.
    pub fn go_to(&mut self, line: usize, column: usize) {
        let Some(open) = self.shown_mut() else { return };
        let mut start = 0;
        for (number, text) in open.file.text().split('\n').enumerate() {
            let length = text.chars().count();
            if number + 1 == line {
                start += column.saturating_sub(1).min(length);
                break;
            }
            start += length + 1;
        }
        open.code.go_to(line);
        open.code.select(start..start);
        open.code.take_keyboard();
    }

    /// Marked line of the shown file, 1-based.
    pub fn marked(&self) -> Option<usize> {
        self.shown()?.code.marked()
    }

    /// Closes a file and discards unsaved changes.
    pub fn close(&mut self, number: u64) {
        let Some(at) = self.files.iter().position(|open| open.file.number() == number) else { return };
        self.files.remove(at).file.close();
        if self.shown == Some(number) {
            let next = self.files.get(at).or(self.files.last());
            self.shown = next.map(|open| open.file.number());
        }
    }

    /// Closes all files and discards unsaved changes.
    pub fn close_all(&mut self) {
        self.files.drain(..).for_each(|open| open.file.close());
        self.shown = None;
    }

    /// Marks an external change of a file as handled.
    pub fn decided(&mut self, number: u64) {
        self.files.iter_mut().filter(|open| open.file.number() == number).for_each(|open| open.disk = None);
        self.finder.forget();
    }

    /// Prepares to replace a text as a whole, so that the field can undo it.
    pub fn will_replace(&mut self, ctx: &Context, number: u64) {
        if let Some(open) = self.files.iter().find(|open| open.file.number() == number) {
            code_editor::will_replace(ctx, open.id(), open.file.text());
        }
        self.finder.forget();
    }

    /// Records that another program has changed or deleted a file.
    pub fn file_changed(&mut self, path: &Path, held: &FileContent) {
        for open in self.files.iter_mut().filter(|open| open.file.path() == Some(path)) {
            let state = open.file.compared(held);
            open.disk = matches!(state, OnDisk::Changed | OnDisk::Deleted).then_some(state);
        }
    }

    /// The files to watch.
    pub fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.files.iter().filter_map(|open| open.file.path())
    }

    /// Folder of the shown file.
    pub fn folder(&self) -> Option<PathBuf> {
        self.shown()?.file.path()?.parent().map(Path::to_path_buf)
    }

    fn shown_mut(&mut self) -> Option<&mut OpenFile> {
        self.files.iter_mut().find(|open| Some(open.file.number()) == self.shown)
    }

    /// Handles shortcuts with another meaning while the editor has the focus; `save` and `save_as` are those of the window.
    pub fn take_keys(
        &mut self,
        ctx: &Context,
        save: &[KeyboardShortcut],
        save_as: &[KeyboardShortcut],
    ) -> Option<Request> {
        // A hidden panel has no focus.
        let focused = std::mem::take(&mut self.focused);
        let number = self.shown.filter(|_| focused)?;
        let pressed =
            |keys: &[KeyboardShortcut]| keys.iter().any(|keys| ctx.input_mut(|input| input.consume_shortcut(keys)));
        // Shortcuts with more modifiers are tested first.
        if pressed(save_as) {
            return Some(Request::Text(TextRequest::SaveAs(number)));
        }
        if pressed(save) {
            return Some(Request::Text(TextRequest::Save(number)));
        }
        if pressed(&[FIND]) {
            self.open_finder(ctx, false);
        }
        if pressed(&[REPLACE]) {
            self.open_finder(ctx, true);
        }
        if self.finder.is_open() && pressed(&[ESCAPE]) {
            self.finder.close();
            self.take_keyboard();
        }
        for (keys, forward) in [(PREVIOUS, false), (NEXT, true)] {
            if pressed(&[keys]) {
                self.step(ctx, forward);
            }
        }
        None
    }

    /// Opens the find and replace bar, with the selection as the query.
    pub fn open_finder(&mut self, ctx: &Context, replaces: bool) {
        let selected = self.shown().and_then(|open| {
            let chars = open.code.selected(ctx, open.id())?;
            let text: String = open.file.text().chars().skip(chars.start).take(chars.len()).collect();
            (!text.is_empty() && !text.contains('\n')).then_some(text)
        });
        self.finder.open(selected, replaces);
    }

    fn step(&mut self, ctx: &Context, forward: bool) {
        let Some(open) = self.files.iter_mut().find(|open| Some(open.file.number()) == self.shown) else { return };
        let selected = open.code.selected(ctx, open.id());
        if let Some(chars) = self.finder.step(open.file.number(), open.file.text(), selected, forward) {
            open.code.select(chars);
        }
    }

    /// Shows the editor.
    pub fn show(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        self.bar(ui, requests);
        let focused = |ui: &Ui, id: Id| ui.memory(|memory| memory.has_focus(id));
        if self.files.is_empty() {
            self.focused = false;
            super::empty(ui, &words::NO_FILE);
            if self.output.is_shown() {
                self.output.show(ui, requests);
            }
            return;
        }
        self.tabs(ui, requests);
        let Self { files, shown, finder, output, .. } = self;
        let Some(open) = files.iter_mut().find(|open| Some(open.file.number()) == *shown) else { return };
        disk_bar(ui, open, requests);
        let id = open.id();
        let selected = open.code.selected(ui.ctx(), id);
        if let Some(edit) = finder.show(ui, open.file.number(), open.file.text(), selected) {
            match edit {
                finder::FinderAction::Select(chars) => open.code.select(chars),
                finder::FinderAction::Replace { text, then } => {
                    code_editor::will_replace(ui.ctx(), id, open.file.text());
                    *open.file.text_mut() = text;
                    finder.forget();
                    open.code.forget_selection();
                    if let Some(from) = then {
                        // Search for the next match after the inserted text.
                        let next = finder.step(open.file.number(), open.file.text(), Some(from..from), true);
                        open.code.select(next.unwrap_or(from..from));
                    }
                }
            }
        }
        let below = if output.is_shown() { (0.35 * ui.available_height()).clamp(60.0, OUTPUT) } else { 0.0 };
        let height = (ui.available_height() - below).max(40.0);
        let notes = output.notes(open.file.path());
        let name = words::name(open.name());
        let selected = open.code.selected(ui.ctx(), id);
        let (hits, hit) = finder.hits(open.file.number(), open.file.text(), selected);
        let shown = TextDisplay { id, name: &name, notes: &notes, hits, hit };
        let field = open.code.show(ui, open.file.text_mut(), height, &shown);
        if field.response.changed() {
            finder.forget();
        }
        if output.is_shown() {
            ui.separator();
            output.show(ui, requests);
        }
        self.focused = focused(ui, id) || finder::FIELDS.iter().any(|field| focused(ui, Id::unique(*field)));
    }

    /// The toolbar with file actions.
    fn bar(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        ui.horizontal_wrapped(|ui| {
            let mut button = |ui: &mut Ui, enabled: bool, name: text::Text, help: text::Text, request: TextRequest| {
                let button = ui.add_enabled(enabled, egui::Button::new(name)).on_hover_text(help);
                if button.on_disabled_hover_text(words::NO_FILE).clicked() {
                    requests.push(Request::Text(request));
                }
            };
            button(ui, true, words::NEW, words::NEW_HELP, TextRequest::New);
            button(ui, true, words::OPEN, words::OPEN_HELP, TextRequest::Open(None));
            let shown = self.shown();
            let number = shown.map_or(0, |open| open.file.number());
            let any = shown.is_some();
            button(ui, any, words::SAVE, words::SAVE_HELP, TextRequest::Save(number));
            button(ui, any, words::SAVE_AS, words::SAVE_AS_HELP, TextRequest::SaveAs(number));
            let reverts = shown.is_some_and(|open| open.file.path().is_some() && open.file.is_modified());
            let revert = ui.add_enabled(reverts, egui::Button::new(words::REVERT)).on_hover_text(words::REVERT_HELP);
            if revert.on_disabled_hover_text(words::SAME).clicked() {
                requests.push(Request::Text(TextRequest::Revert(number)));
            }
            let find = ui.add_enabled(any, egui::Button::new(words::FIND).selected(any && self.finder.is_open()));
            let runs = self.output.is_running();
            let build =
                ui.add_enabled(any && !runs, egui::Button::new(text::action::BUILD.name)).on_hover_text(building::HELP);
            if build.on_disabled_hover_text(if runs { building::RUNS } else { words::NO_FILE }).clicked() {
                requests.push(Request::Build(BuildRequest::Start));
            }
            if find.on_hover_text(words::FIND_HELP).on_disabled_hover_text(words::NO_FILE).clicked() {
                match self.finder.is_open() {
                    true => self.finder.close(),
                    false => self.open_finder(ui.ctx(), true),
                }
            }
        });
    }

    /// The tabs of the open files.
    fn tabs(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let height = ui.spacing().interact_size.y + 6.0;
        ScrollArea::horizontal().id_salt("files").auto_shrink([false, true]).max_height(height).show(ui, |ui| {
            ui.horizontal(|ui| {
                let mut chosen = None;
                for open in &self.files {
                    let (name, number) = (open.name(), open.file.number());
                    let star = if open.file.is_modified() { " *" } else { "" };
                    let tab = ui.selectable_label(self.shown == Some(number), format!("{name}{star}"));
                    let path =
                        open.file.path().map_or_else(|| words::UNTITLED.to_string(), |path| path.display().to_string());
                    if tab.on_hover_text(path).clicked() {
                        chosen = Some(number);
                    }
                    let close = ui.add(egui::Button::new(RichText::new("✖").small()).frame(false));
                    let label = words::close(&name);
                    close.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
                    if close.on_hover_text(&label).clicked() {
                        requests.push(Request::Text(TextRequest::Close(number)));
                    }
                    ui.add_space(6.0);
                }
                if chosen.is_some() {
                    self.shown = chosen;
                    self.take_keyboard();
                }
            });
        });
    }
}

/// Shows how another program has changed the shown file, with the available choices.
fn disk_bar(ui: &mut Ui, open: &OpenFile, requests: &mut Vec<Request>) {
    let Some(disk) = open.disk else { return };
    let number = open.file.number();
    ui.horizontal_wrapped(|ui| {
        let name = open.name();
        let said = if disk == OnDisk::Deleted { words::deleted(&name) } else { words::changed(&name) };
        ui.label(RichText::new(said).color(ui.visuals().warn_fg_color));
        if disk == OnDisk::Changed {
            let help = if open.file.is_modified() { words::RELOAD_UNSAVED_HELP } else { words::RELOAD_HELP };
            if ui.button(text::common::RELOAD).on_hover_text(help).clicked() {
                requests.push(Request::Text(TextRequest::Revert(number)));
            }
        }
        if ui.button(words::KEEP).on_hover_text(words::KEEP_HELP).clicked() {
            requests.push(Request::Text(TextRequest::Keep(number)));
        }
    });
}
