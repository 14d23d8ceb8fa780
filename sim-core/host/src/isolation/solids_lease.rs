//! The world's solids, lent by the program to the process of a library while it makes steps.
//!
//! They are not written while a lane makes steps. If that would have to wait because the process makes steps of another world, if
//! there are too many solids, or for steps made individually, queries go to the program like all other requests.

use super::solids_area::Area;
use sim_geometry::Revision;
use sim_geometry::surroundings::Surroundings;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// After being written this many times for sensors or dynamics without a query, writing stops.
const MAX_UNUSED: u32 = 1000;

/// Minimum number of times that solids are lent or requested between two structures: with two worlds stepped in turn by one process, the
/// process would otherwise rebuild its index each time.
const BETWEEN_STRUCTURES: u32 = 64;

/// State of the solids written for one process.
#[derive(Default)]
pub(super) struct Written {
    state: Arc<Mutex<State>>,
    /// Whether a component has queried solids.
    wanted: AtomicBool,
}

struct State {
    revision: Revision,
    /// Number of exchanges for which they are lent.
    leases: u32,
    /// Bytes of the structure.
    bytes: usize,
    /// Number of times they were not used since they were last used.
    unused: u32,
    /// Number of refused requests since the structure was written.
    refused: u32,
    /// A structure that does not fit.
    too_large: u64,
}

/// Solids that do not change while this value exists.
pub(super) struct SolidsLease {
    state: Arc<Mutex<State>>,
    number: u64,
}

impl SolidsLease {
    /// Number of their state.
    pub(super) fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for SolidsLease {
    fn drop(&mut self) {
        lock(&self.state).leases -= 1;
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Written {
    /// Called when a component has queried solids: from now on they are written.
    pub(super) fn want(&self) {
        self.wanted.store(true, Relaxed);
    }

    /// Writes the solids if they are not up to date. `None` if they are not wanted, or if it is not possible now.
    pub(super) fn lend(&self, area: &Area, around: &dyn Surroundings) -> Option<SolidsLease> {
        if !self.wanted.load(Relaxed) {
            return None;
        }
        let revision = around.solids().revision()?;
        let mut state = lock(&self.state);
        if state.revision != revision && (state.leases > 0 || !state.write(area, around, revision)) {
            if state.unused > MAX_UNUSED {
                state.unused = 0;
                self.wanted.store(false, Relaxed);
            }
            return None;
        }
        state.leases += 1;
        Some(SolidsLease { state: self.state.clone(), number: revision.all })
    }
}

impl Default for State {
    fn default() -> Self {
        let refused = BETWEEN_STRUCTURES;
        Self { revision: Revision::default(), leases: 0, bytes: 0, unused: 0, refused, too_large: 0 }
    }
}

impl State {
    fn write(&mut self, area: &Area, around: &dyn Surroundings, revision: Revision) -> bool {
        if self.revision.structure != revision.structure {
            self.refused = self.refused.saturating_add(1);
            if self.too_large == revision.structure || self.refused < BETWEEN_STRUCTURES {
                return false;
            }
        }
        self.unused = if area.was_used() { 0 } else { self.unused + 1 };
        if self.unused > MAX_UNUSED {
            return false;
        }
        let number = |body| around.category(body);
        match area.write(around.solids(), number, (self.revision, self.bytes), revision) {
            Some(bytes) => (self.bytes, self.revision, self.refused) = (bytes, revision, 0),
            None => (self.revision, self.too_large, self.refused) = (Revision::default(), revision.structure, 0),
        }
        self.revision == revision
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Isometry3;
    use sim_abi::ffi::types::Ray;
    use sim_geometry::{BodyId, Collider, Mobility, Shape, SpatialIndex};

    struct World(SpatialIndex);

    impl Surroundings for World {
        fn solids(&self) -> &SpatialIndex {
            &self.0
        }

        fn category(&self, body: BodyId) -> u32 {
            100 + body.0
        }
    }

    /// Balls in a row, the first of which is the sensor.
    fn row(count: u32) -> World {
        let mut world = World(SpatialIndex::new());
        let ball = Collider::new(Shape::try_sphere(0.5).unwrap());
        for place in 0..count {
            let pose = Isometry3::translation(f64::from(place) * 4.0, 0.0, 0.0);
            world.0.add_body(Mobility::Moving, vec![ball.clone()], pose).unwrap();
        }
        world.0.refresh(false);
        world
    }

    fn shift(world: &mut World, body: u32, x: f64) {
        world.0.set_pose(BodyId(body), &Isometry3::translation(x, 0.0, 0.0)).unwrap();
        world.0.refresh(false);
    }

    fn area() -> Box<Area> {
        // SAFETY: all zero bytes are a valid value.
        unsafe { Box::<Area>::new_zeroed().assume_init() }
    }

    /// The hit of the process's copy along the x axis from the first ball.
    fn seen(area: &Area) -> (f64, u32) {
        let (mut index, mut categories) = (SpatialIndex::new(), Vec::new());
        area.bring_up(&mut index, &mut categories, &mut Vec::new(), Revision::default()).unwrap();
        let filter = sim_geometry::QueryFilter::without(BodyId(0));
        let ray = Ray { direction: nalgebra::Vector3::x().into(), max_distance: 100.0, ..Ray::default() };
        let hit = World(index).ray(&ray, &filter).unwrap();
        (hit.distance, categories[hit.object as usize])
    }

    #[test]
    fn solids_are_shared_after_a_request_with_the_state_of_each_tick() {
        let (written, area, mut world) = (Written::default(), area(), row(3));
        assert!(written.lend(&area, &world).is_none(), "nothing was requested");
        written.want();
        let first = written.lend(&area, &world).unwrap().number();
        assert_eq!(seen(&area), (3.5, 101));
        assert_eq!(written.lend(&area, &world).unwrap().number(), first, "nothing has changed");
        shift(&mut world, 1, 3.0);
        assert_ne!(written.lend(&area, &world).unwrap().number(), first);
        assert_eq!(seen(&area), (2.5, 101));
        world.0.set_pose(BodyId(1), &Isometry3::translation(9.0, 0.0, 0.0)).unwrap();
        assert!(written.lend(&area, &world).is_none(), "a change waits for its refresh");
        world.0.remove_body(BodyId(1)).unwrap();
        world.0.refresh(false);
    }

    #[test]
    fn shared_solids_are_not_overwritten() {
        let (written, area, mut world) = (Written::default(), area(), row(3));
        written.want();
        let lease = written.lend(&area, &world).unwrap();
        let again = written.lend(&area, &world).unwrap();
        assert_eq!(lease.number(), again.number());
        drop(lease);
        shift(&mut world, 1, 3.0);
        assert!(written.lend(&area, &world).is_none());
        assert_eq!(seen(&area), (3.5, 101), "as it was lent");
        drop(again);
        assert!(written.lend(&area, &world).is_some());
    }

    #[test]
    fn another_world_has_its_turn_when_the_first_has_not_asked_for_long() {
        let (written, area, (one, mut other)) = (Written::default(), area(), (row(3), row(5)));
        written.want();
        assert!(written.lend(&area, &one).is_some());
        let mut refused = 0;
        while written.lend(&area, &other).is_none() {
            refused += 1;
            assert!(refused < 1000);
        }
        assert_eq!(refused, BETWEEN_STRUCTURES - 1);
        shift(&mut other, 1, 2.0);
        assert!(written.lend(&area, &other).is_some());
        assert_eq!(seen(&area), (1.5, 101));
    }

    #[test]
    fn solids_that_nobody_asks_about_any_more_are_written_no_more() {
        let (written, area, mut world) = (Written::default(), area(), row(2));
        written.want();
        let mut leases = 0;
        loop {
            shift(&mut world, 1, 4.0 + f64::from(leases) * 0.001);
            if written.lend(&area, &world).is_none() {
                break;
            }
            leases += 1;
            if leases == 50 {
                area.use_it();
            }
            assert!(leases < 10_000);
        }
        assert_eq!(leases, 50 + MAX_UNUSED + 1);
        written.want();
        assert!(written.lend(&area, &world).is_some());
    }

    #[test]
    fn solids_that_are_too_many_are_asked_about_by_messages() {
        let (written, area, mut world) = (Written::default(), area(), row(2));
        written.want();
        assert!(written.lend(&area, &world).is_some());
        // More than the area can hold, with bodies alone.
        for _ in 0..600_000 {
            world.0.add_body(Mobility::Fixed, Vec::new(), Isometry3::identity()).unwrap();
        }
        world.0.refresh(false);
        for _ in 0..200 {
            assert!(written.lend(&area, &world).is_none());
        }
        let world = row(2);
        assert!((0..200).any(|_| written.lend(&area, &world).is_some()));
    }
}
