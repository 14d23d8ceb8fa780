//! Texts over the image: names of robots, notes of the scene.

use super::View3d;
use crate::text;
use crate::world::WorldView;
use egui::{Color32, Rect, Stroke, Ui, Vec2};
use nalgebra::Point3;
use sim_render::Camera;

/// Robots whose names are written, at most.
const NAMED: usize = 40;
/// Widest line of a note, points.
const NOTE_WIDTH: f32 = 220.0;
const NOTE_BACK: Color32 = Color32::from_rgb(255, 244, 190);
const NOTE_INK: Color32 = Color32::from_rgb(60, 45, 0);
const NOTE_EDGE: Color32 = Color32::from_rgb(190, 150, 40);
/// Behind the name of a robot of which a component has failed.
const FAILED: Color32 = Color32::from_rgb(185, 28, 28);
const NAME_BACK: Color32 = Color32::from_rgb(200, 110, 10);

/// Where a point is on the screen; none outside of the view.
pub(super) fn on_screen(camera: &Camera, rect: Rect, point: &Point3<f64>) -> Option<egui::Pos2> {
    anywhere(camera, rect, point).filter(|at| rect.contains(*at))
}

/// Where a point is on the screen, or beside the view; none behind the camera.
pub(super) fn anywhere(camera: &Camera, rect: Rect, point: &Point3<f64>) -> Option<egui::Pos2> {
    let (place, _) = camera.project(point, f64::from(rect.width() / rect.height()))?;
    Some(rect.min + Vec2::new((place[0] as f32 + 1.0) / 2.0, (1.0 - place[1] as f32) / 2.0) * rect.size())
}

impl View3d {
    /// Writes the names of selected robots, and of all where there are few.
    pub(super) fn write_names(&self, ui: &Ui, rect: Rect, camera: &Camera, world: &WorldView, selected: &[usize]) {
        let robots = &world.structure().robots;
        let few = robots.len() <= NAMED;
        let painter = ui.painter_at(rect);
        let font = egui::TextStyle::Small.resolve(ui.style());
        let faulty: Vec<usize> = world.faulty().take(NAMED).collect();
        for (number, robot) in robots.iter().enumerate() {
            let body = robot.body as usize;
            let failed = faulty.contains(&number);
            if !failed && !(self.shown.names && (few || selected.contains(&body))) {
                continue;
            }
            let Some([low, high]) = self.stage.bounds_of_body(body) else { continue };
            let middle = nalgebra::center(&low, &high);
            let above = Point3::new(middle.x, middle.y, high.z + 0.15 * (high - low).norm());
            let Some(at) = on_screen(camera, rect, &above) else { continue };
            let name = if failed { format!("{} {}", text::faults::MARK, robot.name) } else { robot.name.to_string() };
            let galley = painter.layout_no_wrap(name, font.clone(), Color32::WHITE);
            let frame = Rect::from_center_size(at, galley.size() + Vec2::new(8.0, 2.0));
            let back = if selected.contains(&body) { NAME_BACK } else { Color32::from_black_alpha(150) };
            painter.rect_filled(frame, 4.0, if failed { FAILED } else { back });
            if failed {
                crate::panels::fault_place(ui, frame, world, number);
            }
            painter.galley(frame.center() - galley.size() / 2.0, galley, Color32::WHITE);
        }
    }

    /// Writes notes: each on a paper of its own, with a stalk to its place.
    pub(super) fn write_notes(&self, ui: &Ui, rect: Rect, camera: &Camera) {
        let painter = ui.painter_at(rect);
        for label in self.marks.labels() {
            if let Some(at) = on_screen(camera, rect, &label.at) {
                note(&painter, at, &label.text, egui::TextStyle::Small.resolve(ui.style()));
            }
        }
    }
}

/// Draws a note whose place is at a point of the screen.
pub fn note(painter: &egui::Painter, at: egui::Pos2, text: &str, font: egui::FontId) {
    let galley = painter.layout(text.to_string(), font, NOTE_INK, NOTE_WIDTH);
    let size = galley.size() + Vec2::new(10.0, 4.0);
    let frame = Rect::from_min_size(at + Vec2::new(-8.0, -14.0 - size.y), size);
    painter.line_segment([at, frame.left_bottom() + Vec2::new(8.0, 0.0)], Stroke::new(1.5, NOTE_EDGE));
    painter.circle_filled(at, 2.5, NOTE_EDGE);
    painter.rect(frame, 2.0, NOTE_BACK, Stroke::new(1.0, NOTE_EDGE), egui::StrokeKind::Inside);
    painter.galley(frame.min + Vec2::new(5.0, 2.0), galley, NOTE_INK);
}
