//! A view in which a tool works.

use super::handle::Ray;
use super::snap;
use crate::preferences::snap::Snap;
use egui::{Painter, Pos2, Rect, Response, Ui};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_edit::Target;

/// Steps to which points are rounded that are drawn by hand, m.
const STEPS: [f64; 6] = [0.01, 0.05, 0.1, 0.5, 1.0, 5.0];
/// Length of a step on the screen at least, points: a finer one cannot be pointed at.
const FINEST: f32 = 4.0;

/// How a view shows the world.
pub trait Sight {
    /// Where a point of the world is on the screen, or beside the view; none where it cannot be seen.
    fn project(&self, point: &Point3<f64>) -> Option<Pos2>;

    /// The line of sight through a place of the screen.
    fn ray(&self, at: Pos2) -> Ray;

    /// The point that one sees at a place of the screen, of a body or of the ground, m.
    fn point_at(&self, at: Pos2) -> Option<Point3<f64>>;

    /// The axis of the world that one looks along, where the view shows no depth.
    fn axis(&self) -> Option<usize>;

    /// The part without body whose marker is at a place of the screen; of a route also which of its poses.
    fn part_at(&self, ui: &Ui, at: Pos2) -> Option<(&Target, Option<usize>)>;

    /// Whether a body is seen at a place of the screen where the view shows no depth; `change` takes the body to the place in the
    /// world that is meant in place of its own.
    fn covers(&self, _body: usize, _change: Option<&Isometry3<f64>>, _at: Pos2) -> bool {
        false
    }

    /// Bodies that lie in a rectangle of the screen, by number.
    fn bodies_in(&self, rect: Rect) -> Vec<usize>;
}

/// A selected part without body that may be moved.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// `world_from_part` at the start.
    pub pose: Isometry3<f64>,
    /// Whether it has a direction.
    pub turns: bool,
}

/// A view in which a tool works, in one frame.
pub struct Canvas<'a> {
    /// Where it is shown.
    pub ui: &'a Ui,
    /// What the pointer does in it.
    pub response: &'a Response,
    /// Draws over it.
    pub painter: &'a Painter,
    /// Whether the view was used last, so that keys are meant for it.
    pub keys: bool,
    /// The part of the screen in which the world is seen.
    pub rect: Rect,
    /// How it shows the world.
    pub sight: &'a dyn Sight,
    /// Height of the ground, m.
    pub ground: f64,
    /// To what places and angles snap now.
    pub snap: Snap,
    /// The selected part without body, where it may be moved.
    pub part: Option<Part>,
    /// Height of the letters of labels, points; none where no labels are shown.
    pub letters: Option<f32>,
}

impl Canvas<'_> {
    /// Where the pointer is, if it is over the view.
    pub fn pointer(&self) -> Option<Pos2> {
        self.response.hover_pos().or_else(|| self.response.interact_pointer_pos())
    }

    /// Where the view was clicked in this frame.
    pub fn clicked(&self) -> Option<Pos2> {
        self.response.interact_pointer_pos().filter(|_| self.response.clicked())
    }

    /// The point of the ground that one points at, rounded to what one can point at; none where there is no ground, as in a
    /// view from the side.
    pub fn ground_at(&self, at: Pos2) -> Option<Point3<f64>> {
        let (start, direction) = self.sight.ray(at);
        let distance = (self.ground - start.z) / direction.z;
        let there = direction.z.abs() > 1e-9 && distance > 0.0 && distance < FAR;
        there.then(|| self.round(start + direction * distance))
    }

    /// A point whose place on the ground is rounded: to the grid where that is on, else as finely as one can point there.
    pub fn round(&self, point: Point3<f64>) -> Point3<f64> {
        let step = self.step_at(point);
        Point3::new(nearest(point.x, step), nearest(point.y, step), point.z)
    }

    /// The step that coordinates are rounded to at a point, m.
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

/// A point of the ground that is farther away is not pointed at, m; a plan is looked at from far above.
const FAR: f64 = 1e7;

/// The nearest multiple of a step, without the digits that its computation adds.
pub(super) fn nearest(value: f64, step: f64) -> f64 {
    sim_edit::rounded(snap::nearest(value, step))
}
