//! The sheet of a plan: scale, grid, rulers.

use crate::widgets::units::Units;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2, Visuals};
use sim_render::Projection2d;

/// Minimum and maximum scale, points per meter.
const SCALES: [f64; 2] = [0.05, 50_000.0];
/// Width of the rulers, points.
const RULER: f32 = 34.0;

/// The transform from the world to the screen.
#[derive(Clone, Debug)]
pub struct Sheet {
    rect: Rect,
    /// World point at the center, m.
    center: [f64; 2],
    /// Points per meter.
    scale: f64,
}

impl Default for Sheet {
    fn default() -> Self {
        Self { rect: Rect::ZERO, center: [0.0; 2], scale: 100.0 }
    }
}

impl Sheet {
    /// Sets the screen rectangle.
    pub fn place(&mut self, rect: Rect) {
        self.rect = rect;
    }

    /// The screen rectangle.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// Screen length of a world length, m.
    pub fn length(&self, metres: f64) -> f32 {
        (metres * self.scale) as f32
    }

    /// Fits a rectangle of the world into the view.
    pub fn fit(&mut self, low: [f64; 2], high: [f64; 2]) {
        let room = (self.rect.size() - Vec2::splat(2.0 * RULER)).max(Vec2::splat(16.0));
        let size = [0, 1].map(|axis| (high[axis] - low[axis]).max(0.1));
        self.center = [0, 1].map(|axis| (low[axis] + high[axis]) / 2.0);
        self.scale = (f64::from(room.x) / size[0]).min(f64::from(room.y) / size[1]) * 0.95;
    }

    /// Screen position of a world point.
    pub fn screen(&self, [x, y]: [f64; 2]) -> Pos2 {
        let right = (x - self.center[0]) * self.scale;
        let up = (y - self.center[1]) * self.scale;
        self.rect.center() + Vec2::new(right as f32, -up as f32)
    }

    /// World point at a screen position, m.
    pub fn world(&self, at: Pos2) -> [f64; 2] {
        let offset = at - self.rect.center();
        [self.center[0] + f64::from(offset.x) / self.scale, self.center[1] - f64::from(offset.y) / self.scale]
    }

    /// Pans with the pointer.
    pub fn shift(&mut self, delta: Vec2) {
        self.center[0] -= f64::from(delta.x) / self.scale;
        self.center[1] += f64::from(delta.y) / self.scale;
    }

    /// Zooms by a factor around a screen position.
    pub fn zoom(&mut self, factor: f64, at: Pos2) {
        let before = self.world(at);
        self.scale = (self.scale * factor).clamp(SCALES[0], SCALES[1]);
        let after = self.world(at);
        self.center = [0, 1].map(|axis| self.center[axis] + before[axis] - after[axis]);
    }

    /// Grid spacing, m: 1, 2 or 5 times a power of ten, at least 60 points.
    fn step(&self) -> f64 {
        let least = 60.0 / self.scale;
        let power = 10f64.powf(least.log10().floor());
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|part| part * power).find(|step| *step >= least).unwrap_or(10.0 * power)
    }

    /// The area without rulers.
    pub fn inner(&self) -> Rect {
        Rect::from_min_max(self.rect.min + Vec2::new(RULER, 0.0), self.rect.max - Vec2::new(0.0, RULER / 2.0))
    }

    /// Positions of the visible grid lines along an axis, m.
    fn lines(&self, axis: usize) -> impl Iterator<Item = f64> + use<> {
        let (a, b) = (self.world(self.rect.left_bottom()), self.world(self.rect.right_top()));
        let step = self.step();
        let (first, last) = ((a[axis] / step).ceil() as i64, (b[axis] / step).floor() as i64);
        (first..=last).map(move |number| number as f64 * step)
    }

    /// Draws the grid.
    pub fn draw_grid(&self, painter: &Painter, ink: Color32) {
        let stroke = |value: f64| Stroke::new(1.0, ink.gamma_multiply(if value == 0.0 { 0.6 } else { 0.18 }));
        for x in self.lines(0) {
            painter.vline(self.screen([x, 0.0]).x, self.rect.y_range(), stroke(x));
        }
        for y in self.lines(1) {
            painter.hline(self.rect.x_range(), self.screen([0.0, y]).y, stroke(y));
        }
    }

    /// Draws the rulers with labels and axis names.
    pub fn draw_rulers(&self, painter: &Painter, visuals: &Visuals, projection: Projection2d) {
        let unit = Units::of(painter.ctx()).length();
        let (back, ink) = (visuals.panel_fill, visuals.text_color());
        let font = FontId::proportional(11.0);
        let below = Rect::from_min_max(self.rect.left_bottom() - Vec2::new(0.0, RULER / 2.0), self.rect.max);
        let left = Rect::from_min_max(self.rect.min, self.rect.left_bottom() + Vec2::new(RULER, 0.0));
        painter.rect_filled(below, 0.0, back);
        painter.rect_filled(left, 0.0, back);
        let decimals = (-self.step().log10().floor()).max(0.0) as usize;
        let label = |value: f64| if value == 0.0 { "0".to_string() } else { unit.number(value, decimals) };
        for x in self.lines(0) {
            let at = Pos2::new(self.screen([x, 0.0]).x, below.center().y);
            if at.x > left.right() + 12.0 && at.x < below.right() - RULER {
                painter.text(at, Align2::CENTER_CENTER, label(x), font.clone(), ink);
            }
        }
        for y in self.lines(1) {
            let at = Pos2::new(left.right() - 4.0, self.screen([0.0, y]).y);
            if at.y < below.top() - 8.0 && at.y > left.top() + RULER / 2.0 {
                painter.text(at, Align2::RIGHT_CENTER, label(y), font.clone(), ink);
            }
        }
        let [right, up] = projection.axes().map(|axis| format!("{}/{}", ["x", "y", "z"][axis], unit.sign()));
        painter.text(below.right_center() - Vec2::new(4.0, 0.0), Align2::RIGHT_CENTER, right, font.clone(), ink);
        painter.text(left.left_top() + Vec2::new(4.0, 4.0), Align2::LEFT_TOP, up, font, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut sheet = Sheet::default();
        sheet.place(Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::new(800.0, 600.0)));
        sheet.fit([-2.0, -1.0], [4.0, 3.0]);
        sheet
    }

    #[test]
    fn screen_and_world_are_each_others_inverse_and_what_is_fitted_is_seen() {
        let sheet = sheet();
        for point in [[-2.0, -1.0], [4.0, 3.0], [0.3, 0.7]] {
            let at = sheet.screen(point);
            assert!(sheet.rect.contains(at), "{at:?}");
            let back = sheet.world(at);
            assert!((back[0] - point[0]).abs() < 1e-3 && (back[1] - point[1]).abs() < 1e-3);
        }
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let mut sheet = sheet();
        let at = Pos2::new(300.0, 200.0);
        let before = sheet.world(at);
        sheet.zoom(3.0, at);
        let after = sheet.world(at);
        assert!((before[0] - after[0]).abs() < 1e-6 && (before[1] - after[1]).abs() < 1e-6);
    }

    #[test]
    fn grid_lines_are_far_enough_apart_to_read() {
        let mut sheet = sheet();
        for _ in 0..30 {
            sheet.zoom(1.4, Pos2::new(400.0, 300.0));
            let distance = sheet.step() * sheet.scale;
            assert!((60.0..=150.1).contains(&distance), "{distance}");
        }
    }
}
