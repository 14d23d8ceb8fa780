//! Conversion from meters to pixels.

use super::Point;
use sim_render::canvas2d::text_width;

/// Length of the longer side of the image, px.
const LONGER_SIDE: f64 = 1400.0;
/// Minimum side length of the plot area, px; a narrow area is widened.
const SHORTEST: f64 = 420.0;
/// Minimum size of the plot area, m.
const SMALLEST: f64 = 1.0;
/// Padding around the content, as a fraction of the plot area.
const PADDING: f64 = 0.03;

/// Font size of the axis labels, px.
pub const LABELS: f32 = 18.0;
/// Distance of the vertical axis labels from the plot area, and minimum distance from the edge of the image, px.
pub const GAP: f32 = 8.0;

/// Left, right, top and bottom margins, px. The left margin grows with its labels.
const LEFT: f64 = 90.0;
const RIGHT: f64 = 30.0;
const ABOVE: f64 = 70.0;
const BELOW: f64 = 84.0;

/// The plot area of the plan and its position in the image. x points right, y up; pixels start at the top left corner.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Lower left corner of the plot area, m.
    pub min: Point,
    /// Upper right corner of the plot area, m.
    pub max: Point,
    /// Scale of both axes, px/m.
    pub scale: f64,
    /// Left margin, px.
    left: f64,
}

impl Frame {
    /// A frame that contains all points.
    pub fn around(points: impl Iterator<Item = Point>) -> Self {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            for axis in 0..2 {
                min[axis] = min[axis].min(point[axis]);
                max[axis] = max[axis].max(point[axis]);
            }
        }
        if min[0] > max[0] {
            (min, max) = ([0.0; 2], [0.0; 2]);
        }
        let longest = (max[0] - min[0]).max(max[1] - min[1]).max(SMALLEST);
        let mut span = [0, 1].map(|axis| max[axis] - min[axis] + 2.0 * PADDING * longest);
        if span[0].max(span[1]) < SMALLEST {
            span = [SMALLEST; 2];
        }
        let middle = [0, 1].map(|axis| (min[axis] + max[axis]) / 2.0);
        let frame = Self::with_room(middle, span, LEFT);
        // A wider margin reduces the scale, so no label becomes longer.
        let needed = f64::from(frame.widest_label(1) + 2.0 * GAP);
        if needed > LEFT { Self::with_room(middle, span, needed) } else { frame }
    }

    /// A frame with this center and extent, both in m, and this left margin, px.
    fn with_room(middle: Point, span: Point, left: f64) -> Self {
        let scale = ((LONGER_SIDE - left - RIGHT) / span[0]).min((LONGER_SIDE - ABOVE - BELOW) / span[1]);
        let half = span.map(|span| span.max(SHORTEST / scale) / 2.0);
        let (min, max) = ([0, 1].map(|axis| middle[axis] - half[axis]), [0, 1].map(|axis| middle[axis] + half[axis]));
        Self { min, max, scale, left }
    }

    /// Width and height of the image, px.
    pub fn image_size(&self) -> (u32, u32) {
        let [width, height] = self.field_size();
        ((width + self.left + RIGHT).round() as u32, (height + ABOVE + BELOW).round() as u32)
    }

    /// Width and height of the plot area, px.
    fn field_size(&self) -> Point {
        [0, 1].map(|axis| (self.max[axis] - self.min[axis]) * self.scale)
    }

    /// Left, top, right and bottom edges of the plot area, px.
    pub fn field(&self) -> [f32; 4] {
        let [width, height] = self.field_size();
        [self.left, ABOVE, self.left + width, ABOVE + height].map(|edge| edge as f32)
    }

    /// Converts a position in the world, m, to a position in the image, px.
    pub fn pixel(&self, point: Point) -> [f32; 2] {
        let x = self.left + (point[0] - self.min[0]) * self.scale;
        let y = ABOVE + (self.max[1] - point[1]) * self.scale;
        [x as f32, y as f32]
    }

    /// Spacing of the grid lines, m: 1, 2 or 5 times a power of ten, at least 70 px.
    pub fn grid_step(&self) -> f64 {
        round_step(70.0 / self.scale)
    }

    /// Grid lines on an axis, as multiples of the step.
    pub fn grid(&self, axis: usize) -> std::ops::RangeInclusive<i64> {
        let step = self.grid_step();
        (self.min[axis] / step).ceil() as i64..=(self.max[axis] / step).floor() as i64
    }

    /// Label of a grid line, m.
    pub fn label(&self, number: i64) -> String {
        label(number, self.grid_step())
    }

    /// Width of the widest label of an axis, px.
    pub fn widest_label(&self, axis: usize) -> f32 {
        self.grid(axis).map(|number| text_width(&self.label(number), LABELS)).fold(0.0, f32::max)
    }
}

/// Formats a multiple of a step, with as many decimals as the step has.
pub(crate) fn label(number: i64, step: f64) -> String {
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    if number == 0 { "0".into() } else { format!("{:.decimals$}", number as f64 * step) }
}

/// The interval at which labels of this width fit side by side at this spacing, px.
pub(crate) fn every(widest: f32, distance: f32) -> i64 {
    ((widest + 2.0 * GAP) / distance).ceil().max(1.0) as i64
}

/// The smallest 1, 2 or 5 times a power of ten that is at least this value.
pub(crate) fn round_step(least: f64) -> f64 {
    let decade = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * decade);
    steps.into_iter().find(|step| *step >= least).unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_map_to_pixels_to_scale_with_y_up() {
        let frame = Frame::around([[-2.0, -1.0], [4.0, 2.0]].into_iter());
        let ([left, lower], [right, upper]) = (frame.pixel([-2.0, -1.0]), frame.pixel([4.0, 2.0]));
        // 6 m and twice the padding of 3 % fill 1400 px less the margins.
        let scale = (1400.0 - 120.0) / (6.0 * 1.06);
        assert!((frame.scale - scale).abs() < 1e-9, "{}", frame.scale);
        assert!(
            (f64::from(right - left) - 6.0 * scale).abs() < 1e-2
                && (f64::from(lower - upper) - 3.0 * scale).abs() < 1e-2
        );
        assert!(
            (f64::from(left) - 90.0 - 0.18 * scale).abs() < 1e-2
                && (f64::from(upper) - 70.0 - 0.18 * scale).abs() < 1e-2
        );
        assert_eq!(frame.image_size().0, 1400);
    }

    #[test]
    fn a_narrow_field_is_widened_and_an_empty_one_has_a_size() {
        let (width, height) = Frame::around([[0.0, 0.0], [0.0, 100.0]].into_iter()).image_size();
        assert_eq!((width, height), (540, 1400));
        let (width, height) = Frame::around(std::iter::empty()).image_size();
        assert!(width.max(height) == 1400 && width.min(height) > 1000, "{width} {height}");
    }

    #[test]
    fn grid_lines_are_round_numbers_inside_the_field() {
        let frame = Frame::around([[0.0, 0.0], [20.0, 20.0]].into_iter());
        assert_eq!(frame.grid_step(), 2.0);
        assert_eq!(frame.grid(0), 0..=10);
    }
}
