//! The copy of the world's solids in the process of a library.

use super::questions::{asks_in_own_call, leave, memory, solids_of_step};
use sim_abi::ffi::types::HostContext;
use sim_geometry::surroundings::Surroundings;
use sim_geometry::{BodyId, NeighborList, Revision, SpatialIndex};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// Solids, and the categories of the bodies.
#[derive(Default)]
struct Copy {
    revision: Revision,
    solids: SpatialIndex,
    categories: Vec<u32>,
    /// Scratch buffer.
    words: Vec<u64>,
}

impl Surroundings for Copy {
    fn solids(&self) -> &SpatialIndex {
        &self.solids
    }

    fn category(&self, body: BodyId) -> u32 {
        self.categories[body.index()]
    }
}

/// The copy of this process, once created.
static COPY: RwLock<Option<Copy>> = RwLock::new(None);

thread_local! {
    /// Neighbors of sensors, by the numbers of their instances.
    static NEIGHBORS: RefCell<Vec<Option<Box<NeighborList>>>> = const { RefCell::new(Vec::new()) };
}

fn present() -> RwLockReadGuard<'static, Option<Copy>> {
    COPY.read().unwrap_or_else(PoisonError::into_inner)
}

fn is_present(copy: &Option<Copy>, number: u64) -> bool {
    copy.as_ref().is_some_and(|copy| copy.revision.all == number)
}

/// Updates the copy to the state lent by the program, if `wanted` returns true for the current copy.
fn renew(wanted: impl FnOnce(&Option<Copy>) -> bool) {
    let mut copy = COPY.write().unwrap_or_else(PoisonError::into_inner);
    if wanted(&copy) {
        let Copy { revision, solids, categories, words } = copy.get_or_insert_default();
        // Only the library itself can have corrupted the data written by the program.
        let area = &memory().shared().solids;
        *revision = area.bring_up(solids, categories, words, *revision).unwrap_or_else(|| leave());
    }
}

/// Builds the copy before the first of several steps if other bodies or shapes are lent than before: that takes longer than a
/// step may.
pub(super) fn prepare(lent: u64) {
    let structure = memory().shared().solids.structure();
    let is_other = |copy: &Option<Copy>| copy.as_ref().is_none_or(|copy| copy.revision.structure != structure);
    if lent != 0 && is_other(&present()) {
        renew(is_other);
    }
}

/// Answers a query of the component being stepped on this thread; `question` also receives the component's body. `None` if the
/// request must go to the program.
pub(super) fn answer<T>(context: HostContext, question: impl FnOnce(&dyn Surroundings, BodyId) -> T) -> Option<T> {
    let (number, own) = solids_of_step()?;
    if !asks_in_own_call(context) {
        return None;
    }
    memory().shared().solids.use_it();
    let mut copy = present();
    if !is_present(&copy, number) {
        drop(copy);
        renew(|copy| !is_present(copy, number));
        copy = present();
    }
    // A copy of a different state than the one lent for this step cannot be used.
    let copy = copy.as_ref().filter(|copy| copy.revision.all == number)?;
    // If a query panics, the program answers the request and turns it into a fault.
    catch_unwind(AssertUnwindSafe(|| question(copy, BodyId(own)))).ok()
}

/// Runs `call` with the neighbor list of a sensor instance.
pub(super) fn with_neighbors<T>(instance: u64, call: impl FnOnce(&mut NeighborList) -> T) -> T {
    /// Maximum number of lists; with more sensors, several share one, which is only slower.
    const MAX_LISTS: u64 = 1 << 14;
    NEIGHBORS.with_borrow_mut(|all| {
        let place = (instance % MAX_LISTS) as usize;
        if all.len() <= place {
            all.resize_with(place + 1, || None);
        }
        call(all[place].get_or_insert_default())
    })
}
