//! The copy of the world's solids in the process of a library.

use super::questions::{asks_in_own_call, leave, memory, solids_of_step};
use crate::geometry::{BodyId, NeighbourList, Revision, SpatialIndex};
use crate::surroundings::Surroundings;
use sim_abi::ffi::types::HostContext;
use std::cell::RefCell;
use std::sync::{PoisonError, RwLock};

/// Solids, and the categories of the bodies.
#[derive(Default)]
struct Copy {
    revision: Revision,
    solids: SpatialIndex,
    categories: Vec<u32>,
    /// Memory for words.
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

/// The copy of this process, once there is one.
static COPY: RwLock<Option<Copy>> = RwLock::new(None);

thread_local! {
    /// What lies around sensors, by the numbers of their instances.
    static NEIGHBOURS: RefCell<Vec<Option<Box<NeighbourList>>>> = const { RefCell::new(Vec::new()) };
}

/// Answers what the component asks whose step this thread makes, which has a body of its own. None where the program is to be asked.
pub(super) fn answer<T>(context: HostContext, question: impl FnOnce(&dyn Surroundings, BodyId) -> T) -> Option<T> {
    let (number, own) = solids_of_step()?;
    if !asks_in_own_call(context) {
        return None;
    }
    let area = &memory().shared().solids;
    area.use_it();
    let is_present = |copy: &Option<Copy>| copy.as_ref().is_some_and(|copy| copy.revision.all == number);
    let mut copy = COPY.read().unwrap_or_else(PoisonError::into_inner);
    if !is_present(&copy) {
        drop(copy);
        let mut written = COPY.write().unwrap_or_else(PoisonError::into_inner);
        if !is_present(&written) {
            let Copy { revision, solids, categories, words } = written.get_or_insert_default();
            // Only the library itself can have spoilt what the program has written.
            *revision = area.bring_up(solids, categories, words, *revision).unwrap_or_else(|| leave());
        }
        drop(written);
        copy = COPY.read().unwrap_or_else(PoisonError::into_inner);
    }
    // Another one than the program has lent for this step is no answer.
    let copy = copy.as_ref().filter(|copy| copy.revision.all == number)?;
    Some(question(copy, BodyId(own)))
}

/// Runs `call` with what lies around a sensor, by the number of its instance.
pub(super) fn with_neighbours<T>(instance: u64, call: impl FnOnce(Option<&mut NeighbourList>) -> T) -> T {
    NEIGHBOURS.with_borrow_mut(|all| {
        let Ok(place) = usize::try_from(instance) else { return call(None) };
        if all.len() <= place {
            all.resize_with(place + 1, || None);
        }
        call(Some(all[place].get_or_insert_default()))
    })
}
