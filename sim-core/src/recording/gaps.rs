//! What cannot be read of a recording, set aside so that the rest can be.

use super::{RecordingError, Result};

/// Damage that has been met so far, each place once.
#[derive(Debug, Default)]
pub struct Gaps(Vec<RecordingError>);

impl Gaps {
    /// None so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes on after damage, which is kept, with nothing in its place. Other errors stay errors.
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

    /// Takes what another has met.
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

    /// The damage, in the order in which it was met.
    pub fn found(&self) -> &[RecordingError] {
        &self.0
    }
}
