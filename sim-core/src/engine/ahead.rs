//! Fetching what the next movers need while the present one is at work.
//!
//! With thousands of robots no cache holds them all, and a robot's parts lie in memory where their libraries have put
//! them. The order of the movers is known, so the processor can be told ahead of time what it will be asked for.

use super::mover::{Drive, HOT, Mover, Slot};
use crate::plugins::Table;
use crate::prefetch::{LINE, fetch_bytes};

/// How many movers ahead each ring of memory is asked for: first the mover, then what it points to, then what that
/// points to.
const MOVER: usize = 4;
const PARTS: usize = 2;
const INSTANCES: usize = 1;

/// Movers that the nearest caches hold anyway.
const FEW: usize = 16;

/// Asks for what the movers after number `present` will need.
#[inline]
pub(super) fn fetch(movers: &[Mover], present: usize) {
    if movers.len() <= FEW {
        return;
    }
    if let Some(mover) = movers.get(present + MOVER) {
        fetch_bytes(std::ptr::from_ref(mover).cast::<u8>().wrapping_add(HOT), size_of::<Mover>() - HOT);
    }
    if let Some(mover) = movers.get(present + PARTS) {
        fetch_slice(&mover.telemetry);
        fetch_slice(&mover.sensors);
        fetch_slice(&mover.actuators);
        fetch_slice(&mover.joints);
        fetch_slice(&mover.command_limits);
        fetch_slice(&mover.random);
        fetch_slice(&mover.memory);
    }
    if let Some(mover) = movers.get(present + INSTANCES) {
        mover.sensors.iter().for_each(|sensor| fetch_instance(&sensor.slot));
        mover.actuators.iter().for_each(|actuator| fetch_instance(&actuator.slot));
        mover.controller.iter().for_each(fetch_instance);
        if let Drive::Plugin(slot) = &mover.drive {
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
