//! The start page, shown without a scene: new, open, recent files, examples.

use crate::actions::{Action, FileRequest, Request};
use crate::text;
use crate::widgets::menu_item::submenu;
use egui::{Button, RichText, ScrollArea, Ui, Vec2};
use sim_core::scene::shipped_scenes;
use sim_edit::{FileError, Recent, RecentFile};
use std::path::{Path, PathBuf};

/// Name of the list of recent files in the data folder.
const RECENT: &str = "recent.json";
/// Width of the list, points.
const WIDTH: f32 = 420.0;

/// The start page.
pub struct StartPage {
    recent: Option<Recent>,
    /// Recent files, as of the last refresh.
    files: Vec<RecentFile>,
    examples: Vec<PathBuf>,
}

impl StartPage {
    /// Reads the recent files. If the list cannot be read, it is not saved either.
    pub fn new(data: Option<&Path>) -> (Self, Option<FileError>) {
        let (recent, error) = match data.map(|folder| Recent::load(folder.join(RECENT))) {
            Some(Ok(recent)) => (Some(recent), None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        };
        let files = recent.as_ref().map(Recent::files).unwrap_or_default();
        let examples = shipped_scenes().map(|(_, scenes)| scenes).unwrap_or_default();
        (Self { recent, files, examples }, error)
    }

    /// Adds an opened or saved file to the recent files.
    ///
    /// # Errors
    /// If the list cannot be written.
    pub fn note(&mut self, path: &Path) -> Result<(), FileError> {
        let Some(recent) = &mut self.recent else { return Ok(()) };
        let result = recent.add(path);
        self.files = recent.files();
        result
    }

    /// The menu of recent files.
    pub fn menu(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let enabled = !self.files.is_empty();
        let menu = ui.add_enabled_ui(enabled, |ui| {
            ui.menu_button(submenu(&text::start_page::OPEN_RECENT), |ui| {
                for file in &self.files {
                    entry(ui, &file.path, file.missing, requests);
                }
                let missing = self.files.iter().filter(|file| file.missing).count();
                if missing > 0 {
                    ui.separator();
                    let forget =
                        ui.button(text::start_page::FORGET).on_hover_text(text::start_page::forget_all(missing));
                    if forget.clicked() {
                        requests.push(Request::File(FileRequest::ForgetMissing));
                    }
                }
            })
            .response
        });
        menu.inner.on_hover_text(text::menu::RECENT_HELP).on_disabled_hover_text(text::start_page::NO_RECENT);
    }

    /// Removes missing files from the list.
    ///
    /// # Errors
    /// If the list cannot be written.
    pub fn forget_missing(&mut self) -> Result<(), FileError> {
        let Some(recent) = &mut self.recent else { return Ok(()) };
        let mut missing = recent.files().into_iter().filter(|file| file.missing);
        let result = missing.try_for_each(|file| recent.remove(&file.path));
        self.files = recent.files();
        result
    }

    /// Shows the start page, centered in `ui`.
    pub fn show(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        egui::Frame::central_panel(ui.style()).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let rest = ((ui.available_width() - WIDTH) / 2.0).max(0.0);
                ui.horizontal_top(|ui| {
                    ui.add_space(rest);
                    ui.vertical(|ui| {
                        ui.set_width(WIDTH.min(ui.available_width()));
                        self.list(ui, requests);
                    });
                });
            });
        });
    }

    fn list(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        ui.add_space(32.0);
        ui.heading(text::PROGRAM);
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            for (name, action) in [(text::start_page::NEW, Action::New), (text::start_page::OPEN, Action::Open)] {
                if ui.add(Button::new(name).min_size(Vec2::new(140.0, 32.0))).clicked() {
                    requests.push(action.into());
                }
            }
        });
        ui.add_space(8.0);
        ui.label(RichText::new(text::start_page::DROP).weak());
        if !self.files.is_empty() {
            ui.add_space(20.0);
            ui.strong(text::start_page::RECENT);
            self.files.iter().for_each(|file| entry(ui, &file.path, file.missing, requests));
        }
        if !self.examples.is_empty() {
            ui.add_space(20.0);
            ui.strong(text::start_page::EXAMPLES);
            self.examples.iter().for_each(|path| entry(ui, path, false, requests));
        }
    }
}

/// A link that opens a file, with its name and folder.
fn entry(ui: &mut Ui, path: &Path, missing: bool, requests: &mut Vec<Request>) {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let folder = path.parent().and_then(Path::file_name).map(|folder| folder.to_string_lossy()).unwrap_or_default();
    let button = Button::new(&*name).frame(false).shortcut_text(folder).min_size(Vec2::new(ui.available_width(), 22.0));
    let response = ui.add_enabled(!missing, button);
    let whole = path.display().to_string();
    if response
        .on_hover_text(&whole)
        .on_disabled_hover_text(format!("{whole}\n{}", text::start_page::MISSING))
        .clicked()
    {
        requests.push(Request::File(FileRequest::Open(path.to_path_buf())));
    }
}
