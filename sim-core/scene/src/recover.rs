//! Recovery from errors: corrects or removes the invalid parts of a scene, so that the rest is checked in the same round.

use std::collections::BTreeMap;

use nalgebra::Isometry3;

use super::decode::{Decoder, Field};
use super::merge::LISTS;
use super::model::Scene;
use super::path::{Step, content_mut, item_name, parse_path};
use super::text::{Entry, Kind, Node, Sources, Span};
use sim_diagnostics::data_path::{Segment, path_text};
use sim_diagnostics::{Code, Diagnostic, Diagnostics, Severity};

/// Maximum number of times that a scene is decoded: removing a required value makes its record invalid, and so on outward.
const MAX_ROUNDS: usize = 32;

/// Parts of a scene that are invalid, as paths in the scene as written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recovery {
    invalid: Vec<String>,
    /// Names of removed elements; an empty one if any name may be missing.
    names: Vec<String>,
    /// For each section that lost elements, the original indices of the others.
    kept: BTreeMap<String, Vec<usize>>,
}

/// Decodes a scene. After errors, `tree` and `frames` are without the invalid parts, and the scene is the rest.
pub(crate) fn decode(
    tree: &mut Node,
    frames: &mut [(&'static str, Vec<Isometry3<f64>>)],
    (sources, prefixes): (&Sources, &[String]),
    unread: &[Span],
    findings: &mut Diagnostics,
) -> (Option<Scene>, Recovery) {
    let mut recovery = Recovery::default();
    let unreadable: Vec<_> =
        findings.iter().filter_map(|finding| Some((finding.file.clone()?, finding.place?))).collect();
    let mut corrected = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let mut decoder = Decoder::new(sources, prefixes);
        let scene = Scene::decode(tree, &mut decoder);
        let found = decoder.into_findings();
        let mut repair = Repair { tree, corrected: &mut corrected, elements: Vec::new(), changed: false };
        let mut invalid = Vec::new();
        for finding in found {
            let path = finding.path.clone().unwrap_or_default();
            let written = finding.clone().with_path(recovery.as_written(&path));
            // Values that could not be read are null in the tree, and a correction may be wrong.
            let place = written.file.clone().zip(written.place);
            let is_guess = written.path.as_ref().is_some_and(|path| repair.corrected.contains(path));
            if !is_guess
                && !place.is_some_and(|place| unreadable.contains(&place))
                && !recovery.is_consequence(&written)
            {
                findings.push(written.clone());
            }
            if finding.severity == Severity::Error
                && finding.code != Code::SceneName
                && !repair.correct(&path, &written)
            {
                invalid.push(written);
                repair.remove(&path);
            }
        }
        invalid.iter().for_each(|finding| recovery.add(finding));
        let (elements, changed) = (std::mem::take(&mut repair.elements), repair.changed);
        recovery.remove_elements(elements, tree, frames);
        if !changed {
            let is_unread = |span: Span| {
                let place = sources.place(span).map(|(source, place)| (source.name.clone(), place));
                unread.contains(&span) || place.is_some_and(|place| unreadable.contains(&place))
            };
            let mut paths = Vec::new();
            collect_unread(tree, &mut Vec::new(), &is_unread, &mut paths);
            let paths: Vec<String> = paths.iter().map(|path| recovery.as_written(path)).collect();
            recovery.invalid.extend(paths);
            return (scene, recovery);
        }
    }
    (None, recovery)
}

/// Adds the paths of values that could not be read, which are null in the tree.
fn collect_unread(node: &Node, path: &mut Vec<Segment>, is_unread: &dyn Fn(Span) -> bool, found: &mut Vec<String>) {
    let mut inside = |segment: Segment, node: &Node| {
        path.push(segment);
        collect_unread(node, path, is_unread, found);
        path.pop();
    };
    match &node.kind {
        Kind::Null if is_unread(node.span) => found.push(path_text(path)),
        Kind::List { items, .. } => {
            items.iter().enumerate().for_each(|(index, item)| inside(Segment::Index(index), item));
        }
        Kind::Table(entries) => {
            entries.iter().for_each(|entry| inside(Segment::Key(entry.key.clone()), &entry.value));
        }
        Kind::Tagged { body, .. } => collect_unread(body, path, is_unread, found),
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Text(_) | Kind::Word(_) => {}
    }
}

impl Recovery {
    /// Adds the place of an error.
    pub(crate) fn add(&mut self, finding: &Diagnostic) {
        let path = finding.path.iter().filter(|path| finding.severity == Severity::Error && !path.is_empty());
        self.invalid.extend(path.cloned());
    }

    /// Notes that elements with unknown names are missing.
    pub(crate) fn lose_names(&mut self) {
        self.names.push(String::new());
    }

    /// Names of removed elements.
    pub(crate) fn removed_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str).filter(|name| !name.is_empty())
    }

    /// Whether the element with this name, or the fleet with this robot, may have been removed.
    pub(crate) fn may_have_removed(&self, name: &str) -> bool {
        let is_number = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
        self.names
            .iter()
            .any(|removed| removed.is_empty() || name.strip_prefix(removed.as_str()).is_some_and(is_number))
    }

    /// Path in the scene as written.
    pub(crate) fn as_written(&self, path: &str) -> String {
        let parts = path.split_once('[').and_then(|(section, rest)| Some((section, rest.split_once(']')?)));
        let original = parts.and_then(|(section, (index, rest))| {
            let index = self.kept.get(section)?.get(index.parse::<usize>().ok()?)?;
            Some(format!("{section}[{index}]{rest}"))
        });
        original.unwrap_or_else(|| path.to_owned())
    }

    /// Whether a finding only follows from an invalid part.
    pub(crate) fn is_consequence(&self, finding: &Diagnostic) -> bool {
        let Some(path) = finding.path.as_deref().filter(|path| !path.is_empty()) else { return false };
        self.invalid.iter().any(|invalid| follows(finding, path, invalid))
    }

    /// Removes elements of sections, given with their current indices.
    fn remove_elements(
        &mut self,
        mut elements: Vec<(String, usize)>,
        tree: &mut Node,
        frames: &mut [(&'static str, Vec<Isometry3<f64>>)],
    ) {
        elements.sort();
        elements.dedup();
        for (section, index) in elements.into_iter().rev() {
            if index == usize::MAX {
                self.lose_names();
                continue;
            }
            let Some(Kind::List { items, .. }) = entry_mut(tree, &section).map(|node| &mut content_mut(node).kind)
            else {
                continue;
            };
            self.kept.entry(section.clone()).or_insert_with(|| (0..items.len()).collect()).remove(index);
            self.names.extend(item_name(&items.remove(index)).map(str::to_owned));
            let frames = frames.iter_mut().filter(|(name, frames)| *name == section && index < frames.len());
            frames.for_each(|(_, frames)| _ = frames.remove(index));
        }
    }
}

/// Whether a finding at a path follows from an invalid value.
fn follows(finding: &Diagnostic, path: &str, invalid: &str) -> bool {
    let below = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with(['.', '[']));
    let mentions = |rest: &str| {
        let text = finding.to_string();
        rest.split(['.', '[', ']', '"']).any(|word| !word.is_empty() && text.contains(&format!("`{word}`")))
    };
    let parent = |path: &str| path.rfind(['.', '[']).map(|end| path[..end].to_owned());
    if path == invalid || below(path, invalid) {
        return true;
    }
    if finding.code == Code::ScenePeriod && ["run", "run.dt"].contains(&invalid) {
        return true;
    }
    if below(invalid, path) {
        // An element such as a robot has many independent parts.
        let is_element = path.ends_with(']') && !path.contains('.');
        return !is_element || finding.code == Code::ScenePlace || mentions(&invalid[path.len()..]);
    }
    parent(path).is_some_and(|parent_of_path| {
        parent(invalid).as_ref() == Some(&parent_of_path) && mentions(&invalid[parent_of_path.len()..])
    })
}

fn entry_mut<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    match &mut content_mut(node).kind {
        Kind::Table(entries) => entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.value),
        _ => None,
    }
}

fn follow<'n>(tree: &'n mut Node, steps: &[Step]) -> Option<&'n mut Node> {
    steps.iter().try_fold(tree, |node, step| match step {
        Step::Key(key) => entry_mut(node, key),
        Step::Index(index) => match &mut content_mut(node).kind {
            Kind::List { items, .. } => items.get_mut(*index),
            _ => None,
        },
        Step::All => None,
    })
}

fn steps(path: &str) -> Vec<Step> {
    parse_path(path).unwrap_or_default().into_iter().map(|(step, _, _)| step).collect()
}

/// One round of changes to a tree.
struct Repair<'a> {
    tree: &'a mut Node,
    /// Paths, as written, that have been corrected before: a second error there is removed.
    corrected: &'a mut Vec<String>,
    /// Elements of sections to remove after all findings, because this changes paths; `usize::MAX` stands for all.
    elements: Vec<(String, usize)>,
    changed: bool,
}

impl Repair<'_> {
    /// Replaces a misspelled word by the one that the finding suggests, so that the values below are checked.
    fn correct(&mut self, path: &str, finding: &Diagnostic) -> bool {
        let written = finding.path.clone().unwrap_or_default();
        let Some(nearest) = finding.nearest.clone().filter(|_| !self.corrected.contains(&written)) else {
            return false;
        };
        let steps = steps(path);
        let is_corrected = match (finding.code, steps.split_last()) {
            (Code::SceneUnknownField, Some((Step::Key(key), parent))) => {
                follow(self.tree, parent).is_some_and(|table| {
                    let is_free = entry_mut(table, &nearest).is_none();
                    let Kind::Table(entries) = &mut content_mut(table).kind else { return false };
                    let entry = entries.iter_mut().find(|entry| entry.key == *key).filter(|_| is_free);
                    entry.map(|entry| entry.key.clone_from(&nearest)).is_some()
                })
            }
            (Code::SceneChoice, Some(_)) => follow(self.tree, &steps).is_some_and(|node| replace_word(node, &nearest)),
            // In the short form, the id itself is in the place of its table.
            (Code::SceneComponentId, Some((_, parent))) => {
                let whole = follow(self.tree, &steps).is_some();
                let node = follow(self.tree, if whole { &steps } else { parent });
                node.is_some_and(|node| matches!(node.kind, Kind::Text(_)) && replace_word(node, &nearest))
            }
            _ => false,
        };
        if is_corrected {
            if let Some(Step::Key(key)) = steps.last().filter(|_| finding.code == Code::SceneUnknownField) {
                self.corrected.extend(written.strip_suffix(key.as_str()).map(|parent| format!("{parent}{nearest}")));
            }
            self.corrected.push(written);
            self.changed = true;
        }
        is_corrected
    }

    /// Removes the innermost field that contains a path, or the element of a section.
    fn remove(&mut self, path: &str) {
        let steps = steps(path);
        let depth = (0..=steps.len()).rev().find(|depth| follow(self.tree, &steps[..*depth]).is_some()).unwrap_or(0);
        let Some(last) = steps[..depth].iter().rposition(|step| matches!(step, Step::Key(_))) else { return };
        let Step::Key(key) = &steps[last] else { return };
        if let (0, Some(Step::Index(index)), true) = (last, steps.get(1), LISTS.contains(&key.as_str()) && depth > 1) {
            self.remove_element(key, *index);
            return;
        }
        let Some(Kind::Table(entries)) = follow(self.tree, &steps[..last]).map(|node| &mut content_mut(node).kind)
        else {
            return;
        };
        let Some(position) = entries.iter().position(|entry| entry.key == *key) else { return };
        let is_robot =
            last == 2 && matches!(&steps[0], Step::Key(section) if ["robots", "fleets"].contains(&section.as_str()));
        if is_robot && key == MODEL {
            // Without a model, the other parts of a robot can still be checked.
            let kind = &mut entries[position].value.kind;
            self.changed |= !matches!(kind, Kind::Table(fields) if fields.is_empty());
            *kind = Kind::Table(Vec::new());
            return;
        }
        entries.remove(position);
        self.changed = true;
        if last == 0 && LISTS.contains(&key.as_str()) {
            self.elements.push((key.clone(), usize::MAX));
        }
    }

    fn remove_element(&mut self, section: &str, index: usize) {
        self.changed = true;
        let element = follow(self.tree, &[Step::Key(section.to_owned()), Step::Index(index)]);
        let robot = element.filter(|_| ["robots", "fleets"].contains(&section)).map(content_mut);
        if let Some(Node { span, kind: Kind::Table(entries) }) = robot
            && entries.iter().all(|entry| entry.key != MODEL)
        {
            let value = Node { span: *span, kind: Kind::Table(Vec::new()) };
            entries.push(Entry { key: MODEL.into(), key_span: *span, value });
            return;
        }
        self.elements.push((section.to_owned(), index));
    }
}

/// Field with the model of a robot.
const MODEL: &str = "model";

/// Replaces the word of a choice or a text.
fn replace_word(node: &mut Node, word: &str) -> bool {
    match &mut node.kind {
        Kind::Word(old) | Kind::Text(old) => word.clone_into(old),
        Kind::Tagged { tag, .. } => word.clone_into(tag),
        Kind::Table(entries) if entries.len() == 1 => word.clone_into(&mut entries[0].key),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_about_the_surroundings_of_an_invalid_value_are_consequences() {
        let recovery =
            Recovery { invalid: vec!["robots[0].dynamics".into(), "objects[1].mass".into()], ..Recovery::default() };
        let follows = |path: &str, help: &str| {
            let finding = Diagnostic::error(Code::SceneMissingField, "x").with_path(path).with_help(help);
            recovery.is_consequence(&finding)
        };
        assert!(follows("robots[0].dynamics.params.a", ""));
        assert!(follows("robots[0]", "set `dynamics`"));
        assert!(!follows("robots[0]", "set `model`"));
        assert!(follows("objects[1].dynamics", "add `mass`"));
        assert!(!follows("objects[1].dynamics", "remove it") && !follows("objects[10].mass", ""));
    }

    #[test]
    fn paths_after_a_removed_element_are_those_of_the_scene_as_written() {
        let kept = BTreeMap::from([("robots".to_owned(), vec![0, 2])]);
        let recovery = Recovery { kept, ..Recovery::default() };
        assert_eq!(recovery.as_written("robots[1].at[2]"), "robots[2].at[2]");
        assert_eq!(recovery.as_written("objects[1].at"), "objects[1].at");
        assert_eq!(recovery.as_written("run.dt"), "run.dt");
    }
}
