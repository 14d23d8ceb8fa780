//! Moves or rotates the selection with the pointer after a key, optionally constrained to an axis.

use super::drag::{self, Drag, Grasp, Held};
use super::handle::Handle;
use super::{Canvas, Claim, Tool, paint};
use crate::actions::Request;
use crate::document::moving::Movable;
use crate::preferences::axes::Axes;
use crate::text::grab as words;
use crate::viewer_context::ViewerContext;
use egui::{CursorIcon, InputState, Key, Modifiers, PointerButton, Pos2, Rect};
use nalgebra::{Isometry3, UnitQuaternion};

/// The operation on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Move.
    Move,
    /// Rotate.
    Turn,
}

/// The keys of the axes.
const AXES: [Key; 3] = [Key::X, Key::Y, Key::Z];

/// The grabbed things, and where they were grabbed.
struct Taken {
    /// The screen rectangle of the view.
    view: Rect,
    things: Vec<Movable>,
    frame: Isometry3<f64>,
    /// Screen position at the start.
    from: Pos2,
    drag: Option<Drag>,
}

/// Moves or rotates the selection until a click.
pub struct Grab {
    deed: Deed,
    /// The axis constraint, and whether it is new.
    axis: Option<usize>,
    is_new: bool,
    /// Whether Enter was pressed.
    confirmed: bool,
    grasp: Grasp,
    taken: Option<Taken>,
}

impl Grab {
    /// Grabs the selection in the next frame.
    pub fn new(deed: Deed) -> Self {
        Self { deed, axis: None, is_new: false, confirmed: false, grasp: Grasp::default(), taken: None }
    }

    /// The handle: in a view without depth in the plane of the view, otherwise on the ground and about the vertical.
    fn handle(&self, canvas: &Canvas<'_>) -> Handle {
        let across = canvas.sight.axis().unwrap_or(2);
        match (self.deed, self.axis) {
            (Deed::Move, None) => Handle::Plane(across),
            (Deed::Move, Some(axis)) => Handle::Axis(axis),
            (Deed::Turn, axis) => Handle::Ring(axis.unwrap_or(across)),
        }
    }

    /// Grabs the selection; `None` if nothing of it is movable.
    fn take(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>) -> Option<Taken> {
        let part = canvas.part.filter(|part| part.turns || self.deed == Deed::Move).map(|part| part.pose);
        let things = self.grasp.movable(context, part);
        let last = things.last()?;
        let rotation = match context.axes {
            // Axis constraints refer to the axes of the gizmo.
            Axes::Own => last.pose.rotation,
            Axes::World => UnitQuaternion::identity(),
        };
        let frame = Isometry3::from_parts(last.pose.translation, rotation);
        let middle = canvas.sight.project(&last.pose.translation.vector.into());
        let from = canvas.pointer().or(middle).unwrap_or(canvas.rect.center());
        Some(Taken { view: canvas.rect, things, frame, from, drag: None })
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
                requests.extend([Request::Refuse(words::NOTHING.to_string()), Request::EndTool]);
                return Claim::Everything;
            }
        }
        let handle = self.handle(canvas);
        let Some(taken) = self.taken.as_mut().filter(|taken| taken.view == canvas.rect) else {
            return Claim::Everything;
        };
        canvas.ui.ctx().set_cursor_icon(CursorIcon::Move);
        if taken.drag.is_none() || std::mem::take(&mut self.is_new) {
            let held = Held { handle, frame: taken.frame, length: 1.0 };
            taken.drag = Drag::begin(held, taken.things.clone(), taken.from, canvas.sight.ray(taken.from));
        }
        let ray = |at| canvas.sight.ray(at);
        if let Some(drag) = &mut taken.drag {
            drag.hover(canvas.ui, ray, canvas.snap, requests);
        }
        let is_over = canvas.response.contains_pointer();
        let released = |button| is_over && canvas.ui.input(|input| input.pointer.button_released(button));
        if released(PointerButton::Secondary) {
            requests.extend([Request::TakeBackDrag, Request::EndTool]);
        } else if released(PointerButton::Primary) || self.confirmed {
            requests.extend([Request::Drop, Request::EndTool]);
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
            drag::tell(canvas.painter, at, &change);
        }
        paint::told(canvas, &[words::HINT.to_string()]);
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
