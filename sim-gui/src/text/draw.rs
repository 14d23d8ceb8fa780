//! Drawing tools.

use super::{Text, text};

pub const WALLS: Text = text("draw-walls");
pub const ROOM: Text = text("draw-room");
pub const FIELD: Text = text("draw-field");
pub const ROUTE: Text = text("draw-route");
pub const DOOR: Text = text("draw-door");
pub const FIRST_POINT: Text = text("common-first-point");
pub const NEXT_POINT: Text = text("draw-next-point");
pub const LAST_POINT: Text = text("draw-last-point");
pub const FIRST_CORNER: Text = text("draw-first-corner");
pub const OTHER_CORNER: Text = text("draw-other-corner");
pub const FROM_ABOVE: Text = text("draw-from-above");
pub const POINT_AT_WALL: Text = text("draw-point-at-wall");
pub const TOO_SHORT: Text = text("draw-too-short");
pub const CLICK_DOOR: Text = text("draw-click-door");
pub const HEIGHT: Text = text("draw-height");
pub const THICKNESS: Text = text("draw-thickness");
pub const WIDTH: Text = text("draw-width");

pub fn made(shape: &str) -> String {
    say!("draw-made", shape)
}

pub fn waits(shape: &str, action: &str) -> String {
    say!("draw-waits", shape, action)
}
