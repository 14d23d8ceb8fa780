//! The 2D plan: top and side views, to scale, with rulers and a grid.

mod draw;
mod export;
mod ghosts;
mod ground;
mod sheet;
mod sight;

use crate::actions::{Request, SelectRequest};
use crate::document::moving::Moment;
use crate::document::selection::Selection;
use crate::text;
use crate::tools::selection_rectangle::Rectangle;
use crate::tools::slide::Slide;
use crate::tools::{ActiveTool, Claim, Tool, ViewProjection, snap};
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use crate::views::{NEW_SCENE, clicked, labels, overlays};
use crate::widgets::colors::SELECTED;
use egui::{Color32, Pos2, Rect, Response, Sense, Ui, Vec2};
use nalgebra::Point3;
use sheet::Sheet;
use sight::{PlanProjection, holds, is_of_parts, shifted};
use sim_render::Projection2d;

/// Maximum tilt of a body for which its cached outline is used, rad.
const UPRIGHT: f64 = 1e-3;

/// The 2D plan.
#[derive(Default)]
pub struct Plan {
    /// The projection.
    pub projection: Projection2d,
    /// Whether this plan was used last, so that it receives keys.
    pub has_keys: bool,
    sheet: Sheet,
    /// Outlines by body in the body's frame, valid while it is upright.
    outlines: Vec<Option<Vec<[f64; 2]>>>,
    /// Distance from each body's origin to its furthest point, m, computed on demand.
    reaches: Vec<Option<f64>>,
    picture: Option<ground::Picture>,
    shown: Option<(u64, Projection2d)>,
    slide: Slide,
    rectangle: Rectangle,
    trail: Vec<[f64; 4]>,
}

impl Plan {
    /// Resets the plan: the next scene is fitted to the view.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Another plan with the same projection that shows the whole scene.
    pub fn another(&self) -> Self {
        Self { projection: self.projection, ..Self::default() }
    }

    /// Frees the GPU resources of this plan.
    pub fn give_back(&mut self) {
        self.picture = None;
    }

    /// Fits some bodies, or everything, into the view.
    pub fn fit(&mut self, bodies: &Selection, content: &Content) {
        match content.bounds_of(bodies) {
            Some([low, high]) if !bodies.is_empty() => {
                self.sheet.fit(self.projection.of(&low), self.projection.of(&high));
            }
            _ => self.forget(),
        }
    }

    /// Pans the plan by fractions of its height, and zooms by a factor.
    pub fn step(&mut self, [right, down]: [f64; 2], closer: f64) {
        let rect = self.sheet.rect();
        self.sheet.shift(Vec2::new(right as f32, down as f32) * rect.height());
        self.sheet.zoom(closer, rect.center());
    }

    /// Screen position of a world point in the top view, points.
    pub fn place_of(&self, point: [f64; 2]) -> Pos2 {
        self.sheet.screen(point)
    }

    /// Draws the plan into the full area of `ui`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        name_of_view: &str,
        context: &ViewerContext<'_>,
        content: &Content,
        active: &mut ActiveTool,
        requests: &mut Vec<Request>,
    ) -> Response {
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(text::plan::SEEN).id;
            let list = egui::ComboBox::from_id_salt("projection").selected_text(name(self.projection));
            let list = list.show_ui(ui, |ui| {
                for projection in [Projection2d::Top, Projection2d::Side, Projection2d::Front] {
                    ui.selectable_value(&mut self.projection, projection, name(projection));
                }
            });
            list.response.labelled_by(label);
            if ui.button(text::action::FIT.name).clicked() {
                self.shown = None;
            }
            overlays::menu(ui, &content.shown, (content.stage(), content.categories()), context, requests);
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
        let ground = self.draw_ground(&painter, content, sheet);
        if content.shown.grid {
            let ink = Color32::from_gray(if ground.intensity() > 0.5 { 70 } else { 190 });
            self.sheet.draw_grid(&painter, ink);
        }
        self.draw_bodies(&painter, context, content);
        self.draw_starts(&painter, context, content);
        self.draw_ghosts(&painter, context, content);
        self.draw_trails(&painter, context, content);
        self.draw_robots(ui, &painter, context, content);
        self.draw_overlays(&painter, content, ground, egui::TextStyle::Small.resolve(ui.style()));
        content.markers().paint(&painter, context, |point| Some(self.screen(point)));
        self.sheet.draw_rulers(&painter, ui.visuals(), self.projection);
        let seen =
            PlanProjection { sheet: &self.sheet, projection: self.projection, keys: self.has_keys, content, context };
        let canvas = seen.canvas(ui, &response, &painter);
        self.slide.paint(&canvas);
        self.rectangle.paint(&canvas);
        active.paint(&canvas);
        active.show_options(ui, self.sheet.inner(), context, requests);
        response
    }

    /// Screen position of a world point.
    fn screen(&self, point: &Point3<f64>) -> Pos2 {
        self.sheet.screen(self.projection.of(point))
    }

    /// Fits a new scene into the view, and discards cached outlines of another one.
    fn prepare(&mut self, context: &ViewerContext<'_>, content: &Content, rect: Rect) {
        self.sheet.place(rect);
        let now = (content.stage().generation(), self.projection);
        let known = self.shown;
        if known == Some(now) {
            return;
        }
        self.outlines = vec![None; context.world.structure().bodies.len()];
        self.reaches = vec![None; self.outlines.len()];
        let is_new = known.is_none_or(|(_, projection)| projection != self.projection);
        if context.closed {
            return;
        }
        if content.empty {
            // Things inserted later appear in the user's current view.
            self.shown = Some(now);
            if is_new {
                let [low, high] = NEW_SCENE.map(Point3::from);
                self.sheet.fit(self.projection.of(&low), self.projection.of(&high));
            }
        } else if let Some([low, high]) = content.bounds() {
            self.shown = (!context.provisional).then_some(now);
            if is_new {
                self.sheet.fit(self.projection.of(&low), self.projection.of(&high));
            }
        }
    }

    /// Outline of a body at its current pose, m.
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

    /// Outlines of a body, or of each of its parts.
    fn outlines(&mut self, context: &ViewerContext<'_>, content: &Content, body: usize) -> Vec<Vec<[f64; 2]>> {
        match is_of_parts(context, body) {
            true => content.stage().part_outlines(body, self.projection),
            false => vec![self.outline(context, content, body)],
        }
    }

    /// The body under the pointer: the smallest whose outline contains it.
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
        let select = |at: Pos2, add: bool| {
            let seen = PlanProjection {
                sheet: &self.sheet,
                projection: self.projection,
                keys: self.has_keys,
                content,
                context,
            };
            match seen.part_at(ui, at) {
                Some((route, Some(number))) => Request::Select(SelectRequest::Pose(route.clone(), number)),
                Some((target, None)) => Request::Select(SelectRequest::Part(target.clone())),
                None => Request::Select(SelectRequest::Body {
                    body: self.body_at(context, content, self.sheet.world(at)),
                    add,
                }),
            }
        };
        requests.extend(clicked(ui, response, claim, select));
        if response.dragged() && claim != Claim::Everything {
            self.sheet.shift(response.drag_delta());
        }
        if let Some(at) = ui.input(|input| input.pointer.hover_pos()).filter(|_| response.hovered()) {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            self.sheet.zoom(f64::from(pinch) * 1.0025f64.powf(f64::from(scroll)), at);
        }
    }

    /// Passes input to the active tool, or to the default tools that select and move.
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
        let seen = PlanProjection { sheet: &sheet, projection: self.projection, keys: self.has_keys, content, context };
        let canvas = seen.canvas(ui, response, &painter);
        if active.is_chosen() {
            self.slide.rest();
            self.rectangle.rest();
            return active.follow(&canvas, context, requests);
        }
        match self.slide.follow(&canvas, context, requests) {
            Claim::Nothing => self.rectangle.follow(&canvas, context, requests),
            claim => claim,
        }
    }

    /// Cancels a drag. Returns whether there was one.
    pub fn cancel_drag(&mut self) -> bool {
        self.slide.cancel() | self.rectangle.cancel()
    }

    /// Draws the initial poses of selected robots and movable objects, if those are being edited and differ from the current
    /// ones.
    fn draw_starts(&mut self, painter: &egui::Painter, context: &ViewerContext<'_>, content: &Content) {
        if context.moment != Moment::Start {
            return;
        }
        for thing in self.slide.bodies(context) {
            let Some((body, change)) = thing.body.zip(context.offset_to_start(&thing)) else { continue };
            for outline in self.outlines(context, content, body).iter().filter(|outline| outline.len() > 2) {
                let mut points: Vec<Pos2> = shifted(self.projection, outline, &change)
                    .into_iter()
                    .map(|point| self.sheet.screen(point))
                    .collect();
                points.extend(points.first().copied());
                painter.extend(egui::Shape::dashed_line(&points, egui::Stroke::new(2.0, SELECTED), 5.0, 4.0));
            }
            let at = self.screen(&thing.pose.translation.vector.into());
            labels::plate(&painter.with_clip_rect(self.sheet.inner()), at, &text::moment::SHOWN);
        }
    }
}

fn name(projection: Projection2d) -> &'static str {
    match projection {
        Projection2d::Top => &text::view::TOP,
        Projection2d::Side => &text::view::SIDE,
        Projection2d::Front => &text::view::FRONT,
    }
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
