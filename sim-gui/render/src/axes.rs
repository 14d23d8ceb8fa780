//! Axes of plans and plots: a plot area with grid lines, and a title and labels around it.

use crate::svg::{Pen, Rgba, Svg, WHITE, Words, grey, line_height, shortened, text_width};

/// Font sizes of the title and of labels, px.
const TITLE: f64 = 24.0;
pub const LABELS: f64 = 18.0;
/// Distance of labels from the plot area, and minimum distance from the edge of the image, px.
pub const GAP: f64 = 8.0;
/// Top edge of the title, px.
const TOP: f64 = 12.0;
/// Center of the names and of the scale bar below the plot area, px.
const BASE: f64 = 56.0;
/// Minimum distance between grid lines, px.
const APART: f64 = 70.0;
/// Length of the longer side of the image of a plan, px.
const LONGER_SIDE: f64 = 1400.0;
/// Minimum side length of the plot area of a plan, px; a narrow area is widened.
const SHORTEST: f64 = 420.0;
/// Minimum size of the plot area of a plan, m.
const SMALLEST: f64 = 1.0;
/// Padding around the content of a plan, as a fraction of the plot area.
const PADDING: f64 = 0.03;
/// Left, right, top and bottom margins, px. The left margin grows with its labels.
const LEFT: f64 = 90.0;
const RIGHT: f64 = 30.0;
const ABOVE: f64 = 70.0;
const BELOW: f64 = 84.0;

/// Color-blind safe palette (Okabe and Ito, "Color Universal Design", 2008), without yellow, which is hard to see on white.
pub const PALETTE: [Rgba; 7] = [
    [0, 114, 178, 255],
    [213, 94, 0, 255],
    [0, 158, 115, 255],
    [230, 159, 0, 255],
    [204, 121, 167, 255],
    [86, 180, 233, 255],
    [0, 0, 0, 255],
];

/// The plot area and its position in an image. Values grow to the right and up; pixels are counted from the top left corner.
#[derive(Clone, Debug)]
pub struct Axes {
    /// Values at the lower left corner of the plot area.
    min: [f64; 2],
    /// Values at the upper right corner of the plot area.
    max: [f64; 2],
    /// Left, top, right and bottom edges of the plot area, px.
    edges: [f64; 4],
    /// Width and height of the image, px.
    size: [f64; 2],
}

impl Axes {
    /// Axes for this range of values in an image of this size, with a margin on the right, both px.
    pub fn new(min: [f64; 2], max: [f64; 2], size: [f64; 2], right: f64) -> Self {
        let mut axes = Self { min, max, edges: [LEFT, ABOVE, size[0] - right, size[1] - BELOW], size };
        axes.edges[0] = LEFT.max(axes.widest_label(1) + 2.0 * GAP);
        axes
    }

    /// Axes to scale, in m, that contain all points; the longer side of the image has 1400 px.
    pub fn to_scale(points: impl Iterator<Item = [f64; 2]>) -> Self {
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
        let axes = Self::with_room(middle, span, LEFT);
        // A wider margin reduces the scale, so no label becomes longer.
        let needed = axes.widest_label(1) + 2.0 * GAP;
        if needed > LEFT { Self::with_room(middle, span, needed) } else { axes }
    }

    /// Axes to scale with this center and extent, both in m, and this left margin, px.
    fn with_room(middle: [f64; 2], span: [f64; 2], left: f64) -> Self {
        let scale = ((LONGER_SIDE - left - RIGHT) / span[0]).min((LONGER_SIDE - ABOVE - BELOW) / span[1]);
        let half = span.map(|span| span.max(SHORTEST / scale) / 2.0);
        let [width, height] = half.map(|half| 2.0 * half * scale);
        Self {
            min: [0, 1].map(|axis| middle[axis] - half[axis]),
            max: [0, 1].map(|axis| middle[axis] + half[axis]),
            edges: [left, ABOVE, left + width, ABOVE + height],
            size: [(width + left + RIGHT).round(), (height + ABOVE + BELOW).round()],
        }
    }

    /// Width and height of the image, px.
    pub fn image_size(&self) -> [f64; 2] {
        self.size
    }

    /// Left, top, right and bottom edges of the plot area, px.
    pub fn edges(&self) -> [f64; 4] {
        self.edges
    }

    /// Pixels per unit of an axis.
    pub fn scale(&self, axis: usize) -> f64 {
        let [left, upper, right, lower] = self.edges;
        [right - left, lower - upper][axis] / (self.max[axis] - self.min[axis])
    }

    /// Position of a point in the image, px.
    pub fn pixel(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [left, _, _, lower] = self.edges;
        [left + self.scale(0) * (x - self.min[0]), lower - self.scale(1) * (y - self.min[1])]
    }

    /// A drawing with the grid.
    pub fn sheet(&self) -> Svg {
        self.with_grid(Svg::new(self.size))
    }

    /// As [`Axes::sheet`], for axes to scale: the file is in m, with y down.
    pub fn sheet_in_meters(&self) -> Svg {
        let (scale, [left, upper, _, _]) = (self.scale(0), self.edges);
        let origin = [self.min[0] - left / scale, -self.max[1] - upper / scale];
        self.with_grid(Svg::new(self.size).in_units(origin, 1.0 / scale))
    }

    fn with_grid(&self, mut svg: Svg) -> Svg {
        let [left, upper, right, lower] = self.edges;
        svg.rectangle([0.0, 0.0, self.size[0], self.size[1]], WHITE, Pen::NONE);
        for axis in 0..2 {
            for number in self.grid(axis) {
                let at = self.line(axis, number);
                let ends = if axis == 0 { [[at, upper], [at, lower]] } else { [[left, at], [right, at]] };
                svg.line(ends, Pen::new(grey(if number == 0 { 170 } else { 230 }), 1.0));
            }
        }
        svg
    }

    /// Draws the frame of the plot area, and title, ending of the title, names of the axes and labels around it.
    pub fn draw_border(&self, svg: &mut Svg, title: [&str; 2], names: [&str; 2]) {
        svg.rectangle(self.edges, [0; 4], Pen::new(grey(120), 1.0));
        self.words(title, names).iter().for_each(|words| svg.write(words));
    }

    /// Draws a bar of one grid step, for axes to scale, with its length and an addition.
    pub fn draw_scale(&self, svg: &mut Svg, addition: &str) {
        let ([left, _, _, lower], pen) = (self.edges, Pen::new(grey(0), 2.0));
        let (right, y) = (left + self.step(0) * self.scale(0), lower + BASE);
        svg.line([[left, y], [right, y]], pen);
        for x in [left, right] {
            svg.line([[x, y - 6.0], [x, y + 6.0]], pen);
        }
        svg.write(&self.scale_words(addition));
    }

    fn scale_words(&self, addition: &str) -> Words {
        let [left, _, _, lower] = self.edges;
        let corner = [left + self.step(0) * self.scale(0) + 12.0, lower + BASE - line_height(LABELS) / 2.0];
        Words::new(format!("{} m{addition}", self.step(0)), corner, LABELS, grey(0))
    }

    /// Title, of which the second part is not shortened, names of the axes and labels of the grid lines.
    pub fn words(&self, [title, ending]: [&str; 2], names: [&str; 2]) -> Vec<Words> {
        let ([left, upper, right, lower], height) = (self.edges, line_height(LABELS));
        let room = self.size[0] - left - GAP;
        let title = shortened(title, room - text_width(ending, TITLE), TITLE) + ending;
        let label = |text: String, corner: [f64; 2]| Words::new(text, corner, LABELS, grey(60));
        let mut words = vec![
            Words::new(title, [left, TOP], TITLE, grey(0)),
            label(names[0].into(), [right - text_width(names[0], LABELS), lower + BASE - height / 2.0]),
            label(shortened(names[1], room, LABELS), [left, upper - height - 2.0]),
        ];
        let every = self.every();
        for number in self.grid(0).filter(|number| number % every == 0) {
            let text = self.label(0, number);
            let x = self.line(0, number) - text_width(&text, LABELS) / 2.0;
            let words_at = label(text, [x, lower + height / 2.0]);
            words.extend((words_at.edges()[2] <= self.size[0]).then_some(words_at));
        }
        for number in self.grid(1) {
            let text = self.label(1, number);
            let x = left - GAP - text_width(&text, LABELS);
            words.push(label(text, [x, self.line(1, number) - height / 2.0]));
        }
        words
    }

    /// Spacing of the grid lines of an axis, in its unit: 1, 2 or 5 times a power of ten.
    fn step(&self, axis: usize) -> f64 {
        round_step(APART / self.scale(axis))
    }

    /// The grid lines of an axis, as multiples of the step.
    fn grid(&self, axis: usize) -> std::ops::RangeInclusive<i64> {
        let step = self.step(axis);
        (self.min[axis] / step).ceil() as i64..=(self.max[axis] / step).floor() as i64
    }

    /// Position of a grid line on its axis, px.
    fn line(&self, axis: usize, number: i64) -> f64 {
        self.pixel([number as f64 * self.step(axis); 2])[axis]
    }

    /// Label of a grid line, with as many decimals as the step has.
    fn label(&self, axis: usize, number: i64) -> String {
        let step = self.step(axis);
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        if number == 0 { "0".into() } else { format!("{:.decimals$}", number as f64 * step) }
    }

    /// Width of the widest label of an axis, px.
    fn widest_label(&self, axis: usize) -> f64 {
        self.grid(axis).map(|number| text_width(&self.label(axis, number), LABELS)).fold(0.0, f64::max)
    }

    /// The interval at which labels of the horizontal axis fit side by side.
    fn every(&self) -> i64 {
        let distance = self.step(0) * self.scale(0);
        ((self.widest_label(0) + 2.0 * GAP) / distance).ceil().max(1.0) as i64
    }
}

/// The smallest 1, 2 or 5 times a power of ten that is at least this value.
pub fn round_step(least: f64) -> f64 {
    let decade = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * decade);
    steps.into_iter().find(|step| *step >= least).unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::overlap;

    #[test]
    fn places_map_to_pixels_to_scale_with_y_up() {
        let axes = Axes::to_scale([[-2.0, -1.0], [4.0, 2.0]].into_iter());
        let ([left, lower], [right, upper]) = (axes.pixel([-2.0, -1.0]), axes.pixel([4.0, 2.0]));
        // 6 m and twice the padding of 3 % fill 1400 px less the margins.
        let scale = (1400.0 - 120.0) / (6.0 * 1.06);
        assert!((axes.scale(0) - scale).abs() < 1e-9 && (axes.scale(1) - scale).abs() < 1e-9, "{axes:?}");
        assert!((right - left - 6.0 * scale).abs() < 1e-6 && (lower - upper - 3.0 * scale).abs() < 1e-6);
        assert!((left - 90.0 - 0.18 * scale).abs() < 1e-6 && (upper - 70.0 - 0.18 * scale).abs() < 1e-6);
        assert_eq!(axes.image_size()[0], 1400.0);
    }

    #[test]
    fn a_narrow_field_is_widened_and_an_empty_one_has_a_size() {
        assert_eq!(Axes::to_scale([[0.0, 0.0], [0.0, 100.0]].into_iter()).image_size(), [540.0, 1400.0]);
        let [width, height] = Axes::to_scale(std::iter::empty()).image_size();
        assert!(width.max(height) == 1400.0 && width.min(height) > 1000.0, "{width} {height}");
    }

    #[test]
    fn grid_lines_are_round_numbers_inside_the_field() {
        let axes = Axes::to_scale([[0.0, 0.0], [20.0, 20.0]].into_iter());
        assert_eq!((axes.step(0), axes.grid(0)), (2.0, 0..=10));
    }

    #[test]
    fn a_long_title_ends_in_dots_and_leaves_its_ending() {
        let axes = Axes::new([0.0; 2], [1.0; 2], [600.0, 300.0], RIGHT);
        let title = |title: &str| axes.words([title, ", 12.3 s"], ["x/m", "y/m"]).remove(0);
        assert_eq!(title("pond").text, "pond, 12.3 s");
        let cut = title("a pond with two boats and a light tower, and a name that is long").text;
        assert!(cut.starts_with("a pond with two boats and a light") && cut.ends_with("…, 12.3 s"), "{cut}");
    }

    #[test]
    fn words_overlap_neither_each_other_nor_the_field_and_are_whole() {
        let spans = [[0.0, 0.0], [1.0, 1.0], [4.0, 1.0], [0.5, 90.0], [100.0, 0.1], [37.0, 52.0], [3e4, 2e4]];
        let middles = [[0.0, 0.0], [-3.2, 117.5], [123_456.7, -98_765.4]];
        for (span, middle) in spans.into_iter().flat_map(|span| middles.map(|middle| (span, middle))) {
            let corner = |sign: f64| [0, 1].map(|axis| middle[axis] + sign * span[axis] / 2.0);
            let axes = Axes::to_scale([corner(-1.0), corner(1.0)].into_iter());
            let title = ["a pond with two boats, a light tower and a very long title", ", 1234.5 s"];
            let mut words = axes.words(title, ["x/m", "y/m"]);
            words.push(axes.scale_words(", 1:500"));
            assert!(words.len() > 8, "{} words for {span:?}", words.len());
            let ([width, height], field) = (axes.image_size(), axes.edges());
            for (index, one) in words.iter().enumerate() {
                let edges = one.edges();
                let whole = edges[0] >= 0.0 && edges[1] >= 0.0 && edges[2] <= width && edges[3] <= height;
                assert!(whole && !overlap(&edges, &field), "{one:?} in {width} x {height} with {field:?}");
                let other = words[..index].iter().find(|other| overlap(&edges, &other.edges()));
                assert!(other.is_none(), "{one:?} and {other:?} in {width} x {height}");
            }
        }
    }
}
