//! Text as outlines, with kerning, in the font of the window.

use harfrust::{GlyphBuffer, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::sync::LazyLock;
use tiny_skia::{Path, PathBuilder};

/// Cap height above the baseline, ems.
const CAPITAL: f32 = 0.693;
/// Line height, ems: capitals are centered, with room for accents above and descenders below.
const LINE: f32 = 1.25;

/// A font.
struct Face {
    font: FontRef<'static>,
    shaper: ShaperData,
    outlines: OutlineGlyphCollection<'static>,
}

impl Face {
    fn new(bytes: &'static [u8]) -> Self {
        let font = FontRef::new(bytes).expect("invariant: the embedded fonts are valid");
        Self { shaper: ShaperData::new(&font), outlines: font.outline_glyphs(), font }
    }

    fn has(&self, character: char) -> bool {
        self.font.charmap().map(character).is_some()
    }

    /// Shapes a text to glyphs with positions, in font units.
    fn shape(&self, text: &str) -> GlyphBuffer {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        self.shaper.shaper(&self.font).build().shape(buffer, ShapeOptions::new())
    }

    /// Size of a font unit, ems.
    fn unit(&self) -> f32 {
        1.0 / f32::from(self.font.metrics(Size::unscaled(), LocationRef::default()).units_per_em)
    }
}

/// The fonts in order of fallback. A character missing from all of them is drawn as the box glyph of the first one.
static FACES: LazyLock<[Face; 2]> = LazyLock::new(|| {
    // The Ubuntu Font License and the licenses of Hack allow embedding; their texts are in the fonts.
    [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR].map(Face::new)
});

/// Height of a line of text at a font size, px. The middle of the line is the middle of capitals and digits.
pub fn line_height(size: f32) -> f32 {
    LINE * size
}

/// Width of a text at a font size, px.
pub fn text_width(text: &str, size: f32) -> f32 {
    place(text, size, |_, _, _| {})
}

/// Shortens a text to this width at a font size, px, with an ellipsis at its end.
pub fn shortened(text: &str, width: f32, size: f32) -> String {
    if text_width(text, size) <= width {
        return text.to_string();
    }
    let cuts = text.char_indices().rev().map(|(end, _)| format!("{}…", text[..end].trim_end()));
    cuts.into_iter().find(|cut| text_width(cut, size) <= width).unwrap_or_default()
}

/// The outline of a text at a font size, px, with this upper left corner of the line. `None` for a text without ink.
pub(crate) fn outline(text: &str, [x, y]: [f32; 2], size: f32) -> Option<Path> {
    // Whole pixels, so that vertical strokes look alike.
    let baseline = (y + (LINE + CAPITAL) / 2.0 * size).round();
    let mut pen = Pen { path: PathBuilder::new(), at: [x, baseline] };
    place(text, size, |face, glyph, [right, up]| {
        pen.at = [x + right, baseline - up];
        let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
        if let Some(outline) = face.outlines.get(glyph) {
            // A glyph that cannot be read is skipped; the fonts are complete.
            let _ = outline.draw(settings, &mut pen);
        }
    });
    pen.path.finish()
}

/// Passes every glyph with its position, px right of the start and above the baseline, to `tell`. Returns the total width, px.
fn place(text: &str, size: f32, mut tell: impl FnMut(&Face, GlyphId, [f32; 2])) -> f32 {
    let mut right = 0.0;
    for (face, part) in parts(text) {
        let scale = face.unit() * size;
        let shaped = face.shape(part);
        for (glyph, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let [x, y, advance] =
                [position.x_offset, position.y_offset, position.x_advance].map(|unit| unit as f32 * scale);
            tell(face, GlyphId::new(glyph.glyph_id), [right + x, y]);
            right += advance;
        }
    }
    right
}

/// Splits a text where the font changes. A combining mark stays with the letter before it.
fn parts(text: &str) -> Vec<(&'static Face, &str)> {
    let faces = &*FACES;
    let mut parts: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
    for (start, character) in text.char_indices() {
        let end = start + character.len_utf8();
        let is_mark = ('\u{300}'..='\u{36f}').contains(&character);
        let last = parts.last_mut();
        let face = match &last {
            Some((face, _)) if is_mark => *face,
            _ => faces.iter().position(|face| face.has(character)).unwrap_or(0),
        };
        match last {
            Some((known, range)) if *known == face => range.end = end,
            _ => parts.push((face, start..end)),
        }
    }
    parts.into_iter().map(|(face, range)| (&faces[face], &text[range])).collect()
}

/// Adds glyphs to a path. Font coordinates have y up, image coordinates y down.
struct Pen {
    path: PathBuilder,
    at: [f32; 2],
}

impl Pen {
    fn to(&self, x: f32, y: f32) -> [f32; 2] {
        [self.at[0] + x, self.at[1] - y]
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.to(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.to(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let ([cx, cy], [x, y]) = (self.to(cx, cy), self.to(x, y));
        self.path.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let ([cx0, cy0], [cx1, cy1], [x, y]) = (self.to(cx0, cy0), self.to(cx1, cy1), self.to(x, y));
        self.path.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: f32 = 18.0;

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
        for text in ["ÄÖÜÅÉŽ gjpqy|Q{}_", "0.25", "x/m", "größer", "πρός Кириллица", "→ ↑", "日本\t\u{1f600}"]
        {
            let ink = outline(text, [10.0, 20.0], SIZE).expect("the text is visible").bounds();
            let (right, lower) = (10.0 + text_width(text, SIZE), 20.0 + line_height(SIZE));
            let inside = ink.left() > 9.0 && ink.right() < right + 1.0 && ink.top() >= 20.0 && ink.bottom() <= lower;
            assert!(inside, "{text}: {ink:?} is not in 10, 20 to {right}, {lower}");
        }
    }

    #[test]
    fn capitals_and_digits_are_in_the_middle_of_their_line() {
        for text in ["HEX", "17"] {
            let ink = outline(text, [0.0, 100.0], SIZE).expect("the text is visible").bounds();
            let middle = (ink.top() + ink.bottom()) / 2.0;
            assert!((middle - 100.0 - line_height(SIZE) / 2.0).abs() <= 0.75, "{text}: {middle}");
        }
    }

    #[test]
    fn a_character_that_no_font_has_is_a_box() {
        let ink = |text| outline(text, [0.0, 0.0], SIZE).map(|path| path.bounds());
        let square = ink("日").expect("the text is visible");
        assert!(square.width() > 0.3 * SIZE && square.height() > 0.5 * SIZE, "{square:?}");
        assert_eq!((ink("\u{1f600}"), ink("\u{7}"), ink("\u{10ffff}")), (Some(square), Some(square), Some(square)));
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
        assert_eq!(outline("u\u{308}", [0.0; 2], SIZE), outline("ü", [0.0; 2], SIZE));
    }
}
