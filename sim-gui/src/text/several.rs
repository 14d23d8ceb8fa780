//! Several views, layouts of the panels, kept states.

pub const NEW_3D_VIEW: &str = "New 3D view";
pub const NEW_PLAN: &str = "New plan";
pub const NEW_CAMERA_PANEL: &str = "New camera panel";

/// Title of a view that is not the first of its kind.
pub fn numbered(kind: &str, number: u32) -> String {
    format!("{kind} {number}")
}

/// What a view shows, for assistive technology; the first of its kind bears no number.
pub fn view_of_scene(name: &str, number: u32) -> String {
    match number {
        1 => name.to_owned(),
        number => format!("{name} ({number})"),
    }
}

/// Title of a panel that shows what a camera sees.
pub fn camera(robot: &str, camera: &str) -> String {
    format!("Cameras: {robot}.{camera}")
}

pub const LAYOUTS: &str = "Layouts";
pub const STANDARD: &str = "Standard";
pub const BUILDING: &str = "Building";
pub const SAVE_LAYOUT: &str = "Save layout as …";
pub const NAME_OF_LAYOUT: &str = "Name of the layout";
pub const REPLACE_LAYOUT: &str = "Replace the layout";
pub const DELETE_LAYOUT: &str = "Delete layout";
pub const RESERVED: &str = "This is the name of a layout that comes with the program.";

/// There is a layout of this name.
pub fn taken(name: &str) -> String {
    format!("There is a layout “{name}” already.")
}

pub fn ask_to_delete(name: &str) -> String {
    format!("The layout “{name}” is deleted for good.")
}

pub fn saved(name: &str) -> String {
    format!("saved the layout {name}")
}

/// What a button that deletes something is called.
pub fn delete(name: &str) -> String {
    format!("Delete {name}")
}

pub const STATES: &str = "States";
pub const KEEP_STATE: &str = "Keep this state …";
pub const NEWEST_STATE: &str = "Go back to the newest kept state";
pub const KEEP_HELP: &str = "Keeps the run as it is now under a name, to go back to it later.";
pub const GO_HELP: &str = "Click to put the run back to this state. It stands still then.";
pub const NO_STATES: &str = "Keep a state of the run to go back to it later.";
pub const NONE_KEPT: &str = "No state of this run is kept.";
pub const OTHER_SCENE: &str = "The scene has changed since. Take the changes back to go to this state.";
pub const RECORDING: &str = "A recording is shown. Go back to the live run first.";
pub const NAME_OF_STATE: &str = "Name of the state";
pub const KEEP: &str = "Keep";
pub const DO_NOT_KEEP: &str = "Do not keep it";
pub const RENAME: &str = "Rename";
pub const DELETE: &str = "Delete";

/// The name that is proposed for the state of a moment, s.
pub fn state_at(time: f64) -> String {
    format!("state at {time:.2} s")
}

/// The moment of a state, s.
pub fn moment(time: f64) -> String {
    format!("{time:.2} s")
}

/// Number of states that are kept, and how many can be.
pub fn count(kept: usize, most: usize) -> String {
    format!("{kept} of {most} at most")
}

pub fn go_to(name: &str) -> String {
    format!("Go to {name}")
}

pub fn rename(name: &str) -> String {
    format!("Rename {name}")
}

pub fn went_to(name: &str) -> String {
    format!("back at {name}")
}
