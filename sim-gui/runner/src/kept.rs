//! States of a run that are kept, so that one can go back to them.

/// A state of a run that is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeptState {
    /// Its number; later ones have higher numbers.
    pub id: u64,
    /// Ticks done then.
    pub tick: u64,
    /// Simulated time then, s.
    pub time: f64,
    /// Whether the scene is as it was then: only then can the run go back to it.
    pub fits: bool,
}

/// All states that are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptStates {
    /// The states, the oldest first.
    pub list: Vec<KeptState>,
    /// How many can be kept of this scene.
    pub most: usize,
}
