//! What the calls of one robot's components in a tick have in common, made once for all of them.

use super::abi_calls::{self, CallContext};
use super::good::Good;
use super::mover::{Happening, Mover, Slot};
use super::pass::Tick;
use super::world::World;
use crate::plugins::Table;
use sim_abi::ffi::frames::CallFrame;
use sim_abi::ffi::types::{HostContext, RandomState};
use sim_abi::ffi::views::ViewMut;
use std::cell::RefCell;

/// Memory that a thread needs for the robot at which it is.
#[derive(Default)]
pub(super) struct Scratch {
    /// What its dynamics may spoil.
    pub(super) good: Good,
    /// What has happened to it.
    pub(super) happenings: RefCell<Vec<Happening>>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Scratch {
    /// Lends the memory of this thread, which stays in the processor's nearest cache.
    pub(super) fn of_thread<T>(work: impl FnOnce(&mut Self) -> T) -> T {
        SCRATCH.with_borrow_mut(work)
    }
}

/// The calls of one robot's components in a tick.
pub(super) struct Calls<'a> {
    /// What the host remembers of the call that runs.
    pub(super) context: CallContext<'a>,
    /// The part of the frame that every call has.
    pub(super) frame: CallFrame,
}

impl<'a> Calls<'a> {
    /// The calls of a robot.
    #[inline]
    pub(super) fn of(mover: &Mover, happenings: &'a RefCell<Vec<Happening>>, world: &'a World, tick: Tick) -> Self {
        Self {
            context: CallContext {
                world,
                body: mover.body,
                mover: mover.index,
                origin: std::ptr::null(),
                happenings,
                tick,
            },
            frame: CallFrame {
                size: size_of::<CallFrame>(),
                host: &abi_calls::HOST,
                context: HostContext { desk: std::ptr::null(), caller: 0 },
                tick: tick.number,
                time: tick.time(),
                period: 0.0,
                random: ViewMut::EMPTY,
                published: ViewMut::EMPTY,
            },
        }
    }

    /// Makes them ready for a component of the robot with these random streams and published values.
    #[inline]
    pub(super) fn prepare<T: Table>(
        &mut self,
        slot: &mut Slot<T>,
        random: &mut [RandomState],
        published: &mut [f64],
    ) -> &mut Self {
        self.context.origin = &raw const *slot.origin;
        self.frame.period = self.context.tick.period(slot.every);
        self.frame.random = ViewMut::of(&mut random[slot.random.range()]);
        self.frame.published = match &mut slot.unrecorded {
            None => ViewMut::of(&mut published[slot.published.range()]),
            Some(values) => ViewMut::of(values),
        };
        self
    }
}
