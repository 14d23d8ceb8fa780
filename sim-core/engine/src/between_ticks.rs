//! Read access between ticks: changes by services, contacts.

use super::Simulation;
use super::external_input::ExternalLines;
use super::object_changes::ObjectChanges;
use nalgebra::Isometry3;
use std::sync::Arc;

/// A robot that a service has moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// The first tick whose end state includes the change.
    pub tick: u64,
    /// Its index.
    pub robot: usize,
    /// `world_from_robot` before.
    pub before: Isometry3<f64>,
    /// `world_from_robot` after.
    pub after: Isometry3<f64>,
    /// The service.
    pub service: Arc<str>,
}

/// A contact of the last tick, from the perspective of one of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyContact {
    /// The body, an index into [`World::bodies`](super::World::bodies).
    pub body: u32,
    /// The other body.
    pub other: u32,
    /// Contact point, world frame, m.
    pub point: [f64; 3],
    /// Normal pointing away from the other body, world frame, length 1.
    pub normal: [f64; 3],
    /// Penetration before the correction, m.
    pub depth: f64,
    /// Impulse along the normal, N s.
    pub impulse: f64,
    /// Friction impulse on the body, world frame, N s.
    pub friction: [f64; 3],
}

impl Simulation {
    /// Objects added and removed since the world was built.
    pub fn object_changes(&self) -> &ObjectChanges {
        &self.objects.changes
    }

    /// Robots that services have moved during the last tick and since then, in order. Those of the last tick have its number, those since
    /// then the number of the coming one.
    pub fn placements(&self) -> &[Placement] {
        &self.effects.placements
    }

    /// External input of services during the last tick and since then.
    pub fn external_lines(&self) -> &[ExternalLines] {
        &self.effects.external_inputs.received
    }

    /// Contacts of the last tick, each from one side: that of the moving body, or of the first one if both move.
    pub fn contacts(&self) -> impl Iterator<Item = BodyContact> {
        let bodies = &self.world.bodies;
        let moves = move |body: u32| bodies.get(body as usize).is_some_and(|body| body.mover.is_some());
        let contacts = self.world.contacts.iter();
        contacts.filter(move |(body, seen)| !moves(seen.object) || (*body as u32) < seen.object).map(|(body, seen)| {
            BodyContact {
                body: body as u32,
                other: seen.object,
                point: [seen.point.x, seen.point.y, seen.point.z],
                normal: [seen.normal.x, seen.normal.y, seen.normal.z],
                depth: seen.depth,
                impulse: seen.impulse,
                friction: [seen.friction.x, seen.friction.y, seen.friction.z],
            }
        })
    }
}
