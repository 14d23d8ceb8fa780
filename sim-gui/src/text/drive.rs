//! Manual control.

use super::Text;
pub use super::generated::drive::*;

pub const STICKS: [Text; 4] = [STICKS_1, STICKS_2, STICKS_3, STICKS_4];
