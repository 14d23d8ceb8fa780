//! The texts of a window as actually painted, and those that are not fully readable.

use crate::Rig;
use egui::accesskit::Role;
use egui::epaint::{ClippedShape, TextShape};
use egui::{Rect, Shape};
use egui_kittest::kittest::NodeT;

/// Maximum clipping at an edge that is not visible, points.
const UNSEEN: f32 = 1.5;
/// Maximum length of names of fields and buttons, characters.
const NAME: usize = 24;

/// A text that was painted.
#[derive(Clone, Debug)]
pub struct Painted {
    /// The full text.
    pub text: String,
    /// Bounds of its letters, points.
    pub letters: Rect,
    /// Visible part of the bounds, points.
    pub sight: Rect,
    /// Whether it was truncated with an ellipsis.
    pub elided: bool,
    /// Whether it starts next to another item in its line and wraps.
    pub broken: bool,
    /// Last area filled behind its center before it was painted: its button, its dialog, its panel.
    pub ground: Rect,
}

impl Painted {
    /// Whether any part is visible.
    fn is_seen(&self) -> bool {
        let seen = self.letters.intersect(self.sight);
        seen.width() > 1.0 && seen.height() > 1.0
    }

    /// Whether it is a short name that wraps to two lines next to another item.
    fn is_torn(&self) -> bool {
        self.broken && self.text.chars().count() <= NAME
    }

    /// Whether it exceeds the left or the right edge of an area.
    fn leaves(&self, place: Rect) -> bool {
        self.letters.left() < place.left() - UNSEEN || self.letters.right() > place.right() + UNSEEN
    }
}

/// All texts of the last frame that are at least partly visible, from back to front.
pub fn texts(rig: &Rig) -> Vec<Painted> {
    let (mut texts, mut grounds) = (Vec::new(), Vec::new());
    for ClippedShape { clip_rect, shape, .. } in &rig.harness.output().shapes {
        collect(shape, *clip_rect, &mut texts, &mut grounds);
    }
    texts.retain(Painted::is_seen);
    texts
}

fn collect(shape: &Shape, sight: Rect, texts: &mut Vec<Painted>, grounds: &mut Vec<Rect>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, sight, texts, grounds)),
        Shape::Rect(rect) if rect.fill.a() > 0 => grounds.push(rect.rect),
        Shape::Text(TextShape { galley, pos, angle, .. }) if *angle == 0.0 && !galley.text().trim().is_empty() => {
            let letters = galley.mesh_bounds.translate(pos.to_vec2());
            let ground = grounds.iter().rev().find(|ground| ground.contains(letters.center())).copied();
            let ground = ground.unwrap_or(Rect::EVERYTHING);
            let (text, elided) = (galley.text().to_owned(), galley.elided);
            let begins_late = galley.job.sections.first().is_some_and(|section| section.leading_space > 0.0);
            let written = galley.rows.iter().filter(|row| !row.glyphs.is_empty());
            let broken = begins_late && written.count() > 1;
            texts.push(Painted { text, letters, sight, elided, broken, ground });
        }
        _ => {}
    }
}

/// Texts of the last frame that are not fully readable: clipped at the left or right edge of their panel, wider than
/// their button or dialog, or short names broken across lines. Texts that can be scrolled to, and text being edited,
/// are excluded. `arrows` are the names of the buttons that scroll a tab bar.
pub fn cut(rig: &Rig, arrows: &[String]) -> Vec<Painted> {
    let nodes = rig.nodes();
    let of_role = |roles: &[Role]| -> Vec<Rect> {
        nodes.iter().filter(|node| roles.contains(&node.accesskit_node().role())).map(|node| node.rect()).collect()
    };
    let fields = of_role(&[Role::TextInput, Role::MultilineTextInput, Role::SpinButton]);
    let bars: Vec<Rect> = of_role(&[Role::ScrollBar]).into_iter().filter(|bar| bar.width() > bar.height()).collect();
    let is_arrow = |label: String| arrows.contains(&label);
    let arrows = nodes.iter().filter(|node| node.accesskit_node().label().is_some_and(is_arrow));
    let arrows: Vec<Rect> = arrows.map(|node| node.rect()).collect();
    let is_written = |text: &Painted| fields.iter().any(|field| field.expand(4.0).contains_rect(text.sight));
    let is_scrolled = |text: &Painted| {
        let below = |bar: &Rect| text.sight.expand(20.0).contains_rect(*bar) && bar.top() > text.sight.center().y;
        let beside = |arrow: &Rect| {
            let near = arrow.right() > text.sight.left() - 40.0 && arrow.left() < text.sight.right() + 40.0;
            near && arrow.y_range().contains(text.letters.center().y)
        };
        bars.iter().any(below) || arrows.iter().any(beside)
    };
    let mut cut = texts(rig);
    cut.retain(|text| {
        let leaves = text.leaves(text.sight) || text.leaves(text.ground);
        text.is_torn() || leaves && !is_written(text) && !is_scrolled(text)
    });
    cut
}

/// Pairs of texts in a part of the window that overlap.
pub fn overlapping(rig: &Rig, area: Rect) -> Vec<[String; 2]> {
    let mut texts = texts(rig);
    texts.retain(|text| area.contains(text.letters.center()));
    let mut pairs = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        for other in &texts[..number] {
            let both = text.letters.intersect(text.sight).intersect(other.letters.intersect(other.sight));
            if both.width() > UNSEEN && both.height() > UNSEEN {
                pairs.push([other.text.clone(), text.text.clone()]);
            }
        }
    }
    pairs
}

/// Texts in a part of the window that are clipped by its edges.
pub fn clipped_texts(rig: &Rig, area: Rect) -> Vec<String> {
    let leaves = |text: &Painted| !text.sight.expand(UNSEEN).contains_rect(text.letters);
    let texts = texts(rig).into_iter().filter(|text| area.intersects(text.letters.intersect(text.sight)));
    texts.filter(leaves).map(|text| text.text).collect()
}

/// Truncated texts without the full text in their tooltip. The pointer is moved to each of them.
pub fn unexplained(rig: &mut Rig) -> Vec<Painted> {
    let mut shortened: Vec<Painted> = texts(rig).into_iter().filter(|text| text.elided).collect();
    shortened.retain(|text| {
        let at = text.letters.intersect(text.sight).center();
        rig.harness.hover_at(at);
        rig.harness.run_steps(TOOLTIP);
        !texts(rig).iter().any(|other| !other.elided && other.text.contains(&text.text))
    });
    rig.harness.remove_cursor();
    rig.harness.run_steps(2);
    shortened
}

/// Frames until a tooltip appears.
const TOOLTIP: usize = 6;
