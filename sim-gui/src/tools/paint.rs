//! Drawing lines, lengths and text over a view.

use super::Canvas;
use crate::text::labels as words_of_labels;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Vec2, WidgetInfo};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_abi::route::RoutePose;

/// Half of the length of an axis, m.
const AXIS: f64 = 1.0;
const INK: Color32 = Color32::from_rgb(255, 214, 10);
const BLOCKED: Color32 = Color32::from_rgb(255, 80, 70);
const CURSOR: Color32 = Color32::from_rgb(60, 230, 255);
const DARK: Color32 = Color32::from_rgb(30, 26, 0);
const BACK: Color32 = Color32::from_black_alpha(190);

/// A polyline in the world, visible on any background.
pub(super) fn line(canvas: &Canvas<'_>, points: &[Point3<f64>]) {
    colored(canvas, points, INK);
}

/// The same for a blocked path; a text must also report it.
pub(super) fn blocked(canvas: &Canvas<'_>, points: &[Point3<f64>]) {
    colored(canvas, points, BLOCKED);
}

/// A preview at the pointer.
pub(super) fn cursor(canvas: &Canvas<'_>, points: &[Point3<f64>]) {
    colored(canvas, points, CURSOR);
}

fn colored(canvas: &Canvas<'_>, points: &[Point3<f64>], color: Color32) {
    let places: Vec<Option<Pos2>> = points.iter().map(|point| canvas.sight.project(point)).collect();
    for ends in places.windows(2) {
        let [Some(from), Some(to)] = ends else { continue };
        canvas.painter.line_segment([*from, *to], Stroke::new(4.0, DARK));
        canvas.painter.line_segment([*from, *to], Stroke::new(2.0, color));
    }
}

/// An axis of a frame, in both directions.
pub(super) fn axis(canvas: &Canvas<'_>, frame: &Isometry3<f64>, axis: usize) {
    let ends = [-AXIS, AXIS].map(|length| frame * Point3::from(Vector3::ith(axis, length)));
    line(canvas, &ends);
}

/// A filled convex polygon in the world.
pub(super) fn surface(canvas: &Canvas<'_>, points: &[Point3<f64>]) {
    let places: Option<Vec<Pos2>> = points.iter().map(|point| canvas.sight.project(point)).collect();
    if let Some(places) = places.filter(|places| places.len() > 2) {
        canvas.painter.add(Shape::convex_polygon(places, INK.gamma_multiply(0.25), Stroke::NONE));
    }
}

/// A point in the world.
pub(super) fn point(canvas: &Canvas<'_>, point: &Point3<f64>) {
    if let Some(place) = canvas.sight.project(point) {
        canvas.painter.circle(place, 4.0, INK, Stroke::new(1.5, DARK));
    }
}

/// A text at the midpoint of two world points.
pub(super) fn between(canvas: &Canvas<'_>, [from, to]: [&Point3<f64>; 2], text: &str) {
    let (Some(from), Some(to)) = (canvas.sight.project(from), canvas.sight.project(to)) else { return };
    tag(canvas.painter, (from.lerp(to, 0.5), Align2::CENTER_CENTER), text, 12.0);
}

/// The labels of a pose, if labels are shown: its position, and its heading next to the tip of its arrow.
pub(super) fn labels(canvas: &Canvas<'_>, pose: &RoutePose, tip: &Point3<f64>) {
    let Some(letters) = canvas.letters else { return };
    if let Some(at) = canvas.sight.project(&Point3::from(pose.at)) {
        tag(
            canvas.painter,
            (at + Vec2::new(0.0, -8.0), Align2::CENTER_BOTTOM),
            &words_of_labels::place(pose.at),
            letters,
        );
    }
    if let Some(at) = canvas.sight.project(tip) {
        tag(canvas.painter, (at + Vec2::new(8.0, 4.0), Align2::LEFT_TOP), &words_of_labels::heading(pose.yaw), letters);
    }
}

fn tag(painter: &Painter, (at, anchor): (Pos2, Align2), text: &str, letters: f32) {
    let galley = painter.layout_no_wrap(text.to_string(), FontId::proportional(letters), Color32::WHITE);
    let frame = anchor.anchor_size(at, galley.size() + Vec2::new(8.0, 2.0));
    painter.rect_filled(frame, 3.0, BACK);
    painter.galley(frame.center() - galley.size() / 2.0, galley, Color32::WHITE);
}

/// As [`words`], also for screen readers.
pub(super) fn draw_messages(canvas: &Canvas<'_>, lines: &[String]) {
    let (place, text) = (words(canvas, lines), lines.join("\n"));
    let response = canvas.ui.interact(place, canvas.ui.scope_id().with(&text), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
}

/// Status text of a tool, in the lower left corner of a view. Returns its rectangle.
pub(super) fn words(canvas: &Canvas<'_>, lines: &[String]) -> Rect {
    let font = FontId::proportional(13.0);
    let width = (canvas.rect.width() - 40.0).max(80.0);
    let galley = canvas.painter.layout(lines.join("\n"), font, Color32::WHITE, width);
    let size = galley.size() + Vec2::new(16.0, 12.0);
    let frame = Rect::from_min_size(canvas.rect.left_bottom() + Vec2::new(8.0, -8.0 - size.y), size);
    canvas.painter.rect_filled(frame, 4.0, BACK);
    canvas.painter.galley(frame.min + Vec2::new(8.0, 6.0), galley, Color32::WHITE);
    frame
}
