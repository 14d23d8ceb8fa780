//! Reads and writes robots as RON files.

use super::loaded::LoadedModel;
use super::normalize;
use super::resolve_file::PackageResolver;
use super::ron_tree::{Fix, Value};
use super::validate::validate;
use crate::model_error::{ModelError, Report, first, read_file, utf8};
use ron::extensions::Extensions;
use serde::Deserialize;
use sim_abi::model::{Geometry, RobotModelSpec};
use sim_diagnostics::data_path::{Segment, path_text};
use sim_diagnostics::{Code, Diagnostic, Diagnostics, Place};
use sim_files::text::{Format, Kind, Node, Sources, Span};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// RON options: optional values are written without `Some( )`.
fn dialect() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads a robot from a RON file (`.robot.ron`). Mesh files become absolute paths, resolved relative to the file or as packages
/// near it or in `ROS_PACKAGE_PATH`.
///
/// Fails with the first error, with line and column, if the text is malformed, has an unknown or a missing field, or references a
/// mesh that does not exist. Does not [`validate`](super::validate()) the data; [`load`](super::load) does both.
pub fn from_ron(path: &Path) -> Result<RobotModelSpec, ModelError> {
    from_ron_bytes(&read_file(path)?, path, &[])
}

/// As [`from_ron`], from bytes and with folders of packages; `path` is the file name in errors and the base for finding meshes.
pub fn from_ron_bytes(bytes: &[u8], path: &Path, packages: &[PathBuf]) -> Result<RobotModelSpec, ModelError> {
    let mut text = RobotText::new(bytes, path).map_err(first)?;
    let spec = text.decode().map_err(first)?;
    let (spec, _) = text.with_meshes(spec, &PackageResolver::new(path, packages));
    text.end().map(|()| spec).map_err(first)
}

/// Reads and validates a robot.
pub(super) fn load(path: &Path, resolver: &PackageResolver) -> Result<LoadedModel, Vec<ModelError>> {
    let bytes = read_file(path).map_err(|error| vec![error])?;
    let mut text = RobotText::new(&bytes, path)?;
    let spec = text.decode()?;
    let (mut spec, files) = text.with_meshes(spec, resolver);
    validate(&spec).into_iter().for_each(|problem| text.report(problem));
    text.end()?;
    normalize(&mut spec);
    Ok(LoadedModel { spec, warnings: Vec::new(), repairs: Vec::new(), files })
}

/// Maximum number of invalid parts that are left out or replaced to decode the rest.
const MAX_ROUNDS: usize = 64;

/// Text of a robot and its problems.
struct RobotText<'a> {
    path: &'a Path,
    sources: Sources,
    written: Node,
    /// As written, without its invalid parts.
    tree: Node,
    /// Places of the invalid parts.
    invalid: Vec<Span>,
    /// Whether a link, a joint or a mount is missing, to which others may refer.
    is_incomplete: bool,
    problems: Vec<ModelError>,
}

impl<'a> RobotText<'a> {
    /// Reads the text; fails if its syntax errors permit no tree.
    fn new(bytes: &[u8], path: &'a Path) -> Result<Self, Vec<ModelError>> {
        let text = utf8(bytes, path).map_err(|error| vec![error])?;
        let mut sources = Sources::default();
        let file = sources.add(path.display().to_string(), None, text);
        let mut findings = Diagnostics::new();
        let tree = sim_files::text::read(&sources, file, Format::Ron, &mut findings);
        let span = |place: Place| Span { file, start: place.start as u32, end: place.end as u32 };
        let invalid = findings.iter().filter_map(|finding| finding.place.map(span)).collect();
        let problems: Vec<_> = findings.into_iter().map(|finding| syntax_error(finding).in_file(path)).collect();
        let Some(tree) = tree else { return Err(problems) };
        Ok(Self { path, sources, written: tree.clone(), tree, invalid, is_incomplete: false, problems })
    }

    /// Decodes the robot without its invalid parts, which are reported; fails if nothing is left.
    fn decode(&mut self) -> Result<RobotModelSpec, Vec<ModelError>> {
        let text = self.sources.files()[0].text.clone();
        for _ in 0..MAX_ROUNDS {
            let error = match RobotModelSpec::deserialize(Value { node: &self.tree, text: &text }) {
                Ok(spec) => return Ok(spec),
                Err(error) => error,
            };
            let (path, span) = (error.path(), error.span.unwrap_or(self.tree.span));
            let (_, written) = self.find(&path_text(&path));
            self.add(error.problem, span, written);
            if !repair(&mut self.tree, &path, &error.fix) {
                break;
            }
            match error.fix {
                Fix::Rename(_) | Fix::Word(_) => continue,
                Fix::Value(Kind::Text(_)) => self.is_incomplete = true,
                Fix::LeaveOut => self.is_incomplete |= matches!(path[..], [_] | [_, Segment::Index(_)]),
                Fix::Value(_) => {}
            }
            self.invalid.push(span);
        }
        Err(std::mem::take(&mut self.problems))
    }

    /// The robot with resolved mesh files, and by reference as written, its file. Missing ones are reported.
    fn with_meshes(
        &mut self,
        mut spec: RobotModelSpec,
        resolver: &PackageResolver,
    ) -> (RobotModelSpec, BTreeMap<String, PathBuf>) {
        let mut files = BTreeMap::new();
        for (k, link) in spec.links.iter_mut().enumerate() {
            let collision =
                link.collision.iter_mut().map(|shape| &mut shape.geometry).enumerate().map(|g| ("collision", g));
            let visual = link.visual.iter_mut().map(|visual| &mut visual.geometry).enumerate().map(|g| ("visual", g));
            for (list, (n, geometry)) in collision.chain(visual) {
                let Geometry::Mesh { file, .. } = geometry else { continue };
                match resolver.resolve(file) {
                    Ok(found) => {
                        let name = std::mem::replace(file, found.to_string_lossy().into_owned());
                        files.insert(name, found);
                    }
                    Err(mut error) => {
                        error.report_mut().path = Some(format!("links[{k}].{list}[{n}].geometry.file"));
                        self.report(error);
                    }
                }
            }
        }
        (spec, files)
    }

    /// Reports a problem of the decoded robot at the value with its path, unless it follows from a part that was left out.
    fn report(&mut self, problem: ModelError) {
        let is_reference = matches!(problem, ModelError::Unknown(_) | ModelError::Structure(_));
        if !(is_reference && self.is_incomplete) {
            let (span, path) = self.find(problem.report().path.as_deref().unwrap_or_default());
            self.add(problem, span, path);
        }
    }

    /// Adds a problem with its place, unless an invalid part of the value was reported.
    fn add(&mut self, mut problem: ModelError, span: Span, path: String) {
        let is_about_value = matches!(problem, ModelError::Value(_) | ModelError::Missing(_));
        let holds = |part: &Span| span.start <= part.start && part.end <= span.end;
        if is_about_value && self.invalid.iter().any(holds) {
            return;
        }
        let report = problem.report_mut();
        if let Some((_, place)) = self.sources.place(span) {
            (report.line, report.column) = (Some(place.line as u32), Some(place.column as u32));
        }
        report.path = Some(path).filter(|path| !path.is_empty());
        self.problems.push(problem.in_file(self.path));
    }

    /// Place of the deepest value on a path in the tree, and the path as written.
    fn find(&self, path: &str) -> (Span, String) {
        let mut steps = Vec::new();
        let (mut found, mut node, mut written) = (self.tree.span, Some(&self.tree), Some(&self.written));
        for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
            let index = step.strip_suffix(']').and_then(|index| index.parse::<usize>().ok());
            node = node.and_then(|node| match index {
                Some(index) => node.items()?.get(index),
                None => node.get(step),
            });
            found = node.map_or(found, |node| node.span);
            let at = |list: &Node| list.items()?.iter().position(|item| item.span == found);
            steps.push(match index {
                Some(index) => Segment::Index(written.and_then(at).unwrap_or(index)),
                None => Segment::Key(step.to_string()),
            });
            written = written.and_then(|written| match steps.last()? {
                Segment::Index(index) => written.items()?.get(*index),
                Segment::Key(key) => written.get(key),
            });
        }
        (found, path_text(&steps))
    }

    /// Fails with all problems in the order of the text.
    fn end(mut self) -> Result<(), Vec<ModelError>> {
        self.problems.sort_by_key(|problem| (problem.report().line, problem.report().column));
        if self.problems.is_empty() { Ok(()) } else { Err(self.problems) }
    }
}

/// Applies a fix to the value at a path; returns whether there is one.
fn repair(node: &mut Node, path: &[Segment], fix: &Fix) -> bool {
    match (&mut node.kind, path, fix) {
        (Kind::Tagged { tag: word, .. } | Kind::Word(word) | Kind::Text(word), [], Fix::Word(new)) => {
            word.clone_from(new);
            true
        }
        (kind, [], Fix::Value(value)) => {
            kind.clone_from(value);
            true
        }
        (Kind::Tagged { body, .. }, ..) => repair(body, path, fix),
        (Kind::Table(entries), [Segment::Key(key), rest @ ..], _) => {
            let Some(index) = entries.iter().position(|entry| entry.key == *key) else { return false };
            match (rest, fix) {
                ([], Fix::Rename(name)) => entries[index].key.clone_from(name),
                ([], Fix::LeaveOut) => drop(entries.remove(index)),
                _ => return repair(&mut entries[index].value, rest, fix),
            }
            true
        }
        (Kind::List { items, .. }, [Segment::Index(index), rest @ ..], _) if *index < items.len() => {
            if rest.is_empty() && matches!(fix, Fix::LeaveOut) {
                items.remove(*index);
                return true;
            }
            repair(&mut items[*index], rest, fix)
        }
        _ => false,
    }
}

/// Converts a finding about the text.
fn syntax_error(finding: Diagnostic) -> ModelError {
    let class = if finding.code == Code::SceneNumber { ModelError::Value } else { ModelError::Syntax };
    let (line, column) = finding.place.map(|place| (place.line as u32, place.column as u32)).unzip();
    let Diagnostic { message, expected, found, help, nearest, .. } = finding;
    class(Box::new(Report { message, file: None, line, column, path: None, expected, found, help, nearest }))
}

/// Formats the robot as indented RON that [`from_ron`] reads back as equal if its mesh files exist. Fails only if the text cannot
/// be written, for example if parameters are nested beyond RON's limit.
pub fn to_ron(spec: &RobotModelSpec) -> Result<String, ModelError> {
    let pretty = ron::ser::PrettyConfig::new().compact_arrays(true);
    dialect()
        .to_string_pretty(spec, pretty)
        .map_err(|error| ModelError::Value(Box::new(Report::new(format!("cannot write the robot as RON: {error}")))))
}
