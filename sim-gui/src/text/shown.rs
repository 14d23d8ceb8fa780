//! Overlays.

use super::{Text, text};

pub const MENU: Text = text("shown-menu");
pub const MENU_HELP: Text = text("shown-menu-help");
pub const LABELS: Text = text("shown-labels");
pub const NOTES: Text = text("common-notes");
pub const ROUTES: Text = text("common-routes");
pub const SIGNS: Text = text("shown-signs");
pub const GRID: Text = text("common-grid");
pub const TRAILS: Text = text("shown-trails");
pub const CONTACTS: Text = text("shown-contacts");
pub const CONTACTS_HELP: Text = text("shown-contacts-help");
pub const CEILINGS: Text = text("shown-ceilings");
pub const CEILINGS_HELP: Text = text("shown-ceilings-help");
pub const SENSORS: Text = text("shown-sensors");
pub const FRAMES: Text = text("shown-frames");
pub const DRAWINGS: Text = text("shown-drawings");
pub const NOBODY: Text = text("shown-nobody");
pub const SELECTED: Text = text("common-selected");
pub const ALL: Text = text("common-all");
pub const MARGINS: Text = text("shown-margins");
pub const MARGINS_HELP: Text = text("shown-margins-help");
pub const CUT: Text = text("shown-cut");
pub const CUT_HELP: Text = text("shown-cut-help");
pub const SWITCHED_OFF: Text = text("shown-switched-off");

pub fn of(what: &str, whom: &str) -> String {
    say!("shown-of", what, whom)
}
