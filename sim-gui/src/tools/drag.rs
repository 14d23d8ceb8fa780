//! Things on their way to another place: taken by the pointer, shown where they would stand, put there when they are let go.

use super::handle::{Handle, Ray};
use super::snap;
use crate::actions::Request;
use crate::document::editor;
use crate::document::moving::{Moment, Movable, Moved};
use crate::preferences::snap::Snap;
use crate::text;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::Units;
use egui::{Align2, Color32, FontId, Painter, Pos2, Ui, Vec2};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use sim_edit::{Document, Target};
use sim_runner::Structure;
use std::sync::Arc;

/// How far the pointer goes before it drags what it holds, points: hands tremble when they click.
pub const THRESHOLD: f32 = 6.0;

/// A drag of things by a handle.
pub struct Drag {
    handle: Handle,
    /// Point that the handle belongs to when it was taken, m.
    origin: Point3<f64>,
    things: Vec<Movable>,
    /// Place on the handle that was taken, see [`Handle::grip`].
    grip: Vector3<f64>,
    /// Place of the screen where it was taken.
    from: Pos2,
    phase: Phase,
    /// What was moved last, and to where.
    moved: Vec<Moved>,
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    /// The pointer has not gone far enough.
    Held,
    /// Things follow the pointer.
    Moving,
    /// It was taken back; the button is still down.
    Cancelled,
}

impl Drag {
    /// Takes things by a handle at a place of the screen; none where the handle cannot be pointed at.
    pub fn begin(handle: Handle, origin: Point3<f64>, things: Vec<Movable>, from: Pos2, ray: Ray) -> Option<Self> {
        let grip = handle.grip(origin, ray)?;
        Some(Self { handle, origin, things, grip, from, phase: Phase::Held, moved: Vec::new() })
    }

    /// The handle.
    pub fn handle(&self) -> Handle {
        self.handle
    }

    /// Where the things would stand now; none while they have not been moved.
    pub fn moved_things(&self) -> Option<&[Moved]> {
        (self.phase == Phase::Moving && !self.moved.is_empty()).then_some(&self.moved)
    }

    /// How far the last of the things has been moved, m, and turned, rad.
    pub fn change(&self) -> Option<(Vector3<f64>, f64)> {
        let Moved { thing, to } = self.moved_things()?.last()?;
        let turned = (to.rotation * thing.pose.rotation.inverse()).angle();
        Some((to.translation.vector - thing.pose.translation.vector, turned))
    }

    /// Takes everything back to where it stood.
    pub fn cancel(&mut self) {
        self.phase = Phase::Cancelled;
    }

    /// Follows the pointer, and requests what becomes of the things. Returns whether they are still held.
    pub fn follow(&mut self, ui: &Ui, ray: impl Fn(Pos2) -> Ray, snap: Snap, requests: &mut Vec<Request>) -> bool {
        let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
        if self.phase == Phase::Held && at.is_some_and(|at| at.distance(self.from) > THRESHOLD) {
            self.phase = Phase::Moving;
        }
        if self.phase == Phase::Moving {
            if let Some(now) = at.and_then(|at| self.handle.grip(self.origin, ray(at))) {
                self.moved = self.moved(now, snap);
                requests.push(Request::Drag(self.moved.clone()));
            }
            if !down {
                requests.push(Request::Drop);
            }
        }
        down
    }

    /// Where everything stands when the handle has come to `now`.
    fn moved(&self, now: Vector3<f64>, snap: Snap) -> Vec<Moved> {
        let change = match self.handle {
            Handle::Ring(axis) => {
                let angle = snap::angle(now.x - self.grip.x, snap);
                let turn = UnitQuaternion::from_axis_angle(&Vector3::ith_axis(axis), angle);
                let about = Translation3::from(self.origin.coords);
                about * turn * about.inverse()
            }
            Handle::Axis(_) | Handle::Plane(_) => {
                let mut shift = match self.handle {
                    Handle::Axis(axis) => Vector3::ith(axis, now.x - self.grip.x),
                    _ => now - self.grip,
                };
                for axis in 0..3 {
                    shift[axis] = match self.handle.moves_along(axis) {
                        true => snap::place(self.origin[axis] + shift[axis], snap) - self.origin[axis],
                        false => 0.0,
                    };
                }
                Isometry3::from_parts(shift.into(), UnitQuaternion::identity())
            }
        };
        self.things.iter().map(|thing| Moved { thing: thing.clone(), to: change * thing.pose }).collect()
    }
}

/// Tells beside the pointer how far something has been moved, m, or turned, rad.
pub fn tell(painter: &Painter, at: Pos2, (shift, angle): (Vector3<f64>, f64)) {
    let units = Units::of(painter.ctx());
    let words = if angle > 1e-9 { units.angle_words(angle, 1) } else { moved(shift, units) };
    let galley = painter.layout_no_wrap(words, FontId::proportional(12.0), Color32::WHITE);
    let plate = Align2::LEFT_CENTER.anchor_size(at + Vec2::new(18.0, 0.0), galley.size()).expand(4.0);
    painter.rect_filled(plate, 3.0, Color32::from_black_alpha(190));
    painter.galley(plate.min + Vec2::splat(4.0), galley, Color32::WHITE);
}

/// How far something has been moved, m, in words.
fn moved(shift: Vector3<f64>, units: Units) -> String {
    let parts = ["x", "y", "z"].into_iter().zip(shift.iter().copied()).filter(|(_, part)| part.abs() >= 5e-4);
    let sign = |part: f64| if part < 0.0 { "" } else { "+" };
    let parts = parts.map(|(axis, part)| (axis, format!("{}{}", sign(part), units.length().number(part, 3))));
    text::drag::moved(&units.length_words(shift.norm(), 3), &parts.collect::<Vec<_>>())
}

/// What is selected and may be moved.
#[derive(Default)]
pub struct Grasp {
    /// What was found for a revision of the document, a structure and a selection: to look it up takes a look at the whole scene.
    known: Option<(u64, Arc<Structure>, Vec<usize>)>,
    /// Each thing with its body and its start.
    found: Vec<(Target, usize, Isometry3<f64>)>,
}

impl Grasp {
    /// What is selected and may be moved, as it stands at the moment that is chosen; `part` is the start of the part without
    /// body that is selected, where it may be moved.
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
        let bodies = self.found.iter().map(|(target, body, start)| movable(context, target, *body, start));
        let part = context.part.zip(part).map(|(target, pose)| Movable {
            target: target.clone(),
            body: None,
            moment: Moment::Start,
            pose,
        });
        bodies.chain(part).collect()
    }
}

fn find(document: &Document, structure: &Structure, selected: &[usize]) -> Vec<(Target, usize, Isometry3<f64>)> {
    let Some(query) = document.query().filter(|_| !selected.is_empty()) else { return Vec::new() };
    let targets = editor::targets(structure, selected.iter().copied());
    let editable = targets.filter(|(_, target)| query.check_editable(target).is_ok());
    editable.filter_map(|(body, target)| Some((target.clone(), body, query.world_pose(&target)?))).collect()
}

fn movable(context: &ViewerContext<'_>, target: &Target, body: usize, start: &Isometry3<f64>) -> Movable {
    let moves = context.world.structure().bodies[body].mover.is_some();
    let moment = if moves { context.moment } else { Moment::Start };
    let pose = match moment {
        Moment::Start => *start,
        Moment::Now => context.world.poses()[body] * context.world.height_of(body).inverse(),
    };
    Movable { target: target.clone(), body: Some(body), moment, pose }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    const SNAP: Snap = Snap { on: true, grid: 0.1, angle: 15.0 };

    fn thing(name: &str, x: f64) -> Movable {
        let pose = Isometry3::translation(x, 2.0, 0.5);
        Movable { target: Target::object(name), body: None, moment: Moment::Start, pose }
    }

    fn held(handle: Handle, grip: Vector3<f64>) -> Drag {
        Drag {
            handle,
            origin: Point3::new(1.03, 2.0, 0.5),
            things: vec![thing("box", 1.03)],
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
    fn several_things_turn_about_the_handle() {
        let mut held = held(Handle::Ring(2), Vector3::zeros());
        held.things.push(thing("other", 2.03));
        let turned = held.moved(Vector3::new(FRAC_PI_2, 0.0, 0.0), Snap::default());
        assert!((turned[1].to.translation.vector - Vector3::new(1.03, 3.0, 0.5)).norm() < 1e-9);
    }

    #[test]
    fn in_a_plane_nothing_moves_across_it() {
        let moved = held(Handle::Plane(1), Vector3::zeros()).moved(Vector3::new(0.2, 7.0, 0.1), Snap::default());
        assert!((moved[0].to.translation.vector - Vector3::new(1.23, 2.0, 0.6)).norm() < 1e-9);
    }
}
