//! Inserting items by typed numbers, and the 3D cursor.

use super::{Text, text};
use sim_core::scene::form::short;

pub const KIND: Text = text("by-numbers-kind");
pub const TYPE: Text = text("by-numbers-type");
pub const KINDS: [Text; 6] = [
    text("by-numbers-kinds-1"),
    text("by-numbers-kinds-2"),
    text("by-numbers-kinds-3"),
    text("by-numbers-kinds-4"),
    text("by-numbers-kinds-5"),
    text("by-numbers-kinds-6"),
];
pub const ABSOLUTE: Text = text("by-numbers-absolute");
pub const RELATIVE: Text = text("by-numbers-relative");
pub const FROM_HELP: Text = text("by-numbers-from-help");
pub const CURSOR_X: Text = text("by-numbers-cursor-x");
pub const CURSOR_Y: Text = text("by-numbers-cursor-y");
pub const CURSOR_Z: Text = text("by-numbers-cursor-z");
pub const INSERT: Text = text("by-numbers-insert");
pub const CLOSE: Text = text("by-numbers-close");
pub const CURSOR_HINT: Text = text("by-numbers-cursor-hint");

pub const NAME: Text = text("by-numbers-name");
pub const MAC: Text = text("by-numbers-mac");
pub const ADDRESS: Text = text("by-numbers-address");
pub const PORT: Text = text("by-numbers-port");
pub const START_X: Text = text("by-numbers-start-x");
pub const START_Y: Text = text("by-numbers-start-y");
pub const END_X: Text = text("by-numbers-end-x");
pub const END_Y: Text = text("by-numbers-end-y");
pub const HEIGHT: Text = text("by-numbers-height");
pub const WIDTH: Text = text("by-numbers-width");
pub const CORNER_X: Text = text("by-numbers-corner-x");
pub const CORNER_Y: Text = text("by-numbers-corner-y");
pub const INNER_X: Text = text("by-numbers-inner-x");
pub const INNER_Y: Text = text("by-numbers-inner-y");
pub const NORTH: Text = text("by-numbers-north");
pub const EAST: Text = text("by-numbers-east");
pub const SOUTH: Text = text("by-numbers-south");
pub const WEST: Text = text("by-numbers-west");
pub const X: Text = text("by-numbers-x");
pub const Y: Text = text("by-numbers-y");
pub const Z: Text = text("by-numbers-z");
pub const SIZE_X: Text = text("by-numbers-size-x");
pub const SIZE_Y: Text = text("by-numbers-size-y");
pub const SIZE_Z: Text = text("by-numbers-size-z");
pub const MARGIN_X: Text = text("by-numbers-margin-x");
pub const MARGIN_Y: Text = text("by-numbers-margin-y");
pub const MARGIN_Z: Text = text("by-numbers-margin-z");
pub const RED: Text = text("by-numbers-red");
pub const GREEN: Text = text("by-numbers-green");
pub const BLUE: Text = text("by-numbers-blue");
pub const OPACITY: Text = text("by-numbers-opacity");
pub const RANGE: Text = text("by-numbers-range");
pub const TURN_X: Text = text("by-numbers-turn-x");
pub const TURN_Y: Text = text("by-numbers-turn-y");
pub const TURN_Z: Text = text("by-numbers-turn-z");
pub const CONE: Text = text("by-numbers-cone");

pub const SAME_POINTS: Text = text("by-numbers-same-points");
pub const NO_FLOOR: Text = text("by-numbers-no-floor");
pub const BAD_MAC: Text = text("by-numbers-bad-mac");
pub const BAD_ADDRESS: Text = text("by-numbers-bad-address");
pub const BAD_PORT: Text = text("by-numbers-bad-port");
pub const NO_TYPES: Text = text("by-numbers-no-types");

/// A number is out of range, in display units.
pub fn out_of_range(name: &str, [least, most]: [f64; 2]) -> String {
    say!("by-numbers-out-of-range", name, least = short(least), most = short(most))
}

/// A size is below the minimum, m.
pub fn too_small(name: &str, least: f64) -> String {
    say!("by-numbers-too-small", name, least = short(least))
}

/// A name is empty or too long.
pub fn bad_name(most: usize) -> String {
    say!("by-numbers-bad-name", most)
}

/// An item was inserted.
pub fn made(name: &str) -> String {
    say!("by-numbers-made", name)
}
