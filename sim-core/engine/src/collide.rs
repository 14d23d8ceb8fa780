//! Collision phase: applies the new states, finds and resolves contacts, and keeps the list of contacts for the next tick.

use super::ccd;
use super::mover::{Motion, Mover};
use super::squeeze;
use super::wheels;
use super::world::{World, category};
use nalgebra::{Isometry3, Translation3, Vector3};
use sim_abi::ffi::types as abi;
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::spin;
use sim_geometry::{BodyId, ColliderId, Contact, ContactOptions, ContactScratch, GeometryError};
use sim_physics::{
    Body, CachedContact, ContactCache, ContactImpulse, ContactStart, SolverConfig, SolverScratch, Wheel,
};
use sim_scene::Contacts;

/// Gap kept between bodies in scenes without any overlap, m.
const GAP: f64 = 5e-4;

/// Vertical component of normals along which two bodies that stay on a level floor cannot be separated.
const STEEP: f64 = 0.9;

/// Distance below which surfaces are passed to the solver, m: a resting body must be found before it has fallen. Nothing acts on these
/// contacts as long as the gap does not close.
const NEAR: f64 = 1e-4;

/// Id of a body without contacts.
const UNNUMBERED: BodyId = BodyId(u32::MAX);

/// Memory of the phase, reused in each tick.
pub(super) struct Collider {
    contacts: Vec<Contact>,
    /// Maximum distance by which contacts may push back each body in this tick, m.
    slack: Vec<f64>,
    /// Velocity of each body, m/s; empty for bodies that cannot tip over.
    velocities: Vec<Vector3<f64>>,
    scratch: ContactScratch,
    solver: SolverScratch,
    config: SolverConfig,
    /// Margin for finding contacts, m, and gap up to which bodies count as touching.
    margin: f64,
    touch: f64,
    /// Whether all overlap is to be removed.
    apart: bool,
    /// Impulses of the last tick, and start data of each contact for the solver.
    cache: ContactCache,
    starts: Vec<ContactStart>,
    /// Bodies with contacts, their solver indices by id, and the contacts in terms of those indices.
    involved: Vec<BodyId>,
    number_of: Vec<BodyId>,
    numbered: Vec<Contact>,
    bodies: Vec<Body>,
    /// For each of them, whether nothing slides on it.
    resting: Vec<bool>,
    /// Wheels of those bodies, and which bodies touch a moving body.
    wheels: Vec<Wheel>,
    pushing: Vec<bool>,
    /// Movers with moving links.
    articulated: Vec<usize>,
    /// Moving body and contact index, for sorting contacts by body.
    sides: Vec<(u32, u32)>,
    /// Contacts of the last tick between bodies that have not moved, with the body that they belong to.
    lasting: Vec<(u32, abi::Contact)>,
    /// Pairs that touch now and pairs that touched before, sorted; without ground contacts.
    touching: Vec<(u32, u32)>,
    touched_before: Vec<(u32, u32)>,
    /// Contacts that began in this tick.
    begun: Vec<(u32, u32)>,
}

impl Collider {
    pub(super) fn new(movers: &[Mover], treatment: &Contacts) -> Self {
        let solid = SolverConfig::default();
        let (config, margin, touch) = match treatment {
            Contacts::NoOverlap => {
                (SolverConfig { slop: -GAP, position_iterations: 40, ..solid }, 2.0 * GAP, 2.0 * GAP)
            }
            Contacts::Solid => (solid, NEAR, 0.0),
            Contacts::DetectOnly => (solid, 0.0, 0.0),
        };
        let articulated =
            movers.iter().filter(|mover| mover.joints.articulation.is_some()).map(|mover| mover.identity.index);
        Self {
            articulated: articulated.collect(),
            contacts: Vec::new(),
            slack: Vec::new(),
            velocities: Vec::new(),
            scratch: ContactScratch::default(),
            solver: SolverScratch::default(),
            config,
            margin,
            touch,
            apart: *treatment == Contacts::NoOverlap,
            cache: ContactCache::default(),
            starts: Vec::new(),
            involved: Vec::new(),
            number_of: Vec::new(),
            numbered: Vec::new(),
            bodies: Vec::new(),
            resting: Vec::new(),
            wheels: Vec::new(),
            pushing: Vec::new(),
            sides: Vec::new(),
            lasting: Vec::new(),
            touching: Vec::new(),
            touched_before: Vec::new(),
            begun: Vec::new(),
        }
    }

    /// Pairs of bodies that began to touch in the last tick, without ground.
    pub(super) fn begun(&self) -> &[(u32, u32)] {
        &self.begun
    }

    /// Pairs of bodies that touch, without ground.
    pub(super) fn touching(&self) -> &[(u32, u32)] {
        &self.touching
    }

    /// Restores the pairs of a snapshot, so that lasting contacts do not begin again.
    pub(super) fn set_touching(&mut self, pairs: &[(u32, u32)]) {
        self.touching.clear();
        self.touching.extend_from_slice(pairs);
    }

    /// Warm-start impulses for the next tick.
    pub(super) fn cached_contacts(&self) -> &[CachedContact] {
        self.cache.points()
    }

    /// Restores the impulses of a snapshot.
    pub(super) fn set_cached_contacts(&mut self, contacts: impl Iterator<Item = CachedContact>) {
        self.cache.restore(contacts);
    }

    /// Runs the whole phase. `motions` contains the motion of each mover, in the same order.
    pub(super) fn run(
        &mut self,
        movers: &mut [Mover],
        motions: &mut [Motion],
        world: &mut World,
        dt: f64,
        parallel: bool,
    ) -> Result<(), GeometryError> {
        spin::serially(parallel, || {
            ccd::clamp_to_moving(movers, motions, world);
            self.find_slack(movers, world, dt);
            self.find_velocities(movers, world);
            self.install(movers, motions, world)
        })?;
        world.index.refresh(parallel);
        self.find_contacts(movers, world, parallel)?;
        spin::serially(parallel, || {
            if !self.contacts.is_empty() && world.solid {
                self.correct(movers, world, dt, parallel)?;
            } else {
                self.forget_involved();
                self.cache.clear();
            }
            self.limit_stopped(movers, motions, dt);
            self.keep_contacts(movers, world);
            if self.apart && !self.contacts.is_empty() {
                self.part(movers, world, parallel)?;
            }
            Ok(())
        })
    }

    /// Computes how far contacts may push back bodies that press on something: by the effect of the velocity change in this step, and no
    /// further than they have moved. Such bodies move forward in each step and are pushed back; a body that has meanwhile arrived behind
    /// them must be found beforehand.
    fn find_slack(&mut self, movers: &[Mover], world: &World, dt: f64) {
        self.slack.clear();
        if !world.solid {
            return;
        }
        // At the start no impulse is known.
        let least = if self.cache.points().is_empty() { 0.0 } else { f64::MIN_POSITIVE };
        for mover in movers.iter().filter(|mover| mover.contact.mass.freedom != sim_physics::Freedom::Fixed) {
            if world.contacts_of(mover.identity.body).iter().any(|contact| contact.impulse >= least) {
                self.slack.resize(world.bodies.len(), 0.0);
                self.slack[mover.identity.body.index()] = given(mover, world, dt);
            }
        }
    }

    /// Collects the velocities of bodies that may tip over.
    fn find_velocities(&mut self, movers: &[Mover], world: &World) {
        self.velocities.clear();
        for mover in
            movers.iter().filter(|mover| world.solid && mover.contact.mass.freedom == sim_physics::Freedom::Full)
        {
            self.velocities.resize(world.bodies.len(), Vector3::zeros());
            self.velocities[mover.identity.body.index()] = mover.motion.state.linear_velocity.into();
        }
    }

    /// Finds the contacts of bodies, including near ones.
    fn find_contacts(&mut self, movers: &[Mover], world: &World, parallel: bool) -> Result<(), GeometryError> {
        let (slack, velocities) = (&self.slack, &self.velocities);
        let options = ContactOptions { margin: self.margin, slack, velocities, parallel, ..ContactOptions::default() };
        world.index.contacts(&options, &mut self.scratch, &mut self.contacts)?;
        for contact in self.contacts.iter_mut().filter(|contact| contact.normal.z.abs() > STEEP) {
            let planar = |body: BodyId| {
                let mover = world.bodies[body.index()].mover;
                mover.is_some_and(|mover| movers[mover].contact.mass.freedom == sim_physics::Freedom::Planar)
            };
            if planar(contact.a) && planar(contact.b) {
                world.index.turn_level(contact);
            }
        }
        Ok(())
    }

    /// Finds the contacts, including near ones, of bodies that were moved between ticks. No impulse acts there yet, and contacts begin in
    /// the coming tick.
    pub(super) fn touch_placed(&mut self, movers: &[Mover], world: &mut World) -> Result<(), GeometryError> {
        self.slack.clear();
        self.velocities.clear();
        self.find_contacts(movers, world, false)?;
        let bodies = &world.bodies;
        let is_placed = |body: u32| bodies[body as usize].mover.is_some_and(|mover| movers[mover].motion.placed);
        self.lasting.clear();
        let old = world.contacts.iter().map(|(body, contact)| (body as u32, *contact));
        self.lasting.extend(old.filter(|(body, contact)| !is_placed(*body) && !is_placed(contact.object)));
        self.sides.clear();
        for (number, contact) in self.contacts.iter_mut().enumerate() {
            let ends = [contact.a.0, contact.b.0];
            if ends.into_iter().any(is_placed) {
                let Some(exact) = with_exact_normal(contact, is_placed(contact.a.0), self.margin, world) else {
                    continue;
                };
                *contact = exact;
                let moving = ends.into_iter().filter(|body| bodies[*body as usize].mover.is_some());
                self.sides.extend(moving.map(|body| (body, number as u32)));
            }
        }
        self.sides.sort_unstable();
        world.contacts.clear();
        let (mut lasting, mut new) = (self.lasting.iter().peekable(), self.sides.iter().peekable());
        for body in 0..world.bodies.len() as u32 {
            world.contacts.next_owner();
            while let Some((_, contact)) = lasting.next_if(|(owner, _)| *owner == body) {
                world.contacts.push(*contact);
            }
            while let Some((_, number)) = new.next_if(|(owner, _)| *owner == body) {
                world.contacts.push(seen_from(BodyId(body), &self.contacts[*number as usize], None, world));
            }
        }
        Ok(())
    }

    /// Updates the index to the new poses of the movers; `refresh` must follow.
    fn install(&self, movers: &mut [Mover], motions: &[Motion], world: &mut World) -> Result<(), GeometryError> {
        for motion in motions.iter().filter(|motion| motion.moved) {
            world.index.set_pose(motion.body, &motion.pose)?;
        }
        for &articulated in &self.articulated {
            follow_joints(&mut movers[articulated], world)?;
            let mover = &mut movers[articulated];
            mover.joints.drive_links(&mover.effects.core);
        }
        Ok(())
    }

    /// Moves bodies until nothing overlaps: a correction may have pushed one into a body that it did not touch before.
    fn part(&mut self, movers: &mut [Mover], world: &mut World, parallel: bool) -> Result<(), GeometryError> {
        /// If there is not enough room, bodies keep the state after this many corrections.
        const MAX_PASSES: usize = 10;
        for _ in 0..MAX_PASSES {
            let options = ContactOptions { margin: self.margin, parallel, ..ContactOptions::default() };
            world.index.contacts(&options, &mut self.scratch, &mut self.contacts)?;
            if self.contacts.iter().all(|contact| contact.depth <= 0.0) {
                break;
            }
            // No time passes, so friction has nothing to hold back.
            self.correct(movers, world, 0.0, parallel)?;
        }
        Ok(())
    }

    /// Updates index and contact list to a restored state without changing it.
    pub(super) fn settle(&mut self, movers: &mut [Mover], world: &mut World) -> Result<(), GeometryError> {
        for mover in movers.iter_mut() {
            follow_joints(mover, world)?;
            mover.motion.placed = false;
            world.index.set_pose(mover.identity.body, &mover.motion.state.pose.into())?;
        }
        world.index.refresh(false);
        Ok(())
    }

    /// Corrects velocities and poses of bodies in contact.
    fn correct(
        &mut self,
        movers: &mut [Mover],
        world: &mut World,
        dt: f64,
        parallel: bool,
    ) -> Result<(), GeometryError> {
        self.number_involved(world.bodies.len());
        self.bodies.clear();
        for body in &self.involved {
            self.bodies.push(match world.bodies[body.index()].mover {
                Some(mover) => solver_body(&movers[mover], dt),
                None => Body::fixed(*world.index.pose(*body)?),
            });
        }
        self.wheels.clear();
        if dt > 0.0 {
            self.add_wheels(movers, world, dt);
        }
        self.starts.clear();
        self.starts.resize(self.contacts.len(), ContactStart::default());
        if dt > 0.0 {
            let size = |body: BodyId| {
                world.bodies[body.index()]
                    .mover
                    .map_or(f64::INFINITY, |mover| 2.0 * movers[mover].contact.half_thickness)
            };
            self.cache.expect(&self.contacts, |body| pose_of(body, world), size, &mut self.starts);
            if !self.articulated.is_empty() {
                let has_links = |body: BodyId| {
                    world.bodies[body.index()].mover.is_some_and(|mover| movers[mover].joints.articulation.is_some())
                };
                for (start, contact) in self.starts.iter_mut().zip(&self.contacts) {
                    start.on_link = has_links(contact.a) || has_links(contact.b);
                    start.surface_velocity = link_velocity(contact.a, contact.collider_a, contact, movers, world)
                        - link_velocity(contact.b, contact.collider_b, contact, movers, world);
                }
                let has_links = |number: BodyId| has_links(self.involved[number.index()]);
                squeeze::find(&self.numbered, &mut self.starts, &self.bodies, has_links, dt, &mut self.sides);
            }
        }
        let (config, solver) = (&self.config, &mut self.solver);
        sim_physics::resolve_from(&self.numbered, &self.starts, &self.wheels, &mut self.bodies, dt, config, solver);
        self.resting.clear();
        self.resting.resize(self.bodies.len(), dt > 0.0);
        for impulse in self.solver.impulses().iter().filter(|impulse| !impulse.is_at_rest()) {
            for body in [impulse.contact.a, impulse.contact.b] {
                self.resting[body.index()] = false;
            }
        }
        for ((body, solved), rests) in self.involved.iter().zip(&self.bodies).zip(&self.resting) {
            let Some(mover) = world.bodies[body.index()].mover else { continue };
            let mover = &mut movers[mover];
            if mover.contact.mass.freedom == sim_physics::Freedom::Fixed {
                continue;
            }
            let mut corrected = mover.contact.mass.state(solved);
            if *rests && is_still(&mover.motion.before, &corrected) {
                let zero = abi::Vec3::default();
                corrected =
                    abi::BodyState { pose: mover.motion.before.pose, linear_velocity: zero, angular_velocity: zero };
            }
            if corrected != mover.motion.state {
                mover.motion.take(corrected);
                world.index.set_pose(*body, &mover.motion.state.pose.into())?;
            }
        }
        if dt > 0.0 {
            self.cache.keep(self.solver.impulses(), |body| pose_of(body, world));
        }
        world.index.refresh(parallel);
        Ok(())
    }

    /// Limits the energy of bodies that were clamped and touch nothing at their new pose: nothing has removed their velocity.
    fn limit_stopped(&self, movers: &mut [Mover], motions: &[Motion], dt: f64) {
        for (mover, motion) in movers.iter_mut().zip(motions).filter(|(_, motion)| motion.stopped) {
            if self.involved.binary_search(&motion.body).is_err() {
                let whole = solver_body(mover, dt);
                let mut body = whole;
                sim_physics::limit_alone_to_work(&mut body, dt);
                if body != whole {
                    mover.motion.take(mover.contact.mass.state(&body));
                }
            }
        }
    }

    fn forget_involved(&mut self) {
        self.involved.drain(..).for_each(|body| self.number_of[body.index()] = UNNUMBERED);
    }

    /// Collects the wheels of bodies that touch a moving body, and adds a body that represents the ground. A fixed body stops a robot
    /// regardless of the friction of its wheels.
    fn add_wheels(&mut self, movers: &[Mover], world: &World, dt: f64) {
        let ground = BodyId(self.bodies.len() as u32);
        self.pushing.clear();
        self.pushing.resize(self.bodies.len(), false);
        for contact in &self.numbered {
            let ends = [contact.a.index(), contact.b.index()];
            if ends.iter().all(|body| self.bodies[*body].freedom != sim_physics::Freedom::Fixed) {
                ends.into_iter().for_each(|body| self.pushing[body] = true);
            }
        }
        for (number, body) in self.involved.iter().enumerate().filter(|(number, _)| self.pushing[*number]) {
            if let Some(mover) = world.bodies[body.index()].mover {
                let bodies = [BodyId(number as u32), ground];
                wheels::gather(&movers[mover], &self.bodies[number], bodies, dt, &mut self.wheels);
            }
        }
        if !self.wheels.is_empty() {
            self.bodies.push(Body::fixed(Isometry3::identity()));
        }
    }

    /// Numbers the bodies with contacts from 0, in their order, for a solver that need not know the others.
    fn number_involved(&mut self, bodies: usize) {
        self.forget_involved();
        self.number_of.resize(bodies, UNNUMBERED);
        for body in self.contacts.iter().flat_map(|contact| [contact.a, contact.b]) {
            if self.number_of[body.index()] == UNNUMBERED {
                self.number_of[body.index()] = body;
                self.involved.push(body);
            }
        }
        self.involved.sort_unstable();
        for (number, body) in self.involved.iter().enumerate() {
            self.number_of[body.index()] = BodyId(number as u32);
        }
        let number = |body: BodyId| self.number_of[body.index()];
        self.numbered.clear();
        let numbered = self.contacts.iter();
        self.numbered.extend(numbered.map(|c| Contact { a: number(c.a), b: number(c.b), ..*c }));
    }

    /// Sorts the contacts by body for the sensors, and finds new contacts.
    fn keep_contacts(&mut self, movers: &mut [Mover], world: &mut World) {
        world.contacts.clear();
        std::mem::swap(&mut self.touching, &mut self.touched_before);
        self.touching.clear();
        self.begun.clear();
        if self.contacts.is_empty() {
            return;
        }
        self.sides.clear();
        // The surfaces touch, or would have touched without the impulse that prevented it.
        let (solver, touch) = (&self.solver, self.touch);
        let touches = |(number, contact): &(usize, &Contact)| {
            contact.depth >= -touch || solver.impulses().get(*number).is_some_and(|impulse| impulse.normal > 0.0)
        };
        for (number, contact) in self.contacts.iter().enumerate().filter(touches) {
            let bodies = [contact.a, contact.b];
            let moving = bodies.into_iter().filter(|body| world.bodies[body.index()].mover.is_some());
            self.sides.extend(moving.map(|body| (body.0, number as u32)));
        }
        self.sides.sort_unstable();
        let mut sides = self.sides.iter().peekable();
        for body in 0..world.bodies.len() as u32 {
            world.contacts.next_owner();
            while let Some((_, number)) = sides.next_if(|(owner, _)| *owner == body) {
                let number = *number as usize;
                let impulse = self.solver.impulses().get(number);
                world.contacts.push(seen_from(BodyId(body), &self.contacts[number], impulse, world));
            }
        }
        let ground = |body: BodyId| world.bodies[body.index()].category & category::GROUND != 0;
        let touching = self.contacts.iter().enumerate().filter(touches);
        let pairs = touching.filter(|(_, contact)| !ground(contact.a) && !ground(contact.b));
        self.touching.extend(pairs.map(|(_, contact)| (contact.a.0, contact.b.0)));
        self.touching.dedup();
        for pair in &self.touching {
            if self.touched_before.binary_search(pair).is_err() {
                self.begun.push(*pair);
                for body in [pair.0, pair.1] {
                    if let Some(mover) = world.bodies[body as usize].mover {
                        movers[mover].statistics.collisions += 1;
                    }
                }
            }
        }
    }
}

/// A contact with the normal across a small gap: rounding makes the normal of two touching surfaces inexact. `first`: the gap is created by
/// moving the first body. Contacts are found up to `margin`, m.
fn with_exact_normal(contact: &Contact, first: bool, margin: f64, world: &World) -> Option<Contact> {
    let target = |body, collider| ColliderId { body, collider };
    let (body, target, sign) = if first {
        (contact.a, target(contact.b, contact.collider_b), 1.0)
    } else {
        (contact.b, target(contact.a, contact.collider_a), -1.0)
    };
    let gap = contact.normal * (sign * NEAR);
    let apart = Translation3::from(gap) * pose_of(body, world);
    let (normal, depth) =
        world.index.touch_near(body, &apart, target, margin + 2.0 * NEAR, &(contact.normal * sign))?;
    Some(Contact { normal: normal * sign, depth: depth + gap.dot(&normal), ..*contact })
}

/// Upper bound of how far the velocity change in this step alone has moved the points of a mover, m.
fn given(mover: &Mover, world: &World, dt: f64) -> f64 {
    let (old, new) = (&mover.motion.before, &mover.motion.state);
    let change = |old: abi::Vec3, new: abi::Vec3| (Vector3::from(new) - Vector3::from(old)).norm();
    let turned = Vector3::from(new.angular_velocity).norm() * dt;
    let by = |part: f64| if part > 0.0 { part * world.index.reach(mover.identity.body) } else { 0.0 };
    let moved = change(old.pose.position, new.pose.position) + by(turned);
    let swing = by(change(old.angular_velocity, new.angular_velocity) * dt);
    moved.min(change(old.linear_velocity, new.linear_velocity) * dt + swing)
}

/// Whether a body on which nothing slides has kept its pose in the step, except for rounding and residues of corrections.
fn is_still(before: &abi::BodyState, after: &abi::BodyState) -> bool {
    /// Maximum speed, m/s and rad/s: a body that begins to move is soon faster.
    const MAX_SPEED: f64 = 1e-9;
    /// Maximum displacement, m, and rotation, rad.
    const MAX_OFFSET: f64 = 1e-10;
    let speeds = [after.linear_velocity, after.angular_velocity].map(Vector3::from);
    let [old, new] = [before.pose, after.pose].map(Isometry3::from);
    let turned = (new.rotation.coords - old.rotation.coords).norm();
    speeds.iter().all(|speed| speed.norm_squared() < MAX_SPEED * MAX_SPEED)
        && (new.translation.vector - old.translation.vector).norm_squared() < MAX_OFFSET * MAX_OFFSET
        && 2.0 * turned < MAX_OFFSET
}

/// Pose of a body in the index.
fn pose_of(body: BodyId, world: &World) -> Isometry3<f64> {
    world.index.pose(body).copied().unwrap_or_else(|_| Isometry3::identity())
}

/// The solver body of a mover after a step of `dt` (s), or of no time.
fn solver_body(mover: &Mover, dt: f64) -> Body {
    mover
        .contact
        .mass
        .solver_body(&mover.motion.state)
        .after_step(&mover.contact.mass.solver_body(&mover.motion.before), dt)
}

/// Velocity of a link's surface at a contact beyond that of its body, world axes, m/s.
fn link_velocity(body: BodyId, collider: usize, contact: &Contact, movers: &[Mover], world: &World) -> Vector3<f64> {
    let mover = world.bodies[body.index()].mover.map(|mover| &movers[mover]);
    let moving =
        mover.and_then(|mover| Some((mover, mover.joints.articulation.as_ref().filter(|links| links.driven)?)));
    let Some((mover, links)) = moving else { return Vector3::zeros() };
    let Ok(place) = links.colliders.binary_search_by_key(&collider, |(_, number, _)| *number) else {
        return Vector3::zeros();
    };
    let [angular, linear] = links.twists[links.colliders[place].0];
    let pose = Isometry3::from(mover.motion.state.pose);
    let point = pose.inverse_transform_point(&contact.point).coords;
    pose.rotation * (linear + angular.cross(&point))
}

/// A contact and its impulse from the perspective of one of its two bodies.
fn seen_from(body: BodyId, contact: &Contact, impulse: Option<&ContactImpulse>, world: &World) -> abi::Contact {
    let (other, sign) = if body == contact.a { (contact.b, 1.0) } else { (contact.a, -1.0) };
    abi::Contact {
        point: contact.point.coords.into(),
        normal: (contact.normal * sign).into(),
        depth: contact.depth,
        impulse: impulse.map_or(0.0, |impulse| impulse.normal),
        friction: impulse.map_or_else(Vector3::zeros, |impulse| impulse.friction * sign).into(),
        object: other.0,
        category: world.bodies[other.index()].category,
    }
}

/// Moves colliders and mounts with their links.
fn follow_joints(mover: &mut Mover, world: &mut World) -> Result<(), GeometryError> {
    if let Some(articulation) = mover.joints.articulation.as_mut().filter(|articulation| articulation.moved) {
        articulation.moved = false;
        for (position, joint) in articulation.positions.iter_mut().zip(&mover.joints.states) {
            *position = joint.position;
        }
        articulation.kinematics.fill(&articulation.positions, &mut articulation.root_from_link);
        let links = &articulation.root_from_link;
        for (link, number, link_from_collider) in &articulation.colliders {
            world.index.set_collider_pose(mover.identity.body, *number, &(links[*link] * link_from_collider))?;
        }
        for sensor in &mut mover.components.sensors {
            sensor.body_from_mount = links[sensor.mount.link] * sensor.mount.link_from_mount;
        }
        for mount in mover.components.actuators.iter_mut().map(|actuator| &mut actuator.mount) {
            mount.body_from_mount = links[mount.link] * mount.link_from_mount;
        }
    }
    Ok(())
}

/// Describes an update of the geometry of the world that failed, which is a bug of the core.
pub(super) fn invalid_geometry(error: &GeometryError) -> Diagnostic {
    Diagnostic::error(Code::EngineState, format!("the geometry of the world is invalid: {error}"))
        .with_help("this is a bug in the simulator; please report it with the scene")
}
