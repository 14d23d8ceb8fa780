//! Manual control.

use super::{Text, text};

pub const TITLE: Text = text("drive-title");
pub const WHO: Text = text("drive-who");
pub const SELECTED: Text = text("common-selected");
pub const ALL: Text = text("common-all");
pub const NOBODY: Text = text("drive-nobody");
pub const NO_SCENE: Text = text("drive-no-scene");
pub const NO_ROBOT: Text = text("drive-no-robot");
pub const CAPTURE: Text = text("drive-capture");
pub const CAPTURE_HELP: Text = text("drive-capture-help");
pub const CAPTURED: Text = text("drive-captured");
pub const WRITING: Text = text("drive-writing");
pub const STICK: Text = text("drive-stick");
pub const STICK_HELP: Text = text("drive-stick-help");
pub const AXES: Text = text("drive-axes");
pub const CENTRE: Text = text("drive-centre");
pub const CENTRE_HELP: Text = text("drive-centre-help");
pub const KEYS: Text = text("drive-keys");
pub const KEYS_HELP: Text = text("drive-keys-help");
pub const PRESS: Text = text("drive-press");
pub const UNBOUND: Text = text("common-no-keys");
pub const ARROWS: Text = text("drive-arrows");
pub const WASD: Text = text("drive-wasd");
pub const PAD: Text = text("drive-pad");
pub const PAD_USE: Text = text("drive-pad-use");
pub const PAD_NONE: Text = text("drive-pad-none");
pub const PAD_ABSENT: Text = text("drive-pad-absent");
pub const DEAD_ZONE: Text = text("drive-dead-zone");
pub const DEAD_ZONE_HELP: Text = text("drive-dead-zone-help");
pub const STICKS: [Text; 4] =
    [text("drive-sticks-1"), text("drive-sticks-2"), text("drive-sticks-3"), text("drive-sticks-4")];
pub const HAND_OVER: Text = text("drive-hand-over");

pub fn driven_by(robot: &str, controller: &str) -> String {
    say!("drive-driven-by", robot, controller)
}

pub fn hand_over(id: &str) -> String {
    say!("drive-hand-over-of", id)
}

pub fn change(key: &str) -> String {
    say!("drive-change", key)
}

pub fn hold(key: &str) -> String {
    say!("drive-hold", key)
}
