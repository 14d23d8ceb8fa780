//! States saved by the user for restoring.

use super::Worker;
use crate::event::Event;
use crate::kept::{KeptState, KeptStates};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{Simulation, Snapshot};
use sim_core::scene::LoadedScene;
use std::sync::Arc;

/// Maximum number of robots in all saved states together.
const ROBOTS: usize = 100_000;
/// Maximum number of saved states.
const MOST: usize = 32;

/// A state with the scene of its run.
pub(super) struct Kept {
    snapshot: Snapshot,
    time: f64,
    scene: Arc<LoadedScene>,
}

impl Worker {
    /// Maximum number of saved states for the current scene.
    fn most_kept(&self) -> usize {
        (ROBOTS / self.simulation.as_ref().map_or(1, Simulation::robot_count).max(1)).clamp(1, MOST)
    }

    pub(super) fn take_snapshot(&mut self) {
        const COMMAND: &str = "keep the state";
        let (Some(simulation), Some(scene)) = (&self.simulation, &self.scene) else {
            return self.refuse_without_scene(COMMAND);
        };
        let most = self.most_kept();
        if self.memory.kept.len() >= most {
            let diagnostic = Diagnostic::error(
                Code::ConfigValue,
                match most {
                    1 => "1 state is kept already".to_string(),
                    _ => format!("{most} states are kept already"),
                },
            )
            .with_expected(format!("{most} at most, as they take memory"))
            .with_help("delete a kept state first");
            return self.refuse(COMMAND, diagnostic);
        }
        match simulation.snapshot() {
            Ok(snapshot) => {
                self.memory.next_kept += 1;
                let (id, tick) = (self.memory.next_kept, snapshot.tick());
                let kept = Kept { snapshot, time: simulation.time(), scene: scene.clone() };
                self.memory.kept.insert(id, kept);
                self.publish_kept();
                self.out.tell(Event::SnapshotTaken { id, tick });
            }
            Err(diagnostic) => self.refuse(COMMAND, diagnostic),
        }
    }

    pub(super) fn restore_snapshot(&mut self, id: u64) {
        const COMMAND: &str = "go back to a kept state";
        let Some(kept) = self.memory.kept.remove(&id) else {
            let diagnostic = Diagnostic::error(Code::ConfigValue, format!("there is no kept state {id}"))
                .with_help("kept states are dropped when another scene is opened");
            return self.refuse(COMMAND, diagnostic);
        };
        match self.is_of_scene(&kept) {
            true => {
                self.go_to(&kept.snapshot, Some(id), COMMAND);
                self.memory.forget_steps();
            }
            false => {
                let changed = "the scene has changed since this state was kept";
                let diagnostic =
                    Diagnostic::error(Code::ConfigValue, changed).with_help("take the changes of the scene back first");
                self.refuse(COMMAND, diagnostic);
            }
        }
        self.memory.kept.insert(id, kept);
    }

    pub(super) fn forget_snapshot(&mut self, id: u64) {
        self.memory.kept.remove(&id);
        self.publish_kept();
    }

    /// Drops all saved states: they belong to another scene.
    pub(super) fn forget_kept(&mut self) {
        self.memory.kept.clear();
        self.publish_kept();
    }

    /// Whether the scene is unchanged since a state was saved, so that the run would continue identically.
    fn is_of_scene(&self, kept: &Kept) -> bool {
        let same = |scene: &Arc<LoadedScene>| Arc::ptr_eq(scene, &kept.scene) || scene.scene == kept.scene.scene;
        self.scene.as_ref().is_some_and(same)
    }

    /// Adopts a scene that is equivalent for the run: saved states of the previous scene become states of this one.
    pub(super) fn annotate(&mut self, scene: Arc<LoadedScene>) {
        let fit: Vec<u64> =
            self.memory.kept.iter().filter(|(_, kept)| self.is_of_scene(kept)).map(|(id, _)| *id).collect();
        for id in fit {
            self.memory.kept.entry(id).and_modify(|kept| kept.scene = scene.clone());
        }
        self.scene = Some(scene);
        self.publish_kept();
    }

    /// Publishes the saved states, and which of them belong to the current scene.
    pub(super) fn publish_kept(&mut self) {
        let state = |(id, kept): (&u64, &Kept)| {
            let (tick, time, fits) = (kept.snapshot.tick(), kept.time, self.is_of_scene(kept));
            KeptState { id: *id, tick, time, fits }
        };
        let list = self.memory.kept.iter().map(state).collect();
        self.out.kept.put(Arc::new(KeptStates { list, most: self.most_kept() }));
        self.publisher.changed();
    }
}
