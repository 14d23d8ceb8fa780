//! Keeps panics on the plugin's side.

use crate::fault::{Fault, Result};
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a call of the author's code; a panic becomes a [`Fault`] with its message and its line.
#[inline]
pub fn guard<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    // One look-up of the thread's variable, not two: in a library it is a call.
    let result = GUARDED.with(|guarded| {
        let outer = guarded.replace(true);
        let result = panic::catch_unwind(AssertUnwindSafe(call));
        guarded.set(outer);
        result
    });
    result.unwrap_or_else(|payload| Err(panicked(payload)))
}

#[cold]
fn panicked(payload: Box<dyn std::any::Any + Send>) -> Fault {
    let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_string(),
        (_, Some(text)) => text.clone(),
        _ => "panicked with a value that is not text".to_string(),
    };
    // A payload may itself panic when dropped; that must not reach the boundary either.
    std::mem::forget(payload);
    Fault::panic(text, PLACE.take())
}

/// Every library has its own copy of the standard library, hence its own panic hook: ours keeps the place of a guarded
/// panic instead of printing it.
pub fn install_panic_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                let place = info.location().map(ToString::to_string).unwrap_or_default();
                PLACE.set(place);
            } else {
                previous(info);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_fault_with_its_line() {
        install_panic_hook();
        let fault = guard::<()>(|| panic!("wheel {} fell off", 2)).unwrap_err();
        assert!(fault.panicked());
        assert_eq!(fault.message(), "wheel 2 fell off");
        assert!(fault.place().contains("guard.rs:"), "{}", fault.place());
    }

    #[test]
    fn a_payload_that_panics_when_dropped_is_harmless() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("again");
            }
        }
        install_panic_hook();
        assert!(guard::<()>(|| panic::panic_any(Bomb)).unwrap_err().message().contains("not text"));
    }
}
