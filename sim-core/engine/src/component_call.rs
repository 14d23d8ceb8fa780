//! Tracks which component a thread of the host is calling.
//!
//! A component reaches the host through a [`HostContext`], which identifies the call by an address of the thread and the component's
//! number. The host dereferences neither: it compares both with the call that its own thread is running. So a context that was kept after
//! its call, or passed to another thread, is recognized without touching memory that may have been freed.

use super::mover::{Incident, Origin};
use super::tick::Tick;
use super::world::World;
use sim_abi::Fault;
use sim_abi::ffi::types::{DONE, FaultRecord, HostContext, Instance, Status};
use sim_files::activity;
use sim_geometry::{BodyId, NeighborList};
use sim_host::float_state;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Placeholder for a caller without a body.
pub(super) const NO_BODY: BodyId = BodyId(u32::MAX);

/// State of a running call.
#[derive(Clone, Copy)]
pub(super) struct CallContext<'a> {
    pub(super) world: &'a World,
    pub(super) body: BodyId,
    /// Index of the robot; past the last one for a service.
    pub(super) mover: usize,
    /// Origin of the called component; it outlives the call.
    pub(super) origin: *const Origin,
    /// Neighbor list of the called sensor, or null; it outlives the call.
    pub(super) neighbors: *mut NeighborList,
    pub(super) incidents: &'a RefCell<Vec<Incident>>,
    pub(super) tick: Tick,
}

thread_local! {
    static CURRENT: CurrentCall = const { CurrentCall { context: Cell::new(std::ptr::null()), failed: Cell::new(false) } };
    /// Failure of the running call: reported by the component, or a failure of the host itself.
    static FAILURE: RefCell<Option<Fault>> = const { RefCell::new(None) };
    /// Failures of the outer calls, saved while nested calls run.
    static SAVED: RefCell<Vec<Option<Fault>>> = const { RefCell::new(Vec::new()) };
}

struct CurrentCall {
    context: Cell<*const CallContext<'static>>,
    /// Whether `FAILURE` is set.
    failed: Cell<bool>,
}

/// Calls of components in sequence on this thread, such as all calls of a robot in a tick. It may begin within a call of a service, which
/// continues when the sequence ends.
pub(super) struct CallSequence {
    /// Record of the thread that began the sequence; valid as long as the thread, which the sequence never leaves.
    current: *const CurrentCall,
    /// Where the thread publishes the number of the instance that it is calling; 0 between sequences.
    caller: &'static AtomicU64,
    /// The outer call within which these calls are made; 0 and null if there is none.
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

    /// The handle through which the component of this number reaches the host.
    #[inline]
    pub(super) fn handle(&self, number: u64) -> HostContext {
        HostContext { thread_token: self.current.cast(), caller: number }
    }

    /// Calls a function of a component with a frame that holds its [`CallSequence::handle`]. Afterwards the floating-point state of the CPU
    /// is restored.
    ///
    /// # Errors
    /// If the component reports an error or has changed the rounding mode of the CPU, or if the host failed while it handled a
    /// request.
    ///
    /// # Safety
    /// The function belongs to the instance of this number, and the data that the frame borrows is valid for the duration of the
    /// call.
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

    /// Like [`CallSequence::step`], with a closure that calls the component.
    #[inline(always)]
    pub(super) fn call(
        &self,
        number: u64,
        context: *const CallContext<'static>,
        call: impl FnOnce() -> Status,
    ) -> Result<(), Box<Fault>> {
        let current = self.current();
        // No component code runs on this thread between two calls of a sequence, so these values can stay set.
        self.caller.store(number, Ordering::Relaxed);
        current.context.set(context);
        let status = call();
        let unchanged = float_state::restore_rounding();
        if status == DONE && unchanged && !current.failed.get() {
            Ok(())
        } else {
            self.conclude(status, unchanged).map_err(Box::new)
        }
    }

    /// Returns the failure of the call, if it failed.
    #[cold]
    fn conclude(&self, status: Status, unchanged: bool) -> Result<(), Fault> {
        let failed = self.current().failed.replace(false);
        let failure = FAILURE.take().or_else(|| (!unchanged).then(float_state::changed));
        let fine = status == DONE && unchanged && !failed;
        if fine { Ok(()) } else { Err(failure.unwrap_or_else(|| Fault::new("the call failed without a message"))) }
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

/// Saves the failure of a service's call so far, because components are called within it, so that it is not attributed to them.
#[cold]
fn save_failure(current: &CurrentCall) {
    let failure = if current.failed.replace(false) { FAILURE.take() } else { None };
    let unchanged = float_state::restore();
    SAVED.with_borrow_mut(|saved| saved.push(failure.or_else(|| (!unchanged).then(float_state::changed))));
}

/// Restores the failure saved by [`save_failure`] for the outer call, which continues.
#[cold]
fn restore_failure() {
    if let Some(fault) = SAVED.with_borrow_mut(Vec::pop).flatten() {
        note(fault);
    }
}

/// The call of the component that makes the request; `None` if the request is not made from its own call.
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

/// Handles a request of a component; returns `nothing` if it cannot be handled. Protects the component from foreign threads and from
/// failures of the host.
#[inline]
pub(super) fn answer<T>(context: HostContext, nothing: T, question: impl FnOnce(&CallContext<'_>) -> T) -> T {
    // SAFETY: `CURRENT` holds the context of the call that runs on this thread, which outlives it.
    answer_in(context, nothing, |caller| question(unsafe { &*caller }))
}

/// Like [`answer`], with the context as passed to [`CallSequence::step`].
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
                Fault::new(format!("the simulator panicked in a host call of this component: {text}"))
                    .help("this is a bug in the simulator or the renderer; please report it with the scene"),
            );
            nothing
        }
    }
}

/// Records why the running call fails; the first reason counts.
pub(super) fn note(fault: Fault) {
    CURRENT.with(|current| current.failed.set(true));
    FAILURE.with_borrow_mut(|failure| _ = failure.get_or_insert(fault));
}

/// Receives the failure that a component reports.
pub(super) unsafe extern "C" fn fail(context: HostContext, fault: *const FaultRecord) {
    if asked_in(context).is_some() {
        // SAFETY: the component lends the record for the length of this call.
        note(unsafe { Fault::from_record(fault) });
    }
}

/// Number of instances that have made stray calls so far, and the instance numbers not taken yet.
static STRAY_CALLS: AtomicU64 = AtomicU64::new(0);
static STRAY_CALLERS: Mutex<Vec<u64>> = Mutex::new(Vec::new());

/// Records a stray call: a component has called the host from a thread of its own, or after its call.
#[cold]
fn note_stray_call(caller: u64) {
    /// Maximum number of entries until they are taken.
    const MAX_ENTRIES: usize = 10_000;
    let mut callers = STRAY_CALLERS.lock().unwrap_or_else(PoisonError::into_inner);
    if callers.len() < MAX_ENTRIES && !callers.contains(&caller) {
        callers.push(caller);
        STRAY_CALLS.fetch_add(1, Ordering::Release);
    }
}

/// Number of components that have made stray calls so far. While it is unchanged, there are no new ones.
#[inline]
pub(super) fn stray_calls() -> u64 {
    STRAY_CALLS.load(Ordering::Relaxed)
}

/// Removes and returns the numbers of the instances for which `own` is true.
pub(super) fn take_stray_callers(own: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut callers = STRAY_CALLERS.lock().unwrap_or_else(PoisonError::into_inner);
    let (taken, left) = callers.drain(..).partition(|caller| own(*caller));
    *callers = left;
    taken
}

/// The fault of a component that made a stray call.
pub(super) fn stray_call_fault() -> Fault {
    Fault::new("it called the host from another thread, or after its call had returned").help(
        "use the host context only on the calling thread and before the call returns; pass plain data to other threads",
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
    fn a_nested_call_reports_only_its_own_failure() {
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
        assert_eq!(run(4, || FAILED), Err("the call failed without a message".into()));
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
            // SAFETY: a valid state; the next call restores it.
            unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const upwards) };
            assert_eq!(run(2, || DONE), Ok(()));
            DONE
        });
        assert!(outer.is_err_and(|text| text.contains("the floating-point mode")));
        assert!(float_state::restore());
    }
}
