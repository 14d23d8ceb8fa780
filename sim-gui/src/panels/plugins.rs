//! Every library that was found: what it offers, and what became of it.

use crate::action::Request;
use crate::text;
use egui::{RichText, ScrollArea, Ui};
use sim_core::plugins::{PluginLibrary, Row, Status};
use sim_runner::{Command, PluginList};
use std::path::Path;

/// Shows the plugins.
pub fn show(ui: &mut Ui, plugins: &PluginList, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        if ui.button(text::plugins::RESCAN).on_hover_text(text::plugins::RESCAN_HELP).clicked() {
            requests.push(Request::Run(Command::Rescan));
        }
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if plugins.rows.is_empty() {
            super::empty(ui, text::plugins::NONE);
        }
        for duplicate in &plugins.duplicates {
            ui.label(RichText::new(duplicate.to_string()).color(ui.visuals().error_fg_color));
        }
        for row in &plugins.rows {
            library(ui, row, plugins, requests);
        }
        ui.add_space(8.0);
        ui.strong(text::plugins::FOLDERS);
        for folder in &plugins.folders {
            ui.horizontal(|ui| {
                if ui.button(text::plugins::OPEN_FOLDER).clicked() {
                    requests.push(Request::ShowFolder(folder.path.clone()));
                }
                ui.label(folder.path.display().to_string());
            });
        }
    });
}

fn library(ui: &mut Ui, row: &Row, plugins: &PluginList, requests: &mut Vec<Request>) {
    let library = plugins.libraries.iter().find(|library| library.file == row.file);
    let name = library.map_or_else(|| file_name(&row.file), |library| library.manifest.name.clone());
    let (word, color) = match &row.status {
        Status::Loaded => (text::plugins::LOADED, ui.visuals().text_color()),
        Status::Failed(_) => (text::plugins::REFUSED, ui.visuals().error_fg_color),
        Status::Skipped(_) => (text::plugins::SKIPPED, ui.visuals().weak_text_color()),
    };
    let version = library.map_or("", |library| library.manifest.version.as_str());
    let title = RichText::new(format!("{name} {version} · {word}")).color(color);
    egui::CollapsingHeader::new(title).id_salt(&row.file).show(ui, |ui| {
        match &row.status {
            Status::Loaded => {}
            Status::Failed(diagnostic) => _ = ui.label(RichText::new(diagnostic.to_string()).color(color)),
            Status::Skipped(reason) => _ = ui.label(reason),
        }
        ui.label(row.file.display().to_string());
        if let Some(library) = library {
            details(ui, library);
        }
        ui.horizontal(|ui| {
            if ui.button(text::plugins::RELOAD).clicked() {
                requests.push(Request::Run(Command::ReloadLibrary(row.file.clone())));
            }
            if let Some(folder) = row.file.parent()
                && ui.button(text::plugins::OPEN_FOLDER).clicked()
            {
                requests.push(Request::ShowFolder(folder.to_path_buf()));
            }
        });
    });
}

fn details(ui: &mut Ui, library: &PluginLibrary) {
    ui.label(library.manifest.authors.join(", "));
    ui.label(format!("sha256 {}…", library.digest.get(..16).unwrap_or(&library.digest)));
    ui.strong(text::plugins::COMPONENTS);
    for component in &library.manifest.components {
        ui.label(format!("{} · {}", component.id, component.kind.word())).on_hover_text(&component.help);
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
