//! Guards the processor's floating-point mode: a library that changes it would change the results of every component
//! that runs after it on the same thread.

use sim_abi::Fault;

/// Whether the processor rounds to nearest, keeps denormals and has all traps masked. If not, restores that mode.
#[inline]
pub fn restore() -> bool {
    let standard = is_standard();
    if !standard {
        set_standard();
    }
    standard
}

/// As [`restore`], but only for rounding and denormals, which change the result of a sum. It costs a few additions, while
/// reading the processor's state serializes execution; so this is for calls within a tick. Traps are left to a [`restore`] at
/// the end of the robot's turn.
#[inline]
pub fn restore_rounding() -> bool {
    let standard = rounds_to_nearest();
    if !standard {
        set_standard();
    }
    standard
}

/// Whether sums are rounded to nearest and denormals kept.
#[inline]
fn rounds_to_nearest() -> bool {
    /// 1, 1 and the smallest denormal; a quarter and three quarters of the last digit of 1, and the smallest denormal are added
    /// to them.
    const LEFT: [f32; 4] = [1.0, 1.0, f32::from_bits(1), 0.0];
    const RIGHT: [f32; 4] = [0.25 * f32::EPSILON, 0.75 * f32::EPSILON, f32::from_bits(1), 0.0];
    /// Rounding up, the first sum is larger; rounding down or toward zero, the second is smaller; with flush-to-zero, the third
    /// is zero.
    const NEAREST: [u32; 4] = [1.0_f32.to_bits(), (1.0 + f32::EPSILON).to_bits(), 2, 0];
    // The compiler must not know the numbers, or it would compute the sums itself. Four additions are one operation, and
    // so is their comparison if no lane is examined individually.
    let left = std::hint::black_box(&LEFT);
    let difference = std::array::from_fn::<u32, 4, _>(|lane| (left[lane] + RIGHT[lane]).to_bits() ^ NEAREST[lane]);
    difference.iter().fold(0, |all, lane| all | lane) == 0
}

/// Makes a call into a library. Restores the floating-point mode afterward; the call fails if the library has changed it.
pub(crate) fn keep<T>(call: impl FnOnce() -> T) -> Result<T, Fault> {
    let result = call();
    if restore() { Ok(result) } else { Err(changed()) }
}

/// The fault of a library that has changed it.
#[cold]
pub fn changed() -> Fault {
    Fault::new("it changed the floating-point mode (rounding, flush to zero or exceptions)")
        .help("restore the floating-point mode before returning, and build without options such as -ffast-math")
}

#[cfg(target_arch = "x86_64")]
mod processor {
    /// MXCSR with all exceptions masked, rounding to nearest, denormals kept.
    const STANDARD: u32 = 0x1f80;
    /// Sticky exception flags, which have no effect.
    const FLAGS: u32 = 0x3f;

    #[inline]
    pub(super) fn is_standard() -> bool {
        let mut state = 0_u32;
        // SAFETY: writes four bytes to a location of that size.
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
    fn sums_detect_every_rounding_mode_and_flush_to_zero() {
        assert!(restore_rounding());
        // Flush results to zero, treat denormals as zero, round down, up, toward zero.
        for state in [0x1f80_u32 | 0x8000, 0x1f80 | 0x40, 0x1f80 | 0x2000, 0x1f80 | 0x4000, 0x1f80 | 0x6000] {
            // SAFETY: a valid state; it is restored below.
            unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const state) };
            let (noticed, taken_back) = (!restore_rounding(), is_standard());
            set_standard();
            assert!(noticed && taken_back, "{state:x}");
        }
    }

    #[test]
    fn a_changed_floating_point_mode_is_detected_and_restored() {
        assert!(keep(|| ()).is_ok());
        let flush_to_zero_and_round_up: u32 = 0x1f80 | 0x8000 | 0x4000;
        // SAFETY: a valid state; it is restored below.
        let spoil = || unsafe { std::arch::asm!("ldmxcsr [{}]", in(reg) &raw const flush_to_zero_and_round_up) };
        assert!(keep(spoil).unwrap_err().message().contains("floating-point mode"));
        assert!(keep(|| ()).is_ok(), "it has been undone");
    }
}
