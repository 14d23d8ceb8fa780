//! Parameters in separate files: `Include("mission.ron")` as a value. A file `route.txt` is read as the list of its lines.

use std::path::Path;

use super::merge::{Merger, Origin, SceneFile};
use super::text::{self, Format, Kind, Node};
use sim_diagnostics::{Code, Diagnostic};
use sim_files::digest::sha256;

/// Keyword before the file.
const WORD: &str = "Include";
/// Field of components below which values may be included.
const BELOW: &str = "params";
/// Byte order mark that some editors write.
const BOM: char = '\u{feff}';

/// File name of a parameter value that is included from a file, as written.
pub fn file_of_value(node: &Node) -> Option<&Node> {
    let name = match &node.kind {
        Kind::Tagged { tag, body, .. } if tag == WORD => &**body,
        Kind::Table(entries) if entries.len() == 1 && entries[0].key == WORD => &entries[0].value,
        _ => return None,
    };
    matches!(name.kind, Kind::Text(_)).then_some(name)
}

/// Whether a file is read as lines of text, by its name.
fn is_plain_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
}

/// Lines of a text with their places, without line terminators; no empty line after the last terminator.
fn spans_of_lines(text: &str) -> Vec<(String, usize)> {
    let mut start = if text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
    let mut lines = Vec::new();
    for whole in text[start..].split_inclusive('\n') {
        let line = whole.strip_suffix('\n').map_or(whole, |line| line.strip_suffix('\r').unwrap_or(line));
        lines.push((line.to_owned(), start));
        start += whole.len();
    }
    lines
}

fn list_of_lines(file: u32, lines: Vec<(String, usize)>) -> Node {
    let end = lines.last().map_or(0, |(line, start)| start + line.len()) as u32;
    let items = lines.into_iter().map(|(line, start)| {
        let span = text::Span { file, start: start as u32, end: (start + line.len()) as u32 };
        Node { span, kind: Kind::Text(line) }
    });
    let kind = Kind::List { items: items.collect(), tuple: false };
    Node { span: text::Span { file, start: 0, end }, kind }
}

impl Merger {
    /// Replaces includes in parameters with the contents of the files. Unreadable files are reported and become null.
    pub(super) fn include_values(&mut self, node: &mut Node, origin: Origin<'_>) {
        self.expand_values(node, origin.folder(), false);
    }

    fn expand_values(&mut self, node: &mut Node, folder: Option<&Path>, below: bool) {
        if below && let Some(name) = file_of_value(node) {
            let (file, span) = (name.as_text().unwrap_or_default().to_owned(), name.span);
            let value = match folder {
                Some(folder) => self.value_of_file(&folder.join(file), span),
                None => {
                    let message = "unsaved text cannot include files";
                    let diagnostic =
                        Diagnostic::error(Code::SceneUnreadable, message).with_help("save the scene to a file first");
                    self.findings.push(self.sources.locate(diagnostic, span));
                    None
                }
            };
            *node = value.unwrap_or_else(|| {
                self.unread.push(span);
                Node { span, kind: Kind::Null }
            });
            return;
        }
        match &mut node.kind {
            Kind::List { items, .. } => items.iter_mut().for_each(|item| self.expand_values(item, folder, below)),
            Kind::Table(entries) => {
                for entry in entries {
                    self.expand_values(&mut entry.value, folder, below || entry.key == BELOW);
                }
            }
            Kind::Tagged { body, .. } => self.expand_values(body, folder, below),
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Text(_) | Kind::Word(_) => {}
        }
    }

    fn value_of_file(&mut self, path: &Path, asked: text::Span) -> Option<Node> {
        self.wanted.push(path.to_path_buf());
        let name = path.display().to_string();
        let text = match text::of_file(path) {
            Ok(text) => text,
            Err(finding) => {
                self.findings.push(self.sources.locate(finding, asked));
                return None;
            }
        };
        let canonical = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if self.refuse_cycle(&canonical, Some(asked)) {
            return None;
        }
        self.files.push(SceneFile { name: name.clone(), path: Some(path.to_path_buf()), digest: sha256(&text) });
        let lines = is_plain_text(path).then(|| spans_of_lines(&text));
        let file = self.sources.add(&name, Some(path.to_path_buf()), text);
        self.prefixes.push(String::new());
        if let Some(lines) = lines {
            return Some(list_of_lines(file, lines));
        }
        let mut value = text::read(&self.sources, file, Format::of_path(path), &mut self.findings)?;
        self.stack.push(canonical);
        self.expand_values(&mut value, path.parent(), true);
        self.stack.pop();
        Some(value)
    }
}
