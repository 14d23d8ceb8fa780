//! Names for widgets of the toolkit.

use super::{Text, text};

pub const SCROLL_BAR: Text = text("toolkit-scroll-bar");
pub const DIVIDER: Text = text("toolkit-divider");
pub const TABS: Text = text("toolkit-tabs");
pub const CLOSE_TAB: Text = text("common-close");
pub const TABS_LEFT: Text = text("toolkit-tabs-left");
pub const TABS_RIGHT: Text = text("toolkit-tabs-right");
