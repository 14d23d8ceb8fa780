//! The 2D view as a canvas for tools.

use super::sheet::Sheet;
use crate::tools::handle::Ray;
use crate::tools::{Canvas, ViewProjection};
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use egui::{Pos2, Rect, Response, Ui};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_edit::Target;
use sim_render::Projection2d;

/// The projection of the plan.
pub(super) struct PlanProjection<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) projection: Projection2d,
    pub(super) keys: bool,
    pub(super) content: &'a Content,
    pub(super) context: &'a ViewerContext<'a>,
}

impl PlanProjection<'_> {
    /// The canvas for tools.
    pub(super) fn canvas<'a>(&'a self, ui: &'a Ui, response: &'a Response, painter: &'a egui::Painter) -> Canvas<'a> {
        let (rect, ground, snap) = (self.sheet.inner(), self.content.ground(), self.context.snaps(ui));
        let part = self.content.markers().movable(self.context);
        let letters = self.content.letters();
        Canvas { ui, response, painter, keys: self.keys, rect, sight: self, ground, snap, part, letters }
    }
}

impl ViewProjection for PlanProjection<'_> {
    fn project(&self, point: &Point3<f64>) -> Option<Pos2> {
        Some(self.sheet.screen(self.projection.of(point)))
    }

    fn ray(&self, at: Pos2) -> Ray {
        ray(self.sheet, self.projection, at)
    }

    /// The plan has no depth: its points are on the ground, or in the plane through the origin.
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

    fn part_at(&self, ui: &Ui, at: Pos2) -> Option<(&Target, Option<usize>)> {
        let painter = ui.painter().with_clip_rect(self.sheet.inner());
        let marker = self.content.markers().under(&painter, at, |point| self.project(point))?;
        Some((&marker.target, marker.number))
    }

    fn covers(&self, body: usize, change: Option<&Isometry3<f64>>, at: Pos2) -> bool {
        let (stage, point) = (self.content.stage(), self.sheet.world(at));
        let outlines = match is_of_parts(self.context, body) {
            true => stage.part_outlines(body, self.projection),
            false => vec![stage.outline(body, self.projection)],
        };
        let shown = |outline: Vec<[f64; 2]>| match change {
            Some(change) => shifted(self.projection, &outline, change),
            None => outline,
        };
        outlines.into_iter().map(shown).any(|outline| holds(&outline, point))
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

/// Whether each part of a body has its own outline: walls around a room are one body, whose convex outline would cover the room.
pub(super) fn is_of_parts(context: &ViewerContext<'_>, body: usize) -> bool {
    let info = &context.world.structure().bodies[body];
    info.mover.is_none() && info.visuals.len() > 1
}

/// An outline transformed in the world, as projected to the plan.
pub(super) fn shifted(projection: Projection2d, outline: &[[f64; 2]], change: &Isometry3<f64>) -> Vec<[f64; 2]> {
    let axes = projection.axes();
    let moved = |point: &[f64; 2]| {
        let mut at = Point3::origin();
        (at[axes[0]], at[axes[1]]) = (point[0], point[1]);
        projection.of(&(change * at))
    };
    outline.iter().map(moved).collect()
}

/// Whether a convex counterclockwise outline contains a point.
pub(super) fn holds(outline: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    outline.len() > 2 && edges.into_iter().all(|(a, b)| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0.0)
}

/// The world axis of the viewing direction.
pub(super) fn across(projection: Projection2d) -> usize {
    let [right, up] = projection.axes();
    3 - right - up
}

/// The ray through a position of the plan: from far away, along the viewing direction.
pub(super) fn ray(sheet: &Sheet, projection: Projection2d, at: Pos2) -> Ray {
    const FAR: f64 = 1e6;
    let (axes, axis) = (projection.axes(), across(projection));
    let point = sheet.world(at);
    let mut start = Point3::origin();
    (start[axes[0]], start[axes[1]], start[axis]) = (point[0], point[1], FAR);
    (start, -Vector3::ith(axis, 1.0))
}
