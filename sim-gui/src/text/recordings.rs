//! Words of recordings: making, playing, comparing.

use sim_core::words::counted;
use sim_runner::MarkKind;

pub const RECORD: &str = "Record";
pub const STOP: &str = "Stop recording";
pub const END_IT: &str = "End the recording";
pub const REPLACE: &str = "Replace it";
pub const COMPARE: &str = "Compare with a recording …";
pub const CLOSE: &str = "Back to the live run";

pub const TIMELINE: &str = "Timeline";
pub const TIME: &str = "Time";
pub const START: &str = "To the start";
pub const STEP_BACK: &str = "Step back";
pub const PLAY_BACK: &str = "Play backwards";
pub const STEP: &str = "Step forward";
pub const END: &str = "To the end";
pub const SPEED: &str = "Playing speed";
pub const COMPARE_THIS: &str = "Compare the live run with it";
pub const COMPARE_HELP: &str = "Goes back to the live run and shows how far its robots are from the recorded ones.";
pub const CLOSE_HELP: &str = "Closes the recording. The live run stands where it was paused.";
pub const READING: &str = "Reading events and ways …";
pub const MODELS: &str = "Building the recorded robots …";
pub const NO_EDITS: &str = "A recording is shown. Go back to the live run to change the scene.";
pub const NO_STEP_BACK: &str = "Only steps can be taken back, until time runs again.";
pub const NO_LIVE: &str = "There is no live run. Open a scene first.";
pub const NOTHING_RECORDED: &str = "A recording is shown; a recording is made of the live run.";

pub const PANEL: &str = "Comparison";
pub const NOTHING: &str = "Compare the run with a recording to see how far the robots are from where they were then.";
pub const END_COMPARISON: &str = "End comparison";
pub const ROBOT: &str = "Robot";
pub const NOW: &str = "now / m";
pub const MAX: &str = "max / m";
pub const RMS: &str = "rms / m";
pub const NOT_RECORDED: &str = "not in the recording";
pub const OUTSIDE: &str = "The recording has nothing of this moment.";
pub const PLOT_DISTANCE: &str = "Plot the distance over time";
pub const HIGHEST_FIRST: &str = "Greatest first";

pub fn frames(count: u64) -> String {
    counted(count, "frame")
}

/// What a person wants to do would end the recording.
pub fn ends(action: &str) -> String {
    format!("“{action}” ends the recording that is being made. What has been recorded until now stays in its file.")
}

pub fn taken(there: &str) -> String {
    format!("A recording of this name would take the place of {there}.")
}

pub fn started(file: &str, missed: u64) -> String {
    match missed {
        0 => format!("recording to {file}"),
        1 => format!("recording to {file}, without the first tick"),
        missed => format!("recording to {file}, without the first {missed} ticks"),
    }
}

pub fn stopped(file: &str, count: u64, reason: &str) -> String {
    format!("recorded {} to {file}: {reason}", frames(count))
}

pub fn failed(file: &str, reason: &str) -> String {
    format!("recording to {file} failed: {reason}")
}

pub fn opening(name: &str) -> String {
    format!("Opening {name} …")
}

pub fn shown(name: &str) -> String {
    format!("Recording {name}")
}

pub fn compared(name: &str) -> String {
    format!("Distance to {name}")
}

pub fn span(first: f64, last: f64) -> String {
    format!("{first:.2} … {last:.2} s")
}

pub fn mark(kind: MarkKind, time: f64, text: &str) -> String {
    let word = match kind {
        MarkKind::Note => "note",
        MarkKind::Warning => "warning",
        MarkKind::Error => "error",
        MarkKind::Fault => "fault",
    };
    format!("{time:.2} s, {word}: {text}")
}

pub fn more(count: usize) -> String {
    format!("… and {count} more")
}

pub fn plot_distance(robot: &str) -> String {
    format!("Plot the distance of {robot}")
}
