//! Which component a thread of the host is calling.
//!
//! A component reaches the host through a [`HostContext`], which names the call by an address of the thread and the component's
//! number. The host looks at neither: it compares both with what its own thread is doing. So a context that was kept after its
//! call, or given to another thread, is recognised without touching memory that may be gone.

use super::mover::{Incident, Origin};
use super::tick::Tick;
use super::world::World;
use crate::activity;
use crate::geometry::{BodyId, NeighbourList};
use crate::plugins::float_state;
use sim_abi::Fault;
use sim_abi::ffi::types::{DONE, FaultRecord, HostContext, Instance, Status};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Body of a caller that has none.
pub(super) const NO_BODY: BodyId = BodyId(u32::MAX);

/// What the host remembers of a call while it runs.
#[derive(Clone, Copy)]
pub(super) struct CallContext<'a> {
    pub(super) world: &'a World,
    pub(super) body: BodyId,
    /// Index of the robot, or past all of them for a service.
    pub(super) mover: usize,
    /// Where the component comes from that is called; it outlives the call.
    pub(super) origin: *const Origin,
    /// What lies around the sensor that is called, or null; it outlives the call.
    pub(super) neighbours: *mut NeighbourList,
    pub(super) incidents: &'a RefCell<Vec<Incident>>,
    pub(super) tick: Tick,
}

thread_local! {
    static CURRENT: CurrentCall = const { CurrentCall { context: Cell::new(std::ptr::null()), failed: Cell::new(false) } };
    /// What went wrong in the call that runs: what the component has said, or a failure of the host's own.
    static FAILURE: RefCell<Option<Fault>> = const { RefCell::new(None) };
    /// What went wrong in each call within which other components are called now.
    static SAVED: RefCell<Vec<Option<Fault>>> = const { RefCell::new(Vec::new()) };
}

struct CurrentCall {
    context: Cell<*const CallContext<'static>>,
    /// There is something in `FAILURE`.
    failed: Cell<bool>,
}

/// Calls of components one after the other on this thread, as all those of a robot in a tick. It may begin within a call of a
/// service, which goes on when it ends.
pub(super) struct CallSequence {
    /// The record of the thread that has begun it, on which it stays: it lives as long as the thread.
    current: *const CurrentCall,
    /// Where the thread says which instance it is calling, by its number; 0 between sequences.
    caller: &'static AtomicU64,
    /// The call within which these calls are made; 0 where there is none.
    outer: (u64, *const CallContext<'static>),
}

impl CallSequence {
    /// Begins a sequence of calls on this thread.
    #[inline]
    pub(super) fn begin() -> Self {
        let caller = activity::line();
        let outer = caller.load(Ordering::Relaxed);
        let sequence = CURRENT.with(|current| Self { current, caller, outer: (outer, current.context.get()) });
        if sequence.outer.0 != 0 {
            save_failure(sequence.current());
        }
        sequence
    }

    #[inline]
    fn current(&self) -> &CurrentCall {
        // SAFETY: a sequence does not leave its thread.
        unsafe { &*self.current }
    }

    /// What the component of this number reaches the host with.
    #[inline]
    pub(super) fn handle(&self, number: u64) -> HostContext {
        HostContext { thread_token: self.current.cast(), caller: number }
    }

    /// Calls a function of a component with a frame that holds its [`CallSequence::handle`]. Afterwards the processor is as it was
    /// before.
    ///
    /// # Errors
    /// What the component has told, that it has changed how the processor rounds, or that the host has failed while it answered.
    ///
    /// # Safety
    /// The function is one of the instance, of this number, and what the frame lends holds for the length of the call.
    #[inline(always)]
    pub(super) unsafe fn step<F>(
        &self,
        number: u64,
        context: *const CallContext<'_>,
        function: unsafe extern "C" fn(Instance, *const F) -> Status,
        instance: Instance,
        frame: *const F,
    ) -> Result<(), Box<Fault>> {
        // SAFETY: the caller's promise.
        self.call(number, context.cast(), || unsafe { function(instance, frame) })
    }

    /// As [`CallSequence::step`], with what calls the component.
    #[inline(always)]
    pub(super) fn call(
        &self,
        number: u64,
        context: *const CallContext<'static>,
        call: impl FnOnce() -> Status,
    ) -> Result<(), Box<Fault>> {
        let current = self.current();
        // Nothing of a component runs on this thread between two calls of a sequence, so it does not matter that they stay set.
        self.caller.store(number, Ordering::Relaxed);
        current.context.set(context);
        let status = call();
        let kept = float_state::restore_rounding();
        if status == DONE && kept && !current.failed.get() {
            Ok(())
        } else {
            self.conclude(status, kept).map_err(Box::new)
        }
    }

    /// Says why a call has failed, if it has.
    #[cold]
    fn conclude(&self, status: Status, kept: bool) -> Result<(), Fault> {
        let failed = self.current().failed.replace(false);
        let told = FAILURE.take().or_else(|| (!kept).then(float_state::changed));
        let fine = status == DONE && kept && !failed;
        if fine { Ok(()) } else { Err(told.unwrap_or_else(|| Fault::new("it failed without saying why"))) }
    }
}

impl Drop for CallSequence {
    #[inline]
    fn drop(&mut self) {
        let (caller, context) = self.outer;
        self.caller.store(caller, Ordering::Relaxed);
        self.current().context.set(context);
        if caller != 0 {
            restore_failure();
        }
    }
}

/// Components are called within the call of a service: saves what has gone wrong in the service's call so far, so that it is not
/// counted as their failure.
#[cold]
fn save_failure(current: &CurrentCall) {
    let told = if current.failed.replace(false) { FAILURE.take() } else { None };
    let kept = float_state::restore();
    SAVED.with_borrow_mut(|saved| saved.push(told.or_else(|| (!kept).then(float_state::changed))));
}

/// Restores what [`save_failure`] has saved, for the call that goes on.
#[cold]
fn restore_failure() {
    if let Some(fault) = SAVED.with_borrow_mut(Vec::pop).flatten() {
        note(fault);
    }
}

/// The call in which a component asks; none where it does not ask in its own call.
#[inline]
fn asked_in(context: HostContext) -> Option<*const CallContext<'static>> {
    CURRENT.with(|current| {
        let own = context.thread_token == std::ptr::from_ref(current).cast() && activity::called() == context.caller;
        if own && context.caller != 0 {
            return Some(current.context.get());
        }
        note_stray_call(context.caller);
        None
    })
}

/// Answers a question of a component; `nothing` is the answer where there is none. Neither a foreign thread nor a failure of
/// the host reaches the component.
#[inline]
pub(super) fn answer<T>(context: HostContext, nothing: T, question: impl FnOnce(&CallContext<'_>) -> T) -> T {
    // SAFETY: `CURRENT` holds the context of the call that runs on this thread, which outlives it.
    answer_in(context, nothing, |caller| question(unsafe { &*caller }))
}

/// As [`answer`], with the context as it was given to [`CallSequence::step`].
#[inline]
pub(super) fn answer_in<T>(
    context: HostContext,
    nothing: T,
    question: impl FnOnce(*const CallContext<'static>) -> T,
) -> T {
    let Some(caller) = asked_in(context) else { return nothing };
    match catch_unwind(AssertUnwindSafe(|| question(caller))) {
        Ok(answer) => answer,
        Err(payload) => {
            let text = payload.downcast_ref::<&str>().map(ToString::to_string);
            let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
            std::mem::forget(payload);
            note(
                Fault::new(format!("the simulator failed while it answered a question of this component: {text}"))
                    .help("this is a fault of the simulator or of what draws for it; please report it with the scene"),
            );
            nothing
        }
    }
}

/// Keeps why the call that runs fails; the first reason counts.
pub(super) fn note(fault: Fault) {
    CURRENT.with(|current| current.failed.set(true));
    FAILURE.with_borrow_mut(|failure| _ = failure.get_or_insert(fault));
}

/// What the component says of its failure.
pub(super) unsafe extern "C" fn fail(context: HostContext, fault: *const FaultRecord) {
    if asked_in(context).is_some() {
        // SAFETY: the component lends the record for the length of this call.
        note(unsafe { Fault::from_record(fault) });
    }
}

/// How many instances have made stray calls so far, and the numbers of those that were not taken yet.
static STRAY_CALLS: AtomicU64 = AtomicU64::new(0);
static STRAY_CALLERS: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// Notes a stray call: a component has called the host from a thread of its own, or when its call was over.
#[cold]
fn note_stray_call(caller: u64) {
    /// Most numbers that are kept until they are taken.
    const MOST: usize = 10_000;
    let mut callers = STRAY_CALLERS.lock().unwrap_or_else(PoisonError::into_inner);
    if callers.len() < MOST && !callers.contains(&caller) {
        callers.push(caller);
        STRAY_CALLS.fetch_add(1, Ordering::Release);
    }
}

/// How many components have called the host outside of their own calls so far. While the number is the same, there are no new ones.
#[inline]
pub(super) fn stray_calls() -> u64 {
    STRAY_CALLS.load(Ordering::Relaxed)
}

/// Takes the numbers of those instances for which `own` is true.
pub(super) fn take_stray_callers(own: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut callers = STRAY_CALLERS.lock().unwrap_or_else(PoisonError::into_inner);
    let (taken, left) = callers.drain(..).partition(|caller| own(*caller));
    *callers = left;
    taken
}

/// The fault of such a component.
pub(super) fn stray_call_fault() -> Fault {
    Fault::new("it called the host from a thread of its own, or after its call").help(
        "use what a call gives on the thread of the call and before it returns; hand plain data to threads of your own",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::ffi::types::FAILED;

    fn run(number: u64, work: impl FnOnce() -> Status) -> Result<(), String> {
        CallSequence::begin().call(number, std::ptr::null(), work).map_err(|fault| fault.message().to_string())
    }

    #[test]
    fn a_call_within_another_answers_for_itself_alone() {
        let outer = run(1, || {
            note(Fault::new("of the service"));
            assert_eq!(run(2, || DONE), Ok(()));
            let failed = run(3, || {
                note(Fault::new("of the sensor"));
                FAILED
            });
            assert_eq!(failed, Err("of the sensor".into()));
            DONE
        });
        assert_eq!(outer, Err("of the service".into()));
        assert_eq!(run(4, || FAILED), Err("it failed without saying why".into()));
        assert_eq!(run(5, || DONE), Ok(()), "nothing is left of the calls before");
    }

    #[test]
    fn an_instance_that_is_gone_and_asks_again_and_again_is_noted_once() {
        let gone = u64::MAX;
        note_stray_call(gone);
        let noted = stray_calls();
        assert!(take_stray_callers(|number| number == gone - 1).is_empty());
        note_stray_call(gone);
        assert_eq!(stray_calls(), noted, "nothing new to look at");
        assert_eq!(take_stray_callers(|number| number == gone), [gone]);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn whoever_changes_how_numbers_are_rounded_answers_for_it_and_not_whom_it_calls() {
        let upwards = 0x1f80_u32 | 0x4000;
        let outer = run(1, || {
            // SAFETY: a valid state; the next call takes it back.
            unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const upwards) };
            assert_eq!(run(2, || DONE), Ok(()));
            DONE
        });
        assert!(outer.is_err_and(|text| text.contains("how the processor rounds")));
        assert!(float_state::restore());
    }
}
