//! What the simulation publishes and the window takes.

use crate::event::{Event, EventQueue, Events};
use crate::frame::Frame;
use crate::kept::KeptStates;
use crate::structure::{PluginList, Structure};
use crate::trails::Trails;
use std::sync::{Arc, Mutex, PoisonError};

/// Log lines and faults that wait for the window at most.
const EVENTS: usize = 4096;

/// The newest of something. The lock is held while a pointer is copied, no longer.
#[derive(Default)]
pub(crate) struct Newest<T>(Mutex<Arc<T>>);

impl<T> Newest<T> {
    pub(crate) fn put(&self, value: Arc<T>) {
        let old = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), value);
        // Dropped after the lock: the last one to have it may have much to free.
        drop(old);
    }

    pub(crate) fn get(&self) -> Arc<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Everything published.
pub(crate) struct Outbox {
    pub(crate) frame: Newest<Frame>,
    pub(crate) structure: Newest<Structure>,
    pub(crate) plugins: Newest<PluginList>,
    pub(crate) trails: Newest<Option<Trails>>,
    pub(crate) kept: Newest<KeptStates>,
    events: EventQueue,
}

impl Outbox {
    pub(crate) fn new() -> Self {
        Self {
            frame: Newest::default(),
            structure: Newest::default(),
            plugins: Newest::default(),
            trails: Newest::default(),
            kept: Newest::default(),
            events: EventQueue::new(EVENTS),
        }
    }

    pub(crate) fn tell(&self, event: Event) {
        self.events.push(event);
    }

    pub(crate) fn take_events(&self) -> Events {
        self.events.drain()
    }
}
