//! The 2D plan: top and side views, to scale, with rulers and grid.

mod draw;
mod export;
mod ghosts;
mod ground;
mod sheet;
mod sight;

use crate::actions::Request;
use crate::document::moving::{Moment, Movable};
use crate::document::selection::Selection;
use crate::text;
use crate::tools::drag::{self, Drag, Grasp};
use crate::tools::handle::Handle;
use crate::tools::rectangle::Rectangle;
use crate::tools::{ActiveTool, Claim, Tool, snap};
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use crate::views::{labels, overlays};
use crate::widgets::colors::SELECTED;
use egui::{PointerButton, Pos2, Rect, Response, Sense, Ui, Vec2};
use nalgebra::{Isometry3, Point3};
use sheet::Sheet;
use sight::{Seen, across, ray};
use sim_edit::Target;
use sim_render::Projection2d;

/// A body tilts by no more than this before its outline is computed anew, rad.
const UPRIGHT: f64 = 1e-3;

/// The 2D plan.
#[derive(Default)]
pub struct Plan {
    /// Which way one looks.
    pub projection: Projection2d,
    /// Whether this plan was used last, so that keys are meant for it.
    pub has_keys: bool,
    sheet: Sheet,
    /// Outlines by body in the body's own frame, as long as it stands upright.
    outlines: Vec<Option<Vec<[f64; 2]>>>,
    /// Distance from each body's origin to its farthest point, m, as far as it has been asked for.
    reaches: Vec<Option<f64>>,
    picture: Option<ground::Picture>,
    shown: Option<(u64, Projection2d)>,
    grasp: Grasp,
    dragged: Option<Drag>,
    rectangle: Rectangle,
    trail: Vec<[f64; 4]>,
}

impl Plan {
    /// Forgets what is shown: the next scene is shown whole.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Another plan that looks the same way and shows the whole scene.
    pub fn another(&self) -> Self {
        Self { projection: self.projection, ..Self::default() }
    }

    /// Gives back what the graphics device holds for this plan.
    pub fn give_back(&mut self) {
        self.picture = None;
    }

    /// Shows some bodies, or everything.
    pub fn fit(&mut self, bodies: &Selection, content: &Content) {
        match content.bounds_of(bodies) {
            Some([low, high]) if !bodies.is_empty() => {
                self.sheet.fit(self.projection.of(&low), self.projection.of(&high));
            }
            _ => self.forget(),
        }
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
    pub fn show(
        &mut self,
        ui: &mut Ui,
        name_of_view: &str,
        context: &ViewerContext<'_>,
        content: &Content,
        active: &mut ActiveTool,
        requests: &mut Vec<Request>,
    ) -> Response {
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
            overlays::menu(ui, &content.shown, content.stage(), requests);
            snap::menu(ui, context.snap, requests);
        });
        let (rect, response) =
            ui.allocate_exact_size(ui.available_size().max(Vec2::splat(1.0)), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name_of_view));
        self.prepare(context, content, rect);
        self.steer(ui, &response, context, content, active, requests);
        let painter = ui.painter_at(rect);
        let sheet = ui.visuals().extreme_bg_color;
        painter.rect_filled(rect, 0.0, sheet);
        let ink = self.draw_ground(&painter, content, sheet);
        if content.shown.grid {
            self.sheet.draw_grid(&painter, ink);
        }
        self.draw_bodies(&painter, context, content);
        self.draw_starts(&painter, context, content);
        self.draw_ghosts(&painter, context, content);
        self.draw_trails(&painter, context, content);
        self.draw_robots(ui, &painter, context, content);
        self.draw_overlays(&painter, content, egui::TextStyle::Small.resolve(ui.style()));
        content.markers().paint(&painter, context.part, |point| Some(self.screen(point)));
        self.sheet.draw_rulers(&painter, ui.visuals(), self.projection);
        if let Some((change, at)) =
            self.dragged.as_ref().and_then(Drag::change).zip(ui.input(|input| input.pointer.latest_pos()))
        {
            drag::tell(&painter, at, change);
        }
        let seen = Seen { sheet: &self.sheet, projection: self.projection, keys: self.has_keys, content, context };
        let canvas = seen.canvas(ui, &response, &painter);
        self.rectangle.paint(&canvas);
        active.paint(&canvas);
        active.show_options(ui, self.sheet.inner(), context, requests);
        response
    }

    /// Where a point of the world is on the screen.
    fn screen(&self, point: &Point3<f64>) -> Pos2 {
        self.sheet.screen(self.projection.of(point))
    }

    /// Shows the whole of a scene that has not been shown, and forgets outlines of another one.
    fn prepare(&mut self, context: &ViewerContext<'_>, content: &Content, rect: Rect) {
        self.sheet.place(rect);
        let now = (content.stage().generation(), self.projection);
        let known = self.shown;
        if known == Some(now) {
            return;
        }
        self.outlines = vec![None; context.world.structure().bodies.len()];
        self.reaches = vec![None; self.outlines.len()];
        if content.empty {
            // What is put in later comes into the part of the plan that the person sees then.
            self.shown = Some(now);
        } else if let Some([low, high]) = content.bounds() {
            self.shown = (!context.provisional).then_some(now);
            if known.is_none_or(|(_, projection)| projection != self.projection) {
                self.sheet.fit(self.projection.of(&low), self.projection.of(&high));
            }
        }
    }

    /// Outline of a body where it is now, m.
    fn outline(&mut self, context: &ViewerContext<'_>, content: &Content, body: usize) -> Vec<[f64; 2]> {
        let pose = context.world.poses()[body];
        let (roll, pitch, yaw) = pose.rotation.euler_angles();
        let upright = self.projection == Projection2d::Top && roll.abs() < UPRIGHT && pitch.abs() < UPRIGHT;
        if !upright {
            return content.stage().outline(body, self.projection);
        }
        let (sin, cos) = yaw.sin_cos();
        let at = pose.translation.vector;
        let own = self.outlines[body].get_or_insert_with(|| {
            let turn_back = |[x, y]: [f64; 2]| {
                let (x, y) = (x - at.x, y - at.y);
                [cos * x + sin * y, cos * y - sin * x]
            };
            content.stage().outline(body, Projection2d::Top).into_iter().map(turn_back).collect()
        });
        own.iter().map(|[x, y]| [at.x + cos * x - sin * y, at.y + sin * x + cos * y]).collect()
    }

    /// Outlines of a body and its parts. Walls around a room are one body: as a whole they would cover what stands inside.
    fn outlines(&mut self, context: &ViewerContext<'_>, content: &Content, body: usize) -> Vec<Vec<[f64; 2]>> {
        let info = &context.world.structure().bodies[body];
        match info.mover {
            None if info.looks.len() > 1 => content.stage().part_outlines(body, self.projection),
            _ => vec![self.outline(context, content, body)],
        }
    }

    /// The body under the pointer: the smallest of those whose outline holds it.
    fn body_at(&mut self, context: &ViewerContext<'_>, content: &Content, point: [f64; 2]) -> Option<usize> {
        let bodies = 0..context.world.structure().bodies.len();
        let mut found: Option<(f64, usize)> = None;
        for body in bodies {
            for outline in self.outlines(context, content, body).iter().filter(|outline| holds(outline, point)) {
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
        content: &Content,
        active: &mut ActiveTool,
        requests: &mut Vec<Request>,
    ) {
        let claim = self.follow_tools(ui, response, context, content, active, requests);
        let clicked = response.interact_pointer_pos().filter(|_| response.clicked() && claim == Claim::Nothing);
        if let Some(at) = clicked {
            let add = ui.input(|input| input.modifiers.shift || input.modifiers.command);
            requests.push(match self.marker_at(ui, content, at) {
                Some(target) => Request::SelectPart(target.clone()),
                None => Request::Select { body: self.body_at(context, content, self.sheet.world(at)), add },
            });
        }
        if response.dragged() && claim != Claim::Everything {
            self.sheet.shift(response.drag_delta());
        }
        if let Some(at) = ui.input(|input| input.pointer.hover_pos()).filter(|_| response.hovered()) {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            self.sheet.zoom(f64::from(pinch) * 1.0025f64.powf(f64::from(scroll)), at);
        }
    }

    /// Lets the tool that is chosen follow the pointer, or those that select and move where none is.
    fn follow_tools(
        &mut self,
        ui: &Ui,
        response: &Response,
        context: &ViewerContext<'_>,
        content: &Content,
        active: &mut ActiveTool,
        requests: &mut Vec<Request>,
    ) -> Claim {
        let painter = ui.painter_at(response.rect);
        let sheet = self.sheet.clone();
        let seen = Seen { sheet: &sheet, projection: self.projection, keys: self.has_keys, content, context };
        let canvas = seen.canvas(ui, response, &painter);
        if active.is_chosen() {
            self.dragged = None;
            self.rectangle.rest();
            return active.follow(&canvas, context, requests);
        }
        if response.drag_started_by(PointerButton::Primary)
            && let Some(origin) = ui.input(|input| input.pointer.press_origin())
        {
            self.dragged = self.grab(ui, context, content, origin);
        }
        if let Some(drag) = &mut self.dragged {
            if !drag.follow(ui, |at| canvas.sight.ray(at), canvas.snap, requests) {
                self.dragged = None;
            }
            return Claim::Everything;
        }
        self.rectangle.follow(&canvas, context, requests)
    }

    /// The part without body whose marker is at a place of the screen.
    fn marker_at<'a>(&self, ui: &Ui, content: &'a Content, at: Pos2) -> Option<&'a Target> {
        let marker = content.markers().under(ui, at, |point| Some(self.screen(point)))?;
        Some(&marker.target)
    }

    /// Takes back what is being dragged. Returns whether anything was.
    pub fn cancel_drag(&mut self) -> bool {
        self.dragged.iter_mut().for_each(Drag::cancel);
        self.rectangle.cancel() || self.dragged.is_some()
    }

    /// Takes hold of a selected thing at a place of the screen, if it may be moved.
    fn grab(&mut self, ui: &Ui, context: &ViewerContext<'_>, content: &Content, at: Pos2) -> Option<Drag> {
        let marker = self.marker_at(ui, content, at).filter(|part| context.part == Some(part));
        let part = marker.zip(context.document).and_then(|(part, document)| content.markers().movable(part, document));
        let point = self.sheet.world(at);
        let things = self.grasp.movable(context, part);
        let held = |thing: &Movable| match thing.body {
            Some(body) => self.covers(context, content, body, thing, point),
            None => true,
        };
        let thing = things.into_iter().find(held)?;
        let origin = Point3::from(thing.pose.translation.vector);
        Drag::begin(
            Handle::Plane(across(self.projection)),
            origin,
            vec![thing],
            at,
            ray(&self.sheet, self.projection, at),
        )
    }

    /// Whether a thing covers a point of the plan: a robot that has left its start does so there while its start is moved.
    fn covers(
        &mut self,
        context: &ViewerContext<'_>,
        content: &Content,
        body: usize,
        thing: &Movable,
        point: [f64; 2],
    ) -> bool {
        let away = self.change_to_start(context, body, thing);
        let outlines = self.outlines(context, content, body);
        let moved = |outline: &Vec<[f64; 2]>| match away {
            Some(away) => holds(&self.shifted(outline, &away), point),
            None => holds(outline, point),
        };
        outlines.iter().any(moved)
    }

    /// What takes a body from where it is shown to its start, where that is elsewhere and is what is moved.
    fn change_to_start(&self, context: &ViewerContext<'_>, body: usize, thing: &Movable) -> Option<Isometry3<f64>> {
        let away = thing.moment == Moment::Start && context.has_left(body);
        away.then(|| thing.pose * context.world.height_of(body) * context.world.poses()[body].inverse())
    }

    /// An outline moved in the world, seen in the plan.
    fn shifted(&self, outline: &[[f64; 2]], change: &Isometry3<f64>) -> Vec<[f64; 2]> {
        let axes = self.projection.axes();
        let moved = |point: &[f64; 2]| {
            let mut at = Point3::origin();
            (at[axes[0]], at[axes[1]]) = (point[0], point[1]);
            self.projection.of(&(change * at))
        };
        outline.iter().map(moved).collect()
    }

    /// Draws where selected robots and movable objects start, while that is what is moved and they have left it.
    fn draw_starts(&mut self, painter: &egui::Painter, context: &ViewerContext<'_>, content: &Content) {
        if context.moment != Moment::Start {
            return;
        }
        let things = self.grasp.movable(context, None);
        let dragged = self.dragged.as_ref().and_then(Drag::moved_things).unwrap_or_default().to_vec();
        for thing in things {
            let moved = dragged.iter().find(|moved| moved.thing.target == thing.target).map(|moved| moved.to);
            let thing = Movable { pose: moved.unwrap_or(thing.pose), ..thing };
            let Some((body, change)) =
                thing.body.and_then(|body| Some((body, self.change_to_start(context, body, &thing)?)))
            else {
                continue;
            };
            for outline in self.outlines(context, content, body).iter().filter(|outline| outline.len() > 2) {
                let mut points: Vec<Pos2> =
                    self.shifted(outline, &change).into_iter().map(|point| self.sheet.screen(point)).collect();
                points.extend(points.first().copied());
                painter.extend(egui::Shape::dashed_line(&points, egui::Stroke::new(2.0, SELECTED), 5.0, 4.0));
            }
            let at = self.screen(&thing.pose.translation.vector.into());
            labels::name_plate(painter, (at, egui::Align2::LEFT_TOP), text::moment::SHOWN, true, false);
        }
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
