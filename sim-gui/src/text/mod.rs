//! Every word of the window. The words themselves are in `sim-gui/src/text/locales/`, a file for each language.

#[macro_use]
mod catalogue;
pub mod about;
pub mod acceptance;
pub mod actions;
pub mod analysis;
pub mod arrange;
pub mod axes;
pub mod changed_files;
pub mod choose;
pub mod construct;
pub mod drag;
pub mod draw;
pub mod figures;
pub mod graphics;
pub mod insert;
pub mod keys;
pub mod language;
pub mod limits;
pub mod manual;
pub mod menus;
pub mod moment;
mod panels;
pub mod plots;
pub mod preferences;
pub mod recordings;
pub mod recovery;
pub mod resize;
pub mod search;
pub mod several;
pub mod shortcuts;
pub mod snap;
pub mod thing;
pub mod units;

pub use panels::*;

pub use catalogue::Text;
use catalogue::text;

/// Name of the program.
pub const PROGRAM: Text = text("program-name");

/// Names of panels.
pub mod panel {
    use super::{Text, text};

    pub const VIEW_3D: Text = text("panel-view-3d");
    pub const PLAN: Text = text("panel-plan");
    pub const TREE: Text = text("panel-tree");
    pub const INSPECTOR: Text = text("panel-inspector");
    pub const PLUGINS: Text = text("panel-plugins");
    pub const PLOTS: Text = text("panel-plots");
    pub const LOG: Text = text("panel-log");
    pub const PROBLEMS: Text = text("panel-problems");
}

/// Files.
pub mod file {
    use super::{Text, text};

    pub const REMEDY: Text = text("file-remedy");
    pub const CHOOSE_FOLDER: Text = text("file-choose-folder");
    pub const UNSAVED: Text = text("file-unsaved");
    pub const SAVE: Text = text("file-save");
    pub const DISCARD: Text = text("common-discard");
    pub const CANCEL: Text = text("file-cancel");
    pub const OVERWRITE: Text = text("file-overwrite");

    pub fn untitled() -> String {
        text("file-untitled").into()
    }

    pub fn saved(name: &str) -> String {
        say!("file-saved", name)
    }
}

/// Editing.
pub mod edit {
    use super::{Text, text};
    use sim_text::Sentence;

    pub const NOTHING_SELECTED: Text = text("common-nothing-selected");
    pub const NOTHING_TO_UNDO: Text = text("edit-nothing-to-undo");
    pub const NOTHING_TO_REDO: Text = text("edit-nothing-to-redo");
    pub const NOT_A_PART: Text = text("edit-not-a-part");
    pub const DELETE_USERS: Text = text("edit-delete-users");
    pub const DELETE_CARRIED: Text = text("edit-delete-carried");
    pub const KEEP_CARRIED: Text = text("edit-keep-carried");

    pub fn carries(name: &str, carried: &str) -> String {
        say!("edit-carries", name, carried)
    }

    /// Robots and objects were put somewhere in the run.
    pub fn placed(first: &Sentence, others: usize) -> Sentence {
        match others {
            0 => tell!("edit-placed", first),
            others => tell!("edit-placed-more", first, others),
        }
    }

    /// Why a change of a field was refused: what is wrong, and what is accepted.
    pub fn refused(wrong: &Sentence, range: &Sentence) -> Sentence {
        let accepted = tell!("form-accepted", range);
        tell!("edit-refused", wrong, accepted)
    }

    pub fn undone(label: &Sentence) -> Sentence {
        tell!("edit-undone", label)
    }

    pub fn redone(label: &Sentence) -> Sentence {
        tell!("edit-redone", label)
    }
}

/// Running.
pub mod run {
    use super::{Text, text};
    use sim_text::Sentence;

    pub const PLAY: Text = text("run-play");
    pub const PAUSE: Text = text("run-pause");
    pub const STEP: Text = text("run-step");
    pub const STOP: Text = text("run-stop");
    pub const RESET: Text = text("run-reset");
    pub const SPEED: Text = text("run-speed");
    pub const UNLIMITED: Text = text("run-unlimited");
    pub const NO_SCENE: Text = text("common-no-scene");
    pub const BUILDING: Text = text("run-building");
    pub const PLAYING: Text = text("run-playing");
    pub const PAUSED: Text = text("run-paused");
    pub const EMPTY: Text = text("run-empty");
    pub const FAILED: Text = text("run-failed");

    pub const GOES_ON: Text = text("run-goes-on");
    pub const BACK: Text = text("run-back");

    pub fn ended(reason: Sentence) -> Sentence {
        tell!("run-ended", reason)
    }

    /// The scene has lasted as long as it says, s.
    pub fn over(duration: f64) -> String {
        say!("run-over", duration)
    }

    /// It goes on after the end of the scene, s.
    pub fn beyond(state: &str, end: f64) -> String {
        say!("run-beyond", state, end)
    }

    pub fn speed(factor: Option<f64>) -> String {
        factor.map_or_else(|| UNLIMITED.to_string(), |factor| format!("×{factor}"))
    }

    pub fn factor(factor: f64) -> String {
        say!("run-factor", factor = format!("{factor:.2}"))
    }

    pub fn tick(tick: u64) -> String {
        say!("run-tick", tick)
    }
}

/// The scene's tree.
pub mod tree {
    use super::{Text, text};

    pub const SEARCH: Text = text("tree-search");
    pub const ROBOTS: Text = text("common-robots");
    pub const MOVABLE: Text = text("tree-movable");
    pub const FIXED: Text = text("tree-fixed");
    pub const SCENE: Text = text("tree-scene");

    pub fn paint(paint: &sim_core::scene::Paint, index: usize) -> String {
        use sim_core::scene::Paint;
        let what = match paint {
            Paint::Polygon(_) => text("tree-field"),
            Paint::Stroke(_) => text("tree-line"),
            Paint::Disc(_) => text("tree-disc"),
            Paint::Image(_) => text("tree-image"),
        };
        format!("{what} {}", index + 1)
    }

    /// The list of a scene's parts without body.
    pub fn section(section: sim_edit::Section) -> Text {
        use sim_edit::Section;
        match section {
            Section::Objects => text("section-objects"),
            Section::Robots => text("common-robots"),
            Section::Fleets => text("section-fleets"),
            Section::Beacons => text("section-beacons"),
            Section::Lights => text("section-lights"),
            Section::Media => text("section-media"),
            Section::Services => text("section-services"),
            Section::Routes => text("common-routes"),
            Section::Notes => text("common-notes"),
            Section::Inputs => text("section-inputs"),
            Section::Acceptance => text("section-acceptance"),
            Section::Paint => text("section-paint"),
            Section::Includes => text("section-includes"),
        }
    }

    pub const NOTHING: Text = text("tree-nothing");
    pub const EMPTY: Text = text("tree-empty");

    pub fn show(name: &str) -> String {
        say!("tree-show", name)
    }
}

/// The inspector.
pub mod inspector {
    use super::{Text, text};

    pub const NOTHING: Text = text("inspector-nothing");
    pub const POSE: Text = text("inspector-pose");
    pub const START: Text = text("common-start");
    pub const START_HELP: Text = text("inspector-start-help");

    pub const NOW: Text = text("common-now");
    pub const NOW_HELP: Text = text("inspector-now-help");
    pub const CHOOSE_START: Text = text("inspector-choose-start");
    pub const MOTION: Text = text("inspector-motion");
    pub const POSITION: Text = text("inspector-position");
    pub const ROTATION: Text = text("inspector-rotation");
    pub const VELOCITY: Text = text("inspector-velocity");
    pub const DISTANCE: Text = text("inspector-distance");
    pub const COLLISIONS: Text = text("inspector-collisions");
    pub const COMPONENTS: Text = text("common-components");
    pub const CONTROLLER: Text = text("inspector-controller");
    pub const DYNAMICS: Text = text("inspector-dynamics");
    pub const TELEMETRY: Text = text("inspector-telemetry");
    pub const FIXED: Text = text("inspector-fixed");
    pub const HALTED: Text = text("inspector-halted");
    pub const NO_READING: Text = text("inspector-no-reading");
    pub const NO_READING_HELP: Text = text("inspector-no-reading-help");
    pub const NO_CONTROLLER: Text = text("inspector-no-controller");
    pub const MODEL: Text = text("inspector-model");
    pub const SENSORS: Text = text("inspector-sensors");
    pub const ACTUATORS: Text = text("inspector-actuators");
    pub const PARAMETERS: Text = text("common-parameters");
    pub const NO_PARAMETERS: Text = text("common-no-parameters");
    pub const PROPERTIES: Text = text("inspector-properties");
    pub const SCENE: Text = text("inspector-scene");
    pub const UNLOCK: Text = text("inspector-unlock");
    pub const DISSOLVE: Text = text("inspector-dissolve");
    pub const DISSOLVE_HELP: Text = text("inspector-dissolve-help");
    pub const ALIGN: Text = text("inspector-align");
    pub const SMALLEST: Text = text("inspector-smallest");
    pub const MIDDLE: Text = text("inspector-middle");
    pub const LARGEST: Text = text("inspector-largest");
    pub const DISTRIBUTE: Text = text("inspector-distribute");

    pub fn several(count: usize) -> String {
        say!("inspector-several", count)
    }

    pub fn align(axis: &str, side: &str) -> String {
        say!("inspector-align-of", axis, side)
    }

    pub fn distribute(axis: &str) -> String {
        say!("inspector-distribute-of", axis)
    }

    pub fn edit_fleet(fleet: &str) -> String {
        say!("inspector-edit-fleet", fleet)
    }

    pub fn of_fleet(fleet: &str) -> String {
        say!("inspector-of-fleet", fleet)
    }

    pub fn parameters_of(component: &str) -> String {
        say!("inspector-parameters-of", component = component.to_lowercase())
    }
}

/// Forms.
pub mod form {
    use super::{Text, text};
    use sim_core::scene::form::Limits;

    pub const BACK: Text = text("form-back");
    pub const GIVEN: Text = text("form-given");
    pub const NOT_GIVEN: Text = text("form-not-given");
    pub const CHOOSE_FILE: Text = text("common-choose-file");
    pub const KIND: Text = text("form-kind");
    pub const ADD: Text = text("form-add");
    pub const NEW_NAME: Text = text("form-new-name");
    pub const JSON: Text = text("form-json");

    pub fn back(field: &str) -> String {
        say!("form-back-of", field)
    }

    pub fn given(field: &str) -> String {
        say!("form-given-of", field)
    }

    pub fn add(field: &str) -> String {
        say!("form-add-of", field)
    }

    pub fn remove(field: &str, what: &str) -> String {
        say!("form-remove", what, field)
    }

    pub fn no_number(text: &str) -> String {
        say!("form-no-number", text = format!("{text:?}"))
    }

    pub fn accepted(range: &str) -> String {
        say!("form-accepted", range)
    }

    /// The limits of a joint, when its start is not within them.
    pub fn joint_accepts(joint: &str, range: &str) -> String {
        say!("form-joint-accepts", joint, range)
    }

    pub fn default(value: &str) -> String {
        say!("form-default", value)
    }

    pub fn range(limits: &Limits, unit: &str) -> Option<String> {
        let unit = if unit.is_empty() || unit == "1" { String::new() } else { format!(" {unit}") };
        match (limits.least, limits.most) {
            (Some(least), Some(most)) => Some(say!("form-range", least, most, unit)),
            (Some(least), None) if limits.above => Some(say!("form-range-above", least, unit)),
            (Some(least), None) => Some(say!("form-range-from", least, unit)),
            (None, Some(most)) => Some(say!("form-range-to", most, unit)),
            (None, None) => (!unit.is_empty()).then(|| say!("form-unit", unit)),
        }
    }

    pub fn not_json(field: &str, error: &str) -> String {
        say!("form-not-json", field, error)
    }
}

/// The plugins.
pub mod plugins {
    use super::{Text, text};

    pub const NONE: Text = text("plugins-none");
    pub const FOLDERS: Text = text("plugins-folders");
    pub const RESCAN: Text = text("plugins-rescan");
    pub const RESCAN_HELP: Text = text("plugins-rescan-help");
    pub const RELOAD: Text = text("common-reload");
    pub const OPEN_FOLDER: Text = text("plugins-open-folder");
    pub const REGISTERED: Text = text("plugins-registered");
    pub const REFUSED: Text = text("plugins-refused");
    pub const SKIPPED: Text = text("plugins-skipped");
    pub const GONE: Text = text("plugins-gone");
    pub const COMPONENTS: Text = text("common-components");
}

/// The log.
pub mod log {
    use super::{Text, text};
    use sim_text::Sentence;

    /// Who speaks in lines about plugins.
    pub const OF_PLUGINS: Text = text("log-of-plugins");
    pub const ERROR: Text = text("log-error");
    pub const WARNING: Text = text("log-warning");
    pub const INFO: Text = text("log-info");
    pub const DEBUG: Text = text("log-debug");

    pub const LEVEL: Text = text("log-level");
    pub const FILTER: Text = text("log-filter");
    pub const CLEAR: Text = text("common-clear");
    pub const NOTHING: Text = text("log-nothing");
    pub const SHOW_HIDDEN: Text = text("log-show-hidden");
    /// What lines say, as a filter.
    pub const TEXT: Text = text("log-text");

    /// The word for how much a line matters.
    pub fn level(level: sim_abi::ffi::types::LogLevel) -> Text {
        use sim_abi::ffi::types::LogLevel;
        match level {
            LogLevel::Error => ERROR,
            LogLevel::Warn => WARNING,
            LogLevel::Info => INFO,
            LogLevel::Debug => DEBUG,
        }
    }

    pub fn dropped(count: u64) -> String {
        say!("log-dropped", count)
    }

    /// How many lines are hidden, and by which filters.
    pub fn hidden(count: usize, filters: &str) -> String {
        say!("log-hidden", count, filters)
    }

    pub fn installed(from: &str, to: &str) -> Sentence {
        tell!("log-installed", from, to)
    }

    pub fn digest(tick: u64, digest: &str) -> Sentence {
        tell!("log-digest", tick, digest)
    }

    /// What a changed scene could not take over from the run.
    pub fn begin_anew(names: &str) -> Sentence {
        tell!("log-begin-anew", names)
    }

    pub fn built(seconds: f64) -> Sentence {
        tell!("log-built", seconds = format!("{seconds:.2}"))
    }
}

/// Problems.
pub mod problems {
    use super::{Text, text};

    pub const NONE: Text = text("problems-none");

    pub fn count(count: usize) -> String {
        say!("problems-count", count)
    }
}

/// The view.
pub mod view {
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
}

/// Short messages.
pub mod messages {
    use super::{Text, text};

    pub const DISMISS: Text = text("messages-dismiss");

    /// What is read aloud of a message.
    pub fn label(text: &str) -> String {
        say!("messages-label", text)
    }
}

/// Measuring.
pub mod measure {
    use super::{Text, text};

    pub const FIRST: Text = text("common-first-point");
    pub const NEXT: Text = text("measure-next");
    pub const END: Text = text("measure-end");

    pub fn segment(length: &str) -> String {
        say!("measure-segment", length)
    }

    pub fn parts(x: &str, y: &str, z: &str) -> String {
        say!("measure-parts", x, y, z)
    }

    pub fn angle(angle: &str) -> String {
        say!("measure-angle", angle)
    }

    pub fn total(length: &str) -> String {
        say!("measure-total", length)
    }
}

/// What is drawn besides the things themselves.
pub mod shown {
    use super::{Text, text};

    pub const MENU: Text = text("shown-menu");
    pub const MENU_HELP: Text = text("shown-menu-help");
    pub const NAMES: Text = text("shown-names");
    pub const NOTES: Text = text("common-notes");
    pub const ROUTES: Text = text("common-routes");
    pub const SIGNS: Text = text("shown-signs");
    pub const GRID: Text = text("common-grid");
    pub const TRAILS: Text = text("shown-trails");
    pub const CONTACTS: Text = text("shown-contacts");
    pub const CONTACTS_HELP: Text = text("shown-contacts-help");
    pub const CEILINGS: Text = text("shown-ceilings");
    pub const CEILINGS_HELP: Text = text("shown-ceilings-help");
    pub const SENSORS: Text = text("shown-sensors");
    pub const FRAMES: Text = text("shown-frames");
    pub const NOBODY: Text = text("shown-nobody");
    pub const SELECTED: Text = text("common-selected");
    pub const ALL: Text = text("common-all");
    pub const MARGINS: Text = text("shown-margins");
    pub const MARGINS_HELP: Text = text("shown-margins-help");
    pub const CUT: Text = text("shown-cut");
    pub const CUT_HELP: Text = text("shown-cut-help");
    pub const SWITCHED_OFF: Text = text("shown-switched-off");

    pub fn of(what: &str, whom: &str) -> String {
        say!("shown-of", what, whom)
    }
}

/// The plan.
pub mod plan {
    use super::{Text, text};

    pub const SEEN: Text = text("plan-seen");
    pub const NAME: Text = text("plan-name");
    pub const EXPORT_PNG: Text = text("plan-export-png");
    pub const NOT_WRITTEN: Text = text("plan-not-written");

    pub fn too_large(width: u32, height: u32) -> sim_text::Sentence {
        tell!("plan-too-large", width = width.to_string(), height = height.to_string())
    }
}

/// Menus.
pub mod menu {
    use super::{Text, text};

    pub const FILE: Text = text("menu-file");
    pub const EDIT: Text = text("menu-edit");
    pub const DRAW: Text = text("menu-draw");
    pub const RUN: Text = text("menu-run");
    pub const VIEW: Text = text("menu-view");
    pub const HELP: Text = text("menu-help");
    pub const SHORTCUTS: Text = text("menu-shortcuts");
    pub const PANELS: Text = text("menu-panels");
    pub const CAMERA: Text = text("menu-camera");
}

/// Command palette.
pub mod palette {
    use super::{Text, text};

    pub const HINT: Text = text("palette-hint");
    pub const NOTHING: Text = text("palette-nothing");
}

/// The handle that makes things higher or lower.
pub mod height {
    use sim_text::Sentence;

    pub fn of(name: &str) -> String {
        say!("height-of", name)
    }

    pub fn now(height: &str) -> String {
        say!("height-now", height)
    }

    pub fn changed(name: &Sentence) -> Sentence {
        tell!("height-changed", name)
    }
}
