//! Units of lengths and angles.

use super::{Text, text};

pub const LENGTHS: Text = text("units-lengths");
pub const LENGTHS_HELP: Text = text("units-lengths-help");
pub const FITTING: Text = text("units-fitting");
pub const METRES: Text = text("units-metres");
pub const CENTIMETRES: Text = text("units-centimetres");
pub const ANGLES: Text = text("units-angles");
pub const ANGLES_HELP: Text = text("units-angles-help");
pub const DEGREES: Text = text("units-degrees");
pub const RADIANS: Text = text("units-radians");

pub fn no_length(text: &str) -> String {
    say!("units-no-length", text = format!("{text:?}"))
}

pub fn no_angle(text: &str) -> String {
    say!("units-no-angle", text = format!("{text:?}"))
}
