//! Prefetches the data of the next movers while the current one is computed.
//!
//! With thousands of robots not all fit into the cache, and the parts of a robot are scattered in memory, wherever their libraries have
//! allocated them. The order of the movers is known, so the data can be prefetched.

use super::mover::{Drive, HOT, Mover, Slot};
use super::mover_step::Phase;
use crate::prefetch::{LINE, fetch_bytes};
use sim_host::Table;
use std::ops::Range;

/// Prefetch distance of each level of indirection, in movers: first the mover, then the data it points to, then the data that points to.
const MOVER: usize = 4;
const PARTS: usize = 2;
const INSTANCES: usize = 1;

/// Number of movers that fit into the inner caches anyway.
const FEW: usize = 16;

/// Prefetches the data that the movers after index `present` need for these phases.
#[inline(always)]
pub(super) fn fetch(movers: &[Mover], present: usize, phases: &Range<usize>) {
    if movers.len() <= FEW {
        return;
    }
    let comes = |phase: Phase| phases.contains(&(phase as usize));
    if let Some(mover) = movers.get(present + MOVER) {
        fetch_bytes(std::ptr::from_ref(mover).cast::<u8>().wrapping_add(HOT.start), HOT.end - HOT.start);
    }
    if let Some(mover) = movers.get(present + PARTS) {
        fetch_slice(&mover.telemetry.values);
        fetch_slice(&mover.joints.states);
        fetch_slice(&mover.components.random);
        if comes(Phase::Sense) {
            fetch_slice(&mover.components.sensors);
        }
        if comes(Phase::Control) {
            fetch_slice(&mover.commands.limits);
        }
        if comes(Phase::Actuate) {
            fetch_slice(&mover.components.actuators);
        }
        if comes(Phase::Move) {
            fetch_slice(&mover.components.memory);
        }
    }
    if let Some(mover) = movers.get(present + INSTANCES) {
        if comes(Phase::Sense) {
            mover.components.sensors.iter().for_each(|sensor| fetch_instance(&sensor.slot));
        }
        if comes(Phase::Control) {
            mover.components.controller.iter().for_each(fetch_instance);
        }
        if comes(Phase::Actuate) {
            mover.components.actuators.iter().for_each(|actuator| fetch_instance(&actuator.slot));
        }
        if comes(Phase::Move)
            && let Drive::Plugin(slot) = &mover.components.drive
        {
            fetch_instance(slot);
        }
    }
}

/// The start of a component; only its library knows its size.
#[inline]
fn fetch_instance<T: Table>(slot: &Slot<T>) {
    fetch_bytes(slot.instance.pointer().cast(), 2 * LINE);
}

#[inline]
fn fetch_slice<T>(slice: &[T]) {
    /// Beyond this length, bytes, the hardware prefetcher has detected the pattern.
    const FAR: usize = 8 * LINE;
    fetch_bytes(slice.as_ptr().cast(), size_of_val(slice).min(FAR));
}
