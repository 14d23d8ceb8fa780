//! Files that are dropped onto the window.

use super::progress::name;
use crate::actions::{PackRequest, Request};
use crate::document::{insertion::Insertion, offers};
use crate::simulation::playback::is_recording;
use crate::text;
use egui::{Area, Color32, Context, Id, Order, RichText};
use sim_runner::Command;
use std::path::{Path, PathBuf};

/// What to do with a file that was dropped onto the window.
pub fn request(path: PathBuf) -> Request {
    match Dropped::of(&path) {
        Dropped::Recording => Request::OpenRecording(path),
        Dropped::Scene => Request::Open(path),
        Dropped::Part(insertion) => Request::Place(insertion),
        Dropped::Pack => PackRequest::InstallFile(path).into(),
        Dropped::Library => Request::Run(Command::Install(path)),
    }
}

/// Whether a file is an archive of a pack, by its name.
pub fn is_pack(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(sim_pack::ENDING))
}

/// Says what becomes of a file that is held above the window.
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

/// What a file or folder is taken for, by its name, when it is dropped onto the window.
enum Dropped {
    Recording,
    Scene,
    /// A mesh, a model of a robot or an image, which is put into the scene.
    Part(Box<Insertion>),
    /// An archive of a pack.
    Pack,
    /// Anything else.
    Library,
}

impl Dropped {
    /// What this file is taken for.
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
