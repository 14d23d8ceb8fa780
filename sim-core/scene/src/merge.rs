//! Reads files and merges their includes.

use std::path::{Path, PathBuf};

use nalgebra::Isometry3;

use super::FORMAT_VERSION;
use super::decode::{Decoder, Field, Segment};
use super::foreign;
use super::model::{Include, Posed};
use super::packs::{ScenePacks, is_of_pack};
use super::text::{self, Entry, Format, Kind, Node, Sources, Span};
use sim_diagnostics::{Code, Diagnostic, Diagnostics};
use sim_files::digest::sha256;

/// A source file of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFile {
    /// Name for messages.
    pub name: String,
    /// Path on disk.
    pub path: Option<PathBuf>,
    /// SHA-256 of the content, as hexadecimal digits.
    pub digest: String,
}

/// Sections that are lists: elements of included files are appended to those of the including file.
pub(crate) const LISTS: [&str; 14] = [
    "packs",
    "shapes",
    "groups",
    "objects",
    "beacons",
    "lights",
    "media",
    "robots",
    "fleets",
    "services",
    "inputs",
    "routes",
    "notes",
    "acceptance",
];
/// Field with the version of the format.
const VERSION: &str = "format_version";
/// Sections that an included file provides if the including file lacks them.
const LENT: [&str; 3] = ["run", "bounds", "view"];

/// A tree with the frames in which its list elements were written.
#[derive(Default)]
pub(crate) struct Merged {
    /// Entries of the scene's table, without `include`.
    pub entries: Vec<Entry>,
    /// Place of the main file's table.
    pub span: Span,
    /// One frame per element of each list section; `paint` is the floor's paint.
    pub frames: Vec<(&'static str, Vec<Isometry3<f64>>)>,
    /// Frame of the included bounds.
    pub bounds_frame: Isometry3<f64>,
}

impl Merged {
    fn entry(&mut self, key: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.key == key)
    }

    fn frames_of(&mut self, section: &'static str) -> &mut Vec<Isometry3<f64>> {
        let known = self.frames.iter().position(|(name, _)| *name == section);
        let index = known.unwrap_or_else(|| {
            self.frames.push((section, Vec::new()));
            self.frames.len() - 1
        });
        &mut self.frames[index].1
    }
}

/// Origin of a text.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'p> {
    /// This file.
    File(&'p Path),
    /// Not a file; includes are relative to this folder.
    Folder(&'p Path),
    /// Not a file, and includes are not supported.
    Nowhere,
}

impl<'p> Origin<'p> {
    fn file(self) -> Option<&'p Path> {
        match self {
            Origin::File(path) => Some(path),
            Origin::Folder(_) | Origin::Nowhere => None,
        }
    }

    pub(super) fn folder(self) -> Option<&'p Path> {
        match self {
            Origin::File(path) => Some(path.parent().unwrap_or(Path::new(""))),
            Origin::Folder(folder) => Some(folder),
            Origin::Nowhere => None,
        }
    }
}

/// Reads files and everything they include.
#[derive(Default)]
pub(crate) struct Merger {
    pub sources: Sources,
    /// Per source, relative path from the main file's folder to the source's folder, with a trailing slash.
    pub prefixes: Vec<String>,
    pub files: Vec<SceneFile>,
    /// Files that were requested, unreadable ones too.
    pub wanted: Vec<PathBuf>,
    pub findings: Diagnostics,
    /// Canonical paths of the files being read, outermost first.
    pub stack: Vec<PathBuf>,
    /// Files from the command line that replace the main file's includes.
    pub maps: Vec<PathBuf>,
    /// Packs that the files reference.
    pub packs: ScenePacks,
    /// Whether an included file could not be read.
    pub incomplete: bool,
    /// Parameters whose file could not be read.
    pub unread: Vec<Span>,
}

/// Maximum depth of includes.
const INCLUDE_LIMIT: usize = 32;
/// Maximum number of files of a scene.
const FILE_LIMIT: usize = 1000;

impl Merger {
    /// Reads a file from disk. `asked` is the place of the reference to it, for messages about missing files.
    pub fn file(&mut self, path: &Path, prefix: &str, asked: Option<Span>) -> Option<Merged> {
        self.wanted.push(path.to_path_buf());
        let text = self.accept(foreign::scene_text(path), &path.display().to_string(), asked)?;
        self.text_of_file(text, path, prefix, asked)
    }

    /// Reads bytes that are not from a file; see [`Scene::load_stream`](super::Scene::load_stream).
    pub fn stream(&mut self, bytes: Vec<u8>, name: &str, folder: &Path) -> Option<Merged> {
        let text = text::of_bytes(bytes, name);
        let text = text.and_then(|text| foreign::refuse(&text, Path::new(name)).map_or(Ok(text), Err));
        let text = self.accept(text, name, None)?;
        self.files.push(SceneFile { name: name.into(), path: None, digest: sha256(&text) });
        let format = Format::of_text(&text);
        self.text(text, format, name, Origin::Folder(folder), "")
    }

    /// Returns the text, or reports the finding and returns `None`.
    fn accept(&mut self, read: Result<String, Diagnostic>, name: &str, asked: Option<Span>) -> Option<String> {
        read.map_err(|finding| self.report_file(finding, name, asked)).ok()
    }

    /// Reads a text in place of the content of the file at `path`.
    pub fn text_of_file(&mut self, text: String, path: &Path, prefix: &str, asked: Option<Span>) -> Option<Merged> {
        let name = path.display().to_string();
        let digest = sha256(&text);
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if self.refuse_cycle(&canonical, asked) {
            return None;
        }
        self.files.push(SceneFile { name: name.clone(), path: Some(path.to_path_buf()), digest });
        let format = Format::of_path(path);
        self.stack.push(canonical);
        let merged = self.text(text, format, &name, Origin::File(path), prefix);
        self.stack.pop();
        merged
    }

    /// Reads a text and its includes.
    pub fn text(
        &mut self,
        text: String,
        format: Format,
        name: &str,
        origin: Origin<'_>,
        prefix: &str,
    ) -> Option<Merged> {
        let file = self.sources.add(name, origin.file().map(Path::to_path_buf), text);
        self.prefixes.push(prefix.into());
        let before = self.findings.len();
        let mut node = text::read(&self.sources, file, format, &mut self.findings)?;
        let is_well_formed = self.findings.len() == before;
        self.check_version(&mut node, is_well_formed)?;
        self.include_values(&mut node, origin);
        if let Some(list) = node.get("packs") {
            self.packs.ask(list);
        }
        let Kind::Table(entries) = table_of(node.kind) else {
            return None;
        };
        let mut merged = Merged { entries, span: node.span, ..Merged::default() };
        let includes = self.includes(&mut merged, origin.folder(), prefix);
        for section in LISTS {
            let count = merged.entry(section).and_then(|entry| entry.value.items()).map_or(0, <[Node]>::len);
            *merged.frames_of(section) = vec![Isometry3::identity(); count];
        }
        let painted =
            merged.entry("floor").and_then(|floor| floor.value.get("paint")?.items()).map_or(0, <[Node]>::len);
        *merged.frames_of("paint") = vec![Isometry3::identity(); painted];
        for (frame, included) in includes {
            self.join(&mut merged, included, &frame);
        }
        Some(merged)
    }

    fn report_file(&mut self, diagnostic: Diagnostic, name: &str, asked: Option<Span>) {
        let diagnostic = match asked {
            Some(span) => self.sources.locate(diagnostic, span),
            None => diagnostic.with_file(name),
        };
        self.findings.push(diagnostic);
    }

    pub(super) fn refuse_cycle(&mut self, canonical: &Path, asked: Option<Span>) -> bool {
        let circle = self.stack.iter().position(|open| open == canonical);
        let deep = self.stack.len() >= INCLUDE_LIMIT || self.files.len() >= FILE_LIMIT;
        if circle.is_none() && !deep {
            return false;
        }
        let short = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let diagnostic = match circle {
            Some(first) => {
                let chain = self.stack[first..].iter().map(PathBuf::as_path).chain([canonical]);
                let chain: Vec<_> = chain.map(short).collect();
                Diagnostic::error(Code::SceneIncludeCycle, "files include each other in a cycle")
                    .with_found(chain.join(" → "))
                    .with_help("remove one of these includes")
            }
            None => Diagnostic::error(Code::SceneDepth, "too many files are included")
                .with_expected(format!("at most {INCLUDE_LIMIT} levels and {FILE_LIMIT} files")),
        };
        self.report_file(diagnostic, &canonical.display().to_string(), asked);
        true
    }

    /// Checks `format_version` and migrates older versions to the current one.
    fn check_version(&mut self, node: &mut Node, is_well_formed: bool) -> Option<()> {
        let is_table = matches!(table_of_ref(node), Kind::Table(_));
        let version = node.get(VERSION).map(|value| (value.clone(), value.to_json().as_u64()));
        let expected = format!("`format_version: {FORMAT_VERSION}`");
        let (place, diagnostic) = match version {
            _ if !is_table => {
                let found = node.describe();
                let diagnostic = Diagnostic::error(Code::SceneType, "not a scene");
                (node.clone(), diagnostic.with_expected("a table `(format_version: 1, …)`").with_found(found))
            }
            _ if node.get("links").is_some() && node.get("robots").is_none() => {
                let diagnostic = Diagnostic::error(Code::SceneType, "a robot file, not a scene");
                let help = "use it in a scene: `robots: [(name: \"robot\", model: (file: \"…\"))]`";
                (first_byte(node), diagnostic.with_expected("a scene").with_help(help))
            }
            None => {
                let message = "missing `format_version`";
                let diagnostic = Diagnostic::error(Code::SceneVersion, message).with_expected(&expected);
                let help = format!("add {expected} to the scene");
                (first_byte(node), diagnostic.with_found("no `format_version`").with_help(help))
            }
            Some((value, Some(version))) if version > u64::from(FORMAT_VERSION) => {
                let message = format!("the scene requires format version {version}");
                let diagnostic = Diagnostic::error(Code::SceneTooNew, message)
                    .with_expected(format!("format version {FORMAT_VERSION} or older"))
                    .with_found(version.to_string())
                    .with_help("use a newer version of this program");
                (value, diagnostic)
            }
            Some((value, None | Some(0))) => {
                let found = value.describe();
                let diagnostic = Diagnostic::error(Code::SceneVersion, "invalid format version");
                (value, diagnostic.with_expected(expected).with_found(found))
            }
            Some((_, Some(version))) => {
                migrate(node, version as u32);
                return Some(());
            }
        };
        // A scene of an unknown version is checked as one of the current version; anything else would only have unknown fields.
        let is_too_new = diagnostic.code == Code::SceneTooNew;
        let mut sections = LISTS.into_iter().chain(LENT).chain(["include", "floor"]);
        let is_scene = sections.any(|section| node.get(section).is_some());
        if is_scene || is_well_formed {
            self.findings.push(self.sources.locate(diagnostic, place.span));
        }
        if is_too_new || !is_scene {
            return None;
        }
        let fields = fields_mut(node)?;
        fields.retain(|field| field.key != VERSION);
        let value = Node { span: place.span, kind: Kind::Number(FORMAT_VERSION.into()) };
        fields.push(Entry { key: VERSION.into(), key_span: place.span, value });
        Some(())
    }

    /// Removes `include` from the tree and reads the files.
    fn includes(&mut self, merged: &mut Merged, folder: Option<&Path>, prefix: &str) -> Vec<(Isometry3<f64>, Merged)> {
        let position = merged.entries.iter().position(|entry| entry.key == "include");
        let entry = position.map(|position| merged.entries.remove(position));
        let mut list: Vec<(PathBuf, String, Isometry3<f64>, Option<Span>)> = Vec::new();
        if let Some(entry) = &entry {
            let mut decoder = Decoder::new(&self.sources, &[]);
            let segment = Segment::Key("include".into());
            let decoded = decoder.inside(segment, |decoder| Vec::<Include>::decode(&entry.value, decoder));
            self.findings.append(decoder.into_findings());
            self.incomplete |= decoded.is_none();
            let places = entry.value.items().unwrap_or(&[]);
            for (include, place) in decoded.unwrap_or_default().iter().zip(places) {
                let span = place.get("file").unwrap_or(place).span;
                let Some(folder) = folder else {
                    let diagnostic = Diagnostic::error(Code::SceneUnreadable, "unsaved text cannot include files")
                        .with_help("save the scene to a file first");
                    self.findings.push(self.sources.locate(diagnostic, span));
                    self.incomplete = true;
                    continue;
                };
                let name = &include.file.0;
                let below = name.rfind(['/', '\\']).map_or("", |slash| &name[..=slash]);
                if is_of_pack(name) {
                    match self.packs.file(name) {
                        Ok(file) => list.push((file, below.into(), include.pose(), Some(span))),
                        Err(finding) => {
                            self.findings.push(self.sources.locate(finding, span));
                            self.incomplete = true;
                        }
                    }
                    continue;
                }
                let absolute = Path::new(name).is_absolute();
                let prefix = if absolute { below.into() } else { format!("{prefix}{below}") };
                list.push((folder.join(name), prefix, include.pose(), Some(span)));
            }
        }
        for (index, map) in std::mem::take(&mut self.maps).into_iter().enumerate() {
            let absolute = std::path::absolute(&map).unwrap_or_else(|_| map.clone());
            let prefix = absolute.parent().map_or(String::new(), |folder| format!("{}/", folder.display()));
            match list.get_mut(index) {
                Some(include) => (include.0, include.1, include.3) = (map, prefix, None),
                None => list.push((map, prefix, Isometry3::identity(), None)),
            }
        }
        let read = list.into_iter().filter_map(|(path, prefix, frame, asked)| {
            let included = self.file(&path, &prefix, asked);
            self.incomplete |= included.is_none();
            Some((frame, included?))
        });
        read.collect()
    }

    /// Merges the content of an included file, placed at `frame`.
    fn join(&mut self, merged: &mut Merged, mut included: Merged, frame: &Isometry3<f64>) {
        for (_, frames) in &mut included.frames {
            frames.iter_mut().for_each(|own| *own = frame * *own);
        }
        let bounds_frame = frame * included.bounds_frame;
        let entries = std::mem::take(&mut included.entries);
        for entry in entries {
            let key = entry.key.as_str();
            if let Some(section) = LISTS.iter().find(|section| **section == key) {
                let frames = std::mem::take(included.frames_of(section));
                self.append(merged, section, entry, frames);
            } else if key == "floor" {
                let frames = std::mem::take(included.frames_of("paint"));
                join_floor(merged, entry, frames);
            } else if LENT.contains(&key) {
                if merged.entry(key).is_none() {
                    if key == "bounds" {
                        merged.bounds_frame = bounds_frame;
                    }
                    merged.entries.push(entry);
                }
            } else if !["format_version", "name", "description", "properties"].contains(&key)
                && merged.entry(key).is_none()
            {
                // Unknown sections are kept so that decoding reports them.
                merged.entries.push(entry);
            }
        }
    }

    fn append(&mut self, merged: &mut Merged, section: &'static str, entry: Entry, frames: Vec<Isometry3<f64>>) {
        let Some(own) = merged.entry(section) else {
            merged.entries.push(entry);
            *merged.frames_of(section) = frames;
            return;
        };
        match (&mut own.value.kind, entry.value.kind) {
            (Kind::List { items, .. }, Kind::List { items: more, .. }) => {
                items.extend(more);
                merged.frames_of(section).extend(frames);
            }
            (Kind::Table(entries), list @ Kind::List { .. }) if entries.is_empty() => {
                own.value.kind = list;
                *merged.frames_of(section) = frames;
            }
            (_, Kind::Table(entries)) if entries.is_empty() => {}
            (Kind::List { .. }, kind) => {
                let node = Node { span: entry.value.span, kind };
                let mut decoder = Decoder::new(&self.sources, &[]);
                let segment = Segment::Key(section.into());
                decoder.inside(segment, |decoder| decoder.wrong_type::<()>(&node, "a list `[…]`".to_string()));
                self.findings.append(decoder.into_findings());
            }
            // The including file's section is invalid, which decoding reports.
            _ => {}
        }
    }
}

/// Floor fields of the including file take precedence; paint of the included file is below its own.
fn join_floor(merged: &mut Merged, entry: Entry, frames: Vec<Isometry3<f64>>) {
    let Some(own) = merged.entry("floor") else {
        merged.entries.push(entry);
        *merged.frames_of("paint") = frames;
        return;
    };
    let Some(own_fields) = fields_mut(&mut own.value) else { return };
    let mut value = entry.value;
    let Some(fields) = fields_mut(&mut value).map(std::mem::take) else { return };
    let mut under = None;
    for field in fields {
        match own_fields.iter_mut().find(|own| own.key == field.key) {
            None => {
                if field.key == "paint" {
                    under = Some(frames.clone());
                }
                own_fields.push(field);
            }
            Some(own) if field.key == "paint" => {
                if let (Kind::List { items, .. }, Kind::List { items: lower, .. }) =
                    (&mut own.value.kind, field.value.kind)
                {
                    items.splice(0..0, lower);
                    under = Some(frames.clone());
                }
            }
            Some(_) => {}
        }
    }
    if let Some(under) = under {
        merged.frames_of("paint").splice(0..0, under);
    }
}

/// Fields of a table, also inside a tag such as `Floor(…)`.
fn fields_mut(node: &mut Node) -> Option<&mut Vec<Entry>> {
    match &mut node.kind {
        Kind::Table(fields) => Some(fields),
        Kind::Tagged { body, .. } => fields_mut(body),
        _ => None,
    }
}

/// `Scene(…)` is the same as `(…)`.
fn table_of(kind: Kind) -> Kind {
    match kind {
        Kind::Tagged { tag, body, .. } if tag == "Scene" => body.kind,
        kind => kind,
    }
}

fn table_of_ref(node: &Node) -> &Kind {
    match &node.kind {
        Kind::Tagged { tag, body, .. } if tag == "Scene" => &body.kind,
        kind => kind,
    }
}

/// First byte of a node, for findings about the whole file.
fn first_byte(node: &Node) -> Node {
    let span = Span { end: node.span.start + 1, ..node.span };
    Node { span, kind: Kind::Null }
}

/// Migrates a tree of an older format version to the current one, step by step.
///
/// Version 1 is the first one, so there is nothing to do yet; a format change adds `if version < 2 { … }`.
fn migrate(_node: &mut Node, _version: u32) {}
