//! Gizmo: arrows, rings and handles to move, rotate and resize the selection.

use super::drag::{self, Drag, DragHandle, Grasp, LENGTH};
use super::handle::Handle;
use super::{Canvas, Claim, Tool, paint};
use crate::actions::Request;
use crate::document::moving::{Movable, Moved};
use crate::preferences::axes::Axes;
use crate::text::{Text, resize as words};
use crate::viewer_context::ViewerContext;
use egui::{Color32, Pos2, Rect, Stroke, Vec2};
use nalgebra::{Isometry3, Point3, UnitQuaternion, Vector3};
use sim_edit::sizes;

/// The mode of the gizmo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// No gizmo; dragging orbits the view.
    #[default]
    Look,
    /// Move.
    Move,
    /// Rotate.
    Turn,
    /// Resize.
    Resize,
}

/// Hit distance of a handle, points.
const REACH: f32 = 8.0;
/// Number of vertices of a ring.
const CORNERS: usize = 64;
/// Colors of x, y and z.
const COLORS: [Color32; 3] =
    [Color32::from_rgb(225, 60, 60), Color32::from_rgb(80, 175, 60), Color32::from_rgb(60, 120, 240)];
/// Color of the handle under the pointer.
const BRIGHT: Color32 = Color32::from_rgb(255, 210, 40);

/// Start of the axes of handles, and extent of the handle for all sizes, as fractions of the handle length.
const INNER: f64 = 0.12;

/// The gizmo.
#[derive(Default)]
pub struct Gizmo {
    /// The mode.
    mode: Mode,
    grasp: Grasp,
    /// The movable things of the selection.
    items: Vec<Movable>,
    /// Why a selected thing has no handles.
    refusal: Option<Text>,
    /// Frame of the axes.
    axes: Axes,
    held: Option<Drag>,
    /// The handle under the pointer.
    hovered: Option<Handle>,
}

impl Gizmo {
    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Sets the mode, or hides the gizmo.
    pub fn choose(&mut self, mode: Mode) {
        self.mode = if self.mode == mode { Mode::Look } else { mode };
        self.held = None;
    }

    /// The things moved by the gizmo, see [`Grasp::movable`].
    pub fn items(&self) -> &[Movable] {
        &self.items
    }

    /// Pose of the gizmo, and its size, m.
    fn place(&self, canvas: &Canvas<'_>) -> Option<(Isometry3<f64>, f64)> {
        let frame = self.frame()?;
        let length = length(canvas, frame.translation.vector.into())?;
        Some((frame, length))
    }

    /// `world_from_handles`.
    fn frame(&self) -> Option<Isometry3<f64>> {
        let last = self.items.last()?;
        if self.mode == Mode::Resize {
            // It stays in place while sizes change.
            if let Some(held) = &self.held {
                return Some(held.held().frame);
            }
            let own = |thing: &Movable| Some(thing.pose * sizes::axes(thing.shape.as_deref()?)?);
            let rotation = own(last)?.rotation;
            let places = || self.items.iter().filter_map(own).map(|own| own.translation.vector);
            let (low, high) =
                places().zip(places()).reduce(|(low, high), (one, other)| (low.inf(&one), high.sup(&other)))?;
            return Some(Isometry3::from_parts(((low + high) / 2.0).into(), rotation));
        }
        let moved = self.held.as_ref().and_then(Drag::moved_items).and_then(<[Moved]>::last);
        let pose = moved.map_or(&last.pose, |moved| &moved.to);
        let rotation = match self.axes {
            Axes::World => UnitQuaternion::identity(),
            Axes::Own => pose.rotation,
        };
        Some(Isometry3::from_parts(pose.translation, rotation))
    }

    /// The resizable things of the selection. Stores why others are not resizable.
    fn sizable(&mut self, context: &ViewerContext<'_>, canvas: &Canvas<'_>) -> Vec<Movable> {
        let items = self.grasp.movable(context, canvas.part.map(|part| part.pose));
        let has_size = |thing: &Movable| thing.shape.as_deref().and_then(sizes::axes).is_some();
        self.refusal = match context.document {
            None => None,
            Some(_) if context.selected.iter().any(|body| context.world.robot_of(*body).is_some()) => {
                Some(words::ROBOTS)
            }
            Some(_) => (!items.iter().all(has_size)).then_some(words::NO_SIZE),
        };
        items.into_iter().filter(has_size).collect()
    }

    fn handles(&self) -> &'static [Handle] {
        match self.mode {
            Mode::Look => &[],
            Mode::Move => &[Handle::Plane(2), Handle::Axis(0), Handle::Axis(1), Handle::Axis(2)],
            Mode::Turn => &[Handle::Ring(0), Handle::Ring(1), Handle::Ring(2)],
            Mode::Resize => &[Handle::AllSizes, Handle::Size(0), Handle::Size(1), Handle::Size(2)],
        }
    }

    fn handle_at(&self, canvas: &Canvas<'_>, frame: &Isometry3<f64>, length: f64, at: Pos2) -> Option<Handle> {
        let distance = |handle: &Handle| {
            let points = outline(*handle, frame, length);
            let points: Vec<Pos2> = points.iter().filter_map(|point| canvas.sight.project(point)).collect();
            let pairs = points.windows(2).map(|pair| to_segment(at, pair[0], pair[1]));
            pairs.fold(f32::INFINITY, f32::min)
        };
        let all = self.handles().iter().map(|handle| (distance(handle), *handle));
        let nearest = all.min_by(|(one, _), (other, _)| one.total_cmp(other));
        nearest.filter(|(distance, _)| *distance < REACH).map(|(_, handle)| handle)
    }
}

impl Tool for Gizmo {
    /// Handles dragging of the gizmo, which is at the last of the things and hidden without things.
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        self.hovered = None;
        (self.refusal, self.axes) = (None, context.axes);
        self.items = match self.mode {
            Mode::Look => Vec::new(),
            Mode::Move => self.grasp.movable(context, canvas.part.map(|part| part.pose)),
            Mode::Turn => self.grasp.movable(context, canvas.part.filter(|part| part.turns).map(|part| part.pose)),
            Mode::Resize => self.sizable(context, canvas),
        };
        let ray = |at| canvas.sight.ray(at);
        if let Some(held) = &mut self.held {
            if !held.follow(canvas.ui, ray, canvas.snap, requests) {
                self.held = None;
            }
            return Claim::Everything;
        }
        let Some((frame, length)) = self.place(canvas) else { return Claim::Nothing };
        let (pointer, pressed, down) = canvas
            .ui
            .input(|input| (input.pointer.interact_pos(), input.pointer.primary_pressed(), input.pointer.any_down()));
        // A drag over a handle continues.
        let seen = canvas.rect.intersect(canvas.ui.clip_rect());
        let under = pointer.filter(|at| seen.contains(*at) && (pressed || !down));
        self.hovered = under.and_then(|at| self.handle_at(canvas, &frame, length, at));
        let Some((handle, at)) = self.hovered.zip(pointer) else { return Claim::Nothing };
        if pressed {
            self.held = Drag::begin(DragHandle { handle, frame, length }, self.items.clone(), at, ray(at));
        }
        Claim::Everything
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        if let Some(refusal) = self.refusal {
            paint::draw_messages(canvas, &[refusal.to_string()]);
        }
        let Some((frame, length)) = self.place(canvas) else { return };
        let bright = self.held.as_ref().map(|drag| drag.held().handle).or(self.hovered);
        for handle in self.handles() {
            let line = outline(*handle, &frame, length);
            let points: Vec<Pos2> = line.iter().filter_map(|point| canvas.sight.project(point)).collect();
            let color = match handle {
                _ if bright == Some(*handle) => BRIGHT,
                Handle::Axis(axis) | Handle::Ring(axis) | Handle::Size(axis) => COLORS[*axis],
                Handle::Plane(_) | Handle::AllSizes => Color32::from_gray(200),
            };
            let stroke = Stroke::new(3.0, color);
            if let (Handle::Axis(_), [from, to]) = (handle, points.as_slice()) {
                canvas.painter.arrow(*from, *to - *from, stroke);
            } else {
                if let (Handle::Size(_), Some(end)) = (handle, points.last()) {
                    canvas.painter.rect_filled(Rect::from_center_size(*end, Vec2::splat(11.0)), 1.0, color);
                }
                canvas.painter.line(points, stroke);
            }
        }
        let change = self.held.as_ref().and_then(Drag::change);
        if let Some((change, at)) = change.zip(canvas.ui.input(|input| input.pointer.latest_pos())) {
            drag::draw_change(canvas.painter, at, &change);
        }
    }

    fn cancel(&mut self) -> bool {
        self.held.iter_mut().for_each(Drag::cancel);
        self.held.is_some()
    }

    fn rest(&mut self) {
        (self.held, self.hovered) = (None, None);
        self.items.clear();
        self.refusal = None;
    }
}

/// Length of an arrow, m, for a constant size on the screen.
fn length(canvas: &Canvas<'_>, origin: Point3<f64>) -> Option<f64> {
    let center = canvas.sight.project(&origin)?;
    let small = 0.01;
    let seen = |axis: usize| Some(canvas.sight.project(&(origin + Vector3::ith(axis, small)))?.distance(center));
    let longest = (0..3).filter_map(seen).fold(0.0, f32::max);
    (longest > 0.0).then(|| small * f64::from(LENGTH / longest))
}

/// The polyline of a handle.
fn outline(handle: Handle, frame: &Isometry3<f64>, length: f64) -> Vec<Point3<f64>> {
    let own = match handle {
        Handle::Axis(axis) | Handle::Size(axis) => {
            vec![Vector3::ith(axis, INNER * length), Vector3::ith(axis, length)]
        }
        Handle::Plane(axis) => {
            let [low, high] = [0.25 * length, 0.45 * length];
            let corners = [[low, low], [high, low], [high, high], [low, high], [low, low]];
            corners.map(|[right, up]| across(axis, right, up)).to_vec()
        }
        Handle::Ring(axis) => {
            let angle = |corner: usize| corner as f64 / CORNERS as f64 * std::f64::consts::TAU;
            let point = |angle: f64| across(axis, length * angle.cos(), length * angle.sin());
            (0..=CORNERS).map(|corner| point(angle(corner))).collect()
        }
        // The edges of an octahedron.
        Handle::AllSizes => {
            let ends = [(0, 1.0), (1, 1.0), (0, -1.0), (1, -1.0), (0, 1.0), (2, 1.0), (0, -1.0), (2, -1.0), (0, 1.0)];
            ends.map(|(axis, side)| Vector3::ith(axis, side * 0.8 * INNER * length)).to_vec()
        }
    };
    own.into_iter().map(|point| frame * Point3::from(point)).collect()
}

/// A point of the plane normal to an axis, m from the origin along the other two axes in cyclic order.
fn across(axis: usize, right: f64, up: f64) -> Vector3<f64> {
    Vector3::ith((axis + 1) % 3, right) + Vector3::ith((axis + 2) % 3, up)
}

/// Distance of a position from a segment, points.
fn to_segment(at: Pos2, from: Pos2, to: Pos2) -> f32 {
    let line = to - from;
    let part = ((at - from).dot(line) / line.length_sq().max(1e-9)).clamp(0.0, 1.0);
    at.distance(from + line * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_taken_at_its_line() {
        let at = Pos2::new(10.0, 3.0);
        assert!((to_segment(at, Pos2::ZERO, Pos2::new(20.0, 0.0)) - 3.0).abs() < 1e-6);
        assert!((to_segment(at, Pos2::ZERO, Pos2::new(5.0, 0.0)) - 34f32.sqrt()).abs() < 1e-5);
    }
}
