//! Counters and times of a mover for reports, which few ticks change.

/// Events of a run so far.
#[derive(Default)]
pub(crate) struct Statistics {
    /// Number of times it began to touch anything but ground.
    pub(crate) collisions: u64,
    /// Number of commands that were out of range and were clamped.
    pub(crate) clamped_commands: u64,
    /// The first clamped command of this run, if not reported yet: its index and the requested value.
    pub(crate) first_limited: Option<(u32, f64)>,
    /// Time at which it left the bounds of the scene, s.
    pub(crate) out_of_bounds: Option<f64>,
}
