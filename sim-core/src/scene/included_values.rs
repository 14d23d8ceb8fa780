//! Parameters that stand in files of their own: `Include("mission.ron")` in the place of a value.

use std::path::Path;

use super::merge::{Merger, Origin, SceneFile};
use super::text::{self, Format, Kind, Node};
use crate::diagnostic::{Code, Diagnostic};
use crate::digest::sha256;

/// The word that stands before the file.
const WORD: &str = "Include";
/// The field of components below which values may stand in files.
const BELOW: &str = "params";

/// Of a value of parameters that stands in a file of its own: the name of that file, as it is written.
pub fn file_of_value(node: &Node) -> Option<&Node> {
    let name = match &node.kind {
        Kind::Tagged { tag, body, .. } if tag == WORD => &**body,
        Kind::Table(entries) if entries.len() == 1 && entries[0].key == WORD => &entries[0].value,
        _ => return None,
    };
    matches!(name.kind, Kind::Text(_)).then_some(name)
}

impl Merger {
    /// Puts the content of the files that parameters name in the place of their names. What cannot be read is reported and becomes
    /// nothing.
    pub(super) fn include_values(&mut self, node: &mut Node, origin: Origin<'_>) {
        self.look_for_values(node, origin.folder(), false);
    }

    fn look_for_values(&mut self, node: &mut Node, folder: Option<&Path>, below: bool) {
        if below && let Some(name) = file_of_value(node) {
            let (file, span) = (name.as_text().unwrap_or_default().to_owned(), name.span);
            let value = match folder {
                Some(folder) => self.value_of_file(&folder.join(file), span),
                None => {
                    let message =
                        say!("scene-text-without-folder-cannot-include", "a text without folder cannot include files");
                    let diagnostic = Diagnostic::error(Code::SceneUnreadable, message)
                        .with_help(say!("scene-save-scene-file-first", "save the scene to a file first"));
                    self.findings.push(self.sources.locate(diagnostic, span));
                    None
                }
            };
            *node = value.unwrap_or(Node { span, kind: Kind::Null });
            return;
        }
        match &mut node.kind {
            Kind::List { items, .. } => items.iter_mut().for_each(|item| self.look_for_values(item, folder, below)),
            Kind::Table(entries) => {
                for entry in entries {
                    self.look_for_values(&mut entry.value, folder, below || entry.key == BELOW);
                }
            }
            Kind::Tagged { body, .. } => self.look_for_values(body, folder, below),
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
        let file = self.sources.add(&name, Some(path.to_path_buf()), text);
        self.prefixes.push(String::new());
        let mut value = text::read(&self.sources, file, Format::of_path(path), &mut self.findings)?;
        self.stack.push(canonical);
        self.look_for_values(&mut value, path.parent(), true);
        self.stack.pop();
        Some(value)
    }
}
