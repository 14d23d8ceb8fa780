//! The 2D plan: top and side views, to scale, with rulers and grid.

mod draw;
mod export;
mod ghosts;
mod ground;
mod sheet;

use crate::actions::Request;
use crate::document::editor;
use crate::preferences::snap::Snap;
use crate::text;
use crate::tools::measure::Measure;
use crate::tools::rectangle::Rectangle;
use crate::tools::snap;
use crate::viewer_context::ViewerContext;
use crate::views::overlays;
use crate::views::view3d::View3d;
use egui::{PointerButton, Pos2, Rect, Response, Sense, Ui, Vec2};
use nalgebra::{Isometry3, Point3, UnitQuaternion};
use sheet::Sheet;
use sim_edit::{Edit, Target};
use sim_render::Projection2d;

/// A body tilts by no more than this before its outline is computed anew, rad.
const UPRIGHT: f64 = 1e-3;

/// The 2D plan.
#[derive(Default)]
pub struct Plan {
    /// Which way one looks.
    pub projection: Projection2d,
    sheet: Sheet,
    /// Outlines by body in the body's own frame, as long as it stands upright.
    outlines: Vec<Option<Vec<[f64; 2]>>>,
    /// Distance from each body's origin to its farthest point, m, as far as it has been asked for.
    reaches: Vec<Option<f64>>,
    picture: Option<ground::Picture>,
    shown: Option<(u64, Projection2d)>,
    dragged: Option<Drag>,
    rectangle: Rectangle,
    trail: Vec<[f64; 4]>,
}

/// A thing on its way to another place.
struct Drag {
    target: Target,
    /// Where it stood, in the scene.
    pose: Isometry3<f64>,
    /// From the pointer to it, m.
    offset: [f64; 2],
}

impl Plan {
    /// Forgets what is shown: the next scene is shown whole.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Shifts the plan by parts of its height, and comes closer by a factor.
    pub fn step(&mut self, [right, down]: [f64; 2], closer: f64) {
        let rect = self.sheet.rect();
        self.sheet.shift(Vec2::new(right as f32, down as f32) * rect.height());
        self.sheet.zoom(closer, rect.center());
    }

    /// Where a point of the world is on the screen, seen from above, points.
    pub fn place_of(&self, point: [f64; 2]) -> Pos2 {
        self.sheet.screen(point)
    }

    /// Draws the plan into the whole of `ui`.
    pub fn show(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, view: &View3d, requests: &mut Vec<Request>) {
        ui.horizontal(|ui| {
            let label = ui.label(text::plan::SEEN).id;
            let list = egui::ComboBox::from_id_salt("projection").selected_text(name(self.projection));
            let list = list.show_ui(ui, |ui| {
                for projection in [Projection2d::Top, Projection2d::Side, Projection2d::Front] {
                    ui.selectable_value(&mut self.projection, projection, name(projection));
                }
            });
            list.response.labelled_by(label);
            if ui.button(text::view::FIT).clicked() {
                self.shown = None;
            }
            overlays::menu(ui, &view.shown, view.stage(), requests);
            snap::menu(ui, view.gizmo.snap, requests);
        });
        let (rect, response) =
            ui.allocate_exact_size(ui.available_size().max(Vec2::splat(1.0)), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, text::plan::NAME));
        let View3d { shown, measure, .. } = view;
        self.prepare(context, view, rect);
        self.steer(ui, &response, context, view, requests);
        let painter = ui.painter_at(rect);
        let sheet = ui.visuals().extreme_bg_color;
        painter.rect_filled(rect, 0.0, sheet);
        let ink = self.draw_ground(&painter, view, sheet);
        if shown.grid {
            self.sheet.draw_grid(&painter, ink);
        }
        self.draw_bodies(&painter, context, view);
        self.draw_ghosts(&painter, context, view);
        self.draw_trails(&painter, context, view);
        self.draw_robots(ui, &painter, context, view);
        self.draw_overlays(&painter, view, egui::TextStyle::Small.resolve(ui.style()));
        view.markers().paint(&painter, context.part, |point| Some(self.screen(point)));
        self.sheet.draw_rulers(&painter, ui.visuals(), self.projection);
        measure.paint(&painter, self.sheet.inner(), |point| Some(self.screen(point)));
        if let Some((chosen, add)) = self.rectangle.show(ui, &response, &painter) {
            let bodies = self.bodies_in(context, view, chosen);
            requests.push(Request::SelectAll { bodies, add });
        }
    }

    /// Bodies that lie in a rectangle of the screen.
    fn bodies_in(&self, context: &ViewerContext<'_>, view: &View3d, chosen: Rect) -> Vec<usize> {
        let bodies = 0..context.world.structure().bodies.len();
        let inside = |body: &usize| {
            let bounds = view.stage().bounds_of_body(*body);
            bounds.is_some_and(|corners| corners.iter().all(|corner| chosen.contains(self.screen(corner))))
        };
        bodies.filter(inside).collect()
    }

    /// Where a point of the world is on the screen.
    fn screen(&self, point: &Point3<f64>) -> Pos2 {
        self.sheet.screen(self.projection.of(point))
    }

    /// Shows the whole of a scene that has not been shown, and forgets outlines of another one.
    fn prepare(&mut self, context: &ViewerContext<'_>, view: &View3d, rect: Rect) {
        self.sheet.place(rect);
        let now = (view.stage().generation(), self.projection);
        let known = self.shown;
        if known == Some(now) {
            return;
        }
        self.outlines = vec![None; context.world.structure().bodies.len()];
        self.reaches = vec![None; self.outlines.len()];
        if view.empty {
            // What is put in later comes into the part of the plan that the person sees then.
            self.shown = Some(now);
        } else if let Some([low, high]) = view.bounds() {
            self.shown = (!context.provisional).then_some(now);
            if known.is_none_or(|(_, projection)| projection != self.projection) {
                self.sheet.fit(self.projection.of(&low), self.projection.of(&high));
            }
        }
    }

    /// Outline of a body where it is now, m.
    fn outline(&mut self, context: &ViewerContext<'_>, view: &View3d, body: usize) -> Vec<[f64; 2]> {
        let pose = context.world.poses()[body];
        let (roll, pitch, yaw) = pose.rotation.euler_angles();
        let upright = self.projection == Projection2d::Top && roll.abs() < UPRIGHT && pitch.abs() < UPRIGHT;
        if !upright {
            return view.stage().outline(body, self.projection);
        }
        let (sin, cos) = yaw.sin_cos();
        let at = pose.translation.vector;
        let own = self.outlines[body].get_or_insert_with(|| {
            let turn_back = |[x, y]: [f64; 2]| {
                let (x, y) = (x - at.x, y - at.y);
                [cos * x + sin * y, cos * y - sin * x]
            };
            view.stage().outline(body, Projection2d::Top).into_iter().map(turn_back).collect()
        });
        own.iter().map(|[x, y]| [at.x + cos * x - sin * y, at.y + sin * x + cos * y]).collect()
    }

    /// Outlines of a body and its parts. Walls around a room are one body: as a whole they would cover what stands inside.
    fn outlines(&mut self, context: &ViewerContext<'_>, view: &View3d, body: usize) -> Vec<Vec<[f64; 2]>> {
        let info = &context.world.structure().bodies[body];
        match info.mover {
            None if info.looks.len() > 1 => view.stage().part_outlines(body, self.projection),
            _ => vec![self.outline(context, view, body)],
        }
    }

    /// The body under the pointer: the smallest of those whose outline holds it.
    fn body_at(&mut self, context: &ViewerContext<'_>, view: &View3d, point: [f64; 2]) -> Option<usize> {
        let bodies = 0..context.world.structure().bodies.len();
        let mut found: Option<(f64, usize)> = None;
        for body in bodies {
            for outline in self.outlines(context, view, body).iter().filter(|outline| holds(outline, point)) {
                let size = area(outline);
                if found.is_none_or(|(smallest, _)| size < smallest) {
                    found = Some((size, body));
                }
            }
        }
        found.map(|(_, body)| body)
    }

    fn steer(
        &mut self,
        ui: &Ui,
        response: &Response,
        context: &ViewerContext<'_>,
        view: &View3d,
        requests: &mut Vec<Request>,
    ) {
        let pointer = response.interact_pointer_pos().map(|at| self.sheet.world(at));
        if context.placing.is_some() && response.hovered() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::Crosshair);
        }
        let clicked = pointer.filter(|_| response.clicked());
        if let Some(point) = clicked.filter(|_| context.placing.is_some()) {
            let mut at = Point3::origin();
            for (axis, value) in self.projection.axes().into_iter().zip(point) {
                at[axis] = value;
            }
            requests.push(Request::Insert(at));
        } else if view.measure.active {
            requests.extend(clicked.map(|point| Request::Measure(self.raised(point, &view.measure))));
        } else if let Some(point) = clicked {
            let add = ui.input(|input| input.modifiers.shift || input.modifiers.command);
            let marker = self.marker_at(ui, view, self.sheet.screen(point));
            requests.push(match marker {
                Some(target) => Request::SelectPart(target.clone()),
                None => Request::Select { body: self.body_at(context, view, point), add },
            });
        }
        if response.drag_started_by(PointerButton::Primary)
            && let Some(origin) = ui.input(|input| input.pointer.press_origin())
        {
            self.dragged = self.grab(ui, context, view, origin);
        }
        self.rectangle.begin(ui, response, self.dragged.is_some());
        match (&self.dragged, pointer) {
            (Some(drag), Some(point)) => {
                let snap = view.gizmo.snaps(ui);
                requests.push(drag.to(point, self.projection, snap));
            }
            _ if self.rectangle.is_dragged() => {}
            _ if response.dragged() => self.sheet.shift(response.drag_delta()),
            _ => {}
        }
        if response.drag_stopped() && self.dragged.take().is_some() {
            requests.push(Request::Seal);
        }
        if let Some(at) = ui.input(|input| input.pointer.hover_pos()).filter(|_| response.hovered()) {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            self.sheet.zoom(f64::from(pinch) * 1.0025f64.powf(f64::from(scroll)), at);
        }
    }

    /// A point of the plan in the world: as far toward the viewer as the one that was measured before, so that lengths are
    /// those of the plan.
    fn raised(&self, [right, up]: [f64; 2], measure: &Measure) -> Point3<f64> {
        let mut point = measure.points.last().copied().unwrap_or_else(Point3::origin);
        let axes = self.projection.axes();
        (point[axes[0]], point[axes[1]]) = (right, up);
        point
    }

    /// The part without body whose marker is at a place of the screen.
    fn marker_at<'a>(&self, ui: &Ui, view: &'a View3d, at: Pos2) -> Option<&'a Target> {
        let marker = view.markers().under(ui, at, |point| Some(self.screen(point)))?;
        Some(&marker.target)
    }

    /// Takes hold of a selected thing at a place of the screen, if it may be moved.
    fn grab(&mut self, ui: &Ui, context: &ViewerContext<'_>, view: &View3d, at: Pos2) -> Option<Drag> {
        let point = self.sheet.world(at);
        let document = context.document?;
        if let Some(part) = self.marker_at(ui, view, at).filter(|part| context.part == Some(part)) {
            let pose = view.markers().movable(part, document)?;
            let at = self.projection.of(&pose.translation.vector.into());
            return Some(Drag { target: part.clone(), pose, offset: [at[0] - point[0], at[1] - point[1]] });
        }
        let held = |plan: &mut Self, body: usize| {
            plan.outlines(context, view, body).iter().any(|outline| holds(outline, point))
        };
        let body = context.selected.iter().copied().find(|body| held(self, *body))?;
        let target = editor::target(context.world.structure(), body)?;
        let query = document.query()?;
        query.check_editable(&target).ok()?;
        let pose = query.world_pose(&target)?;
        let at = self.projection.of(&context.world.poses()[body].translation.vector.into());
        Some(Drag { target, pose, offset: [at[0] - point[0], at[1] - point[1]] })
    }
}

impl Drag {
    /// The edit that puts the thing where the pointer is.
    fn to(&self, point: [f64; 2], projection: Projection2d, snap: Snap) -> Request {
        let mut pose = self.pose;
        for (axis, (point, offset)) in projection.axes().into_iter().zip(point.iter().zip(self.offset)) {
            pose.translation.vector[axis] = snap::place(point + offset, snap);
        }
        // What a pointing device gives is never a turn.
        pose.rotation = UnitQuaternion::new_normalize(*pose.rotation.quaternion());
        Request::Edit { edit: Edit::Move(vec![(self.target.clone(), pose)]), coalesce: true }
    }
}

fn name(projection: Projection2d) -> &'static str {
    match projection {
        Projection2d::Top => text::view::TOP,
        Projection2d::Side => text::view::SIDE,
        Projection2d::Front => text::view::FRONT,
    }
}

/// Whether a convex outline, counter-clockwise, holds a point.
fn holds(outline: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    outline.len() > 2 && edges.into_iter().all(|(a, b)| (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0.0)
}

/// Area of an outline, m².
fn area(outline: &[[f64; 2]]) -> f64 {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    edges.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_holds_what_is_inside() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]];
        assert!(holds(&square, [1.0, 0.5]) && !holds(&square, [2.1, 0.5]) && !holds(&square[..2], [1.0, 0.0]));
        assert_eq!(area(&square), 2.0);
    }
}
