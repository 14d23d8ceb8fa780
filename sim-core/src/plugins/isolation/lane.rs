//! Memory that the program and the process of a library share: lanes, on each of which one thread of the program waits for one
//! thread of the process.
//!
//! The process may be hostile and may write here whenever it likes. So nothing here is more than numbers, all of them atomic; a
//! message is copied before it is looked at.

use super::solids_area::Area;
use super::system;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::*};
use std::time::Duration;

/// Lanes: so many threads of the program may be in calls at a time, those within calls of services counted.
pub(super) const LANES: usize = 32;
/// Words that a lane holds; longer messages go in pieces.
pub(super) const CAPACITY: usize = 32 << 10;

/// One direction of a lane. It has a part of the processor's cache for itself.
#[repr(C, align(128))]
pub(super) struct Signal {
    /// Number of the message that waits to be read.
    turn: AtomicU32,
    /// Whoever reads it sleeps.
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
    /// Instance whose step is made, of several; what the process of a library says.
    stepping: AtomicU32,
    /// State of the solids that are lent for the steps that are made; 0 where none are.
    solids: AtomicU64,
    data: [AtomicU64; CAPACITY],
}

/// What both processes see. All bytes zero are a valid value.
#[repr(C)]
pub(super) struct Shared {
    /// Lanes that are in use, from the first on.
    pub(super) wanted: AtomicU32,
    pub(super) lanes: [Lane; LANES],
    pub(super) solids: Area,
}

// SAFETY: atomic numbers alone, for which all bytes are a value.
unsafe impl system::Common for Shared {}

/// Memory with lanes.
pub(super) type Memory = system::Memory<Shared>;

impl Signal {
    /// Gives a message to the other side.
    pub(super) fn give(&self, turn: u32) {
        self.turn.store(turn, SeqCst);
        if self.sleeps.swap(0, SeqCst) != 0 {
            system::wake(&self.turn);
        }
    }

    /// Whether this message has come.
    #[inline]
    pub(super) fn has(&self, turn: u32) -> bool {
        self.turn.load(Acquire) == turn
    }

    /// Number of the message that has come last.
    #[inline]
    pub(super) fn turn(&self) -> u32 {
        self.turn.load(Acquire)
    }

    /// Sleeps until a message comes that is not the one with the number `seen`, or for so long; it may wake before.
    pub(super) fn sleep(&self, seen: u32, at_most: Option<Duration>) {
        self.sleeps.store(1, SeqCst);
        if self.turn.load(SeqCst) == seen {
            system::sleep(&self.turn, seen, at_most);
        }
        self.sleeps.store(0, SeqCst);
    }

    /// Wakes whoever waits, for another reason than a message.
    pub(super) fn disturb(&self) {
        self.turn.fetch_xor(1 << 31, SeqCst);
        system::wake(&self.turn);
    }
}

impl Lane {
    /// Says whose step is made, of several; 0 for none.
    pub(super) fn set_stepping(&self, instance: u32) {
        self.stepping.store(instance, Relaxed);
    }

    /// Whose step is made, of several.
    pub(super) fn stepping(&self) -> u32 {
        self.stepping.load(Relaxed)
    }

    /// Says in which state the solids are that are lent for the steps that are made; 0 where none are.
    pub(super) fn set_solids(&self, number: u64) {
        self.solids.store(number, Relaxed);
    }

    /// In which state the solids are that are lent for the steps that are made; 0 where none are.
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

    /// Adds the words of the message that lies here to `to`, and gives its kind. None where its length cannot be.
    pub(super) fn read(&self, to: &mut Vec<u64>) -> Option<u32> {
        let (kind, words) = (self.kind.load(Relaxed), self.words.load(Relaxed) as usize);
        let data = self.data.get(..words)?;
        to.extend(data.iter().map(|place| place.load(Relaxed)));
        Some(kind)
    }
}

/// How often a thread looks for something before it goes to sleep for it: often where that has come in time so far.
///
/// A thread that lent the processor to others in between would be taken for one that is not in a hurry: Linux puts off who does so
/// again and again, on a busy machine for seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience(u32);

impl Patience {
    /// In the beginning, and where nothing has come in time: some microseconds.
    pub(super) const LEAST: Self = Self(200);
    /// Some ten microseconds: as long as it takes to fall asleep and to be woken.
    const MOST: u32 = 2000;

    /// Waits a moment. Gives whether it has come.
    #[inline]
    pub(super) fn wait(&mut self, mut has_come: impl FnMut() -> bool) -> bool {
        if has_come() {
            return true;
        }
        for _ in 0..self.0 {
            std::hint::spin_loop();
            if has_come() {
                self.0 = (self.0 * 2).min(Self::MOST);
                return true;
            }
        }
        self.0 = (self.0 / 2).max(Self::LEAST.0);
        false
    }
}
