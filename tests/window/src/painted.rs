//! The texts of a window as they were really painted, and which of them a person cannot read whole.

use crate::Rig;
use egui::accesskit::Role;
use egui::epaint::{ClippedShape, TextShape};
use egui::{Rect, Shape};
use egui_kittest::kittest::NodeT;

/// What may be missing at an edge without being seen, points.
const UNSEEN: f32 = 1.5;
/// Texts up to this length are names of fields and buttons, letters.
const NAME: usize = 24;

/// A text that was painted.
#[derive(Clone, Debug)]
pub struct Painted {
    /// The text, whole.
    pub text: String,
    /// Where its letters are, points.
    pub letters: Rect,
    /// Where they are seen, points.
    pub sight: Rect,
    /// Whether something of it was left out and replaced by an ellipsis.
    pub elided: bool,
    /// Whether it begins beside something else in its line and goes on below.
    pub broken: bool,
    /// What was filled last behind its middle before it was painted: its button, its dialog, its panel.
    pub ground: Rect,
}

impl Painted {
    /// Whether some of it is seen.
    fn is_seen(&self) -> bool {
        let seen = self.letters.intersect(self.sight);
        seen.width() > 1.0 && seen.height() > 1.0
    }

    /// Whether it is a name of few words over two lines, beside something else.
    fn is_torn(&self) -> bool {
        self.broken && self.text.chars().count() <= NAME
    }

    /// Whether it goes over the left or the right edge of something.
    fn leaves(&self, place: Rect) -> bool {
        self.letters.left() < place.left() - UNSEEN || self.letters.right() > place.right() + UNSEEN
    }
}

/// All texts of the last frame of which something is seen, from back to front.
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

/// Texts of the last frame that cannot be read whole: those that their panel cuts at its left or right edge, those that go over
/// the edge of their button or dialog, and names that are torn in two. What one can scroll to, and what is being written, is
/// not among them. `arrows` are the names of the buttons by which a bar of tabs is scrolled.
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

/// Pairs of the texts within a part of the window that are painted over each other.
pub fn overlapping(rig: &Rig, within: Rect) -> Vec<[String; 2]> {
    let mut texts = texts(rig);
    texts.retain(|text| within.contains(text.letters.center()));
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

/// Texts within a part of the window that its edges cut.
pub fn cut_within(rig: &Rig, within: Rect) -> Vec<String> {
    let leaves = |text: &Painted| !text.sight.expand(UNSEEN).contains_rect(text.letters);
    let texts = texts(rig).into_iter().filter(|text| within.intersects(text.letters.intersect(text.sight)));
    texts.filter(leaves).map(|text| text.text).collect()
}

/// Texts that were shortened and that do not tell the rest under the pointer. The pointer is moved to each of them.
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

/// Frames until a text under the pointer is there.
const TOOLTIP: usize = 6;
