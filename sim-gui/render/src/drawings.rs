//! Drawings of components, as lines and labels.

use crate::line::Line;
use nalgebra::{Isometry3, Point3, Unit, Vector3};
use sim_abi::declare::Channel;
use sim_abi::drawing::{Drawing, DrawingCondition, DrawingForm, DrawingFrame, DrawingPoint, DrawingValue, filled};
use std::collections::BTreeMap;
use std::f64::consts::PI;

/// Number of meridians of a sphere, and segments of the arc over each of its ends.
const SIDES: usize = 8;
const PIECES: usize = 16;
/// Number of vertices of its rings.
const CORNERS: usize = 24;
/// Width of lines, pixels.
const WIDTH: f32 = 1.5;

/// The published values of a component.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// The channels.
    pub names: &'a [Channel],
    /// The values; may be fewer if they are unknown.
    pub values: &'a [f64],
}

impl Values<'_> {
    /// A value, if it is known and finite.
    fn get(&self, number: &DrawingValue) -> Option<f64> {
        let value = match number {
            DrawingValue::Fixed(number) => *number,
            DrawingValue::Published(name) => self.named(name)?,
        };
        value.is_finite().then_some(value)
    }

    fn named(&self, name: &str) -> Option<f64> {
        let index = self.names.iter().position(|channel| channel.name == name)?;
        self.values.get(index).copied()
    }

    fn point(&self, [x, y, z]: &DrawingPoint) -> Option<Point3<f64>> {
        Some(Point3::new(self.get(x)?, self.get(y)?, self.get(z)?))
    }

    fn allow(&self, shown: &DrawingCondition) -> bool {
        let range = shown.min.unwrap_or(f64::NEG_INFINITY)..=shown.max.unwrap_or(f64::INFINITY);
        self.named(&shown.value).is_some_and(|value| range.contains(&value))
    }
}

/// A text label.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Position, m.
    pub at: Point3<f64>,
    /// The text.
    pub text: String,
}

/// Converts drawings to lines and labels.
pub struct Pen<'a> {
    /// Layers that the user has switched on or off.
    pub layers: &'a BTreeMap<String, bool>,
    /// Output lines.
    pub lines: &'a mut Vec<Line>,
    /// Output labels.
    pub labels: &'a mut Vec<Label>,
}

impl Pen<'_> {
    /// Draws one drawing of a robot at `world_from_robot`; drawings with missing values are skipped.
    pub fn draw(&mut self, drawing: &Drawing, robot: &Isometry3<f64>, values: &Values<'_>) {
        let shown = drawing.shown.as_ref().is_none_or(|shown| values.allow(shown));
        let seen = self.layers.get(&drawing.layer).copied().unwrap_or(!drawing.on_demand);
        if !shown || !seen {
            return;
        }
        let pose = match drawing.frame {
            DrawingFrame::World => &Isometry3::identity(),
            DrawingFrame::Robot => robot,
        };
        let color = drawing.color.map(|part| part.clamp(0.0, 1.0));
        let lines = &mut *self.lines;
        let mut line = |from: Point3<f64>, to: Point3<f64>| {
            lines.push(Line { from: pose * from, to: pose * to, color, width: WIDTH, on_top: false });
        };
        match &drawing.form {
            DrawingForm::Line { points } => {
                for pair in points.windows(2) {
                    if let (Some(from), Some(to)) = (values.point(&pair[0]), values.point(&pair[1])) {
                        line(from, to);
                    }
                }
            }
            DrawingForm::Spheres { centers: [first, second], radii: [one, other] } => {
                let ends = values.point(first).zip(values.get(one)).zip(values.point(second).zip(values.get(other)));
                if let Some((first, second)) = ends {
                    spheres(first, second, &mut line);
                }
            }
            DrawingForm::Cuboid { center, size: [x, y, z] } => {
                let size = || Some(Vector3::new(values.get(x)?, values.get(y)?, values.get(z)?));
                if let Some((center, size)) = values.point(center).zip(size()) {
                    cuboid(&center, &size, &mut line);
                }
            }
            DrawingForm::Label { at, text } => {
                let at = values.point(at).map(|at| pose * at);
                let text = || filled(text, |name| values.named(name));
                self.labels.extend(at.and_then(|at| Some(Label { at, text: text()? })));
            }
            DrawingForm::Unknown => {}
        }
    }
}

/// The convex hull of two spheres, each given by center and radius: rings at the tangent circles of the cone between them, lines
/// along the cone, and arcs over the ends.
fn spheres(first: (Point3<f64>, f64), second: (Point3<f64>, f64), line: &mut impl FnMut(Point3<f64>, Point3<f64>)) {
    let between = second.0 - first.0;
    let length = between.norm();
    // One sphere contains the other.
    let (ends, lean) = if length <= (first.1 - second.1).abs() + 1e-9 {
        let larger = if first.1 >= second.1 { first } else { second };
        ([larger; 2], 0.0)
    } else {
        ([first, second], (first.1 - second.1) / length)
    };
    let axis = Unit::try_new(between, 1e-9).unwrap_or_else(Vector3::z_axis);
    let across = axis.cross(&if axis.z.abs() < 0.9 { Vector3::z() } else { Vector3::x() }).normalize();
    let other = axis.cross(&across);
    let side = |part: f64| across * (2.0 * PI * part).cos() + other * (2.0 * PI * part).sin();
    // The angle between the axis and the tangent circles of the cone.
    let touch = lean.acos();
    let at = |(center, radius): (Point3<f64>, f64), side: &Vector3<f64>, angle: f64| {
        center + (axis.into_inner() * angle.cos() + side * angle.sin()) * radius
    };
    for number in 0..SIDES {
        let side = side(number as f64 / SIDES as f64);
        line(at(ends[0], &side, touch), at(ends[1], &side, touch));
        for (end, from, to) in [(ends[1], 0.0, touch), (ends[0], touch, PI)] {
            let angle = |piece: usize| from + (to - from) * piece as f64 / PIECES as f64;
            (0..PIECES).for_each(|piece| line(at(end, &side, angle(piece)), at(end, &side, angle(piece + 1))));
        }
    }
    for end in ends {
        let corner = |number: usize| at(end, &side(number as f64 / CORNERS as f64), touch);
        (0..CORNERS).for_each(|number| line(corner(number), corner(number + 1)));
    }
}

fn cuboid(center: &Point3<f64>, size: &Vector3<f64>, line: &mut impl FnMut(Point3<f64>, Point3<f64>)) {
    let corner = |number: usize| {
        let part = |axis: usize| if number >> axis & 1 == 0 { -0.5 } else { 0.5 };
        center + Vector3::new(part(0) * size.x, part(1) * size.y, part(2) * size.z)
    };
    for number in 0..8 {
        (0..3).filter(|axis| number >> axis & 1 == 0).for_each(|axis| line(corner(number), corner(number | 1 << axis)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::drawing::{fixed, published};

    fn drawn(drawing: &Drawing, switched: &[(&str, bool)], values: &[f64]) -> (Vec<Line>, Vec<Label>) {
        let names = ["p_x", "p_y", "p_z", "n"].map(|name| Channel::new(name, "m"));
        let layers = switched.iter().map(|(layer, on)| ((*layer).to_owned(), *on)).collect();
        let (mut lines, mut labels) = (Vec::new(), Vec::new());
        let robot = Isometry3::translation(0.0, 0.0, 5.0);
        let mut pen = Pen { layers: &layers, lines: &mut lines, labels: &mut labels };
        pen.draw(drawing, &robot, &Values { names: &names, values });
        (lines, labels)
    }

    /// BL-90: Views can show mission, leg, swept tube, grown obstacles, detours and altitude band.
    #[test]
    fn lines_follow_published_values_and_are_left_out_without_them() {
        let drawing = Drawing::line("leg", [fixed([0.0; 3]), published("p"), fixed([1.0, 0.0, 0.0])]);
        let (lines, _) = drawn(&drawing, &[], &[0.5, 0.25, 2.0, 0.0]);
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].to, lines[1].from), (Point3::new(0.5, 0.25, 2.0), Point3::new(0.5, 0.25, 2.0)));
        assert!(drawn(&drawing, &[], &[]).0.is_empty());
        assert!(drawn(&drawing, &[], &[0.5, f64::NAN, 2.0, 0.0]).0.is_empty());
        assert!(drawn(&drawing, &[("leg", false)], &[0.5, 0.25, 2.0, 0.0]).0.is_empty());
        assert_eq!(drawn(&drawing, &[("legs", false)], &[0.5, 0.25, 2.0, 0.0]).0.len(), 2);
        let demanded = drawing.clone().on_demand();
        assert!(drawn(&demanded, &[], &[0.5, 0.25, 2.0, 0.0]).0.is_empty());
        assert_eq!(drawn(&demanded, &[("leg", true)], &[0.5, 0.25, 2.0, 0.0]).0.len(), 2);
        let (lines, _) = drawn(&drawing.of_robot(), &[], &[0.5, 0.25, 2.0, 0.0]);
        assert_eq!(lines[0].from, Point3::new(0.0, 0.0, 5.0));
    }

    /// BL-90: Views can show mission, leg, swept tube, grown obstacles, detours and altitude band.
    #[test]
    fn what_is_shown_depends_on_a_value() {
        let drawing = Drawing::label("points", published("p"), "first").while_at_least("n", 2.0);
        assert!(drawn(&drawing, &[], &[0.0, 0.0, 1.0, 1.0]).1.is_empty());
        let (_, labels) = drawn(&drawing, &[], &[0.0, 0.0, 1.0, 2.0]);
        assert_eq!(labels, [Label { at: Point3::new(0.0, 0.0, 1.0), text: "first".into() }]);
    }

    /// BL-90: Views can show mission, leg, swept tube, grown obstacles, detours and altitude band.
    #[test]
    fn values_in_texts_are_those_of_the_moment() {
        let text = |text: &str, values: &[f64]| {
            let labels = drawn(&Drawing::label("signs", published("p"), text), &[], values).1;
            labels.into_iter().next().map(|label| label.text)
        };
        assert_eq!(text("{n:.1} m of {{{p_z}}", &[0.0, 0.0, 1.5, 0.26]).as_deref(), Some("0.3 m of {1.5}"));
        assert_eq!(text("{n:.1} m", &[0.0, 0.0, 1.5, f64::NAN]), None);
        assert_eq!(text("{n:.1} m", &[0.0, 0.0, 1.5]), None, "unknown name");
    }

    /// BL-90: Views can show mission, leg, swept tube, grown obstacles, detours and altitude band.
    #[test]
    fn lines_of_spheres_lie_on_their_surface() {
        for (radii, inner) in [([0.2, 0.2], false), ([0.1, 0.5], false), ([2.0, 0.3], true)] {
            let centers = [[0.0, 0.0, 1.0], [0.3, 0.4, 2.0]];
            let drawing = Drawing::spheres("a", centers.map(fixed), radii.map(DrawingValue::Fixed));
            let (lines, _) = drawn(&drawing, &[], &[]);
            assert!(lines.len() > 200);
            for end in lines.iter().flat_map(|line| [line.from, line.to]) {
                let distance = |index: usize| (end - Point3::from(centers[index])).norm() - radii[index];
                let nearest = distance(0).min(if inner { f64::INFINITY } else { distance(1) });
                assert!(nearest.abs() < 1e-9, "{end} is {nearest} m from the surface of {radii:?}");
            }
        }
    }

    #[test]
    fn a_cuboid_has_twelve_edges() {
        let drawing = Drawing::cuboid("band", fixed([1.0, 2.0, 3.0]), [2.0.into(), 4.0.into(), 6.0.into()]);
        let (lines, _) = drawn(&drawing, &[], &[]);
        assert_eq!(lines.len(), 12);
        let length: f64 = lines.iter().map(|line| (line.to - line.from).norm()).sum();
        assert!((length - 4.0 * 12.0).abs() < 1e-9);
    }
}
