//! Which poses an edit changes.

use super::{Text, text};

pub const CHANGES: Text = text("moment-changes");
pub const START: Text = text("common-start");
pub const START_NAME: Text = text("moment-start-name");
pub const START_HELP: Text = text("moment-start-help");
pub const NOW: Text = text("common-now");
pub const NOW_NAME: Text = text("moment-now-name");
pub const NOW_HELP: Text = text("moment-now-help");
pub const NO_RUN: Text = text("moment-no-run");
pub const SHOWN: Text = text("moment-shown");
pub const RUN_ONLY: Text = text("moment-run-only");
