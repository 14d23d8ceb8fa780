//! A drawing as PNG.

use super::{Drawing, EDGE, Item, Rgba, Width};
use crate::text;
use sim_render::canvas2d::{Canvas2d, Color, Letters, Pen, Words, line_height, overlap, shortened, text_width};

/// Pixels per hundredth of a millimeter of the sheet, for an image of 2,400 pixels.
const SHEET: f32 = 0.085;
/// Font size, px.
const LETTERS: f32 = super::LETTERS as f32 * SHEET;
/// Distance of text from the edge of the image and from other text, px.
const GAP: f32 = 10.0;
/// Length of the ends of the scale bar, px.
const TICK: f32 = 7.0;

/// The PNG file with this size of the longer side, px.
pub fn bytes(drawing: &Drawing, pixels: u32) -> Result<Vec<u8>, String> {
    let size = drawing.size();
    let scale = f64::from(pixels) / size[0].max(size[1]);
    let [width, height] = size.map(|metres| ((metres * scale).round() as u32).max(1));
    let mut canvas = Canvas2d::new(width, height).ok_or_else(|| text::plan::too_large(width, height))?;
    let [low, high] = drawing.field;
    let place = |[x, y]: [f64; 2]| [((x - low[0]) * scale) as f32, ((high[1] - y) * scale) as f32];
    let grid_pen = Pen { color: grey(222), width: 1.0, dash: 0.0 };
    for x in drawing.grid(0) {
        canvas.line([place([x, low[1]]), place([x, high[1]])], false, grid_pen);
    }
    for y in drawing.grid(1) {
        canvas.line([place([low[0], y]), place([high[0], y])], false, grid_pen);
    }
    for item in &drawing.items {
        match item {
            Item::Area { points, fill, edge } => {
                canvas.area(points.iter().map(|point| place(*point)), color(*fill));
                let pen = Pen { color: color(*edge), width: (EDGE as f32 * SHEET).max(1.0), dash: 0.0 };
                canvas.line(points.iter().map(|point| place(*point)), true, pen);
            }
            Item::Line { points, closed, color: ink, width } => {
                let width = match width {
                    Width::Meters(metres) => (metres * scale) as f32,
                    Width::Sheet(hundredths) => (*hundredths as f32 * SHEET).max(1.0),
                };
                let pen = Pen { color: color(*ink), width, dash: 0.0 };
                canvas.line(points.iter().map(|point| place(*point)), *closed, pen);
            }
            Item::Disc { at, radius, fill } => {
                let rim = Pen { color: color(*fill), width: 0.5, dash: 0.0 };
                canvas.disc(place(*at), (radius * scale) as f32, color(*fill), rim);
            }
            Item::Text { at, text, color: ink } => {
                let [x, y] = place(*at);
                let text = shortened(text, width as f32 - 2.0 * GAP, LETTERS);
                let rightmost = width as f32 - GAP - text_width(&text, LETTERS);
                let corner = [x.min(rightmost).max(GAP), (y - line_height(LETTERS)).max(0.0)];
                canvas.write(&words(text, corner, color(*ink)));
            }
        }
    }
    let (right, length) = (width as f32 - GAP, (drawing.grid_step() * scale) as f32);
    let bar = Pen { color: grey(0), width: 3.0, dash: 0.0 };
    let y = GAP + line_height(LETTERS) + TICK;
    canvas.line([[right - length, y - TICK], [right - length, y], [right, y], [right, y - TICK]], false, bar);
    legend(drawing, [width, height].map(|side| side as f32), place).iter().for_each(|words| canvas.write(words));
    canvas.png()
}

/// Title, text of the scale bar, and the grid labels that fit, in an image of this size, px.
fn legend(drawing: &Drawing, [width, height]: [f32; 2], place: impl Fn([f64; 2]) -> [f32; 2]) -> Vec<Words> {
    let line = line_height(LETTERS);
    let step = format!("{} m", drawing.grid_step());
    let step_left = width - GAP - text_width(&step, LETTERS);
    let time = format!(", {:.1} s", drawing.time);
    let title = shortened(&drawing.title, step_left - 4.0 * GAP - text_width(&time, LETTERS), LETTERS) + &time;
    let mut legend = vec![words(title, [GAP, GAP], grey(0)), words(step, [step_left, GAP], grey(0))];
    let below = drawing.grid(0).map(|x| (drawing.label(x), place([x, 0.0])[0])).map(|(label, x)| {
        let x = x - text_width(&label, LETTERS) / 2.0;
        words(label, [x, height - line - GAP / 2.0], grey(90))
    });
    let beside = drawing.grid(1).map(|y| words(drawing.label(y), [GAP, place([0.0, y])[1] - line / 2.0], grey(90)));
    for label in below.chain(beside) {
        let [left, upper, right, lower] = label.edges();
        let room = [left - GAP, upper, right + GAP, lower];
        let whole = left >= 0.0 && upper >= 0.0 && right <= width && lower <= height;
        if whole && !legend.iter().any(|words| overlap(&words.edges(), &room)) {
            legend.push(label);
        }
    }
    legend
}

/// Text with an outline, readable on any background.
fn words(text: String, corner: [f32; 2], color: Color) -> Words {
    Words { text, corner, letters: Letters { size: LETTERS, color, rim: Some(Color::WHITE) } }
}

fn grey(level: u8) -> Color {
    Color::from_rgba8(level, level, level, 255)
}

fn color([red, green, blue, opacity]: Rgba) -> Color {
    Color::from_rgba8(red, green, blue, opacity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_scale_and_labels_are_whole_and_apart() {
        let mut drawing = super::super::tests::drawing();
        drawing.title = "a title that is longer than any image, which ends before its end".repeat(3);
        for size in [[4.0, 2.0], [1.0, 40.0], [40.0, 1.0], [0.01, 0.01]] {
            for low in [[0.0, 0.0], [-123_456.5, 98_765.25]] {
                drawing.field = [low, [low[0] + size[0], low[1] + size[1]]];
                let scale = 2400.0 / f64::max(size[0], size[1]);
                let image = size.map(|side| (side * scale) as f32);
                // A narrower image has no room for text.
                if image[0] < 400.0 {
                    continue;
                }
                let high = low[1] + size[1];
                let place = |[x, y]: [f64; 2]| [((x - low[0]) * scale) as f32, ((high - y) * scale) as f32];
                let legend = legend(&drawing, image, place);
                for (index, words) in legend.iter().enumerate() {
                    let edges = words.edges();
                    let whole = edges[0] >= 0.0 && edges[1] >= 0.0 && edges[2] <= image[0] && edges[3] <= image[1];
                    assert!(whole, "{words:?} in {image:?}");
                    let other = legend[..index].iter().find(|other| overlap(&edges, &other.edges()));
                    assert!(other.is_none(), "{words:?} and {other:?} in {image:?}");
                }
            }
        }
    }

    #[test]
    fn items_have_the_right_position_and_size() {
        let drawing = super::super::tests::drawing();
        let image = image::load_from_memory(&drawing.png(1000).unwrap()).unwrap().to_rgb8();
        let [low, high] = drawing.field;
        let scale = 1000.0 / drawing.size()[0];
        assert_eq!(image.width(), 1000);
        assert!((f64::from(image.height()) - drawing.size()[1] * scale).abs() <= 1.0);
        let at = |x: f64, y: f64| image.get_pixel(((x - low[0]) * scale) as u32, ((high[1] - y) * scale) as u32).0;
        assert_eq!(at(3.8, 0.3), [200, 30, 30], "the area");
        assert_eq!(at(1.0, 1.5), [20, 60, 200], "the disc");
        assert_eq!(at(1.2, 1.5), [20, 60, 200], "as large as its radius");
        assert_eq!(at(1.3, 1.5), [200, 30, 30], "and no larger");
        assert_eq!(at(1.0, 0.5), [40, 40, 40], "the line");
    }
}
