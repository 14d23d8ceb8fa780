//! Buffers that circulate between the simulation and the writer.
//!
//! A fixed set of packets: the simulation fills one and receives an empty one, the writer empties one and returns it.
//! If no packet is empty, the simulation waits, so no data is lost. Uses a mutex and condition variables only, because
//! a channel may allocate when it blocks.

use super::event::Event;
use super::scenery::{Entity, ScanSource};
use super::{RecordingError, Result};
use sim_abi::math::BodyState;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One frame and the events before it, or events only.
#[derive(Debug, Default)]
pub(super) struct Packet {
    /// Whether it contains a frame.
    pub framed: bool,
    pub tick: u64,
    pub time: f64,
    pub bodies: Vec<BodyState>,
    pub objects: Vec<BodyState>,
    /// Telemetry of all robots, concatenated.
    pub telemetry: Vec<f64>,
    /// Values of the new scans, concatenated.
    pub scans: Vec<f64>,
    /// Start of each scan of [`Scenery::scans`](super::Scenery::scans) in `scans`; `None` if it is not new.
    pub scan_starts: Vec<Option<usize>>,
    pub events: Vec<Event>,
    /// Fixed entities of the scene, if some were added or removed.
    pub scenery: Option<Vec<Entity>>,
}

impl Packet {
    /// An empty packet with capacity for a frame and some events.
    pub(super) fn with_room(bodies: usize, objects: usize, telemetry: usize, scans: &[ScanSource]) -> Self {
        Self {
            bodies: Vec::with_capacity(bodies),
            objects: Vec::with_capacity(objects),
            telemetry: Vec::with_capacity(telemetry),
            scans: Vec::with_capacity(scans.iter().map(|scan| scan.values).sum()),
            scan_starts: Vec::with_capacity(scans.len()),
            events: Vec::with_capacity(64),
            ..Self::default()
        }
    }

    fn clear(&mut self) {
        self.framed = false;
        self.bodies.clear();
        self.objects.clear();
        self.telemetry.clear();
        self.scans.clear();
        self.scan_starts.clear();
        self.events.clear();
        self.scenery = None;
    }
}

#[derive(Default)]
struct State {
    empty: Vec<Packet>,
    full: VecDeque<Packet>,
    /// The simulation sends no more packets.
    closed: bool,
    /// The writer takes no more packets.
    stopped: bool,
    error: Option<RecordingError>,
}

/// The ring of packets.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    filled: Condvar,
    emptied: Condvar,
}

/// Result of waiting for a packet.
pub(super) enum Next {
    Packet(Packet),
    /// Nothing arrived in time.
    Late,
    Closed,
}

impl Queue {
    /// A queue with `count` packets.
    pub(super) fn new(count: usize, make: impl Fn() -> Packet) -> Self {
        let state = State {
            empty: (0..count).map(|_| make()).collect(),
            full: VecDeque::with_capacity(count + 1),
            ..State::default()
        };
        Self { state: Mutex::new(state), ..Self::default() }
    }

    // No code that can panic runs under the lock, and the state is consistent between its statements.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Exchanges a full packet for an empty one. Also returns the waiting time. `None` if the writer has stopped.
    pub(super) fn exchange(&self, packet: Packet) -> Option<(Packet, Option<Duration>)> {
        let mut state = self.lock();
        if state.stopped {
            return None;
        }
        if state.full.is_empty() {
            self.filled.notify_one();
        }
        state.full.push_back(packet);
        if let Some(empty) = state.empty.pop() {
            return Some((empty, None));
        }
        let start = Instant::now();
        loop {
            state = self.emptied.wait(state).unwrap_or_else(PoisonError::into_inner);
            if state.stopped {
                return None;
            }
            if let Some(empty) = state.empty.pop() {
                return Some((empty, Some(start.elapsed())));
            }
        }
    }

    /// Passes on the last packet.
    pub(super) fn close(&self, packet: Packet) {
        let mut state = self.lock();
        state.full.push_back(packet);
        state.closed = true;
        self.filled.notify_one();
    }

    /// Waits for a packet until `until` at most.
    pub(super) fn next(&self, until: Option<Instant>) -> Next {
        let mut state = self.lock();
        loop {
            if let Some(packet) = state.full.pop_front() {
                return Next::Packet(packet);
            }
            if state.closed {
                return Next::Closed;
            }
            state = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => self.filled.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(left) if left.is_zero() => return Next::Late,
                Some(left) => self.filled.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }

    /// Returns an empty packet.
    pub(super) fn recycle(&self, mut packet: Packet) {
        packet.clear();
        self.lock().empty.push(packet);
        self.emptied.notify_one();
    }

    /// Marks that the writer takes no more packets.
    pub(super) fn stop(&self, error: Option<RecordingError>) {
        let mut state = self.lock();
        state.stopped = true;
        state.error = state.error.take().or(error);
        self.emptied.notify_all();
    }

    /// Returns the error that stopped the writer, once.
    pub(super) fn take_error(&self) -> Result {
        self.lock().error.take().map_or(Ok(()), Err)
    }
}
