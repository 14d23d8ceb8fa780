//! The document and the simulation together: what is edited is also seen and run.

use crate::text;
use sim_abi::math::BodyState;
use sim_abi::model::ComponentRef;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::BuildOptions;
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
    build: BuildOptions,
}

impl Editor {
    /// Without a document.
    pub fn new(build: BuildOptions) -> Self {
        Self { document: None, build }
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
        self.document = Some(document);
        self.load(runner);
        Ok(())
    }

    /// Ends the work on the document: nothing of it is kept for the case of a crash.
    pub fn close(&mut self) {
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

    fn load(&self, runner: &Runner) {
        if let Some(scene) = self.loaded() {
            runner.send(Command::Images(Arc::new(Images::new(&scene, Painter::Any))));
            runner.send(Command::Load { scene, options: self.build.clone() });
        }
    }

    /// Makes an edit and lets the simulation follow. Successive edits of the same thing become one step of undo where
    /// `coalesce` says so.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn apply(&mut self, edit: Edit, coalesce: bool, live: &Live<'_>) -> Result<Applied, Refusal> {
        let document = self.document.as_mut().ok_or(Refusal::Broken)?;
        let applied = if coalesce { document.apply_coalescing(edit)? } else { document.apply(edit)? };
        self.follow(&applied.impact, false, live);
        Ok(applied)
    }

    /// The next edit is a step of undo of its own.
    pub fn seal(&mut self) {
        if let Some(document) = &mut self.document {
            document.seal();
        }
    }

    /// Takes back the last edit. Says what it was.
    pub fn undo(&mut self, live: &Live<'_>) -> Option<String> {
        let applied = self.document.as_mut()?.undo()?;
        self.follow(&applied.impact, true, live);
        Some(applied.label)
    }

    /// Does an edit again that was taken back. Says what it was.
    pub fn redo(&mut self, live: &Live<'_>) -> Option<String> {
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
        match path {
            Some(path) => document.save_as(path),
            None => document.save(overwrite),
        }
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
            Impact::Nothing => {}
            Impact::Live(changes) => {
                let commands: Option<Vec<Command>> = changes.iter().map(|change| live.command(change)).collect();
                match commands {
                    Some(commands) => {
                        commands.into_iter().for_each(|command| live.runner.send(command));
                        self.loaded().into_iter().for_each(|scene| live.runner.send(Command::StartFrom(scene)));
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
    /// How a running simulation takes over a change; none where it cannot.
    fn command(&self, change: &Change) -> Option<Command> {
        match change {
            Change::Pose { section: Section::Robots, name, pose } => {
                let robot = self.structure.robot(name)?;
                let height = self.structure.robots[robot].model.as_ref().map_or(0.0, |model| model.standing_height);
                let pose = pose * nalgebra::Translation3::new(0.0, 0.0, height);
                Some(Command::PlaceRobot { robot, state: BodyState { pose, ..BodyState::default() } })
            }
            Change::Pose { name, pose, .. } => {
                let object = self.structure.objects.iter().position(|object| **object == **name)?;
                Some(Command::PlaceObject { object, state: BodyState { pose: *pose, ..BodyState::default() } })
            }
            Change::Controller { robot, to } => {
                let robot = self.structure.robot(robot)?;
                let model = self.structure.robots[robot].model.as_ref().and_then(|model| model.controller.clone());
                let used = to.as_ref().map(|used| reference(&used.id.0, &used.params));
                Some(Command::SetController { robot, component: used.or(model)? })
            }
            Change::Dynamics { robot, to } => {
                let robot = self.structure.robot(robot)?;
                let model = self.structure.robots[robot].model.as_ref().and_then(|model| model.dynamics.clone());
                let used = to.as_ref().map(|used| reference(&used.id.0, &used.params));
                Some(Command::SetDynamics { robot, component: used.or(model)? })
            }
        }
    }
}

fn reference(id: &str, params: &serde_json::Map<String, serde_json::Value>) -> ComponentRef {
    ComponentRef { id: id.to_string(), params: serde_json::Value::Object(params.clone()) }
}

/// A part of the scene as the document knows it; none for what is no part of its own, such as the floor.
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
    bodies.into_iter().filter_map(move |body| {
        let info = structure.bodies.get(body)?;
        if info.mover.is_some_and(|mover| mover < structure.robots.len()) {
            return Some((body, Target::robot(&*info.name)));
        }
        objects.contains(&*info.name).then(|| (body, Target::object(&*info.name)))
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
    Diagnostic::error(Code::ConfigValue, refusal.to_string())
}

/// Why a file could not be read or written, as a finding.
pub fn failed(error: &FileError) -> Diagnostic {
    Diagnostic::error(Code::SceneFile, error.to_string()).with_help(text::file::REMEDY)
}
