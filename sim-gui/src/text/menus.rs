//! Help of menus.

pub const CAMERA_HELP: &str = "Moves the camera by steps, as the keys beside the names do.";
pub const PANELS_HELP: &str = "Opens, closes and finds panels.";
pub const SHOWS_PANEL: &str = "Opens this panel, or brings it to the front.";
pub const CLOSES_PANEL: &str = "Closes this panel.";
pub const RECENT_HELP: &str = "Opens a file that was open lately.";
