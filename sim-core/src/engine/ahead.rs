//! Fetching what the next movers need while the present one is at work.
//!
//! With thousands of robots no cache holds them all, and a robot's parts lie in memory where their libraries have put
//! them. The order of the movers is known, so the processor can be told ahead of time what it will be asked for.

use super::mover::{Drive, HOT, Mover, Slot};
use super::mover_step::Phase;
use crate::plugins::Table;
use crate::prefetch::{LINE, fetch_bytes};
use std::ops::Range;

/// How many movers ahead each ring of memory is asked for: first the mover, then what it points to, then what that
/// points to.
const MOVER: usize = 4;
const PARTS: usize = 2;
const INSTANCES: usize = 1;

/// Movers that the nearest caches hold anyway.
const FEW: usize = 16;

/// Asks for what the movers after number `present` will need if they go through these of their phases.
#[inline(always)]
pub(super) fn fetch(movers: &[Mover], present: usize, phases: &Range<usize>) {
    if movers.len() <= FEW {
        return;
    }
    let comes = |phase: Phase| phases.contains(&(phase as usize));
    if let Some(mover) = movers.get(present + MOVER) {
        fetch_bytes(std::ptr::from_ref(mover).cast::<u8>().wrapping_add(HOT), size_of::<Mover>() - HOT);
    }
    if let Some(mover) = movers.get(present + PARTS) {
        fetch_slice(&mover.telemetry);
        fetch_slice(&mover.joints);
        fetch_slice(&mover.random);
        if comes(Phase::Sense) {
            fetch_slice(&mover.sensors);
        }
        if comes(Phase::Control) {
            fetch_slice(&mover.command_limits);
        }
        if comes(Phase::Actuate) {
            fetch_slice(&mover.actuators);
        }
        if comes(Phase::Move) {
            fetch_slice(&mover.memory);
        }
    }
    if let Some(mover) = movers.get(present + INSTANCES) {
        if comes(Phase::Sense) {
            mover.sensors.iter().for_each(|sensor| fetch_instance(&sensor.slot));
        }
        if comes(Phase::Control) {
            mover.controller.iter().for_each(fetch_instance);
        }
        if comes(Phase::Actuate) {
            mover.actuators.iter().for_each(|actuator| fetch_instance(&actuator.slot));
        }
        if comes(Phase::Move)
            && let Drive::Plugin(slot) = &mover.drive
        {
            fetch_instance(slot);
        }
    }
}

/// The beginning of a component: how large it is only its library knows.
#[inline]
fn fetch_instance<T: Table>(slot: &Slot<T>) {
    fetch_bytes(slot.instance.pointer().cast(), 2 * LINE);
}

#[inline]
fn fetch_slice<T>(slice: &[T]) {
    /// Beyond this the processor itself has noticed the pattern, bytes.
    const FAR: usize = 8 * LINE;
    fetch_bytes(slice.as_ptr().cast(), size_of_val(slice).min(FAR));
}
