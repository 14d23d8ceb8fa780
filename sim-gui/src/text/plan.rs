//! The plan.

use super::{Text, text};

pub const SEEN: Text = text("plan-seen");
pub const NAME: Text = text("plan-name");
pub const EXPORT_PNG: Text = text("plan-export-png");
pub const NOT_WRITTEN: Text = text("plan-not-written");

pub fn too_large(width: u32, height: u32) -> String {
    say!("plan-too-large", width = width.to_string(), height = height.to_string())
}
