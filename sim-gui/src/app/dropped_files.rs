//! Files dropped onto the window.

use super::progress::name;
use crate::actions::{FileRequest, PackRequest, RecordingRequest, Request, RunRequest, ToolRequest};
use crate::document::{insertion::Insertion, offers};
use crate::simulation::playback::is_recording;
use crate::text;
use egui::{Area, Color32, Context, Id, Order, RichText};
use sim_runner::Command;
use std::path::{Path, PathBuf};

/// The request for a dropped file.
pub fn request(path: PathBuf) -> Request {
    match Dropped::of(&path) {
        Dropped::Recording => Request::Recording(RecordingRequest::Open(path)),
        Dropped::Scene => Request::File(FileRequest::Open(path)),
        Dropped::Part(insertion) => Request::Tool(ToolRequest::Place(insertion)),
        Dropped::Pack => PackRequest::InstallFile(path).into(),
        Dropped::Library => Request::Run(RunRequest::Command(Command::Install(path))),
    }
}

/// Whether a file is a pack archive, by name.
pub fn is_pack(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(sim_pack::ENDING))
}

/// Shows what will happen to a file held above the window.
pub fn hint(ctx: &Context) {
    let hovered = ctx.input(|input| input.raw.hovered_files.first().map(|file| file.path.clone()));
    let Some(path) = hovered else { return };
    let (words, file) = match &path {
        Some(path) => {
            let words = match Dropped::of(path) {
                Dropped::Recording => text::busy::DROP_RECORDING,
                Dropped::Scene => text::busy::DROP_SCENE,
                Dropped::Part(_) => text::busy::DROP_PART,
                Dropped::Pack => text::busy::DROP_PACK,
                Dropped::Library => text::busy::DROP_LIBRARY,
            };
            (words, name(path))
        }
        None => (text::busy::DROP_ANY, String::new()),
    };
    let screen = ctx.content_rect();
    let area = Area::new(Id::unique("drop")).order(Order::Tooltip).interactable(false).fixed_pos(screen.min);
    area.show(ctx, |ui| {
        ui.painter().rect_filled(screen, 0.0, Color32::from_black_alpha(150));
        let edge = egui::Stroke::new(3.0, ui.visuals().selection.bg_fill);
        ui.painter().rect_stroke(screen.shrink(12.0), 8.0, edge, egui::StrokeKind::Inside);
        ui.set_min_size(screen.size());
        ui.vertical_centered(|ui| {
            ui.add_space(screen.height() / 2.0 - 40.0);
            ui.label(RichText::new(words).heading().color(Color32::WHITE));
            ui.label(RichText::new(file).color(Color32::from_gray(200)));
        });
    });
}

/// The type of a dropped file or folder, by name.
enum Dropped {
    Recording,
    Scene,
    /// A mesh, robot model or image to insert into the scene.
    Part(Box<Insertion>),
    /// A pack archive.
    Pack,
    /// Any other file.
    Library,
}

impl Dropped {
    /// The type of a file.
    pub fn of(path: &Path) -> Self {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        if is_recording(path) {
            Self::Recording
        } else if is_pack(path) {
            Self::Pack
        } else if matches!(extension.as_deref(), Some("ron" | "json")) {
            Self::Scene
        } else {
            offers::of_dropped(path).map_or(Self::Library, |insertion| Self::Part(Box::new(insertion)))
        }
    }
}
