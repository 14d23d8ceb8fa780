//! Moves or rotates the selection with the pointer after a key, optionally constrained to an axis.

use super::drag::{self, Drag, DragHandle, Grasp};
use super::handle::Handle;
use super::{Canvas, Claim, Tool, paint};
use crate::actions::{NoticeRequest, Request, ToolRequest};
use crate::document::moving::Movable;
use crate::preferences::axes::Axes;
use crate::text::grab as words;
use crate::viewer_context::ViewerContext;
use egui::{CursorIcon, InputState, Key, Modifiers, PointerButton, Pos2, Rect};
use nalgebra::{Isometry3, UnitQuaternion};

/// The operation on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerOperation {
    /// Move.
    Move,
    /// Rotate.
    Turn,
}

/// The keys of the axes.
const AXES: [Key; 3] = [Key::X, Key::Y, Key::Z];

/// The grabbed things, and where they were grabbed.
struct Grabbed {
    /// The screen rectangle of the view.
    view: Rect,
    items: Vec<Movable>,
    frame: Isometry3<f64>,
    /// Screen position at the start.
    from: Pos2,
    drag: Option<Drag>,
}

/// Moves or rotates the selection until a click.
pub struct Grab {
    operation: PointerOperation,
    /// The axis constraint, and whether it is new.
    axis: Option<usize>,
    is_new: bool,
    /// Whether Enter was pressed.
    confirmed: bool,
    grasp: Grasp,
    taken: Option<Grabbed>,
}

impl Grab {
    /// Grabs the selection in the next frame.
    pub fn new(operation: PointerOperation) -> Self {
        Self { operation, axis: None, is_new: false, confirmed: false, grasp: Grasp::default(), taken: None }
    }

    /// The handle: in a view without depth in the plane of the view, otherwise on the ground and about the vertical.
    fn handle(&self, canvas: &Canvas<'_>) -> Handle {
        let across = canvas.sight.axis().unwrap_or(2);
        match (self.operation, self.axis) {
            (PointerOperation::Move, None) => Handle::Plane(across),
            (PointerOperation::Move, Some(axis)) => Handle::Axis(axis),
            (PointerOperation::Turn, axis) => Handle::Ring(axis.unwrap_or(across)),
        }
    }

    /// Grabs the selection; `None` if nothing of it is movable.
    fn take(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>) -> Option<Grabbed> {
        let part =
            canvas.part.filter(|part| part.turns || self.operation == PointerOperation::Move).map(|part| part.pose);
        let items = self.grasp.movable(context, part);
        let last = items.last()?;
        let rotation = match context.axes {
            // Axis constraints refer to the axes of the gizmo.
            Axes::Own => last.pose.rotation,
            Axes::World => UnitQuaternion::identity(),
        };
        let frame = Isometry3::from_parts(last.pose.translation, rotation);
        let middle = canvas.sight.project(&last.pose.translation.vector.into());
        let from = canvas.pointer().or(middle).unwrap_or(canvas.rect.center());
        Some(Grabbed { view: canvas.rect, items, frame, from, drag: None })
    }
}

impl Tool for Grab {
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        if self.taken.is_none() {
            if !canvas.keys {
                return Claim::Everything;
            }
            self.taken = self.take(canvas, context);
            if self.taken.is_none() {
                requests.extend([
                    Request::Notice(NoticeRequest::Refuse(words::NOTHING.to_string())),
                    Request::Tool(ToolRequest::End),
                ]);
                return Claim::Everything;
            }
        }
        let handle = self.handle(canvas);
        let Some(taken) = self.taken.as_mut().filter(|taken| taken.view == canvas.rect) else {
            return Claim::Everything;
        };
        canvas.ui.ctx().set_cursor_icon(CursorIcon::Move);
        if taken.drag.is_none() || std::mem::take(&mut self.is_new) {
            let held = DragHandle { handle, frame: taken.frame, length: 1.0 };
            taken.drag = Drag::begin(held, taken.items.clone(), taken.from, canvas.sight.ray(taken.from));
        }
        let ray = |at| canvas.sight.ray(at);
        if let Some(drag) = &mut taken.drag {
            drag.hover(canvas.ui, ray, canvas.snap, requests);
        }
        let is_over = canvas.response.contains_pointer();
        let released = |button| is_over && canvas.ui.input(|input| input.pointer.button_released(button));
        if released(PointerButton::Secondary) {
            requests.extend([Request::Tool(ToolRequest::CancelDrag), Request::Tool(ToolRequest::End)]);
        } else if released(PointerButton::Primary) || self.confirmed {
            requests.extend([Request::Tool(ToolRequest::Drop), Request::Tool(ToolRequest::End)]);
        }
        Claim::Everything
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        let Some(taken) = self.taken.as_ref().filter(|taken| taken.view == canvas.rect) else { return };
        if let Some(axis) = self.axis {
            paint::axis(canvas, &taken.frame, axis);
        }
        let at = canvas.ui.input(|input| input.pointer.latest_pos());
        if let Some((change, at)) = taken.drag.as_ref().and_then(Drag::change).zip(at) {
            drag::draw_change(canvas.painter, at, &change);
        }
        paint::draw_messages(canvas, &[words::HINT.to_string()]);
    }

    fn take_keys(&mut self, input: &mut InputState) {
        for (axis, key) in AXES.into_iter().enumerate() {
            if input.consume_key(Modifiers::NONE, key) {
                // The same key again removes the constraint.
                self.axis = (self.axis != Some(axis)).then_some(axis);
                self.is_new = true;
            }
        }
        self.confirmed |= input.consume_key(Modifiers::NONE, Key::Enter);
    }

    fn holds(&self) -> bool {
        self.taken.is_some()
    }
}
