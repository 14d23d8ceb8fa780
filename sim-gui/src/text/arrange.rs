//! Aligning and distributing.

use super::{Text, text};

pub const STAYED: Text = text("arrange-stayed");
