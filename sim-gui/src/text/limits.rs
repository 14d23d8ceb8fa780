//! Commands and values beyond their limits.

use super::{Text, text};

pub const LIMITED: Text = text("limits-limited");
pub const LIMITED_HELP: Text = text("limits-limited-help");
