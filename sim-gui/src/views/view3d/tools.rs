//! The default tools of the 3D view, and the view as a canvas for tools.

use super::View3d;
use crate::actions::Request;
use crate::simulation::world::WorldView;
use crate::tools::gizmo::{Gizmo, Mode};
use crate::tools::handle::Ray;
use crate::tools::height::Height;
use crate::tools::selection_rectangle::Rectangle;
use crate::tools::viewport::Viewport;
use crate::tools::{Canvas, Claim, Tool, ViewProjection};
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use egui::{Painter, Rect, Response, Ui};
use nalgebra::Point3;
use sim_edit::Target;

/// The tools that select and move, used without an active tool.
#[derive(Default)]
pub struct Tools {
    /// The gizmo at the selection.
    pub gizmo: Gizmo,
    height: Height,
    rectangle: Rectangle,
}

impl Tools {
    /// Handles pointer input; `moves` enables moving things.
    pub(super) fn follow(
        &mut self,
        canvas: &Canvas<'_>,
        moves: bool,
        context: &ViewerContext<'_>,
        requests: &mut Vec<Request>,
    ) -> Claim {
        let grows = moves && self.gizmo.mode() == Mode::Look;
        let tools: [(&mut dyn Tool, bool); 3] =
            [(&mut self.gizmo, moves), (&mut self.height, grows), (&mut self.rectangle, true)];
        let mut claim = Claim::Nothing;
        for (tool, usable) in tools {
            match usable && claim == Claim::Nothing {
                true => claim = tool.follow(canvas, context, requests),
                false => tool.rest(),
            }
        }
        claim
    }

    pub(super) fn rest(&mut self) {
        let tools: [&mut dyn Tool; 3] = [&mut self.gizmo, &mut self.height, &mut self.rectangle];
        tools.into_iter().for_each(Tool::rest);
    }

    pub(super) fn paint(&self, canvas: &Canvas<'_>) {
        let tools: [&dyn Tool; 3] = [&self.gizmo, &self.height, &self.rectangle];
        tools.into_iter().for_each(|tool| tool.paint(canvas));
    }

    pub(super) fn cancel(&mut self) -> bool {
        self.gizmo.cancel() | self.height.cancel() | self.rectangle.cancel()
    }
}

/// The projection of the view.
pub(super) struct View3dProjection<'a> {
    pub(super) viewport: Viewport<'a>,
    pub(super) view: &'a View3d,
    pub(super) content: &'a Content,
    pub(super) world: &'a WorldView,
}

impl View3dProjection<'_> {
    /// The canvas for tools.
    pub(super) fn canvas<'a>(
        &'a self,
        ui: &'a Ui,
        response: &'a Response,
        painter: &'a Painter,
        context: &ViewerContext<'_>,
    ) -> Canvas<'a> {
        let part = self.content.markers().movable(context);
        let (rect, ground) = (self.viewport.rect, self.content.ground());
        let (keys, snap) = (self.view.has_keys, context.snaps(ui));
        let letters = self.content.letters();
        Canvas { ui, response, painter, keys, rect, sight: self, ground, snap, part, letters }
    }
}

impl ViewProjection for View3dProjection<'_> {
    fn project(&self, point: &Point3<f64>) -> Option<egui::Pos2> {
        self.viewport.project(point)
    }

    fn ray(&self, at: egui::Pos2) -> Ray {
        self.viewport.ray(at)
    }

    fn point_at(&self, at: egui::Pos2) -> Option<Point3<f64>> {
        super::point_under(self.content, &self.viewport, at)
    }

    fn part_at(&self, ui: &Ui, at: egui::Pos2) -> Option<(&Target, Option<usize>)> {
        let painter = ui.painter_at(self.viewport.rect);
        let marker = self.content.markers().under(&painter, at, |point| self.viewport.find(point))?;
        Some((&marker.target, marker.number))
    }

    fn axis(&self) -> Option<usize> {
        None
    }

    fn bodies_in(&self, rect: Rect) -> Vec<usize> {
        self.view.bodies_in(self.world, self.content, self.viewport.rect, rect)
    }
}
