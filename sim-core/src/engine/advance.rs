//! The step of all movers before collisions, on as many threads as there are.
//!
//! What a mover does in a tick does not depend on the others, so each goes through its phases
//! ([`mover_step`](super::mover_step)) alone. Where components run in other processes, their steps of a phase cross to each process
//! together: all movers come to that phase first, and what those components shall do there is collected; then it is done in one
//! exchange with each process, and all movers go on with what has come of it.

use super::ahead;
use super::backup::Backup;
use super::collected::{Stage, Steps};
use super::mover::{Drive, Incident, Motion, Mover};
use super::mover_step::{PHASES, Phase, begin, conclude, restore_traps, run};
use super::robot_calls::Calls;
use super::tick::Tick;
use super::world::World;
use crate::plugins::any_isolated;
use rayon::prelude::*;
use std::cell::RefCell;

/// Movers that a thread takes at once.
const MOVERS_PER_TASK: usize = 32;

/// Memory that a thread needs for the movers that it computes.
#[derive(Default)]
struct Scratch {
    /// Copies of what a dynamics may overwrite with wrong values.
    backup: Backup,
    /// Incidents of the mover that is computed, in this tick.
    incidents: RefCell<Vec<Incident>>,
    /// Steps in other processes, and the incidents of each mover then.
    steps: RefCell<Steps>,
    all_incidents: Vec<RefCell<Vec<Incident>>>,
}

thread_local! {
    /// Small enough to stay in the first-level cache.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Whether there are enough movers for more than one thread.
pub(super) fn is_worth_sharing(movers: &[Mover]) -> bool {
    movers.len() > MOVERS_PER_TASK
}

/// The step of all movers; `motions` receives the new pose of each, and what else the phases after it need, in their order.
pub(super) fn advance_all(movers: &mut [Mover], motions: &mut [Motion], world: &World, tick: Tick, parallel: bool) {
    let collects = any_isolated() && movers.iter().filter(|mover| crosses_anywhere(mover)).nth(1).is_some();
    if !parallel {
        return if collects { collect(movers, motions, world, tick) } else { alone(movers, motions, world, tick) };
    }
    // The more movers in another process at once, the fewer exchanges.
    let share = if collects { movers.len().div_ceil(rayon::current_num_threads()) } else { MOVERS_PER_TASK };
    let tasks = movers.par_chunks_mut(share).zip(motions.par_chunks_mut(share));
    // Else a thread takes a quarter of all at once, and the other one waits for it at the end.
    tasks.with_max_len(1).for_each(|(movers, motions)| match collects && movers.iter().any(crosses_anywhere) {
        true => collect(movers, motions, world, tick),
        false => alone(movers, motions, world, tick),
    });
}

/// The step of movers one after the other.
fn alone(movers: &mut [Mover], motions: &mut [Motion], world: &World, tick: Tick) {
    SCRATCH.with_borrow_mut(|Scratch { backup, incidents, .. }| {
        for (number, motion) in motions.iter_mut().enumerate() {
            ahead::fetch(movers, number);
            let mover = &mut movers[number];
            begin(mover, tick);
            let mut calls = Calls::of(mover, incidents, world, tick);
            PHASES.into_iter().for_each(|phase| run(phase, mover, backup, &mut calls));
            *motion = conclude(mover, incidents, world, tick);
        }
    });
}

/// Whether a component of a mover runs in another process.
fn crosses_anywhere(mover: &Mover) -> bool {
    PHASES.into_iter().any(|phase| crosses(mover, phase))
}

/// Whether a component that a mover calls in a phase runs in another process.
fn crosses(mover: &Mover, phase: Phase) -> bool {
    match phase {
        Phase::Sense => mover.sensors.iter().any(|sensor| sensor.slot.instance.is_isolated()),
        Phase::Control => mover.controller.as_ref().is_some_and(|slot| slot.instance.is_isolated()),
        Phase::Actuate => mover.actuators.iter().any(|actuator| actuator.slot.instance.is_isolated()),
        Phase::Move => matches!(&mover.drive, Drive::Plugin(slot) if slot.instance.is_isolated()),
    }
}

/// The step of movers whose components run in other processes, or of some of them.
fn collect(movers: &mut [Mover], motions: &mut [Motion], world: &World, tick: Tick) {
    SCRATCH.with_borrow_mut(|Scratch { backup, steps, all_incidents, .. }| {
        steps.get_mut().begin();
        all_incidents.resize_with(movers.len().max(all_incidents.len()), RefCell::default);
        all_incidents.iter_mut().for_each(|incidents| incidents.get_mut().clear());
        // Phases that are done. Of the last one only the answers are missing where it crosses to another process.
        let (mut done, mut made) = (0, false);
        for (next, phase) in PHASES.into_iter().enumerate() {
            if !movers.iter().any(|mover| crosses(mover, phase)) {
                continue;
            }
            for number in 0..movers.len() {
                ahead::fetch(movers, number);
                let (mover, incidents) = (&mut movers[number], &all_incidents[number]);
                if !made {
                    begin(mover, tick);
                }
                let mut calls = Calls::of(mover, incidents, world, tick);
                go_on(mover, backup, &mut calls, done..next, made.then_some(steps));
                calls.stage = Stage::Collect(steps);
                run(phase, mover, backup, &mut calls);
                restore_traps(mover, &mut incidents.borrow_mut());
            }
            steps.borrow_mut().exchange(world);
            (done, made) = (next, true);
        }
        for (number, motion) in motions.iter_mut().enumerate() {
            ahead::fetch(movers, number);
            let (mover, incidents) = (&mut movers[number], &mut all_incidents[number]);
            let mut calls = Calls::of(mover, incidents, world, tick);
            go_on(mover, backup, &mut calls, done..PHASES.len(), made.then_some(steps));
            drop(calls);
            *motion = conclude(mover, incidents, world, tick);
        }
    });
}

/// Runs phases of a mover, the first of them with what has come of its collected steps if they were made.
fn go_on<'a>(
    mover: &mut Mover,
    backup: &mut Backup,
    calls: &mut Calls<'a>,
    phases: std::ops::Range<usize>,
    made: Option<&'a RefCell<Steps>>,
) {
    calls.stage = made.map_or(Stage::Direct, Stage::Deliver);
    for phase in &PHASES[phases] {
        run(*phase, mover, backup, calls);
        calls.stage = Stage::Direct;
    }
}
