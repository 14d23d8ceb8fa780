//! The plan as tools see it.

use super::sheet::Sheet;
use crate::tools::handle::Ray;
use crate::tools::{Canvas, Sight};
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use egui::{Pos2, Rect, Response, Ui};
use nalgebra::{Point3, Vector3};
use sim_render::Projection2d;

/// How the plan shows the world.
pub(super) struct Seen<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) projection: Projection2d,
    pub(super) keys: bool,
    pub(super) content: &'a Content,
    pub(super) context: &'a ViewerContext<'a>,
}

impl Seen<'_> {
    /// The plan as tools see it.
    pub(super) fn canvas<'a>(&'a self, ui: &'a Ui, response: &'a Response, painter: &'a egui::Painter) -> Canvas<'a> {
        let (rect, ground, snap) = (self.sheet.inner(), self.content.ground(), self.context.snaps(ui));
        Canvas { ui, response, painter, keys: self.keys, rect, sight: self, ground, snap, part: None }
    }
}

impl Sight for Seen<'_> {
    fn project(&self, point: &Point3<f64>) -> Option<Pos2> {
        Some(self.sheet.screen(self.projection.of(point)))
    }

    fn ray(&self, at: Pos2) -> Ray {
        ray(self.sheet, self.projection, at)
    }

    /// The plan knows of no depth: its points are on the ground, or in the plane through the origin.
    fn point_at(&self, at: Pos2) -> Option<Point3<f64>> {
        let [right, up] = self.sheet.world(at);
        let mut point = Point3::new(0.0, 0.0, self.content.ground());
        let axes = self.projection.axes();
        (point[axes[0]], point[axes[1]]) = (right, up);
        Some(point)
    }

    fn axis(&self) -> Option<usize> {
        Some(across(self.projection))
    }

    fn bodies_in(&self, rect: Rect) -> Vec<usize> {
        let bodies = 0..self.context.world.structure().bodies.len();
        let inside = |body: &usize| {
            let bounds = self.content.stage().bounds_of_body(*body);
            bounds.is_some_and(|corners| {
                corners.iter().all(|corner| rect.contains(self.sheet.screen(self.projection.of(corner))))
            })
        };
        bodies.filter(inside).collect()
    }
}

/// The axis of the world that one looks along.
pub(super) fn across(projection: Projection2d) -> usize {
    let [right, up] = projection.axes();
    3 - right - up
}

/// The line of sight through a place of the plan: from far away, along the axis that one looks along.
pub(super) fn ray(sheet: &Sheet, projection: Projection2d, at: Pos2) -> Ray {
    const FAR: f64 = 1e6;
    let (axes, axis) = (projection.axes(), across(projection));
    let point = sheet.world(at);
    let mut start = Point3::origin();
    (start[axes[0]], start[axes[1]], start[axis]) = (point[0], point[1], FAR);
    (start, -Vector3::ith(axis, 1.0))
}
