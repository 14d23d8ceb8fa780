//! The interface scale.

use super::{Text, text};

pub const LARGER: Text = text("interface-size-larger");
pub const SMALLER: Text = text("interface-size-smaller");
pub const NORMAL: Text = text("interface-size-normal");
