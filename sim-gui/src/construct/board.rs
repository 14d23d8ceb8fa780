//! The canvas for building a robot: x (forward) points up, y (left) to the left, in centimeters.

use crate::widgets::units::Unit;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2, Visuals};

/// Minimum and maximum scale, points per meter.
const SCALES: [f64; 2] = [100.0, 20_000.0];
/// Grid spacing, m.
const STEP: f64 = 0.01;
/// Minimum distance between grid lines, points.
const APART: f64 = 4.0;
/// Minimum distance between ruler labels, points.
const NUMBERS: f64 = 36.0;
/// Space for rulers at the left and lower edge, points.
const RULERS: Vec2 = Vec2::new(26.0, 18.0);

/// The transform from the robot to the screen.
#[derive(Clone, Debug)]
pub struct Board {
    rect: Rect,
    /// Point of the robot at the center, m.
    center: [f64; 2],
    /// Points per meter.
    scale: f64,
}

impl Default for Board {
    fn default() -> Self {
        Self { rect: Rect::ZERO, center: [0.0; 2], scale: 1000.0 }
    }
}

impl Board {
    /// Sets the screen rectangle.
    pub fn place(&mut self, rect: Rect) {
        self.rect = rect;
    }

    /// Fits a rectangle of the robot into the view, with margins of `sides` points at the left and right.
    pub fn fit(&mut self, [low, high]: [[f64; 2]; 2], sides: f32) {
        let room = (self.inner().size() - Vec2::new(2.0 * sides, RULERS.y + 24.0)).max(Vec2::splat(40.0));
        let size = [0, 1].map(|axis| (high[axis] - low[axis]).max(0.02));
        self.center = [0, 1].map(|axis| (low[axis] + high[axis]) / 2.0);
        let scale = (f64::from(room.x) / size[1]).min(f64::from(room.y) / size[0]) * 0.95;
        self.scale = scale.clamp(SCALES[0], SCALES[1]);
        // In the center of the area without rulers.
        let aside = self.rect.center() - self.inner().center();
        self.center[0] += f64::from(aside.y) / -self.scale;
        self.center[1] += f64::from(aside.x) / -self.scale;
    }

    /// Screen position of a point of the robot.
    pub fn screen(&self, [x, y]: [f64; 2]) -> Pos2 {
        let (up, left) = ((x - self.center[0]) * self.scale, (y - self.center[1]) * self.scale);
        self.rect.center() - Vec2::new(left as f32, up as f32)
    }

    /// Point of the robot at a screen position, m.
    pub fn world(&self, at: Pos2) -> [f64; 2] {
        let offset = self.rect.center() - at;
        [self.center[0] + f64::from(offset.y) / self.scale, self.center[1] + f64::from(offset.x) / self.scale]
    }

    /// Pans with the pointer.
    pub fn shift(&mut self, delta: Vec2) {
        self.center[0] += f64::from(delta.y) / self.scale;
        self.center[1] += f64::from(delta.x) / self.scale;
    }

    /// Zooms by a factor around a screen position.
    pub fn zoom(&mut self, factor: f64, at: Pos2) {
        let before = self.world(at);
        self.scale = (self.scale * factor).clamp(SCALES[0], SCALES[1]);
        let after = self.world(at);
        self.center = [0, 1].map(|axis| self.center[axis] + before[axis] - after[axis]);
    }

    /// The screen area without rulers.
    pub fn inner(&self) -> Rect {
        Rect::from_min_max(self.rect.min + Vec2::new(RULERS.x, 0.0), self.rect.max - Vec2::new(0.0, RULERS.y))
    }

    /// Indices of the visible lines along an axis, in grid steps.
    fn lines(&self, axis: usize, every: i64) -> impl Iterator<Item = i64> + use<> {
        let (a, b) = (self.world(self.rect.left_top()), self.world(self.rect.right_bottom()));
        let [low, high] = [a[axis].min(b[axis]), a[axis].max(b[axis])];
        let step = STEP * every as f64;
        ((low / step).ceil() as i64..=(high / step).floor() as i64).map(move |number| number * every)
    }

    /// The smallest of several steps with this minimum line distance, in grid steps.
    fn every(&self, apart: f64) -> i64 {
        let steps = [1, 5, 10, 50, 100];
        steps.into_iter().find(|every| *every as f64 * STEP * self.scale >= apart).unwrap_or(500)
    }

    /// Draws the grid: every centimeter where there is room, emphasized every ten and through the origin.
    pub fn draw_grid(&self, painter: &Painter, ink: Color32) {
        let every = self.every(APART);
        let stroke = |number: i64| match number {
            0 => Stroke::new(1.0, ink.gamma_multiply(0.55)),
            number if number % 10 == 0 => Stroke::new(1.0, ink.gamma_multiply(0.22)),
            _ => Stroke::new(1.0, ink.gamma_multiply(0.08)),
        };
        for number in self.lines(0, every) {
            let y = self.screen([number as f64 * STEP, 0.0]).y;
            painter.hline(self.rect.x_range(), y, stroke(number));
        }
        for number in self.lines(1, every) {
            let x = self.screen([0.0, number as f64 * STEP]).x;
            painter.vline(x, self.rect.y_range(), stroke(number));
        }
    }

    /// Draws the rulers with labels and unit.
    pub fn draw_rulers(&self, painter: &Painter, visuals: &Visuals, unit: Unit) {
        let (back, ink) = (visuals.panel_fill, visuals.text_color());
        let font = FontId::proportional(10.5);
        let inner = self.inner();
        let below = Rect::from_min_max(inner.left_bottom() - Vec2::new(RULERS.x, 0.0), self.rect.max);
        let beside = Rect::from_min_max(self.rect.min, Pos2::new(inner.left(), self.rect.bottom()));
        painter.rect_filled(below, 0.0, back);
        painter.rect_filled(beside, 0.0, back);
        let every = self.every(NUMBERS);
        let label = |number: i64| if number == 0 { "0".to_owned() } else { unit.number(number as f64 * STEP, 2) };
        for number in self.lines(0, every) {
            let y = self.screen([number as f64 * STEP, 0.0]).y;
            if (inner.top() + 24.0..inner.bottom() - 8.0).contains(&y) {
                let at = Pos2::new(inner.left() - 4.0, y);
                painter.text(at, Align2::RIGHT_CENTER, label(number), font.clone(), ink);
            }
        }
        // The axis name is at the right end.
        let name = painter.layout_no_wrap(unit.sign().to_owned(), font.clone(), ink);
        let end = self.rect.right() - name.size().x - 16.0;
        for number in self.lines(1, every) {
            let x = self.screen([0.0, number as f64 * STEP]).x;
            if (inner.left() + 8.0..end).contains(&x) {
                painter.text(Pos2::new(x, below.center().y), Align2::CENTER_CENTER, label(number), font.clone(), ink);
            }
        }
        let at = Pos2::new(self.rect.right() - name.size().x - 4.0, below.center().y - name.size().y / 2.0);
        painter.galley(at, name, ink);
        painter.text(self.rect.left_top() + Vec2::new(3.0, 4.0), Align2::LEFT_TOP, unit.sign(), font, ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        let mut board = Board::default();
        board.place(Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::new(500.0, 600.0)));
        board.fit([[-0.14, -0.14], [0.16, 0.14]], 80.0);
        board
    }

    /// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
    #[test]
    fn forward_is_up_and_left_is_left() {
        let board = board();
        let [origin, ahead, left] = [[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]].map(|point| board.screen(point));
        assert!(ahead.y < origin.y && (ahead.x - origin.x).abs() < 1e-3);
        assert!(left.x < origin.x && (left.y - origin.y).abs() < 1e-3);
        let back = board.world(board.screen([0.035, -0.12]));
        assert!((back[0] - 0.035).abs() < 1e-6 && (back[1] + 0.12).abs() < 1e-6);
    }

    /// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
    #[test]
    fn zooming_keeps_what_is_under_the_pointer_and_dragging_takes_the_sheet_along() {
        let mut board = board();
        let at = Pos2::new(200.0, 250.0);
        let before = board.world(at);
        board.zoom(2.5, at);
        let after = board.world(at);
        assert!((before[0] - after[0]).abs() < 1e-9 && (before[1] - after[1]).abs() < 1e-9);
        board.shift(Vec2::new(30.0, -40.0));
        let shifted = board.world(at + Vec2::new(30.0, -40.0));
        assert!((before[0] - shifted[0]).abs() < 1e-9 && (before[1] - shifted[1]).abs() < 1e-9);
    }

    /// BU-60: The construction view shows the robot from above on a 1 cm grid, with palette.
    #[test]
    fn the_grid_has_a_line_every_centimetre_where_there_is_room() {
        let mut board = board();
        assert_eq!(board.every(APART), 1);
        board.zoom(0.2, Pos2::new(200.0, 250.0));
        assert_eq!(board.every(APART), 5, "{board:?}");
    }
}
