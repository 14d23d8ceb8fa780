//! Three versions of a text become one: what the file held, what somebody else has made of it, and what was edited here.

use std::fmt;
use std::sync::Arc;

use sim_core::diagnostic::Diagnostics;
use sim_core::digest::sha256;

use crate::document::{Content, Document};
use crate::files::read_text;
use crate::impact::Impact;
use crate::refusal::{FileError, in_short};

/// Conflicts that are named, at most.
const NAMED: usize = 5;

/// Why the changes of two were not put together; the document is as it was.
#[derive(Debug)]
pub enum NotMerged {
    /// The file cannot be read.
    File(FileError),
    /// It is not known what the file has held before.
    NoBase,
    /// Both have changed the same lines, or lines beside each other.
    Conflicts {
        /// The lines, each with what stands in the document and in the file.
        places: Vec<String>,
    },
    /// Put together they make no valid scene.
    Invalid(Diagnostics),
}

impl fmt::Display for NotMerged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            NotMerged::File(error) => error.sentence(),
            NotMerged::NoBase => {
                "it is not known what the file held before both changes; reload it, or keep yours".to_string()
            }
            NotMerged::Conflicts { places } => format!(
                "both have changed the same or neighbouring lines: {places}; reload the file, or keep yours",
                places = places.join("; ")
            ),
            NotMerged::Invalid(findings) => {
                format!("both changes together make no valid scene: {findings}", findings = in_short(findings))
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
    /// Puts the changes that somebody else has made to the file together with those of the document, by lines. This can be
    /// undone.
    ///
    /// # Errors
    /// Why that cannot be done; the document is then as it was.
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

/// The conflicts that a marked text shows: the line of the document, and both versions of it.
fn conflicts(ours: &str, marked: &str) -> Vec<String> {
    let (mut places, mut lines) = (Vec::new(), marked.lines());
    // Each conflict is looked for after the one before.
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
