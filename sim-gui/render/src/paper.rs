//! Lines, areas and words on an image, for plans: no display, no font file, the same on every machine.

use font8x8::{BASIC_FONTS, GREEK_FONTS, LATIN_FONTS, UnicodeFonts};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

pub use tiny_skia::Color;

/// Width and height of a character, px.
pub const CHARACTER: f32 = 16.0;
/// The font has 8 dots per character.
const DOT: f32 = CHARACTER / 8.0;

/// An image that is drawn on.
#[derive(Debug)]
pub struct Paper {
    pixmap: Pixmap,
    clip: Option<Mask>,
}

/// How a line looks.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// Color with opacity.
    pub color: Color,
    /// Width, px.
    pub width: f32,
    /// Length of dashes and of the gaps between them, px; 0 for none.
    pub dash: f32,
}

impl Paper {
    /// A white image, unless it has no pixels or too many.
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(Color::WHITE);
        Some(Self { pixmap, clip: None })
    }

    /// The image as a PNG file.
    ///
    /// # Errors
    /// When it is too large for one.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        self.pixmap.encode_png().map_err(|error| error.to_string())
    }

    /// Draws only between left, upper, right and lower edge, or everywhere.
    pub fn clip(&mut self, edges: Option<[f32; 4]>) {
        self.clip = edges.and_then(|[left, upper, right, lower]| {
            let mut mask = Mask::new(self.pixmap.width(), self.pixmap.height())?;
            let rectangle = PathBuilder::from_rect(Rect::from_ltrb(left, upper, right, lower)?);
            mask.fill_path(&rectangle, FillRule::Winding, true, Transform::identity());
            Some(mask)
        });
    }

    /// A line through points, closed or open.
    pub fn line(&mut self, points: impl IntoIterator<Item = [f32; 2]>, closed: bool, line: Pen) {
        if let Some(path) = path(points, closed) {
            self.stroke(&path, line);
        }
    }

    /// An area.
    pub fn area(&mut self, points: impl IntoIterator<Item = [f32; 2]>, color: Color) {
        if let Some(path) = path(points, true) {
            self.fill(&path, color);
        }
    }

    /// A filled circle with a rim.
    pub fn disc(&mut self, [x, y]: [f32; 2], radius: f32, fill: Color, rim: Pen) {
        if let Some(path) = PathBuilder::from_circle(x, y, radius) {
            self.fill(&path, fill);
            self.stroke(&path, rim);
        }
    }

    /// Words, from their upper left corner.
    pub fn text(&mut self, text: &str, [x, y]: [f32; 2], color: Color) {
        let mut path = PathBuilder::new();
        for (index, character) in text.chars().enumerate() {
            let left = x.round() + index as f32 * CHARACTER;
            for (row, bits) in glyph(character).into_iter().enumerate() {
                for column in (0..8_u8).filter(|column| bits >> column & 1 == 1) {
                    let (dot_x, dot_y) = (left + f32::from(column) * DOT, y.round() + row as f32 * DOT);
                    if let Some(dot) = Rect::from_xywh(dot_x, dot_y, DOT, DOT) {
                        path.push_rect(dot);
                    }
                }
            }
        }
        if let Some(path) = path.finish() {
            self.fill(&path, color);
        }
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

/// Width of words, px.
pub fn text_width(text: &str) -> f32 {
    text.chars().count() as f32 * CHARACTER
}

fn glyph(character: char) -> [u8; 8] {
    let fonts =
        BASIC_FONTS.get(character).or_else(|| LATIN_FONTS.get(character)).or_else(|| GREEK_FONTS.get(character));
    fonts.or_else(|| BASIC_FONTS.get('?')).unwrap_or_default()
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
