//! The document and its simulation: edits are applied to both.

use super::placements::{Placement, Placements};
use crate::packs::place::pack_of;
use crate::text;
use nalgebra::{Isometry3, Translation3};
use sim_abi::math::BodyState;
use sim_abi::model::ComponentRef;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::BuildOptions;
use sim_core::packs::InstalledPack;
use sim_core::scene::LoadedScene;
use sim_edit::{
    Applied, Autosave, Change, Document, Edit, FileError, Impact, NotMerged, Overwrite, Recovery, Refusal, Section,
    Slot, Target,
};
use sim_render::{Images, Painter};
use sim_runner::{Command, Frame, RunState, Runner, Structure};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The document and its connection to the simulation.
pub struct Editor {
    document: Option<Document>,
    /// Manual placements in the current run.
    placements: Placements,
    build: BuildOptions,
    /// The installed pack that contains the document's file.
    pack: Option<InstalledPack>,
}

impl Editor {
    /// Creates an editor without a document.
    pub fn new(build: BuildOptions) -> Self {
        Self { document: None, placements: Placements::default(), build, pack: None }
    }

    /// The installed pack that contains the document's file. It is read-only.
    pub fn pack(&self) -> Option<&InstalledPack> {
        self.pack.as_ref()
    }

    /// The document.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Opens a scene and starts building it. A file with errors is opened, too; its diagnostics show what to fix.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(&mut self, path: &Path, runner: &Runner) -> Result<(), FileError> {
        let document = Document::open(path)?;
        self.close();
        self.pack = pack_of(path);
        self.document = Some(document);
        self.load(runner);
        Ok(())
    }

    /// Creates a scene.
    pub fn begin(&mut self, runner: &Runner) {
        self.close();
        self.document = Some(Document::new());
        self.load(runner);
    }

    /// Opens a document recovered after a crash.
    ///
    /// # Errors
    /// If another process is using it.
    pub fn recover(&mut self, recovery: Recovery, runner: &Runner) -> Result<(), FileError> {
        let document = recovery.recover()?;
        self.close();
        self.pack = document.path().and_then(pack_of);
        self.document = Some(document);
        self.load(runner);
        Ok(())
    }

    /// Closes the document and removes its recovery data.
    pub fn close(&mut self) {
        self.placements = Placements::default();
        self.pack = None;
        if let Some(document) = self.document.take() {
            document.close();
        }
    }

    /// Saves unsaved changes for crash recovery, including unapplied text of the text view.
    pub fn keep(&mut self, autosave: &Autosave, unapplied: Option<Arc<str>>) {
        autosave.follow(self.document.as_mut(), unapplied);
    }

    fn loaded(&self) -> Option<Arc<LoadedScene>> {
        self.document.as_ref().and_then(Document::loaded).cloned().map(Arc::new)
    }

    /// Builds the document's scene in the simulation, replacing the current one. The current run ends even if there is nothing to build.
    fn load(&self, runner: &Runner) {
        let Some(scene) = self.loaded() else { return runner.send(Command::Close) };
        runner.send(Command::Images(Arc::new(Images::new(&scene, Painter::Any))));
        runner.send(Command::Load { scene, options: self.build.clone() });
    }

    /// Applies an edit to the document and the simulation. With `coalesce`, successive edits of the same thing become one undo step.
    ///
    /// # Errors
    /// Why the edit was rejected.
    pub fn apply(&mut self, edit: Edit, coalesce: bool, live: &Live<'_>) -> Result<Applied, Refusal> {
        let document = self.document.as_mut().ok_or(Refusal::Broken)?;
        let applied = if coalesce { document.apply_coalescing(edit)? } else { document.apply(edit)? };
        if applied.changed {
            self.placements.edited();
            self.follow(&applied.impact, false, live);
        }
        Ok(applied)
    }

    /// Sets the poses of robots and movable objects in the current run, at rest, as one undo step. Items that are not in the run are
    /// skipped; the scene is unchanged. Poses are defined as in [`Movable::pose`](super::moving::Movable::pose).
    pub fn place(&mut self, poses: &[(Target, Isometry3<f64>)], live: &Live<'_>) {
        let placed = |(target, pose): &(Target, Isometry3<f64>)| {
            let (before, height) = live.state_of(target)?;
            let after = BodyState { pose: pose * height, ..BodyState::default() };
            Some((target.clone(), [before, after]))
        };
        let moved: Vec<_> = poses.iter().filter_map(placed).collect();
        let (Some(document), [(first, _), others @ ..]) = (&mut self.document, &moved[..]) else { return };
        let label = text::edit::placed(&first.short(), others.len());
        moved.iter().for_each(|(target, [_, after])| live.put(target, after));
        document.seal();
        document.forget_redo();
        let placement = Placement { label, tick: live.frame.tick, things: moved };
        self.placements.push(document.undo_position(), placement);
    }

    /// Discards placements after this tick, when the run has gone back to it.
    pub fn follow_run(&mut self, tick: u64) {
        self.placements.go_back(tick);
    }

    /// Label of the next undo step.
    pub fn undo_label(&self) -> Option<&str> {
        let document = self.document.as_ref()?;
        let placement = self.placements.last(document.undo_position()).map(|placement| placement.label.as_str());
        placement.or_else(|| document.undo_labels().next())
    }

    /// Label of the next redo step.
    pub fn redo_label(&self) -> Option<&str> {
        let document = self.document.as_ref()?;
        let placement = self.placements.next(document.undo_position()).map(|placement| placement.label.as_str());
        placement.or_else(|| document.redo_labels().next())
    }

    /// Undoes the last edit of the scene or a later placement in the run. Returns its label.
    pub fn undo(&mut self, live: &Live<'_>) -> Option<String> {
        let position = self.document.as_ref()?.undo_position();
        if let Some(placement) = self.placements.undo(position) {
            placement.things.iter().for_each(|(target, [before, _])| live.put(target, before));
            return Some(placement.label);
        }
        let applied = self.document.as_mut()?.undo()?;
        self.follow(&applied.impact, true, live);
        Some(applied.label)
    }

    /// Redoes the last undone step. Returns its label.
    pub fn redo(&mut self, live: &Live<'_>) -> Option<String> {
        let position = self.document.as_ref()?.undo_position();
        if let Some(placement) = self.placements.redo(position) {
            placement.things.iter().for_each(|(target, [_, after])| live.put(target, after));
            return Some(placement.label);
        }
        let applied = self.document.as_mut()?.redo()?;
        self.follow(&applied.impact, true, live);
        Some(applied.label)
    }

    /// Saves to the document's file, or to `path`.
    ///
    /// # Errors
    /// If the file cannot be written, or another program has changed it since.
    pub fn save(&mut self, path: Option<PathBuf>, overwrite: Overwrite) -> Result<(), FileError> {
        let Some(document) = &mut self.document else { return Ok(()) };
        match (path, &self.pack) {
            (Some(path), Some(pack)) => document.save_copy(path, pack)?,
            (Some(path), None) => document.save_as(path)?,
            (None, _) => return document.save(overwrite),
        }
        self.pack = None;
        Ok(())
    }

    /// Reloads files changed by other programs: those that the scene includes or references and, with `own`, the scene's own file. The new
    /// text of the own file is one undo step.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn reload(&mut self, own: bool, live: &Live<'_>) -> Result<(), FileError> {
        let Some(document) = &mut self.document else { return Ok(()) };
        if own {
            document.revert()?;
        } else {
            document.refresh();
        }
        self.placements.edited();
        // Referenced files may have changed without a change in the scene's text.
        self.rebuild(false, live);
        Ok(())
    }

    /// Merges another program's changes to the file with the unsaved changes.
    ///
    /// # Errors
    /// Why they cannot be merged; nothing is changed then.
    pub fn merge(&mut self, live: &Live<'_>) -> Result<(), NotMerged> {
        let Some(document) = &mut self.document else { return Ok(()) };
        document.merge()?;
        self.placements.edited();
        self.rebuild(false, live);
        Ok(())
    }

    /// Acknowledges another program's change to the file without loading it.
    pub fn accept_disk(&mut self) {
        if let Some(document) = &mut self.document {
            document.accept_disk();
        }
    }

    /// Whether there are unsaved edits.
    pub fn is_modified(&self) -> bool {
        self.document.as_ref().is_some_and(Document::is_modified)
    }

    /// Applies a change of the document to the simulation. `back`: the change is an undo or redo.
    fn follow(&self, impact: &Impact, back: bool, live: &Live<'_>) {
        match impact {
            // Recordings contain the current scene.
            Impact::Nothing => self.loaded().into_iter().for_each(|scene| live.runner.send(Command::Annotated(scene))),
            Impact::Live(changes) => {
                let commands: Option<Vec<Option<Command>>> =
                    changes.iter().map(|change| live.command(change)).collect();
                match commands {
                    Some(commands) => {
                        let changes: Vec<Command> = commands.into_iter().flatten().collect();
                        let Some(scene) = self.loaded() else { return };
                        live.runner.send(Command::StartFrom { scene, changes });
                    }
                    None => self.rebuild(back, live),
                }
            }
            Impact::Rebuild => self.rebuild(back, live),
        }
    }

    /// Rebuilds the scene and migrates the run. If the scene cannot be built, the old run continues.
    fn rebuild(&self, back: bool, live: &Live<'_>) {
        if matches!(live.frame.state, RunState::Empty | RunState::Failed(_)) {
            return self.load(live.runner);
        }
        if let Some(scene) = self.loaded() {
            live.runner.send(Command::Images(Arc::new(Images::new(&scene, Painter::Any))));
            live.runner.send(Command::Rebuild { scene, back });
        }
    }
}

/// The parts of the simulation that the editor needs.
pub struct Live<'a> {
    /// Receives commands.
    pub runner: &'a Runner,
    /// The latest frame.
    pub frame: &'a Frame,
    /// The structure of the frame.
    pub structure: &'a Structure,
}

impl Live<'_> {
    /// Whether a run is in progress. Initial poses of the scene then no longer describe the current poses.
    fn is_running(&self) -> bool {
        self.frame.tick > 0
    }

    /// Index of a movable object, by name.
    fn object(&self, name: &str) -> Option<usize> {
        self.structure.objects.iter().position(|object| **object == *name)
    }

    /// The current state of a robot or movable object, and the offset from the ground point to a robot's body.
    fn state_of(&self, target: &Target) -> Option<(BodyState, Translation3<f64>)> {
        let name = target.name()?;
        if target.section == Section::Robots {
            let robot = self.structure.robot(name)?;
            return Some((self.frame.robots.get(robot)?.state, self.height_of(robot)));
        }
        Some((*self.frame.objects.get(self.object(name)?)?, Translation3::identity()))
    }

    fn height_of(&self, robot: usize) -> Translation3<f64> {
        let model = self.structure.robots[robot].model.as_ref();
        Translation3::new(0.0, 0.0, model.map_or(0.0, |model| model.standing_height))
    }

    /// Sets the state of a robot or movable object if it is still in the run.
    fn put(&self, target: &Target, state: &BodyState) {
        let Some(name) = target.name() else { return };
        let command = match target.section {
            Section::Robots => self.structure.robot(name).map(|robot| Command::PlaceRobot { robot, state: *state }),
            _ => self.object(name).map(|object| Command::PlaceObject { object, state: *state }),
        };
        command.into_iter().for_each(|command| self.runner.send(command));
    }

    /// How a running simulation applies a change: by a command, or `Some(None)` if only the start is affected. `None` if a rebuild is
    /// required.
    fn command(&self, change: &Change) -> Option<Option<Command>> {
        Some(Some(match change {
            Change::Pose { section, name, .. } if self.is_running() => {
                let moves = *section == Section::Robots || self.object(name).is_some();
                return moves.then_some(None);
            }
            Change::Pose { section: Section::Robots, name, pose } => {
                let robot = self.structure.robot(name)?;
                let pose = pose * self.height_of(robot);
                Command::PlaceRobot { robot, state: BodyState { pose, ..BodyState::default() } }
            }
            Change::Pose { name, pose, .. } => {
                let state = BodyState { pose: *pose, ..BodyState::default() };
                Command::PlaceObject { object: self.object(name)?, state }
            }
            Change::Controller { robot, to } => {
                let robot = self.structure.robot(robot)?;
                let model = self.structure.robots[robot].model.as_ref().and_then(|model| model.controller.clone());
                let used = to.as_ref().map(|used| reference(&used.id.0, &used.params));
                Command::SetController { robot, component: used.or(model)? }
            }
            Change::Dynamics { robot, to } => {
                let robot = self.structure.robot(robot)?;
                let model = self.structure.robots[robot].model.as_ref().and_then(|model| model.dynamics.clone());
                let used = to.as_ref().map(|used| reference(&used.id.0, &used.params));
                Command::SetDynamics { robot, component: used.or(model)? }
            }
        }))
    }
}

fn reference(id: &str, params: &serde_json::Map<String, serde_json::Value>) -> ComponentRef {
    ComponentRef { id: id.to_string(), params: serde_json::Value::Object(params.clone()) }
}

/// The document part of a body. `None` for bodies without a part of their own, such as the floor, and for bodies that services have added
/// or replaced during the run.
pub fn target(structure: &Structure, body: usize) -> Option<Target> {
    targets(structure, [body]).next().map(|(_, target)| target)
}

/// As [`target`] for many bodies, with their indices. Bodies without a part are omitted.
pub fn targets(
    structure: &Structure,
    bodies: impl IntoIterator<Item = usize>,
) -> impl Iterator<Item = (usize, Target)> {
    let objects = structure.scene.iter().flat_map(|loaded| &loaded.scene.objects);
    let objects: HashSet<&str> = objects.map(|object| object.name.as_str()).collect();
    let added: HashSet<&str> = structure.changes.added.iter().map(|object| object.name.as_str()).collect();
    bodies.into_iter().filter_map(move |body| {
        let info = structure.bodies.get(body)?;
        if info.mover.is_some_and(|mover| mover < structure.robots.len()) {
            return Some((body, Target::robot(&*info.name)));
        }
        let own = objects.contains(&*info.name) && !(info.mover.is_none() && added.contains(&*info.name));
        own.then(|| (body, Target::object(&*info.name)))
    })
}

/// A form field that the user has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The part. `None` for the scene itself.
    pub target: Option<Target>,
    /// Path of the field. For a parameter, prefixed by the component and a colon.
    pub place: String,
}

impl Field {
    /// The field changed by an edit, if it changes one field.
    pub fn of(edit: &Edit) -> Option<Self> {
        match edit {
            Edit::Set { target, path, .. } => Some(Self { target: target.clone(), place: path.clone() }),
            Edit::Parameter { target, slot, name, .. } => {
                let place = format!("{}:{name}", slot_word(slot));
                Some(Self { target: Some(target.clone()), place })
            }
            _ => None,
        }
    }
}

/// Field names of component slots.
pub fn slot_word(slot: &Slot) -> &str {
    match slot {
        Slot::Controller => "controller",
        Slot::Dynamics => "dynamics",
        Slot::Model => "model",
        Slot::Sensor(name) | Slot::Actuator(name) => name,
        Slot::Service => "service",
    }
}

/// A rejected edit as a diagnostic.
pub fn refused(refusal: &Refusal) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, refusal.sentence())
}

/// A file error as a diagnostic.
pub fn failed(error: &FileError) -> Diagnostic {
    Diagnostic::error(Code::SceneFile, error.sentence()).with_help(text::file::REMEDY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::plugins::{PluginHost, SearchPath};
    use sim_runner::RunnerOptions;

    const SCENE: &str = "(
    format_version: 1,
    description: \"one\",
    objects: [],
    floor: (),
)
";

    #[test]
    fn what_was_placed_is_done_again_only_where_it_was_done() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.ron");
        let host = || PluginHost::new(SearchPath::default());
        let runner = Runner::start(host, RunnerOptions::default()).unwrap();
        let (frame, structure) = (Frame::default(), Structure::default());
        let live = Live { runner: &runner, frame: &frame, structure: &structure };
        for merge in [false, true] {
            std::fs::write(&path, SCENE).unwrap();
            let mut editor = Editor::new(BuildOptions::default());
            editor.open(&path, &runner).unwrap();
            editor.apply(Edit::set(None, "description", "mine"), false, &live).unwrap();
            let placement = Placement { label: "placed".into(), tick: 0, things: Vec::new() };
            editor.placements.push(1, placement);
            assert_eq!(editor.undo(&live).as_deref(), Some("placed"));
            if !merge {
                editor.undo(&live).unwrap();
            }
            std::fs::write(&path, SCENE.replace("floor: (),", "floor: (height: 1),")).unwrap();
            match merge {
                true => editor.merge(&live).unwrap(),
                false => editor.reload(true, &live).unwrap(),
            }
            let changed = editor.document().unwrap().undo_position();
            assert_eq!(editor.redo_label(), None, "after {changed} edits");
            while editor.undo_label().is_some() {
                editor.undo(&live);
                assert_ne!(editor.redo_label().map(ToString::to_string).as_deref(), Some("placed"));
            }
        }
    }
}
