//! The command palette.

use super::{Text, text};

pub const HINT: Text = text("palette-hint");
pub const NOTHING: Text = text("palette-nothing");
