//! Why actions are unavailable.

use super::{Text, text};

pub const FAILED: Text = text("availability-failed");
pub const BROKEN: Text = text("availability-broken");
pub const NOT_LOCKABLE: Text = text("availability-not-lockable");
pub const NOTHING_SELECTED: Text = text("common-nothing-selected");
pub const NO_SCENE: Text = text("availability-no-scene");
pub const ENDED_BY_SERVICE: Text = text("availability-ended-by-service");
pub const NO_CEILING: Text = text("availability-no-ceiling");
pub const CEILINGS_OF_ROUTE: Text = text("availability-ceilings-of-route");
pub const NO_POINT: Text = text("availability-no-point");
pub const NO_MARGIN: Text = text("availability-no-margin");

pub fn of(action: &str, step: &str) -> String {
    say!("availability-of", action, step)
}
