//! The document: a text, what is loaded from it, and the way back.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use nalgebra::Isometry3;
use sim_core::diagnostic::Diagnostics;
use sim_core::scene::text::{Format, Node, Sources, read};
use sim_core::scene::{LoadedScene, Scene};

use crate::draft::Draft;
use crate::edit::{Edit, edit_text};
use crate::frames::Frames;
use crate::history::{Delta, History, Step};
use crate::impact::Impact;
use crate::node::{same, without_tags};
use crate::page::Page;
use crate::query::Query;
use crate::recovery::Keeper;
use crate::refusal::Refusal;
use crate::target::{Section, Target};

/// The text of a new document.
const EMPTY: &str = "(
    format_version: 1,
    name: \"untitled\",
    run: (dt: 0.01, gravity: (0, 0, -9.81)),
    floor: (color: (0.93, 0.92, 0.88)),
)
";

/// What a document's text is.
#[derive(Clone, Copy, Debug)]
pub enum State<'a> {
    /// A valid scene, merged with what it includes.
    Scene(&'a LoadedScene),
    /// No valid scene: the text can be shown and mended with [`Edit::ReplaceText`].
    Broken(&'a Diagnostics),
}

/// What a change has done.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its name, for menus and messages: "Move anna".
    pub label: String,
    /// What it means to a simulation that runs the scene.
    pub impact: Impact,
    /// What is new or has a new name, to be selected.
    pub created: Vec<Target>,
    /// What the user should know, such as parameters that may mean a thing that was renamed.
    pub hints: Vec<String>,
    /// Whether the text has changed at all.
    pub changed: bool,
}

/// A scene that was read, and the tree of its main file.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub scene: LoadedScene,
    pub own: Node,
}

#[derive(Debug)]
pub(crate) enum Content {
    Scene(Box<Loaded>),
    Broken(Diagnostics),
}

impl Content {
    pub fn load(text: &str, format: Format, path: Option<&Path>) -> Content {
        Self::of(Self::read(text, format, path), || parse(text, format))
    }

    fn read(text: &str, format: Format, path: Option<&Path>) -> Result<LoadedScene, Diagnostics> {
        match path {
            Some(path) => Scene::load_text(text, path),
            None => Scene::parse(text, format, "untitled"),
        }
    }

    /// As [`Content::load`], for a text whose tree is known.
    fn load_parsed(text: &str, format: Format, path: Option<&Path>, own: Node) -> Content {
        Self::of(Self::read(text, format, path), || Some(own))
    }

    fn of(loaded: Result<LoadedScene, Diagnostics>, own: impl FnOnce() -> Option<Node>) -> Content {
        match (loaded, own()) {
            (Ok(scene), Some(own)) => Content::Scene(Box::new(Loaded { scene, own })),
            (Ok(_), None) => Content::Broken(Diagnostics::new()),
            (Err(findings), _) => Content::Broken(findings),
        }
    }
}

/// The tree of a text, if it is well-formed.
pub(crate) fn parse(text: &str, format: Format) -> Option<Node> {
    let mut sources = Sources::default();
    let mut findings = Diagnostics::new();
    let file = sources.add("", None, text);
    read(&sources, file, format, &mut findings).filter(|_| !findings.has_errors())
}

/// Edits that shall become one step of undo.
#[derive(Debug)]
struct Group {
    label: String,
    before: Arc<str>,
    nested: usize,
}

/// A scene that is edited: the text of its main file, what is loaded from it, and the history of its changes.
///
/// Every change is a replacement in the text, so what is not touched keeps its bytes.
#[derive(Debug)]
pub struct Document {
    pub(crate) text: Arc<str>,
    pub(crate) format: Format,
    pub(crate) path: Option<PathBuf>,
    /// The text as it was opened or saved last; none when the file has never held it.
    pub(crate) baseline: Option<Arc<str>>,
    /// SHA-256 of the file as it was read or written last.
    pub(crate) known_digest: Option<String>,
    pub(crate) content: Content,
    pub(crate) history: History,
    pub(crate) keeper: Option<Keeper>,
    /// Tells documents of one process apart.
    pub(crate) number: u64,
    /// Number of the present text and what was read from it, of all documents of one process.
    revision: u64,
    group: Option<Group>,
}

/// A number that no other text has.
fn next_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Default for Document {
    fn default() -> Self {
        Self::new()
    }
}

impl Document {
    /// A new scene without file: a floor, gravity and a step of 10 ms.
    pub fn new() -> Document {
        let mut document = Document::of_text(EMPTY, Format::Ron, None);
        document.baseline = Some(document.text.clone());
        document
    }

    /// A document of a text that may be broken, with a file that is not read.
    pub(crate) fn of_text(text: &str, format: Format, path: Option<PathBuf>) -> Document {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let content = Content::load(text, format, path.as_deref());
        Document {
            text: text.into(),
            format,
            path,
            baseline: None,
            known_digest: None,
            content,
            history: History::default(),
            keeper: None,
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            revision: next_revision(),
            group: None,
        }
    }

    /// Changes whenever what the document holds may have changed, so that what was derived from it can be kept until then. No
    /// two documents of one process have the same.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Takes another text with what was read from it, without a word to the history.
    pub(crate) fn hold(&mut self, text: Arc<str>, content: Content) -> Content {
        self.text = text;
        self.revision = next_revision();
        std::mem::replace(&mut self.content, content)
    }

    /// What the text is.
    pub fn state(&self) -> State<'_> {
        match &self.content {
            Content::Scene(loaded) => State::Scene(&loaded.scene),
            Content::Broken(findings) => State::Broken(findings),
        }
    }

    /// The loaded scene, unless the text has mistakes.
    pub fn loaded(&self) -> Option<&LoadedScene> {
        match &self.content {
            Content::Scene(loaded) => Some(&loaded.scene),
            Content::Broken(_) => None,
        }
    }

    /// The scene, unless the text has mistakes.
    pub fn scene(&self) -> Option<&Scene> {
        self.loaded().map(|loaded| &loaded.scene)
    }

    /// The problems of the text: mistakes of a broken one, warnings of a valid one.
    pub fn findings(&self) -> &Diagnostics {
        match &self.content {
            Content::Scene(loaded) => &loaded.scene.warnings,
            Content::Broken(findings) => findings,
        }
    }

    /// The text, byte for byte as it would be saved.
    pub fn to_text(&self) -> &str {
        &self.text
    }

    /// The notation of the text.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The file, if the document has one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The name of the file without its folder, or "untitled".
    pub fn title(&self) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
        name.map_or("untitled".into(), |name| name.to_string_lossy().into_owned())
    }

    /// Whether the text differs from the one that was opened or saved last, byte by byte.
    pub fn is_modified(&self) -> bool {
        self.baseline.as_ref() != Some(&self.text)
    }

    /// Makes an edit. What is found to be wrong leaves the document as it was.
    ///
    /// # Errors
    /// Why the edit was refused, with what to do about it.
    pub fn apply(&mut self, edit: Edit) -> Result<Applied, Refusal> {
        self.perform(&edit, String::new())
    }

    /// As [`Document::apply`], but one step of undo with the edit before when that was of the same field or things:
    /// for sliders and drags. [`Document::seal`] ends such a row.
    ///
    /// # Errors
    /// Why the edit was refused, with what to do about it.
    pub fn apply_coalescing(&mut self, edit: Edit) -> Result<Applied, Refusal> {
        self.perform(&edit, edit.coalescing_key())
    }

    /// The next edit is a step of undo of its own.
    pub fn seal(&mut self) {
        self.history.seal();
    }

    fn perform(&mut self, edit: &Edit, key: String) -> Result<Applied, Refusal> {
        let (text, own, label, created, hints) = match (edit, &self.content) {
            (Edit::ReplaceText(text), _) => (text.clone(), None, edit_text(), Vec::new(), Vec::new()),
            (_, Content::Broken(_)) => return Err(Refusal::Broken),
            (edit, Content::Scene(loaded)) => {
                let mut draft = Draft::new(&loaded.scene, &loaded.own);
                let label = edit.carry_out(&mut draft)?;
                let Draft { mut tree, created, hints, .. } = draft;
                if self.format == Format::Json {
                    without_tags(&mut tree);
                }
                let text = Page::new(&self.text, self.format, &loaded.own).rewrite(&tree);
                let Some(own) = parse(&text, self.format).filter(|read| same(read, &tree)) else {
                    return Err(Refusal::Unwritable);
                };
                (text, Some(own), label, created, hints)
            }
        };
        if *text == *self.text {
            return Ok(Applied { label, impact: Impact::Nothing, created, hints, changed: false });
        }
        let path = self.path.as_deref();
        let content = match own {
            Some(own) => Content::load_parsed(&text, self.format, path, own),
            None => Content::load(&text, self.format, path),
        };
        match (content, &self.content) {
            (Content::Broken(findings), Content::Scene(_)) => Err(Refusal::Invalid(findings)),
            (content, _) => {
                let before = self.text.clone();
                let impact = self.take(text.into(), content);
                self.record(&before, &label, key);
                Ok(Applied { label, impact, created, hints, changed: true })
            }
        }
    }

    /// Takes over a text with what was loaded from it.
    fn take(&mut self, text: Arc<str>, content: Content) -> Impact {
        let before = self.hold(text, content);
        let before = match &before {
            Content::Scene(loaded) => Some(&loaded.scene.scene),
            Content::Broken(_) => None,
        };
        Impact::between(before, self.scene())
    }

    pub(crate) fn take_text(&mut self, text: &str) -> Impact {
        let content = Content::load(text, self.format, self.path.as_deref());
        self.take(text.into(), content)
    }

    /// Notes the step that led from `before` to the present text.
    pub(crate) fn record(&mut self, before: &str, label: &str, key: String) {
        if self.group.is_some() || *before == *self.text {
            return;
        }
        if let Some(last) = self.history.done.back_mut()
            && !key.is_empty()
            && last.key == key
            && self.history.undone.is_empty()
        {
            let start = last.delta.back(before);
            last.delta = Delta::between(&start, &self.text);
            last.label = label.to_string();
            if start == *self.text {
                self.history.done.pop_back();
            }
            return;
        }
        self.history.push(Step { label: label.to_string(), delta: Delta::between(before, &self.text), key });
    }

    /// Begins a group: all edits until [`Document::commit`] are one step of undo. Groups inside a group belong to it.
    pub fn begin(&mut self, label: impl Into<String>) {
        match &mut self.group {
            Some(group) => group.nested += 1,
            None => self.group = Some(Group { label: label.into(), before: self.text.clone(), nested: 0 }),
        }
    }

    /// Ends a group. One that has changed nothing leaves no step.
    pub fn commit(&mut self) {
        match &mut self.group {
            Some(group) if group.nested > 0 => group.nested -= 1,
            _ => {
                if let Some(group) = self.group.take() {
                    self.record(&group.before, &group.label, String::new());
                }
            }
        }
    }

    /// Ends a group, also all it stands in, and takes back what it has done.
    pub fn cancel(&mut self) -> Impact {
        match self.group.take() {
            Some(group) if *group.before != *self.text => self.take_text(&group.before),
            _ => Impact::Nothing,
        }
    }

    /// Takes back the last step; `None` when there is none. An open group is ended first.
    pub fn undo(&mut self) -> Option<Applied> {
        self.end_groups();
        let step = self.history.done.pop_back()?;
        let text = step.delta.back(&self.text);
        let impact = self.take_text(&text);
        let label = step.label.clone();
        self.history.undone.push(step);
        self.history.seal();
        Some(Applied { label, impact, created: Vec::new(), hints: Vec::new(), changed: true })
    }

    /// Does the step again that was taken back last; `None` when there is none. An open group is ended first.
    pub fn redo(&mut self) -> Option<Applied> {
        self.end_groups();
        let mut step = self.history.undone.pop()?;
        let text = step.delta.forward(&self.text);
        let impact = self.take_text(&text);
        let label = step.label.clone();
        step.key.clear();
        self.history.done.push_back(step);
        Some(Applied { label, impact, created: Vec::new(), hints: Vec::new(), changed: true })
    }

    pub(crate) fn end_groups(&mut self) {
        if let Some(group) = &mut self.group {
            group.nested = 0;
            self.commit();
        }
    }

    /// Names of the steps that can be taken back, the last one first.
    pub fn undo_labels(&self) -> impl Iterator<Item = &str> {
        self.history.done.iter().rev().map(|step| step.label.as_str())
    }

    /// Names of the steps that can be done again, the next one first.
    pub fn redo_labels(&self) -> impl Iterator<Item = &str> {
        self.history.undone.iter().rev().map(|step| step.label.as_str())
    }

    /// Number of steps that have led to the present text: greater by one after each, smaller by one when it is taken back.
    pub fn undo_position(&self) -> u64 {
        self.history.position()
    }

    /// What was taken back cannot be done again.
    pub fn forget_redo(&mut self) {
        self.history.undone.clear();
    }

    /// How many steps can be taken back at most; [`crate::UNDO_DEPTH`] unless changed.
    pub fn undo_depth(&self) -> usize {
        self.history.depth()
    }

    /// Sets how many steps can be taken back at most (at least 1); the oldest ones are forgotten.
    pub fn set_undo_depth(&mut self, depth: usize) {
        self.history.set_depth(depth);
    }

    /// Things as a scene of their own, in RON, that another document or a text editor can take. Things that one of
    /// them carries are copied only if they are listed. Included things and members of fleets can be copied, too.
    ///
    /// # Errors
    /// What is not there.
    pub fn copy(&self, targets: &[Target]) -> Result<String, Refusal> {
        self.look()?.copied(targets)
    }

    /// Whether something can be pasted that is on the clipboard.
    pub fn can_paste(text: &str) -> bool {
        crate::commands::clipboard(text)
    }

    /// Whether a part of the scene can be edited. For many parts ask [`Document::query`] once.
    ///
    /// # Errors
    /// Why not: it is locked, comes from an included file, is one of a fleet, or is not there.
    pub fn check_editable(&self, target: &Target) -> Result<(), Refusal> {
        self.query().ok_or(Refusal::Broken)?.check_editable(target)
    }

    /// Where a part of the scene stands in the world at the start; none for what has no place, and while the text is
    /// broken. For many parts ask [`Document::query`] once.
    pub fn world_pose(&self, target: &Target) -> Option<Isometry3<f64>> {
        self.query()?.world_pose(target)
    }

    /// Everything that has a place of its own, with its pose in the world at the start.
    pub fn world_poses(&self) -> Vec<(Target, Isometry3<f64>)> {
        let Some(scene) = self.scene() else { return Vec::new() };
        let frames = Frames::new(scene);
        let each = |section: Section| (0..section.count(scene)).map(move |index| (section, index));
        let all = Section::ALL.into_iter().flat_map(each);
        let posed = all.filter_map(|(section, index)| {
            let target = match section.name(scene, index) {
                Some(name) => Target::named(section, name),
                None => Target::at(section, index),
            };
            Some((target, frames.world(section, index)?))
        });
        posed.collect()
    }

    /// The place of a part in the text: bytes from and to. None for what comes from another file.
    pub fn text_range(&self, target: &Target) -> Option<(usize, usize)> {
        self.query()?.text_range(target)
    }

    /// Answers many questions about the present scene: what must be looked up is looked up once. None while the text
    /// is broken.
    pub fn query(&self) -> Option<Query<'_>> {
        self.look().ok().map(Query::new)
    }

    /// Reads the included files again, which somebody else may have changed. A scene that is not valid any more
    /// becomes a broken document, which mends itself with the next reading.
    pub fn refresh(&mut self) -> Impact {
        let text = self.text.clone();
        self.take_text(&text)
    }

    /// A draft for questions.
    fn look(&self) -> Result<Draft<'_>, Refusal> {
        match &self.content {
            Content::Scene(loaded) => Ok(Draft::looking(&loaded.scene, &loaded.own)),
            Content::Broken(_) => Err(Refusal::Broken),
        }
    }
}
