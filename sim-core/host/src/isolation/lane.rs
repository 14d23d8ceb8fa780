//! Memory shared by the program and the process of a library. It consists of lanes; on each, one thread of the program waits
//! for one thread of the process.
//!
//! The process may be hostile and may write here at any time. So the memory contains only atomic numbers, and a message is
//! copied before it is read.

use super::solids_area::Area;
use super::system;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use std::time::Duration;

/// Number of lanes: the maximum number of concurrent calls, including nested calls made by services.
pub(super) const LANES: usize = 32;
/// Capacity of a lane, words; longer messages are sent in parts.
pub(super) const CAPACITY: usize = 32 << 10;

/// One direction of a lane, on its own cache lines.
#[repr(C, align(128))]
pub(super) struct Signal {
    /// Number of the message to be read.
    turn: AtomicU32,
    /// Whether the reader sleeps.
    sleeps: AtomicU32,
}

/// One lane.
#[repr(C)]
pub(super) struct Lane {
    /// To the process of the library.
    pub(super) down: Signal,
    /// To the program.
    pub(super) up: Signal,
    kind: AtomicU32,
    words: AtomicU32,
    /// Instance being stepped, of several; reported by the process.
    stepping: AtomicU32,
    /// State of the solids lent for the current steps; 0 if none are lent.
    solids: AtomicU64,
    data: [AtomicU64; CAPACITY],
}

/// Memory shared by both processes. All zero bytes are a valid value.
#[repr(C)]
pub(super) struct Shared {
    /// Number of lanes in use.
    pub(super) wanted: AtomicU32,
    pub(super) lanes: [Lane; LANES],
    pub(super) solids: Area,
}

// SAFETY: only atomic numbers, for which all bit patterns are valid.
unsafe impl system::Common for Shared {}

/// Memory with lanes.
pub(super) type Memory = system::Memory<Shared>;

impl Signal {
    /// Passes a message to the other side.
    pub(super) fn give(&self, turn: u32) {
        self.turn.store(turn, SeqCst);
        if self.sleeps.swap(0, SeqCst) != 0 {
            system::wake(&self.turn);
        }
    }

    /// Whether this message has arrived.
    #[inline]
    pub(super) fn has(&self, turn: u32) -> bool {
        self.turn.load(Acquire) == turn
    }

    /// Number of the latest message.
    #[inline]
    pub(super) fn turn(&self) -> u32 {
        self.turn.load(Acquire)
    }

    /// Sleeps until a message with a number other than `seen` arrives, or for at most `at_most`; may wake up earlier.
    pub(super) fn sleep(&self, seen: u32, at_most: Option<Duration>) {
        self.sleeps.store(1, SeqCst);
        if self.turn.load(SeqCst) == seen {
            system::sleep(&self.turn, seen, at_most);
        }
        self.sleeps.store(0, SeqCst);
    }

    /// Wakes the reader without a message.
    pub(super) fn disturb(&self) {
        self.turn.fetch_xor(1 << 31, SeqCst);
        system::wake(&self.turn);
    }
}

impl Lane {
    /// Sets the instance being stepped, of several; 0 for none.
    pub(super) fn set_stepping(&self, instance: u32) {
        self.stepping.store(instance, Relaxed);
    }

    /// The instance being stepped, of several.
    pub(super) fn stepping(&self) -> u32 {
        self.stepping.load(Relaxed)
    }

    /// Sets the state of the solids lent for the current steps; 0 if none are lent.
    pub(super) fn set_solids(&self, number: u64) {
        self.solids.store(number, Relaxed);
    }

    /// State of the solids lent for the current steps; 0 if none are lent.
    pub(super) fn solids(&self) -> u64 {
        self.solids.load(Relaxed)
    }

    /// Writes a message of at most [`CAPACITY`] words.
    pub(super) fn write(&self, kind: u32, words: &[u64]) {
        let words = &words[..words.len().min(CAPACITY)];
        self.data.iter().zip(words).for_each(|(place, word)| place.store(*word, Relaxed));
        self.words.store(words.len() as u32, Relaxed);
        self.kind.store(kind, Relaxed);
    }

    /// Appends the words of the current message to `to` and returns its kind; `None` if its length is invalid.
    pub(super) fn read(&self, to: &mut Vec<u64>) -> Option<u32> {
        let (kind, words) = (self.kind.load(Relaxed), self.words.load(Relaxed) as usize);
        let data = self.data.get(..words)?;
        to.extend(data.iter().map(|place| place.load(Relaxed)));
        Some(kind)
    }
}

/// Number of spins before a thread sleeps. It doubles after each success and halves after each failure.
///
/// The thread does not yield between spins: Linux deprioritizes threads that yield repeatedly, for seconds on a busy machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpinWait(u32);

impl SpinWait {
    /// Initial count, and the count after an unsuccessful spin: a few microseconds.
    pub(super) const LEAST: Self = Self(200);
    /// Maximum: tens of microseconds, about the cost of sleeping and waking up.
    const MAX: u32 = 2000;

    /// Spins for a moment. Returns whether the condition was met.
    #[inline]
    pub(super) fn wait(&mut self, mut has_come: impl FnMut() -> bool) -> bool {
        if has_come() {
            return true;
        }
        for _ in 0..self.0 {
            std::hint::spin_loop();
            if has_come() {
                self.0 = (self.0 * 2).min(Self::MAX);
                return true;
            }
        }
        self.0 = (self.0 / 2).max(Self::LEAST.0);
        false
    }
}
