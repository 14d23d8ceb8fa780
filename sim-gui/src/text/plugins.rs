//! The plugins.

use super::{Text, text};

pub const NONE: Text = text("plugins-none");
pub const FOLDERS: Text = text("plugins-folders");
pub const RESCAN: Text = text("plugins-rescan");
pub const RESCAN_HELP: Text = text("plugins-rescan-help");
pub const RELOAD: Text = text("common-reload");
pub const OPEN_FOLDER: Text = text("plugins-open-folder");
pub const REGISTERED: Text = text("plugins-registered");
pub const REFUSED: Text = text("plugins-refused");
pub const SKIPPED: Text = text("plugins-skipped");
pub const GONE: Text = text("plugins-gone");
pub const COMPONENTS: Text = text("common-components");
