//! Arrows and rings with which selected things are moved and turned.

use super::viewport::Viewport;
use crate::actions::Request;
use crate::preferences::snap::Snap;
use crate::tools::snap;
use egui::{Color32, Painter, Pos2, Stroke, Ui};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use sim_edit::{Edit, Target};

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
    held: Option<Held>,
    /// The handle under the pointer.
    hovered: Option<Handle>,
}

/// A part of the gizmo that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Along an axis.
    Axis(usize),
    /// Across the ground.
    Ground,
    /// About an axis.
    Ring(usize),
}

/// What is being dragged.
struct Held {
    handle: Handle,
    /// Origin of the gizmo when it was taken.
    origin: Point3<f64>,
    /// What moves with it, as it stood.
    things: Vec<(Target, Isometry3<f64>)>,
    /// Place on the handle that was taken: m along the axis, rad about it, or a point of the ground.
    grip: Vector3<f64>,
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

    /// Lets the handles at the last of the things be dragged, as they are seen now; without things there are none.
    pub fn drag(
        &mut self,
        ui: &Ui,
        viewport: &Viewport<'_>,
        things: &[(Target, Isometry3<f64>)],
        snap: Snap,
        requests: &mut Vec<Request>,
    ) {
        self.hovered = None;
        let Some((origin, length)) = self.place(viewport, things) else {
            self.held = None;
            return;
        };
        let pointer = ui.input(|input| input.pointer.interact_pos());
        let (pressed, down) = ui.input(|input| (input.pointer.primary_pressed(), input.pointer.primary_down()));
        let under = pointer.filter(|at| viewport.rect.intersect(ui.clip_rect()).contains(*at));
        self.hovered = under.and_then(|at| self.handle_at(viewport, origin, length, at));
        if let Some((handle, at)) = self.hovered.zip(pointer).filter(|_| pressed) {
            let grip = grip(handle, origin, viewport.ray(at)).unwrap_or_default();
            self.held = Some(Held { handle, origin, things: things.to_vec(), grip });
        }
        if !down && self.held.take().is_some() {
            requests.push(Request::Seal);
        }
        if let Some((held, at)) = self.held.as_ref().zip(pointer) {
            let moved = grip(held.handle, held.origin, viewport.ray(at)).map(|now| held.moved(now, snap));
            requests.extend(moved.map(|poses| Request::Edit { edit: Edit::Move(poses), coalesce: true }));
        }
    }

    /// Shows the handles at the last of the things.
    pub fn paint(&self, painter: &Painter, viewport: &Viewport<'_>, things: &[(Target, Isometry3<f64>)]) {
        let Some((origin, length)) = self.place(viewport, things) else { return };
        let bright = self.held.as_ref().map(|held| held.handle).or(self.hovered);
        for handle in self.handles() {
            let line = outline(*handle, origin, length);
            let points: Vec<Pos2> = line.iter().filter_map(|point| viewport.project(point)).collect();
            let color = match handle {
                _ if bright == Some(*handle) => BRIGHT,
                Handle::Axis(axis) | Handle::Ring(axis) => COLORS[*axis],
                Handle::Ground => Color32::from_gray(200),
            };
            let stroke = Stroke::new(3.0, color);
            if let (Handle::Axis(_), [from, to]) = (handle, points.as_slice()) {
                painter.arrow(*from, *to - *from, stroke);
            } else {
                painter.line(points, stroke);
            }
        }
    }

    /// Where the handles are, and how long, m.
    fn place(&self, viewport: &Viewport<'_>, things: &[(Target, Isometry3<f64>)]) -> Option<(Point3<f64>, f64)> {
        let (_, last) = things.last().filter(|_| self.tool != Tool::Look)?;
        let origin = Point3::from(last.translation.vector);
        Some((origin, length(viewport, origin)?))
    }

    fn handles(&self) -> &'static [Handle] {
        match self.tool {
            Tool::Look => &[],
            Tool::Move => &[Handle::Ground, Handle::Axis(0), Handle::Axis(1), Handle::Axis(2)],
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

impl Held {
    /// Where everything stands when the handle has come to `now`.
    fn moved(&self, now: Vector3<f64>, snap: Snap) -> Vec<(Target, Isometry3<f64>)> {
        let change = match self.handle {
            Handle::Ring(axis) => {
                let angle = snap::angle(now.x - self.grip.x, snap);
                let turn = UnitQuaternion::from_axis_angle(&Vector3::ith_axis(axis), angle);
                let about = Translation3::from(self.origin.coords);
                about * turn * about.inverse()
            }
            Handle::Axis(_) | Handle::Ground => {
                let mut shift = match self.handle {
                    Handle::Axis(axis) => Vector3::ith(axis, now.x - self.grip.x),
                    _ => now - self.grip,
                };
                for axis in (0..3).filter(|axis| self.moves_along(*axis)) {
                    shift[axis] = snap::place(self.origin[axis] + shift[axis], snap) - self.origin[axis];
                }
                Isometry3::from_parts(shift.into(), UnitQuaternion::identity())
            }
        };
        self.things.iter().map(|(target, pose)| (target.clone(), change * pose)).collect()
    }

    fn moves_along(&self, axis: usize) -> bool {
        match self.handle {
            Handle::Axis(own) => own == axis,
            _ => axis < 2,
        }
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
        Handle::Ground => {
            let [low, high] = [0.25 * length, 0.45 * length];
            let corners = [[low, low], [high, low], [high, high], [low, high], [low, low]];
            corners.map(|[x, y]| origin + Vector3::new(x, y, 0.0)).to_vec()
        }
        Handle::Ring(axis) => {
            let angle = |corner: usize| corner as f64 / CORNERS as f64 * std::f64::consts::TAU;
            let [right, up] = [(axis + 1) % 3, (axis + 2) % 3];
            let point = |angle: f64| {
                origin + Vector3::ith(right, length * angle.cos()) + Vector3::ith(up, length * angle.sin())
            };
            (0..=CORNERS).map(|corner| point(angle(corner))).collect()
        }
    }
}

/// The place of a handle that a ray points at; none where it points past.
pub fn grip(
    handle: Handle,
    origin: Point3<f64>,
    (start, direction): (Point3<f64>, Vector3<f64>),
) -> Option<Vector3<f64>> {
    let on_plane = |normal: Vector3<f64>| {
        let slope = direction.dot(&normal);
        let distance = (origin - start).dot(&normal) / slope;
        (slope.abs() > 1e-6 && distance > 0.0).then(|| start + direction * distance)
    };
    match handle {
        Handle::Axis(axis) => {
            // The point of the axis nearest to the ray.
            let own = Vector3::ith(axis, 1.0);
            let slope = own.dot(&direction);
            let apart = 1.0 - slope * slope;
            let between = start - origin;
            let along = (own.dot(&between) - slope * direction.dot(&between)) / apart;
            (apart > 1e-6).then(|| Vector3::new(along, 0.0, 0.0))
        }
        Handle::Ground => on_plane(Vector3::z()).map(|point| point.coords),
        Handle::Ring(axis) => {
            let point = on_plane(Vector3::ith(axis, 1.0))? - origin;
            Some(Vector3::new(point[(axis + 2) % 3].atan2(point[(axis + 1) % 3]), 0.0, 0.0))
        }
    }
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
    use std::f64::consts::FRAC_PI_2;

    const SNAP: Snap = Snap { on: true, grid: 0.1, angle: 15.0 };

    fn held(handle: Handle, grip: Vector3<f64>) -> Held {
        let pose = Isometry3::translation(1.03, 2.0, 0.5);
        Held { handle, origin: Point3::new(1.03, 2.0, 0.5), things: vec![(Target::object("box"), pose)], grip }
    }

    #[test]
    fn an_arrow_follows_the_pointer_along_its_axis_alone() {
        let origin = Point3::new(1.0, 2.0, 0.5);
        let ray = |x: f64| (Point3::new(x, 0.0, 0.5), Vector3::y());
        let grip_at = |x: f64| grip(Handle::Axis(0), origin, ray(x)).unwrap();
        assert!((grip_at(1.4).x - 0.4).abs() < 1e-12);
        assert!(grip(Handle::Axis(1), origin, ray(1.0)).is_none(), "along the line of sight nothing can be said");
        let moved = held(Handle::Axis(0), grip_at(1.4)).moved(grip_at(1.94), Snap::default());
        let at = moved[0].1.translation.vector;
        assert!((at - Vector3::new(1.57, 2.0, 0.5)).norm() < 1e-12, "{at}");
    }

    #[test]
    fn snapping_leads_to_round_places_and_angles() {
        let moved = held(Handle::Axis(0), Vector3::zeros()).moved(Vector3::new(0.52, 0.0, 0.0), SNAP);
        assert!((moved[0].1.translation.x - 1.6).abs() < 1e-9 && moved[0].1.translation.y == 2.0);
        let turned = held(Handle::Ring(2), Vector3::zeros()).moved(Vector3::new(1.5, 0.0, 0.0), SNAP);
        let (_, _, yaw) = turned[0].1.rotation.euler_angles();
        assert!((yaw - FRAC_PI_2).abs() < 1e-9);
    }

    #[test]
    fn several_things_turn_about_the_gizmo() {
        let mut held = held(Handle::Ring(2), Vector3::zeros());
        held.things.push((Target::object("other"), Isometry3::translation(2.03, 2.0, 0.5)));
        let turned = held.moved(Vector3::new(FRAC_PI_2, 0.0, 0.0), Snap::default());
        assert!((turned[1].1.translation.vector - Vector3::new(1.03, 3.0, 0.5)).norm() < 1e-9);
    }

    #[test]
    fn a_ring_is_taken_at_its_line() {
        let at = Pos2::new(10.0, 3.0);
        assert!((to_segment(at, Pos2::ZERO, Pos2::new(20.0, 0.0)) - 3.0).abs() < 1e-6);
        assert!((to_segment(at, Pos2::ZERO, Pos2::new(5.0, 0.0)) - 34f32.sqrt()).abs() < 1e-5);
    }
}
