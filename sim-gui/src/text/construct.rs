//! Words of the construction of robots.

pub const TITLE: &str = "Construction";
pub const OPEN: &str = "Construct …";
pub const OPEN_HELP: &str = "Shows this robot from above, to place its sensors, actuators and wheels.";
pub const ROBOT: &str = "Robot";
pub const NO_ROBOT: &str = "There is no robot in this scene. Put one in with Ctrl+I.";
pub const NO_SCENE: &str = "Open a scene first: its robots are built here.";
pub const RECORDING: &str = "A recording is shown. Go back to the live run to build.";
pub const NO_MODEL: &str = "The model of this robot has not been built. Problems tells why.";
pub const FIT: &str = "Fit";
pub const FIT_HELP: &str =
    "Shows the whole robot. Scroll to come closer, drag with the middle or right button to shift.";
pub const UNITS: &str = "Units of lengths and angles, here and everywhere: between cm, ° and m, rad.";
pub const COVERAGE: &str = "Coverage of all";
pub const COVERAGE_HELP: &str = "Draws what every sensor covers, not only that of the part that is selected.";
pub const BOARD: &str = "Robot from above";
pub const AXIS_NAMES: [&str; 2] = ["x", "y"];
pub const DROP_HINT: &str = "Click where it shall sit. Esc ends.";

pub const PALETTE: &str = "Parts";
pub const SEARCH: &str = "Search parts";
pub const FITTING: &str = "fits a port";
pub const NOTHING: &str = "No part has such a name.";
pub const DRAG_HINT: &str = "Drag it onto the robot, or click it and then the robot.";
pub const SENSOR: &str = "sensor";
pub const ACTUATOR: &str = "actuator";

pub const FORWARD: &str = "x forward";
pub const LEFT: &str = "y left";
pub const HEIGHT: &str = "z height";
pub const DIRECTION: &str = "direction";
pub const FORWARD_HELP: &str = "Distance from the middle of the robot to the front; negative to the back.";
pub const LEFT_HELP: &str = "Distance from the middle of the robot to the left; negative to the right.";
pub const HEIGHT_HELP: &str = "Height above the origin of the robot.";
pub const DIRECTION_HELP: &str = "Where it looks: 0 ahead, 90° to the left, −90° to the right.";
pub const PORT: &str = "port";
pub const UNPLUGGED: &str = "unplugged";
pub const NO_PORT: &str = "No port of this robot is free for it.";
pub const NEEDS_NO_PORT: &str = "needs no port";
pub const COPY: &str = "Copy";
pub const COPY_HELP: &str = "Puts a second one beside it, plugged into nothing.";
pub const REMOVE: &str = "Remove";
pub const PUT_BACK: &str = "Put back";
pub const VALUES: &str = "Values";
pub const READ: &str = "read";
pub const TRUE: &str = "true";
pub const COMMAND: &str = "command";
pub const READ_HELP: &str = "What the robot reads, with noise.";
pub const TRUE_HELP: &str = "The same without noise.";
pub const FUNCTIONS: &str = "Functions";
pub const PARAMETERS: &str = "Parameters";
pub const BY_HAND: &str = "by hand";
pub const BY_HAND_HELP: &str = "Stands for what a person does to the part. Programs of the robot do not have it.";
pub const NOT_RUNNING: &str = "The scene is not running with this part yet.";
pub const WAITING: &str = "…";
pub const DONE: &str = "done";
pub const CALIBRATE: &str = "Table …";
pub const CALIBRATE_HELP: &str = "Opens a table of measurements of a real part, from which parameters follow.";
pub const TABLE_HINT: &str = "One row per measurement. Rows of a spreadsheet can be pasted into a cell.";
pub const ADD_ROW: &str = "Add row";
pub const COMPUTE: &str = "Compute";
pub const NOT_NUMBERS: &str = "Every cell needs a number.";
pub const APPLY: &str = "Apply";
pub const APPLY_HELP: &str = "Writes these parameters into the part, as one step of undo.";
pub const SAVE_TABLE: &str = "Save table …";
pub const LOAD_TABLE: &str = "Load table …";
pub const NO_OBJECT: &str = "the function answered with no parameters";

pub const JOINT: &str = "joint";
pub const RESET: &str = "As in the model";
pub const RESET_HELP: &str = "Lets the joint sit where the model has it.";
pub const WHEELS: &str = "Wheels";
pub const PORTS: &str = "Ports";
pub const FREE: &str = "free";
pub const ALL_PARTS: &str = "Parts on the robot";
pub const TAKEN_AWAY: &str = "Taken away";
pub const CHOOSE: &str = "Click a part to change it.";
pub const STANDS: &str = "It stands still.";
pub const STRAIGHT: &str = "It goes straight: the center of rotation is infinitely far away.";
pub const ICR_HELP: &str = "c = (−vy, vx)/ω in the frame of the robot, from the velocity of its origin.";

pub const SAVE_ROBOT: &str = "Save robot as …";
pub const SAVE_ROBOT_HELP: &str = "Writes this robot with all its parts to a file that other scenes can use.";
pub const USE_ROBOT: &str = "Use a robot file …";
pub const USE_ROBOT_HELP: &str = "Lets this robot be as a file says: what the scene says of its parts goes.";
pub const NOT_SAVED: &str = "the robot cannot be saved";
pub const NOT_SAVED_TABLE: &str = "the table cannot be saved";
pub const NO_TABLE: &str = "Open the table of a part first.";

pub fn of_fleet(fleet: &str) -> String {
    format!("One of the fleet {fleet}: what is changed here is changed on all of it.")
}

pub fn part(name: &str) -> String {
    format!("Part {name}")
}

pub fn joint(name: &str) -> String {
    format!("Joint {name}")
}

pub fn direction_of(name: &str) -> String {
    format!("Direction of {name}")
}

pub fn add(id: &str) -> String {
    format!("Add {id}")
}

pub fn moved(name: &str) -> String {
    format!("Move {name}")
}

pub fn turned(name: &str) -> String {
    format!("Turn {name}")
}

pub fn reset(name: &str) -> String {
    format!("Reset {name}")
}

pub fn added(name: &str) -> String {
    format!("Add {name}")
}

pub fn copied(name: &str) -> String {
    format!("Copy {name}")
}

pub fn removed(name: &str) -> String {
    format!("Remove {name}")
}

pub fn restored(name: &str) -> String {
    format!("Put back {name}")
}

pub fn plugged(name: &str) -> String {
    format!("Plug in {name}")
}

pub fn unplugged(name: &str) -> String {
    format!("Unplug {name}")
}

pub fn calibrated(name: &str) -> String {
    format!("Calibrate {name}")
}

pub fn model_of(name: &str) -> String {
    format!("Change model of {name}")
}

pub fn too_far(outside: &str, most: &str) -> String {
    format!("{outside} outside the body: at most {most} are allowed.")
}

pub fn place(x: &str, y: &str) -> String {
    format!("x {x}  y {y}")
}

pub fn port_of(name: &str, kind: &str) -> String {
    match kind {
        "" => name.to_owned(),
        kind => format!("{name} ({kind})"),
    }
}

pub fn plugs_into(kind: &str) -> String {
    format!("Plugs into a port of kind {kind}.")
}

pub fn reading(read: f64, clean: Option<f64>, unit: &str, more: usize) -> String {
    let unit = if unit == "1" { "" } else { unit };
    let clean = clean.map(|clean| format!(" · {TRUE} {}", number(clean))).unwrap_or_default();
    let more = if more > 0 { format!(" +{more}") } else { String::new() };
    format!("{}{clean} {unit}", number(read)).trim_end().to_owned() + &more
}

/// What a plugin says, in characters that the window's fonts have.
pub fn plain(text: &str) -> String {
    sim_core::words::unwrapped(text).replace('→', "->").replace('←', "<-")
}

/// A value with as many digits as tell something.
pub fn number(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".to_owned(),
        // A small negative number would else be −0.
        size if size < 5e-4 => "0.000".to_owned(),
        size if size < 100.0 => format!("{value:.3}"),
        size if size < 1e6 => format!("{value:.1}"),
        _ => format!("{value:.3e}"),
    }
}

pub fn more(count: usize) -> String {
    format!("{count} more")
}

pub fn argument(function: &str, name: &str) -> String {
    format!("{function} {name}")
}

pub fn call(function: &str) -> String {
    format!("Call {function}")
}

pub fn answer(function: &str, answer: &str) -> String {
    format!("{function} answered {answer}")
}

pub fn cell(column: &str, row: usize) -> String {
    format!("{column}, row {row}")
}

pub fn remove_row(row: usize) -> String {
    format!("Remove row {row}")
}

pub fn track(length: &str) -> String {
    format!("Wheels {length} apart")
}

pub fn turns_about(x: &str, y: &str) -> String {
    format!("Turns about x {x}, y {y}")
}

/// What is wrong with a robot's file.
pub fn finding(path: Option<&str>, line: Option<usize>, message: &str) -> String {
    let path = path.map(|path| format!("{path}: ")).unwrap_or_default();
    let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
    format!("{line}{path}{message}")
}

pub fn hidden_joint(name: &str) -> String {
    format!("{name} (joint)")
}

/// Findings in a table's file.
pub mod table {
    pub const EMPTY: &str = "the file holds no table";

    pub fn at(line: usize, what: &str) -> String {
        format!("line {line}: {what}")
    }

    pub fn missing(field: &str) -> String {
        format!("the field `{field}` is missing")
    }

    pub fn columns(expected: &str, found: &str) -> String {
        format!("`columns` must be {expected}, not {found}")
    }

    pub fn row(row: usize, expected: usize, found: usize) -> String {
        format!("`rows[{row}]` has {found} numbers instead of {expected}")
    }

    pub fn no_number(row: usize, column: &str, found: &str) -> String {
        format!("`rows[{row}]`, column {column}: a number is needed, not {found}")
    }

    pub fn no_rows(found: &str) -> String {
        format!("`rows` must be a list of rows, not {found}")
    }
}
