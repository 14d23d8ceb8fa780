//! Groups of bodies at rest, which need not be solved in every step: the solver is a pure function, so the same input gives the same
//! result.
//!
//! The input of a group at rest is bit-identical in every step: such a body is put at its previous pose if it has moved by less than 0.1 nm
//! (`engine/collide.rs`), and changes of speed below 10⁻¹³ m/s change no impulse. Snapshots do not contain this memory: after a restore, the
//! group is solved again, with the same result.

use std::ops::Range;

use super::body::Body;
use super::contact_row::{ContactImpulse, ContactStart, SolverConfig, movable};
use sim_geometry::Contact;

/// Input and result of the groups at rest in the last step.
#[derive(Debug, Default)]
pub(super) struct RestMemory {
    step: Option<(f64, SolverConfig)>,
    /// All bodies, before and after.
    before: Vec<Body>,
    after: Vec<Body>,
    /// Root of each group, and range of its contacts in `contacts`.
    groups: Vec<(u32, Range<usize>)>,
    contacts: Vec<(ContactStart, ContactImpulse)>,
    /// For each body of the current step, whether its state is the same as in the last step, and whether its group is known.
    same: Vec<bool>,
    known: Vec<bool>,
}

impl RestMemory {
    /// Reuses the results of the last step for groups with the same input. `order` contains group and index of each contact, group by
    /// group.
    pub(super) fn recall(
        &mut self,
        order: &[(u32, u32)],
        contacts: &[Contact],
        starts: &[ContactStart],
        bodies: &mut [Body],
        (dt, config): (f64, &SolverConfig),
        impulses: &mut [ContactImpulse],
    ) {
        self.same.clear();
        self.known.clear();
        self.known.resize(bodies.len(), false);
        let is_same_step = self.step == Some((dt, *config));
        let compared = bodies.iter().zip(&self.before).map(|(now, before)| is_same_step && now.is_bitwise(before));
        self.same.extend(compared);
        self.same.resize(bodies.len(), false);
        self.before.clear();
        self.before.extend_from_slice(bodies);
        self.step = (dt > 0.0).then_some((dt, *config));
        let mut known = self.groups.iter().peekable();
        for group in order.chunk_by(|one, other| one.0 == other.0) {
            while known.next_if(|(root, _)| *root < group[0].0).is_some() {}
            let Some((_, range)) = known.next_if(|(root, _)| *root == group[0].0) else { continue };
            let old = &self.contacts[range.clone()];
            let is_same = |&(&(_, source), (start, impulse)): &(&(u32, u32), &(ContactStart, ContactImpulse))| {
                let given = contacts.get(source as usize).zip(starts.get(source as usize));
                given.is_some_and(|(contact, now)| {
                    self.same[contact.a.index()]
                        && self.same[contact.b.index()]
                        && contact.is_bitwise(&impulse.contact)
                        && now.is_bitwise(start)
                })
            };
            if group.len() != old.len() || !group.iter().zip(old).all(|pair| is_same(&pair)) {
                continue;
            }
            for ((_, source), (_, impulse)) in group.iter().zip(old) {
                impulses[*source as usize] = *impulse;
                for id in [impulse.contact.a.index(), impulse.contact.b.index()] {
                    if movable(&self.before[id]) {
                        bodies[id] = self.after[id];
                        self.known[id] = true;
                    }
                }
            }
        }
    }

    /// Whether the group of a body is known.
    pub(super) fn is_known(&self, body: usize) -> bool {
        self.known[body]
    }

    /// Stores input and results of the groups at rest.
    pub(super) fn keep(
        &mut self,
        order: &[(u32, u32)],
        starts: &[ContactStart],
        bodies: &[Body],
        impulses: &[ContactImpulse],
    ) {
        self.groups.clear();
        self.contacts.clear();
        self.after.clear();
        self.after.extend_from_slice(bodies);
        if self.step.is_none() {
            return;
        }
        for group in order.chunk_by(|one, other| one.0 == other.0) {
            let first = self.contacts.len();
            let given = group.iter().map_while(|&(_, source)| {
                let entry = starts.get(source as usize).zip(impulses.get(source as usize));
                entry.filter(|(_, impulse)| impulse.is_at_rest()).map(|(start, impulse)| (*start, *impulse))
            });
            self.contacts.extend(given);
            if self.contacts.len() - first == group.len() {
                self.groups.push((group[0].0, first..self.contacts.len()));
            } else {
                self.contacts.truncate(first);
            }
        }
    }
}

impl ContactStart {
    /// Whether two start data are bitwise equal.
    fn is_bitwise(&self, other: &Self) -> bool {
        let numbers = |start: &Self| {
            let vectors = [start.surface_velocity, start.friction, start.slip.unwrap_or_default()];
            (start.normal.to_bits(), start.squeeze.map(f64::to_bits), vectors.map(|vector| vector.map(f64::to_bits)))
        };
        self.on_link == other.on_link && self.slip.is_some() == other.slip.is_some() && numbers(self) == numbers(other)
    }
}
