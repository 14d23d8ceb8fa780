//! Names of actions, and what each does.

/// How an action is called, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// In menus and in the palette.
    pub name: &'static str,
    /// In a sentence.
    pub help: &'static str,
}

pub const NEW: Words = Words { name: "New scene", help: "Begins a new scene." };
pub const OPEN: Words = Words { name: "Open scene …", help: "Opens a scene." };
pub const RELOAD: Words = Words { name: super::foreign::ACTION, help: "Reads the files of the scene again." };
pub const RECOVER: Words =
    Words { name: super::recovery::ACTION, help: "Lists the unsaved work that earlier runs have left." };
pub const OPEN_RECORDING: Words = Words { name: "Open recording …", help: "Opens a recording." };
pub const SAVE: Words = Words { name: super::file::SAVE, help: "Saves the scene." };
pub const SAVE_AS: Words = Words { name: "Save as …", help: "Saves the scene to another file." };
pub const EXPORT_SVG: Words = Words { name: "Export the plan as SVG …", help: "Writes the plan to an SVG file." };
pub const EXPORT_PNG: Words = Words { name: super::plan::EXPORT_PNG, help: "Writes the plan to a PNG file." };
pub const QUIT: Words = Words { name: "Quit", help: "Closes the window." };
pub const UNDO: Words = Words { name: "Undo", help: "Takes back the last edit." };
pub const REDO: Words = Words { name: "Redo", help: "Does an edit again." };
pub const CUT: Words = Words { name: "Cut", help: "Copies what is selected to the clipboard and deletes it." };
pub const COPY: Words = Words { name: "Copy", help: "Copies what is selected to the clipboard." };
pub const PASTE: Words = Words { name: "Paste", help: "Puts in what the clipboard holds." };
pub const DUPLICATE: Words = Words { name: "Duplicate", help: "Makes copies of what is selected." };
pub const DELETE: Words = Words { name: "Delete", help: "Deletes what is selected." };
pub const SELECT_ALL: Words = Words { name: "Select all", help: "Selects everything." };
pub const INSERT: Words = Words { name: "Insert …", help: "Chooses something to put in." };
pub const LOCK: Words = Words { name: "Lock", help: "Locks what is selected against changes; once more unlocks it." };
pub const MOVE: Words = Words { name: "Move with arrows", help: "Moves what is selected along arrows." };
pub const TURN: Words = Words { name: "Turn with rings", help: "Turns what is selected along rings." };
pub const SNAP: Words =
    Words { name: "Snap to round numbers", help: "Lets what is moved and turned snap to round numbers." };
pub const DRAW_WALLS: Words = Words { name: "Draw walls", help: "Draws walls from corner to corner." };
pub const DRAW_ROOM: Words = Words { name: "Draw a room", help: "Draws four walls by two opposite corners." };
pub const DRAW_DOOR: Words = Words { name: "Cut a door", help: "Cuts an opening into the wall that is clicked." };
pub const DRAW_FIELD: Words = Words { name: "Paint a field", help: "Paints a field on the floor by its corners." };
pub const DRAW_ROUTE: Words = Words { name: "Draw a route", help: "Draws a route by its points." };
pub const PLAY_PAUSE: Words = Words { name: "Play or pause", help: "Lets time run, or stops it." };
pub const STEP: Words = Words { name: super::run::STEP, help: "Does one tick." };
pub const STEP_BACK: Words = Words { name: super::recordings::STEP_BACK, help: "Takes back one step." };
pub const STOP: Words = Words { name: super::run::STOP, help: "Stops and goes back to the start." };
pub const RESET: Words = Words { name: super::run::RESET, help: "Goes back to the start and goes on running." };
pub const RECORD: Words = Words { name: "Record", help: "Records the run to a file; once more stops it." };
pub const COMPARE: Words = Words { name: super::recordings::COMPARE, help: "Compares the run with a recording." };
pub const FIT: Words = Words { name: super::view::FIT, help: "Shows everything." };
pub const FIT_SELECTION: Words = Words { name: "Fit selection", help: "Shows what is selected." };
pub const TOP: Words = Words { name: "Look from above", help: "Looks from above." };
pub const FRONT: Words = Words { name: "Look from the front", help: "Looks from the front." };
pub const SIDE: Words = Words { name: "Look from the side", help: "Looks from the side." };
pub const ORBIT_LEFT: Words = Words { name: "Go around to the left", help: "Turns the camera about what it looks at." };
pub const ORBIT_RIGHT: Words =
    Words { name: "Go around to the right", help: "Turns the camera about what it looks at." };
pub const ORBIT_UP: Words = Words { name: "Go around upward", help: "Turns the camera about what it looks at." };
pub const ORBIT_DOWN: Words = Words { name: "Go around downward", help: "Turns the camera about what it looks at." };
pub const PAN_LEFT: Words = Words { name: "Shift to the left", help: "Shifts the 3D view, or the plan." };
pub const PAN_RIGHT: Words = Words { name: "Shift to the right", help: "Shifts the 3D view, or the plan." };
pub const PAN_UP: Words = Words { name: "Shift upward", help: "Shifts the 3D view, or the plan." };
pub const PAN_DOWN: Words = Words { name: "Shift downward", help: "Shifts the 3D view, or the plan." };
pub const ZOOM_IN: Words = Words { name: "Come closer", help: "Comes closer in the 3D view, or in the plan." };
pub const ZOOM_OUT: Words = Words { name: "Go farther away", help: "Goes away in the 3D view, or in the plan." };
pub const PARALLEL: Words =
    Words { name: "Parallel lines", help: "Lets lines that run away from the viewer stay parallel." };
pub const FOLLOW: Words = Words { name: "Follow the selected robot", help: "Follows the selected robot." };
pub const FIRST_PERSON: Words = Words { name: "Look from the selected robot", help: "Looks from the selected robot." };
pub const BEHIND: Words =
    Words { name: "Look from behind the selected robot", help: "Looks from behind the selected robot." };
pub const THROUGH_CAMERA: Words = Words {
    name: "Look through its camera",
    help: "Looks through the cameras of the selected robot, one after the other.",
};
pub const MEASURE: Words = Words { name: "Measure", help: "Measures distances and angles." };
pub const EFFICIENT: Words =
    Words { name: "Efficient drawing", help: "Leaves out shadows and smooth edges, and simplifies shapes." };
pub const THEME: Words = Words { name: "Dark theme", help: "Shows light words on dark ground." };
pub const LAYOUT: Words = Words { name: "Reset layout", help: "Puts all panels back to their places." };
pub const PALETTE: Words = Words { name: "Command palette …", help: "Finds anything that can be done by its name." };
pub const SHORTCUTS: Words = Words { name: super::menu::SHORTCUTS, help: "Shows all shortcuts." };
pub const PREFERENCES: Words = Words { name: "Preferences …", help: "Theme, units, grid, keys and more." };
pub const HELP: Words =
    Words { name: "Help on this panel", help: "Opens the manual at what is under the pointer, or has the keyboard." };
pub const MANUAL: Words = Words { name: "Manual", help: "Opens the manual, which needs no network." };
pub const ABOUT: Words =
    Words { name: "About", help: "Tells version, licence, folders and the graphics device, for a report too." };
