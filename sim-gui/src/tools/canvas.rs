//! The view in which a tool works.

use super::handle::Ray;
use super::snap;
use crate::preferences::snap::Snap;
use egui::{Painter, Pos2, Rect, Response, Ui};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_edit::Target;

/// Rounding steps for points drawn with the pointer, m.
const STEPS: [f64; 6] = [0.01, 0.05, 0.1, 0.5, 1.0, 5.0];
/// Minimum length of a step on the screen, points: finer ones cannot be pointed at.
const FINEST: f32 = 4.0;

/// The projection of a view.
pub trait ViewProjection {
    /// Screen position of a point, possibly outside the view; `None` if it cannot be visible.
    fn project(&self, point: &Point3<f64>) -> Option<Pos2>;

    /// The ray through a screen position.
    fn ray(&self, at: Pos2) -> Ray;

    /// The visible point of a body or of the ground at a screen position, m.
    fn point_at(&self, at: Pos2) -> Option<Point3<f64>>;

    /// The world axis of the viewing direction, for views without depth.
    fn axis(&self) -> Option<usize>;

    /// The part without a body whose marker is at a screen position; for a route, also the index of the pose.
    fn part_at(&self, ui: &Ui, at: Pos2) -> Option<(&Target, Option<usize>)>;

    /// Whether a body is at a screen position, for views without depth; `change` transforms the body from its own pose to the
    /// pose to be tested.
    fn covers(&self, _body: usize, _change: Option<&Isometry3<f64>>, _at: Pos2) -> bool {
        false
    }

    /// Bodies in a screen rectangle, by index.
    fn bodies_in(&self, rect: Rect) -> Vec<usize>;
}

/// A selected movable part without a body.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Initial `world_from_part`.
    pub pose: Isometry3<f64>,
    /// Whether it has a direction.
    pub turns: bool,
}

/// The view in which a tool works, in one frame.
pub struct Canvas<'a> {
    /// The UI that contains it.
    pub ui: &'a Ui,
    /// The pointer interaction with it.
    pub response: &'a Response,
    /// Paints over it.
    pub painter: &'a Painter,
    /// Whether the view was used last, so that it receives keys.
    pub keys: bool,
    /// The screen rectangle of the world.
    pub rect: Rect,
    /// The projection.
    pub sight: &'a dyn ViewProjection,
    /// Ground height, m.
    pub ground: f64,
    /// Current snapping of positions and angles.
    pub snap: Snap,
    /// The selected part without a body, if it is movable.
    pub part: Option<Part>,
    /// Font size of labels, points; `None` if labels are hidden.
    pub letters: Option<f32>,
}

impl Canvas<'_> {
    /// The pointer position, if it is over the view.
    pub fn pointer(&self) -> Option<Pos2> {
        self.response.hover_pos().or_else(|| self.response.interact_pointer_pos())
    }

    /// The click position in this frame.
    pub fn clicked(&self) -> Option<Pos2> {
        self.response.interact_pointer_pos().filter(|_| self.response.clicked())
    }

    /// The ground point under a screen position, rounded to pointing precision; `None` if there is no ground, as in a side view.
    pub fn ground_at(&self, at: Pos2) -> Option<Point3<f64>> {
        let (start, direction) = self.sight.ray(at);
        let distance = (self.ground - start.z) / direction.z;
        let there = direction.z.abs() > 1e-9 && distance > 0.0 && distance < FAR;
        there.then(|| self.round(start + direction * distance))
    }

    /// A point with rounded ground coordinates: to the grid if snapping is on, otherwise to pointing precision.
    pub fn round(&self, point: Point3<f64>) -> Point3<f64> {
        let step = self.step_at(point);
        Point3::new(nearest(point.x, step), nearest(point.y, step), point.z)
    }

    /// The rounding step of coordinates at a point, m.
    pub fn step_at(&self, point: Point3<f64>) -> f64 {
        if self.snap.on {
            return self.snap.grid;
        }
        let seen = |step: f64| {
            let ends = [0, 1].map(|axis| self.sight.project(&(point + Vector3::ith(axis, step))));
            let from = self.sight.project(&point);
            let lengths = ends.into_iter().filter_map(|end| Some(end?.distance(from?)));
            lengths.fold(0.0, f32::max)
        };
        STEPS.into_iter().find(|step| seen(*step) >= FINEST).unwrap_or(STEPS[STEPS.len() - 1])
    }
}

/// Maximum distance of ground points from the viewer, m; plans are viewed from far above.
const FAR: f64 = 1e7;

/// The nearest multiple of a step, without floating-point noise.
pub(super) fn nearest(value: f64, step: f64) -> f64 {
    sim_edit::rounded(snap::nearest(value, step))
}
