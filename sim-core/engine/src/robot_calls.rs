//! Data shared by the calls of one robot's components in a tick, set up once for all of them.

use super::collected::Stage;
use super::component_call::{CallContext, CallSequence, note};
use super::host_functions;
use super::mover::{Identity, Incident, Slot};
use super::tick::Tick;
use super::world::World;
use sim_abi::Fault;
use sim_abi::ffi::frames::CallFrame;
use sim_abi::ffi::types::RandomState;
use sim_abi::ffi::views::ViewMut;
use sim_host::{Instance, Stepped, Table, batch};
use std::cell::RefCell;

/// The calls of one robot's components in a tick.
pub(super) struct Calls<'a> {
    /// State of the running call.
    pub(super) context: CallContext<'a>,
    /// The common part of the frames of all calls.
    pub(super) frame: CallFrame,
    pub(super) stage: Stage<'a>,
    sequence: CallSequence,
}

impl<'a> Calls<'a> {
    /// The calls of a robot.
    #[inline]
    pub(super) fn of(mover: &Identity, incidents: &'a RefCell<Vec<Incident>>, world: &'a World, tick: Tick) -> Self {
        let sequence = CallSequence::begin();
        Self {
            context: CallContext {
                world,
                body: mover.body,
                mover: mover.index,
                origin: std::ptr::null(),
                neighbors: std::ptr::null_mut(),
                incidents,
                tick,
            },
            frame: CallFrame {
                size: size_of::<CallFrame>(),
                host: &host_functions::HOST,
                context: sequence.handle(0),
                tick: tick.number,
                time: tick.time(),
                period: 0.0,
                random: ViewMut::EMPTY,
                published: ViewMut::EMPTY,
            },
            stage: Stage::Direct,
            sequence,
        }
    }

    /// Prepares a call of a component of the robot with these random streams and published values.
    #[inline]
    pub(super) fn prepare<T: Table>(
        &mut self,
        slot: &mut Slot<T>,
        random: &mut [RandomState],
        published: &mut [f64],
    ) -> &mut Self {
        self.context.origin = &raw const *slot.origin;
        self.context.neighbors = std::ptr::null_mut();
        self.frame.context.caller = slot.instance.number();
        self.frame.period = self.context.tick.period(slot.every);
        self.frame.random = ViewMut::of(&mut random[slot.random.range()]);
        self.frame.published = match &mut slot.unrecorded {
            None => ViewMut::of(&mut published[slot.published.range()]),
            Some(values) => ViewMut::of(values),
        };
        self
    }

    /// Calls the step of the component prepared by [`Calls::prepare`]. `None` if the step is only collected.
    ///
    /// # Errors
    /// As for [`CallSequence::step`].
    ///
    /// # Safety
    /// The data that the frame borrows is valid for the duration of the call.
    #[inline]
    pub(super) unsafe fn step<T: Stepped>(
        &self,
        instance: &Instance<T>,
        frame: &T::Frame,
    ) -> Option<Result<(), Box<Fault>>> {
        // SAFETY: the caller's promise.
        unsafe {
            match self.stage {
                Stage::Direct => Some(self.step_alone(instance, frame)),
                Stage::Collect(_) | Stage::Deliver(_) => self.step_together(instance, frame),
            }
        }
    }

    /// Like [`Calls::step`], for steps that are collected and then executed together.
    ///
    /// # Safety
    /// As for [`Calls::step`].
    #[cold]
    unsafe fn step_together<T: Stepped>(
        &self,
        instance: &Instance<T>,
        frame: &T::Frame,
    ) -> Option<Result<(), Box<Fault>>> {
        // SAFETY: the caller's promise.
        let step = || unsafe { self.step_alone(instance, frame) };
        match self.stage {
            Stage::Collect(steps) => {
                if instance.is_isolated() {
                    let place = steps.borrow_mut().add(instance.number(), &self.context);
                    // Only the engine's own code runs here, and errors are detected when the step is executed.
                    // SAFETY: the instance's own function; the rest is the caller's promise.
                    batch::collect(place, || unsafe { T::step(instance.table())(instance.pointer(), frame) });
                }
                None
            }
            Stage::Deliver(steps) if instance.is_isolated() => {
                let (batch, outcome) = {
                    let mut steps = steps.borrow_mut();
                    (steps.batch(), steps.take(instance.number()))
                };
                let fault = outcome.and_then(|mut outcome| {
                    self.context.incidents.borrow_mut().append(&mut outcome.incidents);
                    outcome.fault
                });
                Some(batch::deliver(batch, || match fault {
                    None => step(),
                    // SAFETY: the caller's promise.
                    Some(fault) => unsafe { self.step_after(instance, frame, || note(*fault)) },
                }))
            }
            Stage::Deliver(_) | Stage::Direct => Some(step()),
        }
    }

    /// Calls a step, regardless of the stage.
    ///
    /// # Safety
    /// As for [`Calls::step`].
    #[inline(always)]
    unsafe fn step_alone<T: Stepped>(&self, instance: &Instance<T>, frame: &T::Frame) -> Result<(), Box<Fault>> {
        // SAFETY: the instance's own function and its number; the rest is the caller's promise.
        unsafe {
            let function = T::step(instance.table());
            self.sequence.step(instance.number(), &raw const self.context, function, instance.pointer(), frame)
        }
    }

    /// Calls a step after an action within the same call.
    ///
    /// # Safety
    /// As for [`Calls::step`].
    unsafe fn step_after<T: Stepped>(
        &self,
        instance: &Instance<T>,
        frame: &T::Frame,
        before: impl FnOnce(),
    ) -> Result<(), Box<Fault>> {
        let context: *const CallContext<'_> = &raw const self.context;
        self.sequence.call(instance.number(), context.cast(), || {
            before();
            // SAFETY: the instance's own function; the rest is the caller's promise.
            unsafe { T::step(instance.table())(instance.pointer(), frame) }
        })
    }

    /// Whether steps are only collected.
    #[inline]
    pub(super) fn collects(&self) -> bool {
        matches!(self.stage, Stage::Collect(_))
    }
}
