//! Numbered views, panel layouts, saved states.

use super::{Text, text};

pub const NEW_3D_VIEW: Text = text("several-new-3d-view");
pub const NEW_PLAN: Text = text("several-new-plan");
pub const NEW_CAMERA_PANEL: Text = text("several-new-camera-panel");

/// Title of a further view of its kind.
pub fn numbered(kind: &str, number: u32) -> String {
    say!("several-numbered", kind, number)
}

/// Accessible label of a view; the first of its kind has no number.
pub fn view_of_scene(name: &str, number: u32) -> String {
    match number {
        1 => name.to_owned(),
        number => format!("{name} ({number})"),
    }
}

/// Title of a camera panel.
pub fn camera(robot: &str, camera: &str) -> String {
    say!("several-camera", robot, camera)
}

pub const LAYOUTS: Text = text("several-layouts");
pub const STANDARD: Text = text("several-standard");
pub const BUILDING: Text = text("several-building");
pub const SAVE_LAYOUT: Text = text("several-save-layout");
pub const NAME_OF_LAYOUT: Text = text("several-name-of-layout");
pub const REPLACE_LAYOUT: Text = text("several-replace-layout");
pub const DELETE_LAYOUT: Text = text("several-delete-layout");
pub const RESERVED: Text = text("several-reserved");

/// A layout with this name already exists.
pub fn taken(name: &str) -> String {
    say!("several-taken", name)
}

pub fn ask_to_delete(name: &str) -> String {
    say!("several-ask-to-delete", name)
}

pub fn saved(name: &str) -> String {
    say!("several-saved", name)
}

/// Label of a delete button.
pub fn delete(name: &str) -> String {
    say!("several-delete-of", name)
}

pub const STATES: Text = text("several-states");
pub const KEEP_STATE: Text = text("several-keep-state");
pub const NEWEST_STATE: Text = text("several-newest-state");
pub const KEEP_HELP: Text = text("several-keep-help");
pub const GO_HELP: Text = text("several-go-help");
pub const NO_STATES: Text = text("several-no-states");
pub const NONE_KEPT: Text = text("several-none-kept");
pub const OTHER_SCENE: Text = text("several-other-scene");
pub const RECORDING: Text = text("several-recording");
pub const NAME_OF_STATE: Text = text("several-name-of-state");
pub const KEEP: Text = text("several-keep");
pub const DO_NOT_KEEP: Text = text("several-do-not-keep");
pub const RENAME: Text = text("several-rename");
pub const DELETE: Text = text("several-delete");

/// Default name for a state saved at a time, s.
pub fn state_at(time: f64) -> String {
    say!("several-state-at", time = format!("{time:.2}"))
}

/// Time of a state, s.
pub fn moment(time: f64) -> String {
    say!("several-moment", time = format!("{time:.2}"))
}

/// Number of saved states, and their maximum number.
pub fn count(kept: usize, most: usize) -> String {
    say!("several-count", kept, most)
}

pub fn go_to(name: &str) -> String {
    say!("several-go-to", name)
}

pub fn rename(name: &str) -> String {
    say!("several-rename-of", name)
}

pub fn went_to(name: &str) -> String {
    say!("several-went-to", name)
}
