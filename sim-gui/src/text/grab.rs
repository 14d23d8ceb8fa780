//! Moving and rotating with the pointer after a shortcut.

use super::{Text, text};

pub const HINT: Text = text("grab-hint");
pub const NOTHING: Text = text("grab-nothing");
