//! Robots with components in other processes: their steps of a phase cross to each process together.
//!
//! What a robot does in a tick is the same as in [`mover_step`](super::mover_step), phase by phase. Where a component of some robot runs in
//! another process, all robots come to that phase first, and what their components shall do there is collected; then it is
//! done in one exchange with each process, and all robots go on with what has come of it.

use super::backup::Backup;
use super::component_call::{CallContext, CallSequence, note};
use super::mover::{Drive, Incident, Motion, Mover};
use super::mover_step::{PHASES, Phase, begin, conclude, run};
use super::robot_calls::{Calls, Stage};
use super::tick::Tick;
use super::world::World;
use crate::plugins::{Instance, Stepped, any_isolated, batch};
use sim_abi::Fault;
use sim_abi::ffi::types::DONE;
use std::cell::RefCell;

/// A step in another process that is collected or has been made.
struct Entry {
    /// Number of the instance.
    number: u64,
    /// The call within which it was collected.
    context: CallContext<'static>,
    /// What went wrong while the component was answered.
    fault: Option<Fault>,
}

/// The steps of one thread in other processes.
#[derive(Default)]
pub(super) struct Steps {
    collected: Vec<Entry>,
    made: Vec<Entry>,
    /// Which of them is expected to be asked for next.
    next: usize,
}

/// Memory that a thread needs for robots that are computed together.
#[derive(Default)]
struct Memory {
    steps: RefCell<Steps>,
    backup: Backup,
    /// Incidents of each mover.
    incidents: Vec<RefCell<Vec<Incident>>>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Whether there are so many robots with components in other processes that it is worth collecting their steps.
#[inline]
pub(super) fn is_worth_collecting(movers: &[Mover]) -> bool {
    any_isolated()
        && movers.iter().filter(|mover| PHASES.into_iter().any(|phase| crosses(mover, phase))).nth(1).is_some()
}

/// Whether a component that a mover calls in a phase runs in another process.
fn crosses(mover: &Mover, phase: Phase) -> bool {
    match phase {
        Phase::Sense => mover.sensors.iter().any(|sensor| sensor.slot.instance.is_isolated()),
        Phase::Control => mover.controller.as_ref().is_some_and(|slot| slot.instance.is_isolated()),
        Phase::Actuate => mover.actuators.iter().any(|actuator| actuator.slot.instance.is_isolated()),
        Phase::Move => matches!(&mover.drive, Drive::Plugin(slot) if slot.instance.is_isolated()),
    }
}

/// The step of these movers; `motions` receives the new pose of each, and what else the phases after it need.
pub(super) fn advance(movers: &mut [Mover], motions: &mut [Motion], world: &World, tick: Tick) {
    MEMORY.with_borrow_mut(|memory| {
        let Memory { steps, backup, incidents } = memory;
        incidents.resize_with(movers.len().max(incidents.len()), RefCell::default);
        movers.iter_mut().for_each(|mover| begin(mover, tick));
        // What is done, by phase; of the last one only the answers are missing, if it crosses to another process.
        let (mut done, mut waiting) = (0, false);
        for (number, phase) in PHASES.into_iter().enumerate() {
            if !movers.iter().any(|mover| crosses(mover, phase)) {
                continue;
            }
            for (mover, incidents) in movers.iter_mut().zip(&*incidents) {
                let mut calls = Calls::of(mover, incidents, world, tick);
                go_on(mover, backup, &mut calls, done..number, waiting.then_some(steps));
                calls.stage = Stage::Collect(steps);
                run(phase, mover, backup, &mut calls);
            }
            exchange(steps);
            (done, waiting) = (number, true);
        }
        for ((mover, incidents), motion) in movers.iter_mut().zip(&mut *incidents).zip(motions) {
            let mut calls = Calls::of(mover, incidents, world, tick);
            go_on(mover, backup, &mut calls, done..PHASES.len(), waiting.then_some(steps));
            drop(calls);
            *motion = conclude(mover, incidents, world, tick);
        }
    });
}

/// Runs phases of a mover, the first of them with the answers in `made` if there are any.
fn go_on<'a>(
    mover: &mut Mover,
    backup: &mut Backup,
    calls: &mut Calls<'a>,
    phases: std::ops::Range<usize>,
    made: Option<&'a RefCell<Steps>>,
) {
    calls.stage = made.map_or(Stage::Direct, Stage::Deliver);
    for phase in &PHASES[phases] {
        run(*phase, mover, backup, calls);
        calls.stage = Stage::Direct;
    }
}

/// Has all collected steps made.
fn exchange(steps: &RefCell<Steps>) {
    let mut steps = steps.borrow_mut();
    let Steps { collected, made, next } = &mut *steps;
    std::mem::swap(collected, made);
    collected.clear();
    *next = 0;
    let sequence = CallSequence::begin();
    batch::exchange(&mut |entry, answer| {
        let Some(Entry { number, context, fault }) = made.get_mut(entry) else { return };
        let answered = sequence.call(*number, &raw const *context, || {
            answer();
            DONE
        });
        if let Err(told) = answered {
            fault.get_or_insert(*told);
        }
    });
}

impl Steps {
    /// Notes a step and gives its number.
    fn add(&mut self, number: u64, context: &CallContext<'_>) -> usize {
        // SAFETY: what is lent here outlives the exchange: the world and the incidents of the movers, which the caller of all this holds.
        let context = unsafe { std::mem::transmute::<CallContext<'_>, CallContext<'static>>(*context) };
        self.collected.push(Entry { number, context, fault: None });
        self.collected.len() - 1
    }

    /// What went wrong while a component was answered in its step.
    fn take_fault(&mut self, number: u64) -> Option<Fault> {
        let further = self.made[self.next..].iter().position(|entry| entry.number == number)?;
        self.next += further + 1;
        self.made[self.next - 1].fault.take()
    }
}

impl Calls<'_> {
    /// As [`Calls::step`], for steps that are collected and then made together; none where it is collected, or is made later.
    ///
    /// # Safety
    /// As [`Calls::step`].
    #[cold]
    pub(super) unsafe fn step_together<T: Stepped>(
        &self,
        instance: &Instance<T>,
        frame: &T::Frame,
    ) -> Option<Result<(), Box<Fault>>> {
        // SAFETY: the caller's promise.
        let step = || unsafe { self.step_alone(instance, frame) };
        match self.stage {
            Stage::Collect(steps) => {
                if instance.is_isolated() {
                    let entry = steps.borrow_mut().add(instance.number(), &self.context);
                    // What goes wrong here is noticed when it is made.
                    let _ = batch::collect(entry, step);
                }
                None
            }
            Stage::Deliver(steps) if instance.is_isolated() => {
                let fault = steps.borrow_mut().take_fault(instance.number());
                Some(batch::deliver(|| match fault {
                    None => step(),
                    // SAFETY: the caller's promise.
                    Some(fault) => unsafe { self.step_after(instance, frame, || note(fault)) },
                }))
            }
            Stage::Deliver(_) | Stage::Direct => Some(step()),
        }
    }
}
