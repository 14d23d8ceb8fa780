//! Prefetching of memory. Only a hint to the processor: does not change results.

/// Cache line size of the known processors, bytes.
pub(crate) const LINE: usize = 64;

/// Prefetches the cache line at the start of a value.
#[inline]
fn fetch_line<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: has no visible effect and accepts any address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Prefetches `len` bytes of memory.
#[inline]
pub(crate) fn fetch_bytes(start: *const u8, len: usize) {
    // Manual loop: an iterator with a step divides at the start.
    let mut offset = 0;
    while offset < len {
        fetch_line(start.wrapping_add(offset));
        offset += LINE;
    }
}
