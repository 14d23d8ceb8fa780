//! Drawing of bodies, robots and overlays on the plan.
//!
//! With thousands of robots, each is only a few points wide. Bodies out of view are skipped, and small ones are drawn as darts or
//! squares in one mesh.

use super::Plan;
use crate::simulation::world::NAMED;
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use crate::views::faults;
use crate::views::labels;
use crate::views::overlays;
use crate::widgets::colors::SELECTED;
use crate::widgets::theme;
use egui::{Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2};
use nalgebra::Point3;
use sim_core::marks::ROUTE;
use sim_render::Projection2d;

/// Maximum radius of a small body, points.
const SMALL: f32 = 5.0;
/// Minimum drawn radius, so that tiny bodies are visible, points.
const LEAST: f32 = 1.5;
/// Minimum distance of trail points, points.
const APART: f32 = 2.0;
/// Length of the line along a robot's x axis, and distance of its name in an exported file, m.
pub(super) const NOSE: f64 = 0.12;

/// Appearance of a body on the sheet.
enum Appearance {
    /// Not visible.
    Out,
    /// A symbol at this position, with this radius, points.
    Small(Pos2, f32),
    /// Its outline.
    Whole,
}

impl Plan {
    /// The appearance of a body on the sheet.
    fn appearance(&mut self, context: &ViewerContext<'_>, content: &Content, body: usize) -> Appearance {
        let pose = &context.world.poses()[body];
        let middle = Point3::from(pose.translation.vector);
        let stage = content.stage();
        let reach = *self.reaches[body].get_or_insert_with(|| {
            let points = stage.points_of_body(body).map(|point| (point - middle).norm());
            // An infinite plane is not drawn.
            let farthest = points.fold(f64::NEG_INFINITY, f64::max);
            // Links may extend further than they do now.
            if context.world.links().has(body) { 2.0 * farthest } else { farthest }
        });
        if reach < 0.0 {
            return Appearance::Out;
        }
        let at = self.screen(&middle);
        let reach = self.sheet.length(reach);
        match self.sheet.rect().intersects(Rect::from_center_size(at, Vec2::splat(2.0 * reach))) {
            false => Appearance::Out,
            true if reach < SMALL => Appearance::Small(at, reach.max(LEAST)),
            true => Appearance::Whole,
        }
    }

    pub(super) fn draw_bodies(&mut self, painter: &Painter, context: &ViewerContext<'_>, content: &Content) {
        let structure = context.world.structure().clone();
        let mut small = Mesh::default();
        for (body, info) in structure.bodies.iter().enumerate() {
            let Some(look) = info.visuals.first() else { continue };
            let selected = context.selected.contains(body);
            let robot = context.world.robot_of(body);
            let [red, green, blue, opacity] = match robot {
                Some(robot) => context.world.color(robot).to_array(),
                None => look.color.map(|part| (part * 255.0) as u8),
            };
            let ink = if selected { SELECTED } else { Color32::from_rgb(red, green, blue) };
            match self.appearance(context, content, body) {
                Appearance::Out => {}
                Appearance::Small(at, reach) => {
                    let heading = robot.filter(|_| self.projection == Projection2d::Top);
                    let heading = heading.map(|_| context.world.poses()[body].rotation * nalgebra::Vector3::x());
                    add_small(&mut small, at, reach, heading.map(|x| Vec2::new(x.x as f32, -x.y as f32)), ink);
                }
                Appearance::Whole => {
                    let opacity = opacity.min(if robot.is_some() { 170 } else { 90 });
                    let fill = Color32::from_rgba_unmultiplied(red, green, blue, opacity);
                    let edge = Stroke::new(if selected { 2.5 } else { 1.0 }, ink);
                    for outline in self.outlines(context, content, body).iter().filter(|outline| outline.len() > 2) {
                        let points = outline.iter().map(|point| self.sheet.screen(*point)).collect();
                        painter.add(Shape::convex_polygon(points, fill, edge));
                    }
                }
            }
        }
        painter.add(small);
    }

    pub(super) fn draw_robots(&mut self, ui: &Ui, painter: &Painter, context: &ViewerContext<'_>, content: &Content) {
        let faulty: Vec<usize> = context.world.faulty().take(NAMED).collect();
        let structure = context.world.structure().clone();
        let (mut names, sight) =
            (labels::Names::beside(&content.shown, []), painter.with_clip_rect(self.sheet.inner()));
        for (number, robot) in structure.robots.iter().enumerate() {
            let body = robot.body as usize;
            let color = context.world.color(number);
            let whole = matches!(self.appearance(context, content, body), Appearance::Whole);
            let selected = context.selected.contains(body);
            let failed = faulty.contains(&number);
            let shown = labels::is_written(&content.shown, structure.robots.len(), context.selected, body);
            let named = failed || shown;
            if !whole && !named {
                continue;
            }
            let pose = context.world.poses()[body];
            let nose = pose * Point3::new(NOSE, 0.0, 0.0);
            let [from, to] = [&pose.translation.vector.into(), &nose].map(|point| self.screen(point));
            if whole {
                painter.line_segment([from, to], Stroke::new(2.0, color));
            }
            if named {
                let place = (from + Vec2::new(8.0, -8.0), egui::Align2::LEFT_BOTTOM);
                if !sight.clip_rect().contains(from) {
                    continue;
                }
                let plate = names.write(&sight, place, &content.label_of(&robot.name), selected, failed);
                if failed {
                    faults::show_at(ui, plate, context.world, number);
                }
            }
        }
        names.write_tags(&sight, content.overlays().tags(), |point| Some(self.screen(point)));
    }

    /// Draws trails at the resolution of the current scale.
    pub(super) fn draw_trails(&mut self, painter: &Painter, context: &ViewerContext<'_>, content: &Content) {
        let Some(trails) = context.trails.filter(|_| content.shown.trails) else { return };
        let [right, up] = self.projection.axes();
        let (share, robots) = overlays::trailed(context.world, context.selected);
        for robot in robots {
            trails.newest(robot, share, &mut self.trail);
            // A point with NaN coordinates marks a jump.
            for way in self.trail.split(|[_, x, ..]| x.is_nan()) {
                let mut points: Vec<Pos2> = Vec::new();
                let mut bounds = Rect::NOTHING;
                for (index, point) in way.iter().enumerate() {
                    let at = self.sheet.screen([point[1 + right], point[1 + up]]);
                    let last = index + 1 == way.len() && !points.is_empty();
                    if last || points.last().is_none_or(|before| before.distance(at) >= APART) {
                        bounds.extend_with(at);
                        points.push(at);
                    }
                }
                if points.len() > 1 && bounds.intersects(self.sheet.rect()) {
                    painter.add(Shape::line(points, Stroke::new(1.5, context.world.color(robot))));
                }
            }
        }
    }

    /// Draws lines and notes on a background of a color.
    pub(super) fn draw_overlays(&self, painter: &Painter, content: &Content, ground: Color32, font: FontId) {
        painter.add(overlays::mesh_of(content.overlays().flat_points(), |point| self.screen(point)));
        for line in content.overlays().without_trails() {
            let [from, to] = [&line.from, &line.to].map(|point| self.screen(point));
            let [red, green, blue, opacity] = line.color.map(|part| (part * 255.0).round() as u8);
            let color = Color32::from_rgba_unmultiplied(red, green, blue, opacity);
            // A route color set by the user is not adjusted.
            let color = if line.color == ROUTE { theme::seen_on(ground, color) } else { color };
            painter.line_segment([from, to], Stroke::new(line.width * 0.8, color));
        }
        let sight = painter.with_clip_rect(self.sheet.inner());
        for label in content.overlays().labels() {
            let at = self.screen(&label.at);
            if sight.clip_rect().contains(at) {
                labels::note(&sight, at, &label.text, font.clone());
            }
        }
    }
}

/// Adds a dart that points along the heading, or a square without a heading.
fn add_small(mesh: &mut Mesh, at: Pos2, reach: f32, heading: Option<Vec2>, color: Color32) {
    let first = mesh.vertices.len() as u32;
    match heading {
        Some(heading) => {
            let [tip, tail, side] = [heading * reach * 1.2, heading * -reach * 0.8, heading.rot90() * reach * 0.8];
            [tip, tail + side, tail - side].into_iter().for_each(|point| mesh.colored_vertex(at + point, color));
            mesh.add_triangle(first, first + 1, first + 2);
        }
        None => mesh.add_colored_rect(Rect::from_center_size(at, Vec2::splat(1.4 * reach)), color),
    }
}
