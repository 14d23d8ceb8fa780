//! The view.

use super::{Text, text};

pub const FIT: Text = text("view-fit");
pub const TOP: Text = text("view-top");
pub const FRONT: Text = text("view-front");
pub const SIDE: Text = text("view-side");
pub const NO_DEVICE: Text = text("view-no-device");
pub const HINT: Text = text("view-hint");
pub const NAME: Text = text("view-name");
pub const NO_ROBOT: Text = text("view-no-robot");
pub const NO_CAMERA: Text = text("view-no-camera");

pub fn from(robot: &str) -> String {
    say!("view-from", robot)
}

pub fn behind(robot: &str) -> String {
    say!("view-behind", robot)
}

pub fn through(robot: &str, camera: &str) -> String {
    say!("view-through", robot, camera)
}
