//! A running simulation does not allocate memory, as counted by the allocator itself.

use sim_core::engine::Simulation;
use sim_core::plugins::{Chosen, Isolation};
use sim_engine_tests::{build_on, build_with, isolated_plugins, scanning_swarm};
use sim_fuzz::{all_allocations, alone};
use std::path::Path;

/// Allocations within a hundred ticks of a run, after contacts have occurred and buffers have grown: the minimum over
/// up to `hundreds` hundreds. Libraries have their own allocators; only that of the core is counted.
fn allocations(mut simulation: Simulation, hundreds: u64) -> u64 {
    let (mut before, mut fewest) = (0, u64::MAX);
    simulation
        .run(|simulation| {
            let tick = simulation.tick();
            if tick >= 400 && tick.is_multiple_of(100) {
                let now = all_allocations();
                fewest = if tick == 400 { fewest } else { fewest.min(now - before) };
                before = now;
            }
            fewest == 0 || tick >= 400 + 100 * hundreds
        })
        .unwrap();
    assert!(simulation.collisions() > 0, "contacts belong to the loop that is counted");
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    fewest
}

#[test]
fn the_tick_loop_does_not_allocate() {
    alone(|| {
        let before = all_allocations();
        drop(Box::new(1_u64));
        assert!(all_allocations() > before, "the counter counts");
        let swarm = scanning_swarm(60);
        for threads in [1, 2] {
            // Twice, because the test program itself writes a line, once, when a test takes longer than a minute.
            assert_eq!(allocations(build_with(&swarm, threads), 2), 0, "{threads} threads");
        }
        if Isolation::is_possible() {
            // Each thread has its own buffers, and on a busy machine one of them may be idle for a long time.
            let host = isolated_plugins(Path::new(env!("CARGO_BIN_EXE_library-host")), vec![Chosen::All]);
            for threads in [1, 2] {
                assert_eq!(
                    allocations(build_on(&host, &swarm, threads), 9),
                    0,
                    "{threads} threads, in other processes"
                );
            }
        }
    });
}
