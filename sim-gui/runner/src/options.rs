//! Options of a runner.

use std::sync::Arc;

/// Options of a runner.
pub struct RunnerOptions {
    /// Called from the simulation thread when there is a new frame or event, at most [`RunnerOptions::frame_rate`] times a
    /// second. It should request a repaint and return.
    pub repaint: Arc<dyn Fn() + Send + Sync>,
    /// Maximum frames per second, 1 … 240; [`Command::FrameRate`](crate::Command::FrameRate) changes it.
    pub frame_rate: f64,
}

impl Default for RunnerOptions {
    fn default() -> Self {
        Self { repaint: Arc::new(|| {}), frame_rate: 60.0 }
    }
}
