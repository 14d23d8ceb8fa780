//! The step of all movers before collisions, on all available threads.
//!
//! The step of a mover does not depend on the others, so each mover runs through its phases ([`mover_step`](super::mover_step)) alone. If
//! components run in other processes, the steps of many movers are exchanged together: each mover of a group runs until it reaches such a
//! step, which is only collected; then the steps of the group are sent to their processes, and while these compute them, the movers of
//! another group continue.

use super::backup::Backup;
use super::collected::{Stage, Steps};
use super::mover::{Drive, Incident, Motion, Mover};
use super::mover_step::{PHASES, Phase, begin, conclude, restore_traps, run};
use super::prefetch_movers;
use super::robot_calls::Calls;
use super::tick::Tick;
use super::world::World;
use rayon::prelude::*;
use sim_host::{any_isolated, batch::BATCHES};
use std::cell::RefCell;

/// Movers per task.
const MOVERS_PER_TASK: usize = 32;

/// Maximum number of movers per group if one thread computes all movers: enough that the cost of the exchange is small compared to the
/// steps, and few enough that the data touched while collecting the steps is still in the CPU cache when the results are delivered.
const MAX_PER_GROUP: usize = 160;

/// The same if all threads compute movers: with one thread per CPU core, none is left for the other processes, so each exchange costs a
/// scheduler time slice.
const MAX_PER_SHARED_GROUP: usize = 250;

/// Per-thread memory for computing movers.
struct Scratch {
    /// Copies of data that a dynamics may overwrite with invalid values.
    backup: Backup,
    /// Incidents of the current mover in this tick.
    incidents: RefCell<Vec<Incident>>,
    groups: [Group; BATCHES],
}

/// Data of movers whose steps in other processes run together.
struct Group {
    steps: RefCell<Steps>,
    /// Incidents of each mover in this tick.
    incidents: Vec<RefCell<Vec<Incident>>>,
    /// Index of the phase in which a step of each mover was collected, or the number of phases.
    reached: Vec<usize>,
    /// The movers have started their phases.
    begun: bool,
}

thread_local! {
    /// Small enough to stay in the L1 cache.
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch {
        backup: Backup::default(),
        incidents: RefCell::default(),
        groups: std::array::from_fn(Group::of),
    });
}

/// Whether there are enough movers for multiple threads.
pub(super) fn is_worth_sharing(movers: &[Mover]) -> bool {
    movers.len() > MOVERS_PER_TASK
}

/// Steps all movers; writes the new pose of each mover, and other data for the later phases, to `motions`, in the same order.
pub(super) fn advance_all(movers: &mut [Mover], motions: &mut [Motion], world: &World, tick: Tick, parallel: bool) {
    let collects = any_isolated() && movers.iter().filter(|mover| crosses_anywhere(mover)).nth(1).is_some();
    if !parallel {
        return match collects {
            true => in_groups(movers, motions, world, tick, MAX_PER_GROUP),
            false => alone(movers, motions, world, tick),
        };
    }
    // A thread with several groups need not wait for the other processes.
    let share = if collects { movers.len().div_ceil(rayon::current_num_threads()) } else { MOVERS_PER_TASK };
    let tasks = movers.par_chunks_mut(share).zip(motions.par_chunks_mut(share));
    // Otherwise a thread would take a quarter of all at once, and the other would wait for it at the end.
    tasks.with_max_len(1).for_each(|(movers, motions)| match collects && movers.iter().any(crosses_anywhere) {
        true => in_groups(movers, motions, world, tick, MAX_PER_SHARED_GROUP),
        false => alone(movers, motions, world, tick),
    });
}

/// Steps movers one after the other.
fn alone(movers: &mut [Mover], motions: &mut [Motion], world: &World, tick: Tick) {
    SCRATCH.with_borrow_mut(|Scratch { backup, incidents, .. }| {
        for (number, motion) in motions.iter_mut().enumerate() {
            prefetch_movers::fetch(movers, number, &(0..PHASES.len()));
            let mover = &mut movers[number];
            begin(mover, tick);
            let mut calls = Calls::of(&mover.identity, incidents, world, tick);
            PHASES.into_iter().for_each(|phase| run(phase, mover, backup, &mut calls));
            *motion = conclude(mover, incidents, world, tick);
        }
    });
}

/// Whether a component of a mover runs in another process.
fn crosses_anywhere(mover: &Mover) -> bool {
    PHASES.into_iter().any(|phase| crosses(mover, phase))
}

/// Whether a component that a mover calls in this phase runs in another process.
fn crosses(mover: &Mover, phase: Phase) -> bool {
    match phase {
        Phase::Sense => mover.components.sensors.iter().any(|sensor| sensor.slot.instance.is_isolated()),
        Phase::Control => {
            mover.commands.program.is_none()
                && mover.components.controller.as_ref().is_some_and(|slot| slot.instance.is_isolated())
        }
        Phase::Actuate => mover.components.actuators.iter().any(|actuator| actuator.slot.instance.is_isolated()),
        Phase::Move => matches!(&mover.components.drive, Drive::Plugin(slot) if slot.instance.is_isolated()),
    }
}

/// Steps movers, at least one of which has components in other processes, with at most `most_per_group` movers per group.
fn in_groups(movers: &mut [Mover], motions: &mut [Motion], world: &World, tick: Tick, most_per_group: usize) {
    SCRATCH.with_borrow_mut(|Scratch { backup, groups, .. }| {
        let size = movers.len().div_ceil(movers.len().div_ceil(most_per_group));
        let mut left = movers.chunks_mut(size).zip(motions.chunks_mut(size));
        let mut under_way = [const { None }; BATCHES];
        // The group whose steps are currently running in the other processes.
        let mut sent: Option<usize> = None;
        for number in (0..BATCHES).cycle() {
            let collected = loop {
                let group = &mut groups[number];
                let (movers, motions) = match &mut under_way[number] {
                    Some(movers) => movers,
                    nobody => {
                        let Some(next) = left.next() else { break false };
                        group.begin(next.0.len());
                        nobody.insert(next)
                    }
                };
                if group.go_on(movers, motions, backup, (world, tick)) {
                    break true;
                }
                under_way[number] = None;
            };
            if let Some(other) = sent.take() {
                groups[other].steps.get_mut().receive();
            }
            if collected {
                groups[number].steps.get_mut().send(world);
                sent = Some(number);
            }
            if under_way.iter().all(Option::is_none) {
                return;
            }
        }
    });
}

impl Group {
    /// A group whose steps use this batch of the thread.
    fn of(batch: usize) -> Self {
        let (incidents, reached) = (Vec::new(), Vec::new());
        Self { steps: RefCell::new(Steps::of(batch)), incidents, reached, begun: false }
    }

    /// Prepares it for this number of movers.
    fn begin(&mut self, movers: usize) {
        self.steps.get_mut().begin();
        self.incidents.resize_with(movers.max(self.incidents.len()), RefCell::default);
        self.incidents.iter_mut().for_each(|incidents| incidents.get_mut().clear());
        self.reached.clear();
        self.reached.resize(movers, 0);
        self.begun = false;
    }

    /// Runs each mover to its next step in another process, or to the end of the tick. Returns whether there are such steps.
    fn go_on(
        &mut self,
        movers: &mut [Mover],
        motions: &mut [Motion],
        backup: &mut Backup,
        (world, tick): (&World, Tick),
    ) -> bool {
        let Self { steps, incidents, reached, begun } = self;
        let mut collected = false;
        // Most movers run through the same phases as the previous one.
        let mut expected_phases = 0..PHASES.len();
        for (number, motion) in motions.iter_mut().enumerate() {
            if reached[number] == PHASES.len() {
                continue;
            }
            prefetch_movers::fetch(movers, number, &expected_phases);
            expected_phases.start = reached[number];
            let (mover, incidents) = (&mut movers[number], &mut incidents[number]);
            if !*begun {
                begin(mover, tick);
            }
            let mut calls = Calls::of(&mover.identity, incidents, world, tick);
            let mut phases = reached[number]..PHASES.len();
            if *begun && let Some(phase) = phases.next() {
                calls.stage = Stage::Deliver(steps);
                run(PHASES[phase], mover, backup, &mut calls);
                calls.stage = Stage::Direct;
            }
            while !phases.is_empty() && !crosses(mover, PHASES[phases.start]) {
                run(PHASES[phases.start], mover, backup, &mut calls);
                phases.start += 1;
            }
            reached[number] = phases.start;
            expected_phases.end = (phases.start + 1).min(PHASES.len());
            if phases.is_empty() {
                drop(calls);
                *motion = conclude(mover, incidents, world, tick);
            } else {
                calls.stage = Stage::Collect(steps);
                run(PHASES[phases.start], mover, backup, &mut calls);
                restore_traps(&mover.identity, &mut incidents.borrow_mut());
                collected = true;
            }
        }
        *begun = true;
        collected
    }
}
