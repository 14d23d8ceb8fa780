//! Signals of the worker.

use nix::libc;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, SigmaskHow, Signal, raise, sigaction};
use std::sync::OnceLock;

/// Signals by which a fault of a library ends the program.
const FATAL: [Signal; 5] = [Signal::SIGSEGV, Signal::SIGBUS, Signal::SIGFPE, Signal::SIGILL, Signal::SIGABRT];

/// What was set for them before.
static BEFORE: [OnceLock<SigAction>; FATAL.len()] = [const { OnceLock::new() }; FATAL.len()];

/// Notes which call ends the program.
pub(super) fn note_ends() -> nix::Result<()> {
    let action =
        SigAction::new(SigHandler::SigAction(fatal), SaFlags::SA_SIGINFO | SaFlags::SA_ONSTACK, SigSet::empty());
    for (signal, before) in FATAL.into_iter().zip(&BEFORE) {
        // SAFETY: the handler does only what a handler may.
        let _ = before.set(unsafe { sigaction(signal, &action) }?);
    }
    // SAFETY: the function is one of this program, which stays.
    unsafe { libc::atexit(exits) };
    Ok(())
}

/// Requests to end that come meanwhile wait until this is dropped.
pub(super) struct Held(SigSet);

/// Lets requests to end wait: between the two processes' beginning and the moment at which both heed them.
pub(super) fn hold() -> nix::Result<Held> {
    let ends: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().collect();
    ends.thread_swap_mask(SigmaskHow::SIG_BLOCK).map(Held)
}

impl Drop for Held {
    fn drop(&mut self) {
        // Giving back a mask that the system has given does not fail.
        let _ = self.0.thread_set_mask();
    }
}

extern "C" fn exits() {
    sim_core::activity::end();
}

extern "C" fn fatal(number: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    sim_core::activity::end();
    let index = FATAL.iter().position(|signal| *signal as libc::c_int == number);
    let Some((index, before)) = index.and_then(|index| Some((index, BEFORE[index].get()?))) else { return };
    // SAFETY: what was set before this handler.
    let _ = unsafe { sigaction(FATAL[index], before) };
    // What an instruction has caused, it causes again on return, now with what was set before. What was sent is sent again.
    // SAFETY: the system gives a handler with SA_SIGINFO a valid record.
    if unsafe { (*info).si_code } <= 0 {
        let _ = raise(FATAL[index]);
    }
}

/// Leaves it to the supervisor to be asked for the end: a terminal asks both. A program that is started gets them as usual.
pub(super) fn leave_interrupts() -> nix::Result<()> {
    extern "C" fn nothing(_: libc::c_int) {}
    let action = SigAction::new(SigHandler::Handler(nothing), SaFlags::SA_RESTART, SigSet::empty());
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        // SAFETY: the handler does nothing.
        unsafe { sigaction(signal, &action) }?;
    }
    Ok(())
}
