//! Along whose axes things are moved and turned.

pub const ACTION: &str = "Move along its own axes";
pub const ACTION_HELP: &str = "Moves and turns what is selected along its own axes, or along those of the world again.";
pub const WORLD: &str = "Axes: world";
pub const OWN: &str = "Axes: own";
pub const NAME: &str = "Own axes";
