//! Dragging and resizing things: grabbed by the pointer, previewed, and applied on release.

use super::handle::{Handle, Ray};
use super::snap;
use crate::actions::{Request, ToolRequest};
use crate::document::editor;
use crate::document::moving::{Moment, Movable, Moved};
use crate::preferences::snap::Snap;
use crate::text;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::Units;
use egui::{Align2, Color32, FontId, Painter, Pos2, Ui, Vec2};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use sim_core::scene::Shape;
use sim_edit::{Document, Section, Target, sizes};
use sim_runner::Structure;
use std::collections::HashMap;
use std::sync::Arc;

/// Pointer distance that starts a drag, points: clicks are never quite still.
pub const THRESHOLD: f32 = 6.0;
/// Length of handles on the screen, points.
pub const LENGTH: f32 = 90.0;

/// Minimum scale factor of one drag.
const SMALLEST: f64 = 1e-3;

/// A handle in the world.
#[derive(Clone, Copy, Debug)]
pub struct DragHandle {
    /// The handle.
    pub handle: Handle,
    /// `world_from_handles`: origin and axes of the handles.
    pub frame: Isometry3<f64>,
    /// Their length, m.
    pub length: f64,
}

impl DragHandle {
    /// The grip for a screen position, in the frame of the handles, see [`Handle::grip`].
    fn grip(&self, at: Pos2, (start, direction): Ray) -> Option<Vector3<f64>> {
        if self.handle == Handle::AllSizes {
            return Some(Vector3::new(f64::from((at.x - at.y) / LENGTH) * self.length, 0.0, 0.0));
        }
        let back = self.frame.inverse();
        self.handle.grip(Point3::origin(), (back * start, back * direction))
    }
}

/// The effect of a drag on the last of its things.
pub enum Change {
    /// Translation, m.
    Moved(Vector3<f64>),
    /// Rotation, rad.
    Turned(f64),
    /// New size, m.
    Sized([f64; 3]),
    /// Scale factor; for several things, or a mesh.
    Grown(f64),
}

/// A drag of things by a handle.
pub struct Drag {
    held: DragHandle,
    items: Vec<Movable>,
    /// Initial grip, see [`Handle::grip`].
    grip: Vector3<f64>,
    /// Screen position at which it was grabbed.
    from: Pos2,
    phase: Phase,
    /// The last preview.
    moved: Vec<Moved>,
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// The pointer is within the threshold.
    Held,
    /// Things follow the pointer.
    Moving,
    /// The drag was canceled; the button is still pressed.
    Cancelled,
}

impl Drag {
    /// Starts a drag of things by a handle at a screen position; `None` if the handle cannot be hit there.
    pub fn begin(held: DragHandle, items: Vec<Movable>, from: Pos2, ray: Ray) -> Option<Self> {
        let grip = held.grip(from, ray)?;
        Some(Self { held, items, grip, from, phase: Phase::Held, moved: Vec::new() })
    }

    /// The handle as grabbed.
    pub fn held(&self) -> &DragHandle {
        &self.held
    }

    /// The previewed poses; `None` before the first movement.
    pub fn moved_items(&self) -> Option<&[Moved]> {
        (self.phase == Phase::Moving && !self.moved.is_empty()).then_some(&self.moved)
    }

    /// The effect on the last of the things.
    pub fn change(&self) -> Option<Change> {
        let items = self.moved_items()?;
        let Moved { thing, to, shape } = items.last()?;
        if let Some((new, old)) = shape.as_deref().zip(thing.shape.as_deref()) {
            let [now, before] = [sizes::sizes(new)?, sizes::sizes(old)?];
            let grown = (0..3).map(|axis| now[axis] / before[axis]).find(|factor| (factor - 1.0).abs() > 1e-9);
            let in_file = matches!(new, Shape::Mesh(_));
            return Some(match items.len() == 1 && !in_file {
                true => Change::Sized(now),
                false => Change::Grown(grown.unwrap_or(1.0)),
            });
        }
        let turned = (to.rotation * thing.pose.rotation.inverse()).angle();
        Some(match turned > 1e-9 {
            true => Change::Turned(turned),
            false => Change::Moved(to.translation.vector - thing.pose.translation.vector),
        })
    }

    /// Cancels the drag and restores all things.
    pub fn cancel(&mut self) {
        self.phase = Phase::Cancelled;
    }

    /// Follows the pointer, and requests the resulting edit. Returns whether the things are still held.
    pub fn follow(&mut self, ui: &Ui, ray: impl Fn(Pos2) -> Ray, snap: Snap, requests: &mut Vec<Request>) -> bool {
        let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
        if self.phase == Phase::Held && at.is_some_and(|at| at.distance(self.from) > THRESHOLD) {
            self.phase = Phase::Moving;
        }
        if self.phase == Phase::Moving {
            if let Some(now) = at.and_then(|at| self.held.grip(at, ray(at))) {
                self.moved = self.moved(now, snap);
                requests.push(Request::Tool(ToolRequest::Drag(self.moved.clone())));
            }
            if !down {
                requests.push(Request::Tool(ToolRequest::Drop));
            }
        }
        down
    }

    /// Follows the pointer without a button, and requests the resulting edit.
    pub fn hover(&mut self, ui: &Ui, ray: impl Fn(Pos2) -> Ray, snap: Snap, requests: &mut Vec<Request>) {
        self.phase = Phase::Moving;
        let at = ui.input(|input| input.pointer.latest_pos());
        if let Some(now) = at.and_then(|at| self.held.grip(at, ray(at))) {
            self.moved = self.moved(now, snap);
            requests.push(Request::Tool(ToolRequest::Drag(self.moved.clone())));
        }
    }

    /// The poses of all things for the grip `now`.
    fn moved(&self, now: Vector3<f64>, snap: Snap) -> Vec<Moved> {
        let frame = &self.held.frame;
        let change = match self.held.handle {
            Handle::Size(axis) => return self.resized(Some(axis), now.x - self.grip.x, snap),
            Handle::AllSizes => return self.resized(None, now.x - self.grip.x, snap),
            Handle::Ring(axis) => {
                let angle = snap::angle(now.x - self.grip.x, snap);
                Isometry3::rotation(Vector3::ith(axis, angle))
            }
            Handle::Axis(_) | Handle::Plane(_) => {
                let mut shift = match self.held.handle {
                    Handle::Axis(axis) => Vector3::ith(axis, now.x - self.grip.x),
                    _ => now - self.grip,
                };
                // Along world axes, positions snap to the grid; along other axes, distances are multiples of its step.
                let turned = frame.rotation.angle() > 1e-9;
                for axis in 0..3 {
                    let from = if turned { 0.0 } else { frame.translation.vector[axis] };
                    shift[axis] = match self.held.handle.moves_along(axis) {
                        true => snap::place(from + shift[axis], snap) - from,
                        false => 0.0,
                    };
                }
                Isometry3::from_parts(shift.into(), UnitQuaternion::identity())
            }
        };
        let change = frame * change * frame.inverse();
        let to = |thing: &Movable| match self.held.handle {
            // Without rotation, the direction is preserved exactly.
            Handle::Axis(_) | Handle::Plane(_) => Isometry3::from_parts(
                (thing.pose.translation.vector + change.translation.vector).into(),
                thing.pose.rotation,
            ),
            _ => change * thing.pose,
        };
        self.items.iter().map(|thing| Moved { thing: thing.clone(), to: to(thing), shape: None }).collect()
    }

    /// The resized things after a handle was pulled by a distance, m. Several things are scaled about their common center; those
    /// in a running simulation keep their poses in it.
    fn resized(&self, axis: Option<usize>, pulled: f64, snap: Snap) -> Vec<Moved> {
        let frame = &self.held.frame;
        let factor = self.factor(axis, 1.0 + pulled / self.held.length, snap);
        let several = self.items.len() > 1;
        let resize = |thing: &Movable| {
            let shape = thing.shape.as_deref()?;
            let own = thing.pose * sizes::axes(shape)?;
            let new = sizes::scaled(shape, axis.map(|axis| nearest_axis(&own, frame, axis)), factor);
            let mut to = thing.pose;
            if several && thing.moment == Moment::Start {
                let place = Point3::from(own.translation.vector);
                let mut apart = frame.inverse() * place;
                (0..3).filter(|own| axis.is_none_or(|axis| axis == *own)).for_each(|own| apart[own] *= factor);
                to.translation.vector += frame * apart - place;
            }
            Some(Moved { thing: thing.clone(), to, shape: Some(Arc::new(new)) })
        };
        self.items.iter().filter_map(resize).collect()
    }

    /// The scale factor that gives the last thing a round size.
    fn factor(&self, axis: Option<usize>, wanted: f64, snap: Snap) -> f64 {
        let wanted = wanted.max(SMALLEST);
        let size = self.items.last().and_then(|thing| {
            let (shape, frame) = (thing.shape.as_deref()?, &self.held.frame);
            let (sizes, own) = (sizes::sizes(shape)?, thing.pose * sizes::axes(shape)?);
            Some(match axis {
                Some(axis) => sizes[nearest_axis(&own, frame, axis)],
                None => sizes.into_iter().fold(0.0, f64::max),
            })
        });
        let round = size.filter(|size| *size > 0.0).map(|size| snap::place(size * wanted, snap) / size);
        round.filter(|factor| *factor > 0.0).unwrap_or(wanted)
    }
}

/// The axis of a thing that is most parallel to an axis of the handles.
fn nearest_axis(own: &Isometry3<f64>, handles: &Isometry3<f64>, axis: usize) -> usize {
    let along = own.rotation.inverse() * (handles.rotation * Vector3::ith(axis, 1.0));
    along.iamax()
}

/// Shows the effect of a drag next to the pointer.
pub fn draw_change(painter: &Painter, at: Pos2, change: &Change) {
    let units = Units::of(painter.ctx());
    let words = match change {
        Change::Moved(shift) => moved(*shift, units),
        Change::Turned(angle) => units.angle_words(*angle, 1),
        Change::Sized([x, y, z]) => {
            let unit = units.length();
            text::resize::size(unit.number(*x, 3), unit.number(*y, 3), unit.words(*z, 3))
        }
        Change::Grown(factor) => text::resize::factor(*factor),
    };
    let galley = painter.layout_no_wrap(words, FontId::proportional(12.0), Color32::WHITE);
    let plate = Align2::LEFT_CENTER.anchor_size(at + Vec2::new(18.0, 0.0), galley.size()).expand(4.0);
    painter.rect_filled(plate, 3.0, Color32::from_black_alpha(190));
    painter.galley(plate.min + Vec2::splat(4.0), galley, Color32::WHITE);
}

/// A thing of the scene with its body, initial pose and shape.
struct Candidate {
    target: Target,
    body: usize,
    start: Isometry3<f64>,
    shape: Option<Arc<Shape>>,
}

/// A translation as text, m.
fn moved(shift: Vector3<f64>, units: Units) -> String {
    let parts = ["x", "y", "z"].into_iter().zip(shift.iter().copied()).filter(|(_, part)| part.abs() >= 5e-4);
    let sign = |part: f64| if part < 0.0 { "" } else { "+" };
    let parts = parts.map(|(axis, part)| (axis, format!("{}{}", sign(part), units.length().number(part, 3))));
    text::drag::moved(&units.length_words(shift.norm(), 3), &parts.collect::<Vec<_>>())
}

/// The movable things of the selection.
#[derive(Default)]
pub struct Grasp {
    /// Cached for a revision of the document, a structure and a selection: the lookup traverses the whole scene.
    known: Option<(u64, Arc<Structure>, Vec<usize>)>,
    found: Vec<Candidate>,
}

impl Grasp {
    /// The movable things of the selection at the displayed time; `part` is the initial pose of the selected part without a body,
    /// if it is movable.
    pub fn movable(&mut self, context: &ViewerContext<'_>, part: Option<Isometry3<f64>>) -> Vec<Movable> {
        let Some(document) = context.document else { return Vec::new() };
        let structure = context.world.structure();
        let known = self.known.as_ref().is_some_and(|(revision, of, selected)| {
            *revision == document.revision() && Arc::ptr_eq(of, structure) && **selected == context.selected[..]
        });
        if !known {
            self.known = Some((document.revision(), structure.clone(), context.selected.to_vec()));
            self.found = find(document, structure, &context.selected[..]);
        }
        let bodies = self.found.iter().map(|found| movable(context, found));
        let part = context.part.zip(part).map(|(target, pose)| Movable {
            target: target.clone(),
            number: context.part_pose,
            body: None,
            moment: Moment::Start,
            pose,
            shape: None,
        });
        bodies.chain(part).collect()
    }
}

fn find(document: &Document, structure: &Structure, selected: &[usize]) -> Vec<Candidate> {
    let (Some(query), Some(scene)) = (document.query().filter(|_| !selected.is_empty()), document.scene()) else {
        return Vec::new();
    };
    let shapes: HashMap<&str, &Shape> =
        scene.objects.iter().map(|object| (object.name.as_str(), &object.shape)).collect();
    let targets = editor::targets(structure, selected.iter().copied());
    let editable = targets.filter(|(_, target)| query.check_editable(target).is_ok());
    let found = editable.filter_map(|(body, target)| {
        let start = query.world_pose(&target)?;
        let shape = target.name().filter(|_| target.section == Section::Objects).and_then(|name| shapes.get(name));
        let shape = shape.map(|shape| Arc::new((*shape).clone()));
        Some(Candidate { target, body, start, shape })
    });
    found.collect()
}

fn movable(context: &ViewerContext<'_>, found: &Candidate) -> Movable {
    let Candidate { target, body, start, shape } = found;
    let moves = context.world.structure().bodies[*body].mover.is_some();
    let moment = if moves { context.moment } else { Moment::Start };
    let pose = match moment {
        Moment::Start => *start,
        Moment::Now => context.world.poses()[*body] * context.world.height_of(*body).inverse(),
    };
    Movable { target: target.clone(), number: None, body: Some(*body), moment, pose, shape: shape.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    const SNAP: Snap = Snap { on: true, grid: 0.1, angle: 15.0 };

    fn item(name: &str, x: f64) -> Movable {
        let pose = Isometry3::translation(x, 2.0, 0.5);
        Movable { target: Target::object(name), number: None, body: None, moment: Moment::Start, pose, shape: None }
    }

    fn held(handle: Handle, grip: Vector3<f64>) -> Drag {
        let frame = Isometry3::translation(1.03, 2.0, 0.5);
        Drag {
            held: DragHandle { handle, frame, length: 1.0 },
            items: vec![item("box", 1.03)],
            grip,
            from: Pos2::ZERO,
            phase: Phase::Moving,
            moved: Vec::new(),
        }
    }

    #[test]
    fn an_arrow_moves_along_its_axis_alone() {
        let moved =
            held(Handle::Axis(0), Vector3::new(0.4, 0.0, 0.0)).moved(Vector3::new(0.94, 0.0, 0.0), Snap::default());
        let at = moved[0].to.translation.vector;
        assert!((at - Vector3::new(1.57, 2.0, 0.5)).norm() < 1e-12, "{at}");
    }

    #[test]
    fn snapping_leads_to_round_places_and_angles() {
        let moved = held(Handle::Axis(0), Vector3::zeros()).moved(Vector3::new(0.52, 0.0, 0.0), SNAP);
        assert!((moved[0].to.translation.x - 1.6).abs() < 1e-9 && moved[0].to.translation.y == 2.0);
        let turned = held(Handle::Ring(2), Vector3::zeros()).moved(Vector3::new(1.5, 0.0, 0.0), SNAP);
        let (_, _, yaw) = turned[0].to.rotation.euler_angles();
        assert!((yaw - FRAC_PI_2).abs() < 1e-9);
    }

    #[test]
    fn several_items_turn_about_the_handle() {
        let mut held = held(Handle::Ring(2), Vector3::zeros());
        held.items.push(item("other", 2.03));
        let turned = held.moved(Vector3::new(FRAC_PI_2, 0.0, 0.0), Snap::default());
        assert!((turned[1].to.translation.vector - Vector3::new(1.03, 3.0, 0.5)).norm() < 1e-9);
    }

    #[test]
    fn a_drag_in_a_plane_stays_in_it() {
        let moved = held(Handle::Plane(1), Vector3::zeros()).moved(Vector3::new(0.2, 7.0, 0.1), Snap::default());
        assert!((moved[0].to.translation.vector - Vector3::new(1.23, 2.0, 0.6)).norm() < 1e-9);
    }

    #[test]
    fn along_its_local_axis_a_turned_item_moves_by_whole_steps() {
        let mut held = held(Handle::Axis(0), Vector3::zeros());
        let turn = UnitQuaternion::from_euler_angles(0.0, 0.0, FRAC_PI_2);
        held.items[0].pose.rotation = turn;
        held.held.frame.rotation = turn;
        let moved = held.moved(Vector3::new(0.52, 0.0, 0.0), SNAP);
        assert!((moved[0].to.translation.vector - Vector3::new(1.03, 2.5, 0.5)).norm() < 1e-9, "{:?}", moved[0].to);
        assert_eq!(moved[0].to.rotation, turn);
    }

    fn cuboid(size: [f64; 3]) -> Option<Arc<Shape>> {
        Some(Arc::new(Shape::Box(sim_core::scene::BoxShape { size })))
    }

    #[test]
    fn sizes_snap_to_round_numbers() {
        let mut held = held(Handle::Size(1), Vector3::zeros());
        held.items[0].shape = cuboid([0.33, 0.47, 0.2]);
        let moved = held.moved(Vector3::new(0.38, 0.0, 0.0), SNAP);
        assert_eq!((&moved[0].shape, moved[0].to), (&cuboid([0.33, 0.6, 0.2]), held.items[0].pose));
        held.held.handle = Handle::AllSizes;
        let moved = held.moved(Vector3::new(1.0, 0.0, 0.0), SNAP);
        assert_eq!(moved[0].shape, cuboid([0.631915, 0.9, 0.382979]), "the largest size is round");
    }

    #[test]
    fn several_items_scale_about_the_handles_each_along_its_local_axis() {
        let mut held = held(Handle::Size(0), Vector3::zeros());
        held.items.push(item("other", 3.03));
        held.items[1].pose.rotation = UnitQuaternion::from_euler_angles(0.0, 0.0, FRAC_PI_2);
        held.items.iter_mut().for_each(|thing| thing.shape = cuboid([0.2, 0.4, 0.6]));
        held.held.frame.translation.x = 2.03;
        let moved = held.moved(Vector3::new(0.5, 0.0, 0.0), Snap::default());
        let xs = [0, 1].map(|number| moved[number].to.translation.x);
        assert!((xs[0] - 0.53).abs() < 1e-9 && (xs[1] - 3.53).abs() < 1e-9, "{xs:?}");
        assert_eq!([&moved[0].shape, &moved[1].shape], [&cuboid([0.3, 0.4, 0.6]), &cuboid([0.2, 0.6, 0.6])]);
    }
}
