//! Help of menus.

use super::{Text, text};

pub const CAMERA_HELP: Text = text("menus-camera-help");
pub const PANELS_HELP: Text = text("menus-panels-help");
pub const SHOWS_PANEL: Text = text("menus-shows-panel");
pub const CLOSES_PANEL: Text = text("menus-closes-panel");
pub const RECENT_HELP: Text = text("menus-recent-help");
