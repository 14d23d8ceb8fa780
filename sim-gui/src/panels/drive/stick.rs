//! The on-screen stick.

use crate::text;
use egui::{Rect, Sense, Stroke, Ui, Vec2};

/// Width and height, points.
const SIZE: f32 = 112.0;
/// Radius of the knob, points.
const KNOB: f32 = 14.0;

/// Shows the stick. Returns its position, forward and left, −1 … 1; centered when released.
pub fn show(ui: &mut Ui) -> [f64; 2] {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIZE), Sense::drag());
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, enabled, text::drive::STICK));
    let held = response.is_pointer_button_down_on().then(|| response.interact_pointer_pos()).flatten();
    let part = held.map_or(Vec2::ZERO, |at| part(rect, at));
    let visuals = ui.style().interact(&response);
    let painter = ui.painter();
    let reach = SIZE / 2.0 - 1.0;
    painter.circle(rect.center(), reach, ui.visuals().extreme_bg_color, visuals.bg_stroke);
    let faint = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.4));
    painter.hline(rect.shrink(8.0).x_range(), rect.center().y, faint);
    painter.vline(rect.center().x, rect.shrink(8.0).y_range(), faint);
    let knob = rect.center() + part * (reach - KNOB);
    let fill = if held.is_some() { ui.visuals().selection.bg_fill } else { visuals.bg_fill };
    painter.circle(knob, KNOB, fill, visuals.fg_stroke);
    response.on_hover_text(text::drive::STICK_HELP);
    [f64::from(-part.y), f64::from(-part.x)]
}

/// Stick deflection of a point, clamped to the unit circle.
fn part(rect: Rect, at: egui::Pos2) -> Vec2 {
    let part = (at - rect.center()) / (rect.width() / 2.0 - KNOB);
    if part.length() > 1.0 { part.normalized() } else { part }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stick_ends_at_its_circle() {
        let rect = Rect::from_min_size(egui::pos2(10.0, 10.0), Vec2::splat(SIZE));
        assert_eq!(part(rect, rect.center()), Vec2::ZERO);
        let far = part(rect, rect.center() + egui::vec2(300.0, 400.0));
        assert!((far - egui::vec2(0.6, 0.8)).length() < 1e-6);
    }
}
