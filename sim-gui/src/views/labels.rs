//! Labels and notes of both views.

use crate::document::selection::Selection;
use crate::preferences::overlays::{Labelled, OverlaySettings};
use crate::simulation::world::NAMED;
use crate::text;
use crate::views::overlays::Tag;
use egui::{Align2, Color32, FontId, Pos2, Rect, Stroke, Vec2};
use nalgebra::Point3;
use std::sync::Arc;

/// Maximum line width of a note, points.
const NOTE_WIDTH: f32 = 220.0;
const NOTE_BACK: Color32 = Color32::from_rgb(255, 244, 190);
const NOTE_INK: Color32 = Color32::from_rgb(60, 45, 0);
const NOTE_EDGE: Color32 = Color32::from_rgb(190, 150, 40);
/// Background of the name of a robot with a failed component.
const FAILED: Color32 = Color32::from_rgb(185, 28, 28);
const NAME_BACK: Color32 = Color32::from_rgb(200, 110, 10);

/// Font of labels.
pub fn font(shown: &OverlaySettings) -> FontId {
    FontId::proportional(shown.letters)
}

/// Whether the label of a robot is shown.
pub fn is_written(shown: &OverlaySettings, robots: usize, selected: &Selection, body: usize) -> bool {
    shown.labels
        && match shown.labelled {
            Labelled::Selected => selected.contains(body),
            Labelled::Usual => is_named(robots, selected, body),
            Labelled::All => robots <= MAX_LABELS || is_named(robots, selected, body),
        }
}

/// Whether the name of a robot is shown when names are enabled: of all robots if there are few, otherwise of the selected ones,
/// and with very many selected only of the last one.
fn is_named(robots: usize, selected: &Selection, body: usize) -> bool {
    let is_selected = || match selected.len() <= NAMED {
        true => selected.contains(body),
        false => selected.last() == Some(&body),
    };
    robots <= NAMED || is_selected()
}

/// With more robots, not all labels are shown: they would hide everything else.
const MAX_LABELS: usize = 300;
/// Maximum shift of a name to avoid others, rows up or down.
const ROWS: i8 = 3;

/// Placement of names over a view: inside its edges, and without overlaps as far as possible.
pub struct Names {
    taken: Vec<Rect>,
    font: FontId,
}

impl Names {
    /// Names over a view with occupied areas.
    pub fn beside(shown: &OverlaySettings, taken: impl IntoIterator<Item = Rect>) -> Self {
        Self { taken: taken.into_iter().collect(), font: font(shown) }
    }

    /// Draws labels of world points; `place` returns the screen position of a point.
    pub fn write_tags(&mut self, painter: &egui::Painter, tags: &[Tag], place: impl Fn(&Point3<f64>) -> Option<Pos2>) {
        for tag in tags {
            let Some(at) = place(&tag.at).filter(|at| painter.clip_rect().contains(*at)) else { continue };
            let (beside, anchor) = match tag.below {
                true => (Vec2::new(8.0, 4.0), Align2::LEFT_TOP),
                false => (Vec2::new(12.0, -8.0), Align2::LEFT_BOTTOM),
            };
            self.write(painter, (at + beside, anchor), &tag.text, tag.selected, false);
        }
    }

    /// Draws the name of a robot on a plate that is readable on any background, and returns the plate; a failed robot gets a
    /// mark.
    pub fn write(
        &mut self,
        painter: &egui::Painter,
        (at, anchor): (Pos2, Align2),
        name: &str,
        selected: bool,
        failed: bool,
    ) -> Rect {
        let (galley, size) = laid_out(painter, name, failed, self.font.clone());
        let plate = self.free(anchor.anchor_size(at, size), painter.clip_rect());
        paint(painter, plate, galley, selected, failed);
        self.taken.push(plate);
        plate
    }

    /// The free position closest to the preferred one; the preferred one if none is free.
    fn free(&self, wanted: Rect, sight: Rect) -> Rect {
        let step = wanted.height() + 1.0;
        let rows = std::iter::once(0).chain((1..=ROWS).flat_map(|row| [-row, row]));
        let mut places = rows.map(|row| clamped_to(wanted.translate(Vec2::new(0.0, f32::from(row) * step)), sight));
        places
            .find(|place| !self.taken.iter().any(|taken| taken.intersects(*place)))
            .unwrap_or(clamped_to(wanted, sight))
    }
}

/// A rectangle shifted into view, as far as possible.
pub fn clamped_to(place: Rect, sight: Rect) -> Rect {
    let shift = |low: f32, high: f32, least: f32, most: f32| (least - low).max((most - high).min(0.0));
    let x = shift(place.left(), place.right(), sight.left(), sight.right());
    let y = shift(place.top(), place.bottom(), sight.top(), sight.bottom());
    place.translate(Vec2::new(x, y))
}

/// Draws a text in the style of a selected robot's name.
pub fn plate(painter: &egui::Painter, at: Pos2, words: &str) {
    let font = egui::TextStyle::Small.resolve(&painter.ctx().global_style());
    let (galley, size) = laid_out(painter, words, false, font);
    paint(painter, clamped_to(Align2::LEFT_TOP.anchor_size(at, size), painter.clip_rect()), galley, true, false);
}

/// Lays out a name and its plate.
fn laid_out(painter: &egui::Painter, name: &str, failed: bool, font: FontId) -> (Arc<egui::Galley>, Vec2) {
    let text = if failed { format!("{} {name}", text::faults::MARK) } else { name.to_owned() };
    let galley = painter.layout_no_wrap(text, font, Color32::WHITE);
    let size = galley.size() + Vec2::new(8.0, 2.0);
    (galley, size)
}

fn paint(painter: &egui::Painter, plate: Rect, galley: Arc<egui::Galley>, selected: bool, failed: bool) {
    let back = match (failed, selected) {
        (true, _) => FAILED,
        (false, true) => NAME_BACK,
        (false, false) => Color32::from_black_alpha(150),
    };
    painter.rect_filled(plate, 4.0, back);
    painter.galley(plate.center() - galley.size() / 2.0, galley, Color32::WHITE);
}

/// The rectangle and text layout of a note that is anchored at a screen point, shifted into view.
pub fn paper(painter: &egui::Painter, at: Pos2, text: &str, font: FontId) -> (Rect, Arc<egui::Galley>) {
    let galley = painter.layout(text.to_string(), font, NOTE_INK, NOTE_WIDTH);
    let size = galley.size() + Vec2::new(10.0, 4.0);
    let wanted = Rect::from_min_size(at + Vec2::new(-8.0, -14.0 - size.y), size);
    (clamped_to(wanted, painter.clip_rect()), galley)
}

/// Draws a note anchored at a screen point.
pub fn note(painter: &egui::Painter, at: Pos2, text: &str, font: FontId) {
    let (frame, galley) = paper(painter, at, text, font);
    painter.line_segment([at, frame.clamp(at)], Stroke::new(1.5, NOTE_EDGE));
    painter.circle_filled(at, 2.5, NOTE_EDGE);
    painter.rect(frame, 2.0, NOTE_BACK, Stroke::new(1.0, NOTE_EDGE), egui::StrokeKind::Inside);
    painter.galley(frame.min + Vec2::new(5.0, 2.0), galley, NOTE_INK);
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    const SIGHT: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(300.0, 200.0) };

    fn plate(x: f32, y: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), Vec2::new(50.0, 16.0))
    }

    #[test]
    fn names_do_not_leave_the_view_and_do_not_cover_each_other() {
        for (x, y) in [(-20.0, 50.0), (280.0, 50.0), (100.0, -10.0), (290.0, 195.0)] {
            assert!(SIGHT.contains_rect(clamped_to(plate(x, y), SIGHT)), "{x} {y}");
        }
        assert_eq!(clamped_to(plate(100.0, 100.0), SIGHT), plate(100.0, 100.0));
        let mut names = Names::beside(&OverlaySettings::default(), [plate(250.0, 0.0)]);
        for _ in 0..5 {
            let place = names.free(plate(100.0, 100.0), SIGHT);
            assert!(!names.taken.iter().any(|taken| taken.intersects(place)), "{place:?} {:?}", names.taken);
            names.taken.push(place);
        }
        let beside = names.free(plate(260.0, 4.0), SIGHT);
        assert!(beside.top() > 16.0, "{beside:?}");
        // If everything is occupied, it stays at its preferred position.
        names.taken.push(SIGHT);
        assert_eq!(names.free(plate(100.0, 100.0), SIGHT), plate(100.0, 100.0));
    }
}
