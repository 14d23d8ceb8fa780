//! Paths inside documents: `robots[2].params.speed`.

/// One step of a path inside a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// A field of a table.
    Key(String),
    /// An element of a list, counted from 0.
    Index(usize),
}

/// The text form of a path: `robots[2].params["odd key"]`.
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

/// The step of a path to what has this name, whatever is in the name: `["odd key"]`. Nothing in it is escaped; a name with `"]` in
/// it cannot be said in a path.
pub fn quoted_step(name: &str) -> String {
    format!("[\"{name}\"]")
}
