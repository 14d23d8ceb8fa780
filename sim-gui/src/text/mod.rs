//! Every word of the window in English, in one place, so that other languages can follow.

pub mod about;
pub mod acceptance;
pub mod actions;
pub mod choose;
pub mod construct;
pub mod drag;
pub mod draw;
pub mod foreign;
pub mod graphics;
pub mod insert;
pub mod manual;
pub mod menus;
pub mod moment;
mod panels;
pub mod preferences;
pub mod recordings;
pub mod recovery;
pub mod shortcuts;
pub mod snap;
pub mod units;

pub use panels::*;

/// Name of the program.
pub const PROGRAM: &str = "Robot simulator";

/// Names of panels.
pub mod panel {
    pub const VIEW_3D: &str = "3D view";
    pub const PLAN: &str = "Plan";
    pub const TREE: &str = "Scene";
    pub const INSPECTOR: &str = "Inspector";
    pub const PLUGINS: &str = "Plugins";
    pub const PLOTS: &str = "Plots";
    pub const LOG: &str = "Log";
    pub const PROBLEMS: &str = "Problems";
}

/// Files.
pub mod file {
    pub const REMEDY: &str = "nothing was lost: the scene is still open";
    pub const UNSAVED: &str = "There are changes that no file has.";
    pub const SAVE: &str = "Save";
    pub const DISCARD: &str = "Discard";
    pub const CANCEL: &str = "Cancel";
    pub const OVERWRITE: &str = "Save over it";

    pub fn untitled() -> String {
        "a new scene".to_string()
    }

    pub fn saved(name: &str) -> String {
        format!("saved {name}")
    }
}

/// Editing.
pub mod edit {
    pub const NOTHING_SELECTED: &str = "Select something first.";
    pub const NOTHING_TO_UNDO: &str = "There is nothing to undo.";
    pub const NOTHING_TO_REDO: &str = "There is nothing to redo.";
    pub const NOT_A_PART: &str = "The clipboard holds no part of a scene.";
    pub const DELETE_USERS: &str = "Delete these, too";
    pub const DELETE_CARRIED: &str = "Delete all";
    pub const KEEP_CARRIED: &str = "Keep what it carries";

    pub fn carries(name: &str, carried: &str) -> String {
        format!("{name} carries {carried}.")
    }

    /// Robots and objects were put somewhere in the run.
    pub fn placed(first: &str, others: usize) -> String {
        match others {
            0 => format!("Place {first} in the run"),
            others => format!("Place {first} and {others} more in the run"),
        }
    }

    pub fn undone(label: &str) -> String {
        format!("undone: {label}")
    }

    pub fn redone(label: &str) -> String {
        format!("done again: {label}")
    }
}

/// Running.
pub mod run {
    pub const PLAY: &str = "Play";
    pub const PAUSE: &str = "Pause";
    pub const STEP: &str = "Step";
    pub const STOP: &str = "Stop";
    pub const RESET: &str = "Reset to start";
    pub const SPEED: &str = "Speed";
    pub const UNLIMITED: &str = "unlimited";
    pub const NO_SCENE: &str = "Open a scene first.";
    pub const BUILDING: &str = "Building the scene …";
    pub const PLAYING: &str = "Playing";
    pub const PAUSED: &str = "Paused";
    pub const EMPTY: &str = "No scene";
    pub const FAILED: &str = "Failed";

    pub const GOES_ON: &str = "Play goes on beyond the end.";
    pub const BACK: &str = "Back to the start";

    pub fn ended(reason: &str) -> String {
        format!("Ended: {reason}")
    }

    /// The scene has lasted as long as it says, s.
    pub fn over(duration: f64) -> String {
        format!("Ended: the {duration} s of the scene are over.")
    }

    /// It goes on after the end of the scene, s.
    pub fn beyond(state: &str, end: f64) -> String {
        format!("{state} beyond the end of the scene at {end} s")
    }

    pub fn speed(factor: Option<f64>) -> String {
        factor.map_or_else(|| UNLIMITED.to_string(), |factor| format!("×{factor}"))
    }

    pub fn factor(factor: f64) -> String {
        format!("×{factor:.2}")
    }

    pub fn tick(tick: u64) -> String {
        format!("tick {tick}")
    }
}

/// The scene's tree.
pub mod tree {
    pub const SEARCH: &str = "Search";
    pub const ROBOTS: &str = "Robots";
    pub const MOVABLE: &str = "Movable objects";
    pub const FIXED: &str = "Fixed objects";
    pub const SCENE: &str = "The scene itself";

    pub fn paint(paint: &sim_core::scene::Paint, index: usize) -> String {
        use sim_core::scene::Paint;
        let what = match paint {
            Paint::Polygon(_) => "field",
            Paint::Stroke(_) => "line",
            Paint::Disc(_) => "disc",
            Paint::Image(_) => "image",
        };
        format!("{what} {}", index + 1)
    }

    /// The list of a scene's parts without body.
    pub fn section(section: sim_edit::Section) -> &'static str {
        use sim_edit::Section;
        match section {
            Section::Objects => "Objects",
            Section::Robots => "Robots",
            Section::Fleets => "Fleets",
            Section::Beacons => "Beacons",
            Section::Lights => "Lights",
            Section::Media => "Water and air",
            Section::Services => "Services",
            Section::Routes => "Routes",
            Section::Notes => "Notes",
            Section::Inputs => "Operator's script",
            Section::Acceptance => "Conditions",
            Section::Paint => "Painted on the floor",
            Section::Includes => "Included files",
        }
    }

    pub const NOTHING: &str = "Nothing has such a name.";
    pub const EMPTY: &str = "There is nothing in the scene yet.";

    pub fn show(name: &str) -> String {
        format!("Show {name}")
    }
}

/// The inspector.
pub mod inspector {
    pub const NOTHING: &str = "Select a robot or an object, in the view or in the tree.";
    pub const POSE: &str = "Pose";
    pub const START: &str = "Start";
    pub const START_HELP: &str = "Where it stands in the scene file, before the first step.";

    pub const NOW: &str = "Now";
    pub const NOW_HELP: &str = "Where it is in the present run. The scene file stays as it is.";
    pub const CHOOSE_START: &str = "Choose Start in the tools to change it.";
    pub const MOTION: &str = "Motion";
    pub const POSITION: &str = "Position";
    pub const ROTATION: &str = "Roll, pitch, yaw";
    pub const VELOCITY: &str = "Velocity";
    pub const DISTANCE: &str = "Way travelled";
    pub const COLLISIONS: &str = "Collisions";
    pub const COMPONENTS: &str = "Components";
    pub const CONTROLLER: &str = "Controller";
    pub const DYNAMICS: &str = "Dynamics";
    pub const TELEMETRY: &str = "Telemetry";
    pub const FIXED: &str = "It does not move.";
    pub const HALTED: &str = "A component of this robot has failed; it was made safe. The log says why.";
    pub const NO_READING: &str = "no reading yet";
    pub const NO_READING_HELP: &str = "Sensors read the world with the first step.";
    pub const NO_CONTROLLER: &str = "It was built without a controller.";
    pub const MODEL: &str = "Model";
    pub const SENSORS: &str = "Sensors";
    pub const ACTUATORS: &str = "Actuators";
    pub const PARAMETERS: &str = "Parameters";
    pub const NO_PARAMETERS: &str = "It has no parameters.";
    pub const PROPERTIES: &str = "Properties";
    pub const SCENE: &str = "The scene";
    pub const UNLOCK: &str = "Unlock";
    pub const DISSOLVE: &str = "Dissolve the fleet";
    pub const DISSOLVE_HELP: &str = "Writes its robots one by one, with the same names and places.";
    pub const ALIGN: &str = "Line up";
    pub const SMALLEST: &str = "smallest";
    pub const MIDDLE: &str = "middle";
    pub const LARGEST: &str = "largest";
    pub const DISTRIBUTE: &str = "distribute";

    pub fn several(count: usize) -> String {
        format!("{count} things")
    }

    pub fn align(axis: &str, side: &str) -> String {
        format!("Line up {axis}: {side}")
    }

    pub fn distribute(axis: &str) -> String {
        format!("Distribute along {axis}")
    }

    pub fn edit_fleet(fleet: &str) -> String {
        format!("Go to the fleet {fleet}")
    }

    pub fn of_fleet(fleet: &str) -> String {
        format!("A change concerns every robot of the fleet {fleet}.")
    }

    pub fn parameters_of(component: &str) -> String {
        format!("Parameters of the {}", component.to_lowercase())
    }
}

/// Forms.
pub mod form {
    use sim_core::scene::form::Limits;

    pub const BACK: &str = "Back to the default";
    pub const GIVEN: &str = "Whether it is given";
    pub const NOT_GIVEN: &str = "not given";
    pub const CHOOSE_FILE: &str = "Choose a file";
    pub const KIND: &str = "Kind";
    pub const ADD: &str = "Add";
    pub const NEW_NAME: &str = "New name";
    pub const JSON: &str = "as JSON";

    pub fn back(field: &str) -> String {
        format!("Take {field} back to its default")
    }

    pub fn given(field: &str) -> String {
        format!("Give {field}")
    }

    pub fn add(field: &str) -> String {
        format!("Add to {field}")
    }

    pub fn remove(field: &str, what: &str) -> String {
        format!("Remove {what} from {field}")
    }

    pub fn no_number(text: &str) -> String {
        format!("{text:?} is no number; accepted: 0.5, 0,5 or 1/2")
    }

    pub fn accepted(range: &str) -> String {
        format!("accepted: {range}")
    }

    pub fn default(value: &str) -> String {
        format!("Default: {value}")
    }

    pub fn range(limits: &Limits, unit: &str) -> Option<String> {
        let unit = if unit.is_empty() || unit == "1" { String::new() } else { format!(" {unit}") };
        match (limits.least, limits.most) {
            (Some(least), Some(most)) => Some(format!("Range: {least} … {most}{unit}")),
            (Some(least), None) if limits.above => Some(format!("Range: above {least}{unit}")),
            (Some(least), None) => Some(format!("Range: at least {least}{unit}")),
            (None, Some(most)) => Some(format!("Range: at most {most}{unit}")),
            (None, None) => (!unit.is_empty()).then(|| format!("Unit:{unit}")),
        }
    }

    pub fn not_json(field: &str, error: &str) -> String {
        format!("{field} is no JSON: {error}")
    }
}

/// The plugins.
pub mod plugins {
    pub const NONE: &str = "No plugin was found. Copy a library into one of the folders below.";
    pub const FOLDERS: &str = "Folders";
    pub const RESCAN: &str = "Look again";
    pub const RESCAN_HELP: &str =
        "Looks through all plugin folders. Libraries that appear or change are found by themselves.";
    pub const RELOAD: &str = "Reload";
    pub const OPEN_FOLDER: &str = "Open folder";
    pub const REGISTERED: &str = "registered";
    pub const REFUSED: &str = "refused";
    pub const SKIPPED: &str = "skipped";
    pub const GONE: &str = "file gone";
    pub const COMPONENTS: &str = "Components";
}

/// The log.
pub mod log {
    use sim_core::words::counted;

    pub const LEVEL: &str = "Level";
    pub const FILTER: &str = "Filter by robot, component or text";
    pub const CLEAR: &str = "Clear";
    pub const NOTHING: &str = "Nothing has been said yet.";
    pub const NO_MATCH: &str = "No line matches.";

    pub fn dropped(count: u64) -> String {
        format!("{} came too fast to be shown.", counted(count, "line"))
    }

    pub fn installed(from: &str, to: &str) -> String {
        format!("installed {from} as {to}")
    }

    pub fn digest(tick: u64, digest: &str) -> String {
        format!("state after {}: {digest}", counted(tick, "tick"))
    }

    pub fn built(seconds: f64) -> String {
        format!("scene built in {seconds:.2} s")
    }
}

/// Problems.
pub mod problems {
    use sim_core::words::counted;

    pub const NONE: &str = "There are no problems.";

    pub fn count(count: usize) -> String {
        counted(count, "problem")
    }
}

/// The view.
pub mod view {
    pub const FIT: &str = "Fit all";
    pub const TOP: &str = "From above";
    pub const FRONT: &str = "From the front";
    pub const SIDE: &str = "From the side";
    pub const NO_DEVICE: &str = "The window has no graphics device, so the 3D view cannot be drawn.";
    pub const HINT: &str = "Drag to turn, drag with the right button to shift, scroll to come closer, click to select.";
    pub const NAME: &str = "3D view of the scene";
    pub const NO_ROBOT: &str = "Select a robot first.";
    pub const NO_CAMERA: &str = "This robot has no camera.";

    pub fn from(robot: &str) -> String {
        format!("Seen from {robot}. Esc leaves.")
    }

    pub fn behind(robot: &str) -> String {
        format!("Seen from behind {robot}. Esc leaves.")
    }

    pub fn through(robot: &str, camera: &str) -> String {
        format!("Seen through {robot}.{camera}. Esc leaves.")
    }
}

/// Short messages.
pub mod messages {
    pub const DISMISS: &str = "Click to close it.";

    /// What is read aloud of a message.
    pub fn label(text: &str) -> String {
        format!("Message: {text}")
    }
}

/// Measuring.
pub mod measure {
    pub const FIRST: &str = "Click the first point. Esc ends.";
    pub const NEXT: &str = "Click the next point. Esc ends.";
    pub const END: &str = "Esc ends";

    pub fn segment(length: &str) -> String {
        format!("Segment {length}")
    }

    pub fn parts(x: &str, y: &str, z: &str) -> String {
        format!("dx {x}   dy {y}   dz {z}")
    }

    pub fn angle(angle: &str) -> String {
        format!("Angle {angle}")
    }

    pub fn total(length: &str) -> String {
        format!("Total {length}")
    }
}

/// What is drawn besides the things themselves.
pub mod shown {
    pub const MENU: &str = "Show";
    pub const MENU_HELP: &str = "What is drawn besides the things themselves, here and in the plan.";
    pub const NAMES: &str = "Names";
    pub const NOTES: &str = "Notes";
    pub const ROUTES: &str = "Routes";
    pub const SIGNS: &str = "Lamps and beacons";
    pub const GRID: &str = "Grid";
    pub const TRAILS: &str = "Trails";
    pub const CONTACTS: &str = "Contacts";
    pub const CONTACTS_HELP: &str = "Where things touch, and the direction they push each other.";
    pub const CEILINGS: &str = "Ceilings";
    pub const CEILINGS_HELP: &str = "Objects of the category `ceiling`, or with that tag.";
    pub const SENSORS: &str = "What sensors cover";
    pub const FRAMES: &str = "Axes";
    pub const NOBODY: &str = "None";
    pub const SELECTED: &str = "Selected";
    pub const ALL: &str = "All";
    pub const MARGINS: &str = "Margins";
    pub const MARGINS_HELP: &str = "Clearance around robots, and around objects whose scene gives one.";
    pub const CUT: &str = "Cut above";
    pub const CUT_HELP: &str = "Leaves out what is above a height, in the 3D view.";
    pub const SWITCHED_OFF: &str = "Switch it on first.";

    pub fn of(what: &str, whom: &str) -> String {
        format!("{what}: {whom}")
    }
}

/// Plots.
pub mod plots {
    pub const ROBOT: &str = "Robot";
    pub const CHANNEL: &str = "Channel";
    pub const PLOT: &str = "Plot";
    pub const CLEAR: &str = "Clear plots";
    pub const EXPORT: &str = "Export";
    pub const EXPORT_CSV: &str = "As a table (CSV) …";
    pub const EXPORT_PNG: &str = "As a picture (PNG) …";
    pub const FIT: &str = "Fit";
    pub const FIT_HELP: &str = "Shows all of the curves again, and follows them. A double click does the same.";
    pub const HOLD: &str = "Hold";
    pub const HOLD_HELP: &str = "Keeps the curves as they are now; time and recording go on.";
    pub const HOLD_LIVE: &str = "Hold: a recording stands still by itself.";
    pub const TIME: &str = "time / s";
    pub const EXPORT_FAILED: &str = "the plots cannot be written";
    pub const REMOVE: &str = "No longer plot it";
    pub const NOTHING: &str = "Choose a robot and a channel, or click a telemetry value in the inspector.";
    pub const TOGGLE: &str = "Plot it, or no longer";

    pub fn remove(name: &str) -> String {
        format!("Remove {name}")
    }

    pub fn written(file: &str) -> String {
        format!("written to {file}")
    }

    pub fn recorded(name: &str) -> String {
        format!("{name} (recorded)")
    }

    pub fn at(time: Option<f64>) -> String {
        time.map_or_else(|| "   –   ".to_string(), |time| format!("{time:>8.3} s"))
    }

    /// A value, and the recorded one where there is a recording.
    pub fn values(value: Option<f64>, recorded: Option<Option<f64>>, unit: &str) -> String {
        let word = |value: Option<f64>| value.map_or_else(|| "–".to_string(), |value| format!("{value:.4}"));
        let recorded = recorded.map(|value| format!(" (recorded {})", word(value))).unwrap_or_default();
        format!("{} {unit}", word(value)).trim_end().to_string() + &recorded
    }
}

/// The plan.
pub mod plan {
    pub const SEEN: &str = "Seen";
    pub const NAME: &str = "Plan of the scene";
    pub const EXPORT_PNG: &str = "Export the plan as PNG …";
}

/// Menus.
pub mod menu {
    pub const FILE: &str = "File";
    pub const EDIT: &str = "Edit";
    pub const DRAW: &str = "Draw";
    pub const RUN: &str = "Run";
    pub const VIEW: &str = "View";
    pub const HELP: &str = "Help";
    pub const SHORTCUTS: &str = "Keyboard shortcuts";
    pub const PANELS: &str = "Panels";
    pub const CAMERA: &str = "Camera";
}

/// Command palette.
pub mod palette {
    pub const HINT: &str = "What do you want to do?";
    pub const NOTHING: &str = "No command has such a name.";
}

/// The handle that makes things higher or lower.
pub mod height {
    pub fn of(name: &str) -> String {
        format!("Height of {name}")
    }

    pub fn now(height: &str) -> String {
        format!("height {height}")
    }

    pub fn changed(name: &str) -> String {
        format!("Change height of {name}")
    }
}
