//! Queue of commands to the simulation.

use crate::command::Command;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A queue whose receiver never allocates, not even when it waits.
#[derive(Default)]
pub(crate) struct Mailbox {
    commands: Mutex<VecDeque<Command>>,
    arrived: Condvar,
    /// Whether there are commands: read every tick, without the lock.
    pending: AtomicBool,
}

impl Mailbox {
    // No code that can panic runs under the lock.
    fn lock(&self) -> MutexGuard<'_, VecDeque<Command>> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a command. Removes pending commands that it makes obsolete.
    pub(crate) fn send(&self, mut command: Command) {
        let mut commands = self.lock();
        remove_superseded(&mut commands, &mut command);
        commands.push_back(command);
        drop(commands);
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

/// Removes pending commands at the end of the queue that the new one would override immediately: a scene to be rebuilt, or a pose
/// of the same thing.
fn remove_superseded(commands: &mut VecDeque<Command>, command: &mut Command) {
    match command {
        Command::Rebuild { back, .. } => {
            let images = commands.iter().rev().take_while(|waiting| matches!(waiting, Command::Images(_))).count();
            let place = commands.len() - images;
            if let Some(Command::Rebuild { back: before, .. }) = place.checked_sub(1).map(|place| &commands[place]) {
                *back |= before;
                commands.remove(place - 1);
            }
        }
        Command::PlaceRobot { robot, .. } => {
            if matches!(commands.back(), Some(Command::PlaceRobot { robot: before, .. }) if before == robot) {
                commands.pop_back();
            }
        }
        Command::PlaceObject { object, .. } => {
            if matches!(commands.back(), Some(Command::PlaceObject { object: before, .. }) if before == object) {
                commands.pop_back();
            }
        }
        _ => {}
    }
}
