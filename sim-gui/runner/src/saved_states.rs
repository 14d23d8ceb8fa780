//! Saved states of a run that can be restored.

/// A saved state of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SavedState {
    /// Its id; ids increase.
    pub id: u64,
    /// Completed ticks at that time.
    pub tick: u64,
    /// Simulated time, s.
    pub time: f64,
    /// Whether the scene is unchanged since: only then can the state be restored.
    pub fits: bool,
}

/// All saved states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedStates {
    /// The states, oldest first.
    pub list: Vec<SavedState>,
    /// Maximum number of saved states for this scene.
    pub max: usize,
}
