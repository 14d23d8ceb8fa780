//! States saved by the user for restoring.

use super::Worker;
use crate::event::Event;
use crate::saved_states::{SavedState, SavedStates};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{Simulation, Snapshot};
use sim_core::scene::LoadedScene;
use std::sync::Arc;

/// Maximum number of robots in all saved states together.
const ROBOTS: usize = 100_000;
/// Maximum number of saved states.
const MAX_STATES: usize = 32;

/// A state with the scene of its run.
pub(super) struct StoredState {
    snapshot: Snapshot,
    time: f64,
    scene: Arc<LoadedScene>,
}

impl Worker {
    /// Maximum number of saved states for the current scene.
    fn max_saved_states(&self) -> usize {
        (ROBOTS / self.simulation.as_ref().map_or(1, Simulation::robot_count).max(1)).clamp(1, MAX_STATES)
    }

    pub(super) fn take_snapshot(&mut self) {
        const COMMAND: &str = "save the state";
        let (Some(simulation), Some(scene)) = (&self.simulation, &self.scene) else {
            return self.refuse_without_scene(COMMAND);
        };
        let max = self.max_saved_states();
        if self.memory.saved.len() >= max {
            let diagnostic = Diagnostic::error(
                Code::ConfigValue,
                match max {
                    1 => "1 state is already saved".to_string(),
                    _ => format!("{max} states are already saved"),
                },
            )
            .with_expected(format!("at most {max}, to limit memory use"))
            .with_help("delete a saved state first");
            return self.refuse(COMMAND, diagnostic);
        }
        match simulation.snapshot() {
            Ok(snapshot) => {
                self.memory.last_id += 1;
                let (id, tick) = (self.memory.last_id, snapshot.tick());
                let stored = StoredState { snapshot, time: simulation.time(), scene: scene.clone() };
                self.memory.saved.insert(id, stored);
                self.publish_saved_states();
                self.out.send(Event::SnapshotTaken { id, tick });
            }
            Err(diagnostic) => self.refuse(COMMAND, diagnostic),
        }
    }

    pub(super) fn restore_snapshot(&mut self, id: u64) {
        const COMMAND: &str = "restore a saved state";
        let Some(stored) = self.memory.saved.remove(&id) else {
            let diagnostic = Diagnostic::error(Code::ConfigValue, format!("unknown saved state {id}"))
                .with_help("opening another scene deletes all saved states");
            return self.refuse(COMMAND, diagnostic);
        };
        match self.is_of_scene(&stored) {
            true => {
                self.go_to(&stored.snapshot, Some(id), COMMAND);
                self.memory.forget_steps();
            }
            false => {
                let changed = "the scene has changed since this state was saved";
                let diagnostic =
                    Diagnostic::error(Code::ConfigValue, changed).with_help("undo the changes of the scene first");
                self.refuse(COMMAND, diagnostic);
            }
        }
        self.memory.saved.insert(id, stored);
    }

    pub(super) fn forget_snapshot(&mut self, id: u64) {
        self.memory.saved.remove(&id);
        self.publish_saved_states();
    }

    /// Drops all saved states: they belong to another scene.
    pub(super) fn delete_saved_states(&mut self) {
        self.memory.saved.clear();
        self.publish_saved_states();
    }

    /// Whether the scene is unchanged since a state was saved, so that the run would continue identically.
    fn is_of_scene(&self, stored: &StoredState) -> bool {
        let same = |scene: &Arc<LoadedScene>| Arc::ptr_eq(scene, &stored.scene) || scene.scene == stored.scene.scene;
        self.scene.as_ref().is_some_and(same)
    }

    /// Adopts a scene that is equivalent for the run: saved states of the previous scene become states of this one.
    pub(super) fn annotate(&mut self, scene: Arc<LoadedScene>) {
        let fit: Vec<u64> =
            self.memory.saved.iter().filter(|(_, stored)| self.is_of_scene(stored)).map(|(id, _)| *id).collect();
        for id in fit {
            self.memory.saved.entry(id).and_modify(|stored| stored.scene = scene.clone());
        }
        self.scene = Some(scene);
        self.publish_saved_states();
    }

    /// Publishes the saved states, and which of them belong to the current scene.
    pub(super) fn publish_saved_states(&mut self) {
        let state = |(id, stored): (&u64, &StoredState)| {
            let (tick, time, fits) = (stored.snapshot.tick(), stored.time, self.is_of_scene(stored));
            SavedState { id: *id, tick, time, fits }
        };
        let list = self.memory.saved.iter().map(state).collect();
        self.out.saved_states.put(Arc::new(SavedStates { list, max: self.max_saved_states() }));
        self.publisher.changed();
    }
}
