//! The document and the simulation together: what is edited is also seen and run.

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

/// The document, and how its changes reach the simulation.
pub struct Editor {
    document: Option<Document>,
    /// What was put somewhere by hand in the present run.
    placements: Placements,
    build: BuildOptions,
    /// The installed pack that the document's file belongs to.
    pack: Option<InstalledPack>,
}

impl Editor {
    /// Without a document.
    pub fn new(build: BuildOptions) -> Self {
        Self { document: None, placements: Placements::default(), build, pack: None }
    }

    /// The installed pack that the document's file belongs to: it is not changed.
    pub fn pack(&self) -> Option<&InstalledPack> {
        self.pack.as_ref()
    }

    /// The document.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Opens a scene and lets the simulation build it. A file with mistakes is opened, too: its findings say what to mend.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(&mut self, path: &Path, runner: &Runner) -> Result<(), FileError> {
        let document = Document::open(path)?;
        self.close();
        self.pack = pack_of(path);
        self.document = Some(document);
        self.load(runner);
        Ok(())
    }

    /// Begins a new scene.
    pub fn begin(&mut self, runner: &Runner) {
        self.close();
        self.document = Some(Document::new());
        self.load(runner);
    }

    /// Opens what a crash has left behind.
    ///
    /// # Errors
    /// When another process is at work on it.
    pub fn recover(&mut self, recovery: Recovery, runner: &Runner) -> Result<(), FileError> {
        let document = recovery.recover()?;
        self.close();
        self.pack = document.path().and_then(pack_of);
        self.document = Some(document);
        self.load(runner);
        Ok(())
    }

    /// Ends the work on the document: nothing of it is kept for the case of a crash.
    pub fn close(&mut self) {
        self.placements = Placements::default();
        self.pack = None;
        if let Some(document) = self.document.take() {
            document.close();
        }
    }

    /// Hands unsaved changes over to be kept for the case of a crash, with what was written in the text view and not applied.
    pub fn keep(&mut self, autosave: &Autosave, unapplied: Option<Arc<str>>) {
        autosave.follow(self.document.as_mut(), unapplied);
    }

    fn loaded(&self) -> Option<Arc<LoadedScene>> {
        self.document.as_ref().and_then(Document::loaded).cloned().map(Arc::new)
    }

    /// Lets the simulation build the document's scene in place of the one before, which ends also where there is none to build.
    fn load(&self, runner: &Runner) {
        let Some(scene) = self.loaded() else { return runner.send(Command::Close) };
        runner.send(Command::Images(Arc::new(Images::new(&scene, Painter::Any))));
        runner.send(Command::Load { scene, options: self.build.clone() });
    }

    /// Makes an edit and lets the simulation follow. Successive edits of the same thing become one step of undo where
    /// `coalesce` says so.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn apply(&mut self, edit: Edit, coalesce: bool, live: &Live<'_>) -> Result<Applied, Refusal> {
        let document = self.document.as_mut().ok_or(Refusal::Broken)?;
        let applied = if coalesce { document.apply_coalescing(edit)? } else { document.apply(edit)? };
        if applied.changed {
            self.placements.edited();
            self.follow(&applied.impact, false, live);
        }
        Ok(applied)
    }

    /// Puts robots and movable objects somewhere in the present run, at rest; poses as [`Movable::pose`](super::moving::Movable::pose). It is a step of undo,
    /// and the scene stays as it is. What is not in the run is left out.
    pub fn place(&mut self, poses: &[(Target, Isometry3<f64>)], live: &Live<'_>) {
        let placed = |(target, pose): &(Target, Isometry3<f64>)| {
            let (before, height) = live.state_of(target)?;
            let after = BodyState { pose: pose * height, ..BodyState::default() };
            Some((target.clone(), [before, after]))
        };
        let things: Vec<_> = poses.iter().filter_map(placed).collect();
        let (Some(document), [(first, _), others @ ..]) = (&mut self.document, &things[..]) else { return };
        let label = text::edit::placed(&first.short(), others.len());
        things.iter().for_each(|(target, [_, after])| live.put(target, after));
        document.seal();
        document.forget_redo();
        let placement = Placement { label, tick: live.frame.tick, things };
        self.placements.push(document.undo_position(), placement);
    }

    /// The run is at this tick: what was placed after it has not happened.
    pub fn follow_run(&mut self, tick: u64) {
        self.placements.go_back(tick);
    }

    /// What would be taken back next.
    pub fn undo_label(&self) -> Option<&str> {
        let document = self.document.as_ref()?;
        let placement = self.placements.last(document.undo_position()).map(|placement| placement.label.as_str());
        placement.or_else(|| document.undo_labels().next())
    }

    /// What would be done again next.
    pub fn redo_label(&self) -> Option<&str> {
        let document = self.document.as_ref()?;
        let placement = self.placements.next(document.undo_position()).map(|placement| placement.label.as_str());
        placement.or_else(|| document.redo_labels().next())
    }

    /// Takes back the last edit of the scene, or what was done in the run after it. Says what it was.
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

    /// Does again what was taken back. Says what it was.
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

    /// Saves to the file of the document, or to `path`.
    ///
    /// # Errors
    /// When it cannot be written, or somebody else has changed it since.
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

    /// Takes over what other programs have made of the files: of what the scene includes and names, and with `own` of its own
    /// file, whose text takes the place of the document's as one step of undo.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn reload(&mut self, own: bool, live: &Live<'_>) -> Result<(), FileError> {
        let Some(document) = &mut self.document else { return Ok(()) };
        if own {
            document.revert()?;
        } else {
            document.refresh();
        }
        self.placements.edited();
        // Files that the scene names may have changed, of which its text says nothing.
        self.rebuild(false, live);
        Ok(())
    }

    /// Puts the changes that another program has made to the file together with the unsaved ones.
    ///
    /// # Errors
    /// Why that cannot be done; everything is then as it was.
    pub fn merge(&mut self, live: &Live<'_>) -> Result<(), NotMerged> {
        let Some(document) = &mut self.document else { return Ok(()) };
        document.merge()?;
        self.placements.edited();
        self.rebuild(false, live);
        Ok(())
    }

    /// What another program has made of the file is known, and not taken over.
    pub fn accept_disk(&mut self) {
        if let Some(document) = &mut self.document {
            document.accept_disk();
        }
    }

    /// Whether there are edits that no file has.
    pub fn is_modified(&self) -> bool {
        self.document.as_ref().is_some_and(Document::is_modified)
    }

    /// Lets the simulation follow a change of the document; `back` where it is one that is taken back, or done again.
    fn follow(&self, impact: &Impact, back: bool, live: &Live<'_>) {
        match impact {
            // Recordings have the scene as it is now.
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

    /// Builds the scene again, with the run carried over. A scene that cannot be built leaves the old run as it was.
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

/// The simulation as the editor needs it.
pub struct Live<'a> {
    /// Takes commands.
    pub runner: &'a Runner,
    /// The newest frame.
    pub frame: &'a Frame,
    /// What its numbers are.
    pub structure: &'a Structure,
}

impl Live<'_> {
    /// Whether a run is under way: then starts of the scene say nothing of where robots and objects are.
    fn is_running(&self) -> bool {
        self.frame.tick > 0
    }

    /// Index of a movable object by name.
    fn object(&self, name: &str) -> Option<usize> {
        self.structure.objects.iter().position(|object| **object == *name)
    }

    /// How a robot or movable object is now, and how high a robot's body is above the ground that it stands on.
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

    /// Puts a robot or movable object somewhere, if the run still has it.
    fn put(&self, target: &Target, state: &BodyState) {
        let Some(name) = target.name() else { return };
        let command = match target.section {
            Section::Robots => self.structure.robot(name).map(|robot| Command::PlaceRobot { robot, state: *state }),
            _ => self.object(name).map(|object| Command::PlaceObject { object, state: *state }),
        };
        command.into_iter().for_each(|command| self.runner.send(command));
    }

    /// How a running simulation takes over a change: by a command, or by nothing where it is about the start alone. None where it
    /// cannot.
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

/// A part of the scene as the document knows it; none for what is no part of its own, such as the floor, and for what services have
/// added during the run, also in the place of something in the scene.
pub fn target(structure: &Structure, body: usize) -> Option<Target> {
    targets(structure, [body]).next().map(|(_, target)| target)
}

/// As [`target`] for many bodies, each with its number; those that are no parts are left out.
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

/// A field of a form: what a person was changing.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The part; none for the scene itself.
    pub target: Option<Target>,
    /// Path of the field, after the component and a colon where it is a parameter.
    pub place: String,
}

impl Field {
    /// The field that an edit changes, if it is one field.
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

/// Names of the places of components in refused fields.
pub fn slot_word(slot: &Slot) -> &str {
    match slot {
        Slot::Controller => "controller",
        Slot::Dynamics => "dynamics",
        Slot::Model => "model",
        Slot::Sensor(name) | Slot::Actuator(name) => name,
        Slot::Service => "service",
    }
}

/// Why an edit was refused, as a finding.
pub fn refused(refusal: &Refusal) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, refusal.sentence())
}

/// Why a file could not be read or written, as a finding.
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
