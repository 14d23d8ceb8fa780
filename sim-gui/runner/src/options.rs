//! How a runner works.

use std::sync::Arc;

/// How a runner works.
pub struct RunnerOptions {
    /// Called from the simulation's thread when there is a new frame or event, at most [`RunnerOptions::frame_rate`] times a
    /// second. It should ask the window to repaint and return.
    pub repaint: Arc<dyn Fn() + Send + Sync>,
    /// Frames per second at most, 1 … 240; [`Command::FrameRate`](crate::Command::FrameRate) changes it.
    pub frame_rate: f64,
}

impl Default for RunnerOptions {
    fn default() -> Self {
        Self { repaint: Arc::new(|| {}), frame_rate: 60.0 }
    }
}
