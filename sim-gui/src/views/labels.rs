//! Names of robots and notes, as both views draw them.

use crate::text;
use egui::{Align2, Color32, Rect, Stroke, Vec2};
use std::sync::Arc;

/// Widest line of a note, points.
const NOTE_WIDTH: f32 = 220.0;
const NOTE_BACK: Color32 = Color32::from_rgb(255, 244, 190);
const NOTE_INK: Color32 = Color32::from_rgb(60, 45, 0);
const NOTE_EDGE: Color32 = Color32::from_rgb(190, 150, 40);
/// Behind the name of a robot of which a component has failed.
const FAILED: Color32 = Color32::from_rgb(185, 28, 28);
const NAME_BACK: Color32 = Color32::from_rgb(200, 110, 10);

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
