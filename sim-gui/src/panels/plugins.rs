//! All libraries found: description, components, status and faults.

use crate::actions::{FileRequest, Request, RunRequest};
use crate::simulation::faults::Faults;
use crate::text;
use crate::widgets::long_text;
use egui::{Button, Grid, Label, RichText, ScrollArea, Ui};
use sim_abi::declare::ComponentInfo;
use sim_core::plugins::{PluginLibrary, Row, Status};
use sim_core::schema;
use sim_core::words::unwrapped;
use sim_runner::{Command, PluginList};
use std::path::Path;

/// Number of digest digits shown.
const DIGITS: usize = 16;

/// Shows the plugins.
pub fn show(ui: &mut Ui, plugins: &PluginList, faults: &Faults, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        if ui.button(text::plugins::RESCAN).on_hover_text(text::plugins::RESCAN_HELP).clicked() {
            requests.push(Request::Run(RunRequest::Command(Command::Rescan)));
        }
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if plugins.rows.is_empty() {
            super::empty(ui, &text::plugins::NONE);
        }
        for duplicate in &plugins.duplicates {
            ui.label(RichText::new(duplicate.to_string()).color(ui.visuals().error_fg_color));
        }
        for row in &plugins.rows {
            library(ui, row, plugins, faults, requests);
        }
        ui.add_space(8.0);
        ui.strong(text::plugins::FOLDERS);
        for folder in &plugins.folders {
            ui.horizontal(|ui| {
                open_folder(ui, &folder.path, requests);
                ui.weak(text::libraries::origin(folder.origin));
            });
            ui.label(folder.path.display().to_string());
            ui.add_space(4.0);
        }
    });
}

fn library(ui: &mut Ui, row: &Row, plugins: &PluginList, faults: &Faults, requests: &mut Vec<Request>) {
    let library = plugins.libraries.iter().find(|library| library.file == row.file);
    let name = library.map_or_else(|| file_name(&row.file), |library| library.manifest().name.clone());
    let (word, color) = match &row.status {
        Status::Registered => (text::plugins::REGISTERED, ui.visuals().text_color()),
        Status::Failed(_) => (text::plugins::REFUSED, ui.visuals().error_fg_color),
        Status::Skipped(_) | Status::Copy(_) => (text::plugins::SKIPPED, ui.visuals().weak_text_color()),
        Status::Gone => (text::plugins::GONE, ui.visuals().warn_fg_color),
    };
    let version = library.map_or("", |library| library.manifest().version.as_str());
    let failed = library.map_or(0, |library| count(library, faults));
    let mut title = format!("{name} {version} · {word}");
    if failed > 0 {
        title = format!("{title} · {}", text::faults::count(failed));
    }
    let color = if failed > 0 { ui.visuals().error_fg_color } else { color };
    long_text::header(ui, RichText::new(title).color(color)).id_salt(&row.file).show(ui, |ui| {
        match &row.status {
            Status::Failed(diagnostic) => {
                ui.weak(text::libraries::REPORT);
                ui.add(Label::new(RichText::new(diagnostic.to_string()).monospace().color(color)).wrap());
                if ui.button(text::common::COPY).clicked() {
                    ui.ctx().copy_text(diagnostic.to_string());
                }
            }
            status => _ = status.reason().map(|reason| ui.label(reason)),
        }
        if let Some(library) = library {
            particulars(ui, library);
            ui.add_space(4.0);
            ui.strong(text::common::COMPONENTS);
            library.manifest().components.iter().for_each(|info| component(ui, library, info, faults));
        } else {
            ui.label(row.file.display().to_string());
        }
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            if ui.button(text::common::RELOAD).clicked() {
                requests.push(Request::Run(RunRequest::Command(Command::ReloadLibrary(row.file.clone()))));
            }
            if let Some(folder) = row.file.parent() {
                open_folder(ui, folder, requests);
            }
        });
        ui.add_space(8.0);
    });
}

/// The metadata of a library.
fn particulars(ui: &mut Ui, library: &PluginLibrary) {
    let manifest = library.manifest();
    if !manifest.description.is_empty() {
        ui.add(Label::new(unwrapped(library.say(&manifest.description))).wrap());
    }
    Grid::new("particulars").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        let authors = manifest.authors.join(", ");
        let named = |text: &str| if text.is_empty() { text::libraries::UNKNOWN.to_string() } else { text.to_string() };
        let rows = [
            (text::libraries::VERSION, manifest.version.clone()),
            (text::libraries::AUTHORS, named(&authors)),
            (text::libraries::LICENSE, named(&manifest.license)),
            (text::libraries::ABI, text::libraries::abi(library.stamp.major, library.stamp.minor, &manifest.sim_abi)),
            (text::libraries::FILE, library.file.display().to_string()),
        ];
        for (name, value) in rows {
            ui.weak(name);
            ui.add(Label::new(value).wrap());
            ui.end_row();
        }
        ui.weak(text::libraries::DIGEST);
        let short = library.digest.get(..DIGITS).unwrap_or(&library.digest);
        let digest = ui.add(Button::new(RichText::new(format!("{short}…")).monospace()).small());
        let label = text::libraries::copy_digest(&manifest.name);
        digest.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        if digest.on_hover_text(format!("{label}\n{}", library.digest)).clicked() {
            ui.ctx().copy_text(library.digest.clone());
        }
        ui.end_row();
    });
}

/// A component's description, parameters and faults.
fn component(ui: &mut Ui, library: &PluginLibrary, info: &ComponentInfo, faults: &Faults) {
    let tally = faults.of_component(&info.id);
    let mut title = format!("{} · {}", info.id, info.kind.word());
    if let Some(tally) = tally {
        title = format!("{title} · {}", text::faults::count(tally.count));
    }
    let color = if tally.is_some() { ui.visuals().error_fg_color } else { ui.visuals().text_color() };
    let header = long_text::header(ui, RichText::new(title).color(color));
    header.id_salt((info.kind.word(), &info.id)).show(ui, |ui| {
        if let Some(tally) = tally {
            let last = text::libraries::last(&tally.last.robot, tally.last.time, &tally.last.message);
            ui.add(Label::new(RichText::new(last).color(color)).wrap());
        }
        if !info.help.is_empty() {
            ui.add(Label::new(unwrapped(library.say(&info.help))).wrap());
        }
        let rows = schema::parameters(&info.schema);
        if rows.is_empty() {
            ui.weak(text::common::NO_PARAMETERS);
        }
        for [name, values, default, help] in rows {
            ui.horizontal_wrapped(|ui| {
                ui.monospace(name);
                ui.weak(values);
                ui.weak(default);
            });
            if !help.is_empty() {
                ui.indent(&help, |ui| ui.add(Label::new(library.say(&help)).wrap()));
            }
        }
        if ui.small_button(text::libraries::copy_id(&info.id)).clicked() {
            ui.ctx().copy_text(info.id.clone());
        }
    });
}

/// Number of faults of all components of a library.
fn count(library: &PluginLibrary, faults: &Faults) -> u64 {
    let components = library.manifest().components.iter();
    components.filter_map(|info| faults.of_component(&info.id)).map(|tally| tally.count).sum()
}

fn open_folder(ui: &mut Ui, folder: &Path, requests: &mut Vec<Request>) {
    if ui.button(text::plugins::OPEN_FOLDER).on_hover_text(folder.display().to_string()).clicked() {
        requests.push(Request::File(FileRequest::ShowFolder(folder.to_path_buf())));
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
