//! Words of driving, cameras, texts, faults, the first screen, and of what the window is busy with.

use super::{Text, text};

/// Driving by hand.
pub mod drive {
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
}

/// What cameras see.
pub mod cameras {
    use super::{Text, text};
    use sim_text::Sentence;

    pub const TITLE: Text = text("cameras-title");
    pub const CAMERA: Text = text("cameras-camera");
    pub const NO_SCENE: Text = text("common-no-scene");
    pub const NONE: Text = text("cameras-none");
    /// A line of a scene.
    pub const LINE: &str = "sensors: {\"eye\": (id: \"camera/pinhole\", at: (0.09, 0, 0.06))},";
    pub const COPY: Text = text("common-copy-line");
    pub const NO_IMAGE: Text = text("cameras-no-image");
    pub const WAITING: Text = text("cameras-waiting");
    pub const BEYOND: Text = text("cameras-beyond");
    pub const IMAGE: Text = text("cameras-image");
    pub const UNREADABLE: Text = text("cameras-unreadable");
    pub const UNREADABLE_HELP: Text = text("cameras-unreadable-help");
    pub const NO_PIXELS: Text = text("cameras-no-pixels");

    pub fn no_number(name: &str) -> Sentence {
        tell!("cameras-no-number", name)
    }

    pub fn wrong_bytes(count: usize, size: [usize; 2]) -> Sentence {
        let [bytes, width, height] = [count, size[0], size[1]].map(|number| number.to_string());
        tell!("cameras-wrong-bytes", bytes, width, height)
    }

    pub fn no_format(format: &str) -> Sentence {
        tell!("cameras-no-format", format)
    }

    pub fn facts(size: [usize; 2], depth: bool, images: u64) -> String {
        let [width, height] = size;
        let kind = if depth { text("cameras-distances") } else { text("cameras-colors") };
        say!("cameras-facts", width, height, kind, images)
    }

    pub fn metres(value: f32) -> String {
        say!("cameras-metres", value = format!("{value:.2}"))
    }

    pub fn pixel(column: usize, row: usize, value: &str) -> String {
        say!("cameras-pixel", column, row, value)
    }
}

/// Findings, and where they lead.
pub mod findings {
    use super::{Text, text};
    use sim_text::Sentence;

    pub const SHOW: Text = text("findings-show");
    pub const COPY: Text = text("common-copy");
    pub const CLEAR: Text = text("common-clear");
    pub const CLEAR_HELP: Text = text("findings-clear-help");
    pub const PLACE: Text = text("findings-place");
    pub const EXPECTED: Text = text("findings-expected");
    pub const FOUND: Text = text("findings-found");
    pub const NEAREST: Text = text("findings-nearest");
    pub const RELATED: Text = text("findings-related");
    pub const HELP: Text = text("findings-help");

    pub fn of_file(name: &str, said: &Sentence) -> Sentence {
        tell!("findings-of-file", name, said)
    }

    pub fn elsewhere(file: &str) -> String {
        say!("findings-elsewhere", file)
    }
}

/// The scene's text.
pub mod source {
    use super::{Text, text};

    pub const TITLE: Text = text("source-title");
    pub const NAME: Text = text("source-name");
    pub const NO_SCENE: Text = text("source-no-scene");
    pub const APPLY: Text = text("common-apply");
    pub const APPLY_HELP: Text = text("source-apply-help");
    pub const REVERT: Text = text("source-revert");
    pub const REVERT_HELP: Text = text("source-revert-help");
    pub const SAME: Text = text("source-same");
    pub const CHANGED: Text = text("source-changed");
    pub const UNAPPLIED: Text = text("source-unapplied");
    pub const APPLY_FIRST: Text = text("source-apply-first");
    pub const THROW_AWAY: Text = text("source-throw-away");

    pub fn finding(line: usize, message: &str) -> String {
        say!("source-finding", line, message)
    }
}

/// Faults.
pub mod faults {
    use sim_core::engine::Fault;

    pub const MARK: &str = "⚠";

    pub fn told(fault: &Fault) -> String {
        let time = format!("{:.2}", fault.time);
        let (kind, code) = (fault.kind.to_string(), fault.code.to_string());
        let Fault { component, id, message, .. } = fault;
        say!("faults-told", kind, component = *component, id = *id, message = *message, code, time)
    }

    pub fn mark(robot: &str, fault: &str) -> String {
        say!("faults-mark-of", robot, fault)
    }

    pub fn count(count: u64) -> String {
        say!("faults-count", count)
    }
}

/// The log, beyond its level and its text.
pub mod talk {
    use super::{Text, text};

    pub const ROBOT: Text = text("common-robot");
    pub const PART: Text = text("talk-part");
    pub const EVERY: Text = text("talk-every");
    pub const COPY: Text = text("common-copy");
    pub const COPY_HELP: Text = text("talk-copy-help");
    pub const COPY_LINE: Text = text("common-copy-line");
    pub const EXPORT: Text = text("talk-export");
    pub const EXPORT_HELP: Text = text("talk-export-help");
    pub const EXPORT_FAILED: Text = text("talk-export-failed");

    pub fn select(robot: &str) -> String {
        say!("talk-select", robot)
    }
}

/// Libraries, in all particulars.
pub mod libraries {
    use super::{Text, text};

    pub const VERSION: Text = text("libraries-version");
    pub const AUTHORS: Text = text("libraries-authors");
    pub const LICENSE: Text = text("libraries-license");
    pub const DIGEST: Text = text("libraries-digest");
    pub const ABI: Text = text("libraries-abi");
    pub const FILE: Text = text("libraries-file");
    pub const UNKNOWN: Text = text("libraries-unknown");
    pub const REPORT: Text = text("libraries-report");
    pub const NO_PARAMETERS: Text = text("common-no-parameters");

    pub fn copy_digest(library: &str) -> String {
        say!("libraries-copy-digest", library)
    }

    pub fn copy_id(id: &str) -> String {
        say!("libraries-copy-id", id)
    }

    pub fn abi(major: u32, minor: u32, built: &str) -> String {
        match built {
            "" => format!("ABI {major}.{minor}"),
            built => say!("libraries-abi-of", major, minor, built),
        }
    }

    pub fn last(robot: &str, time: f64, message: &str) -> String {
        match robot {
            "" => say!("libraries-last", time = format!("{time:.2}"), message),
            robot => say!("libraries-last-of", time = format!("{time:.2}"), robot, message),
        }
    }
}

/// What opens when there is no scene.
pub mod home {
    use super::{Text, text};

    pub const NEW: Text = text("home-new");
    pub const OPEN: Text = text("home-open");
    pub const RECENT: Text = text("home-recent");
    pub const EXAMPLES: Text = text("home-examples");
    pub const DROP: Text = text("home-drop");
    pub const OPEN_RECENT: Text = text("home-open-recent");
    pub const NO_RECENT: Text = text("home-no-recent");
    pub const MISSING: Text = text("home-missing");
    pub const FORGET: Text = text("home-forget");

    pub fn forget_all(count: usize) -> String {
        say!("home-forget-all", count)
    }
}

/// What can be done, and why not.
pub mod availability {
    use super::{Text, text};

    pub const FAILED: Text = text("availability-failed");
    pub const BROKEN: Text = text("availability-broken");
    pub const NOTHING_SELECTED: Text = text("common-nothing-selected");
    pub const NO_SCENE: Text = text("availability-no-scene");
    pub const ENDED_BY_SERVICE: Text = text("availability-ended-by-service");

    pub fn of(action: &str, step: &str) -> String {
        say!("availability-of", action, step)
    }
}

/// What takes time, and what is about to happen.
pub mod busy {
    use super::{Text, text};

    pub const DROP_SCENE: Text = text("busy-drop-scene");
    pub const DROP_RECORDING: Text = text("busy-drop-recording");
    pub const DROP_PART: Text = text("busy-drop-part");
    pub const DROP_LIBRARY: Text = text("busy-drop-library");
    pub const DROP_ANY: Text = text("busy-drop-any");

    pub fn building(title: &str) -> String {
        match title {
            "" => text("busy-building").into(),
            title => say!("busy-building-scene", title),
        }
    }

    pub fn installing(name: &str) -> String {
        say!("busy-installing", name)
    }

    pub fn loading(name: &str) -> String {
        say!("busy-loading", name)
    }

    pub fn seconds(words: &str, seconds: u64) -> String {
        say!("busy-seconds", words, seconds)
    }
}

/// Saving over other files, and the size of the interface.
pub mod manners {
    use super::{Text, text};

    pub const LARGER: Text = text("manners-larger");
    pub const SMALLER: Text = text("manners-smaller");
    pub const NORMAL: Text = text("manners-normal");

    pub fn exists(path: &str) -> String {
        say!("manners-exists", path)
    }
}

/// Names of what the toolkit draws by itself.
pub mod names {
    use super::{Text, text};

    pub const SCROLL_BAR: Text = text("names-scroll-bar");
    pub const DIVIDER: Text = text("names-divider");
    pub const TABS: Text = text("names-tabs");
    pub const CLOSE_TAB: Text = text("common-close");
    pub const TABS_LEFT: Text = text("names-tabs-left");
    pub const TABS_RIGHT: Text = text("names-tabs-right");
}
