//! Closing the window.

use super::{Text, text};

pub const STOPPING: Text = text("ending-stopping");
pub const NO_THREAD: Text = text("ending-no-thread");
pub const GO_ON: Text = text("ending-go-on");
