//! Data published by the simulation for the window.

use crate::event::{Event, EventQueue, Events};
use crate::frame::Frame;
use crate::saved_states::SavedStates;
use crate::structure::{PluginList, Structure};
use crate::trails::Trails;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of queued log lines and faults.
const EVENTS: usize = 4096;

/// The latest version of something. The lock is held only while a pointer is copied.
#[derive(Default)]
pub(crate) struct Newest<T>(Mutex<Arc<T>>);

impl<T> Newest<T> {
    pub(crate) fn put(&self, value: Arc<T>) {
        let old = std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), value);
        // Dropped after the lock is released: the last owner may have much to free.
        drop(old);
    }

    pub(crate) fn get(&self) -> Arc<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// All published data.
pub(crate) struct Outbox {
    pub(crate) frame: Newest<Frame>,
    pub(crate) structure: Newest<Structure>,
    pub(crate) plugins: Newest<PluginList>,
    pub(crate) trails: Newest<Option<Trails>>,
    pub(crate) saved_states: Newest<SavedStates>,
    events: EventQueue,
}

impl Outbox {
    pub(crate) fn new() -> Self {
        Self {
            frame: Newest::default(),
            structure: Newest::default(),
            plugins: Newest::default(),
            trails: Newest::default(),
            saved_states: Newest::default(),
            events: EventQueue::new(EVENTS),
        }
    }

    pub(crate) fn send(&self, event: Event) {
        self.events.push(event);
    }

    pub(crate) fn take_events(&self) -> Events {
        self.events.drain()
    }
}
