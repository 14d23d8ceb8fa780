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
    /// What went wrong while the component was answered.
    fault: Option<Fault>,
    /// What the component has told meanwhile.
    incidents: Vec<Incident>,
}

/// The steps of one thread.
#[derive(Default)]
pub(super) struct Steps {
    collected: Vec<Entry>,
    made: Vec<Entry>,
    /// Which of them is expected to be asked for next.
    next: usize,
}

/// What a step has come to beside its results.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) fault: Option<Fault>,
    pub(super) incidents: Vec<Incident>,
}

impl Steps {
    /// Forgets what was collected and never made.
    pub(super) fn begin(&mut self) {
        self.collected.clear();
        batch::begin();
    }

    /// Notes a step and gives its number.
    pub(super) fn add(&mut self, number: u64, context: &CallContext<'_>) -> usize {
        // SAFETY: only `exchange` uses the context, and until then the caller borrows the world and the incidents that it points to.
        // A step that is never made is forgotten by `begin`.
        let context = unsafe { std::mem::transmute::<CallContext<'_>, CallContext<'static>>(*context) };
        self.collected.push(Entry { number, context, fault: None, incidents: Vec::new() });
        self.collected.len() - 1
    }

    /// Has all collected steps made, all of them in this world.
    pub(super) fn exchange(&mut self, world: &World) {
        let Self { collected, made, next } = self;
        std::mem::swap(collected, made);
        collected.clear();
        *next = 0;
        let sequence = CallSequence::begin();
        batch::exchange(world, &mut |entry, answer| {
            let Some(Entry { number, context, fault, incidents }) = made.get_mut(entry) else { return };
            let before = context.incidents.borrow().len();
            let answered = sequence.call(*number, &raw const *context, || {
                answer();
                DONE
            });
            // They are told when the component has its turn.
            incidents.extend(context.incidents.borrow_mut().drain(before..));
            if let Err(told) = answered {
                fault.get_or_insert(*told);
            }
        });
    }

    /// Takes what the step of an instance has come to; nothing where it has not been made.
    pub(super) fn take(&mut self, number: u64) -> Outcome {
        let Some(further) = self.made[self.next..].iter().position(|entry| entry.number == number) else {
            return Outcome::default();
        };
        self.next += further + 1;
        let Entry { fault, incidents, .. } = &mut self.made[self.next - 1];
        Outcome { fault: fault.take(), incidents: std::mem::take(incidents) }
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
