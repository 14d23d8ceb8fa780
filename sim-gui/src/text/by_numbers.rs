//! Inserting items by typed numbers, and the 3D cursor.

use super::Text;
pub use super::generated::by_numbers::*;
use sim_core::scene::form::short;

pub const KINDS: [Text; 6] = [KINDS_1, KINDS_2, KINDS_3, KINDS_4, KINDS_5, KINDS_6];

/// A number is out of range, in display units.
pub fn out_of_range(name: &str, [least, most]: [f64; 2]) -> String {
    super::generated::by_numbers::out_of_range(short(least), short(most), name)
}

/// A size is below the minimum, m.
pub fn too_small(name: &str, least: f64) -> String {
    super::generated::by_numbers::too_small(short(least), name)
}
