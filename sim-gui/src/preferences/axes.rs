//! Along whose axes things are moved and turned.

use serde::{Deserialize, Serialize};

/// Along whose axes things are moved and turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axes {
    /// Those of the world.
    #[default]
    World,
    /// Those of the thing that was selected last.
    Own,
}

impl Axes {
    /// The other ones.
    pub fn other(self) -> Self {
        if self == Self::World { Self::Own } else { Self::World }
    }
}
