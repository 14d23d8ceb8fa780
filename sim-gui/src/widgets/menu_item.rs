//! Menu and list items with a check mark.

use egui::{Atom, AtomExt as _, Button, Color32, Painter, Rect, Response, Role, Stroke, Ui, Vec2, WidgetInfo};

/// Size of the mark, points.
const MARK: Vec2 = Vec2::splat(12.0);

/// The mark before an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// None.
    #[default]
    Nothing,
    /// A check mark if it is on.
    Tick(bool),
    /// A dot if it is selected.
    Dot(bool),
}

impl Mark {
    fn is_on(self) -> Option<bool> {
        match self {
            Self::Nothing => None,
            Self::Tick(on) | Self::Dot(on) => Some(on),
        }
    }

    fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let at = |x: f32, y: f32| rect.min + rect.size() * Vec2::new(x, y);
        match self {
            Self::Tick(true) => {
                let points = [at(0.12, 0.52), at(0.4, 0.8), at(0.9, 0.2)];
                painter.line(points.to_vec(), Stroke::new(1.8, color));
            }
            Self::Dot(true) => _ = painter.circle_filled(rect.center(), 0.28 * rect.width(), color),
            Self::Nothing | Self::Tick(false) | Self::Dot(false) => {}
        }
    }
}

/// An item with space for a mark before its name.
pub fn button(mark: Mark, name: &str) -> Button<'_> {
    let mark = Atom::paint(MARK, move |ui: &Ui, args| mark.paint(ui.painter(), args.rect, args.fallback_text_color));
    Button::new((mark, name))
}

/// The title of a submenu, aligned with the names of items.
pub fn submenu<'a>(name: &'a str) -> (Atom<'a>, &'a str) {
    (Atom::default().atom_size(MARK), name)
}

/// Reports to screen readers that an item can be toggled, and its state.
pub fn describe(ui: &Ui, item: &Response, mark: Mark, name: &str) {
    let role = match mark {
        Mark::Nothing => return,
        Mark::Tick(_) => Role::MenuItemCheckBox,
        Mark::Dot(_) => Role::MenuItemRadio,
    };
    let enabled = ui.is_enabled() && item.enabled();
    let on = mark.is_on().unwrap_or_default();
    item.widget_info(|| WidgetInfo::selected(role, enabled, on, name));
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_mark_is_drawn_for_what_is_on_alone() {
        let ctx = egui::Context::default();
        let drawn = |mark: Mark| {
            let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
                let rect = Rect::from_min_size(pos2(5.0, 5.0), MARK);
                mark.paint(ui.painter(), rect, Color32::WHITE);
            });
            output.textures_delta.clear();
            output.shapes.len()
        };
        let blank = drawn(Mark::Nothing);
        assert_eq!([Mark::Tick(false), Mark::Dot(false)].map(drawn), [blank; 2]);
        assert_eq!([Mark::Tick(true), Mark::Dot(true)].map(drawn), [blank + 1; 2]);
    }
}
