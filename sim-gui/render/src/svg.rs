//! Drawings of lines, areas and text as SVG, and as PNG rendered from it: needs no display and no system font; the output is the
//! same on every machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree, fontdb};
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

/// A color: red, green, blue, opacity.
pub type Rgba = [u8; 4];

/// White.
pub const WHITE: Rgba = grey(255);
/// Width of the outline around letters, ems; half of it is outside the glyph.
const RIM: f64 = 0.25;
/// Additional stroke width of letters, ems: the font is a light one, so colored text would be faint.
const WEIGHT: f64 = 0.03;
/// Cap height above the baseline, ems.
const CAPITAL: f64 = 0.693;
/// Line height, ems: capitals are centered, with room for accents above and descenders below.
const LINE: f64 = 1.25;

/// A shade of gray, from 0 (black) to 255 (white).
pub const fn grey(level: u8) -> Rgba {
    [level, level, level, 255]
}

/// A drawing. Positions and lengths are in pixels, from the top left corner.
#[derive(Clone, Debug)]
pub struct Svg {
    /// Width and height, px.
    size: [f64; 2],
    /// The top left corner in the units of the file.
    origin: [f64; 2],
    /// Length of a pixel in the units of the file.
    unit: f64,
    elements: String,
}

/// The style of a line.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    /// Color with opacity.
    pub color: Rgba,
    /// Width, px; 0 for no line.
    pub width: f64,
    /// Length of dashes and gaps, px; 0 for a solid line.
    pub dash: f64,
}

impl Pen {
    /// No line.
    pub const NONE: Self = Self::new([0; 4], 0.0);

    /// A solid line.
    pub const fn new(color: Rgba, width: f64) -> Self {
        Self { color, width, dash: 0.0 }
    }
}

/// A positioned text.
#[derive(Clone, Debug)]
pub struct Words {
    /// The text.
    pub text: String,
    /// Upper left corner of the line, px.
    pub corner: [f64; 2],
    /// Font size, px per em.
    pub size: f64,
    /// Color with opacity.
    pub color: Rgba,
    /// Color of the outline around each letter, which separates it from the background.
    pub rim: Option<Rgba>,
}

impl Words {
    /// Text without an outline.
    pub fn new(text: impl Into<String>, corner: [f64; 2], size: f64, color: Rgba) -> Self {
        Self { text: text.into(), corner, size, color, rim: None }
    }

    /// Left, top, right and bottom edge of the line, px.
    pub fn edges(&self) -> [f64; 4] {
        let ([x, y], size) = (self.corner, self.size);
        [x, y, x + text_width(&self.text, size), y + line_height(size)]
    }
}

/// Whether two rectangles, each given by its left, top, right and bottom edge, overlap.
pub fn overlap(a: &[f64; 4], b: &[f64; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

impl Svg {
    /// An empty, transparent drawing of this size, px.
    pub fn new(size: [f64; 2]) -> Self {
        Self { size, origin: [0.0; 2], unit: 1.0, elements: String::new() }
    }

    /// Sets the units of the file, for an empty drawing: its top left corner and the length of a pixel in them.
    pub fn in_units(self, origin: [f64; 2], unit: f64) -> Self {
        Self { origin, unit, ..self }
    }

    /// The file, with this width of the drawing, mm.
    pub fn file(&self, title: &str, description: &str, width: f64) -> String {
        let height = width * self.size[1] / self.size[0];
        let size = format!(r#" width="{width:.3}mm" height="{height:.3}mm""#);
        let (title, description) = (escaped(title), escaped(description));
        self.document(&size, &format!("<title>{title}</title>\n<desc>{description}</desc>\n"))
    }

    /// The drawing as PNG, enlarged by a factor; `None` if it would have no or too many pixels.
    pub fn png(&self, factor: f64) -> Option<Vec<u8>> {
        self.pixels(factor)?.encode_png().ok()
    }

    /// Composites it over an RGBA image of the same size, rows from the top.
    ///
    /// # Panics
    /// If the image has another size.
    pub fn lay_over(&self, pixels: &mut [u8]) {
        let Some(drawn) = self.pixels(1.0) else { return };
        assert_eq!(drawn.data().len(), pixels.len(), "the image has another size");
        // The colors are premultiplied.
        for (below, above) in pixels.chunks_exact_mut(4).zip(drawn.data().chunks_exact(4)) {
            let rest = 255 - u32::from(above[3]);
            for (below, above) in below.iter_mut().zip(above) {
                *below = (u32::from(*above) + u32::from(*below) * rest / 255).min(255) as u8;
            }
        }
    }

    /// Clips what is drawn next to left, top, right and bottom edge, until [`Svg::unclip`].
    pub fn clip(&mut self, [left, upper, right, lower]: [f64; 4]) {
        let ([x, y], [width, height]) =
            (self.place([left, upper]), [right - left, lower - upper].map(|l| self.length(l)));
        let view = format!(r#"x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}""#);
        self.add(format_args!("<svg {view}>"));
    }

    /// Ends [`Svg::clip`].
    pub fn unclip(&mut self) {
        self.add(format_args!("</svg>"));
    }

    /// Draws a line through points.
    pub fn line(&mut self, points: impl IntoIterator<Item = [f64; 2]>, pen: Pen) {
        self.path("polyline", points, [0; 4], pen);
    }

    /// Draws an area with an edge.
    pub fn area(&mut self, points: impl IntoIterator<Item = [f64; 2]>, fill: Rgba, edge: Pen) {
        self.path("polygon", points, fill, edge);
    }

    /// Draws a rectangle, given by left, top, right and bottom edge.
    pub fn rectangle(&mut self, [left, upper, right, lower]: [f64; 4], fill: Rgba, edge: Pen) {
        self.area([[left, upper], [right, upper], [right, lower], [left, lower]], fill, edge);
    }

    /// Draws a circle with an edge.
    pub fn disc(&mut self, at: [f64; 2], radius: f64, fill: Rgba, edge: Pen) {
        let ([x, y], radius, style) = (self.place(at), self.length(radius), self.style(fill, edge));
        self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}"{style}/>"#));
    }

    /// Draws text.
    pub fn write(&mut self, words: &Words) {
        let Words { text, corner: [x, y], size, color, rim } = words;
        // Whole pixels, so that vertical strokes look alike.
        let [x, y] = self.place([*x, (y + (LINE + CAPITAL) / 2.0 * size).round()]);
        let (text, letters) = (escaped(text), self.length(*size));
        // Two elements: an outline in the color of the text, on one that separates it from the background.
        for (color, width) in rim.map(|rim| (rim, RIM)).into_iter().chain([(*color, WEIGHT)]) {
            let style = self.style(color, Pen::new(color, width * size));
            self.add(format_args!(r#"<text x="{x}" y="{y}" font-size="{letters}"{style}>{text}</text>"#));
        }
    }

    fn path(&mut self, name: &str, points: impl IntoIterator<Item = [f64; 2]>, fill: Rgba, pen: Pen) {
        let mut list = String::new();
        for point in points {
            let [x, y] = self.place(point);
            let space = if list.is_empty() { "" } else { " " };
            let _ = write!(list, "{space}{x},{y}");
        }
        let style = self.style(fill, pen);
        self.add(format_args!(r#"<{name} points="{list}"{style}/>"#));
    }

    fn style(&self, fill: Rgba, pen: Pen) -> String {
        let mut style = paint("fill", fill);
        if pen.width > 0.0 {
            let _ = write!(style, r#"{} stroke-width="{}""#, paint("stroke", pen.color), self.length(pen.width));
        }
        if pen.dash > 0.0 {
            let _ = write!(style, r#" stroke-dasharray="{}" stroke-linecap="butt""#, self.length(pen.dash));
        }
        style
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.elements, "{element}");
    }

    /// A position in the units of the file.
    fn place(&self, point: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| self.rounded(self.origin[axis] + self.unit * point[axis]))
    }

    /// A length in the units of the file.
    fn length(&self, pixels: f64) -> f64 {
        self.rounded(self.unit * pixels)
    }

    /// Rounds to about a hundredth of a pixel. Adding zero removes the sign of a zero.
    fn rounded(&self, value: f64) -> f64 {
        let fraction = 10f64.powf(2.0 - self.unit.log10().floor());
        (value * fraction).round() / fraction + 0.0
    }

    fn document(&self, attributes: &str, head: &str) -> String {
        let ([x, y], [width, height]) = (self.place([0.0; 2]), self.size.map(|length| self.length(length)));
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg"{attributes} viewBox="{x} {y} {width} {height}" font-family="Ubuntu,sans-serif" font-weight="300" stroke-linejoin="round" stroke-linecap="round" xml:space="preserve">
{head}{}</svg>
"#,
            self.elements
        )
    }

    fn pixels(&self, factor: f64) -> Option<Pixmap> {
        let [width, height] = self.size.map(|length| (length * factor).round().max(1.0));
        let mut pixels = Pixmap::new(width as u32, height as u32)?;
        let tree = parse(&self.document("", ""))?;
        let scale = width / f64::from(tree.size().width());
        resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
        Some(pixels)
    }
}

/// Height of a line of text at a font size, px. The middle of the line is the middle of capitals and digits.
pub fn line_height(size: f64) -> f64 {
    LINE * size
}

/// Width of a text at a font size, px.
pub fn text_width(text: &str, size: f64) -> f64 {
    laid_out(text, size).map_or(0.0, |tree| f64::from(tree.root().bounding_box().width()))
}

/// Shortens a text to this width at a font size, px, with an ellipsis at its end.
pub fn shortened(text: &str, width: f64, size: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_string();
    }
    let cuts = text.char_indices().rev().map(|(end, _)| format!("{}…", text[..end].trim_end()));
    cuts.into_iter().find(|cut| text_width(cut, size) <= width).unwrap_or_default()
}

/// A text with its baseline at the origin; `None` for a text without ink.
fn laid_out(text: &str, size: f64) -> Option<Tree> {
    let root = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" xml:space="preserve">"#;
    let tree = parse(&format!(r#"{root}<text font-size="{size}">{}</text></svg>"#, escaped(text)))?;
    tree.root().has_children().then_some(tree)
}

/// Parses SVG; text has the fonts of the window.
fn parse(svg: &str) -> Option<Tree> {
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        // The Ubuntu Font License and the licenses of Hack allow embedding; their texts are in the fonts.
        let mut fonts = fontdb::Database::new();
        for bytes in [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR] {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
        }
        Arc::new(fonts)
    });
    // Whatever the file names, so that other programs may use a font of theirs.
    let select_font = Box::new(|_: &_, fonts: &mut Arc<fontdb::Database>| fonts.faces().next().map(|face| face.id));
    let font_resolver = FontResolver { select_font, ..FontResolver::default() };
    Tree::from_str(svg, &Options { fontdb: FONTS.clone(), font_resolver, ..Options::default() }).ok()
}

/// An attribute that is a color.
fn paint(name: &str, [red, green, blue, opacity]: Rgba) -> String {
    match opacity {
        0 => format!(r#" {name}="none""#),
        255 => format!(r##" {name}="#{red:02x}{green:02x}{blue:02x}""##),
        part => {
            let opacity = f64::from(part) / 255.0;
            format!(r##" {name}="#{red:02x}{green:02x}{blue:02x}" {name}-opacity="{opacity:.3}""##)
        }
    }
}

/// Escapes text for XML; characters forbidden by XML 1.0 become the replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::usvg::{Node, Rect};

    const SIZE: f64 = 18.0;

    /// Bounds of the glyphs of a text with its baseline at the origin.
    fn ink(text: &str) -> Option<Rect> {
        let tree = laid_out(text, SIZE)?;
        let Some(Node::Text(text)) = tree.root().children().first() else { return None };
        Some(text.flattened().bounding_box())
    }

    #[test]
    fn pairs_of_letters_are_kerned() {
        let width = |text| text_width(text, SIZE);
        // The kerning in the font is a twentieth of an em.
        assert!((width("A") + width("V") - width("AV") - 0.05 * SIZE).abs() < 1e-3, "{}", width("AV"));
        assert!((width("HH") - 2.0 * width("H")).abs() < 1e-3, "no kerning between them");
        assert!(width("iii") < width("mmm") / 2.0, "the font is proportional");
        assert_eq!(width(""), 0.0);
    }

    #[test]
    fn words_stay_in_their_line_and_width() {
        let baseline = (LINE + CAPITAL) / 2.0 * SIZE;
        for text in ["ÄÖÜÅÉŽ gjpqy|Q{}_", "0.25", "x/m", "größer", "πρός Кириллица", "→ ↑", "日本\t\u{1f600}"]
        {
            let (ink, right) = (ink(text).expect("the text is visible"), text_width(text, SIZE) + 1.0);
            let [left, top, bottom] = [ink.left(), ink.top(), ink.bottom()].map(f64::from);
            let inside = left > -1.0 && f64::from(ink.right()) < right;
            let inside = inside && baseline + top >= 0.0 && baseline + bottom <= line_height(SIZE);
            assert!(inside, "{text}: {ink:?} is not in its line to {right}");
        }
    }

    #[test]
    fn capitals_and_digits_are_in_the_middle_of_their_line() {
        for text in ["HEX", "17"] {
            let ink = ink(text).expect("the text is visible");
            let middle = (LINE + CAPITAL) / 2.0 * SIZE + f64::from(ink.top() + ink.bottom()) / 2.0;
            assert!((middle - line_height(SIZE) / 2.0).abs() <= 0.75, "{text}: {middle}");
        }
    }

    #[test]
    fn a_character_that_no_font_has_is_a_box() {
        let square = ink("日").expect("the text is visible");
        let [width, height] = [square.width(), square.height()].map(f64::from);
        assert!(width > 0.3 * SIZE && height > 0.5 * SIZE, "{square:?}");
        assert_eq!((ink("\u{1f600}"), ink("\u{10ffff}")), (Some(square), Some(square)));
        assert!(ink("\u{7}").is_some(), "a control character is replaced by one that is visible");
        assert_eq!(ink(" "), None, "a space is blank");
    }

    #[test]
    fn a_text_that_is_too_long_ends_in_dots() {
        let (text, width) = ("größer als das Bild", |text| text_width(text, SIZE));
        assert_eq!(shortened(text, width(text), SIZE), text);
        assert_eq!(shortened(text, width("größer als das…"), SIZE), "größer als das…");
        assert_eq!(shortened(text, width("größer …"), SIZE), "größer…");
        assert_eq!(shortened(text, 1.0, SIZE), "");
    }

    #[test]
    fn an_accent_of_its_own_joins_its_letter() {
        assert_eq!(text_width("gro\u{308}ßer", SIZE), text_width("größer", SIZE));
        assert_eq!(ink("u\u{308}"), ink("ü"));
    }

    #[test]
    fn letters_have_soft_edges_and_an_outline() {
        let mut drawing = Svg::new([200.0, 30.0]);
        let mut words = Words::new("SWARM of Avenue 17", [10.0, 2.0], 18.0, grey(0));
        words.rim = Some(WHITE);
        drawing.write(&words);
        let mut pixels = [100, 100, 100, 255].repeat(200 * 30);
        drawing.lay_over(&mut pixels);
        let greys: std::collections::BTreeSet<u8> = pixels.chunks(4).map(|pixel| pixel[0]).collect();
        assert!(greys.len() > 20, "steps between black and white where an edge goes through pixels: {greys:?}");
        assert!(greys.first() == Some(&0) && greys.last() == Some(&255), "black with a white outline: {greys:?}");
    }

    #[test]
    fn shapes_have_their_places_styles_and_units() {
        let mut drawing = Svg::new([200.0, 100.0]).in_units([-1.0, -2.0], 0.01);
        drawing.clip([0.0, 0.0, 100.0, 100.0]);
        drawing.line([[0.0, 0.0], [100.0, 200.0]], Pen { color: [255, 0, 0, 51], width: 2.0, dash: 6.0 });
        drawing.unclip();
        drawing.disc([150.0, 50.0], 10.0, grey(0), Pen::NONE);
        let text = drawing.file("R&D <1>\u{1}", "x\ny", 50.0);
        for part in [
            r#"width="50.000mm" height="25.000mm" viewBox="-1 -2 2 1""#,
            "<title>R&amp;D &lt;1&gt;\u{fffd}</title>\n<desc>x y</desc>",
            r#"<svg x="-1" y="-2" width="1" height="1" viewBox="-1 -2 1 1">"#,
            r##"<polyline points="-1,-2 0,0" fill="none" stroke="#ff0000" stroke-opacity="0.200" stroke-width="0.02""##,
            r#" stroke-dasharray="0.06" stroke-linecap="butt"/>"#,
            r##"<circle cx="0.5" cy="-1.5" r="0.1" fill="#000000"/>"##,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let image = Pixmap::decode_png(&drawing.png(2.0).unwrap()).unwrap();
        assert_eq!((image.width(), image.height()), (400, 200));
        let opacity = |x, y| image.pixel(x, y).unwrap().alpha();
        assert_eq!((opacity(300, 100), opacity(316, 100), opacity(324, 100)), (255, 255, 0));
        assert!(Svg::new([1e5; 2]).png(1e5).is_none());
    }
}
