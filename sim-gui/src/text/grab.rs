//! Moving and turning with the pointer after a key.

use super::{Text, text};

pub const HINT: Text = text("grab-hint");
pub const NOTHING: Text = text("grab-nothing");
