//! Memory and allocations, counted in every program that uses this crate.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    /// Bytes held in excess of the start, and their maximum so far.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

static ALL_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

/// Number of allocations of this thread so far.
pub fn allocations() -> u64 {
    ALLOCATIONS.get()
}

/// Number of allocations of all threads so far.
pub fn all_allocations() -> u64 {
    ALL_ALLOCATIONS.load(Ordering::SeqCst)
}

/// Starts counting the bytes of this thread.
pub(crate) fn begin() {
    HELD.set((0, 0));
}

/// Maximum number of bytes held by this thread since the start.
pub(crate) fn most() -> usize {
    HELD.get().1.max(0).cast_unsigned()
}

fn change(bytes: isize) {
    let (held, most) = HELD.get();
    let held = held + bytes;
    HELD.set((held, most.max(held)));
}

fn allocated(bytes: isize) {
    change(bytes);
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
    ALL_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
}

struct Counting;

// SAFETY: everything is forwarded to the system's allocator; the counters are atomic, or plain thread-locals without destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size().cast_signed());
        // SAFETY: the caller's guarantee is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size().cast_signed());
        // SAFETY: the caller's guarantee is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        change(-layout.size().cast_signed());
        // SAFETY: the caller's guarantee is the same.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        allocated(size.cast_signed() - layout.size().cast_signed());
        // SAFETY: the caller's guarantee is the same.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
