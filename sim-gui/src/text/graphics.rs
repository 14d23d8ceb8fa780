//! What the graphics device tells.

use super::{Text, text};

pub const REFUSED: Text = text("graphics-refused");
pub const REFUSED_REMEDY: Text = text("graphics-refused-remedy");
pub const LOST: Text = text("graphics-lost");
pub const LOST_REMEDY: Text = text("graphics-lost-remedy");
