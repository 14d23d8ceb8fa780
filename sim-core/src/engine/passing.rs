//! Bodies that move so far in a tick that they could pass through others unnoticed: where they stop, so that contact is found.

use super::mover::{Motion, Mover};
use super::world::World;
use crate::geometry::{BodyId, QueryFilter};
use nalgebra::{Isometry3, Vector3};

/// How deep a body is left in what it meets, so that contact is found, m.
const BITE: f64 = 1e-3;

/// Most passes over the bodies that meet others; each brings a stop on to the next body of a row.
const PASSES: usize = 16;

/// A body that moves farther than half its thickness in one step could pass through a thin wall: it stops at the first
/// touch of something fixed, and the contact of the next tick takes its speed. Answers whether it may meet another moving body.
pub(super) fn stop_at_fixed(mover: &mut Mover, world: &World) -> bool {
    let (from, to) = (Vector3::from(mover.before.pose.position), Vector3::from(mover.state.pose.position));
    if (to - from).norm_squared() <= mover.thin * mover.thin {
        return false;
    }
    let to = reach(mover.body, &mover.before.pose.into(), &mover.state.pose.into(), world);
    mover.state.pose.position = to.into();
    world.index.is_moving_near_way(mover.body, &(to - from))
}

/// Where a body comes to on its way, as far as what is fixed lets it.
fn reach(body: BodyId, old: &Isometry3<f64>, new: &Isometry3<f64>, world: &World) -> Vector3<f64> {
    let (from, to) = (old.translation.vector, new.translation.vector);
    let fixed = QueryFilter { moving: false, ..QueryFilter::default() };
    match world.index.sweep_body(body, old, new, &fixed) {
        Ok(Some(hit)) => {
            let way = to - from;
            let share = (hit.fraction + BITE / way.norm()).min(1.0);
            from + way * share
        }
        _ => to,
    }
}

/// Stops bodies at others that move in the same tick, before the index follows them.
///
/// Their motions against each other count: bodies that fall together do not stop each other. Of two that meet the one that moves
/// farther is stopped; from the touch on it moves as the other one does. Whatever is stopped is in the way of those behind it,
/// so that all are looked at again until none is stopped any more.
pub(super) fn stop_at_moving(movers: &mut [Mover], motions: &mut [Motion], world: &World) {
    for _ in 0..PASSES {
        let mut stopped = false;
        for number in 0..motions.len() {
            if motions[number].meets {
                stopped |= stop_at_other(number, movers, motions, world);
            }
        }
        if !stopped {
            return;
        }
    }
}

/// Answers whether the body has been stopped.
fn stop_at_other(number: usize, movers: &mut [Mover], motions: &mut [Motion], world: &World) -> bool {
    let way = |number: usize| {
        let before = Vector3::from(movers[number].before.pose.position);
        motions[number].pose.translation.vector - before
    };
    let own = way(number);
    let way_of = |body: BodyId| {
        let other = world.bodies[body.index()].mover?;
        let others = way(other);
        let farther = (own.norm_squared(), number) > (others.norm_squared(), other);
        (farther || !motions[other].meets).then_some(others)
    };
    let Motion { body, pose, .. } = motions[number];
    let Ok(Some(hit)) = world.index.sweep_among_moving(body, &pose, way_of) else { return false };
    let others = way_of(hit.hit.body).unwrap_or_else(Vector3::zeros);
    let between = own - others;
    let share = hit.fraction + BITE / between.norm();
    // What has been stopped there before is left where it is.
    if (1.0 - share) * between.norm() < BITE / 2.0 {
        return false;
    }
    let mover = &mut movers[number];
    let old = Isometry3::from(mover.before.pose);
    let new = Isometry3::from_parts((old.translation.vector + others + between * share).into(), pose.rotation);
    let place = reach(body, &old, &new, world);
    mover.state.pose.position = place.into();
    motions[number].pose.translation.vector = place;
    true
}
