//! Contact solver: sequential impulses with friction and restitution, and a separate position correction.
//!
//! Velocities: projected Gauss-Seidel over contact points with accumulated, clamped impulses that start from those of the last step (Catto,
//! "Iterative dynamics with temporal coherence", 2005). Restitution uses the approach speed at the moment of impact (Newton's law of
//! impact). Poses: first they follow the change of velocity, to the extent that the step had advanced them with the old velocity; then the
//! remaining penetration beyond a slop is removed by moving bodies directly ("split impulse"; Catto, "Modeling and solving constraints",
//! GDC 2009), with pushes that are accumulated and clamped like impulses, so that it never turns into velocity. The energy of each group of
//! touching bodies is bounded, see `energy.rs`.

use nalgebra::Vector3;

use super::body::Body;
use super::contact_row::{Mass, Row, correct_poses, movable, push, solve_velocity};
use super::energy::{limit_to_work, solve_bounding_energy};
use super::memory::RestMemory;
use sim_geometry::{BodyId, Contact};

pub use super::contact_row::{ContactImpulse, ContactStart, SolverConfig, Wheel};

/// Problems of a call of `resolve`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SolverReport {
    /// Contacts ignored because they refer to a missing body or contain a number that is not finite.
    pub bad_contacts: usize,
    /// Groups of bodies in which contacts bounce less than their restitution, to limit the energy.
    pub limited_groups: usize,
}

/// Memory of the solver, reused in each tick; holds the result for the caller.
#[derive(Debug, Default)]
pub struct SolverScratch {
    rows: Vec<Row>,
    mass: Vec<Mass>,
    /// Group of each body, by its root.
    group: Vec<u32>,
    /// Group and index in the caller's list of the contacts that are solved, sorted.
    order: Vec<(u32, u32)>,
    impulses: Vec<ContactImpulse>,
    quarantined: Vec<BodyId>,
    memory: RestMemory,
}

impl SolverScratch {
    /// The contacts of the last call with their impulses, in the order given.
    pub fn impulses(&self) -> &[ContactImpulse] {
        &self.impulses
    }

    /// Bodies ignored in the last call because their state is not finite.
    pub fn quarantined(&self) -> &[BodyId] {
        &self.quarantined
    }
}

/// Corrects velocities and poses of `bodies` (indexed by [`BodyId`]) for one step of `dt` seconds.
///
/// The poses are those after the motion of the step; contacts were found there, and sliding that friction prevents is undone. Contacts must
/// be in a fixed order, as returned by [`sim_geometry::SpatialIndex::contacts`]; the result then depends on nothing else. A contact with
/// negative depth (listed by a margin) only limits the approach speed to the speed that closes the gap within `dt`. Bodies whose state is
/// not finite are ignored, with their contacts, and listed by [`SolverScratch::quarantined`].
pub fn resolve(
    contacts: &[Contact],
    bodies: &mut [Body],
    dt: f64,
    config: &SolverConfig,
    scratch: &mut SolverScratch,
) -> SolverReport {
    resolve_from(contacts, &[], &[], bodies, dt, config, scratch)
}

/// Like [`resolve`], with additional data of the contacts: one entry each, in the same order. Contacts beyond the end of `starts` start at
/// rest and without impulse. Wheels hold their bodies; they are not contacts and have no entry among the impulses.
pub fn resolve_from(
    contacts: &[Contact],
    starts: &[ContactStart],
    wheels: &[Wheel],
    bodies: &mut [Body],
    dt: f64,
    config: &SolverConfig,
    scratch: &mut SolverScratch,
) -> SolverReport {
    let mut report = SolverReport::default();
    scratch.quarantine(bodies);
    scratch.sort_into_groups(contacts, starts, wheels, bodies, &mut report);
    let SolverScratch { memory, order, impulses, .. } = scratch;
    memory.recall(order, contacts, starts, bodies, (dt, config), impulses);
    scratch.prepare_rows(contacts, starts, wheels, bodies, dt, config);
    for row in scratch.rows.iter().filter(|row| row.impulse != [0.0; 3]) {
        push(row, bodies, &scratch.mass, row.impulse);
    }
    // Against the initial impulses of the contacts; those of wheels are not cached.
    for row in scratch.rows.iter_mut().filter(|row| row.wheel.is_some()) {
        solve_velocity(row, bodies, &scratch.mass);
    }
    for group in scratch.rows.chunk_by_mut(|one, other| one.group == other.group) {
        report.limited_groups += usize::from(solve_bounding_energy(group, bodies, &scratch.mass, config));
        correct_poses(group, bodies, &mut scratch.mass, dt, config);
        limit_to_work(group, bodies, &mut scratch.mass, dt);
    }
    for (body, mass) in bodies.iter_mut().zip(&scratch.mass) {
        if mass.shift != Vector3::zeros() || mass.turn != Vector3::zeros() {
            body.displace(&mass.shift, &mass.turn);
        }
    }
    for row in scratch.rows.iter().filter(|row| row.wheel.is_none()) {
        let entry = &mut scratch.impulses[row.source];
        entry.normal = row.impulse[0];
        entry.friction = row.friction_impulse();
        entry.rests = row.rests;
    }
    let SolverScratch { memory, order, impulses, .. } = scratch;
    memory.keep(order, starts, bodies, impulses);
    report
}

impl SolverScratch {
    fn quarantine(&mut self, bodies: &[Body]) {
        let all = bodies.iter().enumerate();
        self.quarantined.clear();
        self.quarantined.extend(all.filter(|(_, body)| !body.is_finite()).map(|(id, _)| BodyId(id as u32)));
    }

    /// Determines which contacts are connected through movable bodies, and their order: group by group.
    fn sort_into_groups(
        &mut self,
        contacts: &[Contact],
        starts: &[ContactStart],
        wheels: &[Wheel],
        bodies: &[Body],
        report: &mut SolverReport,
    ) {
        self.impulses.clear();
        self.order.clear();
        self.group.clear();
        self.group.extend(0..bodies.len() as u32);
        for (source, contact) in contacts.iter().enumerate() {
            let (normal, friction) = (0.0, Vector3::zeros());
            self.impulses.push(ContactImpulse { contact: *contact, normal, friction, rests: false });
            let [a, b] = [contact.a.index(), contact.b.index()];
            if a.max(b) >= bodies.len() || a == b || !is_sound(contact, starts.get(source)) {
                report.bad_contacts += 1;
                continue;
            }
            if [contact.a, contact.b].iter().any(|id| self.quarantined.binary_search(id).is_ok()) {
                continue;
            }
            let moving = [movable(&bodies[a]), movable(&bodies[b])];
            if moving == [true; 2] {
                join(&mut self.group, a, b);
            }
            self.order.push((if moving[0] { a } else { b } as u32, source as u32));
        }
        // After the contacts: solved last in a pass, so that nothing moves the bodies they hold.
        for (number, wheel) in wheels.iter().enumerate() {
            if self.quarantined.binary_search(&wheel.body).is_err() {
                self.order.push((wheel.body.0, (contacts.len() + number) as u32));
            }
        }
        for (member, _) in &mut self.order {
            *member = find(&mut self.group, *member as usize) as u32;
        }
        self.order.sort_unstable();
    }

    fn prepare_rows(
        &mut self,
        contacts: &[Contact],
        starts: &[ContactStart],
        wheels: &[Wheel],
        bodies: &[Body],
        dt: f64,
        config: &SolverConfig,
    ) {
        self.rows.clear();
        self.mass.clear();
        let of_known = |(id, body): (usize, &Body)| {
            if self.memory.is_known(id) { Mass::default() } else { Mass::of(body) }
        };
        self.mass.extend(bodies.iter().enumerate().map(of_known));
        for (contact, _) in contacts.iter().zip(starts).filter(|(_, start)| start.normal > 0.0) {
            for mass in [contact.a, contact.b].map(BodyId::index) {
                if let Some(mass) = self.mass.get_mut(mass).filter(|mass| mass.moves) {
                    mass.is_held = true;
                }
            }
        }
        for &(group, source) in &self.order {
            if self.memory.is_known(group as usize) {
                continue;
            }
            let source = source as usize;
            let row = match contacts.get(source) {
                Some(contact) => {
                    let start = starts.get(source).map(ContactStart::with_sound_impulse).unwrap_or_default();
                    Row::new(source, contact, &start, bodies, &self.mass, dt, config)
                }
                None => Row::of_wheel(source, &wheels[source - contacts.len()], bodies, &self.mass),
            };
            if let Some(mut row) = row {
                row.group = group;
                self.rows.push(row);
            }
        }
    }
}

impl ContactStart {
    /// Without invalid impulses.
    fn with_sound_impulse(&self) -> Self {
        let is_sound = self.normal >= 0.0 && self.normal.is_finite() && is_finite(&self.friction);
        if is_sound { *self } else { Self { normal: 0.0, friction: Vector3::zeros(), ..*self } }
    }
}

fn is_finite(vector: &Vector3<f64>) -> bool {
    vector.iter().all(|number| number.is_finite())
}

/// Whether the numbers of a contact are valid.
fn is_sound(contact: &Contact, start: Option<&ContactStart>) -> bool {
    /// Maximum deviation of the squared length of a normal from 1.
    const UNIT: f64 = 1e-3;
    let numbers = [contact.depth, contact.friction, contact.restitution];
    is_finite(&contact.point.coords)
        && start.is_none_or(|start| is_finite(&start.surface_velocity))
        && numbers.iter().all(|number| number.is_finite())
        && (contact.normal.norm_squared() - 1.0).abs() < UNIT
}

/// Root of a body's group, with path compression (union-find; the lowest id is the root).
fn find(group: &mut [u32], id: usize) -> usize {
    let mut root = id;
    while group[root] as usize != root {
        group[root] = group[group[root] as usize];
        root = group[root] as usize;
    }
    root
}

fn join(group: &mut [u32], one: usize, two: usize) {
    let (one, two) = (find(group, one), find(group, two));
    group[one.max(two)] = one.min(two) as u32;
}
