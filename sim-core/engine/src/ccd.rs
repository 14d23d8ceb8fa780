//! Continuous collision detection: bodies that move so far in a tick that they could tunnel through others.
//!
//! A sweep from the old pose to the new one finds the hits on the path. Only the component of the motion along the hit normal is clamped,
//! so that a body slides along the surface that it rests on; the contact found at the end of the tick removes the normal velocity. A
//! rotation that would push a part of the body deeper into a fixed body ends at the contact.

use super::mover::{Motion, MotionState, Mover};
use super::world::World;
use arrayvec::ArrayVec;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use sim_abi::ffi::types as abi;
use sim_abi::math;
use sim_geometry::{BodyId, ColliderId, QueryFilter, SweepHit, UNSWEPT};
use sim_physics::Freedom;
use std::f64::consts::TAU;

/// Maximum depth at which a body is left in the body it hits, so that a contact is found, m.
const MAX_SLOP: f64 = 1e-3;

/// The same as a fraction of the thickness of the thinner body.
const SLOP_FRACTION: f64 = 0.05;

/// Maximum number of surfaces that clamp the motion of a body in a tick.
const MAX_SURFACES: usize = 8;

/// Maximum number of passes over colliding bodies; each propagates a stop to the next body in a row.
const PASSES: usize = 16;

type Skipped = ArrayVec<ColliderId, MAX_SURFACES>;

/// Clamps the motion of a mover at fixed bodies if it moves further in this step than contacts can resolve. Returns whether the motion was
/// clamped, and whether the mover may hit another moving body.
pub(super) fn clamp_to_static(mover: &mut Mover, world: &World, dt: f64) -> (bool, bool) {
    let (from, to) =
        (Vector3::from(mover.motion.before.pose.position), Vector3::from(mover.motion.state.pose.position));
    let displacement = (to - from).norm();
    let unswept = UNSWEPT * 2.0 * mover.contact.half_thickness;
    let turns = turns_far(mover, unswept - displacement, world, dt);
    if !turns && displacement <= unswept {
        // Bodies thinner than the mover are found along its path, too.
        let may_meet = displacement > UNSWEPT * 2.0 * world.min_half_thickness;
        return (false, may_meet && world.index.is_moving_near_path(mover.identity.body, &(to - from)));
    }
    let (mut turn, mut stopped) = (turn_of(&mover.motion, dt), false);
    if turns {
        stopped |= end_turn(mover, &mut turn, &to, world);
    }
    let mut path = clamped(mover, &mover.motion.state.pose.into(), &turn, world);
    if turns && end_turn(mover, &mut turn, &path.to, world) {
        stopped = true;
        path = clamped(mover, &mover.motion.state.pose.into(), &turn, world);
    }
    stopped |= path.fraction < 1.0;
    let [drift, spin] =
        [mover.motion.before.linear_velocity, mover.motion.before.angular_velocity].map(|v| Vector3::from(v) * dt);
    if path.fraction < 1.0 && is_at_rest(mover) && path.may_hold(mover, &(from + drift), &to, world) {
        // If the forces of the step have moved a body from rest, apply the fraction of displacement and rotation made up to the time of
        // impact. Clamping the displacement alone would leave a rotation and a slide that no contact balances.
        let old = Isometry3::from(mover.motion.before.pose);
        let part = |whole: Vector3<f64>, at_start: Vector3<f64>| at_start + (whole - at_start) * path.fraction;
        let rotation = UnitQuaternion::from_scaled_axis(part(turn, spin)) * old.rotation;
        mover.motion.state.pose = Isometry3::from_parts((from + part(to - from, drift)).into(), rotation).into();
    } else {
        mover.motion.state.pose.position = path.to.into();
    }
    (stopped, world.index.is_moving_near_path(mover.identity.body, &(path.to - from)))
}

/// Rotation vector (axis times angle) of a mover in this step, rad. Among the rotations that lead to the new attitude, the one closest to
/// the angular velocity: it may exceed half a turn.
fn turn_of(motion: &MotionState, dt: f64) -> Vector3<f64> {
    let shortest = shortest_turn(motion, &motion.state.pose.into());
    let mean = 0.5 * (Vector3::from(motion.before.angular_velocity) + Vector3::from(motion.state.angular_velocity));
    let Some(axis) = shortest.try_normalize(1e-9) else { return shortest };
    shortest + axis * (((mean * dt - shortest).dot(&axis) / TAU).round() * TAU)
}

/// Rotation vector (axis times angle) of the shortest rotation of a mover to the attitude of `new`, rad.
fn shortest_turn(motion: &MotionState, new: &Isometry3<f64>) -> Vector3<f64> {
    (new.rotation * Isometry3::from(motion.before.pose).rotation.inverse()).scaled_axis()
}

/// Whether the rotation of a mover in this step moves a part of it further than `most`, m.
fn turns_far(mover: &Mover, most: f64, world: &World, dt: f64) -> bool {
    /// Smaller rotations are those of rolling or driving bodies, rad.
    const MIN_TURN: f64 = 1e-3;
    /// Rotations that move all parts by less than this fraction of half the thickness are ignored.
    const MIN_FRACTION: f64 = 0.1;
    let turn = Vector3::from(mover.motion.state.angular_velocity).norm() * dt;
    if turn <= MIN_TURN {
        return false;
    }
    let swing = turn * world.index.reach(mover.identity.body);
    swing > most && swing > MIN_FRACTION * mover.contact.half_thickness
}

/// Ends the rotation of a mover (axis times angle, rad) where a part would penetrate a fixed body deeper than contacts leave it, while the
/// mover moves straight to a position or pivots on its support: then it descends as far as the rotation lifts the contact points. Returns
/// whether the rotation was cut short.
fn end_turn(mover: &mut Mover, turn: &mut Vector3<f64>, to: &Vector3<f64>, world: &World) -> bool {
    /// Maximum number of poses sampled on the path, and number of bisections between two of them.
    const MAX_SAMPLES: f64 = 128.0;
    const HALVINGS: usize = 6;
    let (old, new) = (Isometry3::from(mover.motion.before.pose), Isometry3::from(mover.motion.state.pose));
    let whole = *turn;
    let from = old.translation.vector;
    let at = |share: f64| {
        let turned = UnitQuaternion::from_scaled_axis(whole * share);
        let mut position = from + (to - from) * share;
        for (_, normal, arm) in rests(mover, world) {
            let rise = (turned * arm - arm).dot(&normal).max(0.0);
            position += normal * ((from - position).dot(&normal) - rise).max(0.0);
        }
        Isometry3::from_parts(position.into(), turned * old.rotation)
    };
    let parts =
        (whole.norm() * world.index.reach(mover.identity.body) / mover.contact.half_thickness).ceil().min(MAX_SAMPLES);
    // Deeper penetration at the start may remain. The limit is slightly above the slop at which contacts settle, so that rounding does not
    // decide.
    let (body, thickness) = (mover.identity.body, 2.0 * mover.contact.half_thickness);
    let slops = |pose: &Isometry3<f64>| world.index.slops_in_fixed(body, pose, |other| slop(thickness.min(other)));
    let allowed = slops(&old).max(1.0) + 0.2;
    let is_free = |share: f64| slops(&at(share)) <= allowed;
    let Some(first) = (1..=parts as usize).find(|part| !is_free(*part as f64 / parts)) else { return false };
    let (mut free, mut touching) = ((first - 1) as f64 / parts, first as f64 / parts);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (free + touching);
        if is_free(middle) { free = middle } else { touching = middle }
    }
    let rotation = at(free).rotation;
    *turn = whole * free;
    // The angular velocity stays the same in the body frame, and so does the energy.
    let undone = rotation * new.rotation.inverse();
    mover.motion.state.angular_velocity = (undone * Vector3::from(mover.motion.state.angular_velocity)).into();
    mover.motion.state.pose = Isometry3::from_parts(new.translation, rotation).into();
    true
}

/// Whether a mover was at rest at the start of the step.
fn is_at_rest(mover: &Mover) -> bool {
    /// Maximum speed of its center and, due to rotation, at half its thickness, m/s.
    const MAX_SPEED: f64 = 1e-3;
    let [linear, angular] =
        [mover.motion.before.linear_velocity, mover.motion.before.angular_velocity].map(Vector3::from);
    linear.norm() < MAX_SPEED && angular.norm() * mover.contact.half_thickness < MAX_SPEED
}

/// Contacts of a mover with fixed bodies that support it: the contact, its normal, and its point relative to the mover's position, world
/// axes, m.
fn rests<'a>(mover: &Mover, world: &'a World) -> impl Iterator<Item = (&'a abi::Contact, Vector3<f64>, Vector3<f64>)> {
    let from = Vector3::from(mover.motion.before.pose.position);
    let touched = world.contacts_of(mover.identity.body).iter();
    let fixed = touched.filter(|contact| world.bodies[contact.object as usize].mover.is_none());
    fixed.map(move |contact| (contact, Vector3::from(contact.normal), Vector3::from(contact.point) - from))
}

/// The motion of a mover from its old pose to `new`, clamped at its supporting contacts, unless the rotation (axis times angle, rad) lifts
/// it off them.
fn along_contacts(mover: &Mover, new: &Isometry3<f64>, turn: &Vector3<f64>, world: &World) -> Path {
    /// A larger rotation, rad, is judged by its initial rate.
    const BEGINNING: f64 = 0.1;
    let from = Vector3::from(mover.motion.before.pose.position);
    let (normals, bodies) = (ArrayVec::new(), ArrayVec::new());
    let mut path = Path { from, to: new.translation.vector, lift: Vector3::zeros(), fraction: 1.0, normals, bodies };
    let slop = slop(2.0 * mover.contact.half_thickness);
    let share = (BEGINNING / turn.norm()).min(1.0);
    let beginning = UnitQuaternion::from_scaled_axis(turn * share);
    for (contact, normal, arm) in rests(mover, world) {
        let rise = (beginning * arm - arm).dot(&normal) / share;
        if rise < slop && path.is_new(&normal) {
            path.clamp(0.0, &Surface { normal, depth: 0.0 }, slop);
            path.add_body(BodyId(contact.object));
        }
    }
    path
}

/// The motion of a mover from its old pose to `new`, with a rotation (axis times angle, rad), clamped at fixed bodies.
fn clamped(mover: &Mover, new: &Isometry3<f64>, turn: &Vector3<f64>, world: &World) -> Path {
    let old = Isometry3::from(mover.motion.before.pose);
    let at = |position: Vector3<f64>| Isometry3::from_parts(position.into(), new.rotation);
    // The supporting contacts are known exactly; a sweep may miss them. If the rotation lifts the mover off, a sweep finds where it lands.
    let mut path = along_contacts(mover, new, turn, world);
    let (from, thickness) = (path.from, 2.0 * mover.contact.half_thickness);
    let fixed = QueryFilter { moving: false, ..QueryFilter::default() };
    let mut skipped = Skipped::new();
    for _ in 0..MAX_SURFACES {
        let (start, end) = (Translation3::from(path.lift) * old, at(path.to + path.lift));
        let hit = world.index.sweep_body(mover.identity.body, &start, &end, &fixed, &skipped);
        let Ok(Some(SweepHit { fraction, hit })) = hit else { break };
        let target = hit.collider_id();
        let slop = slop(thickness.min(world.index.thickness(target)));
        let touch = path.at(fraction);
        let touching = |position, normal: &Vector3<f64>| {
            world.index.touch_near(mover.identity.body, &at(position), target, 4.0 * slop, normal)
        };
        let surface = Surface::found(&hit.normal, slop, |off| touching(touch + off, &hit.normal));
        let is_new = (path.to - from).norm() * fraction > slop;
        path.clamp(fraction, &surface, slop);
        path.add_body(target.body);
        if is_new && touching(path.to, &surface.normal).is_none() {
            // The motion along the surface has left it: the impact must happen first.
            path.to = touch + surface.normal * (surface.depth - slop);
            break;
        }
        if !world.index.is_surface(target) {
            skipped.push(target);
        }
    }
    path
}

/// A surface hit by a sweep: its normal at the hit, and the penetration depth, m.
struct Surface {
    normal: Vector3<f64>,
    depth: f64,
}

impl Surface {
    /// The surface near a hit with this normal, from the contact that `touching` finds at a displacement from the hit: a gap as wide as the
    /// slop, because the normal of two surfaces that just touch is lost to rounding. A sweep iterates, and its normal and depth are less
    /// accurate.
    fn found(
        normal: &Vector3<f64>,
        slop: f64,
        touching: impl FnOnce(Vector3<f64>) -> Option<(Vector3<f64>, f64)>,
    ) -> Self {
        let gap = normal * slop;
        touching(gap).map_or(Self { normal: *normal, depth: 0.0 }, |(normal, depth)| {
            // Existing penetration remains: contacts push the body out.
            Self { normal, depth: (depth + gap.dot(&normal)).min(slop) }
        })
    }
}

/// The straight motion of a body in a step, clamped at the surfaces it hits.
struct Path {
    from: Vector3<f64>,
    to: Vector3<f64>,
    /// Offset that keeps the sweep clear of the surfaces: a mesh has many, and a floor may consist of many pieces.
    lift: Vector3<f64>,
    /// Fraction of the whole motion at which the first surface is reached.
    fraction: f64,
    /// Normals of the surfaces.
    normals: ArrayVec<Vector3<f64>, MAX_SURFACES>,
    /// Bodies that the surfaces belong to.
    bodies: ArrayVec<BodyId, MAX_SURFACES>,
}

impl Path {
    /// Position at a fraction of the motion.
    fn at(&self, fraction: f64) -> Vector3<f64> {
        self.from + (self.to - self.from) * fraction
    }

    fn add_body(&mut self, body: BodyId) {
        if !self.bodies.is_full() && !self.bodies.contains(&body) {
            self.bodies.push(body);
        }
    }

    /// Whether static friction with the surfaces may hold back a mover on the motion from `start` to `end`, of which this path is the part
    /// that the surfaces leave.
    fn may_hold(&self, mover: &Mover, start: &Vector3<f64>, end: &Vector3<f64>, world: &World) -> bool {
        /// Margin for motions at the limit of friction.
        const LIMIT: f64 = 1.05;
        let frictions = self.bodies.iter().map(|body| world.index.largest_friction(mover.identity.body, *body));
        let pressed = (self.to - end).norm() + slop(2.0 * mover.contact.half_thickness);
        let along = (end - start).norm_squared() - math::powi(pressed, 2);
        along <= math::powi(LIMIT * frictions.fold(0.0, f64::max) * pressed, 2)
    }

    /// Whether this normal differs from all known surfaces, and there is room for one more.
    fn is_new(&self, normal: &Vector3<f64>) -> bool {
        /// Cosine above which two normals belong to the same surface.
        const SAME_SURFACE: f64 = 0.999;
        !self.normals.is_full() && self.normals.iter().all(|known| known.dot(normal) < SAME_SURFACE)
    }

    /// Clamps the motion after a fraction to at most the slop into a surface touched there, and lifts the sweep off it.
    fn clamp(&mut self, fraction: f64, Surface { normal, depth }: &Surface, slop: f64) {
        let touch = self.at(fraction);
        let into = (touch - self.to).dot(normal) + depth;
        if into > slop {
            self.fraction = self.fraction.min(fraction + (1.0 - fraction) * slop / into);
            self.to += normal * (into - slop);
            for earlier in &self.normals {
                self.to = along_crease(&touch, &self.to, [earlier, normal], slop);
            }
        }
        self.lift += normal * (2.0 * slop);
        if self.is_new(normal) {
            self.normals.push(*normal);
        }
    }
}

/// The end of a motion that the second of two surfaces has just clamped, if that clamp pushed it into the first surface by more than the
/// slop: only the direction along their common edge remains.
fn along_crease(
    from: &Vector3<f64>,
    to: &Vector3<f64>,
    [first, second]: [&Vector3<f64>; 2],
    slop: f64,
) -> Vector3<f64> {
    let motion = to - from;
    if motion.dot(first) >= -1.5 * slop {
        return *to;
    }
    let edge = first.cross(second).try_normalize(1e-6).unwrap_or_else(Vector3::zeros);
    from + edge * motion.dot(&edge)
}

/// Depth at which a body is left in the body it hits, m, by the thickness of the thinner of the two.
fn slop(thickness: f64) -> f64 {
    MAX_SLOP.min(SLOP_FRACTION * thickness)
}

/// Clamps the motions of bodies at others that move in the same tick, before the index is updated.
///
/// Relative motion counts: bodies that fall together do not stop each other. Of two colliding bodies, the one that moves further is
/// clamped, or the only one that may hit others. The approach of the other body displaces both, in inverse proportion to their masses. A
/// clamped body may block those behind it, so passes are repeated until none is clamped, or [`PASSES`] times.
pub(super) fn clamp_to_moving(movers: &mut [Mover], motions: &mut [Motion], world: &World) {
    for _ in 0..PASSES {
        let mut any = false;
        for number in 0..motions.len() {
            if motions[number].meets {
                any |= clamp_to_others(number, movers, motions, world);
            }
        }
        if !any {
            return;
        }
    }
}

/// Returns whether the motion was clamped.
fn clamp_to_others(number: usize, movers: &mut [Mover], motions: &mut [Motion], world: &World) -> bool {
    let mut skipped = Skipped::new();
    let mut any = false;
    while !skipped.is_full() {
        let displacement = |number: usize| {
            let before = Vector3::from(movers[number].motion.before.pose.position);
            motions[number].pose.translation.vector - before
        };
        let own = displacement(number);
        let displacement_of = |body: BodyId| {
            let other = world.bodies[body.index()].mover?;
            let others = displacement(other);
            let is_further = (own.norm_squared(), number) > (others.norm_squared(), other);
            (is_further || !motions[other].meets).then_some(others)
        };
        let Motion { body, pose, .. } = motions[number];
        let hit = world.index.sweep_among_moving(body, &pose, displacement_of, &skipped);
        let Ok(Some(SweepHit { fraction, hit })) = hit else { break };
        skipped.push(hit.collider_id());
        let mover = &movers[number];
        let others = displacement_of(hit.body).unwrap_or_else(Vector3::zeros);
        let between = own - others;
        let target = hit.collider_id();
        let slop = slop(world.index.thickness(target).min(2.0 * mover.contact.half_thickness));
        let old = Vector3::from(mover.motion.before.pose.position);
        let touch = old + between * fraction;
        let touching = |position: Vector3<f64>, normal: &Vector3<f64>| {
            let pose = Isometry3::from_parts(position.into(), pose.rotation);
            world.index.touch_near(body, &pose, target, 4.0 * slop, normal)
        };
        let Surface { normal, depth } = Surface::found(&hit.normal, slop, |off| touching(touch + off, &hit.normal));
        let into = depth - (between * (1.0 - fraction)).dot(&normal);
        // Motion that was already clamped there stays unchanged.
        if into < 1.5 * slop {
            continue;
        }
        // A body with a prescribed motion does not give way.
        let yields =
            |mover: &Mover| mover.contact.mass.freedom != Freedom::Fixed && mover.contact.mass.inverse_mass > 0.0;
        let other = world.bodies[hit.body.index()].mover.filter(|other| yields(&movers[*other]));
        let back = other.map_or_else(Vector3::zeros, |other| {
            let theirs = (others * (1.0 - fraction)).dot(&normal).clamp(0.0, into - slop);
            let [own_mass, their_mass] = [mover, &movers[other]].map(|mover| &mover.contact.mass);
            let back = normal * (theirs * their_mass.inverse_mass / (own_mass.inverse_mass + their_mass.inverse_mass));
            if their_mass.freedom == Freedom::Planar { Vector3::new(back.x, back.y, 0.0) } else { back }
        });
        let others = others - back;
        let mut to = old + own + normal * (into - slop) - back;
        // Relative to the other body, which is still at its old pose in the index.
        let is_new = between.norm() * fraction > slop;
        if is_new && touching(to - others, &normal).is_none() {
            to = touch + others + normal * (depth - slop);
        }
        let goal = Isometry3::from_parts(to.into(), pose.rotation);
        let position = clamped(mover, &goal, &shortest_turn(&mover.motion, &goal), world).to;
        movers[number].motion.state.pose.position = position.into();
        motions[number].pose.translation.vector = position;
        motions[number].stopped = true;
        if let Some(other) = other.filter(|_| back != Vector3::zeros()) {
            let position = motions[other].pose.translation.vector - back;
            movers[other].motion.state.pose.position = position.into();
            motions[other].pose.translation.vector = position;
            motions[other].stopped = true;
        }
        any = true;
    }
    any
}
