//! Texts over the image: names of robots, notes of the scene.

use super::{Sight, View3d};
use crate::selection::Selection;
use crate::text;
use crate::world::{NAMED, WorldView};
use egui::{Align2, Color32, Rect, Stroke, Ui, Vec2};
use nalgebra::Point3;
use std::sync::Arc;

/// Widest line of a note, points.
const NOTE_WIDTH: f32 = 220.0;
const NOTE_BACK: Color32 = Color32::from_rgb(255, 244, 190);
const NOTE_INK: Color32 = Color32::from_rgb(60, 45, 0);
const NOTE_EDGE: Color32 = Color32::from_rgb(190, 150, 40);
/// Behind the name of a robot of which a component has failed.
const FAILED: Color32 = Color32::from_rgb(185, 28, 28);
const NAME_BACK: Color32 = Color32::from_rgb(200, 110, 10);

impl View3d {
    /// Writes the names of selected robots, and of all where there are few.
    pub(super) fn write_names(&self, ui: &Ui, sight: &Sight<'_>, world: &WorldView, selected: &Selection) {
        let robots = &world.structure().robots;
        let few = robots.len() <= NAMED;
        let painter = ui.painter_at(sight.rect);
        let faulty: Vec<usize> = world.faulty().take(NAMED).collect();
        for (number, robot) in robots.iter().enumerate() {
            let body = robot.body as usize;
            let failed = faulty.contains(&number);
            if !failed && !(self.shown.names && (few || selected.contains(body))) {
                continue;
            }
            let Some([low, high]) = self.stage.bounds_of_body(body) else { continue };
            let middle = nalgebra::center(&low, &high);
            let above = Point3::new(middle.x, middle.y, high.z + 0.15 * (high - low).norm());
            let Some(at) = sight.find(&above) else { continue };
            let plate = name_plate(&painter, (at, Align2::CENTER_CENTER), &robot.name, selected.contains(body), failed);
            if failed {
                crate::panels::fault_place(ui, plate, world, number);
            }
        }
    }

    /// Writes notes: each on a paper of its own, with a stalk to its place.
    pub(super) fn write_notes(&self, ui: &Ui, sight: &Sight<'_>) {
        let painter = ui.painter_at(sight.rect);
        for label in self.marks.labels() {
            if let Some(at) = sight.find(&label.at) {
                note(&painter, at, &label.text, egui::TextStyle::Small.resolve(ui.style()));
            }
        }
    }
}

/// Writes the name of a robot on a plate that is read on every ground, and returns the plate; of one that has failed with a
/// mark.
pub fn name_plate(
    painter: &egui::Painter,
    (at, anchor): (egui::Pos2, Align2),
    name: &str,
    selected: bool,
    failed: bool,
) -> Rect {
    let text = if failed { format!("{} {name}", text::faults::MARK) } else { name.to_owned() };
    let font = egui::TextStyle::Small.resolve(&painter.ctx().global_style());
    let galley = painter.layout_no_wrap(text, font, Color32::WHITE);
    let plate = anchor.anchor_size(at, galley.size() + Vec2::new(8.0, 2.0));
    let back = match (failed, selected) {
        (true, _) => FAILED,
        (false, true) => NAME_BACK,
        (false, false) => Color32::from_black_alpha(150),
    };
    painter.rect_filled(plate, 4.0, back);
    painter.galley(plate.center() - galley.size() / 2.0, galley, Color32::WHITE);
    plate
}

/// The paper of a note whose place is at a point of the screen, and what is written on it.
pub fn paper(painter: &egui::Painter, at: egui::Pos2, text: &str, font: egui::FontId) -> (Rect, Arc<egui::Galley>) {
    let galley = painter.layout(text.to_string(), font, NOTE_INK, NOTE_WIDTH);
    let size = galley.size() + Vec2::new(10.0, 4.0);
    (Rect::from_min_size(at + Vec2::new(-8.0, -14.0 - size.y), size), galley)
}

/// Draws a note whose place is at a point of the screen.
pub fn note(painter: &egui::Painter, at: egui::Pos2, text: &str, font: egui::FontId) {
    let (frame, galley) = paper(painter, at, text, font);
    painter.line_segment([at, frame.left_bottom() + Vec2::new(8.0, 0.0)], Stroke::new(1.5, NOTE_EDGE));
    painter.circle_filled(at, 2.5, NOTE_EDGE);
    painter.rect(frame, 2.0, NOTE_BACK, Stroke::new(1.0, NOTE_EDGE), egui::StrokeKind::Inside);
    painter.galley(frame.min + Vec2::new(5.0, 2.0), galley, NOTE_INK);
}
