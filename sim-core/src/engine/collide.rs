//! New states are installed, contacts found and corrected, and the list of contacts kept for the next tick.

use super::mover::{Motion, Mover};
use super::world::{World, category};
use crate::geometry::{BodyId, Contact, ContactOptions, ContactScratch, GeometryError};
use crate::physics::{self, Body, ContactImpulse, SolverConfig, SolverScratch};
use crate::scene::Contacts;
use nalgebra::Vector3;
use sim_abi::ffi::types as abi;

/// Gap that bodies keep from each other where a scene wants nothing to overlap, m.
const GAP: f64 = 5e-4;

/// Memory of the phase, kept from tick to tick.
pub(super) struct Collider {
    contacts: Vec<Contact>,
    scratch: ContactScratch,
    solver: SolverScratch,
    config: SolverConfig,
    /// Gap up to which bodies count as touching, m.
    margin: f64,
    /// Bodies that touch something, their numbers for the solver by id, and the contacts in terms of those numbers.
    involved: Vec<BodyId>,
    number_of: Vec<BodyId>,
    numbered: Vec<Contact>,
    bodies: Vec<Body>,
    /// Movers with links that move.
    articulated: Vec<usize>,
    /// Moving body and number of the contact, for sorting contacts by body.
    sides: Vec<(u32, u32)>,
    /// Pairs that touch now and that touched before, sorted; ground contacts are left out.
    touching: Vec<(u32, u32)>,
    touched_before: Vec<(u32, u32)>,
    /// Contacts that began in this tick.
    begun: Vec<(u32, u32)>,
}

impl Collider {
    pub(super) fn new(movers: &[Mover], treatment: &Contacts) -> Self {
        let solid = SolverConfig::default();
        let (config, margin) = match treatment {
            Contacts::Apart => (SolverConfig { slop: -GAP, position_iterations: 40, ..solid }, 2.0 * GAP),
            Contacts::Solid | Contacts::Through => (solid, 0.0),
        };
        let articulated = movers.iter().filter(|mover| mover.articulation.is_some()).map(|mover| mover.index);
        Self {
            articulated: articulated.collect(),
            contacts: Vec::new(),
            scratch: ContactScratch::default(),
            solver: SolverScratch::default(),
            config,
            margin,
            involved: Vec::new(),
            number_of: Vec::new(),
            numbered: Vec::new(),
            bodies: Vec::new(),
            sides: Vec::new(),
            touching: Vec::new(),
            touched_before: Vec::new(),
            begun: Vec::new(),
        }
    }

    /// Pairs of bodies that began to touch in the last tick, ground left out.
    pub(super) fn begun(&self) -> &[(u32, u32)] {
        &self.begun
    }

    /// Pairs of bodies that touch, ground left out.
    pub(super) fn touching(&self) -> &[(u32, u32)] {
        &self.touching
    }

    /// Takes over the pairs of a snapshot, so that contacts that lasted do not begin again.
    pub(super) fn set_touching(&mut self, pairs: &[(u32, u32)]) {
        self.touching.clear();
        self.touching.extend_from_slice(pairs);
    }

    /// The whole phase. `motions` tells where the movers have gone, in their order.
    pub(super) fn run(
        &mut self,
        movers: &mut [Mover],
        motions: &[Motion],
        world: &mut World,
        dt: f64,
        parallel: bool,
    ) -> Result<(), GeometryError> {
        for motion in motions.iter().filter(|motion| motion.moved) {
            world.index.set_pose(motion.body, &motion.pose)?;
        }
        for &articulated in &self.articulated {
            follow_joints(&mut movers[articulated], world)?;
        }
        world.index.refresh(parallel);
        let options = ContactOptions { margin: self.margin, parallel };
        world.index.contacts(&options, &mut self.scratch, &mut self.contacts)?;
        if !self.contacts.is_empty() && world.solid {
            self.correct(movers, world, dt, parallel)?;
        }
        self.keep_contacts(movers, world);
        if self.margin > 0.0 && !self.contacts.is_empty() {
            self.part(movers, world, parallel)?;
        }
        Ok(())
    }

    /// Moves bodies until nothing overlaps: a correction may have brought one into something that it did not touch before.
    fn part(&mut self, movers: &mut [Mover], world: &mut World, parallel: bool) -> Result<(), GeometryError> {
        /// Where there is no room for all, they stay as they are after so many corrections.
        const MOST: usize = 10;
        for _ in 0..MOST {
            let options = ContactOptions { margin: self.margin, parallel };
            world.index.contacts(&options, &mut self.scratch, &mut self.contacts)?;
            if self.contacts.iter().all(|contact| contact.depth <= 0.0) {
                break;
            }
            // No time passes, so friction has nothing to hold back.
            self.correct(movers, world, 0.0, parallel)?;
        }
        Ok(())
    }

    /// Brings index and contact list up to a restored state without changing it.
    pub(super) fn settle(&mut self, movers: &mut [Mover], world: &mut World) -> Result<(), GeometryError> {
        for mover in movers.iter_mut() {
            follow_joints(mover, world)?;
            mover.placed = false;
            world.index.set_pose(mover.body, &mover.state.pose.into())?;
        }
        world.index.refresh(false);
        Ok(())
    }

    /// Corrects velocities and poses of the bodies that touch.
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
                Some(mover) => movers[mover].mass.solver_body(&movers[mover].state),
                None => Body::fixed(*world.index.pose(*body)?),
            });
        }
        physics::resolve(&self.numbered, &mut self.bodies, dt, &self.config, &mut self.solver);
        for (body, solved) in self.involved.iter().zip(&self.bodies) {
            let Some(mover) = world.bodies[body.index()].mover else { continue };
            let mover = &mut movers[mover];
            if mover.mass.freedom == physics::Freedom::Fixed {
                continue;
            }
            let corrected = mover.mass.state(solved);
            if corrected != mover.state {
                mover.state = corrected;
                world.index.set_pose(*body, &corrected.pose.into())?;
            }
        }
        world.index.refresh(parallel);
        Ok(())
    }

    /// Numbers the bodies that touch something from 0, in their order, for a solver that need not know the others.
    fn number_involved(&mut self, bodies: usize) {
        self.involved.clear();
        self.involved.extend(self.contacts.iter().flat_map(|contact| [contact.a, contact.b]));
        self.involved.sort_unstable();
        self.involved.dedup();
        self.number_of.resize(bodies, BodyId(0));
        for (number, body) in self.involved.iter().enumerate() {
            self.number_of[body.index()] = BodyId(number as u32);
        }
        let number = |body: BodyId| self.number_of[body.index()];
        self.numbered.clear();
        let numbered = self.contacts.iter();
        self.numbered.extend(numbered.map(|c| Contact { a: number(c.a), b: number(c.b), ..*c }));
    }

    /// Sorts the contacts by body for the sensors, and finds those that began.
    fn keep_contacts(&mut self, movers: &mut [Mover], world: &mut World) {
        world.contacts.clear();
        std::mem::swap(&mut self.touching, &mut self.touched_before);
        self.touching.clear();
        self.begun.clear();
        if self.contacts.is_empty() {
            return;
        }
        self.sides.clear();
        for (number, contact) in self.contacts.iter().enumerate() {
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
        let pairs = self.contacts.iter().filter(|contact| !ground(contact.a) && !ground(contact.b));
        self.touching.extend(pairs.map(|contact| (contact.a.0, contact.b.0)));
        self.touching.dedup();
        for pair in &self.touching {
            if self.touched_before.binary_search(pair).is_err() {
                self.begun.push(*pair);
                for body in [pair.0, pair.1] {
                    if let Some(mover) = world.bodies[body as usize].mover {
                        movers[mover].collisions += 1;
                    }
                }
            }
        }
    }
}

/// A contact and its impulse as one of its two bodies sees it.
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
    if let Some(articulation) = mover.articulation.as_mut().filter(|articulation| articulation.moved) {
        articulation.moved = false;
        for (position, joint) in articulation.positions.iter_mut().zip(&mover.joints) {
            *position = joint.position;
        }
        articulation.kinematics.fill(&articulation.positions, &mut articulation.root_from_link);
        let links = &articulation.root_from_link;
        for (link, number, link_from_collider) in &articulation.colliders {
            world.index.set_collider_pose(mover.body, *number, &(links[*link] * link_from_collider))?;
        }
        for sensor in &mut mover.sensors {
            sensor.body_from_mount = links[sensor.mount.link] * sensor.mount.link_from_mount;
        }
        for mount in mover.actuators.iter_mut().map(|actuator| &mut actuator.mount) {
            mount.body_from_mount = links[mount.link] * mount.link_from_mount;
        }
    }
    Ok(())
}
