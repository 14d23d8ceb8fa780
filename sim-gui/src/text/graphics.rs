//! Graphics device errors.

use super::{Text, text};

pub const NO_WINDOW: Text = text("graphics-no-window");
pub const NO_WINDOW_HELP: Text = text("graphics-no-window-help");
pub const REFUSED: Text = text("graphics-refused");
pub const REFUSED_REMEDY: Text = text("graphics-refused-remedy");
pub const LOST: Text = text("graphics-lost");
pub const LOST_REMEDY: Text = text("graphics-lost-remedy");
