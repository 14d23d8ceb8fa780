//! Measuring distances and angles between points.

use crate::text;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2};
use nalgebra::{Point3, Vector3};

const INK: Color32 = Color32::from_rgb(255, 214, 10);
const DARK: Color32 = Color32::from_rgb(30, 26, 0);
const BACK: Color32 = Color32::from_black_alpha(190);

/// A way along points that a person has clicked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure {
    /// Whether clicks are points now.
    pub active: bool,
    /// The points, m.
    pub points: Vec<Point3<f64>>,
}

impl Measure {
    /// Begins anew, or ends.
    pub fn toggle(&mut self) {
        *self = Self { active: !self.active, points: Vec::new() };
    }

    /// Length of the whole way, m.
    pub fn total(&self) -> f64 {
        self.points.windows(2).map(|pair| (pair[1] - pair[0]).norm()).sum()
    }

    /// The last segment: along x, y and z, m.
    pub fn last(&self) -> Option<Vector3<f64>> {
        let [.., before, last] = &self.points[..] else { return None };
        Some(last - before)
    }

    /// The angle at the last point but one, between the two segments that meet there, rad.
    pub fn angle(&self) -> Option<f64> {
        let [.., a, corner, b] = &self.points[..] else { return None };
        let (a, b) = (a - corner, b - corner);
        (a.norm() > 0.0 && b.norm() > 0.0).then(|| a.angle(&b))
    }

    /// What has been measured, line by line.
    pub fn words(&self) -> Vec<String> {
        let Some(last) = self.last() else {
            let hint = if self.points.is_empty() { text::measure::FIRST } else { text::measure::NEXT };
            return vec![hint.to_string()];
        };
        let mut lines = vec![text::measure::segment(last.norm()), text::measure::parts(last.x, last.y, last.z)];
        if let Some(angle) = self.angle() {
            lines.push(text::measure::angle(angle.to_degrees()));
            lines.push(text::measure::total(self.total()));
        }
        lines.push(text::measure::END.to_string());
        lines
    }

    /// Draws the way, its lengths and what has been measured; `project` says where a point of the world is on the screen.
    pub fn paint(&self, painter: &Painter, rect: Rect, project: impl Fn(&Point3<f64>) -> Option<Pos2>) {
        if !self.active {
            return;
        }
        let font = FontId::proportional(12.0);
        let places: Vec<Option<Pos2>> = self.points.iter().map(&project).collect();
        for (pair, ends) in self.points.windows(2).zip(places.windows(2)) {
            let [Some(from), Some(to)] = ends else { continue };
            painter.line_segment([*from, *to], Stroke::new(4.0, DARK));
            painter.line_segment([*from, *to], Stroke::new(2.0, INK));
            let length = text::measure::length((pair[1] - pair[0]).norm());
            tag(painter, from.lerp(*to, 0.5), &length, font.clone());
        }
        for place in places.into_iter().flatten() {
            painter.circle(place, 4.0, INK, Stroke::new(1.5, DARK));
        }
        let words = self.words().join("\n");
        let galley = painter.layout_no_wrap(words, FontId::proportional(13.0), Color32::WHITE);
        let size = galley.size() + Vec2::new(16.0, 12.0);
        let frame = Rect::from_min_size(rect.left_bottom() + Vec2::new(8.0, -8.0 - size.y), size);
        painter.rect_filled(frame, 4.0, BACK);
        painter.galley(frame.min + Vec2::new(8.0, 6.0), galley, Color32::WHITE);
    }
}

fn tag(painter: &Painter, at: Pos2, text: &str, font: FontId) {
    let galley = painter.layout_no_wrap(text.to_string(), font, Color32::WHITE);
    let frame = Align2::CENTER_CENTER.anchor_size(at, galley.size() + Vec2::new(8.0, 2.0));
    painter.rect_filled(frame, 3.0, BACK);
    painter.galley(frame.center() - galley.size() / 2.0, galley, Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_angles_are_those_of_the_points() {
        let mut measure = Measure::default();
        measure.toggle();
        assert_eq!(measure.words(), [text::measure::FIRST]);
        measure.points = vec![[0.0; 3].into(), [3.0, 4.0, 0.0].into()];
        assert_eq!((measure.total(), measure.angle()), (5.0, None));
        assert!(measure.words()[0].contains("5.000 m") && measure.words()[1].contains("dy 4.000"));
        measure.points = vec![[1.0, 0.0, 0.0].into(), [0.0; 3].into(), [0.0, 0.0, 2.0].into()];
        assert!((measure.angle().unwrap() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
        assert_eq!(measure.total(), 3.0);
        measure.points.push([0.0, 0.0, 2.0].into());
        assert_eq!(measure.angle(), None, "two points at one place have no angle");
    }
}
