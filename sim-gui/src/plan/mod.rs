//! The 2D plan: top and side views, to scale, with rulers and grid.

mod export;
mod ghosts;
mod sheet;

use crate::action::Request;
use crate::colors::PALETTE;
use crate::editor;
use crate::ghosts::Ghosts;
use crate::marks::{self, Marks, Shown};
use crate::measure::Measure;
use crate::text;
use crate::world::WorldView;
use egui::{Color32, PointerButton, Rect, Response, Sense, Stroke, Ui, Vec2};
use nalgebra::{Isometry3, UnitQuaternion};
use sheet::Sheet;
use sim_edit::{Document, Edit, Target};
use sim_render::{Projection2d, Stage};
use sim_runner::Trails;

/// Outline and name of what is selected.
const SELECTED: Color32 = Color32::from_rgb(230, 130, 20);
/// More robots than this go without names.
const NAMED: usize = 40;
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
    shown: Option<(u64, Projection2d)>,
    dragged: Option<Drag>,
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

/// What the plan is drawn from.
pub struct Scene<'a> {
    /// Where everything is.
    pub world: &'a WorldView,
    /// The same as meshes.
    pub stage: &'a Stage,
    /// Where robots have been.
    pub trails: Option<&'a Trails>,
    /// The document, for moving things.
    pub document: Option<&'a Document>,
    /// Bodies that are selected.
    pub selected: &'a [usize],
    /// Whether the next click puts something in.
    pub placing: bool,
    /// Lines and texts besides the things themselves.
    pub marks: &'a Marks,
    /// What is drawn besides the things themselves.
    pub shown: &'a Shown,
    /// Points that are measured.
    pub measure: &'a Measure,
    /// Where robots were in a recorded run.
    pub ghosts: &'a Ghosts,
}

impl Plan {
    /// Forgets what is shown: the next scene is shown whole.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Draws the plan into the whole of `ui`.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, requests: &mut Vec<Request>) {
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
            marks::menu(ui, scene.shown, scene.stage, requests);
        });
        let (rect, response) =
            ui.allocate_exact_size(ui.available_size().max(Vec2::splat(1.0)), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, text::plan::NAME));
        self.prepare(scene, rect);
        self.steer(ui, &response, scene, requests);
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
        if scene.shown.grid {
            self.sheet.draw_grid(&painter, ui.visuals().weak_text_color());
        }
        self.draw_bodies(&painter, scene);
        self.draw_ghosts(&painter, scene);
        self.draw_robots(ui, &painter, scene);
        self.draw_marks(&painter, scene, egui::TextStyle::Small.resolve(ui.style()));
        self.sheet.draw_rulers(&painter, ui.visuals(), self.projection);
        let inner = self.sheet.inner();
        scene.measure.paint(&painter, inner, |point| Some(self.sheet.screen(self.projection.of(point))));
    }

    /// Shows the whole of a scene that has not been shown, and forgets outlines of another one.
    fn prepare(&mut self, scene: &Scene<'_>, rect: Rect) {
        self.sheet.place(rect);
        let now = (scene.stage.generation(), self.projection);
        let known = self.shown;
        if known == Some(now) {
            return;
        }
        self.outlines = vec![None; scene.world.structure().bodies.len()];
        if let Some([low, high]) = scene.stage.bounds() {
            self.shown = Some(now);
            if known.is_none_or(|(_, projection)| projection != self.projection) {
                self.sheet.fit(self.projection.of(&low), self.projection.of(&high));
            }
        }
    }

    /// Outline of a body where it is now, m.
    fn outline(&mut self, scene: &Scene<'_>, body: usize) -> Vec<[f64; 2]> {
        let pose = scene.world.poses()[body];
        let (roll, pitch, yaw) = pose.rotation.euler_angles();
        let upright = self.projection == Projection2d::Top && roll.abs() < UPRIGHT && pitch.abs() < UPRIGHT;
        if !upright {
            return scene.stage.outline(body, self.projection);
        }
        let (sin, cos) = yaw.sin_cos();
        let at = pose.translation.vector;
        let own = self.outlines[body].get_or_insert_with(|| {
            let turn_back = |[x, y]: [f64; 2]| {
                let (x, y) = (x - at.x, y - at.y);
                [cos * x + sin * y, cos * y - sin * x]
            };
            scene.stage.outline(body, Projection2d::Top).into_iter().map(turn_back).collect()
        });
        own.iter().map(|[x, y]| [at.x + cos * x - sin * y, at.y + sin * x + cos * y]).collect()
    }

    /// Outlines of a body and its parts. Walls around a room are one body: as a whole they would cover what stands inside.
    fn outlines(&mut self, scene: &Scene<'_>, body: usize) -> Vec<Vec<[f64; 2]>> {
        let info = &scene.world.structure().bodies[body];
        match info.mover {
            None if info.looks.len() > 1 => scene.stage.part_outlines(body, self.projection),
            _ => vec![self.outline(scene, body)],
        }
    }

    fn draw_bodies(&mut self, painter: &egui::Painter, scene: &Scene<'_>) {
        let structure = scene.world.structure().clone();
        for (body, info) in structure.bodies.iter().enumerate() {
            let Some(look) = info.looks.first() else { continue };
            let outlines = self.outlines(scene, body);
            // Robots are as their trails: what is painted on them is not seen from every side.
            let [red, green, blue, opacity] = match scene.world.robot_of(body) {
                Some(robot) => PALETTE[robot % PALETTE.len()].to_array(),
                None => look.color.map(|part| (part * 255.0) as u8),
            };
            let fill = Color32::from_rgba_unmultiplied(red, green, blue, opacity.min(90));
            let edge = if scene.selected.contains(&body) {
                Stroke::new(2.5, SELECTED)
            } else {
                Stroke::new(1.0, Color32::from_rgb(red, green, blue))
            };
            for outline in outlines.iter().filter(|outline| outline.len() > 2) {
                let points = outline.iter().map(|point| self.sheet.screen(*point)).collect();
                painter.add(egui::Shape::convex_polygon(points, fill, edge));
            }
        }
    }

    fn draw_robots(&mut self, ui: &Ui, painter: &egui::Painter, scene: &Scene<'_>) {
        let faulty: Vec<usize> = scene.world.faulty().take(NAMED).collect();
        let robots = &scene.world.structure().robots;
        let font = egui::FontId::proportional(11.0);
        for (number, robot) in robots.iter().enumerate() {
            let body = robot.body as usize;
            let color = PALETTE[number % PALETTE.len()];
            if let Some(trails) = scene.trails.filter(|_| scene.shown.trails) {
                trails.points(number, &mut self.trail);
                let [right, up] = self.projection.axes();
                let points: Vec<egui::Pos2> =
                    self.trail.iter().map(|point| self.sheet.screen([point[1 + right], point[1 + up]])).collect();
                painter.add(egui::Shape::line(points, Stroke::new(1.5, color)));
            }
            let pose = scene.world.poses()[body];
            let nose = pose * nalgebra::Point3::new(0.12, 0.0, 0.0);
            let [from, to] =
                [&pose.translation.vector.into(), &nose].map(|point| self.sheet.screen(self.projection.of(point)));
            painter.line_segment([from, to], Stroke::new(2.0, color));
            let selected = scene.selected.contains(&body);
            let failed = faulty.contains(&number);
            if failed || scene.shown.names && (robots.len() <= NAMED || selected) {
                let ink = match (failed, selected) {
                    (true, _) => ui.visuals().error_fg_color,
                    (_, true) => SELECTED,
                    _ => ui.visuals().text_color(),
                };
                let name =
                    if failed { format!("{} {}", text::faults::MARK, robot.name) } else { robot.name.to_string() };
                let at = from + Vec2::new(8.0, -8.0);
                let place = painter.text(at, egui::Align2::LEFT_BOTTOM, name, font.clone(), ink);
                if failed {
                    crate::panels::fault_place(ui, place, scene.world, number);
                }
            }
        }
    }

    fn draw_marks(&self, painter: &egui::Painter, scene: &Scene<'_>, font: egui::FontId) {
        for line in scene.marks.without_trails() {
            let [from, to] = [&line.from, &line.to].map(|point| self.sheet.screen(self.projection.of(point)));
            let [red, green, blue, opacity] = line.color.map(|part| (part * 255.0).round() as u8);
            let color = Color32::from_rgba_unmultiplied(red, green, blue, opacity);
            painter.line_segment([from, to], Stroke::new(line.width * 0.8, color));
        }
        for label in scene.marks.labels() {
            crate::view3d::note(painter, self.sheet.screen(self.projection.of(&label.at)), &label.text, font.clone());
        }
    }

    /// The body under the pointer: the smallest of those whose outline holds it.
    fn body_at(&mut self, scene: &Scene<'_>, point: [f64; 2]) -> Option<usize> {
        let bodies = 0..scene.world.structure().bodies.len();
        let mut found: Option<(f64, usize)> = None;
        for body in bodies {
            for outline in self.outlines(scene, body).iter().filter(|outline| holds(outline, point)) {
                let size = area(outline);
                if found.is_none_or(|(smallest, _)| size < smallest) {
                    found = Some((size, body));
                }
            }
        }
        found.map(|(_, body)| body)
    }

    fn steer(&mut self, ui: &Ui, response: &Response, scene: &Scene<'_>, requests: &mut Vec<Request>) {
        let pointer = response.interact_pointer_pos().map(|at| self.sheet.world(at));
        if scene.placing && response.hovered() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::Crosshair);
        }
        let clicked = pointer.filter(|_| response.clicked());
        if let Some(point) = clicked.filter(|_| scene.placing) {
            let mut at = nalgebra::Point3::origin();
            for (axis, value) in self.projection.axes().into_iter().zip(point) {
                at[axis] = value;
            }
            requests.push(Request::Insert(at));
        } else if scene.measure.active {
            requests.extend(clicked.map(|point| Request::Measure(self.raised(point, scene.measure))));
        } else if let Some(point) = clicked {
            let add = ui.input(|input| input.modifiers.shift || input.modifiers.command);
            requests.push(Request::Select { body: self.body_at(scene, point), add });
        }
        if response.drag_started_by(PointerButton::Primary)
            && let Some(origin) = ui.input(|input| input.pointer.press_origin())
        {
            self.dragged = self.grab(scene, self.sheet.world(origin));
        }
        match (&self.dragged, pointer) {
            (Some(drag), Some(point)) => requests.push(drag.to(point, self.projection)),
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
    fn raised(&self, [right, up]: [f64; 2], measure: &Measure) -> nalgebra::Point3<f64> {
        let mut point = measure.points.last().copied().unwrap_or_else(nalgebra::Point3::origin);
        let axes = self.projection.axes();
        (point[axes[0]], point[axes[1]]) = (right, up);
        point
    }

    /// Takes hold of a selected thing under the pointer, if it may be moved.
    fn grab(&mut self, scene: &Scene<'_>, point: [f64; 2]) -> Option<Drag> {
        let held =
            |plan: &mut Self, body: usize| plan.outlines(scene, body).iter().any(|outline| holds(outline, point));
        let body = scene.selected.iter().copied().find(|body| held(self, *body))?;
        let target = editor::target(scene.world.structure(), body)?;
        let query = scene.document?.query()?;
        query.check_editable(&target).ok()?;
        let pose = query.world_pose(&target)?;
        let at = self.projection.of(&scene.world.poses()[body].translation.vector.into());
        Some(Drag { target, pose, offset: [at[0] - point[0], at[1] - point[1]] })
    }
}

impl Drag {
    /// The edit that puts the thing where the pointer is.
    fn to(&self, point: [f64; 2], projection: Projection2d) -> Request {
        let mut pose = self.pose;
        for (axis, (point, offset)) in projection.axes().into_iter().zip(point.iter().zip(self.offset)) {
            pose.translation.vector[axis] = point + offset;
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
