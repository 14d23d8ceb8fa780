//! Steps of components in other processes: collected, executed together, then delivered.

use super::component_call::{CallContext, CallSequence};
use super::mover::Incident;
use super::world::World;
use sim_abi::Fault;
use sim_abi::ffi::types::DONE;
use sim_host::batch;
use std::cell::RefCell;

/// A collected or executed step.
struct Entry {
    /// Number of the instance.
    number: u64,
    /// The call in which it was collected; used until the step has been executed.
    context: CallContext<'static>,
    /// Its outcome in addition to the results, if any.
    outcome: Option<Box<Outcome>>,
}

/// Steps that are executed together.
pub(super) struct Steps {
    /// Number of their batch on this thread.
    batch: usize,
    collected: Vec<Entry>,
    made: Vec<Entry>,
    /// Index of the step that is expected next.
    next: usize,
}

/// Outcome of a step in addition to its results.
#[derive(Default)]
pub(super) struct Outcome {
    /// Failure while handling a request of the component.
    pub(super) fault: Option<Box<Fault>>,
    /// Incidents that the component has reported meanwhile.
    pub(super) incidents: Vec<Incident>,
}

impl Steps {
    /// Steps that use this batch of the thread.
    pub(super) fn of(batch: usize) -> Self {
        Self { batch, collected: Vec::new(), made: Vec::new(), next: 0 }
    }

    /// Discards collected steps that were never executed.
    pub(super) fn begin(&mut self) {
        self.collected.clear();
        self.made.clear();
        self.next = 0;
        batch::begin(self.batch);
    }

    /// Adds a step of an instance; returns the place where it is to be recorded.
    pub(super) fn add(&mut self, number: u64, context: &CallContext<'_>) -> batch::Place {
        // SAFETY: only `receive` uses the context, and until then the caller borrows the world and the incidents that it points to.
        // A step that is never executed is discarded by `begin`.
        let context = unsafe { std::mem::transmute::<CallContext<'_>, CallContext<'static>>(*context) };
        self.collected.push(Entry { number, context, outcome: None });
        batch::Place { batch: self.batch, entry: self.collected.len() - 1, body: context.body }
    }

    /// Sends all collected steps to their processes, all of them in this world.
    pub(super) fn send(&mut self, world: &World) {
        let Self { batch, collected, made, next } = self;
        std::mem::swap(collected, made);
        collected.clear();
        *next = 0;
        batch::send(*batch, world);
    }

    /// Waits until the sent steps have been executed.
    pub(super) fn receive(&mut self) {
        let made = &mut self.made;
        let sequence = CallSequence::begin();
        batch::receive(self.batch, &mut |entry, answer| {
            let Some(Entry { number, context, outcome }) = made.get_mut(entry) else { return };
            let before = context.incidents.borrow().len();
            let answered = sequence.call(*number, &raw const *context, || {
                answer();
                DONE
            });
            // They are reported when it is the component's turn.
            let mut told = context.incidents.borrow_mut();
            if told.len() > before {
                outcome.get_or_insert_default().incidents.extend(told.drain(before..));
            }
            if let Err(fault) = answered {
                outcome.get_or_insert_default().fault.get_or_insert(fault);
            }
        });
    }

    /// Number of the batch on this thread.
    pub(super) fn batch(&self) -> usize {
        self.batch
    }

    /// Takes the outcome of the step of an instance; `None` if there is none, or the step has not been executed.
    pub(super) fn take(&mut self, number: u64) -> Option<Box<Outcome>> {
        let further = self.made[self.next..].iter().position(|entry| entry.number == number)?;
        self.next += further + 1;
        self.made[self.next - 1].outcome.take()
    }
}

/// Purpose of calls to components in other processes.
#[derive(Clone, Copy)]
pub(super) enum Stage<'a> {
    /// Execute their steps.
    Direct,
    /// Collect their steps.
    Collect(&'a RefCell<Steps>),
    /// Deliver the outcome of the collected steps.
    Deliver(&'a RefCell<Steps>),
}
