//! Construction of robots.

use super::{Text, text};

pub const TITLE: Text = text("construct-title");
pub const OPEN: Text = text("construct-open");
pub const OPEN_HELP: Text = text("construct-open-help");
pub const ROBOT: Text = text("common-robot");
pub const NO_ROBOT: Text = text("construct-no-robot");
pub const NO_SCENE: Text = text("construct-no-scene");
pub const RECORDING: Text = text("construct-recording");
pub const NO_MODEL: Text = text("construct-no-model");
pub const FIT: Text = text("common-fit");
pub const FIT_HELP: Text = text("construct-fit-help");
pub const UNITS: Text = text("construct-units");
pub const COVERAGE: Text = text("construct-coverage");
pub const COVERAGE_HELP: Text = text("construct-coverage-help");
pub const BOARD: Text = text("construct-board");
pub const AXIS_NAMES: [&str; 2] = ["x", "y"];
pub const DROP_HINT: Text = text("construct-drop-hint");

pub const PALETTE: Text = text("construct-palette");
pub const SEARCH: Text = text("construct-search");
pub const FITTING: Text = text("construct-fitting");
pub const NOTHING: Text = text("construct-nothing");
pub const DRAG_HINT: Text = text("construct-drag-hint");
pub const SENSOR: Text = text("construct-sensor");
pub const ACTUATOR: Text = text("construct-actuator");

pub const FORWARD: Text = text("construct-forward");
pub const LEFT: Text = text("construct-left");
pub const HEIGHT: Text = text("construct-height");
pub const DIRECTION: Text = text("construct-direction");
pub const FORWARD_HELP: Text = text("construct-forward-help");
pub const LEFT_HELP: Text = text("construct-left-help");
pub const HEIGHT_HELP: Text = text("construct-height-help");
pub const DIRECTION_HELP: Text = text("construct-direction-help");
pub const PORT: Text = text("construct-port");
pub const UNPLUGGED: Text = text("construct-unplugged");
pub const NO_PORT: Text = text("construct-no-port");
pub const NEEDS_NO_PORT: Text = text("construct-needs-no-port");
pub const COPY: Text = text("construct-copy");
pub const COPY_HELP: Text = text("construct-copy-help");
pub const REMOVE: Text = text("construct-remove");
pub const PUT_BACK: Text = text("construct-put-back");
pub const VALUES: Text = text("construct-values");
pub const READ: Text = text("construct-read");
pub const TRUE: Text = text("construct-true");
pub const COMMAND: Text = text("construct-command");
pub const READ_HELP: Text = text("construct-read-help");
pub const TRUE_HELP: Text = text("construct-true-help");
pub const FUNCTIONS: Text = text("construct-functions");
pub const PARAMETERS: Text = text("common-parameters");
pub const BY_HAND: Text = text("construct-by-hand");
pub const BY_HAND_HELP: Text = text("construct-by-hand-help");
pub const NOT_RUNNING: Text = text("construct-not-running");
pub const WAITING: Text = text("construct-waiting");
pub const DONE: Text = text("construct-done");
pub const CALIBRATE: Text = text("construct-calibrate");
pub const CALIBRATE_HELP: Text = text("construct-calibrate-help");
pub const TABLE_HINT: Text = text("construct-table-hint");
pub const ADD_ROW: Text = text("construct-add-row");
pub const COMPUTE: Text = text("construct-compute");
pub const NOT_NUMBERS: Text = text("construct-not-numbers");
pub const APPLY: Text = text("common-apply");
pub const APPLY_HELP: Text = text("construct-apply-help");
pub const SAVE_TABLE: Text = text("construct-save-table");
pub const LOAD_TABLE: Text = text("construct-load-table");
pub const NO_OBJECT: Text = text("construct-no-object");

pub const JOINT: Text = text("construct-joint");
pub const RESET: Text = text("construct-reset");
pub const RESET_HELP: Text = text("construct-reset-help");
pub const WHEELS: Text = text("construct-wheels");
pub const PORTS: Text = text("construct-ports");
pub const FREE: Text = text("construct-free");
pub const ALL_PARTS: Text = text("construct-all-parts");
pub const TAKEN_AWAY: Text = text("construct-taken-away");
pub const CHOOSE: Text = text("construct-choose");
pub const STANDS: Text = text("construct-stands");
pub const STRAIGHT: Text = text("construct-straight");
pub const ICR_HELP: Text = text("construct-icr-help");

pub const SAVE_ROBOT: Text = text("construct-save-robot");
pub const SAVE_ROBOT_HELP: Text = text("construct-save-robot-help");
pub const USE_ROBOT: Text = text("construct-use-robot");
pub const USE_ROBOT_HELP: Text = text("construct-use-robot-help");
pub const NOT_SAVED: Text = text("construct-not-saved");
pub const NOT_SAVED_TABLE: Text = text("construct-not-saved-table");
pub const NO_TABLE: Text = text("construct-no-table");

pub fn of_fleet(fleet: &str) -> String {
    say!("construct-of-fleet", fleet)
}

pub fn part(name: &str) -> String {
    say!("construct-part", name)
}

pub fn joint(name: &str) -> String {
    say!("construct-joint-of", name)
}

pub fn direction_of(name: &str) -> String {
    say!("construct-direction-of", name)
}

pub fn add(id: &str) -> String {
    say!("construct-add", id)
}

pub fn moved(name: &str) -> String {
    say!("construct-moved", name)
}

pub fn turned(name: &str) -> String {
    say!("construct-turned", name)
}

pub fn reset(name: &str) -> String {
    say!("construct-reset-of", name)
}

pub fn added(name: &str) -> String {
    say!("construct-added", name)
}

pub fn copied(name: &str) -> String {
    say!("construct-copied", name)
}

pub fn removed(name: &str) -> String {
    say!("construct-removed", name)
}

pub fn restored(name: &str) -> String {
    say!("construct-restored", name)
}

pub fn plugged(name: &str) -> String {
    say!("construct-plugged", name)
}

pub fn unplugged(name: &str) -> String {
    say!("construct-unplugged-of", name)
}

pub fn calibrated(name: &str) -> String {
    say!("construct-calibrated", name)
}

pub fn model_of(name: &str) -> String {
    say!("construct-model-of", name)
}

pub fn too_far(outside: &str, most: &str) -> String {
    say!("construct-too-far", outside, most)
}

pub fn place(x: &str, y: &str) -> String {
    say!("construct-place", x, y)
}

pub fn port_of(name: &str, kind: &str) -> String {
    match kind {
        "" => name.to_owned(),
        kind => format!("{name} ({kind})"),
    }
}

pub fn plugs_into(kind: &str) -> String {
    say!("construct-plugs-into", kind)
}

pub fn reading(read: f64, clean: Option<f64>, unit: &str, more: usize) -> String {
    let unit = super::figures::unit(unit);
    let clean = clean.map(|clean| format!(" · {TRUE} {}", number(clean))).unwrap_or_default();
    let more = if more > 0 { format!(" +{more}") } else { String::new() };
    format!("{}{clean} {unit}", number(read)).trim_end().to_owned() + &more
}

/// A plugin's text, limited to characters in the window's fonts.
pub fn plain(text: &str) -> String {
    sim_core::words::unwrapped(text).replace('→', "->").replace('←', "<-")
}

/// A value with its significant digits.
pub fn number(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".to_owned(),
        // Otherwise a small negative number would be shown as −0.
        size if size < 5e-4 => "0.000".to_owned(),
        size if size < 100.0 => format!("{value:.3}"),
        size if size < 1e6 => format!("{value:.1}"),
        _ => format!("{value:.3e}"),
    }
}

pub fn more(count: usize) -> String {
    say!("construct-more", count)
}

pub fn argument(function: &str, name: &str) -> String {
    say!("construct-argument", function, name)
}

pub fn call(function: &str) -> String {
    say!("construct-call", function)
}

pub fn answer(function: &str, answer: &str) -> String {
    say!("construct-answer", function, answer)
}

pub fn cell(column: &str, row: usize) -> String {
    say!("construct-cell", column, row)
}

pub fn remove_row(row: usize) -> String {
    say!("construct-remove-row", row)
}

pub fn track(length: &str) -> String {
    say!("construct-track", length)
}

pub fn turns_about(x: &str, y: &str) -> String {
    say!("construct-turns-about", x, y)
}

/// An error in a robot's file.
pub fn finding(path: Option<&str>, line: Option<usize>, message: &str) -> String {
    let path = path.map(|path| format!("{path}: ")).unwrap_or_default();
    let line = line.map(|line| say!("construct-line", line) + ": ").unwrap_or_default();
    format!("{line}{path}{message}")
}

pub fn hidden_joint(name: &str) -> String {
    say!("construct-hidden-joint", name)
}

/// Errors in a table's file.
pub mod table {
    use super::{Text, text};

    pub const EMPTY: Text = text("table-empty");

    pub fn at(line: usize, what: &str) -> String {
        say!("table-at", line, what)
    }

    pub fn missing(field: &str) -> String {
        say!("table-missing", field)
    }

    pub fn columns(expected: &str, found: &str) -> String {
        say!("table-columns", expected, found)
    }

    pub fn row(row: usize, expected: usize, found: usize) -> String {
        say!("table-row", row, found, expected)
    }

    pub fn no_number(row: usize, column: &str, found: &str) -> String {
        say!("table-no-number", row, column, found)
    }

    pub fn no_rows(found: &str) -> String {
        say!("table-no-rows", found)
    }
}
