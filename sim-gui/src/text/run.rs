//! Simulation control.

use super::{Text, text};

pub const PLAY: Text = text("run-play");
pub const PAUSE: Text = text("run-pause");
pub const STEP: Text = text("run-step");
pub const STOP: Text = text("run-stop");
pub const RESET: Text = text("run-reset");
pub const SPEED: Text = text("run-speed");
pub const UNLIMITED: Text = text("run-unlimited");
pub const NO_SCENE: Text = text("common-no-scene");
pub const BUILDING: Text = text("run-building");
pub const PLAYING: Text = text("run-playing");
pub const PAUSED: Text = text("run-paused");
pub const EMPTY: Text = text("run-empty");
pub const FAILED: Text = text("run-failed");

pub const GOES_ON: Text = text("run-goes-on");
pub const BACK: Text = text("run-back");

pub fn ended(reason: String) -> String {
    say!("run-ended", reason)
}

/// The scene has reached its duration, s.
pub fn over(duration: f64) -> String {
    say!("run-over", duration)
}

/// The run continues past the end of the scene, s.
pub fn beyond(state: &str, end: f64) -> String {
    say!("run-beyond", state, end)
}

pub fn speed(factor: Option<f64>) -> String {
    factor.map_or_else(|| UNLIMITED.to_string(), |factor| format!("×{factor}"))
}

pub fn factor(factor: f64) -> String {
    say!("run-factor", factor = format!("{factor:.2}"))
}

pub fn tick(tick: u64) -> String {
    say!("run-tick", tick)
}
