//! Telling the processor what memory will be read soon. Only a hint: it changes no result.

/// Size of a cache line on the processors that we know, bytes.
pub(crate) const LINE: usize = 64;

/// Asks for the cache line in which a value begins.
#[inline]
fn fetch_line<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: reads nothing that the program sees and accepts any address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Asks for `len` bytes of memory.
#[inline]
pub(crate) fn fetch_bytes(start: *const u8, len: usize) {
    // Counted by hand: an iterator with a step divides at the start.
    let mut offset = 0;
    while offset < len {
        fetch_line(start.wrapping_add(offset));
        offset += LINE;
    }
}
