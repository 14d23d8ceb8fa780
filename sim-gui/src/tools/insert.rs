//! Inserts a thing into the scene at a click or drop.

use super::{Canvas, Claim, Tool, paint};
use crate::actions::{Request, ToolRequest};
use crate::document::insertion::Insertion;
use crate::text;
use crate::viewer_context::ViewerContext;
use egui::{CursorIcon, Key, Pos2};
use nalgebra::Point3;

/// Radius of the preview ring for things without a size, m.
const RING: f64 = 0.2;
/// Number of vertices of that ring.
const CORNERS: usize = 24;

/// Inserts a thing with the next click, or where the button that was down at selection is released.
pub struct Insert {
    insertion: Insertion,
    /// Whether it is being dragged out of a list; `None` before the first frame.
    dragged: Option<bool>,
    /// Preview position, m.
    at: Option<Point3<f64>>,
    done: bool,
}

impl Insert {
    /// Inserts a thing.
    pub fn new(insertion: Insertion) -> Self {
        Self { insertion, dragged: None, at: None, done: false }
    }

    /// The point at a screen position, rounded like drawn points.
    fn point(canvas: &Canvas<'_>, at: Pos2) -> Option<Point3<f64>> {
        let mut point = canvas.sight.point_at(at)?;
        // Pointer input has more digits than intended.
        point.z = (point.z * 100.0).round() / 100.0;
        Some(canvas.round(point))
    }

    /// The drop position in this frame, if it was dragged into this view.
    fn dropped(&mut self, canvas: &Canvas<'_>) -> Option<Pos2> {
        let (down, pressed, released, at) = canvas.ui.input(|input| {
            let pointer = &input.pointer;
            let at = pointer.latest_pos();
            (pointer.primary_down(), pointer.primary_pressed(), pointer.primary_released(), at)
        });
        let dragged = self.dragged.get_or_insert(down);
        // After a drop outside the views it waits for a click.
        *dragged &= !pressed;
        at.filter(|_| *dragged && released && canvas.response.contains_pointer())
    }
}

impl Tool for Insert {
    fn follow(&mut self, canvas: &Canvas<'_>, _: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        if canvas.response.contains_pointer() {
            canvas.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
            let at = canvas.ui.input(|input| input.pointer.latest_pos());
            self.at = at.and_then(|at| Self::point(canvas, at));
        }
        let dropped = self.dropped(canvas);
        // The center of the plan is not a position that the user has chosen.
        let enter =
            canvas.keys && canvas.sight.axis().is_none() && canvas.ui.input(|input| input.key_pressed(Key::Enter));
        let middle = enter.then(|| canvas.rect.center());
        let point = canvas.clicked().or(dropped).or(middle).and_then(|at| Self::point(canvas, at));
        if let Some(point) = point.filter(|_| !self.done) {
            self.done = true;
            requests.extend([
                Request::Tool(ToolRequest::Insert(Box::new(self.insertion.clone()), point)),
                Request::Tool(ToolRequest::End),
            ]);
        }
        Claim::Clicks
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        if let Some(at) = self.at.filter(|_| canvas.response.contains_pointer()) {
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

/// The edges of a world-axis-aligned box.
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
