//! The axes for moving and rotating.

use super::{Text, text};

pub const ACTION: Text = text("axes-action");
pub const ACTION_HELP: Text = text("axes-action-help");
pub const WORLD: Text = text("axes-world");
pub const OWN: Text = text("axes-own");
pub const NAME: Text = text("axes-name");
