//! Buffers that go round between the simulation and the writer.
//!
//! A fixed set of packets: the simulation fills one and gets an empty one back, the writer empties one and returns it.
//! When none is empty the simulation waits, so nothing is lost. Mutex and condition variables alone, because a channel
//! may allocate when it blocks.

use super::event::Event;
use super::scenery::{Entity, ScanSource};
use super::{RecordingError, Result};
use sim_abi::math::BodyState;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One frame and the events before it, or events alone.
#[derive(Debug, Default)]
pub(super) struct Packet {
    /// Whether there is a frame.
    pub framed: bool,
    pub tick: u64,
    pub time: f64,
    pub bodies: Vec<BodyState>,
    pub objects: Vec<BodyState>,
    /// Telemetry of all robots, one after the other.
    pub telemetry: Vec<f64>,
    /// Values of the scans that are new, one after the other.
    pub scans: Vec<f64>,
    /// Where each scan of [`Scenery::scans`](super::Scenery::scans) begins in `scans`; none of one that is not new.
    pub scan_starts: Vec<Option<usize>>,
    pub events: Vec<Event>,
    /// Things of the scene that never move, when some have come or gone.
    pub scenery: Option<Vec<Entity>>,
}

impl Packet {
    /// Empty, with room for a frame and some events.
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
    /// The simulation sends no more.
    closed: bool,
    /// The writer takes no more.
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

/// What the writer gets.
pub(super) enum Next {
    Packet(Packet),
    /// Nothing came before the given moment.
    Late,
    Closed,
}

impl Queue {
    /// With so many packets to go round.
    pub(super) fn new(count: usize, make: impl Fn() -> Packet) -> Self {
        let state = State {
            empty: (0..count).map(|_| make()).collect(),
            full: VecDeque::with_capacity(count + 1),
            ..State::default()
        };
        Self { state: Mutex::new(state), ..Self::default() }
    }

    // No code that can panic runs under the lock, and the state is whole between its statements.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands over a full packet for an empty one. Says how long it waited for it. `None` if the writer has stopped.
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

    /// Hands over the last packet.
    pub(super) fn close(&self, packet: Packet) {
        let mut state = self.lock();
        state.full.push_back(packet);
        state.closed = true;
        self.filled.notify_one();
    }

    /// Waits for a packet, at most until `until`.
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

    /// Gives a packet back.
    pub(super) fn recycle(&self, mut packet: Packet) {
        packet.clear();
        self.lock().empty.push(packet);
        self.emptied.notify_one();
    }

    /// The writer takes no more.
    pub(super) fn stop(&self, error: Option<RecordingError>) {
        let mut state = self.lock();
        state.stopped = true;
        state.error = state.error.take().or(error);
        self.emptied.notify_all();
    }

    /// The error that stopped the writer, once.
    pub(super) fn take_error(&self) -> Result {
        self.lock().error.take().map_or(Ok(()), Err)
    }
}
