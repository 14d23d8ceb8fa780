//! Measuring distances and angles between points.

use super::{Canvas, Claim, Tool, paint};
use crate::actions::Request;
use crate::text;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::Units;
use nalgebra::{Point3, Vector3};

/// A path along clicked points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure {
    /// The points, m.
    points: Vec<Point3<f64>>,
}

impl Measure {
    /// Length of the whole path, m.
    fn total(&self) -> f64 {
        self.points.windows(2).map(|pair| (pair[1] - pair[0]).norm()).sum()
    }

    /// The last segment along x, y and z, m.
    fn last(&self) -> Option<Vector3<f64>> {
        let [.., before, last] = &self.points[..] else { return None };
        Some(last - before)
    }

    /// The angle between the last two segments, rad.
    fn angle(&self) -> Option<f64> {
        let [.., a, corner, b] = &self.points[..] else { return None };
        let (a, b) = (a - corner, b - corner);
        (a.norm() > 0.0 && b.norm() > 0.0).then(|| a.angle(&b))
    }

    /// The measurements, line by line.
    fn words(&self, units: Units) -> Vec<String> {
        let Some(last) = self.last() else {
            let hint = if self.points.is_empty() { text::common::FIRST_POINT } else { text::measure::NEXT };
            return vec![hint.to_string()];
        };
        let (unit, length) = (units.length(), |metres: f64| units.length_words(metres, 3));
        let [x, y, z] = [last.x, last.y, last.z].map(|part| unit.number(part, 3));
        let mut lines = vec![text::measure::segment(length(last.norm())), text::measure::parts(&x, &y, unit.after(&z))];
        if let Some(angle) = self.angle() {
            lines.push(text::measure::angle(units.angle_words(angle, 1)));
            lines.push(text::measure::total(length(self.total())));
        }
        lines.push(text::measure::END.to_string());
        lines
    }
}

impl Tool for Measure {
    fn follow(&mut self, canvas: &Canvas<'_>, _: &ViewerContext<'_>, _: &mut Vec<Request>) -> Claim {
        if let Some(mut point) = canvas.clicked().and_then(|at| canvas.sight.point_at(at)) {
            // At the same depth as the previous point, so that lengths are those of the plan.
            if let Some((axis, last)) = canvas.sight.axis().zip(self.points.last()) {
                point[axis] = last[axis];
            }
            self.points.push(point);
        }
        Claim::Clicks
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        let units = Units::of(canvas.ui.ctx());
        paint::line(canvas, &self.points);
        for pair in self.points.windows(2) {
            let length = units.length_words((pair[1] - pair[0]).norm(), 3);
            paint::between(canvas, [&pair[0], &pair[1]], &length);
        }
        self.points.iter().for_each(|point| paint::point(canvas, point));
        paint::words(canvas, &self.words(units));
    }

    fn back(&mut self) -> bool {
        self.points.pop().is_some()
    }

    fn points(&self) -> Vec<Point3<f64>> {
        self.points.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_angles_are_those_of_the_points() {
        let (mut measure, units) = (Measure::default(), Units::default());
        assert_eq!(measure.words(units), [text::common::FIRST_POINT.as_str()]);
        measure.points = vec![[0.0; 3].into(), [3.0, 4.0, 0.0].into()];
        assert_eq!((measure.total(), measure.angle()), (5.0, None));
        assert!(measure.words(units)[0].contains("5.000 m") && measure.words(units)[1].contains("dy 4.000"));
        measure.points = vec![[1.0, 0.0, 0.0].into(), [0.0; 3].into(), [0.0, 0.0, 2.0].into()];
        assert!((measure.angle().unwrap() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
        assert_eq!(measure.total(), 3.0);
        measure.points.push([0.0, 0.0, 2.0].into());
        assert_eq!(measure.angle(), None, "two points at one place have no angle");
    }
}
