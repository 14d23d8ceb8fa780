//! Ghosts on the plan: poses of robots in a recorded run.

use super::Plan;
use crate::viewer_context::ViewerContext;
use crate::views::content::Content;
use crate::views::ghosts;
use sim_render::Projection2d;

impl Plan {
    /// Draws the outline of each ghost, and a line to its robot.
    pub(super) fn draw_ghosts(&mut self, painter: &egui::Painter, context: &ViewerContext<'_>, content: &Content) {
        let [right, up] = self.projection.axes();
        for ghost in context.ghosts.iter() {
            let now = context.world.poses()[ghost.body];
            let outline = self.outline(context, content, ghost.body);
            let (from, to) = (now.translation.vector, ghost.pose.translation.vector);
            // In the top view the outline rotates with the robot; in side views it is only translated.
            let turn = match self.projection {
                Projection2d::Top => ghost.pose.rotation.euler_angles().2 - now.rotation.euler_angles().2,
                _ => 0.0,
            };
            let (sin, cos) = turn.sin_cos();
            let place = |[x, y]: [f64; 2]| {
                let (x, y) = (x - from[right], y - from[up]);
                self.sheet.screen([to[right] + cos * x - sin * y, to[up] + sin * x + cos * y])
            };
            let points: Vec<_> = outline.into_iter().map(place).collect();
            if let Some(first) = points.first().copied() {
                let fill = ghosts::COLOR.gamma_multiply(0.2);
                painter.add(egui::Shape::convex_polygon(points.clone(), fill, egui::Stroke::NONE));
                let closed: Vec<_> = points.into_iter().chain([first]).collect();
                ghosts::dashed(painter, &closed);
            }
            let ends = [from, to].map(|at| self.sheet.screen([at[right], at[up]]));
            ghosts::dashed(painter, &ends);
        }
    }
}
