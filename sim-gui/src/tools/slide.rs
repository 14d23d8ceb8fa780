//! Drags the selection in a view without depth.

use super::drag::{self, Drag, DragHandle, Grasp};
use super::handle::Handle;
use super::{Canvas, Claim, Tool};
use crate::actions::{Request, SelectRequest};
use crate::document::moving::{Movable, Moved};
use crate::viewer_context::ViewerContext;
use egui::{PointerButton, Pos2};
use nalgebra::Isometry3;

/// Drags selected things directly, without handles.
#[derive(Default)]
pub struct Slide {
    grasp: Grasp,
    drag: Option<Drag>,
}

impl Slide {
    /// The movable selected bodies at their previewed poses.
    pub fn bodies(&mut self, context: &ViewerContext<'_>) -> Vec<Movable> {
        let moved = self.drag.as_ref().and_then(Drag::moved_items).unwrap_or_default();
        let mut items = self.grasp.movable(context, None);
        for item in &mut items {
            let to = moved.iter().find(|Moved { thing: other, .. }| other.target == item.target);
            item.pose = to.map_or(item.pose, |moved| moved.to);
        }
        items
    }

    /// Grabs a selected thing at a screen position, if it is movable.
    fn grab(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, axis: usize, at: Pos2) -> Option<Drag> {
        let under = canvas.sight.part_at(canvas.ui, at);
        let part = canvas.part.filter(|_| under == context.part.map(|part| (part, context.part_pose)));
        let held = |item: &Movable| match item.body {
            Some(body) => canvas.sight.covers(body, context.offset_to_start(item).as_ref(), at),
            None => true,
        };
        let item = self.grasp.movable(context, part.map(|part| part.pose)).into_iter().find(held)?;
        let frame = Isometry3::from_parts(item.pose.translation, nalgebra::UnitQuaternion::identity());
        let held = DragHandle { handle: Handle::Plane(axis), frame, length: 1.0 };
        Drag::begin(held, vec![item], at, canvas.sight.ray(at))
    }
}

impl Tool for Slide {
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        let Some(axis) = canvas.sight.axis() else { return Claim::Nothing };
        // One press both selects and grabs a pose of the selected route.
        if canvas.response.contains_pointer()
            && canvas.ui.input(|input| input.pointer.primary_pressed())
            && let (Some(at), Some(part)) = (canvas.pointer(), context.part)
            && let Some((target, Some(number))) = canvas.sight.part_at(canvas.ui, at)
            && (target == part && context.part_pose != Some(number))
        {
            requests.push(Request::Select(SelectRequest::Pose(target.clone(), number)));
        }
        if canvas.response.drag_started_by(PointerButton::Primary)
            && let Some(origin) = canvas.ui.input(|input| input.pointer.press_origin())
        {
            self.drag = self.grab(canvas, context, axis, origin);
        }
        let Some(drag) = &mut self.drag else { return Claim::Nothing };
        if !drag.follow(canvas.ui, |at| canvas.sight.ray(at), canvas.snap, requests) {
            self.drag = None;
        }
        Claim::Everything
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        let change = self.drag.as_ref().and_then(Drag::change);
        if let Some((change, at)) = change.zip(canvas.ui.input(|input| input.pointer.latest_pos())) {
            drag::draw_change(canvas.painter, at, &change);
        }
    }

    fn cancel(&mut self) -> bool {
        self.drag.iter_mut().for_each(Drag::cancel);
        self.drag.is_some()
    }

    fn rest(&mut self) {
        self.drag = None;
    }
}
