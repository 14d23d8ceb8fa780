//! What can be done, and why not.

use super::{Text, text};

pub const FAILED: Text = text("availability-failed");
pub const BROKEN: Text = text("availability-broken");
pub const NOT_LOCKABLE: Text = text("availability-not-lockable");
pub const NOTHING_SELECTED: Text = text("common-nothing-selected");
pub const NO_SCENE: Text = text("availability-no-scene");
pub const ENDED_BY_SERVICE: Text = text("availability-ended-by-service");

pub fn of(action: &str, step: &str) -> String {
    say!("availability-of", action, step)
}
