//! Damaged parts of a recording, collected so that the rest can be read.

use super::{RecordingError, Result};

/// Damage found so far, without duplicates.
#[derive(Debug, Default)]
pub struct Gaps(Vec<RecordingError>);

impl Gaps {
    /// No damage.
    pub fn new() -> Self {
        Self::default()
    }

    /// Collects damage and returns `None` in its place. Other errors are returned.
    pub fn pass<T>(&mut self, read: Result<T>) -> Result<Option<T>> {
        match read {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_damage() => {
                self.add(error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Adds the damage of another collection.
    pub fn extend(&mut self, other: Gaps) {
        for error in other.0 {
            self.add(error);
        }
    }

    fn add(&mut self, error: RecordingError) {
        if !self.0.iter().any(|known| known.place() == error.place()) {
            self.0.push(error);
        }
    }

    /// The damage, in the order in which it was found.
    pub fn found(&self) -> &[RecordingError] {
        &self.0
    }
}
