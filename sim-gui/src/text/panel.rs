//! Names of panels.

use super::{Text, text};

pub const VIEW_3D: Text = text("panel-view-3d");
pub const PLAN: Text = text("panel-plan");
pub const TREE: Text = text("panel-tree");
pub const INSPECTOR: Text = text("panel-inspector");
pub const PLUGINS: Text = text("panel-plugins");
pub const PLOTS: Text = text("panel-plots");
pub const LOG: Text = text("panel-log");
pub const PROBLEMS: Text = text("panel-problems");
