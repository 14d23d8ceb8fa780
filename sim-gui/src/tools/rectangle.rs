//! A rectangle that is dragged over empty ground to select what lies in it.

use egui::{Painter, PointerButton, Pos2, Rect, Response, StrokeKind, Ui};

/// A rectangle that is dragged over empty ground.
#[derive(Default)]
pub struct Rectangle {
    /// Where the drag began.
    from: Option<Pos2>,
}

impl Rectangle {
    /// Begins one where a drag with the command key does; `taken` tells whether the drag is of something else.
    pub fn begin(&mut self, ui: &Ui, response: &Response, taken: bool) {
        if response.drag_started_by(PointerButton::Primary) && ui.input(|input| input.modifiers.command) && !taken {
            self.from = ui.input(|input| input.pointer.press_origin());
        }
    }

    /// Whether one is being dragged.
    pub fn is_dragged(&self) -> bool {
        self.from.is_some()
    }

    /// Draws it. Returns it when it is let go, and whether what was selected stays so.
    pub fn show(&mut self, ui: &Ui, response: &Response, painter: &Painter) -> Option<(Rect, bool)> {
        let to = ui.input(|input| input.pointer.latest_pos());
        let rect = Rect::from_two_pos(self.from?, to?);
        let selection = ui.visuals().selection;
        painter.rect_filled(rect, 0.0, selection.bg_fill.gamma_multiply(0.3));
        painter.rect_stroke(rect, 0.0, selection.stroke, StrokeKind::Inside);
        if response.dragged_by(PointerButton::Primary) {
            return None;
        }
        self.from = None;
        Some((rect, ui.input(|input| input.modifiers.shift)))
    }
}
