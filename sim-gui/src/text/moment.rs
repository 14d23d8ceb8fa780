//! Which poses are changed by hand.

pub const CHANGES: &str = "Move";
pub const START: &str = "Start";
pub const START_NAME: &str = "Move where things start";
pub const START_HELP: &str =
    "What is dragged or typed changes where things start: the scene. The present run goes on as it is.";
pub const NOW: &str = "Now";
pub const NOW_NAME: &str = "Move things now";
pub const NOW_HELP: &str = "What is dragged or typed changes where robots and movable objects are in the present run. The scene stays as it is.";
pub const NO_RUN: &str = "Before the first step things are where they start.";
pub const SHOWN: &str = "start";
pub const RUN_ONLY: &str = "This holds for the present run. To change the scene, choose Start in the tools.";
