//! A drawing as PNG.

use super::{Drawing, EDGE, Item, Rgba, Width};
use sim_render::paper::{CHARACTER, Color, Paper, Pen, text_width};

/// Pixels of a hundredth of a millimetre of the sheet, for an image of 2,400 pixels.
const SHEET: f32 = 0.085;

/// The file, the longer side of its image of this many pixels.
pub fn bytes(drawing: &Drawing, pixels: u32) -> Result<Vec<u8>, String> {
    let size = drawing.size();
    let scale = f64::from(pixels) / size[0].max(size[1]);
    let [width, height] = size.map(|metres| ((metres * scale).round() as u32).max(1));
    let mut paper = Paper::new(width, height).ok_or_else(|| format!("{width} by {height} pixels cannot be drawn"))?;
    let [low, high] = drawing.field;
    let place = |[x, y]: [f64; 2]| [((x - low[0]) * scale) as f32, ((high[1] - y) * scale) as f32];
    let thin = Pen { color: grey(222), width: 1.0, dash: 0.0 };
    for x in drawing.grid(0) {
        paper.line([place([x, low[1]]), place([x, high[1]])], false, thin);
        let label = drawing.label(x);
        paper.text(&label, [place([x, 0.0])[0] - text_width(&label) / 2.0, height as f32 - CHARACTER - 6.0], grey(90));
    }
    for y in drawing.grid(1) {
        paper.line([place([low[0], y]), place([high[0], y])], false, thin);
        paper.text(&drawing.label(y), [6.0, place([0.0, y])[1] - CHARACTER / 2.0], grey(90));
    }
    for item in &drawing.items {
        match item {
            Item::Area { points, fill, edge } => {
                paper.area(points.iter().map(|point| place(*point)), color(*fill));
                let pen = Pen { color: color(*edge), width: (EDGE as f32 * SHEET).max(1.0), dash: 0.0 };
                paper.line(points.iter().map(|point| place(*point)), true, pen);
            }
            Item::Line { points, closed, color: ink, width } => {
                let width = match width {
                    Width::Metres(metres) => (metres * scale) as f32,
                    Width::Sheet(hundredths) => (*hundredths as f32 * SHEET).max(1.0),
                };
                let pen = Pen { color: color(*ink), width, dash: 0.0 };
                paper.line(points.iter().map(|point| place(*point)), *closed, pen);
            }
            Item::Disc { at, radius, fill } => {
                let rim = Pen { color: color(*fill), width: 0.5, dash: 0.0 };
                paper.disc(place(*at), (radius * scale) as f32, color(*fill), rim);
            }
            Item::Text { at, text, color: ink } => {
                let [x, y] = place(*at);
                let room = (width as f32 - text_width(text) - 4.0).max(4.0);
                paper.text(text, [x.min(room), y - CHARACTER - 2.0], color(*ink));
            }
        }
    }
    let step = drawing.grid_step();
    let (right, length) = (width as f32 - 12.0, (step * scale) as f32);
    let bar = Pen { color: grey(0), width: 3.0, dash: 0.0 };
    paper.line([[right - length, 36.0], [right, 36.0]], false, bar);
    let label = format!("{step} m");
    paper.text(&label, [right - text_width(&label), 12.0], grey(0));
    paper.text(&format!("{}, {:.1} s", drawing.title, drawing.time), [12.0, 12.0], grey(0));
    paper.png()
}

fn grey(level: u8) -> Color {
    Color::from_rgba8(level, level, level, 255)
}

fn color([red, green, blue, opacity]: Rgba) -> Color {
    Color::from_rgba8(red, green, blue, opacity)
}

#[cfg(test)]
mod tests {
    #[test]
    fn things_are_where_they_belong_and_as_large() {
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
