//! Steps of components in other processes that are collected, made together, and then delivered: what the engine keeps of them.

use super::component_call::{CallContext, CallSequence};
use super::mover::Incident;
use super::world::World;
use crate::plugins::batch;
use sim_abi::Fault;
use sim_abi::ffi::types::DONE;
use std::cell::RefCell;

/// A step that is collected or has been made.
struct Entry {
    /// Number of the instance.
    number: u64,
    /// The call within which it was collected; it is used until the step has been made.
    context: CallContext<'static>,
    /// What it has come to beside its results, where there is something.
    outcome: Option<Box<Outcome>>,
}

/// Steps that are made together.
pub(super) struct Steps {
    /// Number of their batch on this thread.
    batch: usize,
    collected: Vec<Entry>,
    made: Vec<Entry>,
    /// Which of them is expected to be asked for next.
    next: usize,
}

/// What a step has come to beside its results.
#[derive(Default)]
pub(super) struct Outcome {
    /// What went wrong while the component was answered.
    pub(super) fault: Option<Box<Fault>>,
    /// What the component has told meanwhile.
    pub(super) incidents: Vec<Incident>,
}

impl Steps {
    /// Steps that go into this batch of the thread.
    pub(super) fn of(batch: usize) -> Self {
        Self { batch, collected: Vec::new(), made: Vec::new(), next: 0 }
    }

    /// Forgets what was collected and never made.
    pub(super) fn begin(&mut self) {
        self.collected.clear();
        self.made.clear();
        self.next = 0;
        batch::begin(self.batch);
    }

    /// Notes a step of an instance; gives where it is to be written down.
    pub(super) fn add(&mut self, number: u64, context: &CallContext<'_>) -> batch::Place {
        // SAFETY: only `receive` uses the context, and until then the caller borrows the world and the incidents that it points to.
        // A step that is never made is forgotten by `begin`.
        let context = unsafe { std::mem::transmute::<CallContext<'_>, CallContext<'static>>(*context) };
        self.collected.push(Entry { number, context, outcome: None });
        batch::Place { batch: self.batch, entry: self.collected.len() - 1, body: context.body }
    }

    /// Gives all collected steps to the processes that make them, all of them in this world.
    pub(super) fn send(&mut self, world: &World) {
        let Self { batch, collected, made, next } = self;
        std::mem::swap(collected, made);
        collected.clear();
        *next = 0;
        batch::send(*batch, world);
    }

    /// Waits until the steps are made that were sent.
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
            // They are told when the component has its turn.
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

    /// Takes what the step of an instance has come to beside its results; nothing where there is none, or it has not been made.
    pub(super) fn take(&mut self, number: u64) -> Option<Box<Outcome>> {
        let further = self.made[self.next..].iter().position(|entry| entry.number == number)?;
        self.next += further + 1;
        self.made[self.next - 1].outcome.take()
    }
}

/// What calls of components in other processes are for.
#[derive(Clone, Copy)]
pub(super) enum Stage<'a> {
    /// To make their steps.
    Direct,
    /// To collect their steps.
    Collect(&'a RefCell<Steps>),
    /// To deliver what the collected steps have come to.
    Deliver(&'a RefCell<Steps>),
}
