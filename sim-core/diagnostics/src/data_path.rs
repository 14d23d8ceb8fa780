//! Paths in documents: `robots[2].params.speed`.

/// One step of a path in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A field of a table.
    Key(String),
    /// A list element, 0-based.
    Index(usize),
}

/// Formats a path: `robots[2].params["odd key"]`.
pub fn path_text(path: &[Segment]) -> String {
    let mut text = String::new();
    for segment in path {
        match segment {
            Segment::Index(index) => text.push_str(&format!("[{index}]")),
            Segment::Key(key)
                if key.chars().all(|c| c == '_' || c == '-' || c.is_alphanumeric()) && !key.is_empty() =>
            {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(key);
            }
            Segment::Key(key) => text.push_str(&quoted_step(key)),
        }
    }
    text
}

/// Path step to an element with any name: `["odd key"]`. Nothing is escaped; a name that contains `"]` cannot be written in a
/// path.
pub fn quoted_step(name: &str) -> String {
    format!("[\"{name}\"]")
}
