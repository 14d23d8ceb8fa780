//! Callouts with names and values of parts next to the robot, each with a leader line, without overlaps.

use super::robot::Piece;
use crate::simulation::world::WorldView;
use crate::text::construct as words;
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Painter, Pos2, Rect, Stroke, Ui, Vec2};
use sim_runner::Frame;

/// Width of a callout, points.
pub const WIDTH: f32 = 132.0;
/// Height of a callout with and without a value, points.
const HEIGHTS: [f32; 2] = [30.0, 16.0];
/// Distance from the edge, points.
const EDGE: f32 = 4.0;

/// A reading or command of a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Name of the channel.
    pub name: String,
    /// The reading with noise, or the command.
    pub value: f64,
    /// Without noise; `None` for a command.
    pub clean: Option<f64>,
    /// Unit.
    pub unit: String,
}

/// The first `most` current values of a part and their total number; empty as long as the simulation does not have the part.
pub fn readings(world: &WorldView, frame: &Frame, robot: usize, piece: &Piece, most: usize) -> (Vec<Reading>, usize) {
    let (Some(structure), Some(values)) = (world.structure().robots.get(robot), frame.telemetry_of(robot)) else {
        return (Vec::new(), 0);
    };
    let parts = &structure.parts;
    let mut known = parts.parts.iter().zip(&parts.clean);
    let Some((part, clean)) = known.find(|(part, _)| part.name == piece.name && is_of(piece, &part.kind)) else {
        return (Vec::new(), 0);
    };
    let channels = part.channels.iter().take(most).enumerate();
    let list = channels.filter_map(|(index, channel)| {
        let value = *values.get(part.offset + index)?;
        let clean = clean.and_then(|first| values.get(first + index).copied());
        Some(Reading { name: channel.name.clone(), value, clean, unit: channel.unit.clone() })
    });
    (list.collect(), part.channels.len())
}

/// Whether a part of a layout has the same kind: sensors and actuators may share a name with other parts.
pub fn is_of(piece: &Piece, kind: &str) -> bool {
    kind == piece.sort.kind().word()
}

/// A label with values for a part on the screen.
pub struct Callout<'a> {
    /// The part.
    pub piece: &'a Piece,
    /// Position of its icon.
    pub at: Pos2,
    /// The first of its values, and their number.
    pub reading: (Option<Reading>, usize),
}

impl Callout<'_> {
    /// The line below the name.
    fn line(&self) -> Option<String> {
        let first = self.reading.0.as_ref()?;
        Some(words::reading(first.value, first.clean, &first.unit, self.reading.1 - 1))
    }
}

/// Shows callouts at both sides of a rectangle. Returns the clicked part and the part under the pointer.
pub fn show(
    ui: &Ui,
    rect: Rect,
    mut callouts: Vec<Callout<'_>>,
    chosen: Option<&str>,
) -> (Option<String>, Option<String>) {
    let (mut clicked, mut hovered) = (None, None);
    callouts.sort_by(|a, b| a.at.x.total_cmp(&b.at.x).then_with(|| a.piece.name.cmp(&b.piece.name)));
    let right = callouts.split_off(callouts.len().div_ceil(2));
    for (mut side, is_left) in [(callouts, true), (right, false)] {
        side.sort_by(|a, b| a.at.y.total_cmp(&b.at.y).then_with(|| a.piece.name.cmp(&b.piece.name)));
        let room = rect.height() - 2.0 * EDGE;
        let valued = side.len() as f32 * (HEIGHTS[0] + EDGE) <= room;
        let height = HEIGHTS[usize::from(!valued)];
        let fitting = ((room / (height + 2.0)) as usize).max(1);
        let hidden = side.len().saturating_sub(fitting);
        let wanted: Vec<f32> = side.iter().map(|callout| callout.at.y - height / 2.0).collect();
        let tops = spread(&wanted[..side.len() - hidden], height + 2.0, [rect.top() + EDGE, rect.bottom() - EDGE]);
        let left = if is_left { rect.left() + EDGE } else { rect.right() - EDGE - WIDTH };
        for (callout, top) in side.iter().zip(tops) {
            let place = Rect::from_min_size(Pos2::new(left, top), Vec2::new(WIDTH, height));
            let strong = chosen == Some(callout.piece.name.as_str());
            let id = ui.scope_id().with(("callout", &callout.piece.name, callout.piece.sort));
            let response = ui.interact(place, id, egui::Sense::click());
            let name = &callout.piece.name;
            let line = if valued { callout.line() } else { None };
            let label = line.as_ref().map_or_else(|| name.clone(), |line| format!("{name}: {line}"));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
            if response.clicked() {
                clicked = Some(name.clone());
            }
            if response.hovered() {
                hovered = Some(name.clone());
            }
            let cut = paint(ui.painter(), ui, callout, place, line, is_left, strong || response.hovered());
            if cut {
                response.on_hover_text(&label);
            }
        }
        if hidden > 0 {
            let at = Pos2::new(left, rect.bottom() - EDGE - 12.0);
            let ink = ui.visuals().weak_text_color();
            ui.painter().text(at, egui::Align2::LEFT_TOP, words::more(hidden), FontId::proportional(10.5), ink);
        }
    }
    (clicked, hovered)
}

/// Draws a callout. Returns whether a text is truncated.
fn paint(
    painter: &Painter,
    ui: &Ui,
    callout: &Callout<'_>,
    place: Rect,
    line: Option<String>,
    is_left: bool,
    strong: bool,
) -> bool {
    let visuals = ui.visuals();
    let color = super::palette::color(callout.piece.sort);
    let stroke = if strong { Stroke::new(1.5, color) } else { Stroke::new(0.75, color.gamma_multiply(0.55)) };
    let from = if is_left { place.right_center() } else { place.left_center() };
    let knee = Pos2::new(from.x + if is_left { 8.0 } else { -8.0 }, from.y);
    painter.line(vec![from, knee, callout.at], stroke);
    let fill = visuals.panel_fill.gamma_multiply(if strong { 1.0 } else { 0.85 });
    painter.rect_filled(place, 3.0, fill);
    if strong {
        painter.rect_stroke(place, 3.0, stroke, egui::StrokeKind::Inside);
    }
    let bar = if is_left { place.right() - 2.0 } else { place.left() };
    painter.rect_filled(Rect::from_min_size(Pos2::new(bar, place.top()), Vec2::new(2.0, place.height())), 0.0, color);
    let lines = [
        Some((callout.piece.name.clone(), 12.0, visuals.strong_text_color())),
        line.map(|line| (line, 10.5, visuals.text_color())),
    ];
    let mut cut = false;
    let mut at = place.min + Vec2::new(if is_left { 2.0 } else { 6.0 }, 1.0);
    for (text, size, ink) in lines.into_iter().flatten() {
        let galley = one_line(painter, &text, size, ink, WIDTH - 8.0);
        // Texts of the left side are aligned with their line.
        let x = if is_left { place.right() - 6.0 - galley.size().x } else { at.x };
        let height = galley.size().y;
        cut |= galley.elided;
        painter.galley(Pos2::new(x, at.y), galley, ink);
        at.y += height;
    }
    cut
}

/// A text on one line, truncated to a width.
fn one_line(painter: &Painter, text: &str, size: f32, ink: Color32, width: f32) -> std::sync::Arc<egui::Galley> {
    let format = TextFormat { font_id: FontId::proportional(size), color: ink, ..TextFormat::default() };
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width);
    painter.layout_job(job)
}

/// Arranges items of a given height below each other in a range, each as close as possible to its preferred position.
fn spread(wanted: &[f32], height: f32, [low, high]: [f32; 2]) -> Vec<f32> {
    let mut tops: Vec<f32> = Vec::with_capacity(wanted.len());
    for top in wanted {
        let least = tops.last().map_or(low, |before| before + height);
        tops.push(top.max(least));
    }
    let mut most = high - height;
    for top in tops.iter_mut().rev() {
        *top = top.min(most);
        most = *top - height;
    }
    tops
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BU-65: Live mode shows values beside each module and calls its functions.
    #[test]
    fn values_stand_near_their_parts_and_never_over_each_other() {
        let tops = spread(&[100.0, 102.0, 104.0, 390.0, 395.0], 30.0, [0.0, 420.0]);
        assert!(tops.windows(2).all(|pair| pair[1] - pair[0] >= 30.0 - 1e-3), "{tops:?}");
        assert!(tops[0] >= 0.0 && tops[4] <= 390.0, "{tops:?}");
        assert!((tops[0] - 100.0).abs() < 1e-3, "{tops:?}");
    }
}
