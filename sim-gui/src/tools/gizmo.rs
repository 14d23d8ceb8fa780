//! Arrows and rings with which selected things are moved and turned.

use super::drag::{self, Drag, Grasp};
use super::handle::Handle;
use super::viewport::Viewport;
use crate::actions::Request;
use crate::document::moving::{Movable, Moved};
use crate::preferences::snap::Snap;
use crate::viewer_context::ViewerContext;
use egui::{Color32, Painter, Pos2, Stroke, Ui};
use nalgebra::{Isometry3, Point3, Vector3};

/// What dragging in the view does to what is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Nothing: it turns the view.
    #[default]
    Look,
    /// Moves.
    Move,
    /// Turns.
    Turn,
}

/// Length of arrows and radius of rings, points.
const SIZE: f32 = 90.0;
/// Distance from a handle at which it is taken, points.
const REACH: f32 = 8.0;
/// Corners of a ring.
const CORNERS: usize = 64;
/// Colors of x, y and z.
const COLORS: [Color32; 3] =
    [Color32::from_rgb(225, 60, 60), Color32::from_rgb(80, 175, 60), Color32::from_rgb(60, 120, 240)];
/// Color of the handle under the pointer.
const BRIGHT: Color32 = Color32::from_rgb(255, 210, 40);

/// Arrows and rings.
#[derive(Default)]
pub struct Gizmo {
    /// What dragging does.
    pub tool: Tool,
    /// Whether positions and angles snap to round numbers, and to which.
    pub snap: Snap,
    grasp: Grasp,
    held: Option<Drag>,
    /// The handle under the pointer.
    hovered: Option<Handle>,
}

impl Gizmo {
    /// Whether what is dragged now snaps: as chosen, or while the command key is held.
    pub fn snaps(&self, ui: &Ui) -> Snap {
        Snap { on: self.snap.on || ui.input(|input| input.modifiers.command), ..self.snap }
    }

    /// Takes a tool, or puts it away.
    pub fn choose(&mut self, tool: Tool) {
        self.tool = if self.tool == tool { Tool::Look } else { tool };
        self.held = None;
    }

    /// Whether the pointer is on a handle, or drags one.
    pub fn has_pointer(&self) -> bool {
        self.held.is_some() || self.hovered.is_some()
    }

    /// What is selected and may be moved, see [`Grasp::movable`].
    pub fn movable(&mut self, context: &ViewerContext<'_>, part: Option<Isometry3<f64>>) -> Vec<Movable> {
        match self.tool {
            Tool::Look => Vec::new(),
            Tool::Move | Tool::Turn => self.grasp.movable(context, part),
        }
    }

    /// Takes back what is being dragged. Returns whether anything was.
    pub fn cancel(&mut self) -> bool {
        self.held.iter_mut().for_each(Drag::cancel);
        self.held.is_some()
    }

    /// Lets the handles at the last of the things be dragged, as they are seen now; without things there are none.
    pub fn drag(
        &mut self,
        ui: &Ui,
        viewport: &Viewport<'_>,
        things: &[Movable],
        snap: Snap,
        requests: &mut Vec<Request>,
    ) {
        self.hovered = None;
        if let Some(held) = &mut self.held {
            if !held.follow(ui, |at| viewport.ray(at), snap, requests) {
                self.held = None;
            }
            return;
        }
        let Some((origin, length)) = self.place(viewport, things) else { return };
        let (pointer, pressed) = ui.input(|input| (input.pointer.interact_pos(), input.pointer.primary_pressed()));
        let under = pointer.filter(|at| viewport.rect.intersect(ui.clip_rect()).contains(*at));
        self.hovered = under.and_then(|at| self.handle_at(viewport, origin, length, at));
        if let Some((handle, at)) = self.hovered.zip(pointer).filter(|_| pressed) {
            self.held = Drag::begin(handle, origin, things.to_vec(), at, viewport.ray(at));
        }
    }

    /// Shows the handles at the last of the things.
    pub fn paint(&self, painter: &Painter, viewport: &Viewport<'_>, things: &[Movable]) {
        let Some((origin, length)) = self.place(viewport, things) else { return };
        let bright = self.held.as_ref().map(Drag::handle).or(self.hovered);
        for handle in self.handles() {
            let line = outline(*handle, origin, length);
            let points: Vec<Pos2> = line.iter().filter_map(|point| viewport.project(point)).collect();
            let color = match handle {
                _ if bright == Some(*handle) => BRIGHT,
                Handle::Axis(axis) | Handle::Ring(axis) => COLORS[*axis],
                Handle::Plane(_) => Color32::from_gray(200),
            };
            let stroke = Stroke::new(3.0, color);
            if let (Handle::Axis(_), [from, to]) = (handle, points.as_slice()) {
                painter.arrow(*from, *to - *from, stroke);
            } else {
                painter.line(points, stroke);
            }
        }
    }

    /// Tells at the pointer how far things have been moved or turned.
    pub fn tell(&self, ui: &Ui, painter: &Painter) {
        let change = self.held.as_ref().and_then(Drag::change);
        let Some((change, at)) = change.zip(ui.input(|input| input.pointer.latest_pos())) else { return };
        drag::tell(painter, at, change);
    }

    /// Where the handles are, and how long, m.
    fn place(&self, viewport: &Viewport<'_>, things: &[Movable]) -> Option<(Point3<f64>, f64)> {
        let last = things.last().filter(|_| self.tool != Tool::Look)?;
        let moved = self.held.as_ref().and_then(Drag::moved_things).and_then(<[Moved]>::last);
        let pose = moved.map_or(&last.pose, |moved| &moved.to);
        let origin = Point3::from(pose.translation.vector);
        Some((origin, length(viewport, origin)?))
    }

    fn handles(&self) -> &'static [Handle] {
        match self.tool {
            Tool::Look => &[],
            Tool::Move => &[Handle::Plane(2), Handle::Axis(0), Handle::Axis(1), Handle::Axis(2)],
            Tool::Turn => &[Handle::Ring(0), Handle::Ring(1), Handle::Ring(2)],
        }
    }

    fn handle_at(&self, viewport: &Viewport<'_>, origin: Point3<f64>, length: f64, at: Pos2) -> Option<Handle> {
        let distance = |handle: &Handle| {
            let points = outline(*handle, origin, length);
            let points: Vec<Pos2> = points.iter().filter_map(|point| viewport.project(point)).collect();
            let pairs = points.windows(2).map(|pair| to_segment(at, pair[0], pair[1]));
            pairs.fold(f32::INFINITY, f32::min)
        };
        let all = self.handles().iter().map(|handle| (distance(handle), *handle));
        let nearest = all.min_by(|(one, _), (other, _)| one.total_cmp(other));
        nearest.filter(|(distance, _)| *distance < REACH).map(|(_, handle)| handle)
    }
}

/// Length of an arrow, m, so that it has always the same size on the screen.
fn length(viewport: &Viewport<'_>, origin: Point3<f64>) -> Option<f64> {
    let center = viewport.project(&origin)?;
    let small = 0.01;
    let seen = |axis: usize| Some(viewport.project(&(origin + Vector3::ith(axis, small)))?.distance(center));
    let longest = (0..3).filter_map(seen).fold(0.0, f32::max);
    (longest > 0.0).then(|| small * f64::from(SIZE / longest))
}

/// The line of a handle.
fn outline(handle: Handle, origin: Point3<f64>, length: f64) -> Vec<Point3<f64>> {
    match handle {
        Handle::Axis(axis) => vec![origin + Vector3::ith(axis, 0.12 * length), origin + Vector3::ith(axis, length)],
        Handle::Plane(axis) => {
            let [low, high] = [0.25 * length, 0.45 * length];
            let corners = [[low, low], [high, low], [high, high], [low, high], [low, low]];
            corners.map(|[right, up]| across(origin, axis, right, up)).to_vec()
        }
        Handle::Ring(axis) => {
            let angle = |corner: usize| corner as f64 / CORNERS as f64 * std::f64::consts::TAU;
            let point = |angle: f64| across(origin, axis, length * angle.cos(), length * angle.sin());
            (0..=CORNERS).map(|corner| point(angle(corner))).collect()
        }
    }
}

/// A point of the plane across an axis, m from the origin along the two axes that follow it.
fn across(origin: Point3<f64>, axis: usize, right: f64, up: f64) -> Point3<f64> {
    origin + Vector3::ith((axis + 1) % 3, right) + Vector3::ith((axis + 2) % 3, up)
}

/// Distance from a place to a segment, points.
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
