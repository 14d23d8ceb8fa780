//! A running simulation allocates nothing: counted by the allocator itself.

use sim_core::engine::Simulation;
use sim_core::plugins::{Chosen, Isolation};
use sim_engine_tests::{build_on, build_with, noisy_swarm, plugins_with};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed on unchanged to the system's allocator; only a counter is added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`, which is that of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from `alloc` above, hence from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as in `dealloc`, and the caller keeps the contract for `size`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Allocations within the last ticks of a run, after contacts have been met and buffers have grown. Libraries have
/// allocators of their own; the core's is the one that is counted.
fn allocations(mut simulation: Simulation) -> u64 {
    let (mut before, mut after) = (0, 0);
    simulation
        .run(|simulation| {
            match simulation.tick() {
                400 => before = ALLOCATIONS.load(Ordering::SeqCst),
                500 => after = ALLOCATIONS.load(Ordering::SeqCst),
                _ => {}
            }
            simulation.tick() >= 500
        })
        .unwrap();
    assert!(simulation.collisions() > 0, "contacts belong to the loop that is counted");
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    after - before
}

// One test, because the counter belongs to the whole program.
#[test]
fn the_tick_loop_allocates_nothing() {
    let before = ALLOCATIONS.load(Ordering::SeqCst);
    drop(Box::new(1_u64));
    assert!(ALLOCATIONS.load(Ordering::SeqCst) > before, "the counter counts");
    let swarm = noisy_swarm(60);
    for threads in [1, 2] {
        assert_eq!(allocations(build_with(&swarm, threads)), 0, "{threads} threads");
    }
    if Isolation::is_possible() {
        let program = env!("CARGO_BIN_EXE_library-host").into();
        let host = plugins_with(Isolation { program, chosen: vec![Chosen::All], ..Isolation::default() });
        for threads in [1, 2] {
            assert_eq!(allocations(build_on(&host, &swarm, threads)), 0, "{threads} threads, in other processes");
        }
    }
}
