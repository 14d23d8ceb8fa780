//! Puts something into the scene where one clicks.

use super::{Canvas, Claim, Tool, paint};
use crate::actions::Request;
use crate::document::insertion::Insertion;
use crate::text;
use crate::viewer_context::ViewerContext;
use egui::{CursorIcon, Key, Pos2};
use nalgebra::Point3;

/// Radius of the ring that stands for what has no size, m.
const RING: f64 = 0.2;
/// Corners of that ring.
const CORNERS: usize = 24;

/// Puts something in with the next click.
pub struct Insert {
    insertion: Insertion,
    /// Where it would stand, m.
    at: Option<Point3<f64>>,
    done: bool,
}

impl Insert {
    /// Of a thing.
    pub fn new(insertion: Insertion) -> Self {
        Self { insertion, at: None, done: false }
    }

    /// The point that is meant at a place of the screen.
    fn point(canvas: &Canvas<'_>, at: Pos2) -> Option<Point3<f64>> {
        let point = canvas.sight.point_at(at)?;
        // A pointing device gives more digits than anybody means.
        let point = point.map(|part| (part * 100.0).round() / 100.0);
        Some(if canvas.snap.on { canvas.round(point) } else { point })
    }
}

impl Tool for Insert {
    fn follow(&mut self, canvas: &Canvas<'_>, _: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        if canvas.response.hovered() {
            canvas.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        self.at = canvas.pointer().and_then(|at| Self::point(canvas, at));
        // In the middle of the plan there is no place that somebody has meant.
        let enter =
            canvas.keys && canvas.sight.axis().is_none() && canvas.ui.input(|input| input.key_pressed(Key::Enter));
        let middle = enter.then(|| canvas.rect.center());
        let point = canvas.clicked().or(middle).and_then(|at| Self::point(canvas, at));
        if let Some(point) = point.filter(|_| !self.done) {
            self.done = true;
            requests.extend([Request::Insert(Box::new(self.insertion.clone()), point), Request::EndTool]);
        }
        Claim::Clicks
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        if let Some(at) = self.at.filter(|_| canvas.response.hovered()) {
            match self.insertion.bounds(at) {
                Some(bounds) => outline_of_box(canvas, bounds),
                None => {
                    let angle = |corner: usize| corner as f64 / CORNERS as f64 * std::f64::consts::TAU;
                    let point = |angle: f64| Point3::new(at.x + RING * angle.cos(), at.y + RING * angle.sin(), at.z);
                    let ring: Vec<_> = (0..=CORNERS).map(|corner| point(angle(corner))).collect();
                    paint::line(canvas, &ring);
                }
            }
            paint::point(canvas, &at);
        }
        paint::words(canvas, &[format!("{}: {}", self.insertion.label, text::insert::HINT)]);
    }
}

/// The edges of a box along the axes of the world.
fn outline_of_box(canvas: &Canvas<'_>, [low, high]: [Point3<f64>; 2]) {
    let ring = |z: f64| {
        [[low.x, low.y], [high.x, low.y], [high.x, high.y], [low.x, high.y], [low.x, low.y]]
            .map(|[x, y]| Point3::new(x, y, z))
    };
    let (bottom, top) = (ring(low.z), ring(high.z));
    paint::surface(canvas, &bottom[..4]);
    paint::line(canvas, &bottom);
    paint::line(canvas, &top);
    for (foot, head) in bottom.iter().zip(&top).take(4) {
        paint::line(canvas, &[*foot, *head]);
    }
}
