//! New states are installed, contacts found and corrected, and the list of contacts kept for the next tick.

use super::mover::Mover;
use super::world::{World, category};
use crate::geometry::{BodyId, Contact, ContactOptions, ContactScratch, GeometryError};
use crate::physics::{self, Body, SolverConfig, SolverScratch};
use nalgebra::{Isometry3, Vector3};
use sim_abi::ffi::types as abi;

/// Memory of the phase, kept from tick to tick.
pub(super) struct Collider {
    contacts: Vec<Contact>,
    scratch: ContactScratch,
    solver: SolverScratch,
    config: SolverConfig,
    bodies: Vec<Body>,
    touched: Vec<BodyId>,
    /// Moving body and number of the contact, for sorting contacts by body.
    sides: Vec<(u32, u32)>,
    /// Pairs that touch now and that touched before, sorted; ground contacts are left out.
    touching: Vec<(u32, u32)>,
    touched_before: Vec<(u32, u32)>,
    /// Contacts that began in this tick.
    begun: Vec<(u32, u32)>,
}

impl Collider {
    pub(super) fn new() -> Self {
        Self {
            contacts: Vec::new(),
            scratch: ContactScratch::default(),
            solver: SolverScratch::default(),
            config: SolverConfig::default(),
            bodies: Vec::new(),
            touched: Vec::new(),
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

    /// The whole phase.
    pub(super) fn run(
        &mut self,
        movers: &mut [Mover],
        world: &mut World,
        dt: f64,
        parallel: bool,
    ) -> Result<(), GeometryError> {
        for mover in movers.iter_mut() {
            install(mover, world, dt)?;
        }
        world.index.refresh();
        let options = ContactOptions { margin: 0.0, parallel };
        world.index.contacts(&options, &mut self.scratch, &mut self.contacts)?;
        if !self.contacts.is_empty() {
            self.correct(movers, world, dt)?;
        }
        self.keep_contacts(movers, world);
        Ok(())
    }

    /// Brings index and contact list up to a restored state without changing it.
    pub(super) fn settle(&mut self, movers: &mut [Mover], world: &mut World) -> Result<(), GeometryError> {
        for mover in movers.iter_mut() {
            follow_joints(mover, world)?;
            mover.placed = false;
            world.index.set_pose(mover.body, &mover.state.pose.into())?;
        }
        world.index.refresh();
        Ok(())
    }

    /// Corrects velocities and poses of the bodies that touch.
    fn correct(&mut self, movers: &mut [Mover], world: &mut World, dt: f64) -> Result<(), GeometryError> {
        let fixed = Body::fixed(Isometry3::identity());
        self.bodies.resize(world.bodies.len(), fixed);
        self.touched.clear();
        for contact in &self.contacts {
            for body in [contact.a, contact.b] {
                self.bodies[body.index()] = match world.bodies[body.index()].mover {
                    Some(mover) => {
                        self.touched.push(body);
                        movers[mover].mass.solver_body(&movers[mover].state)
                    }
                    None => Body::fixed(*world.index.pose(body)?),
                };
            }
        }
        self.touched.sort_unstable();
        self.touched.dedup();
        physics::resolve(&self.contacts, &mut self.bodies, dt, &self.config, &mut self.solver);
        for body in &self.touched {
            let Some(mover) = world.bodies[body.index()].mover else { continue };
            let mover = &mut movers[mover];
            let corrected = mover.mass.state(&self.bodies[body.index()]);
            if corrected != mover.state {
                mover.state = corrected;
                world.index.set_pose(*body, &corrected.pose.into())?;
            }
        }
        world.index.refresh();
        Ok(())
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
        for (number, impulse) in self.solver.impulses().iter().enumerate() {
            let bodies = [impulse.contact.a, impulse.contact.b];
            let moving = bodies.into_iter().filter(|body| world.bodies[body.index()].mover.is_some());
            self.sides.extend(moving.map(|body| (body.0, number as u32)));
        }
        self.sides.sort_unstable();
        let mut sides = self.sides.iter().peekable();
        for body in 0..world.bodies.len() as u32 {
            world.contacts.next_owner();
            while let Some((_, number)) = sides.next_if(|(owner, _)| *owner == body) {
                let impulse = &self.solver.impulses()[*number as usize];
                if let Some(contact) = seen_from(BodyId(body), impulse, world) {
                    world.contacts.push(contact);
                }
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

/// A contact as one of its bodies sees it.
fn seen_from(body: BodyId, impulse: &physics::solver::ContactImpulse, world: &World) -> Option<abi::Contact> {
    let contact = &impulse.contact;
    let (other, sign) = match body {
        _ if body == contact.a => (contact.b, 1.0),
        _ if body == contact.b => (contact.a, -1.0),
        _ => return None,
    };
    Some(abi::Contact {
        point: contact.point.coords.into(),
        normal: (contact.normal * sign).into(),
        depth: contact.depth,
        impulse: impulse.normal,
        object: other.0,
        category: world.bodies[other.index()].category,
    })
}

/// Makes the next state the present one.
fn install(mover: &mut Mover, world: &mut World, dt: f64) -> Result<(), GeometryError> {
    let (old, new) = (&mover.state, &mover.next);
    let change = |new: abi::Vec3, old: abi::Vec3| (Vector3::from(new) - Vector3::from(old)) / dt;
    mover.acceleration = change(new.linear_velocity, old.linear_velocity);
    mover.angular_acceleration = change(new.angular_velocity, old.angular_velocity);
    mover.distance += (Vector3::from(new.pose.position) - Vector3::from(old.pose.position)).norm();
    let moved = new.pose != old.pose || std::mem::take(&mut mover.placed);
    mover.state = mover.next;
    follow_joints(mover, world)?;
    if moved { world.index.set_pose(mover.body, &mover.state.pose.into()) } else { Ok(()) }
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
