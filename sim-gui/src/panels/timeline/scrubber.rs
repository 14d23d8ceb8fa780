//! The scrubber: playback time and event markers.

use crate::text;
use egui::accesskit::{Action, ActionData};
use egui::{Align2, Color32, CursorIcon, FontId, Key, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2};
use sim_runner::{Mark, MarkKind};

/// Total height, points.
const HEIGHT: f32 = 34.0;
/// Height of the rail, points.
const RAIL: f32 = 8.0;
/// Horizontal margin, so that the handle and the first label are not clipped, points.
const MARGIN: f32 = 10.0;
/// Distance below which markers are merged, points.
const APART: f32 = 5.0;
/// Maximum number of lines in the tooltip of a marker.
const TOLD: usize = 6;

/// Merged markers.
struct Group {
    x: f32,
    /// Time of the first of the most severe markers.
    time: f64,
    kind: MarkKind,
    lines: Vec<String>,
    count: usize,
}

/// Shows the scrubber. Returns the time selected by the user.
pub fn show(ui: &mut Ui, time: f64, (first, last): (f64, f64), step: f64, marks: &[Mark]) -> Option<f64> {
    let (rect, response) =
        ui.allocate_exact_size(Vec2::new(ui.available_width().max(60.0), HEIGHT), Sense::click_and_drag());
    let rail = Rect::from_min_size(rect.min + Vec2::new(MARGIN, 6.0), Vec2::new(rect.width() - 2.0 * MARGIN, RAIL));
    let length = (last - first).max(f64::MIN_POSITIVE);
    let place = |time: f64| rail.left() + rail.width() * ((time - first) / length).clamp(0.0, 1.0) as f32;
    let at = |x: f32| first + length * f64::from(((x - rail.left()) / rail.width()).clamp(0.0, 1.0));
    let groups = group(marks, place);
    let under = response.hover_pos().and_then(|at| {
        groups
            .iter()
            .filter(|group| (group.x - at.x).abs() <= APART)
            .min_by(|a, b| (a.x - at.x).abs().total_cmp(&(b.x - at.x).abs()))
    });
    let mut chosen = None;
    if response.dragged() || response.clicked() {
        let pointer = response.interact_pointer_pos().map(|pointer| at(pointer.x));
        // A click on a marker seeks to its exact time.
        chosen = under.filter(|_| response.clicked()).map(|group| group.time).or(pointer);
    }
    chosen = chosen.or_else(|| keys(ui, &response, time, step, length)).map(|time| time.clamp(first, last));
    describe(ui, &response, time, (first, last));
    draw(ui, &response, rail, place(time), (first, last), &groups);
    match under {
        Some(group) => _ = response.on_hover_text(group.text()),
        None => {
            if let Some(pointer) = response.hover_pos() {
                response
                    .on_hover_cursor(CursorIcon::PointingHand)
                    .on_hover_text_at_pointer(format!("{:.2} s", at(pointer.x)));
            }
        }
    }
    chosen
}

/// Handles keyboard and assistive technology.
fn keys(ui: &Ui, response: &Response, time: f64, step: f64, length: f64) -> Option<f64> {
    let mut asked = None;
    if response.has_focus() {
        let [left, right, home, end] = ui.input(|input| {
            [Key::ArrowLeft, Key::ArrowRight, Key::Home, Key::End].map(|key| input.num_presses(key) as f64)
        });
        if left + right > 0.0 {
            asked = Some(time + step * (right - left));
        } else if home + end > 0.0 {
            asked = Some(if home > 0.0 { f64::NEG_INFINITY } else { f64::INFINITY });
        }
    }
    ui.input(|input| {
        let count = |action| input.num_accesskit_action_requests(response.id, action) as f64;
        let by = count(Action::Increment) - count(Action::Decrement);
        if by != 0.0 {
            asked = Some(time + by * length / 100.0);
        }
        for request in input.accesskit_action_requests(response.id, Action::SetValue) {
            if let Some(ActionData::NumericValue(value)) = request.data {
                asked = Some(value);
            }
        }
    });
    asked
}

fn describe(ui: &Ui, response: &Response, time: f64, (first, last): (f64, f64)) {
    response.widget_info(|| egui::WidgetInfo::slider(ui.is_enabled(), time, text::recordings::TIMELINE));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(first);
        node.set_max_numeric_value(last);
        node.add_action(Action::SetValue);
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
    });
    if response.has_focus() {
        let arrows = egui::EventFilter { horizontal_arrows: true, ..Default::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    }
}

fn group(marks: &[Mark], place: impl Fn(f64) -> f32) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for mark in marks {
        let x = place(mark.time);
        match groups.last_mut().filter(|group| (group.x - x).abs() < APART) {
            Some(group) => {
                group.count += 1;
                if mark.kind > group.kind {
                    (group.kind, group.time) = (mark.kind, mark.time);
                }
                if group.lines.len() < TOLD {
                    group.lines.push(text::recordings::mark(mark.kind, mark.time, &mark.text));
                }
            }
            None => groups.push(Group {
                x,
                time: mark.time,
                kind: mark.kind,
                lines: vec![text::recordings::mark(mark.kind, mark.time, &mark.text)],
                count: 1,
            }),
        }
    }
    groups
}

impl Group {
    fn text(&self) -> String {
        let more = (self.count > self.lines.len()).then(|| text::common::more(self.count - self.lines.len()));
        self.lines.iter().cloned().chain(more).collect::<Vec<_>>().join("\n")
    }
}

fn color(ui: &Ui, kind: MarkKind) -> Color32 {
    match kind {
        MarkKind::Note => ui.visuals().weak_text_color(),
        MarkKind::Warning => ui.visuals().warn_fg_color,
        MarkKind::Error | MarkKind::Fault => ui.visuals().error_fg_color,
    }
}

fn draw(ui: &Ui, response: &Response, rail: Rect, now: f32, (first, last): (f64, f64), groups: &[Group]) {
    let painter = ui.painter();
    let visuals = ui.visuals();
    painter.rect_filled(rail, RAIL / 2.0, visuals.widgets.inactive.bg_fill);
    let gone = Rect::from_min_max(rail.min, Pos2::new(now, rail.bottom()));
    painter.rect_filled(gone, RAIL / 2.0, visuals.selection.bg_fill);
    // Labels below the rail, as many as fit.
    let font = FontId::proportional(11.0);
    let spacing = spacing(last - first, f64::from(rail.width()) / 70.0);
    let decimals = (-spacing.log10().floor()).clamp(0.0, 6.0) as usize;
    let numbers = (first / spacing).ceil() as i64..=(last / spacing).floor() as i64;
    for number in numbers {
        let time = number as f64 * spacing;
        let x = rail.left() + rail.width() * ((time - first) / (last - first).max(f64::MIN_POSITIVE)) as f32;
        painter.vline(x, rail.bottom() + 2.0..=rail.bottom() + 5.0, Stroke::new(1.0, visuals.weak_text_color()));
        let at = Pos2::new(x, rail.bottom() + 5.0);
        painter.text(at, Align2::CENTER_TOP, format!("{time:.decimals$}"), font.clone(), visuals.text_color());
    }
    // Draw severe markers on top.
    let mut ordered: Vec<&Group> = groups.iter().collect();
    ordered.sort_by_key(|group| group.kind);
    for group in ordered {
        let color = color(ui, group.kind);
        painter.vline(group.x, rail.top() - 4.0..=rail.bottom() + 2.0, Stroke::new(2.0, color));
        if group.kind == MarkKind::Fault {
            painter.circle_filled(Pos2::new(group.x, rail.top() - 3.0), 3.0, color);
        }
    }
    let widget_style = ui.style().interact(response);
    let ring = if response.has_focus() { visuals.selection.stroke } else { widget_style.fg_stroke };
    painter.circle(Pos2::new(now, rail.center().y), 7.0, widget_style.bg_fill, ring);
}

/// Distance of labels: 1, 2 or 5 times a power of ten, so that at most `most` labels are needed.
fn spacing(length: f64, most: f64) -> f64 {
    let least = (length / most.max(1.0)).max(1e-6);
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|part| part * power).find(|spacing| *spacing >= least).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_at_one_place_are_one_and_go_to_the_first_of_the_gravest() {
        let mark = |time: f64, kind| Mark { time, kind, text: format!("at {time}") };
        let mut marks: Vec<Mark> = (0..10).map(|n| mark(1.0 + f64::from(n) * 0.01, MarkKind::Warning)).collect();
        marks.insert(4, mark(1.035, MarkKind::Fault));
        marks.push(mark(5.0, MarkKind::Note));
        let groups = group(&marks, |time| time as f32 * 20.0);
        assert_eq!(groups.iter().map(|group| group.count).collect::<Vec<_>>(), [11, 1]);
        assert_eq!((groups[0].kind, groups[0].time), (MarkKind::Fault, 1.035));
        let text = groups[0].text();
        assert!(text.starts_with("1.00 s, warning: at 1\n") && text.ends_with("… and 5 more"), "{text}");
    }

    #[test]
    fn numbers_have_room() {
        for length in [0.01, 0.7, 12.0, 3600.0, 1e6] {
            let spacing = spacing(length, 10.0);
            assert!((4.0..=10.01).contains(&(length / spacing)), "{length}: {spacing}");
        }
        assert!(spacing(0.0, 10.0) > 0.0);
    }
}
