//! The axes for moving and rotating items.

use serde::{Deserialize, Serialize};

/// The axes for moving and rotating items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axes {
    /// World axes.
    #[default]
    World,
    /// The local axes of the most recently selected item.
    Own,
}

impl Axes {
    /// The opposite choice.
    pub fn other(self) -> Self {
        if self == Self::World { Self::Own } else { Self::World }
    }
}
