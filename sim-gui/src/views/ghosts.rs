//! Ghosts in the 3D view: poses of the live robots in a recorded run.

use super::content::Content;
use super::view3d::View3d;
use crate::tools::viewport::Viewport;
use crate::viewer_context::ViewerContext;
use egui::{Color32, Painter, Pos2, Shape, Stroke, Ui};
use nalgebra::Point3;

/// Color of ghosts; no robot has it.
pub const COLOR: Color32 = Color32::from_rgb(170, 90, 220);
/// Length of dashes and gaps, points.
const DASH: [f32; 2] = [5.0, 4.0];
/// Maximum number of ghosts in the 3D view; those with the largest distance are drawn.
const DRAWN: usize = 500;
/// Number of vertices of a ring.
const CORNERS: usize = 24;

/// Draws ghosts over the 3D view that fills `ui`: a ring at the bottom and top of each, and a line to its robot.
pub fn show(ui: &Ui, view: &View3d, content: &Content, context: &ViewerContext<'_>) {
    let world = context.world;
    let rect = ui.min_rect();
    if context.ghosts.is_empty() || !rect.is_positive() {
        return;
    }
    let (painter, camera) = (ui.painter_at(rect), view.seen(world, content));
    let viewport = Viewport { camera: &camera, rect };
    let screen = |point: &Point3<f64>| viewport.project(point);
    for ghost in context.ghosts.iter().take(DRAWN) {
        let Some([low, high]) = content.stage().bounds_of_body(ghost.body) else { continue };
        let now = world.poses()[ghost.body];
        let middle = now.inverse() * nalgebra::center(&low, &high);
        let at = ghost.pose * middle;
        let (radius, half) = ((high - low).xy().norm() / 8f64.sqrt(), (high.z - low.z) / 2.0);
        let ring = |height: f64| -> Option<Vec<Pos2>> {
            let corner = |number: usize| {
                let (sin, cos) = (number as f64 / CORNERS as f64 * std::f64::consts::TAU).sin_cos();
                screen(&Point3::new(at.x + radius * cos, at.y + radius * sin, at.z + height))
            };
            (0..=CORNERS).map(corner).collect()
        };
        // Ghosts that are partly behind the camera are skipped.
        let (Some(foot), Some(head)) = (ring(-half), ring(half)) else { continue };
        painter.add(Shape::convex_polygon(head.clone(), COLOR.gamma_multiply(0.25), Stroke::NONE));
        painter.add(Shape::convex_polygon(foot.clone(), COLOR.gamma_multiply(0.25), Stroke::NONE));
        // The silhouette edges of the body on the screen.
        let order = |a: &usize, b: &usize| head[*a].x.total_cmp(&head[*b].x);
        let sides = [(0..CORNERS).min_by(order), (0..CORNERS).max_by(order)];
        for corner in sides.into_iter().flatten() {
            painter.line_segment([foot[corner], head[corner]], Stroke::new(1.0, COLOR));
        }
        painter.add(Shape::line(foot, Stroke::new(1.0, COLOR)));
        painter.add(Shape::line(head, Stroke::new(1.5, COLOR)));
        if let (Some(from), Some(to)) = (screen(&at), screen(&nalgebra::center(&low, &high))) {
            dashed(&painter, &[from, to]);
        }
    }
}

/// Draws a dashed line in the ghost color.
pub fn dashed(painter: &Painter, points: &[Pos2]) {
    painter.extend(Shape::dashed_line(points, Stroke::new(1.5, COLOR), DASH[0], DASH[1]));
}
