//! Ticks with histories, trails and frames do not allocate, as counted by the global allocator.

use crate::common::{Window, scene};
use sim_fuzz::{all_allocations, alone};
use sim_runner::{Command, Speed, TrailOptions};
use std::time::Duration;

#[test]
fn a_run_in_a_window_does_not_allocate() {
    alone(|| {
        let mut window = Window::of(scene(&sim_engine_tests::scanning_swarm(40)));
        let series: Vec<_> = (0..20).map(|n| window.runner().subscribe(n, n, 1000)).collect();
        window.send(Command::Trails(Some(TrailOptions { points: 2000, ..TrailOptions::default() })));
        window.send(Command::Select((0..40).collect()));
        window.send(Command::Contacts(true));
        window.send(Command::FrameRate(240.0));
        window.send(Command::Speed(Speed::Unlimited));
        window.send(Command::Play);
        // By now there have been contacts, buffers have grown, and the rings of histories have wrapped.
        window.frame(|frame| frame.tick > 1500);
        // A new set of contacts may grow a buffer of the engine once more; an allocation per tick or frame would show in each of
        // these spans.
        let mut seen = Vec::new();
        for _ in 0..20 {
            let (before, from) = (all_allocations(), window.runner().frame().tick);
            let (mut ticks, mut frames, mut last) = (0, 0, from);
            while ticks < 200 || frames < 5 {
                let tick = window.runner().frame().tick;
                frames += u64::from(tick != last);
                (ticks, last) = (tick - from, tick);
                std::thread::sleep(Duration::from_millis(1));
            }
            let allocations = all_allocations() - before;
            seen.push((ticks, frames, allocations));
        }
        assert!(series.iter().all(|series| series.len() == series.capacity()));
        assert!(seen.iter().any(|(.., allocations)| *allocations == 0), "ticks, frames, allocations: {seen:?}");
    });
}
