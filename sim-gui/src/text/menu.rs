//! Menu titles and descriptions of menu items.

use super::{Text, text};

pub const FILE: Text = text("menu-file");
pub const EDIT: Text = text("menu-edit");
pub const DRAW: Text = text("menu-draw");
pub const RUN: Text = text("menu-run");
pub const VIEW: Text = text("menu-view");
pub const HELP: Text = text("menu-help");
pub const SHORTCUTS: Text = text("menu-shortcuts");
pub const PANELS: Text = text("menu-panels");
pub const CAMERA: Text = text("menu-camera");
pub const CAMERA_HELP: Text = text("menu-camera-help");
pub const PANELS_HELP: Text = text("menu-panels-help");
pub const SHOWS_PANEL: Text = text("menu-shows-panel");
pub const CLOSES_PANEL: Text = text("menu-closes-panel");
pub const RECENT_HELP: Text = text("menu-recent-help");
