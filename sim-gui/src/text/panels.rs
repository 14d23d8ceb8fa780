//! Words of driving, cameras, texts, faults, the first screen, and of what the window is busy with.

/// Driving by hand.
pub mod drive {
    pub const TITLE: &str = "Drive";
    pub const WHO: &str = "Robots";
    pub const SELECTED: &str = "Selected";
    pub const ALL: &str = "All";
    pub const NOBODY: &str = "Select a robot, or drive all of them.";
    pub const NO_SCENE: &str = "Open a scene first: there is nobody to drive.";
    pub const NO_ROBOT: &str = "There is no robot in this scene.";
    pub const CAPTURE: &str = "Capture the keyboard";
    pub const CAPTURE_HELP: &str = "Keys go to the robots instead of shortcuts, but for those with Ctrl. Escape gives the keyboard back, and so does leaving this panel.";
    pub const CAPTURED: &str = "The keyboard drives. Escape gives it back.";
    pub const WRITING: &str = "The keyboard writes into a text field; click elsewhere to drive.";
    pub const STICK: &str = "Stick: ahead, back, left, right";
    pub const STICK_HELP: &str = "Drag to drive; it goes back to the middle when let go.";
    pub const AXES: &str = "Axes";
    pub const CENTRE: &str = "Centre all";
    pub const CENTRE_HELP: &str = "Sets every axis to 0.";
    pub const KEYS: &str = "Keys";
    pub const KEYS_HELP: &str = "Letters and digits that are not in this list mean themselves. Robots hear only what their controllers ask for.";
    pub const PRESS: &str = "Press a key …";
    pub const UNBOUND: &str = "none";
    pub const ARROWS: &str = "Arrow keys";
    pub const WASD: &str = "W A S D";
    pub const PAD: &str = "Gamepad";
    pub const PAD_USE: &str = "Use a gamepad";
    pub const PAD_NONE: &str = "No gamepad answers. Plug one in, or switch it on.";
    pub const PAD_ABSENT: &str = "This program was built without gamepads; build it with `--features gamepad`.";
    pub const DEAD_ZONE: &str = "Dead zone";
    pub const DEAD_ZONE_HELP: &str = "Part of a stick's way around its middle that does nothing.";
    pub const STICKS: [&str; 4] = ["Left stick, ahead", "Left stick, left", "Right stick, ahead", "Right stick, left"];
    pub const HAND_OVER: &str = "Let me drive it";

    pub fn driven_by(robot: &str, controller: &str) -> String {
        format!("{robot} is driven by {controller}. It hears keys only if that controller asks for them.")
    }

    pub fn hand_over(id: &str) -> String {
        format!("Gives it the controller {id}, which drives by the arrow keys and by the axes forward and turn.")
    }

    pub fn change(key: &str) -> String {
        format!("Change the key for {key}")
    }

    pub fn hold(key: &str) -> String {
        format!("Hold {key}")
    }
}

/// What cameras see.
pub mod cameras {
    pub const TITLE: &str = "Cameras";
    pub const CAMERA: &str = "Camera";
    pub const NO_SCENE: &str = "Open a scene first.";
    pub const NONE: &str = "No robot of this scene has a camera. Give one to a robot by this line in the scene:";
    pub const LINE: &str = "sensors: {\"eye\": (id: \"camera/pinhole\", at: (0.09, 0, 0.06))},";
    pub const COPY: &str = "Copy this line";
    pub const NO_IMAGE: &str = "There is no image yet. Let time run, or do a step.";
    pub const WAITING: &str = "Waiting for the image …";
    pub const BEYOND: &str = "beyond";
    pub const IMAGE: &str = "Image of the camera";
    pub const UNREADABLE: &str = "the camera's answer is no image";
    pub const UNREADABLE_HELP: &str =
        "a camera answers `image` with width, height, format (`rgba8` or `depth32`), images and pixels as base64";

    pub fn facts(size: [usize; 2], depth: bool, images: u64) -> String {
        let [width, height] = size;
        let kind = if depth { "distances" } else { "colors" };
        format!("{width} × {height}, {kind}, image {images}")
    }

    pub fn metres(value: f32) -> String {
        format!("{value:.2} m")
    }

    pub fn pixel(column: usize, row: usize, value: &str) -> String {
        format!("column {column}, row {row}: {value}")
    }
}

/// Findings, and where they lead.
pub mod findings {
    pub const SHOW: &str = "Show where it is";
    pub const COPY: &str = "Copy";
    pub const CLEAR: &str = "Clear";
    pub const CLEAR_HELP: &str = "Forgets what runs and plugins have told; what is wrong with the scene stays.";
    pub const PLACE: &str = "place";
    pub const EXPECTED: &str = "expected";
    pub const FOUND: &str = "found";
    pub const NEAREST: &str = "did you mean";
    pub const RELATED: &str = "also";
    pub const HELP: &str = "help";

    pub fn of_file(name: &str, said: &str) -> String {
        format!("{name}: {said}")
    }

    pub fn elsewhere(file: &str) -> String {
        format!("It stands in {file}.")
    }
}

/// The scene's text.
pub mod source {
    pub const TITLE: &str = "Text";
    pub const NAME: &str = "Text of the scene";
    pub const NO_SCENE: &str = "Open or begin a scene: here stands its text.";
    pub const APPLY: &str = "Apply";
    pub const APPLY_HELP: &str =
        "Makes this text the scene. One that has mistakes is refused, and they are shown at their lines.";
    pub const REVERT: &str = "Revert";
    pub const REVERT_HELP: &str = "Throws away what was written here since the text was applied last.";
    pub const SAME: &str = "There is nothing to apply: this is the scene's text.";
    pub const CHANGED: &str = "The scene has been changed elsewhere since. Apply puts this text in its place.";
    pub const UNAPPLIED: &str = "The text view has changes that were not applied.";
    pub const APPLY_FIRST: &str = "Apply them";
    pub const THROW_AWAY: &str = "Throw them away";

    pub fn finding(line: usize, message: &str) -> String {
        format!("line {line}: {message}")
    }
}

/// Faults.
pub mod faults {
    use sim_core::engine::Fault;
    use sim_core::words::counted;

    pub const MARK: &str = "⚠";

    pub fn told(fault: &Fault) -> String {
        format!(
            "{} `{}` ({}): {} [{}] at {:.2} s",
            fault.kind, fault.component, fault.id, fault.message, fault.code, fault.time
        )
    }

    pub fn mark(robot: &str, fault: &str) -> String {
        format!("Fault of {robot}: {fault}")
    }

    pub fn count(count: u64) -> String {
        counted(count, "fault")
    }
}

/// The log, beyond its level and its text.
pub mod talk {
    pub const ROBOT: &str = "Robot";
    pub const PART: &str = "Part";
    pub const EVERY: &str = "all";
    pub const COPY: &str = "Copy";
    pub const COPY_HELP: &str = "Copies the lines that are shown.";
    pub const COPY_LINE: &str = "Copy this line";
    pub const EXPORT: &str = "Export …";
    pub const EXPORT_HELP: &str = "Writes the lines that are shown to a text file.";
    pub const EXPORT_FAILED: &str = "the log cannot be written";
    pub const EXPORT_REMEDY: &str = "choose a folder that can be written to";

    pub fn select(robot: &str) -> String {
        format!("Click to select {robot}.")
    }
}

/// Libraries, in all particulars.
pub mod libraries {
    pub const VERSION: &str = "version";
    pub const AUTHORS: &str = "authors";
    pub const LICENSE: &str = "licence";
    pub const DIGEST: &str = "SHA-256";
    pub const ABI: &str = "contract";
    pub const FILE: &str = "file";
    pub const UNKNOWN: &str = "not named";
    pub const REPORT: &str = "load report";
    pub const NO_PARAMETERS: &str = "It has no parameters.";

    pub fn copy_digest(library: &str) -> String {
        format!("Copy the digest of {library}")
    }

    pub fn copy_id(id: &str) -> String {
        format!("Copy {id}")
    }

    pub fn abi(major: u32, minor: u32, built: &str) -> String {
        match built {
            "" => format!("ABI {major}.{minor}"),
            built => format!("ABI {major}.{minor}, built with sim-abi {built}"),
        }
    }

    pub fn last(robot: &str, time: f64, message: &str) -> String {
        match robot {
            "" => format!("last at {time:.2} s: {message}"),
            robot => format!("last at {time:.2} s, {robot}: {message}"),
        }
    }
}

/// What opens when there is no scene.
pub mod home {
    pub const NEW: &str = "New scene";
    pub const OPEN: &str = "Open scene …";
    pub const RECENT: &str = "Open lately";
    pub const EXAMPLES: &str = "Examples";
    pub const DROP: &str = "Or drop a scene onto this window. A plugin library that is dropped here is installed.";
    pub const OPEN_RECENT: &str = "Open recent";
    pub const NO_RECENT: &str = "No scene has been opened yet.";
    pub const MISSING: &str = "The file is not there at present.";
    pub const FORGET: &str = "Forget missing files";

    pub fn forget_all(count: usize) -> String {
        format!("{count} of them are not there.")
    }
}

/// What can be done, and why not.
pub mod availability {
    pub const FAILED: &str = "The scene could not be built; the problems say why.";
    pub const BROKEN: &str = "The file has mistakes; mend its text first.";
    pub const NOTHING_SELECTED: &str = "Select something first.";
    pub const NO_SCENE: &str = "Open or begin a scene first.";
    pub const ENDED_BY_SERVICE: &str = "A service has ended the run: it can only begin again.";

    pub fn of(action: &str, step: &str) -> String {
        format!("{action} {step}")
    }
}

/// What takes time, and what is about to happen.
pub mod busy {
    pub const DROP_SCENE: &str = "Drop to open this scene";
    pub const DROP_RECORDING: &str = "Drop to open this recording";
    pub const DROP_PART: &str = "Drop to put this into the scene";
    pub const DROP_LIBRARY: &str = "Drop to install this library";
    pub const DROP_ANY: &str = "Drop to open a scene or a recording, to put a model in, or to install a library";

    pub fn building(title: &str) -> String {
        match title {
            "" => "Building …".to_string(),
            title => format!("Building {title} …"),
        }
    }

    pub fn installing(name: &str) -> String {
        format!("Installing {name} …")
    }

    pub fn loading(name: &str) -> String {
        format!("Loading {name} …")
    }

    pub fn seconds(words: &str, seconds: u64) -> String {
        format!("{words} {seconds} s")
    }
}

/// Saving over other files, and the size of the interface.
pub mod manners {
    pub const LARGER: &str = "Larger interface";
    pub const SMALLER: &str = "Smaller interface";
    pub const NORMAL: &str = "Interface at its normal size";

    pub fn exists(path: &str) -> String {
        format!("There is a file {path} already.")
    }
}

/// Names of what the toolkit draws by itself.
pub mod names {
    pub const SCROLL_BAR: &str = "Scroll bar";
    pub const DIVIDER: &str = "Divider between panels";
    pub const TABS: &str = "Tabs";
}
