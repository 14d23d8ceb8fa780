//! Lines, areas and text in an image, for plans: needs no display and no system font; the output is the same on every machine.

use crate::letters::outline;
pub use crate::letters::{line_height, shortened, text_width};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

pub use tiny_skia::Color;

/// Width of the outline around letters, ems; half of it is outside the glyph.
const RIM: f32 = 0.25;
/// Additional stroke width of letters, ems: the font is a light one, so colored text would be faint.
const WEIGHT: f32 = 0.03;

/// An image to draw on.
#[derive(Debug)]
pub struct Canvas2d {
    pixmap: Pixmap,
    clip: Option<Mask>,
}

/// The style of a line.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// Color with opacity.
    pub color: Color,
    /// Width, px.
    pub width: f32,
    /// Length of dashes and gaps, px; 0 for a solid line.
    pub dash: f32,
}

/// The style of text.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    /// Font size, px per em.
    pub size: f32,
    /// Color with opacity.
    pub color: Color,
    /// Color of the outline around each letter, which separates it from the background.
    pub rim: Option<Color>,
}

/// A positioned text.
#[derive(Clone, Debug)]
pub struct Words {
    /// The text.
    pub text: String,
    /// Upper left corner of the line, px.
    pub corner: [f32; 2],
    /// The style.
    pub letters: Letters,
}

impl Words {
    /// Left, top, right and bottom edge of the line, px.
    pub fn edges(&self) -> [f32; 4] {
        let ([x, y], size) = (self.corner, self.letters.size);
        [x, y, x + text_width(&self.text, size), y + line_height(size)]
    }
}

/// Whether two rectangles, each given by its left, top, right and bottom edge, overlap.
pub fn overlap(a: &[f32; 4], b: &[f32; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

impl Canvas2d {
    /// A white image; `None` if it has no or too many pixels.
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(Color::WHITE);
        Some(Self { pixmap, clip: None })
    }

    /// A transparent image; `None` if it has no or too many pixels.
    pub fn clear(width: u32, height: u32) -> Option<Self> {
        Some(Self { pixmap: Pixmap::new(width, height)?, clip: None })
    }

    /// Composites it over an RGBA image of the same size, rows from the top.
    ///
    /// # Panics
    /// If the image has another size.
    pub fn lay_over(&self, pixels: &mut [u8]) {
        assert_eq!(self.pixmap.data().len(), pixels.len(), "the image has another size");
        // The colors are premultiplied.
        for (below, above) in pixels.chunks_exact_mut(4).zip(self.pixmap.data().chunks_exact(4)) {
            let rest = 255 - u32::from(above[3]);
            for (below, above) in below.iter_mut().zip(above) {
                *below = (u32::from(*above) + u32::from(*below) * rest / 255).min(255) as u8;
            }
        }
    }

    /// Encodes the image as PNG.
    ///
    /// # Errors
    /// It is too large for PNG.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        self.pixmap.encode_png().map_err(|error| error.to_string())
    }

    /// Clips drawing to left, top, right and bottom edge; `None` removes the clip.
    pub fn clip(&mut self, edges: Option<[f32; 4]>) {
        self.clip = edges.and_then(|[left, upper, right, lower]| {
            let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height())?;
            let rectangle = PathBuilder::from_rect(Rect::from_ltrb(left, upper, right, lower)?);
            mask.fill_path(&rectangle, FillRule::Winding, true, Transform::identity());
            Some(mask)
        });
    }

    /// Draws a line through points, closed or open.
    pub fn line(&mut self, points: impl IntoIterator<Item = [f32; 2]>, closed: bool, line: Pen) {
        if let Some(path) = path(points, closed) {
            self.stroke(&path, line);
        }
    }

    /// Fills an area.
    pub fn area(&mut self, points: impl IntoIterator<Item = [f32; 2]>, color: Color) {
        if let Some(path) = path(points, true) {
            self.fill(&path, color);
        }
    }

    /// Draws a filled circle with an outline.
    pub fn disc(&mut self, [x, y]: [f32; 2], radius: f32, fill: Color, rim: Pen) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&path, fill);
            self.stroke(&path, rim);
        }
    }

    /// Draws text.
    pub fn write(&mut self, words: &Words) {
        let Letters { size, color, rim } = words.letters;
        let Some(path) = outline(&words.text, words.corner, size) else { return };
        if let Some(color) = rim {
            self.stroke(&path, Pen { color, width: RIM * size, dash: 0.0 });
        }
        self.fill(&path, color);
        self.stroke(&path, Pen { color, width: WEIGHT * size, dash: 0.0 });
    }

    fn fill(&mut self, path: &Path, color: Color) {
        self.pixmap.fill_path(path, &paint(color), FillRule::Winding, Transform::identity(), self.clip.as_ref());
    }

    fn stroke(&mut self, path: &Path, line: Pen) {
        let dash = if line.dash > 0.0 { StrokeDash::new(vec![line.dash; 2], 0.0) } else { None };
        let (line_cap, line_join) = (if dash.is_some() { LineCap::Butt } else { LineCap::Round }, LineJoin::Round);
        let stroke = Stroke { width: line.width, dash, line_cap, line_join, ..Stroke::default() };
        self.pixmap.stroke_path(path, &paint(line.color), &stroke, Transform::identity(), self.clip.as_ref());
    }
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color);
    paint
}

fn path(points: impl IntoIterator<Item = [f32; 2]>, closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for [x, y] in points {
        if path.is_empty() { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}
