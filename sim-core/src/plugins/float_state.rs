//! How the processor rounds is the program's: a library that changes it would change the numbers of every component that
//! runs after it on the same thread.

use sim_abi::Fault;

/// Whether the processor rounds to nearest, keeps denormal numbers and traps nothing. If not, makes it so.
#[inline]
pub(crate) fn restore() -> bool {
    let standard = is_standard();
    if !standard {
        set_standard();
    }
    standard
}

/// Runs a call into a library. The processor is then as before; a library that has left it otherwise has failed.
pub(crate) fn keep<T>(call: impl FnOnce() -> T) -> Result<T, Fault> {
    let result = call();
    if restore() { Ok(result) } else { Err(changed()) }
}

/// What is said of a library that has changed it.
#[cold]
pub(crate) fn changed() -> Fault {
    Fault::new("it changed how the processor rounds (rounding mode, flush to zero or exceptions)").help(
        "restore the floating-point state before returning, and build without options such as -ffast-math that change it",
    )
}

#[cfg(target_arch = "x86_64")]
mod processor {
    /// MXCSR with all exceptions masked, rounding to nearest, denormals kept.
    const STANDARD: u32 = 0x1f80;
    /// Sticky flags of exceptions that have happened, which change nothing.
    const FLAGS: u32 = 0x3f;

    #[inline]
    pub(super) fn is_standard() -> bool {
        let mut state = 0_u32;
        // SAFETY: writes four bytes to a place of that size.
        unsafe { std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut state, options(nostack, preserves_flags)) };
        state & !FLAGS == STANDARD
    }

    #[cold]
    pub(super) fn set_standard() {
        let state = STANDARD;
        // SAFETY: reads four bytes; the state is the one that Rust expects.
        unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const state, options(nostack, preserves_flags)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod processor {
    /// FPCR: rounding to nearest, denormals kept, nothing trapped.
    const STANDARD: u64 = 0;

    #[inline]
    pub(super) fn is_standard() -> bool {
        let state: u64;
        // SAFETY: reads a register.
        unsafe { std::arch::asm!("mrs {}, fpcr", out(reg) state, options(nomem, nostack, preserves_flags)) };
        state == STANDARD
    }

    #[cold]
    pub(super) fn set_standard() {
        // SAFETY: the state is the one that Rust expects.
        unsafe { std::arch::asm!("msr fpcr, {}", in(reg) STANDARD, options(nomem, nostack, preserves_flags)) };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod processor {
    pub(super) fn is_standard() -> bool {
        true
    }
    pub(super) fn set_standard() {}
}

use processor::{is_standard, set_standard};

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn another_rounding_is_noticed_and_taken_back() {
        assert!(keep(|| ()).is_ok());
        let flush_to_zero_and_round_up: u32 = 0x1f80 | 0x8000 | 0x4000;
        // SAFETY: a valid state; it is taken back below.
        let spoil = || unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const flush_to_zero_and_round_up) };
        assert!(keep(spoil).unwrap_err().message().contains("rounds"));
        assert!(keep(|| ()).is_ok(), "it has been taken back");
    }
}
