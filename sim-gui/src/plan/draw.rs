//! What the plan shows of bodies, robots and marks.
//!
//! Thousands of robots on one sheet are a few points wide each. What is out of sight is left out, and what is small is
//! drawn as a dart or a square: all of them are one mesh.

use super::{Plan, Scene};
use crate::colors::SELECTED;
use crate::marks;
use crate::view3d;
use crate::world::NAMED;
use egui::{Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2};
use nalgebra::Point3;
use sim_render::Projection2d;

/// A body whose farthest point is nearer to its middle than this is small, points.
const SMALL: f32 = 5.0;
/// The same distance for what is smaller still, so that it can be seen, points.
const LEAST: f32 = 1.5;
/// Points of a trail that are nearer to each other than this are one, points.
const APART: f32 = 2.0;
/// Length of the line that shows where a robot's x axis points, and distance of its name in a file, m.
pub(super) const NOSE: f64 = 0.12;

/// How a body appears on the sheet.
enum Appearance {
    /// Not at all.
    Out,
    /// At this place, with its farthest point at this distance, points.
    Small(Pos2, f32),
    /// Large enough for its outline.
    Whole,
}

impl Plan {
    /// How a body appears on the sheet.
    fn appearance(&mut self, scene: &Scene<'_>, body: usize) -> Appearance {
        let pose = &scene.world.poses()[body];
        let middle = Point3::from(pose.translation.vector);
        let stage = scene.view.stage();
        let reach = *self.reaches[body].get_or_insert_with(|| {
            let points = stage.points_of_body(body).map(|point| (point - middle).norm());
            // Nothing is seen of an endless plane.
            let farthest = points.fold(f64::NEG_INFINITY, f64::max);
            // Links may come to lie farther out than they do now.
            if scene.world.links().has(body) { 2.0 * farthest } else { farthest }
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

    pub(super) fn draw_bodies(&mut self, painter: &Painter, scene: &Scene<'_>) {
        let structure = scene.world.structure().clone();
        let mut small = Mesh::default();
        for (body, info) in structure.bodies.iter().enumerate() {
            let Some(look) = info.looks.first() else { continue };
            let selected = scene.selected.contains(body);
            let robot = scene.world.robot_of(body);
            let [red, green, blue, opacity] = match robot {
                Some(robot) => scene.world.color(robot).to_array(),
                None => look.color.map(|part| (part * 255.0) as u8),
            };
            let ink = if selected { SELECTED } else { Color32::from_rgb(red, green, blue) };
            match self.appearance(scene, body) {
                Appearance::Out => {}
                Appearance::Small(at, reach) => {
                    let heading = robot.filter(|_| self.projection == Projection2d::Top);
                    let heading = heading.map(|_| scene.world.poses()[body].rotation * nalgebra::Vector3::x());
                    add_small(&mut small, at, reach, heading.map(|x| Vec2::new(x.x as f32, -x.y as f32)), ink);
                }
                Appearance::Whole => {
                    let opacity = opacity.min(if robot.is_some() { 170 } else { 90 });
                    let fill = Color32::from_rgba_unmultiplied(red, green, blue, opacity);
                    let edge = Stroke::new(if selected { 2.5 } else { 1.0 }, ink);
                    for outline in self.outlines(scene, body).iter().filter(|outline| outline.len() > 2) {
                        let points = outline.iter().map(|point| self.sheet.screen(*point)).collect();
                        painter.add(Shape::convex_polygon(points, fill, edge));
                    }
                }
            }
        }
        painter.add(small);
    }

    pub(super) fn draw_robots(&mut self, ui: &Ui, painter: &Painter, scene: &Scene<'_>) {
        let faulty: Vec<usize> = scene.world.faulty().take(NAMED).collect();
        let structure = scene.world.structure().clone();
        let few = structure.robots.len() <= NAMED;
        for (number, robot) in structure.robots.iter().enumerate() {
            let body = robot.body as usize;
            let color = scene.world.color(number);
            let whole = matches!(self.appearance(scene, body), Appearance::Whole);
            let selected = scene.selected.contains(body);
            let failed = faulty.contains(&number);
            let named = failed || scene.view.shown.names && (few || selected);
            if !whole && !named {
                continue;
            }
            let pose = scene.world.poses()[body];
            let nose = pose * Point3::new(NOSE, 0.0, 0.0);
            let [from, to] = [&pose.translation.vector.into(), &nose].map(|point| self.screen(point));
            if whole {
                painter.line_segment([from, to], Stroke::new(2.0, color));
            }
            if named {
                let place = (from + Vec2::new(8.0, -8.0), egui::Align2::LEFT_BOTTOM);
                let plate = view3d::name_plate(painter, place, &robot.name, selected, failed);
                if failed {
                    crate::panels::fault_place(ui, plate, scene.world, number);
                }
            }
        }
    }

    /// Where robots have been, as far as that can be told apart at this scale.
    pub(super) fn draw_trails(&mut self, painter: &Painter, scene: &Scene<'_>) {
        let Some(trails) = scene.trails.filter(|_| scene.view.shown.trails) else { return };
        let [right, up] = self.projection.axes();
        let (share, robots) = marks::trailed(scene.world, scene.selected);
        for robot in robots {
            trails.newest(robot, share, &mut self.trail);
            let mut points: Vec<Pos2> = Vec::new();
            let mut bounds = Rect::NOTHING;
            for (index, point) in self.trail.iter().enumerate() {
                let at = self.sheet.screen([point[1 + right], point[1 + up]]);
                let last = index + 1 == self.trail.len() && !points.is_empty();
                if last || points.last().is_none_or(|before| before.distance(at) >= APART) {
                    bounds.extend_with(at);
                    points.push(at);
                }
            }
            if points.len() > 1 && bounds.intersects(self.sheet.rect()) {
                painter.add(Shape::line(points, Stroke::new(1.5, scene.world.color(robot))));
            }
        }
    }

    pub(super) fn draw_marks(&self, painter: &Painter, scene: &Scene<'_>, font: FontId) {
        for line in scene.view.marks().without_trails() {
            let [from, to] = [&line.from, &line.to].map(|point| self.screen(point));
            let [red, green, blue, opacity] = line.color.map(|part| (part * 255.0).round() as u8);
            let color = Color32::from_rgba_unmultiplied(red, green, blue, opacity);
            painter.line_segment([from, to], Stroke::new(line.width * 0.8, color));
        }
        for label in scene.view.marks().labels() {
            view3d::note(painter, self.screen(&label.at), &label.text, font.clone());
        }
    }
}

/// Adds a dart that points to its heading, or a square where there is none.
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
