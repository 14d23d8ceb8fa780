//! The document: a text, the scene loaded from it, and edits as changes of the text.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use nalgebra::Isometry3;
use sim_core::diagnostic::Diagnostics;
use sim_core::scene::text::Format;
use sim_core::scene::{LoadedScene, Scene};

use crate::commands::{can_paste, carry_out};
use crate::content::{Content, parse};
use crate::draft::Draft;
use crate::edit::{Edit, edit_text};
use crate::frames::Frames;
use crate::history::{Delta, History, Step};
use crate::impact::Impact;
use crate::node::{same, without_tags};
use crate::page::Page;
use crate::query::Query;
use crate::recovery_file::Keeper;
use crate::refusal::Refusal;
use crate::surroundings::Export;
use crate::target::{Section, Target};

/// The text of a new document.
const EMPTY: &str = "(
    format_version: 1,
    name: \"untitled\",
    run: (dt: 0.01, gravity: (0, 0, -9.81)),
    floor: (color: (0.93, 0.92, 0.88)),
)
";

/// The state of a document's text.
#[derive(Clone, Copy, Debug)]
pub enum State<'a> {
    /// A valid scene, merged with its includes.
    Scene(&'a LoadedScene),
    /// Not a valid scene: the text can be shown and fixed with [`Edit::ReplaceText`].
    Broken(&'a Diagnostics),
}

/// The result of an edit.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its label, for menus and messages: "Move anna".
    pub label: String,
    /// Its effect on a simulation that runs the scene.
    pub impact: Impact,
    /// New and renamed targets, to be selected.
    pub created: Vec<Target>,
    /// Hints for the user, such as parameters that may refer to a renamed thing.
    pub hints: Vec<String>,
    /// Whether the text has changed.
    pub changed: bool,
}

/// Edits that become one undo step.
#[derive(Debug)]
struct Group {
    label: String,
    before: Arc<str>,
    nested: usize,
}

/// A scene being edited: the text of its main file, the scene loaded from it, and the undo history.
///
/// Every change is a replacement in the text, so untouched parts are preserved byte for byte.
#[derive(Debug)]
pub struct Document {
    pub(crate) text: Arc<str>,
    pub(crate) format: Format,
    pub(crate) path: Option<PathBuf>,
    /// The text as last opened or saved; `None` if the file has never contained it.
    pub(crate) baseline: Option<Arc<str>>,
    /// SHA-256 of the file as last read or written.
    pub(crate) known_digest: Option<String>,
    pub(crate) content: Content,
    pub(crate) history: History,
    pub(crate) keeper: Option<Keeper>,
    /// Identifies the document within the process.
    pub(crate) number: u64,
    /// Revision of the current text and its content, unique across all documents of the process.
    revision: u64,
    group: Option<Group>,
}

/// A unique revision number.
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
    /// A new scene without a file: a floor, gravity and a time step of 10 ms.
    pub fn new() -> Document {
        let mut document = Document::of_text(EMPTY, Format::Ron, None);
        document.baseline = Some(document.text.clone());
        document
    }

    /// A document with a text that may be invalid, and a file that is not read.
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

    /// Changes whenever the content of the document may have changed, so derived data can be cached by it. Unique across all
    /// documents of the process.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Replaces the text and its content without recording an undo step.
    pub(crate) fn hold(&mut self, text: Arc<str>, content: Content) -> Content {
        self.text = text;
        self.revision = next_revision();
        std::mem::replace(&mut self.content, content)
    }

    /// The state of the text.
    pub fn state(&self) -> State<'_> {
        match &self.content {
            Content::Scene(loaded) => State::Scene(&loaded.scene),
            Content::Broken(findings) => State::Broken(findings),
        }
    }

    /// The loaded scene, unless the text has errors.
    pub fn loaded(&self) -> Option<&LoadedScene> {
        match &self.content {
            Content::Scene(loaded) => Some(&loaded.scene),
            Content::Broken(_) => None,
        }
    }

    /// The scene, unless the text has errors.
    pub fn scene(&self) -> Option<&Scene> {
        self.loaded().map(|loaded| &loaded.scene)
    }

    /// The findings: errors of an invalid text, warnings of a valid one.
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

    /// The format of the text.
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

    /// Whether the text differs, byte for byte, from the last opened or saved text.
    pub fn is_modified(&self) -> bool {
        self.baseline.as_ref() != Some(&self.text)
    }

    /// Applies an edit. If it is refused, the document does not change.
    ///
    /// # Errors
    /// Why the edit was refused, and how to fix it.
    pub fn apply(&mut self, edit: Edit) -> Result<Applied, Refusal> {
        self.perform(&edit, String::new())
    }

    /// As [`Document::apply`], but merges the edit into the previous undo step if that concerns the same field or things: for
    /// sliders and drags. [`Document::seal`] ends such a sequence.
    ///
    /// # Errors
    /// Why the edit was refused, and how to fix it.
    pub fn apply_coalescing(&mut self, edit: Edit) -> Result<Applied, Refusal> {
        self.perform(&edit, edit.coalescing_key())
    }

    /// Starts a new undo step with the next edit.
    pub fn seal(&mut self) {
        self.history.seal();
    }

    fn perform(&mut self, edit: &Edit, key: String) -> Result<Applied, Refusal> {
        let (text, own, label, created, hints) = match (edit, &self.content) {
            (Edit::ReplaceText(text), _) => (text.clone(), None, edit_text(), Vec::new(), Vec::new()),
            (_, Content::Broken(_)) => return Err(Refusal::Broken),
            (edit, Content::Scene(loaded)) => {
                let mut draft = Draft::new(&loaded.scene, &loaded.own);
                let label = carry_out(edit, &mut draft)?;
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

    /// Replaces the text and its content. Returns the impact.
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

    /// Records the step that led from `before` to the current text.
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

    /// Begins a group: all edits until [`Document::commit`] become one undo step. Nested groups are merged into the outer one.
    pub fn begin(&mut self, label: impl Into<String>) {
        match &mut self.group {
            Some(group) => group.nested += 1,
            None => self.group = Some(Group { label: label.into(), before: self.text.clone(), nested: 0 }),
        }
    }

    /// Ends a group. A group without changes leaves no step.
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

    /// Ends a group and all enclosing groups, and undoes their edits.
    pub fn cancel(&mut self) -> Impact {
        match self.group.take() {
            Some(group) if *group.before != *self.text => self.take_text(&group.before),
            _ => Impact::Nothing,
        }
    }

    /// Undoes the last step; `None` if there is nothing to undo. Ends an open group first.
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

    /// Redoes the last undone step; `None` if there is nothing to redo. Ends an open group first.
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

    /// Labels of the steps that can be undone, most recent first.
    pub fn undo_labels(&self) -> impl Iterator<Item = &str> {
        self.history.done.iter().rev().map(|step| step.label.as_str())
    }

    /// Labels of the steps that can be redone, next one first.
    pub fn redo_labels(&self) -> impl Iterator<Item = &str> {
        self.history.undone.iter().rev().map(|step| step.label.as_str())
    }

    /// Number of steps that led to the current text: increases by one with each step, decreases by one with undo.
    pub fn undo_position(&self) -> u64 {
        self.history.position()
    }

    /// Discards all redo steps.
    pub fn forget_redo(&mut self) {
        self.history.undone.clear();
    }

    /// Maximum number of undo steps. Default: [`crate::UNDO_DEPTH`].
    pub fn undo_depth(&self) -> usize {
        self.history.depth()
    }

    /// Sets the maximum number of undo steps (at least 1); excess oldest steps are dropped.
    pub fn set_undo_depth(&mut self, depth: usize) {
        self.history.set_depth(depth);
    }

    /// Returns things as a standalone scene in RON, to be pasted into another document or a text editor. Attached things are
    /// copied only if they are listed. Included things and fleet members can be copied, too.
    ///
    /// # Errors
    /// A target that does not exist.
    pub fn copy(&self, targets: &[Target]) -> Result<String, Refusal> {
        self.read_only_draft()?.copied(targets)
    }

    /// Whether the text of the clipboard can be pasted.
    pub fn can_paste(text: &str) -> bool {
        can_paste(text)
    }

    /// The current surroundings, to be written to a file; `None` while the text has errors.
    pub fn export(&self) -> Option<Export> {
        self.scene()?;
        Some(Export { text: self.text.clone(), format: self.format, path: self.path.clone() })
    }

    /// Checks that a target can be edited. For many targets, call [`Document::query`] once.
    ///
    /// # Errors
    /// Why not: it is locked, comes from an included file, is a fleet member, or does not exist.
    pub fn check_editable(&self, target: &Target) -> Result<(), Refusal> {
        self.query().ok_or(Refusal::Broken)?.check_editable(target)
    }

    /// The initial world pose of a target; `None` for targets without a pose and while the text is invalid. For many targets,
    /// call [`Document::query`] once.
    pub fn world_pose(&self, target: &Target) -> Option<Isometry3<f64>> {
        self.query()?.world_pose(target)
    }

    /// All targets with a pose, and their initial world poses.
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

    /// The byte range of a target in the text. `None` if it comes from another file.
    pub fn text_range(&self, target: &Target) -> Option<(usize, usize)> {
        self.query()?.text_range(target)
    }

    /// A view of the current scene for many queries, which does each lookup once. `None` while the text is invalid.
    pub fn query(&self) -> Option<Query<'_>> {
        self.read_only_draft().ok().map(Query::new)
    }

    /// Reloads the included files, which may have changed on disk. If the scene is no longer valid, the document becomes
    /// [`State::Broken`] until a later reload succeeds.
    pub fn refresh(&mut self) -> Impact {
        let text = self.text.clone();
        self.take_text(&text)
    }

    /// A read-only draft.
    fn read_only_draft(&self) -> Result<Draft<'_>, Refusal> {
        match &self.content {
            Content::Scene(loaded) => Ok(Draft::read_only(&loaded.scene, &loaded.own)),
            Content::Broken(_) => Err(Refusal::Broken),
        }
    }
}
