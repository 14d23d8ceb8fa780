//! Commands on their way to the simulation.

use crate::command::Command;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A queue whose receiver allocates nothing, not even when it waits.
#[derive(Default)]
pub(crate) struct Mailbox {
    commands: Mutex<VecDeque<Command>>,
    arrived: Condvar,
    /// Whether there are commands: asked in every tick, without the lock.
    pending: AtomicBool,
}

impl Mailbox {
    // No code that can panic runs under the lock.
    fn lock(&self) -> MutexGuard<'_, VecDeque<Command>> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a command.
    pub(crate) fn send(&self, command: Command) {
        self.lock().push_back(command);
        self.pending.store(true, Ordering::Release);
        self.arrived.notify_one();
    }

    /// Whether there are commands.
    pub(crate) fn is_pending(&self) -> bool {
        self.pending.load(Ordering::Acquire)
    }

    /// Takes the oldest command.
    pub(crate) fn take(&self) -> Option<Command> {
        let mut commands = self.lock();
        let command = commands.pop_front();
        self.pending.store(!commands.is_empty(), Ordering::Release);
        command
    }

    /// Waits for a command. Returns whether there is one.
    pub(crate) fn wait(&self, timeout: Duration) -> bool {
        let commands = self.lock();
        let waited = self.arrived.wait_timeout_while(commands, timeout, |commands| commands.is_empty());
        !waited.unwrap_or_else(PoisonError::into_inner).0.is_empty()
    }
}
