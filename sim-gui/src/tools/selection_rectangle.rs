//! Rectangle selection by a drag over empty ground.

use super::{Canvas, Claim, Tool};
use crate::actions::{Request, SelectRequest};
use crate::viewer_context::ViewerContext;
use egui::{PointerButton, Pos2, Rect, StrokeKind};

/// A rectangle dragged with the command key over empty ground.
#[derive(Default)]
pub struct Rectangle {
    /// Start of the drag.
    from: Option<Pos2>,
}

impl Rectangle {
    /// The rectangle from the start to the pointer.
    fn rect(&self, canvas: &Canvas<'_>) -> Option<Rect> {
        let to = canvas.ui.input(|input| input.pointer.latest_pos());
        Some(Rect::from_two_pos(self.from?, to?))
    }
}

impl Tool for Rectangle {
    fn follow(&mut self, canvas: &Canvas<'_>, _: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        let begins = canvas.response.drag_started_by(PointerButton::Primary);
        if begins && canvas.ui.input(|input| input.modifiers.command) {
            self.from = canvas.ui.input(|input| input.pointer.press_origin());
        }
        let Some(rect) = self.rect(canvas) else { return Claim::Nothing };
        if !canvas.response.dragged_by(PointerButton::Primary) {
            self.from = None;
            let add = canvas.ui.input(|input| input.modifiers.shift);
            requests.push(Request::Select(SelectRequest::Bodies { bodies: canvas.sight.bodies_in(rect), add }));
        }
        Claim::Everything
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        let Some(rect) = self.rect(canvas) else { return };
        let selection = canvas.ui.visuals().selection;
        canvas.painter.rect_filled(rect, 0.0, selection.bg_fill.gamma_multiply(0.3));
        canvas.painter.rect_stroke(rect, 0.0, selection.stroke, StrokeKind::Inside);
    }

    fn cancel(&mut self) -> bool {
        self.from.take().is_some()
    }

    fn rest(&mut self) {
        self.from = None;
    }
}
