//! Signals of the worker.

use nix::libc;
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, SigmaskHow, Signal, raise, sigaction};
use std::sync::OnceLock;

/// Signals with which a faulty library crashes the program.
const FATAL: [Signal; 5] = [Signal::SIGSEGV, Signal::SIGBUS, Signal::SIGFPE, Signal::SIGILL, Signal::SIGABRT];

/// Their previous actions.
static BEFORE: [OnceLock<SigAction>; FATAL.len()] = [const { OnceLock::new() }; FATAL.len()];

/// Records which call ends the program.
pub(super) fn note_ends() -> nix::Result<()> {
    let action =
        SigAction::new(SigHandler::SigAction(fatal), SaFlags::SA_SIGINFO | SaFlags::SA_ONSTACK, SigSet::empty());
    for (signal, before) in FATAL.into_iter().zip(&BEFORE) {
        // SAFETY: the handler is async-signal-safe.
        let _ = before.set(unsafe { sigaction(signal, &action) }?);
    }
    // SAFETY: the function belongs to this program, which is never unloaded.
    unsafe { libc::atexit(exits) };
    Ok(())
}

/// Termination signals are blocked until this is dropped.
pub(super) struct BlockedSignals(SigSet);

/// Blocks termination signals from the fork until both processes handle them.
pub(super) fn block_signals() -> nix::Result<BlockedSignals> {
    let ends: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP].into_iter().collect();
    ends.thread_swap_mask(SigmaskHow::SIG_BLOCK).map(BlockedSignals)
}

impl Drop for BlockedSignals {
    fn drop(&mut self) {
        // Restoring a mask that the system returned does not fail.
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
    // SAFETY: restores the previous action.
    let _ = unsafe { sigaction(FATAL[index], before) };
    // A fault caused by an instruction recurs on return, now with the previous action. A signal that was sent is raised again.
    // SAFETY: the system passes a valid record to a handler with SA_SIGINFO.
    if unsafe { (*info).si_code } <= 0 {
        let _ = raise(FATAL[index]);
    }
}

/// Leaves termination signals to the supervisor, since a terminal signals both processes. Child programs get the default actions.
pub(super) fn leave_interrupts() -> nix::Result<()> {
    extern "C" fn ignore(_: libc::c_int) {}
    let action = SigAction::new(SigHandler::Handler(ignore), SaFlags::SA_RESTART, SigSet::empty());
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        // SAFETY: the handler does nothing.
        unsafe { sigaction(signal, &action) }?;
    }
    Ok(())
}
