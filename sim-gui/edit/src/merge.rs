//! Three-way merge of a text: the previous content of the file, its current content, and the edited text.

use std::fmt;
use std::sync::Arc;

use sim_core::diagnostic::Diagnostics;
use sim_core::digest::sha256;

use crate::content::Content;
use crate::disk::{FileError, read_text};
use crate::document::Document;
use crate::impact::Impact;
use crate::refusal::in_short;

/// Maximum number of conflicts that are listed.
const NAMED: usize = 5;

/// Why the merge failed; the document is unchanged.
#[derive(Debug)]
pub enum NotMerged {
    /// The file cannot be read.
    File(FileError),
    /// The previous content of the file is unknown.
    NoBase,
    /// Both sides have changed the same or adjacent lines.
    Conflicts {
        /// The lines, each with the version of the document and of the file.
        places: Vec<String>,
    },
    /// The merged text is not a valid scene.
    Invalid(Diagnostics),
}

impl fmt::Display for NotMerged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            NotMerged::File(error) => error.sentence(),
            NotMerged::NoBase => {
                "the content of the file before both changes is unknown; reload it, or keep your version".to_string()
            }
            NotMerged::Conflicts { places } => format!(
                "both versions changed the same or adjacent lines: {places}; reload the file, or keep your version",
                places = places.join("; ")
            ),
            NotMerged::Invalid(findings) => {
                format!("the merged text is not a valid scene: {findings}", findings = in_short(findings))
            }
        };
        f.write_str(&text)
    }
}

impl std::error::Error for NotMerged {}

impl From<FileError> for NotMerged {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl Document {
    /// Merges changes made to the file by another program with those of the document, line by line. Can be undone.
    ///
    /// # Errors
    /// Why the merge failed; the document is then unchanged.
    pub fn merge(&mut self) -> Result<Impact, NotMerged> {
        let path = self.path.clone().ok_or(FileError::NoPath)?;
        let theirs = read_text(&path)?;
        self.end_groups();
        let base = self.baseline.clone().ok_or(NotMerged::NoBase)?;
        let merged = diffy::merge(&base, &self.text, &theirs)
            .map_err(|marked| NotMerged::Conflicts { places: conflicts(&self.text, &marked) })?;
        let content = Content::load(&merged, self.format, Some(&path));
        if let (Content::Broken(findings), Content::Scene(_)) = (&content, &self.content) {
            return Err(NotMerged::Invalid(findings.clone()));
        }
        let before = self.text.clone();
        let impact = self.take_text(&merged);
        self.record(&before, "Merge", String::new());
        self.known_digest = Some(sha256(theirs.as_bytes()));
        self.baseline = Some(Arc::from(theirs));
        Ok(impact)
    }
}

/// The conflicts in a text with conflict markers: the line number in the document, and both versions.
fn conflicts(ours: &str, marked: &str) -> Vec<String> {
    let (mut places, mut lines) = (Vec::new(), marked.lines());
    // Search for each conflict after the previous one.
    let mut from = 0;
    while lines.any(|line| line.starts_with("<<<<<<<")) && places.len() < NAMED {
        let mine: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("|||||||")).collect();
        let _ = lines.by_ref().find(|line| line.starts_with("======="));
        let theirs: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with(">>>>>>>")).collect();
        let first = mine.first().copied().unwrap_or_default();
        let found = ours.lines().skip(from).position(|line| line == first && !mine.is_empty());
        let place = found.map(|after| from + after + 1);
        from = place.unwrap_or(from);
        let quoted = |lines: &[&str]| lines.first().map_or("nothing".to_string(), |line| format!("`{}`", line.trim()));
        let (mine, theirs) = (quoted(&mine), quoted(&theirs));
        places.push(match place {
            Some(line) => format!("line {line}: {mine} here, {theirs} in the file"),
            None => format!("{mine} here, {theirs} in the file"),
        });
    }
    places
}
